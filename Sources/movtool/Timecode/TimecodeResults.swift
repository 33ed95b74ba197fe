import MovKit

/// What `extract timecode` prints: a document, an array of them for several movies, or lines.
struct TimecodeResults {
  private let output: Output
  private var json: JSONWriter
  private let asLines: Bool
  private let ofSeveral: Bool

  init(to output: Output, asLines: Bool, ofSeveral: Bool) throws(Failure) {
    self.output = output
    self.asLines = asLines
    self.ofSeveral = ofSeveral
    json = JSONWriter(to: output, layout: asLines ? .compact : .pretty)
    if ofSeveral, !asLines { try json.beginArray() }
  }

  /// Returns what is worth a warning and stands in no document.
  mutating func write(_ movie: TimecodeMovie) throws(Failure) -> [Diagnostic] {
    if asLines { return try TimecodeLines(movie: movie, namesFile: ofSeveral).write(to: &json) }
    try TimecodeDocument(movie: movie).write(to: &json)
    return []
  }

  mutating func finish() throws(Failure) {
    if asLines {
      try json.endLines()
    } else {
      if ofSeveral { try json.endArray() }
      try json.endDocument()
    }
    try output.finish()
  }
}
