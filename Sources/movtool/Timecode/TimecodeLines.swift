import MovKit

/// Writes the timecode of every video frame of a movie as JSON Lines.
struct TimecodeLines {
  let movie: TimecodeMovie
  /// Whether lines state the file name, because there are several files.
  let namesFile: Bool

  /// Writes the lines. Returns diagnostics about frames that could not be listed.
  func write(to json: inout JSONWriter) throws(Failure) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    var counted = CountedFrames()
    let file = movie.path.description
    for timecode in movie.tracks {
      notes += try movie.forEachFrame(of: timecode, &counted) { (frame) throws(Failure) in
        try json.beginObject()
        if namesFile { try json.member("file", file) }
        try json.member("trackID", timecode.track.id)
        try json.member("frame", frame.index)
        try json.member("movieTime", frame.time)
        if let (value, formatIndex) = frame.value {
          try json.members(value, in: timecode.formats[formatIndex])
        } else {
          try json.member("timecode", nil)
        }
        try json.endObject()
        try json.endLine()
      }
    }
    return notes
  }
}
