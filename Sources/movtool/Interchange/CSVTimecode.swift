import MovKit

/// Writes timecode as CSV (RFC 4180): a header row, then a row for each stretch or frame.
struct CSVTimecode: TimecodeWriter {
  private let output: Output
  private let listsFrames: Bool
  private var hasHeader = false

  /// The columns of stretches. Together they say all that is needed to write the timecode again, but for stretches
  /// at another speed.
  static let columns = [
    "File", "Track", "Movie Time", "Duration", "Timecode", "End Timecode", "Frames", "Rate",
    "Drop Frame", "Reel", "Frame Number", "Quanta", "Flags", "Type", "Language",
  ]
  /// The columns of frames.
  static let frameColumns = [
    "File", "Track", "Frame", "Movie Time", "Timecode", "Rate", "Drop Frame", "Reel",
  ]

  init(to output: Output, listsFrames: Bool) {
    self.output = output
    self.listsFrames = listsFrames
  }

  mutating func write(_ movie: TimecodeMovie) throws(Failure) -> [Diagnostic] {
    try writeHeader()
    var notes: [Diagnostic] = []
    var counted = CountedFrames()
    for track in movie.tracks {
      if listsFrames {
        notes += try movie.forEachFrame(of: track, &counted) { (frame) throws(Failure) in
          try write(Self.fields(of: frame))
        }
      } else {
        for row in movie.rows(of: track) {
          for part in row.wholeLabels { try write(Self.fields(of: part)) }
        }
      }
    }
    return notes
  }

  mutating func finish() throws(Failure) { try output.finish() }

  private mutating func writeHeader() throws(Failure) {
    guard !hasHeader else { return }
    hasHeader = true
    try write(listsFrames ? Self.frameColumns : Self.columns)
  }

  private static func fields(of row: TimecodeRow) -> [String] {
    let format = row.format
    return [
      row.movie.path.description, "\(row.track.track.id)", "\(row.segment.movieTime)",
      "\(row.segment.duration)", format.label(of: row.segment.first) ?? "",
      format.label(of: row.end) ?? "", "\(row.frames)", format.rateText,
      format.dropFrameText, format.sourceName?.text ?? "",
      row.segment.first.digits, "\(format.quantaOverride ?? format.frameQuanta)",
      "\(format.flags.rawValue)", "\(format.mediaSubType.fourCC)",
      format.sourceName.map { "\($0.language.rawValue)" } ?? "",
    ]
  }

  private static func fields(of frame: TimecodeFrameRow) -> [String] {
    let format = frame.format
    return [
      frame.file.description, "\(frame.track.track.id)", "\(frame.index)", "\(frame.time)",
      frame.label ?? "", format?.rateText ?? "", format?.dropFrameText ?? "",
      format?.sourceName?.text ?? "",
    ]
  }

  private func write(_ fields: [String]) throws(Failure) {
    try output.write { $0.append(csvRow: fields) }
  }
}

extension TimecodeFormat {
  /// Whether labels are left out. The flag means nothing at a rate at which none are.
  fileprivate var dropFrameText: String { forLists.isDropFrame ? "yes" : "no" }
}

extension TimecodeSample {
  /// The number that is stored.
  var digits: String {
    switch self {
    case .frameNumber(let number): "\(number)"
    case .counter(let count): "\(count)"
    }
  }
}
