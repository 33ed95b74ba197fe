import MovKit

/// Reads segments from CSV: the columns that `extract timecode --format csv` writes, or any table
/// with a column of timecode.
enum CSVSegments {
  /// What a column says.
  private enum Meaning: CaseIterable {
    case time, duration, timecode, end, rate, dropFrame, reel, file, folder, track
    case frameNumber, frames, quanta, flags, type, language

    /// The names of the column, in the letters and digits that names are compared by. The first that
    /// a table has counts.
    var names: [String] {
      switch self {
      case .time: ["movietime", "time", "position", "at", "recordin", "pts", "ptstime", "seconds"]
      case .duration: ["duration"]
      case .timecode:
        ["timecode", "tc", "starttimecode", "starttc", "timecodestart", "sourcein", "startcode"]
      case .end: ["endtimecode", "endtc", "timecodeend", "sourceout"]
      case .rate: ["rate", "fps", "framerate", "camerafps", "shotframerate"]
      case .dropFrame: ["dropframe", "df"]
      case .reel: ["reel", "reelnumber", "reelname", "tape", "tapename", "sourcename"]
      case .file: ["file", "filename", "clipname", "sourcefile", "name", "clip"]
      case .folder: ["clipdirectory", "directory", "folder"]
      case .track: ["track", "trackid"]
      case .frameNumber: ["framenumber"]
      case .frames: ["frames"]
      case .quanta: ["quanta", "framequanta"]
      case .flags: ["flags"]
      case .type: ["type"]
      case .language: ["language"]
      }
    }
  }

  /// The columns of a table by what they say.
  private struct Columns {
    private var places: [Meaning: Int] = [:]

    init(_ names: [String]) {
      let keys = names.map { name in name.lowercased().filter { $0.isLetter || $0.isNumber } }
      for meaning in Meaning.allCases {
        places[meaning] = meaning.names.lazy.compactMap { keys.firstIndex(of: $0) }.first
      }
      // "Start" is the timecode in one table and the time in another: whatever the table lacks.
      if let start = keys.firstIndex(of: "start") {
        if places[.timecode] == nil {
          places[.timecode] = start
        } else if places[.time] == nil {
          places[.time] = start
        }
      }
      if places[.end] == nil, let end = keys.firstIndex(of: "end"), !has(.duration) {
        places[.end] = end
      }
    }

    /// The name of the file of a row, with its folder if there is a column for that.
    func file(of row: CSVRows.Row) -> String? {
      guard let file = field(.file, of: row) else { return nil }
      return field(.folder, of: row).map { "\($0)/\(file)" } ?? file
    }

    func has(_ meaning: Meaning) -> Bool { places[meaning] != nil }

    /// The field of a row; nil if it is empty or missing.
    func field(_ meaning: Meaning, of row: CSVRows.Row) -> String? {
      guard let place = places[meaning], place < row.fields.count else { return nil }
      return row.fields[place].isEmpty ? nil : row.fields[place]
    }
  }

  static func read(
    _ text: ListText, _ context: SegmentList.Context
  ) throws(SegmentListError) -> SegmentList {
    var rows = CSVRows(text.bytes)
    guard let header = try rows.next() else { throw SegmentListError("the list is empty") }
    let columns = Columns(header.fields)
    guard columns.has(.timecode) else {
      throw SegmentListError(
        "there is no column of timecode: name it 'timecode', and others 'time', 'duration', 'rate' and "
          + "'reel'", line: header.line)
    }
    var list = SegmentList()
    let name = try wantedFile(in: text, columns, context, &list)
    var collector = RunCollector()
    var track: String?
    var place = MediaTime.zero
    var isFirst = true
    var rowCount = 0
    var skipsTracks = false
    while let row = try rows.next() {
      if let name, columns.file(of: row)?.isExactly(name) != true { continue }
      let rowTrack = columns.field(.track, of: row)
      if isFirst { track = rowTrack }
      guard rowTrack == track else {
        skipsTracks = true
        continue
      }
      // Frames without timecode have an empty field, as do clips.
      guard let label = columns.field(.timecode, of: row) else {
        // What comes before does not count on here.
        if let text = columns.field(.time, of: row), let format = collector.runs.last?.format {
          collector.end(at: try Self.time(text, in: format, line: row.line))
        }
        continue
      }
      var run = try run(row, label, columns, context, &list.saysFormats)
      if columns.has(.time) {
        guard let time = columns.field(.time, of: row) else {
          throw SegmentListError("the time is missing", line: row.line)
        }
        run.time = try Self.time(time, in: run.format, line: row.line)
      } else {
        guard isFirst || !place.isIndefinite else {
          throw SegmentListError(
            "there are several rows, but neither times nor durations: add a column 'time'",
            line: row.line)
        }
        run.time = place
        place = run.duration.map { run.time + $0 } ?? .indefinite
      }
      try collector.add(run, line: row.line)
      rowCount += 1
      isFirst = false
    }
    if !columns.has(.time), rowCount > 1 {
      list.notes.append(
        "the list has \(rowCount) rows for the movie; they follow each other without gaps")
    }
    if skipsTracks {
      list.notes.append("the list has several tracks; using the rows of track \(track ?? "")")
    }
    list.runs = collector.runs
    return list
  }

  /// Returns the content of the file column in the rows to use; nil if all are to be used.
  private static func wantedFile(
    in text: ListText, _ columns: Columns, _ context: SegmentList.Context,
    _ list: inout SegmentList
  ) throws(SegmentListError) -> String? {
    guard columns.has(.file) else { return nil }
    var rows = CSVRows(text.bytes)
    _ = try rows.next()
    var names = RowNames()
    var listed = ListedName(context)
    while let row = try rows.next() {
      guard let name = columns.file(of: row) else { continue }
      if listed.offer(name) == .other { names.add(name) }
    }
    try listed.check()
    if listed.name == nil { try names.checkOne(context, &list) }
    return listed.name
  }

  /// Reads a row without its time.
  private static func run(
    _ row: CSVRows.Row, _ label: String, _ columns: Columns, _ context: SegmentList.Context,
    _ saysFormats: inout Bool
  ) throws(SegmentListError) -> TimecodeRun {
    let reel = columns.field(.reel, of: row)
    var stated: FrameRate?
    if let text = columns.field(.rate, of: row) {
      stated = FrameRate(text)
      guard stated != nil else {
        throw SegmentListError("'\(text)' is not a rate, such as 25 or 30000/1001", line: row.line)
      }
    }
    let rate = try context.rate(stated: stated, line: row.line)
    let format: TimecodeFormat
    let number: Int64
    var hasSpeed = false
    if context.rate == nil, let exact = try exactFormat(row, columns, rate, reel) {
      (format, number) = exact
      saysFormats = true
      // Without a rate, nothing says how long its frames are.
      hasSpeed = stated != nil
    } else {
      guard let text = try? TimecodeText(label) else {
        throw SegmentListError(
          "'\(label)' is not a timecode: expected HH:MM:SS:FF, or HH:MM:SS;FF for drop frame",
          line: row.line)
      }
      let isDropFrame = try text.isDropFrame(
        at: rate, stated: statedDropFrame(row, columns), line: row.line)
      format = try .ofList(
        rate, isDropFrame: isDropFrame, reel: reel, context, line: row.line)
      number = try format.frameNumber(of: text, line: row.line)
    }
    var run = TimecodeRun(at: .zero, format: format, frameNumber: number)
    if let text = columns.field(.duration, of: row) {
      let duration = try time(text, in: format, line: row.line)
      run.duration = duration
      if hasSpeed { try checkSpeed(of: row, duration, columns, format) }
    } else if let text = columns.field(.end, of: row) {
      run.duration = try format.duration(from: number, toEnd: text, line: row.line)
    }
    return run
  }

  private static func statedDropFrame(
    _ row: CSVRows.Row, _ columns: Columns
  ) throws(SegmentListError) -> Bool? {
    guard let text = columns.field(.dropFrame, of: row) else { return nil }
    guard let flag = text.saysDropFrame else {
      throw SegmentListError("'\(text)' is not yes or no for drop frame", line: row.line)
    }
    return flag
  }

  /// Throws if a row has other frames than its time is long, by more than rounding makes.
  private static func checkSpeed(
    of row: CSVRows.Row, _ duration: MediaTime, _ columns: Columns, _ format: TimecodeFormat
  ) throws(SegmentListError) {
    guard let count = columns.field(.frames, of: row).flatMap(wholeNumber),
      let expected = duration.frames(lasting: format.frameDuration),
      (Int128(count) - Int128(expected)).magnitude > 1
    else { return }
    throw SegmentListError(
      "the segment has \(count) frames, and its time is that of \(expected): it is not played at the speed of "
        + "the movie, which CSV cannot say; use JSON", line: row.line)
  }

  /// The format and the frame number by the columns that `extract timecode` writes; nil if the row
  /// does not have them.
  private static func exactFormat(
    _ row: CSVRows.Row, _ columns: Columns, _ rate: FrameRate, _ reel: String?
  ) throws(SegmentListError) -> (TimecodeFormat, Int64)? {
    guard let digits = columns.field(.frameNumber, of: row),
      let flagsText = columns.field(.flags, of: row),
      let quantaText = columns.field(.quanta, of: row)
    else { return nil }
    let type = columns.field(.type, of: row) ?? "tmcd"
    guard let code = FourCC(type), let subType = TimecodeMediaSubType(code),
      let flags = wholeNumber(flagsText).flatMap({ UInt32(exactly: $0) }),
      let quanta = wholeNumber(quantaText).flatMap({ UInt8(exactly: $0) })
    else {
      throw SegmentListError("the type, quanta or flags are not those of timecode", line: row.line)
    }
    var format = TimecodeFormat(
      mediaSubType: subType,
      frameDuration: MediaTime(value: Int64(rate.denominator), timescale: rate.numerator),
      frameQuanta: UInt32(quanta), flags: TimecodeFormat.Flags(rawValue: flags))
    if let reel {
      format.sourceName = try .ofList(reel, line: row.line)
      if let text = columns.field(.language, of: row) {
        guard let language = wholeNumber(text).flatMap({ UInt16(exactly: $0) }) else {
          throw SegmentListError("'\(text)' is not the number of a language", line: row.line)
        }
        format.sourceName?.language = language
      }
    }
    guard !format.isCounter, let number = Int64(digits) else {
      throw SegmentListError(
        format.isCounter
          ? "a counter is not timecode" : "'\(digits)' is not a frame number", line: row.line)
    }
    // Somebody may have changed one of them.
    if let label = columns.field(.timecode, of: row), (try? TimecodeText(label)) != nil,
      !format.isLabel(label, of: .frameNumber(number))
    {
      throw SegmentListError(
        "the timecode is \(label), and frame number \(digits) is \(format.text(.frameNumber(number))); "
          + "to use the timecode, leave Frame Number empty", line: row.line)
    }
    if let isDropFrame = try statedDropFrame(row, columns),
      isDropFrame != format.forLists.isDropFrame
    {
      throw SegmentListError(
        "the flags \(flagsText) say \(isDropFrame ? "non-drop" : "drop") frame, and Drop Frame says the "
          + "opposite; to use Drop Frame, leave Flags empty", line: row.line)
    }
    return (format, number)
  }

  /// Reads a time: a fraction or a decimal of seconds, `00:00:05.250`, or hours, minutes, seconds and
  /// frames since the start.
  static func time(
    _ text: String, in format: TimecodeFormat, line: Int?
  ) throws(SegmentListError) -> MediaTime {
    if let time = MediaTime(text), time.isNumeric { return time }
    if let moment = try? MovieMoment(text) {
      switch moment {
      case .time(let time): return time
      case .timecode(let label):
        return try format.duration(
          ofFrames: try format.frameNumber(of: label, line: line), line: line)
      }
    }
    throw SegmentListError(
      "'\(text)' is not a time, such as 5, 0.5, 1001/30000 or 00:00:05.250", line: line)
  }
}
