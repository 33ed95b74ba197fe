extension Movie {
  /// Adds what is odd about the headers of the movie and its tracks, and about the references between these.
  static func checkHeaders(
    of tracks: [Track], in moov: Atom, at offset: UInt64?, timescale: UInt32,
    _ found: inout DiagnosticList
  ) {
    if timescale == 0 {
      found.add(
        "timescale-zero", .warning, "the movie has no timescale", path: "moov", at: offset)
    }
    if timescale > UInt32(Int32.max) {
      found.add(
        "timescale-large", .warning,
        "the movie has \(timescale) ticks per second, too many to count in",
        path: "moov", at: offset)
    }
    var seen: Set<UInt32> = []
    for track in tracks {
      found.append(contentsOf: track.diagnostics)
      func note(_ rule: String, _ message: @autoclosure () -> String) {
        found.add(rule, .warning, message(), path: track.path, at: track.atom.offset)
      }
      if track.id == 0 { note("track-id-zero", "the track has ID 0") }
      if !seen.insert(track.id).inserted {
        note("track-id-duplicate", "another track also has ID \(track.id)")
      }
      if track.timescale == 0 { note("timescale-zero", "the media has no timescale") }
      if track.timescale > UInt32(Int32.max) {
        note(
          "timescale-large",
          "the media has \(track.timescale) ticks per second, too many to count in")
      }
    }
    var targets = ReferenceTargets(trackIDs: seen, in: moov)
    for track in tracks {
      track.forEachReference { type, target in
        guard target != 0, !targets.contains(target) || target == track.id else { return }
        found.add(
          "track-reference", .warning,
          target == track.id
            ? "\(type) refers to itself"
            : "\(type) refers to track \(target), which does not exist",
          path: track.path, at: track.atom.offset)
      }
    }
  }
}
