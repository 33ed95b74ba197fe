/// Rules about what editing programs link files by, and what broadcasters expect.
struct RelinkRules {
  private let movie: Movie

  init(_ movie: Movie) { self.movie = movie }

  func run(_ found: inout CheckFindings) {
    let place = CheckPlace(path: "moov", offset: movie.atom.offset)
    if found.holds("movie-starts-late"), let finding = movie.findingOfLateStart {
      found.add(finding)
    }
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
      guard let cadence = track.frameCadence, !cadence.isEven || cadence.grain > 1 else { continue }
      found.report(
        "frame-rate-varies", "the frames of track \(track.id) have different durations",
        at: track.place("mdia", "minf", "stbl", "stts"))
    }
  }
}
