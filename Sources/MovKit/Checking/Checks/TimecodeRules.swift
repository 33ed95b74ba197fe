/// Rules about timecode tracks, besides those that `Movie.findings` has.
struct TimecodeRules {
  private let movie: Movie

  init(_ movie: Movie) { self.movie = movie }

  func run(_ found: inout CheckFindings) {
    for track in movie.timecodeTracks {
      let minf = track.atom.descendant("mdia", "minf")
      if minf?.descendant("gmhd", "tmcd") == nil {
        found.report(
          "timecode-media-header",
          minf?.first("gmhd") == nil ? "minf has no gmhd" : "gmhd has no tmcd",
          at: track.place("mdia", "minf", "gmhd"))
      }
      track.forEachSampleDescription { entry, place in
        guard let description = try? entry.decode(TimecodeDescription.self),
          description.timeScale > 0,
          track.timescale > 0, description.timeScale != track.timescale
        else { return }
        found.report(
          "timecode-timescale",
          "the description counts \(counted(description.timeScale, "tick")) per second and the media "
            + "\(track.timescale)", at: place())
      }
    }
  }
}
