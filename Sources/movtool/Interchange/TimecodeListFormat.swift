import MovKit

/// The formats in which `extract timecode` lists timecode.
enum TimecodeListFormat: String, CaseIterable, Sendable {
  case json, csv, edl, ale, srt, otio, txt

  /// The format that the extension of a file's name states; nil if it states none.
  init?(nameOf path: FilePath) {
    guard let name = path.nameExtension?.dropFirst() else { return nil }
    self.init(rawValue: String(name))
  }

  /// Whether the format can have a row for each video frame.
  var listsFrames: Bool {
    switch self {
    case .json, .csv, .srt, .txt: true
    case .edl, .ale, .otio: false
    }
  }

  /// The formats that can have a row for each video frame, for messages.
  static var namesOfFrameLists: String {
    allCases.filter(\.listsFrames).map(\.rawValue).listed("or")
  }
}

/// Writes the timecode of movies in one format, movie by movie.
protocol TimecodeWriter {
  /// Writes the timecode of a movie. Returns diagnostics about what is not in the output.
  mutating func write(_ movie: TimecodeMovie) throws(Failure) -> [Diagnostic]
  /// Writes what comes after the last movie, and closes the output.
  mutating func finish() throws(Failure)
}
