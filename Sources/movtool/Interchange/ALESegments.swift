import MovKit

/// Reads segments from an Avid Log Exchange: the rows whose name, source file or tape is the movie's,
/// or the only row. Several rows of one movie follow each other without gaps, unless one is a clip of which the
/// others are subclips. They begin with the first frame of the movie.
enum ALESegments {
  private enum Section {
    case none, heading, column, data
  }

  private struct Row {
    let line: Int
    let values: [String: String]

    /// The value of a column; nil if it is empty or missing.
    func value(_ name: String) -> String? {
      values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    var names: [String] { ["Name", "Source File", "Tape"].compactMap { value($0) } }

    /// The number of a reel is mostly one of a few, and its name says which it is.
    var reel: String? {
      ["Tape", "Reel", "Reel Name", "Reel #"].lazy.compactMap { value($0) }.first
    }
  }

  /// The most rows without the movie's name that are kept until it is known whether they are the only
  /// ones.
  private static let mostOtherRows = 2

  static func read(
    _ text: ListText, _ context: SegmentList.Context
  ) throws(SegmentListError) -> SegmentList {
    var section = Section.none
    var rate: FrameRate?
    var columns: [String] = []
    var rows: [Row] = []
    var others: [Row] = []
    var names = RowNames()
    var listed = ListedName(context)
    for (number, line) in text.lines {
      let word = line.filter { !$0.isWhitespace }
      if word.isEmpty { continue }
      switch word {
      case "Heading": section = .heading
      case "Column": section = .column
      case "Data": section = .data
      default:
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(trimmed)
        switch section {
        case .none: throw SegmentListError("expected 'Heading'", line: number)
        case .heading: rate = try headingRate(fields, line: number) ?? rate
        case .column: columns = fields
        case .data:
          let row = try row(fields, columns, line: number)
          let answers = row.names.map { listed.offer($0) }
          if answers.contains(.better) { rows = [] }
          if answers.contains(where: { $0 != .other }) {
            rows.append(row)
          } else if others.count < mostOtherRows {
            others.append(row)
          }
          if let name = row.names.first { names.add(name) }
        }
      }
    }
    try listed.check()
    var list = SegmentList()
    if rows.isEmpty {
      try names.checkOne(context, &list)
      guard others.count < mostOtherRows else {
        throw SegmentListError(
          "the log has several rows, and none names '\(context.movieName)'")
      }
      rows = others
    }
    if let clip = try clip(of: rows, rate, context) {
      list.notes.append(
        "of the \(rows.count) rows for the movie, that in line \(clip.line) has all that the others have, and "
          + "is used alone")
      rows = [clip]
    } else if rows.count > 1 {
      list.notes.append(
        "the log has \(rows.count) rows for the movie; they follow each other without gaps")
    }
    list.runs = try runs(rows, rate, context)
    list.countsFromFirstFrame = true
    return list
  }

  private static func trimmed(_ field: Substring) -> String {
    var field = field.drop { $0 == " " }
    while field.last == " " { field = field.dropLast() }
    return String(field)
  }

  /// Reads a line of the heading, which has one name and value or several.
  private static func headingRate(
    _ fields: [String], line: Int
  ) throws(SegmentListError) -> FrameRate? {
    var rate: FrameRate?
    for place in stride(from: 0, to: fields.count - 1, by: 2) where fields[place] == "FPS" {
      rate = try Self.rate(fields[place + 1], line: line)
    }
    return rate
  }

  private static func rate(_ text: String, line: Int) throws(SegmentListError) -> FrameRate {
    guard let rate = FrameRate(text) else {
      throw SegmentListError("'\(text)' is not a rate, such as 25 or 29.97", line: line)
    }
    return rate
  }

  private static func row(
    _ fields: [String], _ columns: [String], line: Int
  ) throws(SegmentListError) -> Row {
    guard !columns.isEmpty else {
      throw SegmentListError("there is no line of names after 'Column'", line: line)
    }
    // A tab at the end of the line is common.
    let last = fields.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    guard last <= columns.count else {
      throw SegmentListError(
        "the row has \(last) values, and there are \(columns.count) columns", line: line)
    }
    return Row(line: line, values: Dictionary(zip(columns, fields)) { first, _ in first })
  }

  /// Lays rows one after the other.
  private static func runs(
    _ rows: [Row], _ heading: FrameRate?, _ context: SegmentList.Context
  ) throws(SegmentListError) -> [TimecodeRun] {
    var collector = RunCollector()
    var place = MediaTime.zero
    for row in rows {
      var run = try run(row, heading, context)
      guard place.isNumeric else {
        throw SegmentListError(
          "the row before this one has neither an end nor a duration", line: row.line)
      }
      run.time = place
      try collector.add(run, line: row.line)
      place = run.duration.map { place + $0 } ?? .indefinite
    }
    return collector.runs
  }

  /// Reads a row without its time.
  private static func run(
    _ row: Row, _ heading: FrameRate?, _ context: SegmentList.Context
  ) throws(SegmentListError) -> TimecodeRun {
    let (line, start) = (row.line, row.value("Start"))
    guard let start, let label = try? TimecodeText(start) else {
      throw SegmentListError(
        start.map { "the start '\($0)' is not a timecode" } ?? "the start is missing", line: line)
    }
    let stated = try row.value("FPS").map { (text) throws(SegmentListError) in
      try Self.rate(text, line: line)
    }
    let rate = try context.rate(stated: stated ?? heading, line: line)
    let format = try TimecodeFormat.ofList(
      rate, isDropFrame: try label.isDropFrame(at: rate, stated: nil, line: line), reel: row.reel,
      line: line)
    let number = try format.frameNumber(of: label, line: line)
    return TimecodeRun(
      at: .zero, duration: try duration(row, number, format), format: format, frameNumber: number)
  }

  /// Returns the clip of which all other rows are subclips; nil if there is none.
  private static func clip(
    of rows: [Row], _ heading: FrameRate?, _ context: SegmentList.Context
  ) throws(SegmentListError) -> Row? {
    guard rows.count > 1 else { return nil }
    // The runs are not kept, because a log can have very many rows.
    var longest: (row: Row, run: TimecodeRun, duration: MediaTime)?
    for row in rows {
      let run = try run(row, heading, context)
      guard let duration = run.duration else { return nil }
      if let longest, longest.duration >= duration { continue }
      longest = (row, run, duration)
    }
    guard let clip = longest else { return nil }
    for row in rows where row.line != clip.row.line {
      // Rows of one name are the stretches of one movie.
      guard row.value("Name") != clip.row.value("Name"),
        isPart(try run(row, heading, context), of: clip.run)
      else { return nil }
    }
    return clip.row
  }

  /// Whether the labels of a run are some of those of another.
  private static func isPart(_ run: TimecodeRun, of whole: TimecodeRun) -> Bool {
    guard run.format == whole.format, let part = run.duration, let length = whole.duration,
      let frames = whole.format.frames(from: whole.frameNumber, to: run.frameNumber)
    else { return false }
    let before = whole.format.frameDuration.multiplied(by: frames)
    return before.isNumeric && before + part <= length
  }

  private static func duration(
    _ row: Row, _ start: Int64, _ format: TimecodeFormat
  ) throws(SegmentListError) -> MediaTime? {
    if let text = row.value("End") {
      return try format.duration(from: start, toEnd: text, line: row.line)
    }
    guard let text = row.value("Duration") else { return nil }
    guard let label = try? TimecodeText(text) else {
      throw SegmentListError("the duration '\(text)' is not a timecode", line: row.line)
    }
    let count = try format.numberOfEnd(label, line: row.line)
    return try format.duration(ofFrames: count, line: row.line)
  }
}
