import MovKit

/// What `hash` printed, as text or JSON: the hashes that the tracks of movies had.
struct HashList: Sendable {
  struct Entry: Sendable {
    /// The path as it was given when the list was made.
    let path: FilePath
    let algorithm: HashAlgorithm
    /// The hashes, in hexadecimal digits, by track ID. Broken movies have several tracks with one.
    fileprivate(set) var hashes: [UInt32: [String]]
  }

  /// The movies in the order of the list. Of documents with one name, the last counts.
  private(set) var entries: [Entry] = []
  /// By the path without `.` as a folder.
  private var byPath: [FilePath: Int] = [:]
  private var endings = PathEndings()

  init(_ bytes: [UInt8]) throws(JSONReader.Problem) {
    let text = bytes.withoutByteOrderMark
    let first = text.first { !$0.isSpaceOfLine }
    // A list that says nothing would pass for one whose movies are all the same.
    guard let first else {
      throw JSONReader.Problem(reason: "the list is empty", offset: 0)
    }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      try read(lines: text)
      return
    }
    var reader = JSONReader(bytes)
    while let value = try reader.next() {
      guard let name = value["file"]?.text, let tracks = value["tracks"]?.elements,
        let algorithm = value["algorithm"]?.text.flatMap({ HashAlgorithm(rawValue: $0) })
      else { throw value.problem("expected a document of 'movtool hash --json'") }
      var hashes: [UInt32: [String]] = [:]
      for track in tracks {
        guard let id: UInt32 = track["trackID"]?.integer(), let hash = track["hash"]?.text else {
          throw track.problem("the track has no \"trackID\" or no \"hash\"")
        }
        hashes[id, default: []].append(hash.lowercased())
      }
      add(Entry(path: FilePath(shown: name), algorithm: algorithm, hashes: hashes))
    }
  }

  /// What a line says: that a track of a movie has a hash.
  private struct Claim: Hashable {
    let number: Int
    let id: UInt32
    let hash: String
  }

  /// Reads what `hash` printed as text: a line for each track.
  private mutating func read(lines text: ArraySlice<UInt8>) throws(JSONReader.Problem) {
    var rest = text
    var claims: Set<Claim> = []
    // The movie that the line before began or went on with; nil if other lines lie between those of its movie.
    var previous: Int?
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      rest = rest[line.endIndex...].dropFirst()
      guard line.contains(where: { !$0.isSpaceOfLine }) else { continue }
      guard let track = HashLine(line) else {
        throw JSONReader.Problem(
          reason: "expected a line of 'movtool hash', such as 'sha256 HASH  FILE: track 1'",
          offset: line.startIndex)
      }
      let number: Int
      // The lines of a movie follow one another. Broken movies have several of one ID, so those of a second list right
      // after the first are added, which changes nothing if they say the same.
      if let last = previous, entries[last].path == track.path {
        guard entries[last].algorithm == track.algorithm else {
          throw JSONReader.Problem(
            reason: "the lines of \(track.path.description.quoted) have different algorithms",
            offset: line.startIndex)
        }
        entries[last].hashes[track.id, default: []].append(track.hash)
        number = last
      } else if let known = byPath[Self.simplified(track.path)] {
        previous = nil
        // A second list may say the same.
        if claims.contains(Claim(number: known, id: track.id, hash: track.hash)) { continue }
        // A list that was sorted names the tracks of a movie apart.
        guard entries[known].algorithm == track.algorithm, entries[known].hashes[track.id] == nil
        else {
          throw JSONReader.Problem(
            reason: "\(track.path.description.quoted) is in the list twice, with different "
              + "hashes; remove the older lines",
            offset: line.startIndex)
        }
        entries[known].hashes[track.id] = [track.hash]
        number = known
      } else {
        number = entries.count
        previous = number
        add(
          Entry(
            path: track.path, algorithm: track.algorithm, hashes: [track.id: [track.hash]]))
      }
      claims.insert(Claim(number: number, id: track.id, hash: track.hash))
    }
  }

  private mutating func add(_ entry: Entry) {
    let path = Self.simplified(entry.path)
    if let known = byPath[path] {
      entries[known] = entry
      return
    }
    byPath[path] = entries.count
    endings.add(entries.count, path)
    entries.append(entry)
  }

  private static func components(_ path: FilePath) -> [ArraySlice<UInt8>] {
    path.bytes.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual([UInt8(ascii: ".")]) }
  }

  /// The path of the same file without what leads nowhere: `a/1.mov` for `./a//1.mov`.
  private static func simplified(_ path: FilePath) -> FilePath {
    let slash = [UInt8(ascii: "/")]
    let root = path.bytes.starts(with: slash) ? slash : []
    return FilePath(bytes: root + Array(components(path).joined(separator: slash)))
  }

  /// Returns the number of the movie that a file must be: the one of its path or, because copies are in other folders,
  /// the one of its name whose path ends most like the file's and, of several such, is in the fewest folders. Nil if
  /// there is none, or several fit as well.
  func number(of path: FilePath) -> Int? {
    let path = Self.simplified(path)
    return byPath[path] ?? endings.number(of: path)
  }

  /// Whether a movie of the list has the path, and not only its name.
  func hasPath(_ path: FilePath) -> Bool { byPath[Self.simplified(path)] != nil }
}

/// A line that `hash` prints for a track: `sha256 HASH  FILE: track 1, vide, avc1, …`.
private struct HashLine {
  let algorithm: HashAlgorithm
  let hash: String
  let path: FilePath
  let id: UInt32

  init?(_ line: ArraySlice<UInt8>) {
    guard let wordEnd = line.firstIndex(of: 0x20),
      let algorithm = HashAlgorithm(
        rawValue: String(decoding: line[..<wordEnd], as: UTF8.self))
    else { return nil }
    let rest = line[(wordEnd + 1)...]
    // Two spaces are between the hash and the name.
    guard let hashEnd = rest.firstIndex(of: 0x20), hashEnd - rest.startIndex == algorithm.digits,
      rest[..<hashEnd].allSatisfy({ $0.hexadecimalValue != nil }),
      rest[(hashEnd + 1)...].first == 0x20
    else { return nil }
    let named = rest[(hashEnd + 2)...]
    // The name can have the same words in it.
    let mark = Array(": track ".utf8)
    guard
      let nameEnd = named.indices.last(where: {
        named[$0] == mark[0] && named[$0...].starts(with: mark)
      }), nameEnd > named.startIndex
    else { return nil }
    let digits = named[(nameEnd + mark.count)...].prefix { $0 != UInt8(ascii: ",") }
    guard let id = UInt32(String(decoding: digits, as: UTF8.self)) else { return nil }
    self.algorithm = algorithm
    hash = String(decoding: rest[..<hashEnd], as: UTF8.self).lowercased()
    path = FilePath(shown: String(decoding: named[..<nameEnd], as: UTF8.self))
    self.id = id
  }
}

extension UInt8 {
  /// Whether it is a space, a tab or the end of a line.
  fileprivate var isSpaceOfLine: Bool { self == 0x20 || 0x09...0x0D ~= self }
}

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
    let errors = messages.errors
    let movie = HashedMovie.read(path, listed.algorithm, selector, messages)
    guard messages.errors == errors else {
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
