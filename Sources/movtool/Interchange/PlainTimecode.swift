import MovKit

/// Writes timecode as plain text for people: a line for each stretch or frame.
struct PlainTimecode: TimecodeWriter {
  private let output: Output
  private let listsFrames: Bool
  /// Whether lines begin with the name of the file, because there are several.
  private let namesFile: Bool

  init(to output: Output, listsFrames: Bool, namesFile: Bool) {
    self.output = output
    self.listsFrames = listsFrames
    self.namesFile = namesFile
  }

  mutating func write(_ movie: TimecodeMovie) throws(Failure) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    var counted = CountedFrames()
    for track in movie.tracks {
      if listsFrames {
        notes += try movie.forEachFrame(of: track, &counted) { (frame) throws(Failure) in
          try write(movie, frame.time.readableOrKind + "  " + (frame.label ?? "no timecode"))
        }
      } else {
        for row in movie.rows(of: track) { try write(movie, Self.text(of: row)) }
      }
    }
    return notes
  }

  mutating func finish() throws(Failure) { try output.finish() }

  private func write(_ movie: TimecodeMovie, _ text: String) throws(Failure) {
    try output.write(((namesFile ? "\(movie.path): " : "") + text).escaped + "\n")
  }

  private static func text(of row: TimecodeRow) -> String {
    let format = row.format
    let (first, last) = (row.segment.first, row.segment.last)
    let time = row.segment.movieTime.readableOrKind
    var text = "\(time)  \(format.text(first)) to \(format.text(last))"
    text += ", \(counted(row.frames, "frame"))"
    if !format.shownRate.isEmpty { text += ", \(format.shownRate) fps" }
    if let reel = row.reel { text += ", reel \(reel)" }
    return text
  }
}
