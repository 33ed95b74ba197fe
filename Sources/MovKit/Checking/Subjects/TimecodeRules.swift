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
          "the description counts \(description.timeScale) ticks per second and the media "
            + "\(track.timescale)", at: place())
      }
    }
  }
}

/// Rules about what editing programs link files by, and what broadcasters expect.
struct RelinkRules {
  private let movie: Movie

  init(_ movie: Movie) { self.movie = movie }

  func run(_ found: inout CheckFindings) {
    let place = CheckPlace(path: "moov", offset: movie.atom.offset)
    // A picture that is attached, such as a cover, is no video.
    let videos = movie.tracks(.video)
    if videos.isEmpty {
      found.report("video-missing", "the movie has no video", at: place)
    } else if movie.timecodeTracks.isEmpty, movie.unreadableTimecodeTrack == nil {
      found.report("timecode-missing", "the movie has no timecode track", at: place)
    }
    for track in found.holds("reel-missing") ? movie.timecodeTracks : [] {
      guard let timecode = try? TimecodeTrack(track),
        timecode.formats.allSatisfy({ $0.sourceName?.text.isEmpty ?? true })
      else { continue }
      found.report("reel-missing", "the timecode names no reel", at: track.place())
    }
    for track in found.holds("frame-rate-varies") ? videos : [] {
      let cadence = track.frameCadence
      guard let cadence, !cadence.isEven || cadence.grain > 1 else { continue }
      found.report(
        "frame-rate-varies", "the frames of track \(track.id) have different durations",
        at: track.place("mdia", "minf", "stbl", "stts"))
    }
  }
}
