import MovKit

/// What `extract timecode` prints of a file as one JSON document.
protocol TimecodeJSONDocument {
  /// What is odd about the file.
  var diagnostics: [Diagnostic] { get }

  func write(to json: inout JSONWriter) throws(Failure)
}

/// Writes the output of `extract timecode`: a document for each movie, or a line for each frame.
struct TimecodeResults: TimecodeWriter {
  private let output: Output
  private var json: JSONWriter
  private let asLines: Bool
  /// Whether several files are read.
  private let ofSeveral: Bool

  init(to output: Output, asLines: Bool, layout: JSONWriter.Layout, ofSeveral: Bool) {
    self.output = output
    self.asLines = asLines
    self.ofSeveral = ofSeveral
    json = JSONWriter(to: output, layout: asLines ? .compact : layout)
  }

  /// Writes the timecode of a movie. Returns diagnostics that are not in the document.
  mutating func write(_ movie: TimecodeMovie) throws(Failure) -> [Diagnostic] {
    if asLines { return try TimecodeLines(movie: movie, namesFile: ofSeveral).write(to: &json) }
    try TimecodeDocument(movie: movie).write(to: &json)
    try json.endDocument()
    return []
  }

  /// Writes what else a file says of timecode.
  mutating func write(_ document: any TimecodeJSONDocument) throws(Failure) {
    try document.write(to: &json)
    try json.endDocument()
  }

  mutating func finish() throws(Failure) {
    try json.endLines()
    try output.finish()
  }
}
