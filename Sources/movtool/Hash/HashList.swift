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
    // A list that says nothing would pass for one whose movies are all the same.
    guard text.contains(where: { !$0.isSpace }) else {
      throw JSONReader.Problem(reason: "the list is empty", offset: 0)
    }
    guard bytes.isLikeJSON else {
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
      guard line.contains(where: { !$0.isSpace }) else { continue }
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
