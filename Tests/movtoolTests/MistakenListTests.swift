import Foundation
import MovKit
import Testing

@testable import movtool

/// Lists with mistakes that people and programs make: they are named, with their lines, and not read as something else.
@Suite struct MistakenListTests {
  private static let at25 = SegmentList.Context(
    movieName: "clip.mov", videoRate: CountingRate("25"), rate: nil)
  private static let at2997 = SegmentList.Context(
    movieName: "clip.mov", videoRate: CountingRate("29.97"), rate: nil)
  /// With --no-wrap and --allow-negative.
  private static let endless = SegmentList.Context(
    movieName: "clip.mov", videoRate: CountingRate("25"), rate: nil, wraps: false,
    allowsNegative: true)

  private func read(
    _ text: String, _ context: SegmentList.Context = at25
  ) throws -> SegmentList {
    try SegmentList.read(Array(text.utf8), context)
  }

  private func failure(
    _ text: String, _ context: SegmentList.Context = at25
  ) -> SegmentListError? {
    do throws(SegmentListError) {
      _ = try SegmentList.read(Array(text.utf8), context)
      return nil
    } catch { return error }
  }

  private static func event(_ times: String) -> String { "TITLE: T\n001 A V C \(times)\n" }

  private static func log(_ start: String, fps: String = "25") -> String {
    "Heading\nFPS\t\(fps)\nColumn\nName\tStart\nData\nclip\t\(start)\n"
  }

  // MARK: Options

  /// What the options allow, they allow in each kind of list.
  @Test(arguments: [
    ("timecode\n25:00:00:00\n", "25:00:00:00", 2, "--no-wrap"),
    (log("25:00:00:00"), "25:00:00:00", 6, "--no-wrap"),
    (event("25:00:00:00 25:00:01:00 0 25"), "25:00:00:00", 2, "--no-wrap"),
    ("timecode\n-01:00:00:00\n", "-01:00:00:00", 2, "--allow-negative"),
    (log("-01:00:00:00"), "-01:00:00:00", 6, "--allow-negative"),
    (event("-01:00:00:00 -00:59:59:00 0 25"), "-01:00:00:00", 2, "--allow-negative"),
  ])
  func optionsOfAllLists(text: String, start: String, line: Int, option: String) throws {
    let error = failure(text)
    #expect(error?.line == line && error?.reason.contains(option) == true, "\(text)")
    let run = try read(text, Self.endless).runs[0]
    #expect(run.start == start)
    #expect(run.format.flags == .negativeTimesOK)
  }

  /// Without the option, the flags of the timecode that is replaced say it: the tool's own lists are taken back.
  @Test(arguments: [["--format", "csv"], ["--frames"], ["--frames", "--format", "csv"]])
  func ownNegativeLabels(options: [String]) throws {
    let work = try Stamping()
    let movie = Stamping.media.appending(path: "timecode-handmade/negative.mov").path
    let list = work["list"]
    try Tool.run(["extract", "timecode", movie] + options).stdout.write(to: list)
    let out = work["out.mov"]
    let result = try Tool.run([
      "insert", "timecode", movie, "--segments", list.path, "--replace", "-o", out.path,
    ])
    #expect(result.status == 0, "\(result.stderr)")
    let start = try Stamping.tracks(of: out).first?["start"] as? String
    #expect(start?.hasPrefix("-") == true)
  }

  /// Without the option, no label before zero is allowed only because labels do not wrap.
  @Test(arguments: [
    "timecode\n23:59:59:00\n", log("23:59:59:00"), event("23:59:59:00 00:00:01:00 0 50"),
  ])
  func labelsThatDoNotWrap(text: String) throws {
    var context = Self.endless
    context.allowsNegative = false
    let run = try read(text, context).runs[0]
    #expect(run.start == "23:59:59:00" && run.format.flags == [])
    // 50 frames, whose last labels an editor writes as those of the next day.
    if text.hasPrefix("TITLE") { #expect(run.duration == MediaTime(value: 2, timescale: 1)) }
  }

  /// A record has the labels of a day, and no option changes that.
  @Test func labelsOfARecord() {
    let text = Self.event("01:00:00:00 01:00:01:00 25:00:00:00 25:00:01:00")
    for context in [Self.at25, Self.endless] {
      #expect(
        failure(text, context)?.description
          == "line 2: hour 25 does not exist: hours are 0 to 23, because timecode wraps at 24 hours"
      )
    }
  }

  /// --type cannot be given with a list, so no message says so.
  @Test func numbersOfMoreThan32Bits() throws {
    let work = try Stamping()
    let movie = Stamping.media.appending(path: "rates/25.mov").path
    let list = work["list.csv"]
    // 100 000 hours at 25 frames per second.
    try Data("timecode\n100000:00:00:00\n".utf8).write(to: list)
    let arguments = ["insert", "timecode", movie, "--segments", list.path, "--no-wrap"]
    let result = try Tool.run(arguments + ["--dry-run"])
    #expect(result.status == 1)
    #expect(
      result.stderr.contains(
        "list.csv: 100000:00:00:00: 9000000000 does not fit a 'tmcd' sample (32 bits); 'tc64' holds 64 bits; "
          + "to write 'tc64', give JSON, or CSV with the columns Frame Number, Quanta, Flags and Type"
      ),
      "\(result.stderr)")
    let columns =
      "timecode,rate,frame number,quanta,flags,type\n100000:00:00:00,25,9000000000,25,0,"
    try Data((columns + "tc64\n").utf8).write(to: list)
    let output = work["out.mov"]
    let run = try Tool.run(arguments + ["-o", output.path])
    #expect(run.status == 0, "\(run.stderr)")
    #expect(try Stamping.tracks(of: output).first?["start"] as? String == "100000:00:00:00")
  }

  // MARK: CSV

  /// Decimals with commas, and labels with semicolons, are divided where these separate fields.
  @Test(arguments: [
    ("timecode,time\n01:00:00:00,0,0\n02:00:00:00,1,5\n", 2, 3, "a comma"),
    ("timecode,time\n01:00:00:00,0\n02:00:00:00,1,5\n", 3, 3, "a comma"),
    ("timecode;time\n01:00:00;00;0\n", 2, 3, "a semicolon"),
    ("sep=|\ntimecode|time\n01:00:00:00|0|x\n", 3, 3, "a '|'"),
    ("timecode\ttime\n01:00:00:00\t0\tx\n", 2, 3, "a tab"),
  ])
  func rowsWithMoreValues(text: String, line: Int, count: Int, separator: String) {
    #expect(
      failure(text)?.description
        == "line \(line): the row has \(count) values, but the first row has 2 columns: put a value with "
        + "\(separator) in it in quotes, or give each column a name")
  }

  @Test(arguments: [
    "timecode,time\n01:00:00:00,0,,,\n", "timecode,time,\n01:00:00:00,0,x\n",
    "timecode,time,note\n01:00:00:00,0\n", "timecode,time\n\"01:00:00:00\",0,\"\"\n,,,,,\n",
    "sep=|\ntimecode|time\n01:00:00:00|0,0\n",
  ])
  func rowsWithAsManyValues(text: String) throws {
    let run = try read(text).runs[0]
    #expect(run.start == "01:00:00:00" && run.time == .zero)
  }

  @Test(arguments: [
    ("timecode,drop frame\n01:00:00;00,no\n", 2), ("timecode,rate\n01:00:00;00,29.97 NDF\n", 2),
    ("timecode,drop frame\n\"01:00:00,00\",no\n", 2), (log("01:00:00;00", fps: "29.97 NDF"), 6),
  ])
  func contradictionsOfDropFrame(text: String, line: Int) {
    let error = failure(text, Self.at2997)
    #expect(error?.line == line, "\(text)")
    #expect(
      error?.reason
        == "the timecode is written as drop frame, and the row says that it is not: write a colon before "
        + "the frames, or leave out what the row says")
  }

  /// As with --rate. The rate of the video is no mistake.
  @Test(arguments: [
    ("timecode,rate\n01:00:00:00,0.5\n", 2), (log("01:00:00:00", fps: "0.5"), 6),
    ("timecode,rate\n01:00:00:00,999/1000\n", 2),
  ])
  func ratesBelowOne(text: String, line: Int) throws {
    let error = failure(text)
    #expect(error?.line == line)
    #expect(error?.reason == "timecode counts at least one frame per second")
    var slow = Self.at25
    slow.videoRate = CountingRate(text.contains("0.5") ? "1/2" : "999/1000")
    #expect(try read(text, slow).runs[0].format.frameQuanta == 1)
  }

  /// What is shorter than a tick of the movie cannot be written, and the movie is not to blame.
  @Test(arguments: [
    (
      "timecode,time,duration\n01:00:00:00,0,0.000000001\n02:00:00:00,1,1\n", 2,
      "is shorter than a tick of the movie"
    ),
    (
      "timecode,time\n01:00:00:00,1\n02:00:00:00,1.000000001\n", 3,
      "less than a tick of the movie after the one before it"
    ),
  ])
  func shortRows(text: String, line: Int, message: String) throws {
    var context = Self.at25
    context.shortest = MediaTime(value: 1, timescale: 12800)
    let error = failure(text, context)
    #expect(error?.line == line && error?.reason.hasSuffix(message) == true, "\(text)")
    let ticks = text.replacingOccurrences(of: ".000000001", with: ".000078125")
    #expect(try read(ticks, context).runs.count == 2)
  }

  /// Half a tick, in the movie's and the track's, is rounded to nothing. The track has 12800 in a second.
  @Test func shortRowsOfAMovie() throws {
    let work = try Stamping()
    let list = work["list.csv"]
    let rows = "timecode,time,duration\n01:00:00:00,0,0.00003\n02:00:00:00,1,1\n"
    try Data(rows.utf8).write(to: list)
    let movie = Stamping.media.appending(path: "rates/25.mov").path
    let result = try Tool.run([
      "insert", "timecode", movie, "--segments", list.path, "--dry-run",
    ])
    #expect(result.status == 1)
    #expect(
      result.stderr
        == "movtool: \(list.path): line 2: the duration is shorter than a tick of the movie\n")
  }

  // MARK: Other forms

  @Test(arguments: [
    ("<?xml version=\"1.0\"?>\n<fcpxml/>\n", "XML (FCPXML and others)"),
    ("WEBVTT\n\n00:00.000 --> 00:01.000\n", "WebVTT"),
    ("1\n00:00:00,000 --> 00:00:01,000\n01:00:00:00\n", "SRT"),
    (
      "00:00:00.000  01:30:15:07 to 01:30:17:06, 50 frames, 25 fps\n",
      "text of 'movtool extract timecode --format txt'"
    ),
  ])
  func listsOfOtherForms(text: String, name: String) {
    #expect(
      failure(text)?.reason
        == "\(name) is not read; use JSON of 'movtool extract timecode', CSV, an EDL or an Avid log"
    )
  }

  // MARK: Avid logs

  @Test(arguments: [
    (
      "Heading\nFPS\t25\nColumn\nName\tStart TC\nData\nclip\t01:00:00:00\n", 4,
      "there is no column 'Start', with the timecode of the first frame"
    ),
    (
      "Heading\nFIELD_DELIM,COMMAS\nColumn\nName,Start\nData\nclip,01:00:00:00\n", 4,
      "there is one column: the fields of an Avid log are separated by tabs"
    ),
  ])
  func logsWithoutAStart(text: String, line: Int, reason: String) {
    let error = failure(text)
    #expect(error?.line == line && error?.reason == reason)
  }

  @Test(arguments: [
    ("25 fps", "00:59:59:20", 1, 25, "00:59:59:20"), ("25,00", "00:59:59:20", 1, 25, "00:59:59:20"),
    ("29,97", "00:59:59:28", 1001, 30000, "00:59:59:28"),
    ("29.97 DF", "00:59:59:28", 1001, 30000, "00:59:59;28"),
    ("29.97 DF", "00:59:59.28", 1001, 30000, "00:59:59;28"),
  ])
  func ratesOfLogs(fps: String, start: String, value: Int64, timescale: Int32, label: String) throws
  {
    let row = "Heading\nColumn\nName\tStart\tFPS\nData\nclip\t\(start)\t\(fps)\n"
    for text in [Self.log(start, fps: fps), row, row.replacing("Heading", with: "HEADING")] {
      let run = try read(text).runs[0]
      #expect(run.start == label)
      #expect(run.format.frameDuration == MediaTime(value: value, timescale: timescale))
    }
    #expect(failure(Self.log("01:00:00:00", fps: "fast"))?.line == 2)
  }

  /// Some programs write the names of columns in small letters.
  @Test func columnsInOtherLetters() throws {
    let text = Self.log("01:00:00:00").replacing("Name\tStart", with: "name\tSTART")
    #expect(try read(text).runs[0].start == "01:00:00:00")
  }

  // MARK: JSON

  /// A change of a document of `extract timecode`, and the line that it is on.
  @Test(arguments: [
    (
      "\"movieTime\": {\"value\": 0,", "\"movieTime\": {\"value\": -5,", 26,
      "the time is before the start of the movie"
    ),
    (
      "\"duration\": {\"value\": 25600,", "\"duration\": {\"value\": -1,", 23,
      "track 2: sample 0 has no valid duration"
    ),
    (
      "\"frameDuration\": {\"value\": 512,", "\"frameDuration\": {\"value\": 1099511627776,", 12,
      "the frame duration does not fit in 32 bits"
    ),
    (
      "\"frameDuration\": {\"value\": 512, \"timescale\": 12800}", "\"frameDuration\": null", 12,
      "the frame duration is not a number, as where the timescale is 0"
    ),
  ])
  func linesOfDocuments(part: String, other: String, line: Int, message: String) throws {
    let work = try Stamping()
    let movie = Stamping.media.appending(path: "timecode/25-reel.mov").path
    let text = try Tool.run(["extract", "timecode", movie]).text
    let changed = text.replacing(part, with: other)
    try #require(changed != text)
    let list = work["tc.json"]
    for (ending, mark) in [("\n", ""), ("\r\n", ""), ("\r", ""), ("\n", "\u{FEFF}")] {
      try Data((mark + changed.replacing("\n", with: ending)).utf8).write(to: list)
      let result = try Tool.run([
        "insert", "timecode", movie, "--segments", list.path, "--replace", "--dry-run",
      ])
      #expect(result.status == 1)
      #expect(
        result.stderr.contains("\(list.path): line \(line): \(message)"), "\(result.stderr)")
    }
  }

  // MARK: UTF-16

  /// A text in UTF-16, with a mark or without.
  private static func wide(_ text: String, isBig: Bool, hasMark: Bool) -> Data {
    let units = (hasMark ? [0xFEFF] : []) + Array(text.utf16)
    return Data(
      units.flatMap { unit in
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return isBig ? bytes : bytes.reversed()
      })
  }

  private static let forms = [(false, true), (true, true), (false, false)]

  @Test(arguments: forms) func documentsInUTF16(isBig: Bool, hasMark: Bool) throws {
    let work = try Stamping()
    let movie = Stamping.media.appending(path: "rates/25.mov").path
    func write(_ text: String, as name: String) throws -> String {
      try Self.wide(text, isBig: isBig, hasMark: hasMark).write(to: work[name])
      return work[name].path
    }
    let policy = try write("{\"require\": {\"timecode\": true}}", as: "policy.json")
    let checked = try Tool.run(["check", movie, "--policy", policy])
    #expect(checked.status == 1 && checked.text.contains("policy-timecode"), "\(checked.stderr)")
    let found = try Tool.run(["check", movie, "--json"]).text
    let baseline = try write(found, as: "baseline.json")
    let known = try Tool.run(["check", movie, "--baseline", baseline])
    #expect(known.stderr.hasSuffix(", and 1 known\n"), "\(known.stderr)")
    let atom = try write("[{\"type\": \"free\"}]", as: "atom.json")
    let inserted = try Tool.run(["insert", "atom", movie, "/", atom, "-o", work["a.mov"].path])
    #expect(inserted.status == 0, "\(inserted.stderr)")
    let shown = try Tool.run(["inspect", movie, "--json", "--bytes", "all"]).text
    let built = try Tool.run([
      "build", work["b.mov"].path, "--from-json", try write(shown, as: "shown.json"),
    ])
    #expect(built.status == 0, "\(built.stderr)")
    #expect(try Data(contentsOf: work["b.mov"]) == Data(contentsOf: URL(filePath: movie)))
  }

  /// A byte too much, and half of a surrogate pair: what would be replaced is not what was written.
  @Test(arguments: [Data([0x78]), Data([0x00, 0xD8])]) func damagedUTF16(end: Data) throws {
    let work = try Stamping()
    let text = Self.wide("{\"require\": {}}\n", isBig: false, hasMark: true)
    try (text + end).write(to: work["policy.json"])
    let movie = Stamping.media.appending(path: "rates/25.mov").path
    let path = work["policy.json"].path
    let result = try Tool.run(["check", movie, "--policy", path])
    #expect(result.status == 2)
    #expect(
      result.stderr.hasPrefix("movtool: \(path): it is not valid UTF-16;"), "\(result.stderr)")
  }

  /// A name has no zero byte.
  @Test(arguments: [
    (wide("a.mov\nb.mov\n", isBig: false, hasMark: true), "it is UTF-16; save it as UTF-8"),
    (wide("a.mov\n", isBig: true, hasMark: true), "it is UTF-16; save it as UTF-8"),
    (wide("a.mov", isBig: false, hasMark: true), "it is UTF-16; save it as UTF-8"),
    (
      Data("a.mov\nb.mov\0c.mov\0".utf8),
      "line 2 has a zero byte: if zero bytes end the names, use --null; if the list is UTF-16, save it as UTF-8"
    ),
    (
      wide("a.mov\n", isBig: false, hasMark: false),
      "line 1 has a zero byte: if zero bytes end the names, use --null; if the list is UTF-16, save it as UTF-8"
    ),
  ])
  func namesWithZeroBytes(list: Data, message: String) throws {
    let work = try Stamping()
    try list.write(to: work["list"])
    let result = try Tool.run(["list", "--files-from", work["list"].path])
    #expect(result.status == 1 && result.text.isEmpty)
    #expect(
      result.stderr == "movtool: \(work["list"].path): it is not a list of names: \(message)\n")
  }
}
