import MovKit

/// The items of two files that are compared: those of the files, of their movies, and of tracks with the same ID.
struct ItemDiff {
  /// What has the same items in both files, and the path of their `meta` in the first one.
  private struct Holder {
    let path: String
    let first: FileItems
    let second: FileItems
  }

  /// The last is compared first: there can be one for each track.
  private var holders: [Holder] = []
  private var comparison: (path: String, items: ItemComparison)?

  init(_ first: AtomFile, _ second: AtomFile) {
    defer { holders.reverse() }
    if let a = FileItems(first), let b = FileItems(second) {
      holders.append(Holder(path: "meta", first: a, second: b))
    }
    guard let movie = first.storedMovie?.movie, let other = second.storedMovie?.movie else {
      return
    }
    if let a = FileItems(in: movie, of: first), let b = FileItems(in: other, of: second) {
      holders.append(Holder(path: "moov/meta", first: a, second: b))
    }
    var tracks: [UInt32: Atom] = [:]
    for track in other.children where track.type == "trak" && track.first("meta") != nil {
      if let id = track.trackID, tracks[id] == nil { tracks[id] = track }
    }
    guard !tracks.isEmpty else { return }
    for (track, name) in zip(movie.children, movie.children.pathComponents())
    where track.type == "trak" {
      guard let a = FileItems(in: track, of: first), let id = track.trackID,
        let b = tracks[id].flatMap({ FileItems(in: $0, of: second) })
      else { continue }
      holders.append(Holder(path: "moov/\(name)/meta", first: a, second: b))
    }
  }

  /// Whether there is nothing to compare.
  var isEmpty: Bool { holders.isEmpty }

  /// An item that was compared, and the path of the `meta` that has it in the first file.
  struct Line {
    let path: String
    let result: ItemComparison.Result

    /// The path, if it is not that of the file's own items, and the item.
    private var name: String {
      let item = result.item
      return (path == "meta" ? "" : "\(path) ")
        + "item \(item.id) (\(item.type.description.escaped))"
    }

    /// What differs, or how many bytes are the same.
    var text: String {
      guard let a = result.sizes.first else {
        return "\(name): its bytes cannot be read in the first file\n"
      }
      guard let b = result.sizes.second else {
        return "\(name): its bytes cannot be read in the second file\n"
      }
      var parts: [String] = []
      if a != b { parts.append("\(Self.bytes(a)) -> \(b)") }
      if let place = result.firstDifferent {
        parts.append("the bytes differ, from byte \(place) on")
      }
      return "\(name): "
        + (parts.isEmpty ? "the same \(Self.bytes(a))" : parts.joined(separator: "; ")) + "\n"
    }

    private static func bytes(_ count: UInt64) -> String { counted(count, "byte") }
  }

  /// Compares the next item; nil at the end.
  mutating func next() throws(IOError) -> Line? {
    while true {
      if let result = try comparison?.items.next() {
        return Line(path: comparison?.path ?? "", result: result)
      }
      guard let holder = holders.popLast() else { return nil }
      let items = ItemComparison(holder.first, holder.second, after: comparison?.items)
      comparison = (holder.path, items)
    }
  }
}

extension JSONWriter {
  /// Writes what was found of an item in two files. Every key is always present.
  mutating func write(_ line: ItemDiff.Line) throws(Failure) {
    let result = line.result
    try beginObject()
    try member("path", line.path)
    try member("itemID", result.item.id)
    try member("type", result.item.type.description)
    try member("firstSize", result.sizes.first)
    try member("secondSize", result.sizes.second)
    try member("firstDifferentByte", result.firstDifferent)
    try member("isSame", result.isSame)
    try endObject()
  }
}
