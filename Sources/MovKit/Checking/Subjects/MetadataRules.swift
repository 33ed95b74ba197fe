/// Rules about metadata.
struct MetadataRules {
  private let movie: Movie

  init(_ movie: Movie) { self.movie = movie }

  func run(_ found: inout CheckFindings) {
    check(movie.atom, "moov", &found)
    for track in movie.tracks { check(track.atom, track.path, &found) }
  }

  private func check(_ holder: Atom, _ path: String, _ found: inout CheckFindings) {
    let userData = holder.first("udta")
    for (meta, prefix) in [
      (holder.first("meta"), path), (userData?.first("meta"), "\(path)/udta"),
    ] {
      guard let meta, let ilst = meta.first("ilst"), let keysAtom = meta.first("keys"),
        let keys = try? keysAtom.decode(KeyList.self)
      else { continue }
      let place = CheckPlace(path: "\(prefix)/meta/ilst", offset: ilst.offset)
      for item in ilst.children where !item.type.isFreeSpace {
        let index = item.type.rawValue
        guard index == 0 || UInt64(index) > UInt64(keys.keys.count) else { continue }
        found.report(
          "metadata-key", "item \(index) has no key: there are \(keys.keys.count)", at: place)
      }
    }
    for item in holder.metadata(at: path) where Self.places.contains(item.key) {
      guard case .text(let text) = item.value, !Self.isLocation(text) else { continue }
      found.report(
        "location-form", "the location \(item.key) is '\(text.prefix(40))'",
        at: CheckPlace(path: path, offset: holder.offset))
    }
  }

  private static let places: Set = ["\u{A9}xyz", "com.apple.quicktime.location.ISO6709"]

  /// Whether a text is a point as ISO 6709, annex H, writes it: two or three signed numbers.
  private static func isLocation(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var position = 0
    var numbers = 0
    while position < bytes.count, bytes[position] == 0x2B || bytes[position] == 0x2D {
      position += 1
      let start = position
      while position < bytes.count,
        (0x30...0x39).contains(bytes[position]) || bytes[position] == 0x2E
      { position += 1 }
      guard position > start else { return false }
      numbers += 1
    }
    guard numbers == 2 || numbers == 3 else { return false }
    // A name of the coordinate system may follow, and a slash.
    return position == bytes.count || bytes[position] == 0x2F
      || bytes[position...].starts(with: "CRS".utf8)
  }
}
