/// Rules about what tracks and sample descriptions refer to.
struct ReferenceRules {
  private let movie: Movie

  init(_ movie: Movie) { self.movie = movie }

  func run(_ found: inout CheckFindings) {
    checkCycles(&found)
    for track in movie.tracks {
      checkDataReferences(of: track, &found)
      let place = track.place("tref")
      for id in track.references["chap"] ?? [] {
        guard let target = movie.track(id), let kind = target.mediaType, id != track.id,
          !Self.chapterKinds.contains(kind)
        else { continue }
        found.report(
          "chapter-kind", "chap refers to track \(id), which is \(kind)", at: place)
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
    let place = track.place("mdia", "minf", "stbl", "stsd")
    for description in track.sampleDescriptions {
      guard let index = try? description.decode(GenericDescription.self).dataReferenceIndex,
        index == 0 || Int(index) > references.count
      else { continue }
      found.report(
        "data-reference-index",
        "\(description.type) names data reference \(index) of \(references.count)",
        at: place)
    }
  }

  /// Reports a circle of references of one type. Each track is visited once for each type.
  private func checkCycles(_ found: inout CheckFindings) {
    var types: Set<FourCC> = []
    for track in movie.tracks { types.formUnion(track.references.keys) }
    for type in types.sorted(by: { $0.rawValue < $1.rawValue }).prefix(32) {
      checkCycle(of: type, &found)
    }
  }

  private enum Visit { case begun, done }

  private func checkCycle(of type: FourCC, _ found: inout CheckFindings) {
    var visits: [UInt32: Visit] = [:]
    for start in movie.tracks where visits[start.id] == nil {
      // The tracks on the way, each with the references that are still to be followed.
      var way: [(id: UInt32, next: [UInt32])] = [(start.id, start.references[type] ?? [])]
      visits[start.id] = .begun
      while let last = way.indices.last {
        guard let id = way[last].next.popLast() else {
          visits[way[last].id] = .done
          way.removeLast()
          continue
        }
        guard id != way[last].id, let target = movie.track(id) else { continue }
        switch visits[id] {
        case .done: break
        case .begun:
          found.report(
            "track-reference-cycle",
            "track \(id) and track \(way[last].id) depend on each other by \(type)",
            at: target.place("tref"))
        case nil:
          visits[id] = .begun
          way.append((id, target.references[type] ?? []))
        }
      }
    }
  }
}
