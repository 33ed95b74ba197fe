import MovKit

/// Reads segments from CSV: the columns that `extract timecode --format csv` writes, or any table
/// with a column of timecode. Times in the movie are as they are; those in a record count from the first row.
enum CSVSegments {
  /// What a column says.
  fileprivate enum Meaning: CaseIterable {
    case time, record, duration, timecode, end, rate, dropFrame, reel, file, folder, track
    case frameNumber, frames, quanta, flags, type, language

    /// The names of the column, in the letters and digits that names are compared by. Of those that
    /// a table has, the first that is not empty in a row counts.
    var names: [String] {
      switch self {
      case .time: ["movietime", "time", "position", "at", "pts", "ptstime", "seconds"]
      // The record is a sequence with timecode of its own, and not the movie.
      case .record: ["recordin"]
      case .duration: ["duration"]
      case .timecode:
        [
          "timecode", "tc", "starttimecode", "starttc", "timecodestart", "sourcein", "startcode",
        ] + Self.namesOfIn + ["tcstart", "mediastart", "mastertc", "abstc"]
      case .end:
        [
          "endtimecode", "endtc", "timecodeend", "sourceout", "tcout", "timecodeout", "tcend",
          "mediaend",
        ]
      // Resolve's "Camera FPS" is none: it is the speed of the sensor, which differs from that of the timecode where
      // a camera records slow motion.
      case .rate: ["rate", "fps", "framerate", "shotframerate"]
      case .dropFrame: ["dropframe", "df"]
      // The number of a reel is mostly one of a few, and its name says which it is. The roll of a camera is the reel
      // of what it records, unless the table says another.
      case .reel:
        [
          "reel", "reelname", "tape", "tapename", "sourcename", "reelnumber", "roll", "cameraroll",
          "camroll", "disklabel",
        ]
      // A path is only the folder in some tables, which then have the name in another column.
      case .file:
        [
          "file", "filename", "clipname", "sourcefile", "sourcefilename", "originalfilename",
          "mediafile", "name", "clip", "sourcepath", "filepath", "path",
        ]
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

    /// The names of a column of timecode beside which "Out" is its end.
    static let namesOfIn = ["tcin", "timecodein"]

    /// Whether its values can have decimals.
    var isNumberOrTime: Bool { [.time, .record, .duration, .rate].contains(self) }
  }

  /// The columns of a table by what they say.
  fileprivate struct Columns {
    private var places: [Meaning: [Int]] = [:]
    /// Whether numbers have a comma before their decimals.
    private let hasDecimalCommas: Bool

    init(_ names: [String], hasDecimalCommas: Bool) {
      self.hasDecimalCommas = hasDecimalCommas
      let keys = names.map { name in name.lowercased().filter { $0.isLetter || $0.isNumber } }
      for meaning in Meaning.allCases {
        let found = meaning.names.compactMap { keys.firstIndex(of: $0) }
        if !found.isEmpty { places[meaning] = found }
      }
      // "Start" is the timecode in one table and the time in another: whatever the table lacks.
      if let start = keys.firstIndex(of: "start") {
        if places[.timecode] == nil {
          places[.timecode] = [start]
        } else if !has(.time), !has(.record) {
          places[.time] = [start]
        }
      }
      // "In" and "Out" of a table that has the timecode in another column are something else.
      let takesIn = places[.timecode] == nil && keys.contains("in")
      if takesIn, let start = keys.firstIndex(of: "in") { places[.timecode] = [start] }
      let hasIn = takesIn || Meaning.namesOfIn.contains(where: keys.contains)
      var ends: [String] = []
      if hasIn { ends.append("out") }
      if !has(.duration) { ends.append("end") }
      let found = ends.compactMap { keys.firstIndex(of: $0) }
      if places[.end] == nil, !found.isEmpty { places[.end] = found }
    }

    /// The name of the file of a row, with its folder if there is a column for that.
    func file(of row: CSVRows.Row) -> String? {
      guard let file = field(.file, of: row) else { return nil }
      return field(.folder, of: row).map { "\($0)/\(file)" } ?? file
    }

    func has(_ meaning: Meaning) -> Bool { places[meaning] != nil }

    /// The field of a row; nil if it is empty or missing.
    func field(_ meaning: Meaning, of row: CSVRows.Row) -> String? {
      for place in places[meaning] ?? []
      where place < row.fields.count && !row.fields[place].isEmpty {
        let text = row.fields[place]
        guard hasDecimalCommas, meaning.isNumberOrTime else { return text }
        return DecimalComma.replaced(in: text)
      }
      return nil
    }
  }

  /// A table that was read, for any movie.
  struct Table {
    fileprivate let columns: Columns
    /// The number of its rows after the names of the columns; 0 if no column has files.
    fileprivate private(set) var count = 0
    /// The first files that it names.
    fileprivate private(set) var names = RowNames()
    /// All rows after the names of the columns.
    private let all: CSVRows
    /// Where the rows are that name a file.
    private var places: [RowPlace] = []
    private var index = NameIndex()

    init(_ text: ListText) throws(SegmentListError) {
      var rows = CSVRows(text.bytes)
      guard let header = try rows.next() else { throw SegmentListError("the list is empty") }
      columns = Columns(header.fields, hasDecimalCommas: rows.hasDecimalCommas)
      guard columns.has(.timecode) else {
        // Only spaces are between the columns of the table for people.
        let words = header.fields.first?.split(separator: " ").prefix(2) ?? []
        guard !header.fields.contains("first") || !header.fields.contains("name"),
          words != ["name", "first"]
        else {
          throw SegmentListError(SegmentListError.listOfClips, line: header.line)
        }
        if let problem = text.problemOfOtherForm { throw SegmentListError(problem) }
        throw SegmentListError(
          "there is no column of timecode: call it 'timecode', 'start' or 'tc in' in the first line, which names "
            + "the columns; others can be 'time', 'duration', 'rate' and 'reel'", line: header.line)
      }
      all = rows
      guard columns.has(.file) else { return }
      while true {
        let place = rows.place
        guard let row = try rows.next() else { break }
        count += 1
        guard let name = columns.file(of: row) else { continue }
        names.add(name)
        index.add(name, row: places.count)
        places.append(place)
      }
      index.sort()
    }

    var namesFiles: Bool { !names.isEmpty }

    /// Returns the name of a file that is most like that of a movie.
    fileprivate func listed(
      for context: SegmentList.Context
    ) throws(SegmentListError) -> ListedName {
      var listed = ListedName(context)
      var rows = all
      for number in index.rows(like: listed) {
        rows.move(to: places[number])
        guard let row = try rows.next(), let name = columns.file(of: row) else { continue }
        _ = listed.offer(name)
      }
      if listed.hasRival {
        var own: [(names: [String], reel: String?)] = []
        for number in index.rows(like: listed) {
          rows.move(to: places[number])
          guard let row = try rows.next(), let name = columns.file(of: row) else { continue }
          own.append(([name], columns.field(.reel, of: row)))
        }
        listed.decide(amongRows: own)
      }
      try listed.check()
      return listed
    }

    /// The rows of a file; all rows for nil.
    fileprivate func rows(of name: String?) -> Rows {
      Rows(
        all, of: name, columns, places: name.map { index.rows(named: $0).map { places[$0] } } ?? [])
    }
  }

  /// Rows of a table, one at a time.
  fileprivate struct Rows {
    private var rows: CSVRows
    private let name: String?
    private let columns: Columns
    private var places: ArraySlice<RowPlace>
    /// How many of them were read.
    private(set) var count = 0

    /// - Parameters:
    ///   - name: The file that they name; nil for all rows.
    ///   - places: Where they can be, if they name a file.
    init(_ rows: CSVRows, of name: String?, _ columns: Columns, places: [RowPlace]) {
      (self.rows, self.name, self.columns, self.places) = (rows, name, columns, places[...])
    }

    mutating func next() throws(SegmentListError) -> CSVRows.Row? {
      guard let name else { return try rows.next() }
      while let place = places.popFirst() {
        rows.move(to: place)
        guard let row = try rows.next(), columns.file(of: row)?.hasSameBytes(as: name) == true
        else {
          continue
        }
        count += 1
        return row
      }
      return nil
    }
  }

  /// Says when the rows for a movie begin in it: as they state or, in a list without times, where the row before ends.
  private struct RowClock {
    private let columns: Columns
    /// Where the rows so far end, if they state no times; indefinite if the last of them has no duration.
    private var end = MediaTime.zero

    init(_ columns: Columns) { self.columns = columns }

    mutating func time(
      of run: TimecodeRun, _ row: CSVRows.Row
    ) throws(SegmentListError) -> MediaTime {
      guard !columns.has(.time) else {
        guard let time = columns.field(.time, of: row) else {
          throw SegmentListError("the time is missing", line: row.line)
        }
        return try CSVSegments.time(time, in: run.format, line: row.line)
      }
      guard !end.isIndefinite else {
        throw SegmentListError(
          "there are several rows, but neither times nor durations: add a column 'time'"
            + (columns.has(.file) ? "" : ", or 'file' if each row is for another file"),
          line: row.line)
      }
      let start = end
      end = run.duration.map { start + $0 } ?? .indefinite
      return start
    }
  }

  static func read(
    _ table: Table, _ context: SegmentList.Context
  ) throws(SegmentListError) -> SegmentList {
    let columns = table.columns
    var list = SegmentList()
    let listed = try table.listed(for: context)
    let name = listed.name
    if let note = listed.note { list.notes.append(note) }
    if name == nil { try table.names.checkOne(context, &list) }
    var rows = table.rows(of: name)
    var collector = RunCollector(shortest: context.shortest)
    var record = CSVRecord()
    // The time in the movie needs no record to count from.
    let isRecord = columns.has(.record) && !columns.has(.time)
    var clock = RowClock(columns)
    var track: String?
    var rowCount = 0
    var skipsTracks = false
    while let row = try rows.next() {
      let rowTrack = columns.field(.track, of: row)
      if rowCount == 0 { track = rowTrack }
      guard rowTrack == track else {
        skipsTracks = true
        continue
      }
      // Frames without timecode have an empty field, as do clips.
      guard let label = columns.field(.timecode, of: row) else {
        // What comes before does not count on here.
        if isRecord {
          try add(nil, of: row, columns, context, to: &record)
        } else if let text = columns.field(.time, of: row),
          let format = collector.runs.last?.format
        {
          collector.end(at: try Self.time(text, in: format, line: row.line))
        }
        continue
      }
      var run = try run(row, label, columns, context, &list.saysFormats)
      rowCount += 1
      if isRecord {
        try add(run, of: row, columns, context, to: &record)
        continue
      }
      run.time = try clock.time(of: run, row)
      try collector.add(run, line: row.line)
    }
    try record.collect(into: &collector)
    let otherCount = table.count - rows.count
    if isRecord, otherCount > 0, rowCount > 0, let name {
      list.notes.append(
        "\(counted(rowCount, of: rowCount + otherCount, "row", "is", "are")) of '\(name)'; the others are "
          + "not used, and the first of these is taken for its beginning")
    }
    if !isRecord, !columns.has(.time), rowCount > 1 {
      let note = "the list has \(rowCount) rows for the movie; they follow each other without gaps"
      list.notes.append(note)
      list.noteOfOrder = note
    }
    if skipsTracks {
      list.notes.append("the list has several tracks; using the rows of track \(track ?? "")")
    }
    list.runs = collector.runs
    list.countsFromFirstFrame = !columns.has(.time)
    if list.countsFromFirstFrame { list.clipName = name ?? table.names.only }
    list.endsByLabels = columns.has(.end)
    return list
  }

  /// Adds a row to those of a record. `run` is its timecode; nil if it has none.
  private static func add(
    _ run: TimecodeRun?, of row: CSVRows.Row, _ columns: Columns, _ context: SegmentList.Context,
    to record: inout CSVRecord
  ) throws(SegmentListError) {
    guard let text = columns.field(.record, of: row) else {
      guard run == nil else { throw SegmentListError("the time is missing", line: row.line) }
      return
    }
    let rate: CountingRate
    if let known = record.rate {
      rate = known
    } else {
      rate = try context.rate(stated: statedRate(row, columns), line: row.line)
    }
    // A semicolon says drop frame, and then a colon says the opposite: the record can count in another way than the
    // source.
    let saysCounting =
      text.contains(";") || columns.field(.timecode, of: row)?.contains(";") == true
    try record.add(
      run, at: text, rate: rate, isDropFrame: saysCounting ? nil : statedDropFrame(row, columns),
      context, line: row.line)
  }

  private static func statedRate(
    _ row: CSVRows.Row, _ columns: Columns
  ) throws(SegmentListError) -> CountingRate? {
    guard let text = columns.field(.rate, of: row) else { return nil }
    guard let listed = ListedRate(text) else {
      throw SegmentListError("'\(text)' is not a rate, such as 25 or 30000/1001", line: row.line)
    }
    return listed.rate
  }

  /// Reads a row without its time.
  private static func run(
    _ row: CSVRows.Row, _ label: String, _ columns: Columns, _ context: SegmentList.Context,
    _ saysFormats: inout Bool
  ) throws(SegmentListError) -> TimecodeRun {
    let reel = columns.field(.reel, of: row)
    let stated = try statedRate(row, columns)
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
      let isDropFrame = try text.isDropFrameInRow(
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
    guard let text = columns.field(.dropFrame, of: row) else {
      return columns.field(.rate, of: row).flatMap { ListedRate($0)?.isDropFrame }
    }
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
      "the segment has \(counted(count, "frame")), and its time is that of \(expected): it is not played at the speed of "
        + "the movie, which CSV cannot say; use JSON", line: row.line)
  }

  /// The format and the frame number by the columns that `extract timecode` writes; nil if the row
  /// does not have them.
  private static func exactFormat(
    _ row: CSVRows.Row, _ columns: Columns, _ rate: CountingRate, _ reel: String?
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
      mediaSubType: subType, frameDuration: rate.frameDuration,
      frameQuanta: UInt32(quanta), flags: TimecodeFormat.Flags(rawValue: flags))
    if let reel {
      format.sourceName = try .ofList(reel, line: row.line)
      if let text = columns.field(.language, of: row) {
        guard let language = wholeNumber(text).flatMap({ UInt16(exactly: $0) }) else {
          throw SegmentListError("'\(text)' is not the number of a language", line: row.line)
        }
        format.sourceName?.language = LanguageCode(rawValue: language)
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
    switch try moment(text, line: line) {
    case .time(let time): return time
    case .timecode(let label):
      return try format.duration(
        ofFrames: try format.frameNumber(of: label, line: line), line: line)
    }
  }

  /// Reads what `time(_:in:line:)` reads, whose label needs no rate.
  static func moment(_ text: String, line: Int?) throws(SegmentListError) -> GivenMoment {
    if let time = MediaTime(text), time.isNumeric { return .time(time) }
    guard let moment = try? GivenMoment(text) else {
      throw SegmentListError(
        "'\(text)' is not a time, such as 5, 0.5, 1001/30000 or 00:00:05.250", line: line)
    }
    return moment
  }
}
