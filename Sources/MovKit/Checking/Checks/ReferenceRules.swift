/// Rules about what tracks and sample descriptions refer to.
struct ReferenceRules {
  private let movie: Movie

  init(_ movie: Movie) { self.movie = movie }

  func run(_ found: inout CheckFindings) {
    if movie.atom.first("rmra") != nil {
      found.add(.moviesInstead(movie.atom, orOwnTracks: true))
    }
    checkCycles(&found)
    for track in movie.tracks {
      checkDataReferences(of: track, &found)
      lazy var place = track.place("tref")
      for id in track.references(by: "chap") {
        guard let target = movie.track(id), let kind = target.mediaType, id != track.id,
          !Self.chapterKinds.contains(kind)
        else { continue }
        found.report(
          "chapter-kind", "chap refers to track \(id), which is \(kind)", at: place)
      }
      for id in track.references(by: "tmcd") {
        guard let target = movie.track(id), let kind = target.mediaType, id != track.id,
          !target.isTimecode
        else { continue }
        found.report(
          "timecode-kind", "tmcd refers to track \(id), which is \(kind)", at: place)
      }
    }
  }

  private static let chapterKinds: Set<MediaType> = [
    .text, .video, .subtitle, .isoSubtitle, .metadata, .picture,
  ]

  private func checkDataReferences(of track: Track, _ found: inout CheckFindings) {
    guard let references = track.atom.descendant("mdia", "minf", "dinf", "dref")?.entries,
      !references.isEmpty
    else { return }
    track.forEachSampleDescription { description, place in
      guard let index = try? description.decode(GenericDescription.self).dataReferenceIndex,
        index == 0 || Int(index) > references.count
      else { return }
      found.report(
        "data-reference-index",
        "\(description.type) names data reference \(index) of \(references.count)",
        at: place())
    }
  }

  /// Reports a circle of references of one type. Each track is visited once for each type.
  private func checkCycles(_ found: inout CheckFindings) {
    var types: Set<FourCC> = []
    for track in movie.tracks { track.forEachReference { type, _ in types.insert(type) } }
    types.subtract(Self.mutual)
    for type in types.sorted(by: { $0.rawValue < $1.rawValue }).prefix(32) {
      checkCycle(of: type, &found)
    }
  }

  /// Types of references that two tracks may have to each other (QuickTime File Format, "Track Reference
  /// Atoms"): that they are synchronized says nothing of what one needs.
  private static let mutual: Set<FourCC> = ["sync"]

  private func checkCycle(of type: FourCC, _ found: inout CheckFindings) {
    // That a track refers to itself or to none is another rule.
    ReferenceCycles.forEach(from: movie.tracks.map(\.id)) { id in
      (movie.track(id)?.references(by: type) ?? []).filter { $0 != id && movie.track($0) != nil }
    } report: { from, to in
      found.report(
        "track-reference-cycle", "track \(to) and track \(from) depend on each other by \(type)",
        at: movie.track(to)?.place("tref") ?? .file)
    }
  }
}
