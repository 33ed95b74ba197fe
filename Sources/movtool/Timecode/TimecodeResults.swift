import MovKit

/// What `extract timecode` prints: a document for each movie, or a line for each frame.
struct TimecodeResults {
  private let output: Output
  private var json: JSONWriter
  private let asLines: Bool
  private let ofSeveral: Bool

  init(to output: Output, asLines: Bool, layout: JSONWriter.Layout, ofSeveral: Bool) {
    self.output = output
    self.asLines = asLines
    self.ofSeveral = ofSeveral
    json = JSONWriter(to: output, layout: asLines ? .compact : layout)
  }

  /// Returns what is worth a warning and stands in no document.
  mutating func write(_ movie: TimecodeMovie) throws(Failure) -> [Diagnostic] {
    if asLines { return try TimecodeLines(movie: movie, namesFile: ofSeveral).write(to: &json) }
    try TimecodeDocument(movie: movie).write(to: &json)
    try json.endDocument()
    return []
  }

  mutating func finish() throws(Failure) {
    try json.endLines()
    try output.finish()
  }
}
