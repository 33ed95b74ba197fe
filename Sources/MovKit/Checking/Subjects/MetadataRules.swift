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
    holder.forEachMetadataItem(at: path) { item in
      guard Self.places.contains(item.key), case .text(let text) = item.value,
        GeographicLocation(iso6709: text) == nil
      else { return }
      found.report(
        "location-form", "the location \(item.key) is '\(text.prefix(40))'",
        at: CheckPlace(path: path, offset: holder.offset))
    }
  }

  private static let places: Set = ["\u{A9}xyz", "com.apple.quicktime.location.ISO6709"]
}
