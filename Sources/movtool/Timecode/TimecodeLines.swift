import MovKit

/// Writes the timecode of every video frame of a movie as JSON Lines.
struct TimecodeLines {
  let movie: TimecodeMovie
  /// Whether lines state the file name, because there are several files.
  let namesFile: Bool

  /// Writes the lines. Returns diagnostics about frames that could not be listed.
  func write(to json: inout JSONWriter) throws(Failure) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    for timecode in movie.tracks {
      guard let video = movie.video(of: timecode) else {
        notes.append(
          Diagnostic(
            "no-video-track", .warning,
            movie.movie.unreadableTrack(.video).map { "\($0)" }
              ?? "the movie has no video track to list frames of",
            path: timecode.track.path))
        continue
      }
      let timeline = TimecodeTimeline(timecode)
      var frames: TimecodedFrames.Iterator
      do throws(FormatError) {
        frames = try TimecodedFrames(timeline, of: video).makeIterator()
      } catch {
        notes.append(
          Diagnostic(
            "track-unreadable", .error, "\(error.reason)", path: error.path, at: error.offset))
        continue
      }
      try write(&frames, timeline, to: &json)
      if frames.isCut {
        notes.append(
          Diagnostic(
            "frames-left-out", .warning,
            "the video declares more frames than the file has bytes; skipping the rest",
            path: video.path))
      }
    }
    return notes
  }

  private func write(
    _ frames: inout TimecodedFrames.Iterator, _ timeline: TimecodeTimeline,
    to json: inout JSONWriter
  ) throws(Failure) {
    let file = movie.path.description
    let formats = timeline.track.formats
    var index = 0
    while let frame = frames.next() {
      try json.beginObject()
      if namesFile { try json.member("file", file) }
      try json.member("trackID", timeline.track.track.id)
      try json.member("frame", index)
      try json.member("movieTime", frame.time)
      if let (value, formatIndex) = frame.value {
        try json.members(value, in: formats[formatIndex])
      } else {
        try json.member("timecode", nil)
      }
      try json.endObject()
      try json.endLine()
      index += 1
    }
  }
}
