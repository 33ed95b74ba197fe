import MovKit

/// Reads segments from an Avid Log Exchange: the rows whose name, source file or tape is the movie's,
/// or the only row, or all if all have the same names. Several rows of one movie follow each other without gaps, unless one is
/// a clip of which the others are subclips. They begin with the first frame of the movie.
enum ALESegments {
  private enum Section {
    case none, heading, column, data
  }

  /// Where the columns are that count. A log can have dozens of others.
  fileprivate struct Columns {
    let count: Int
    let start: Int
    let name: Int?
    let end: Int?
    let duration: Int?
    let rate: Int?
    /// The number of a reel is mostly one of a few, and its name says which it is. The roll of a camera is the reel
    /// of what it records, unless the log says another.
    let reels: [Int]
    /// Those that can name the movie.
    let names: [Int]

    init(_ fields: [Substring], line: Int) throws(SegmentListError) {
      /// The place of a column, which some programs write in other letters.
      func place(_ name: String) -> Int? {
        fields.firstIndex { $0 == name }
          ?? fields.firstIndex { $0.lowercased() == name.lowercased() }
      }
      guard let start = place("Start") else {
        throw SegmentListError(
          fields.count == 1 && fields[0].contains(",")
            ? "there is one column: the fields of an Avid log are separated by tabs"
            : "there is no column 'Start', with the timecode of the first frame", line: line)
      }
      (count, self.start) = (fields.count, start)
      name = place("Name")
      end = place("End")
      duration = place("Duration")
      rate = place("FPS")
      reels = [
        "Tape", "Reel", "Reel Name", "Reel #", "Roll", "Camera Roll", "Cam Roll", "Camroll",
        "Camera Roll #", "Disk Label",
      ].compactMap(place)
      names = [
        "Name", "Source File", "Source File Name", "Source Path", "File Path", "File Name", "Tape",
      ].compactMap(place)
    }

    /// The names in a row.
    func names(in fields: [Substring]) -> [String] {
      names.filter { $0 < fields.count && !fields[$0].isEmpty }.map { String(fields[$0]) }
    }
  }

  /// What a row says: each value is nil if it is empty or missing.
  fileprivate struct Row {
    let line: Int
    let name: String?
    let start: String?
    let end: String?
    let duration: String?
    let rate: String?
    let reel: String?

    init(_ fields: [Substring], _ columns: Columns, line: Int) {
      func value(_ place: Int?) -> String? {
        guard let place, place < fields.count, !fields[place].isEmpty else { return nil }
        return String(fields[place])
      }
      self.line = line
      name = value(columns.name)
      start = value(columns.start)
      end = value(columns.end)
      duration = value(columns.duration)
      rate = value(columns.rate)
      reel = value(columns.reels.first { value($0) != nil })
    }
  }

  /// A log that was read, for any movie.
  struct Log {
    /// The rate of the heading.
    fileprivate private(set) var rate: ListedRate?
    /// The names of the first rows.
    fileprivate private(set) var names = RowNames()
    /// Whether all rows have the same names, so that all can be of one file.
    fileprivate private(set) var namesOneFile = true
    /// The names of the first row.
    private var firstNames: [String] = []
    private let text: ListText
    /// The columns of all sections in which there are rows, and where these are.
    private var columns: [Columns] = []
    private var rows: [(place: RowPlace, columns: UInt32)] = []
    private var index = NameIndex()

    init(_ text: ListText) throws(SegmentListError) {
      self.text = text
      var section = Section.none
      var columns: Columns?
      var lines = text.lines
      while true {
        let place = lines.place
        guard let (number, line) = lines.next() else { break }
        let word = line.filter { !$0.isWhitespace }
        if word.isEmpty { continue }
        switch word.utf8.count > 7 ? "" : word.lowercased() {
        case "heading": section = .heading
        case "column": section = .column
        case "data": section = .data
        default:
          let fields = ALESegments.fields(line)
          switch section {
          case .none: throw SegmentListError("expected 'Heading'", line: number)
          case .heading: rate = try headingRate(fields, line: number) ?? rate
          case .column: columns = try Columns(fields, line: number)
          case .data:
            if let new = columns {
              self.columns.append(new)
              columns = nil
            }
            guard let columns = self.columns.last else {
              throw SegmentListError("there is no line of names after 'Column'", line: number)
            }
            try checkCount(of: fields, columns, line: number)
            let own = columns.names(in: fields)
            for name in own { index.add(name, row: rows.count) }
            if let name = own.first { names.add(name) }
            if rows.isEmpty { firstNames = own }
            if own.isEmpty || own != firstNames { namesOneFile = false }
            rows.append((place, UInt32(clamping: self.columns.count - 1)))
          }
        }
      }
      index.sort()
    }

    /// Of several rows, none is for a movie without a name, which a message then has.
    var namesFiles: Bool { !names.isEmpty || rows.count > 1 }

    fileprivate var count: Int { rows.count }

    fileprivate func rows(like name: ListedName) -> [Int] { index.rows(like: name) }

    /// The rows whose name is most like that of a movie.
    fileprivate func rows(of listed: inout ListedName) -> [Row] {
      var rows: [Row] = []
      for number in self.rows(like: listed) {
        guard let (row, names) = row(number) else { continue }
        let answer = listed.offer(anyOf: names)
        if answer == .better { rows = [] }
        if answer != .other { rows.append(row) }
      }
      return rows
    }

    /// Reads a row, from 0, and the names in it.
    fileprivate func row(_ number: Int) -> (row: Row, names: [String])? {
      let (place, section) = rows[number]
      var lines = text.lines
      lines.move(to: place)
      guard let (line, text) = lines.next() else { return nil }
      let fields = ALESegments.fields(text)
      let columns = columns[Int(section)]
      return (Row(fields, columns, line: line), columns.names(in: fields))
    }
  }

  static func read(
    _ log: Log, _ context: SegmentList.Context
  ) throws(SegmentListError) -> SegmentList {
    let rate = log.rate
    var listed = ListedName(context)
    var rows = log.rows(of: &listed)
    if listed.hasRival {
      listed.decide(
        amongRows: log.rows(like: listed).compactMap { number in
          log.row(number).map { ($0.names, $0.row.reel) }
        })
      rows = log.rows(of: &listed)
    }
    try listed.check()
    var list = SegmentList()
    if let note = listed.note { list.notes.append(note) }
    if rows.isEmpty {
      try log.names.checkOne(context, &list)
      guard log.count < 2 || log.namesOneFile else {
        throw SegmentListError(
          "the log has several rows, and none names '\(context.movieName)'")
      }
      rows = (0..<log.count).compactMap { log.row($0)?.row }
    }
    if let clip = try clip(of: rows, rate, context) {
      list.notes.append(
        "of the \(rows.count) rows for the movie, that in line \(clip.line) has all that the others have, and "
          + "is used alone")
      rows = [clip]
    } else if rows.count > 1 {
      let note = "the log has \(rows.count) rows for the movie; they follow each other without gaps"
      list.notes.append(note)
      list.noteOfOrder = note
    }
    list.clipName = listed.name ?? log.names.only
    list.runs = try runs(rows, rate, context)
    list.countsFromFirstFrame = true
    list.endsByLabels = rows.contains { $0.end != nil }
    return list
  }

  /// The fields of a line.
  private static func fields(_ line: String) -> [Substring] {
    line.split(separator: "\t", omittingEmptySubsequences: false).map(trimmed)
  }

  private static func trimmed(_ field: Substring) -> Substring {
    var field = field.drop { $0 == " " }
    while field.last == " " { field = field.dropLast() }
    return field
  }

  /// Reads a line of the heading, which has one name and value or several.
  private static func headingRate(
    _ fields: [Substring], line: Int
  ) throws(SegmentListError) -> ListedRate? {
    var rate: ListedRate?
    for place in stride(from: 0, to: fields.count - 1, by: 2) where fields[place] == "FPS" {
      rate = try Self.rate(String(fields[place + 1]), line: line)
    }
    return rate
  }

  private static func rate(_ text: String, line: Int) throws(SegmentListError) -> ListedRate {
    // Fields are separated by tabs, so decimals can have a comma.
    guard let rate = ListedRate(DecimalComma.replaced(in: text)) else {
      throw SegmentListError("'\(text)' is not a rate, such as 25 or 29.97", line: line)
    }
    return rate
  }

  private static func checkCount(
    of fields: [Substring], _ columns: Columns, line: Int
  ) throws(SegmentListError) {
    // A tab at the end of the line is common.
    let last = fields.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    guard last <= columns.count else {
      throw SegmentListError(
        "the row has \(counted(last, "value")), but the log has \(counted(columns.count, "column"))",
        line: line)
    }
  }

  /// Lays rows one after the other.
  private static func runs(
    _ rows: [Row], _ heading: ListedRate?, _ context: SegmentList.Context
  ) throws(SegmentListError) -> PackedRuns {
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
    _ row: Row, _ heading: ListedRate?, _ context: SegmentList.Context
  ) throws(SegmentListError) -> TimecodeRun {
    let (line, start) = (row.line, row.start)
    guard let start, let label = try? TimecodeText(start) else {
      throw SegmentListError(
        start.map { "the start '\($0)' is not a timecode" } ?? "the start is missing", line: line)
    }
    let own = try row.rate.map { (text) throws(SegmentListError) in
      try Self.rate(text, line: line)
    }
    let stated = own ?? heading
    let rate = try context.rate(stated: stated?.rate, line: line)
    let format = try TimecodeFormat.ofList(
      rate,
      isDropFrame: try label.isDropFrameInRow(at: rate, stated: stated?.isDropFrame, line: line),
      reel: row.reel, context, line: line)
    let number = try format.frameNumber(of: label, line: line)
    return TimecodeRun(
      at: .zero, duration: try duration(row, number, format), format: format, frameNumber: number)
  }

  /// Returns the clip of which all other rows are subclips; nil if there is none.
  private static func clip(
    of rows: [Row], _ heading: ListedRate?, _ context: SegmentList.Context
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
      guard row.name != clip.row.name,
        try run(row, heading, context).isPart(of: clip.run)
      else { return nil }
    }
    return clip.row
  }

  private static func duration(
    _ row: Row, _ start: Int64, _ format: TimecodeFormat
  ) throws(SegmentListError) -> MediaTime? {
    if let text = row.end {
      return try format.duration(from: start, toEnd: text, line: row.line)
    }
    guard let text = row.duration else { return nil }
    guard let label = try? TimecodeText(text) else {
      throw SegmentListError("the duration '\(text)' is not a timecode", line: row.line)
    }
    let count = try format.numberOfEnd(label, line: row.line)
    return try format.duration(ofFrames: count, line: row.line)
  }
}
