/// Rules about metadata.
struct MetadataRules {
  private let movie: Movie

  init(_ movie: Movie) { self.movie = movie }

  func run(_ found: inout CheckFindings) {
    check(movie.atom, "moov", &found)
    for track in movie.tracks { check(track.atom, track.path, &found) }
  }

  private func check(_ holder: Atom, _ path: String, _ found: inout CheckFindings) {
    let holders: [[FourCC]] = [["meta"], ["udta", "meta"]]
    for types in holders {
      guard let meta = types.reduce(holder, { $0?.first($1) }), let ilst = meta.first("ilst"),
        let keysAtom = meta.first("keys"), let keys = try? keysAtom.decode(KeyList.self)
      else { continue }
      let place = holder.place(at: path, types + ["ilst"])
      for item in ilst.children where !item.type.isFreeSpace {
        let index = item.type.rawValue
        guard index == 0 || UInt64(index) > UInt64(keys.keys.count) else { continue }
        found.report(
          "metadata-key", "item \(index) has no key: there are \(keys.keys.count)", at: place)
      }
    }
    checkTexts(holder, path, &found)
    holder.forEachMetadataItem(at: path, of: Self.places) { item in
      guard case .text(let text) = item.value, item.location == nil else { return }
      found.report(
        "location-form", "the location \(item.key) is '\(text.prefix(40))'",
        at: CheckPlace(path: item.path))
    }
  }

  /// Checks the texts of user data, which have a size and a language before them.
  private func checkTexts(_ holder: Atom, _ path: String, _ found: inout CheckFindings) {
    let texts = holder.first("udta")?.children ?? []
    for (text, component) in zip(texts, texts.pathComponents())
    where text.type.rawValue >> 24 == 0xA9 {
      guard let record = try? text.decode(InternationalText.self), !record.isText else { continue }
      found.report(
        "user-data-text",
        "the first \(counted(min(4, record.raw.bytes.count), "byte")) of \(text.type) are not the size and the "
          + "language of a text",
        at: CheckPlace(path: "\(path)/udta/\(component)", offset: text.offset))
    }
  }

  private static let places: Set = ["\u{A9}xyz", "com.apple.quicktime.location.ISO6709"]
}
