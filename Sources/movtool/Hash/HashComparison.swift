import MovKit

/// What became of a file since its hashes were listed.
struct HashComparison: Sendable {
  enum Outcome: Sendable {
    case same
    /// In what it differs, a phrase for each track.
    case different([String])
    case notListed
    /// There is no such file.
    case missing
    /// It could not be read, which has been reported.
    case unread
  }

  let path: FilePath
  /// The number of the movie in the list; nil if the list does not name it.
  let number: Int?
  let outcome: Outcome
  /// The path in the list of the movie that it was compared with, if that is another: a movie of the same name need not
  /// be the original.
  private(set) var listed: FilePath?

  /// Hashes a movie again, and compares it. Errors go to `messages`.
  /// - Parameters:
  ///   - isNamed: Whether the command line means the file, so that it is an error if it does not exist; else only the
  ///     list names it.
  ///   - selector: The only track to compare; nil for all.
  static func read(
    _ path: FilePath, in list: HashList, isNamed: Bool, _ selector: TrackSelector?,
    _ messages: Messages
  ) -> HashComparison {
    let number = list.number(of: path)
    if number == nil || !isNamed {
      do throws(IOError) { _ = try FoundFile(path) } catch {
        if !isNamed, error.isLinkToNothing {
          return HashComparison(path: path, number: nil, outcome: .missing)
        }
        // One that the list names is reported when it is opened.
        if number == nil {
          messages.error(error.reason, file: path)
          return HashComparison(path: path, number: nil, outcome: .unread)
        }
      }
    }
    guard let number else {
      return HashComparison(path: path, number: nil, outcome: .notListed)
    }
    let listed = list.entries[number]
    let movie = HashedMovie.read(path, listed.algorithm, selector, messages)
    guard movie.error == nil, movie.failureCount == 0 else {
      return HashComparison(path: path, number: number, outcome: .unread)
    }
    let differences = Self.differences(of: movie, from: listed, isWhole: selector == nil)
    return HashComparison(
      path: path, number: number, outcome: differences.isEmpty ? .same : .different(differences),
      listed: list.hasPath(path) ? nil : listed.path)
  }

  private static func differences(
    of movie: HashedMovie, from listed: HashList.Entry, isWhole: Bool
  ) -> [String] {
    // How many tracks have an ID and a hash. Broken movies can have many of one ID.
    var unmatched: [UInt32: [String: Int]] = [:]
    for track in movie.tracks { unmatched[track.id, default: [:]][track.hash, default: 0] += 1 }
    func take(_ id: UInt32, _ hash: String) -> Bool {
      guard let count = unmatched[id]?[hash], count > 0 else { return false }
      unmatched[id]?[hash] = count - 1
      return true
    }
    // Of several tracks with one ID, those that are the same belong together.
    var missing: [UInt32: ArraySlice<String>] = [:]
    for (id, hashes) in listed.hashes { missing[id] = hashes.filter { !take(id, $0) }[...] }
    let others = movie.tracks.filter { take($0.id, $0.hash) }
    var found: [String] = []
    var compared = Dictionary(grouping: movie.tracks, by: \.id).mapValues { Set($0.map(\.hash)) }
    for track in others {
      guard let hash = missing[track.id]?.popFirst() else {
        found.append("track \(track.id) is not in the list")
        continue
      }
      compared[track.id]?.insert(hash)
      found.append("track \(track.id) differs")
    }
    if isWhole {
      for (id, hashes) in missing.sorted(by: { $0.key < $1.key }) where !hashes.isEmpty {
        guard let known = compared[id] else {
          found.append("track \(id) is missing")
          continue
        }
        // Lines that say the same again are those of a second list.
        if !hashes.allSatisfy(known.contains) {
          found.append("track \(id) is in the list with several hashes")
        }
      }
    }
    return found
  }

  /// Names the movie of the list after a difference.
  private var comparedWith: String {
    listed.map { " (compared with \($0.description.escaped))" } ?? ""
  }

  /// The lines for people.
  var lines: [String] {
    let name = path.description.escaped
    return switch outcome {
    case .same: ["\(name): same\n"]
    case .different(let differences): differences.map { "\(name): \($0)\(comparedWith)\n" }
    case .notListed: ["\(name): not in the list\n"]
    // Those that are missing are listed last, and an error has been reported.
    case .missing, .unread: []
    }
  }
}
