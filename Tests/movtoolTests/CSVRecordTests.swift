import MovKit
import Testing

@testable import movtool

/// Tables that say where each row is in a record: their times count from the first row, as in an EDL.
@Suite struct CSVRecordTests {
  private static let at25 = SegmentList.Context(
    movieName: "clip.mov", videoRate: CountingRate("25"), rate: nil)

  private static func runs(
    _ text: String, _ context: SegmentList.Context = at25
  ) throws -> [String] {
    try SegmentList.read(Array(text.utf8), context).runs.map { run in
      let times = [run.time, run.duration ?? .indefinite].map {
        $0.isNumeric ? "\($0.seconds)" : "-"
      }
      return times.joined(separator: " ") + " \(run.start)"
    }
  }

  private static func failure(
    _ text: String, _ context: SegmentList.Context = at25
  ) -> SegmentListError? {
    do throws(SegmentListError) {
      _ = try SegmentList.read(Array(text.utf8), context)
      return nil
    } catch { return error }
  }

  /// The same events as a table and as an EDL.
  @Test(arguments: [
    // In order, with a gap; from another hour; over midnight; sorted by source.
    (["01:00:00:00", "01:00:03:00", "01:00:04:00"], [0, 3, 4]),
    (["00:59:58:12", "01:00:00:12", "01:00:02:12"], [0, 2, 4]),
    (["23:59:59:00", "00:00:00:00", "00:00:02:00"], [0, 1, 3]),
    (["10:00:03:00", "10:00:00:00", "10:00:01:00"], [3, 0, 1]),
    (["00:00:02:00", "23:59:59:00", "00:00:00:00"], [3, 0, 1]),
  ])
  func asInAnEDL(record: [String], times: [Int]) throws {
    var table = "Source In,Source Out,Record In\n"
    var edl = "TITLE: x\n"
    let ends = [
      "01:00:00:00": "01:00:01:00", "01:00:03:00": "01:00:04:00", "01:00:04:00": "01:00:05:00",
      "00:59:58:12": "00:59:59:12", "01:00:00:12": "01:00:01:12", "01:00:02:12": "01:00:03:12",
      "23:59:59:00": "00:00:00:00", "00:00:00:00": "00:00:01:00", "00:00:02:00": "00:00:03:00",
      "10:00:03:00": "10:00:04:00", "10:00:00:00": "10:00:01:00", "10:00:01:00": "10:00:02:00",
    ]
    for (index, start) in record.enumerated() {
      let source = "0\(index + 1):00:00:00,0\(index + 1):00:01:00"
      table += "\(source),\(start)\n"
      let end = try #require(ends[start])
      edl += "001 AX V C \(source.split(separator: ",").joined(separator: " ")) \(start) \(end)\n"
    }
    let expected = zip(times, 1...).sorted { $0.0 < $1.0 }.map { "\($0.0).0 1.0 0\($0.1):00:00:00" }
    #expect(try Self.runs(table) == expected)
    #expect(try Self.runs(edl) == expected)
  }

  /// Columns of the time in the movie do not count from the first row, and come before that of the record.
  @Test(arguments: [
    "Movie Time", "Time", "Position", "At", "PTS", "pts_time", "Seconds", "Start",
  ])
  func timesInTheMovie(name: String) throws {
    #expect(
      try Self.runs("\(name),TC\n00:00:01:05,10:00:00:00\n2,11:00:00:00\n")
        == ["1.2 - 10:00:00:00", "2.0 - 11:00:00:00"])
    guard name != "Start" else { return }
    #expect(
      try Self.runs("Record In,\(name),TC\n01:00:00:00,3,10:00:00:00\n")
        == ["3.0 - 10:00:00:00"])
  }

  /// Times of a record count from the earliest, whatever their form.
  @Test(arguments: [
    ("3600", "3602.5"), ("00:59:59.500", "01:00:02"), ("7201/2", "7206/2"),
    ("01:00:00:00", "3602.5"), ("01:00:00:00", "01:00:02.500"),
  ])
  func timesOfARecord(first: String, second: String) throws {
    #expect(
      try Self.runs("Record In,TC\n\(first),10:00:00:00\n\(second),11:00:00:00\n")
        == ["0.0 - 10:00:00:00", "2.5 - 11:00:00:00"])
    #expect(
      try Self.runs("Record In,TC\n\(second),11:00:00:00\n\(first),10:00:00:00\n")
        == ["0.0 - 10:00:00:00", "2.5 - 11:00:00:00"])
  }

  /// A row without timecode is a part of the record, at its beginning too, and ends what comes before it.
  @Test func rowsWithoutTimecode() throws {
    let text = """
      Record In,Timecode
      01:00:00:00,
      01:00:02:00,10:00:00:00
      01:00:05:00,
      ,
      01:00:06:00,11:00:00:00
      """
    #expect(try Self.runs(text) == ["2.0 3.0 10:00:00:00", "6.0 - 11:00:00:00"])
  }

  /// Of a list of several clips, the rows of the movie count from the first of them.
  @Test func rowsOfOtherClips() throws {
    let text = """
      Name,Source In,Source Out,Record In,Record Out
      other.mov,01:00:00:00,01:00:01:00,01:00:00:00,01:00:01:00
      clip.mov,05:00:00:00,05:00:01:00,01:00:01:00,01:00:02:00
      clip.mov,06:00:00:00,06:00:01:00,01:00:04:00,01:00:05:00
      """
    let list = try SegmentList.read(Array(text.utf8), Self.at25)
    #expect(try Self.runs(text) == ["0.0 1.0 05:00:00:00", "3.0 1.0 06:00:00:00"])
    #expect(
      list.notes == [
        "2 of 3 rows are of 'clip.mov'; the others are not used, and the first of these is taken for its "
          + "beginning"
      ])
    let own = text.replacing("other.mov", with: "clip.mov")
    #expect(try SegmentList.read(Array(own.utf8), Self.at25).notes == [])
  }

  /// The record counts by drop frame or not, whatever the source does, and at one rate: that of the first row.
  @Test func countingOfTheRecord() throws {
    let at2997 = SegmentList.Context(
      movieName: "clip.mov", videoRate: CountingRate("29.97"), rate: nil)
    func times(_ text: String, _ context: SegmentList.Context) throws -> [MediaTime] {
      try SegmentList.read(Array(text.utf8), context).runs.map(\.time)
    }
    // Two frames of the record are not there before 00:01:00;02.
    let oneFrame = MediaTime(value: 1001, timescale: 30000)
    #expect(
      try times("TC,Record In\n10:00:00:00,00:00:59;29\n11:00:00:00,00:01:00;02\n", at2997)
        == [.zero, oneFrame])
    #expect(
      try times("TC,Record In\n10:00:00;00,00:00:59:29\n11:00:00;00,00:01:00:00\n", at2997)
        == [.zero, oneFrame])
    #expect(
      try times(
        "TC,DF,Record In\n10:00:00:00,yes,00:00:59:29\n11:00:00:00,yes,00:01:00:02\n", at2997)
        == [.zero, oneFrame])
    #expect(
      try times(
        "TC,Rate,Record In\n10:00:00:00,25,01:00:00:00\n11:00:00:00,50,01:00:00:05\n", Self.at25)
        == [.zero, MediaTime(value: 1, timescale: 5)])
  }

  /// A record that does not begin again after a day.
  @Test func longerThanADay() throws {
    var context = Self.at25
    context.wraps = false
    let text = "TC,Record In\n10:00:00:00,23:59:59:00\n11:00:00:00,24:00:01:00\n"
    #expect(try Self.runs(text, context) == ["0.0 - 10:00:00:00", "2.0 - 11:00:00:00"])
    #expect(Self.failure(text)?.line == 3)
  }

  @Test(arguments: [
    ("Record In,TC\n,10:00:00:00\n", 2, "the time is missing"),
    ("Record In,TC\n01:00:00:00,10:00:00:00\n01:00:00:25,\n", 3, "frame 25"),
    ("Record In,TC\n01:00:00:00,10:00:00:00\nsoon,11:00:00:00\n", 3, "'soon' is not a time"),
    (
      "Record In,TC\n01:00:00:00,10:00:00:00\n01:00:00:00,11:00:00:00\n", 3,
      "before the end of the one before it"
    ),
    (
      "Record In,TC,Duration\n01:00:01:00,11:00:00:00,1\n01:00:00:00,10:00:00:00,2\n", 2,
      "before the end of the one before it"
    ),
  ])
  func badTables(text: String, line: Int, reason: String) {
    let error = Self.failure(text)
    #expect(error?.line == line, "\(text)")
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test func largeNumbersDoNotTrap() {
    let most = "9223372036854775807"
    var contexts = [Self.at25, Self.at25]
    (contexts[1].wraps, contexts[1].allowsNegative) = (false, true)
    for context in contexts {
      for text in [
        "\(most)", "-\(most)", "\(most)/1", "1/\(most)", "\(most):00:00:00", "-\(most):00:00:00",
        "102481911520608:00:00:00", "-102481911520608:00:00:00", "2562047788015215:00:00",
      ] {
        for rows in ["\(text),1:00:00:00\n0:00:00:00,2:00:00:00\n", "0,1:00:00:00\n\(text),\n"] {
          _ = try? SegmentList.read(Array("Record In,TC\n\(rows)".utf8), context)
        }
      }
    }
  }

  // MARK: The rate

  /// The speed of a camera's sensor is not that of its timecode.
  @Test func speedOfTheSensor() throws {
    let text = "File Name,Start TC,End TC,Camera FPS,Shot Frame Rate\n"
    let row = "clip.mov,02:00:00:00,02:00:04:00,100,"
    func frame(_ text: String, _ rate: String?) throws -> MediaTime? {
      let context = SegmentList.Context(
        movieName: "clip.mov", videoRate: rate.flatMap { CountingRate($0) }, rate: nil)
      return try SegmentList.read(Array(text.utf8), context).runs.first?.format.frameDuration
    }
    #expect(try frame(text + row + "\n", "25") == MediaTime(value: 1, timescale: 25))
    #expect(try frame(text + row + "24\n", "25") == MediaTime(value: 1, timescale: 24))
    var unknown = Self.at25
    unknown.videoRate = nil
    #expect(Self.failure(text + row + "\n", unknown)?.reason.contains("--rate") == true)
    #expect(try frame(text + row + "24\n", nil) == MediaTime(value: 1, timescale: 24))
  }
}
