import Foundation
import MovKit
import Testing

@testable import movtool

/// Lists of segments that other programs write, read for `insert timecode --segments`.
@Suite struct SegmentListTests {
  private static let at25 = SegmentList.Context(
    movieName: "day1/clip.mov", videoRate: CountingRate("25"), rate: nil)
  private static let at2997 = SegmentList.Context(
    movieName: "clip.mov", videoRate: CountingRate("29.97"), rate: nil)

  private func read(
    _ text: String, _ context: SegmentList.Context = Self.at25
  ) throws -> SegmentList {
    try SegmentList.read(Array(text.utf8), context)
  }

  /// The runs as text: time, duration, first label, reel.
  private func runs(_ text: String, _ context: SegmentList.Context = Self.at25) throws -> [String] {
    try read(text, context).runs.map(Self.line)
  }

  private static func line(_ run: TimecodeRun) -> String {
    let seconds = [run.time, run.duration ?? .indefinite].map { time in
      time.isNumeric ? "\(time.seconds)" : "-"
    }
    return seconds.joined(separator: " ") + " \(run.start) \(run.format.reel ?? "-")"
  }

  private func failure(
    _ text: String, _ context: SegmentList.Context = Self.at25
  ) -> SegmentListError? {
    do throws(SegmentListError) {
      _ = try SegmentList.read(Array(text.utf8), context)
      return nil
    } catch { return error }
  }

  // MARK: CSV

  @Test func tableOfTimesAndTimecode() throws {
    let text = """
      timecode,time,reel,rate
      10:00:00:00,0,A001,25
      "11:00:00:00",2.5,"A ""2"", x",25
      12:00:00:00,00:00:05.250,,25
      """
    let expected = [
      "0.0 - 10:00:00:00 A001", "2.5 - 11:00:00:00 A \"2\", x", "5.25 - 12:00:00:00 -",
    ]
    #expect(try runs(text) == expected)
    #expect(try runs(text.replacingOccurrences(of: "\n", with: "\r\n")) == expected)
    #expect(try runs("\u{FEFF}" + text) == expected)
    #expect(try runs("start,tc\n0,10:00:00:00\n1,11:00:00:00\n").count == 2)
    #expect(
      try runs("TC;Start\n10:00:00:00;1001/1000\n") == ["1.001 - 10:00:00:00 -"])
    // A time in hours, minutes, seconds and frames counts from the start.
    #expect(try runs("Position\tTimecode\n00:00:01:05\t10:00:00:00") == ["1.2 - 10:00:00:00 -"])
  }

  /// A row for each frame, as decoders of linear timecode print them, makes as many runs as there are
  /// jumps. vrecord#1020: a tape has discontinuities; swift-timecode#76: several timecodes in a track.
  @Test func framesAreJoined() throws {
    var text = "time,timecode\n"
    for frame in 0..<50 {
      text += "\(frame)/25,10:00:0\(frame / 25):\(String(100 + frame % 25).dropFirst())\n"
    }
    for frame in 50..<60 {
      text += "\(frame)/25,12:00:00:\(String(100 + frame - 50).dropFirst())\n"
    }
    #expect(try runs(text) == ["0.0 - 10:00:00:00 -", "2.0 - 12:00:00:00 -"])
    // Frames of 30000/1001 at times in milliseconds, over a minute at which labels are dropped.
    let drop = "time,tc\n0,00:00:59;28\n0.033,00:00:59;29\n0.067,00:01:00;02\n0.1,00:01:00;03\n"
    #expect(try runs(drop, Self.at2997) == ["0.0 - 00:00:59;28 -"])
  }

  /// Frames of 50 per second, of which two each have a label of 25, and what says that there is none.
  @Test func framesOfHalfTheRate() throws {
    var (table, lines) = ("time,timecode,rate\n", "")
    for frame in 0..<100 {
      let label = "10:00:0\(frame / 50):\(String(100 + frame / 2 % 25).dropFirst())"
      table += "\(frame)/50,\(label),25\n"
      lines += #"{"movieTime":{"value":\#(frame),"timescale":50},"timecode":"\#(label)"}"# + "\n"
    }
    #expect(try runs(table) == ["0.0 - 10:00:00:00 -"])
    #expect(try runs(lines) == ["0.0 - 10:00:00:00 -"])
    #expect(
      try runs(table + "2,,25\n2.02,,25\n3,11:00:00:00,25\n")
        == ["0.0 2.0 10:00:00:00 -", "3.0 - 11:00:00:00 -"])
    #expect(
      try runs(lines + #"{"movieTime":{"value":2,"timescale":1},"timecode":null}"#)
        == ["0.0 2.0 10:00:00:00 -"])
    // A label that stays for a frame of its own rate is a jump.
    #expect(try runs("time,tc\n0,10:00:00:00\n0.04,10:00:00:00\n").count == 2)
    // At the rate of the video, the labels jump.
    let at50 = SegmentList.Context(movieName: "clip.mov", videoRate: CountingRate("50"), rate: nil)
    let list = try read(lines, at50)
    #expect(list.runs.count > 25 && list.notes.count == 1)
    #expect(
      list.notes.first?.hasSuffix("and that of the video, 50, was taken; give --rate") == true)
  }

  /// A label that comes before its frame does not count on from the beginning of the one before: a movie can
  /// begin within a label. Times that are rounded, or measured, are no such jump.
  @Test(arguments: [
    // 50, 100 and 120 frames per second.
    ("0/50 0,1/50 1,2/50 1,3/50 2,4/50 2", "25", ["0.0 0", "0.02 1"]),
    ("0/100 0,1/100 1,2/100 1,3/100 1,4/100 1,5/100 2", "25", ["0.0 0", "0.01 1"]),
    ("0/100 0,1/100 0,2/100 0,3/100 1,4/100 1,5/100 1,6/100 1,7/100 2", "25", ["0.0 0", "0.03 1"]),
    ("0.0000 0,0.0083 1,0.0166 1", "24", ["0.0 0", "0.0083 1"]),
    // Two and three decimals of 30000/1001, and three of 240.
    ("0 0,0.03 1,0.06 2,0.1 3", "29.97", ["0.0 0"]),
    ("00:00:00.000 0,00:00:00.033 1,00:00:00.066 2,00:00:00.100 3", "29.97", ["0.0 0"]),
    ("0 0,0.004 1,0.008 2,0.012 3", "240", ["0.0 0"]),
    // Samples of audio in which linear timecode was found.
    ("0.000021 0,0.033333 1,0.066687 2,0.100083 3", "29.97", ["2.1e-05 0"]),
  ])
  func labelsThatComeEarly(rows: String, rate: String, expected: [String]) throws {
    let table = rows.split(separator: ",").map { row in
      let parts = row.split(separator: " ")
      return "\(parts[0]),10:00:00:0\(parts[1]),\(rate)\n"
    }
    let found = try runs("time,timecode,rate\n" + table.joined())
    let wanted = expected.map { run in
      let parts = run.split(separator: " ")
      return "\(parts[0]) - 10:00:00:\(rate == "240" ? "00" : "0")\(parts[1]) -"
    }
    #expect(found == wanted)
  }

  /// An empty timecode ends what comes before, however its time is written.
  @Test(arguments: ["1", "1.0", "25/25", "00:00:01", "00:00:01.000", "00:00:01:00"])
  func emptyTimecode(time: String) throws {
    #expect(
      try runs("time,timecode\n0,01:00:00:00\n\(time),\n2,02:00:00:00\n")
        == ["0.0 1.0 01:00:00:00 -", "2.0 - 02:00:00:00 -"])
    #expect(failure("time,timecode\n0,01:00:00:00\n1 o'clock,\n")?.line == 3)
  }

  /// What cannot be read in a field that is not empty is an error, and not as if the field were empty.
  @Test(arguments: [
    ("tc,end tc\n01:00:00:00,01:00:01:0O\n", "the end '01:00:01:0O' is not a timecode"),
    ("tc,end tc\n01:00:00:00,x\n", "the end 'x' is not a timecode"),
    (
      "tc,end tc\n01:00:00:00,01:00:00:00\n",
      "the end 01:00:00:00 is not after the start 01:00:00:00"
    ),
    ("tc,drop frame\n01:00:00:00,maybe\n", "'maybe' is not yes or no for drop frame"),
    (log("01:00:00:00", "x", ""), "the end 'x' is not a timecode"),
    (
      log("01:00:00:00", "01:00:00:00", ""),
      "the end 01:00:00:00 is not after the start 01:00:00:00"
    ),
    (log("01:00:00:00", "", "00:00:01:0O"), "the duration '00:00:01:0O' is not a timecode"),
    (log("01:00:00:00", "", "00:00:00:00"), "the duration is not above zero"),
  ])
  func cellsThatCannotBeRead(text: String, reason: String) {
    let error = failure(text)
    #expect(error?.reason == reason && error?.line != nil, "\(text)")
  }

  private static func log(_ start: String, _ end: String, _ duration: String) -> String {
    "Heading\nFPS\t25\nColumn\nName\tStart\tEnd\tDuration\nData\n"
      + "clip\t\(start)\t\(end)\t\(duration)\n"
  }

  /// The end of a day is written as its 24th hour, too.
  @Test(arguments: [
    "tc,end tc\n23:59:59:00,24:00:00:00\n", log("23:59:59:00", "24:00:00:00", ""),
    "1 AX V C 23:59:59:00 24:00:00:00 00:00:00:00 00:00:01:00\n",
  ])
  func endOfADay(text: String) throws {
    #expect(try runs(text) == ["0.0 1.0 23:59:59:00 -"])
    let whole = text.replacingOccurrences(of: "23:59:59:00", with: "00:00:00:00")
    guard !text.hasPrefix("1 ") else { return }
    #expect(try runs(whole) == ["0.0 86400.0 00:00:00:00 -"])
  }

  @Test(arguments: [
    ("Y", true), ("drop", true), ("Drop Frame", true), ("TRUE", true), ("df", true), ("1", true),
    ("N", false), ("no", false), ("NDF", false), ("Non-Drop", false), ("0", false),
    ("non-drop frame", false),
  ])
  func wordsForDropFrame(word: String, isDropFrame: Bool) throws {
    let run = try read("tc,drop frame\n00:59:59.28,\(word)\n", Self.at2997).runs[0]
    #expect(run.format.isDropFrame == isDropFrame)
  }

  /// Names that are equal for Unicode are those of two files.
  @Test func composedNames() throws {
    let (composed, decomposed) = ("caf\u{E9}.mov", "cafe\u{301}.mov")
    let text = "file,tc\n\(composed),01:00:00:00\n\(decomposed),02:00:00:00\n"
    for (name, label) in [(composed, "01:00:00:00"), (decomposed, "02:00:00:00")] {
      let context = SegmentList.Context(movieName: name, videoRate: CountingRate("25"), rate: nil)
      #expect(try runs(text, context) == ["0.0 - \(label) -"])
    }
  }

  /// Resolve has the folder in a column of its own.
  @Test func clipsOfFolders() throws {
    let text =
      "File Name,Clip Directory,Start TC,End TC,Reel Name\n"
      + "clip.mov,/V/day0,10:00:00:00,10:00:03:00,A\nclip.mov,/V/day1,11:00:00:00,11:00:03:00,B\n"
    #expect(try runs(text) == ["0.0 3.0 11:00:00:00 B"])
    let rows = "name,tc,duration\nclip.mov,10:00:00:00,1\nclip.mov,11:00:00:00,1\n"
    #expect(
      try read(rows).notes
        == ["the list has 2 rows for the movie; they follow each other without gaps"])
  }

  @Test func whatIsNoList() {
    #expect(failure("\0\0\0\u{14}ftypqt  ")?.reason.contains("use --from") == true)
    #expect(
      failure(#"{"OTIO_SCHEMA": "Timeline.1"}"#)?.reason.contains("written and not read") == true)
  }

  /// Resolve exports UTF-16 with a byte order mark, and a row for each clip.
  @Test func resolveMetadata() throws {
    let text =
      "File Name,Clip Directory,Start TC,End TC,Reel Number,Camera FPS\r\n"
      + "other.mov,/media,01:00:00:00,01:00:04:00,A001,25.000\r\n"
      + "clip.mov,/media,02:00:00:00,02:00:04:00,A002,25.000\r\n"
    #expect(try runs(text) == ["0.0 4.0 02:00:00:00 A002"])
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
    #expect(
      try SegmentList.read(bytes, Self.at25).runs.map(Self.line) == ["0.0 4.0 02:00:00:00 A002"])
    #expect(
      try SegmentList.read(Array(bytes.dropFirst(2)), Self.at25).runs.map(\.start)
        == ["02:00:00:00"])
    var other = Self.at25
    other.movieName = "third.mov"
    #expect(failure(text, other)?.reason.contains("no row is for 'third.mov'") == true)
    let one = "File Name,Start TC\nx.mov,01:00:00:00\n"
    #expect(try read(one).notes == ["the list is for 'x.mov'; using it for 'day1/clip.mov'"])
  }

  /// Clips of several cards have the same names, and a movie, its sound and its proxy the same name without
  /// extension. The name that is most like that of the movie counts, wherever it is in the list.
  @Test(arguments: [
    ("cB/C1.mov", ["cA/C1.mov", "cB/C1.mov"], 1), ("cA/C1.mov", ["cA/C1.mov", "cB/C1.mov"], 0),
    ("x/cB/C1.mov", ["/v/cA/C1.mov", "/v/cB/C1.mov"], 1),
    ("cB/C1.mov", ["D:\\cA\\C1.mov", "D:\\cB\\C1.mov"], 1), ("./C1.mov", ["C1.mp4", "C1.mov"], 1),
    ("c1.mov", ["C1.mov", "c1.mov"], 1), ("C1.mov", ["c1.MOV", "other.mov"], 0),
    ("p/C1.mp4", ["C1.wav", "C1.mov"], 0),
    ("proxies/B/C1.mp4", ["cards/A/C1.mov", "cards/B/C1.mov"], 1),
    ("a\\b.mov", ["b.mov", "a\\b.mov"], 1),
  ])
  func theNameThatIsMostAlike(movie: String, names: [String], expected: Int) throws {
    var context = Self.at25
    context.movieName = movie
    let labels = names.indices.map { "0\($0 + 1):00:00:00" }
    let csv =
      "File,Timecode\n" + zip(names, labels).map { "\($0),\($1)\n" }.joined()
    #expect(try runs(csv, context) == ["0.0 - \(labels[expected]) -"])
    let ale =
      "Heading\nFPS\t25\n\nColumn\nName\tStart\tSource File\n\nData\n"
      + zip(names, labels).map { "clip\t\($1)\t\($0)\n" }.joined()
    #expect(try runs(ale, context) == ["0.0 - \(labels[expected]) -"])
    let lines = zip(names, labels).map { name, label in
      let text = name.replacingOccurrences(of: "\\", with: "\\\\")
      return #"{"file": "\#(text)", "trackID": 2, "movieTime": {"value": 0, "timescale": 25}, "#
        + #""timecode": "\#(label)"}"# + "\n"
    }
    #expect(try runs(lines.joined(), context) == ["0.0 - \(labels[expected]) -"])
  }

  @Test(arguments: [
    ("C1.mov", ["cA/C1.mov", "cB/C1.mov"]), ("x/C1.mov", ["cA/C1.mov", "cB/C1.mov"]),
    ("c1.mov", ["C1.mov", "C1.MOV"]), ("p/C1.mp4", ["A/C1.mov", "B/C1.mov"]),
  ])
  func severalFilesThatAMovieCanBe(movie: String, names: [String]) throws {
    var context = Self.at25
    context.movieName = movie
    let csv = "File,Timecode\n" + names.map { "\($0),01:00:00:00\n" }.joined()
    #expect(
      failure(csv, context)?.reason
        == "'\(movie)' can be '\(names[0])' or '\(names[1])' of the list; name it with its folder, as "
        + "the list does")
  }

  /// Of a list that `extract timecode` wrote, somebody changed the labels and left the frame numbers.
  @Test func labelsThatWereChanged() throws {
    func table(_ label: String, _ number: String) -> String {
      "Timecode,Frame Number,Quanta,Flags,Type,Rate\n\(label),\(number),25,2,tmcd,25/1\n"
    }
    #expect(try runs(table("01:00:00:00", "90000")) == ["0.0 - 01:00:00:00 -"])
    #expect(
      failure(table("02:00:00:00", "90000"))?.description
        == "line 2: the timecode is 02:00:00:00, and frame number 90000 is 01:00:00:00; to use "
        + "the timecode, leave Frame Number empty"
    )
    #expect(try runs(table("02:00:00:00", "")) == ["0.0 - 02:00:00:00 -"])
  }

  /// The same, with a changed cell for drop frame beside flags that say the opposite.
  @Test func dropFrameThatWasChanged() throws {
    func table(_ flags: String, _ isDropFrame: String) -> String {
      "Timecode,Frame Number,Quanta,Flags,Drop Frame,Rate\n"
        + "00:00:10:00,300,30,\(flags),\(isDropFrame),30000/1001\n"
    }
    #expect(try runs(table("2", "no"), Self.at2997)[0].contains("00:00:10:00"))
    #expect(try runs(table("3", "yes"), Self.at2997)[0].contains("00:00:10;00"))
    #expect(try runs(table("2", ""), Self.at2997)[0].contains("00:00:10:00"))
    #expect(try runs(table("", "yes"), Self.at2997)[0].contains("00:00:10;00"))
    #expect(
      failure(table("2", "yes"), Self.at2997)?.description
        == "line 2: the flags 2 say non-drop frame, and Drop Frame says the opposite; to use Drop "
        + "Frame, leave Flags empty")
    #expect(
      failure(table("3", "no"), Self.at2997)?.reason.hasPrefix("the flags 3 say drop frame,")
        == true)
    #expect(
      failure(table("3", "perhaps"), Self.at2997)?.reason.contains("not yes or no") == true)
  }

  /// A dot before the frames means drop frame to some programs and not to others.
  @Test func dotsBeforeTheFrames() throws {
    let event = "1 AX V C 00:59:59.28 01:00:01.28 00:00:00:00 00:00:02:00\n"
    let log = "Heading\nFPS\t29.97\nColumn\nName\tStart\nData\nclip\t00:59:59.28\n"
    let frame = #"{"movieTime":{"value":0,"timescale":1},"timecode":"00:59:59.28"}"#
    for (text, line) in [
      ("tc\n00:59:59.28\n", 2), (event, 1), (log, 6), (frame, 1), (frame + "\n" + frame, 1),
    ] {
      let error = failure(text, Self.at2997)
      #expect(error?.line == line, "\(text)")
      #expect(
        error?.reason == "a dot before the frames is ambiguous at this rate: write a colon, or a "
          + "semicolon for drop frame")
    }
    // The list says elsewhere what is meant.
    #expect(try runs("tc,drop frame\n00:59:59.28,yes\n", Self.at2997)[0].contains("00:59:59;28"))
    #expect(try runs("tc,drop frame\n00:59:59.28,no\n", Self.at2997)[0].contains("00:59:59:28"))
    #expect(try runs("FCM: DROP FRAME\n" + event, Self.at2997)[0].contains("00:59:59;28"))
    #expect(try runs("FCM: NON-DROP FRAME\n" + event, Self.at2997)[0].contains("00:59:59:28"))
    // There is no drop frame at 25 frames per second.
    #expect(try runs("tc\n00:59:59.20\n") == ["0.0 - 00:59:59:20 -"])
  }

  /// What no timecode track can have is an error of its line.
  @Test func ratesAndReelsThatDoNotFit() {
    let reel = String(repeating: "A", count: 1 << 16)
    let tooLong = "the reel name is longer than 65535 bytes"
    let tooFast = "timecode counts 1 to 255 frames per second, not 300"
    for (text, line, reason) in [
      ("tc,reel\n01:00:00:00,a\n02:00:00:00,\(reel)\n", 3, tooLong),
      ("tc,time,rate\n01:00:00:00,0,25\n02:00:00:00,1,300\n", 3, tooFast),
      ("Column\nName\tStart\tTape\nData\nclip\t01:00:00:00\t\(reel)\n", 4, tooLong),
      ("Heading\nFPS\t300\nColumn\nName\tStart\nData\nclip\t01:00:00:00\n", 6, tooFast),
      ("1 \(reel) V C 01:00:00:00 01:00:01:00 00:00:00:00 00:00:01:00\n", 1, tooLong),
    ] {
      let error = failure(text)
      #expect(error?.line == line && error?.reason == reason, "\(text.prefix(60))")
    }
  }

  /// 25 frames in two seconds.
  @Test func slowMotion() throws {
    func table(_ frames: String, _ duration: String) -> String {
      "Movie Time,Duration,Timecode,Frames,Frame Number,Quanta,Flags,Type,Rate\n"
        + "0,\(duration),01:00:00:00,\(frames),90000,25,0,tmcd,25/1\n"
    }
    for (frames, duration) in [("50", "2"), ("50", "2.02"), ("49", "2"), ("", "2")] {
      #expect(try runs(table(frames, duration)).count == 1)
    }
    for (frames, duration) in [("25", "2"), ("50", "1"), ("1", "2")] {
      #expect(failure(table(frames, duration))?.line == 2)
      #expect(failure(table(frames, duration))?.reason.contains("not played at the speed") == true)
    }
  }

  /// Of an EDL of several clips, the events of the movie count, if one of them is the movie; otherwise it is
  /// one of a sequence that is the movie.
  @Test func clipsOfAnEDL() throws {
    let text = """
      001  AX V C 01:00:00:00 01:00:01:00 00:00:00:00 00:00:01:00
      * FROM CLIP NAME:  other.mov
      002  AX V C 05:00:00:00 05:00:01:00 00:00:01:00 00:00:02:00
      * FROM CLIP NAME:  clip.mov
      003  AX V C 06:00:00:00 06:00:01:00 00:00:04:00 00:00:05:00
      * FROM CLIP NAME:  clip.mov
      """
    let list = try read(text)
    #expect(list.runs.map(Self.line) == ["0.0 1.0 05:00:00:00 -", "3.0 1.0 06:00:00:00 -"])
    #expect(
      list.notes == [
        "2 of 3 events are of 'clip.mov'; the others are not used, and the first of these is taken for its "
          + "beginning"
      ])
    let sequence = try read(text.replacingOccurrences(of: "clip.mov", with: "c.mov"))
    #expect(sequence.runs.count == 3)
    #expect(
      sequence.notes == [
        "no event is of 'day1/clip.mov': the EDL names 'other.mov', 'c.mov', and all of it is used"
      ])
    let one = try read(text.replacingOccurrences(of: "other.mov", with: "clip.mov"))
    #expect(one.runs.count == 3 && one.notes == [])
    // The name that is most like that of the movie counts, wherever it comes.
    let proxy = text.replacingOccurrences(of: "other.mov", with: "clip.mxf")
    #expect(try read(proxy).runs == list.runs)
    #expect(
      try runs(
        """
        001  AX V C 05:00:00:00 05:00:01:00 00:00:00:00 00:00:01:00
        * FROM CLIP NAME:  clip.mov
        002  AX V C 01:00:00:00 01:00:01:00 00:00:01:00 00:00:02:00
        * FROM CLIP NAME:  clip.mxf
        """) == ["0.0 1.0 05:00:00:00 -"])
    let nothing = failure(
      """
      001  AX V D 012  05:00:00:00 05:00:01:00 00:00:00:00 00:00:01:00
      * FROM CLIP NAME:  clip.mov
      * TO CLIP NAME:  other.mov
      """)
    #expect(nothing?.reason == "the EDL names 'clip.mov', but has no event of it that lasts")
    // A transition: what it comes from is in its first line.
    let dissolve = """
      001  A V C      01:00:00:00 01:00:00:00 00:00:00:00 00:00:00:00
      001  B V D 012  05:00:00:00 05:00:01:00 00:00:00:00 00:00:01:00
      * FROM CLIP NAME:  other.mov
      * TO CLIP NAME:  clip.mov
      """
    let last = try read(dissolve)
    #expect(last.runs.map(Self.line) == ["0.0 1.0 05:00:00:00 B"])
    #expect(last.notes.first == "line 2: the transition is read as a cut at its beginning")
    #expect(last.notes.dropFirst().first?.hasPrefix("1 of 1 event is of 'clip.mov'") == true)
  }

  /// Avid names clips as people do, and their files in other comments.
  @Test(arguments: ["SOURCE FILE", "FROM FILE"]) func filesOfAnEDL(comment: String) throws {
    let text = """
      001  A V C 01:00:00:00 01:00:01:00 00:00:00:00 00:00:01:00
      * FROM CLIP NAME: OTHER
      * \(comment): /v/26.mov
      002  B V C 05:00:00:00 05:00:01:00 00:00:01:00 00:00:02:00
      * FROM CLIP NAME: INTERVIEW
      * \(comment): /v/clip.mov
      """
    let list = try read(text)
    #expect(list.runs.map(Self.line) == ["0.0 1.0 05:00:00:00 B"])
    #expect(list.notes.map { $0.hasPrefix("1 of 2 events is of '/v/clip.mov'") } == [true])
    var several = Self.at25
    several.isOneOfSeveral = true
    #expect(try read(text, several) == list)
    // A clip of the movie's name comes before its file.
    #expect(
      try runs(text.replacingOccurrences(of: "OTHER", with: "clip"))
        == ["0.0 1.0 01:00:00:00 A"])
  }

  /// What timecode cannot say in events of other clips does not matter.
  @Test func otherClipsAtAnotherSpeed() throws {
    let text = """
      001  A001  V  C  10:00:00:00 10:00:02:00 01:00:00:00 01:00:02:00
      * FROM CLIP NAME: clip.mov
      002  B002  V  C  11:00:00:00 11:00:02:00 01:00:02:00 01:00:03:00
      M2   B002  050.0  11:00:00:00
      * FROM CLIP NAME: other.mov
      003  B003  V  K B  11:00:00:00 11:00:01:00 01:00:02:00 01:00:03:00
      * FROM CLIP NAME: other.mov
      004  A001  V  C  10:00:10:00 10:00:12:00 01:00:03:00 01:00:05:00
      * FROM CLIP NAME: clip.mov
      """
    #expect(try runs(text) == ["0.0 2.0 10:00:00:00 A001", "3.0 2.0 10:00:10:00 A001"])
    let own = text.replacingOccurrences(of: "other.mov", with: "clip.mov")
    #expect(
      failure(own)?.description
        == "line 4: the event is played at 50 frames per second, and the movie has 25; timecode that runs at "
        + "another speed cannot be written from an EDL")
    let key = text.replacingOccurrences(of: "clip.mov", with: "c.mov")
      .replacingOccurrences(of: "other.mov", with: "clip.mov")
      .replacingOccurrences(of: "050.0", with: "025.0")
      .replacingOccurrences(
        of: "11:00:00:00 11:00:02:00 01:00:02:00", with: "11:00:00:00 11:00:01:00 01:00:02:00")
    #expect(failure(key)?.line == 6)
    #expect(failure(key)?.reason.contains("shows two sources at once") == true)
  }

  /// A speed of a transition is that of the source that it names.
  @Test func speedOfWhatATransitionComesFrom() throws {
    func dissolve(_ reel: String) -> String {
      """
      001  A V C      01:00:00:00 01:00:00:00 00:00:00:00 00:00:00:00
      001  B V D 012  05:00:00:00 05:00:01:00 00:00:00:00 00:00:01:00
      M2   \(reel)   050.0   01:00:00:00
      * FROM CLIP NAME:  other.mov
      * TO CLIP NAME:  clip.mov
      """
    }
    #expect(try runs(dissolve("A")) == ["0.0 1.0 05:00:00:00 B"])
    #expect(failure(dissolve("B"))?.line == 3)
  }

  /// A proxy has the timecode of its original, unless the list has the proxy itself.
  @Test(arguments: ["clip_Proxy.mov", "CLIP.proxy.mp4", "clip-proxy.mov", "clip Proxy.mov"])
  func proxies(name: String) throws {
    var proxy = Self.at25
    (proxy.movieName, proxy.isOneOfSeveral) = ("proxies/" + name, true)
    let list = "File Name,Start TC\nclip.mxf,02:00:00:00\nother.mxf,03:00:00:00\n"
    #expect(try runs(list, proxy).first?.contains("02:00:00:00") == true)
    let both = list + "\(name),04:00:00:00\n"
    #expect(try runs(both, proxy).first?.contains("04:00:00:00") == true)
  }

  /// A list of one name is for that movie if there are several, and otherwise used with a note.
  @Test func listsOfOneName() throws {
    var several = Self.at25
    several.isOneOfSeveral = true
    let edl = """
      001  AX V C 01:00:00:00 01:00:01:00 00:00:00:00 00:00:01:00
      * FROM CLIP NAME:  other.mov
      """
    let ale = """
      Heading
      FIELD_DELIM\tTABS
      FPS\t25

      Column
      Name\tTracks\tStart\tEnd

      Data
      other.mov\tV\t01:00:00:00\t01:00:04:00

      """
    for text in ["File Name,Start TC\nother.mov,02:00:00:00\n", edl, ale] {
      #expect(try read(text).notes.contains { $0.hasPrefix("the list is for 'other.mov'") })
      let error = failure(text, several)
      #expect(
        error?.reason.hasPrefix("no row is for 'day1/clip.mov': the list names 'other.mov'")
          == true,
        "\(text): \(String(describing: error))")
      let own = text.replacingOccurrences(of: "other.mov", with: "clip.mov")
      #expect(try read(own, several).runs.count == 1)
    }
  }

  /// Names of reels that are digits: the short ones are those that `extract timecode` writes.
  @Test func reelsOfDigits() throws {
    let rows = [
      ("12345678", "1234567890"), ("123456X2", "1234567891"), ("12345X10", "1234567899"),
      ("0X2", "0."), ("7", "7"), ("A001C0X2", "A001C002_170102_R1AB"),
    ]
    var text = "TITLE: x\n"
    for (index, (short, whole)) in rows.enumerated() {
      text +=
        "001 \(short) V C 01:00:00:00 01:00:01:00 00:00:0\(index):00 00:00:0\(index + 1):00\n"
        + "* SOURCE FILE: \(whole)\n"
    }
    #expect(try read(text).runs.map { $0.format.reel } == rows.map(\.1))
    // The names of files are no names of reels.
    for whole in ["A001C001.mov", "1234.mov", "00123"] {
      let event = "001 002 V C 01:00:00:00 01:00:01:00 00:00:00:00 00:00:01:00\n"
      #expect(try read(event + "* SOURCE FILE: \(whole)\n").runs[0].format.reel == "002")
    }
  }

  /// What is made of the reel of an event is made once, and not for each of its comments.
  @Test(arguments: ["1", "A"]) func manyCommentsOfALongReel(letter: String) throws {
    let reel = String(repeating: letter, count: 65_535)
    var text = "TITLE: x\n001 \(reel) V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00\n"
    for _ in 0..<30_000 { text += "* SOURCE FILE: B\n" }
    var count = 0
    let time = try ContinuousClock().measure { count = try runs(text).count }
    #expect(count == 1)
    // It took a minute.
    #expect(time < .seconds(20))
  }

  @Test func theRateIsThatOfTheOptionTheListOrTheVideo() throws {
    let text = "timecode,fps\n01:00:00:20,23.976\n"
    #expect(
      try read(text).runs[0].format.frameDuration == MediaTime(value: 1001, timescale: 24000))
    var context = Self.at25
    context.rate = CountingRate("30")
    #expect(try read(text, context).runs[0].format.frameQuanta == 30)
    context = SegmentList.Context(movieName: "a.mov", videoRate: nil, rate: nil)
    #expect(failure("tc\n01:00:00:00\n", context)?.reason.contains("--rate") == true)
  }

  @Test(arguments: [
    ("time,tc\n0,10:00:00:00\n0,11:00:00:00\n", 3), ("time,tc\n0,10:00:00:25\n", 2),
    ("time,tc\nx,10:00:00:00\n", 2), ("time,tc\n,10:00:00:00\n", 2), ("a,b\n1,2\n", 1),
    ("time,tc\n0,\"10:00:00:00\n", 2), ("time,tc\n0,\"10:00:00:00\"x\n", 2),
    ("time,tc\n0,10:00:00;00\n", 2), ("tc,rate\n10:00:00:00,x\n", 2),
    ("tc,end tc\n10:00:01:00,10:00:01:00\n", 2), ("tc\n10:00:00:00\n11:00:00:00\n", 3),
    ("time,duration,tc\n0,2,10:00:00:00\n1,2,11:00:00:00\n", 3),
    ("\"a\nb\",tc,time\n1,x,0\n", 3), ("time,tc\n-1,10:00:00:00\n", 2),
  ])
  func badTables(text: String, line: Int) {
    #expect(failure(text)?.line == line, "\(text)")
  }

  // MARK: EDL

  private static let edl = """
    TITLE: A LIST
    FCM: NON-DROP FRAME

    001  A001C001 V     C        01:00:00:00 01:00:04:00 01:00:00:00 01:00:04:00
    * FROM CLIP NAME:  first.mov
    * SOURCE FILE: A001C001_220101
    002  A002     A     C        05:00:00:00 05:00:01:00 01:00:04:00 01:00:05:00
    003  A003     B     C        02:00:00:12 02:00:01:12 01:00:05:00 01:00:06:00

    """

  /// OTIO#804: names of reels over eight characters are cut, and the whole name is in a comment.
  @Test func editDecisionList() throws {
    let list = try read(Self.edl)
    #expect(
      list.runs.map(Self.line) == [
        "0.0 4.0 01:00:00:00 A001C001_220101", "5.0 1.0 02:00:00:12 A003",
      ])
    #expect(
      list.notes == [
        "the list is for 'first.mov'; using it for 'day1/clip.mov'",
        "events without video are left out",
      ])
    let crlf = Self.edl.replacingOccurrences(of: "\n", with: "\r\n")
    #expect(try read(crlf) == list)
    // Whole file names as reels, even with spaces, as Resolve writes them.
    #expect(
      try runs("1 my clip 01.mov V C 01:00:00:00 01:00:01:00 00:00:00:00 00:00:01:00\n")
        == ["0.0 1.0 01:00:00:00 my clip 01.mov"])
    // Bare numbers are frames, and black is a gap.
    #expect(
      try runs(
        "1 BL V C 0 50 0 50\n2 AX V C 90000 90025 50 75\n") == ["2.0 1.0 01:00:00:00 -"])
  }

  /// An EDL that has the movie only at events without video is not for the one other clip that it names.
  @Test func moviesWithoutVideo() throws {
    let events = """
      001  A001     V     C        01:00:00:00 01:00:04:00 01:00:00:00 01:00:04:00
      * FROM CLIP NAME:  other.mov
      002  B        A     C        05:00:00:00 05:00:01:00 01:00:04:00 01:00:05:00
      * FROM CLIP NAME:  NAME

      """
    #expect(
      failure(events.replacing("NAME\n", with: "Clip.mov\n"))?.reason
        == "the EDL names 'Clip.mov' only at events without video; timecode is read from events with video (V)"
    )
    #expect(
      try runs(events.replacing("NAME\n", with: "third.mov\n")) == ["0.0 4.0 01:00:00:00 A001"])
  }

  /// A key is refused as one, however its source is named.
  @Test(arguments: ["K 000", "K B", "K B 000", "K O", "K O 012", "k b", "KB 000", "K"])
  func keys(kind: String) throws {
    let line =
      "001  A001  V  \(kind)  01:00:00:00 01:00:01:00 00:00:00:00 00:00:01:00\n"
    let error = failure(line)
    #expect(error?.reason.contains("shows two sources at once") == true, "\(kind)")
  }

  @Test func dropFrameByTheSeparatorOrFCM() throws {
    let event = "001  A001     V     C        00:59:59:28 01:00:01:28 00:00:00:00 00:00:02:00\n"
    let drop = event.replacingOccurrences(
      of: ":(\\d\\d )", with: ";$1", options: .regularExpression)
    #expect(try runs("FCM: DROP FRAME\n" + event, Self.at2997)[0].contains("00:59:59;28"))
    #expect(try runs(drop, Self.at2997)[0].contains("00:59:59;28"))
    #expect(try runs("FCM: NON-DROP FRAME\n" + event, Self.at2997)[0].contains("00:59:59:28"))
    // 00:00:02;00 is 60 frames, 2.002 s.
    #expect(
      try read(drop, Self.at2997).runs[0].duration == MediaTime(value: 60060, timescale: 30000))
    #expect(failure("FCM: DROP FRAME\n" + event)?.line == 2)
  }

  /// FCM between events says how their sources count. The record is one tape, which counts in one way: 00:00:02:00 is
  /// 60 frames of either, and an hour is 108 frames more without drop frame.
  @Test(arguments: [("DROP", "NON-DROP", ";", ":"), ("NON-DROP", "DROP", ":", ";")])
  func sourcesThatCountInAnotherWay(first: String, second: String, a: String, b: String) throws {
    let text = """
      TITLE: t
      FCM: \(first) FRAME
      001  A001 V  C        10:00:00:00 10:00:02:00 01:00:00:00 01:00:02:00
      FCM: \(second) FRAME
      002  A002 V  C        10:00:00:00 10:00:02:00 01:00:02:00 01:00:04:00
      """
    #expect(
      try runs(text, Self.at2997) == [
        "0.0 2.002 10:00:00\(a)00 A001", "2.002 2.002 10:00:00\(b)00 A002",
      ])
  }

  @Test func transitionsAreCutsAtTheirBeginning() throws {
    let text = """
      001  A001     V     C        01:00:00:00 01:00:02:00 00:00:00:00 00:00:02:00
      002  A001     V     C        01:00:02:00 01:00:02:00 00:00:02:00 00:00:02:00
      002  A002     V     D    024 02:00:00:00 02:00:03:00 00:00:02:00 00:00:05:00
      003  A003     V     W001 012 03:00:00:00 03:00:01:00 00:00:05:00 00:00:06:00
      """
    let list = try read(text)
    #expect(
      list.runs.map(Self.line) == [
        "0.0 2.0 01:00:00:00 A001", "2.0 3.0 02:00:00:00 A002", "5.0 1.0 03:00:00:00 A003",
      ])
    #expect(list.notes.count == 2 && list.notes[0].hasPrefix("line 3: "))
  }

  @Test func speedsOtherThanTheMovieAreRefused() throws {
    let event = "001  A001     V     C        01:00:00:00 01:00:02:00 00:00:00:00 00:00:02:00\n"
    #expect(try runs(event + "M2   A001       025.0                01:00:00:00\n").count == 1)
    for speed in ["012.5", "-025.0", "000.0", "026.0"] {
      let error = failure(event + "M2   A001       \(speed)                01:00:00:00\n")
      #expect(error?.line == 2 && error?.reason.contains("another speed") == true, "\(speed)")
    }
    #expect(try runs(event + "M2   A001       029.9   01:00:00:00\n", Self.at2997).count == 1)
    let slow = "001  A001     V     C        01:00:00:00 01:00:01:00 00:00:00:00 00:00:02:00\n"
    #expect(failure(slow)?.reason.contains("25 frames and the record 50") == true)
  }

  @Test func overMidnightAndOutOfOrder() throws {
    let text = """
      TITLE: x
      001  A V C 23:59:59:00 00:00:01:00 23:59:58:00 00:00:00:00
      003  C V C 03:00:00:00 03:00:01:00 00:00:01:00 00:00:02:00
      002  B V C 02:00:00:00 02:00:01:00 00:00:00:00 00:00:01:00
      """
    #expect(
      try runs(text) == [
        "0.0 2.0 23:59:59:00 A", "2.0 1.0 02:00:00:00 B", "3.0 1.0 03:00:00:00 C",
      ])
  }

  /// The events in each order (mode C sorts them by source): the movie begins with the earliest in the record.
  @Test(arguments: [
    ["10:00:00:00", "10:00:01:00", "10:00:03:00"], ["23:59:59:00", "00:00:00:00", "00:00:02:00"],
    ["00:00:00:00", "11:00:00:00", "22:00:00:00"], ["13:00:00:00", "23:59:59:00", "00:30:00:00"],
  ])
  func everyOrderOfEvents(record: [String]) throws {
    func seconds(_ label: String) throws -> Int {
      let parts = try label.split(separator: ":").map { try #require(Int($0)) }
      return parts[0] * 3600 + parts[1] * 60 + parts[2]
    }
    let first = try seconds(record[0])
    let expected = try zip(record, "ABC").map { label, reel in
      "\(Double((try seconds(label) - first + 86400) % 86400)) 1.0 0\(reel.hexDigitValue! - 9):00:00:00 \(reel)"
    }
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let lines = try order.map { index in
        let hours = try #require(record[index].split(separator: ":").first)
        let end = try #require(record[index].split(separator: ":").dropFirst().first)
        let second = try #require(Int(record[index].split(separator: ":")[2]))
        let last =
          second == 59 ? "00:00:00:00" : "\(hours):\(end):0\(second + 1):00"
        return "001  \(["A", "B", "C"][index]) V C 0\(index + 1):00:00:00 0\(index + 1):00:01:00 "
          + "\(record[index]) \(last)"
      }
      // A record that lasts most of the day is only known in its own order.
      if record[2] == "22:00:00:00", order != [0, 1, 2] { continue }
      #expect(try runs("TITLE: x\n" + lines.joined(separator: "\n")) == expected, "\(order)")
    }
  }

  @Test(arguments: [
    ("TITLE: x\n001  A V C 01:00:00:00 01:00:01:00 00:00:00:00\n", 2),
    ("TITLE: x\n001  A V X 01:00:00:00 01:00:01:00 00:00:00:00 00:00:01:00\n", 2),
    ("TITLE: x\n001  A V K 01:00:00:00 01:00:01:00 00:00:00:00 00:00:01:00\n", 2),
    ("TITLE: x\n001  A V C 01:00:00:30 01:00:01:00 00:00:00:00 00:00:01:00\n", 2),
    ("TITLE: x\nFCM: MAYBE\n", 2), ("TITLE: x\n", 0),
    ("TITLE: x\n001  A A C 01:00:00:00 01:00:01:00 00:00:00:00 00:00:01:00\n", 0),
    (
      "TITLE: x\n001  A V C 1 26 0 25\n002  B V C 1 26 24 49\n", 3
    ),
  ])
  func badEDLs(text: String, line: Int) {
    let error = failure(text)
    #expect(error != nil && error?.line ?? 0 == line, "\(text)")
  }

  // MARK: ALE

  private static let ale = """
    Heading
    FIELD_DELIM\tTABS
    VIDEO_FORMAT\t1080
    AUDIO_FORMAT\t48khz
    FPS\t25

    Column
    Name\tTracks\tStart\tEnd\tTape\tScene

    Data
    other\tV\t01:00:00:00\t01:00:04:00\tA001\t1
    Clip\tVA1\t02:00:00:00\t02:00:04:00\tA002

    """

  @Test func avidLog() throws {
    #expect(try runs(Self.ale) == ["0.0 4.0 02:00:00:00 A002"])
    #expect(
      try runs(Self.ale.replacingOccurrences(of: "\n", with: "\r\n"))
        == ["0.0 4.0 02:00:00:00 A002"])
    var tape = Self.at25
    tape.movieName = "A001.mov"
    #expect(try runs(Self.ale, tape) == ["0.0 4.0 01:00:00:00 A001"])
    tape.movieName = "nothing.mov"
    #expect(failure(Self.ale, tape)?.reason.contains("nothing.mov") == true)
    // All pairs of the heading on one line.
    let narrow =
      "Heading\nFIELD_DELIM\tTABS\tFPS\t25\nColumn\nName\tStart\tDuration\nData\nx\t01:00:00:00\t00:00:02:00\n"
    #expect(try runs(narrow) == ["0.0 2.0 01:00:00:00 -"])
  }

  /// Bins have master clips and subclips of the same file. A subclip is a part of what the clip is.
  @Test func subclips() throws {
    func log(_ rows: String...) -> String {
      "Heading\nFPS\t25\nColumn\nName\tStart\tEnd\tTape\tSource File\nData\n"
        + rows.joined(separator: "\n") + "\n"
    }
    let part = "clip.sub\t10:00:01:00\t10:00:02:00\tT\tclip.mov"
    let whole = "clip\t10:00:00:00\t10:00:04:00\tT\tclip.mov"
    for text in [log(part, whole), log(whole, part)] {
      let list = try read(text)
      #expect(list.runs.map(Self.line) == ["0.0 4.0 10:00:00:00 T"])
      #expect(list.notes.count == 1 && list.notes[0].contains("is used alone"), "\(list.notes)")
    }
    // What is not in the clip, is of another reel or is a stretch of the same movie follows it.
    for other in [
      "clip.sub\t10:00:03:00\t10:00:05:00\tT\tclip.mov",
      "clip.sub\t09:59:59:00\t10:00:01:00\tT\tclip.mov",
      "clip.sub\t10:00:01:00\t10:00:02:00\tU\tclip.mov",
      "clip\t10:00:01:00\t10:00:02:00\tT\tclip.mov",
    ] {
      let list = try read(log(whole, other))
      #expect(list.runs.count == 2 && list.runs[1].time == MediaTime(value: 4, timescale: 1))
      #expect(
        list.notes == ["the log has 2 rows for the movie; they follow each other without gaps"])
    }
  }

  /// Resolve's metadata has columns for the number and the name of a reel, and the former is mostly empty.
  @Test(arguments: [
    (",A001R1", "A001R1"), ("1,A001R1", "A001R1"), ("1,", "1"), (",", "-"),
  ])
  func numberAndNameOfAReel(values: String, reel: String) throws {
    #expect(
      try runs("File Name,Reel Number,Reel Name,Start TC\nclip.mov,\(values),10:00:00:00\n")
        == ["0.0 - 10:00:00:00 \(reel)"])
    let fields = values.replacingOccurrences(of: ",", with: "\t")
    for name in ["Reel", "Reel Name"] {
      #expect(
        try runs(
          "Heading\nFPS\t25\nColumn\nName\tReel #\t\(name)\tTape\tStart\nData\n"
            + "clip\t\(fields)\t\t10:00:00:00\n") == ["0.0 - 10:00:00:00 \(reel)"])
    }
  }

  /// Camera reports have the roll of the camera, which Avid writes as Camroll, and no column of reels.
  @Test(arguments: [
    "Roll", "Camera Roll", "Camroll", "Cam Roll", "Camera Roll #", "Disk Label",
  ])
  func rollsOfCameras(column: String) throws {
    #expect(
      try runs("Name,Start TC,\(column)\nclip.mov,10:00:00:00,A007\n") == [
        "0.0 - 10:00:00:00 A007"
      ])
    #expect(
      try runs("Name,\(column),Start TC,Tape\nclip.mov,A007,10:00:00:00,A007R1AB\n") == [
        "0.0 - 10:00:00:00 A007R1AB"
      ])
    func log(_ tape: String) -> String {
      "Heading\nFPS\t25\nColumn\nName\t\(column)\tTape\tStart\nData\nclip\tA007\t\(tape)\t10:00:00:00\n"
    }
    #expect(try runs(log("")) == ["0.0 - 10:00:00:00 A007"])
    #expect(try runs(log("A007R1AB")) == ["0.0 - 10:00:00:00 A007R1AB"])
  }

  /// The headings of script supervisors, editors and cameras.
  @Test(arguments: [
    "TC In,TC Out", "Timecode In,Timecode Out", "TC Start,TC End", "In,Out",
    "Media Start,Media End",
  ])
  func timecodeByOtherNames(columns: String) throws {
    #expect(
      try runs("Scene,Clip,\(columns),Notes\n12A,clip.mov,10:00:00:00,10:00:02:00,good\n")
        == ["0.0 2.0 10:00:00:00 -"])
    #expect(try runs("Clip,Master TC\nclip.mov,10:00:00:00\n") == ["0.0 - 10:00:00:00 -"])
  }

  /// Beside a column of timecode, "In" and "Out" are times in the movie, or in a record.
  @Test(arguments: [
    "Timecode,In,Out\n01:00:00:00,5,7\n", "file,timecode,out\nclip.mov,01:00:00:00,12.5\n",
  ])
  func otherEnds(table: String) throws {
    #expect(try runs(table) == ["0.0 - 01:00:00:00 -"])
  }

  /// Other names for the column with the files of the rows.
  @Test(arguments: [
    "Source File Name", "Source Path", "File Path", "Path", "Filepath", "Media File",
    "Original Filename",
  ])
  func filesOfRows(column: String) throws {
    #expect(
      try runs(
        "\(column),Start TC\n/Volumes/x/other.mov,09:00:00:00\n/Volumes/x/clip.mov,10:00:00:00\n")
        == ["0.0 - 10:00:00:00 -"])
  }

  @Test(arguments: ["Source File Name", "Source Path", "File Path", "File Name"])
  func filesOfALog(column: String) throws {
    #expect(
      try runs(
        "Heading\nFPS\t25\nColumn\nName\t\(column)\tStart\nData\n"
          + "shot 1\t/Volumes/x/other.mov\t09:00:00:00\nshot 2\t/Volumes/x/clip.mov\t10:00:00:00\n")
        == ["0.0 - 10:00:00:00 -"])
  }

  /// Rows of several clips, in a table that does not say so.
  @Test func filesThatNoColumnNames() {
    #expect(
      failure("Thing,Start TC\nA1,10:00:00:00\nA2,11:00:00:00\n")?.reason
        == "there are several rows, but neither times nor durations: add a column 'time', or 'file' if each row is "
        + "for another file")
    #expect(
      failure("Name,Start TC\nclip,10:00:00:00\nclip,11:00:00:00\n")?.reason
        == "there are several rows, but neither times nor durations: add a column 'time'")
  }

  /// A row without the name of its file has that of its clip.
  @Test func firstFileNameThatIsNotEmpty() throws {
    let text =
      "File Name,Clip Name,Start TC\n,clip.mov,10:00:00:00\nother.mov,clip.mov,11:00:00:00\n"
    #expect(try runs(text) == ["0.0 - 10:00:00:00 -"])
  }

  /// Tables of countries in which a comma comes before the decimals.
  @Test func decimalCommas() throws {
    for separator in [";", "\t"] {
      let text = "Time;TC;Duration\n2,5;10:00:00:00;00:00:01,500\n"
        .replacingOccurrences(of: ";", with: separator)
      #expect(try runs(text) == ["2.5 1.5 10:00:00:00 -"])
      #expect(try runs("sep=\(separator)\r\n" + text) == ["2.5 1.5 10:00:00:00 -"])
    }
    let rate = try read("TC;Frame Rate\n10:00:00:00;29,97\n").runs[0].format.frameDuration
    #expect(rate == MediaTime(value: 1001, timescale: 30000))
    #expect(failure("TC,Frame Rate\n10:00:00:00,\"29,97\"\n")?.line == 2)
    // The line is for Excel; the numbers of lines are those of the file.
    #expect(try runs("sep=;\nTC;Note\n10:00:00:00;a,b,c\n") == ["0.0 - 10:00:00:00 -"])
    #expect(failure("sep=;\nTC;Note\n10:00:00:25;a,b,c\n")?.line == 3)
    #expect(failure("sep=;")?.reason == "the list is empty")
    // A comma before two digits of a label is that of drop frame: frame 60 at 30000/1001 begins at 2.002 s.
    let drop = try read("Time;TC\n00:00:02,00;10:00:00,00\n", Self.at2997).runs[0]
    #expect(drop.time == MediaTime(value: 60060, timescale: 30000) && drop.start == "10:00:00;00")
  }

  /// Rates as Resolve, Premiere and cameras write them.
  @Test(arguments: [
    ("29.97 DF", "00:59:59;28", 1001, 30000), ("29.97DF", "00:59:59;28", 1001, 30000),
    ("29.97 NDF", "00:59:59:28", 1001, 30000), ("29.97 fps", "00:59:59:28", 1001, 30000),
    ("29.97 fps NDF", "00:59:59:28", 1001, 30000), ("29.97p", "00:59:59:28", 1001, 30000),
    ("30 FPS", "00:59:59:28", 1, 30), ("30000/1001 df", "00:59:59;28", 1001, 30000),
  ])
  func ratesWithWords(rate: String, label: String, value: Int64, timescale: Int32) throws {
    let run = try read("TC,Frame Rate\n00:59:59:28,\(rate)\n").runs[0]
    #expect(run.start == label)
    #expect(run.format.frameDuration == MediaTime(value: value, timescale: timescale))
    for wrong in ["fps", "DF", "29.97 DF NDF x", "p", "x \(rate)"] {
      #expect(failure("TC,Frame Rate\n00:59:59:28,\(wrong)\n")?.line == 2, "\(wrong)")
    }
  }

  /// OTIO#1982, OTIO#1983: a rate of 23.98 or 29.97 is rounded, and means a fraction of 1001.
  @Test(arguments: [
    ("23.98", 1001, 24000), ("23.976", 1001, 24000), ("29.97", 1001, 30000), ("59.94", 1001, 60000),
    ("24", 1, 24),
  ])
  func roundedRates(rate: String, value: Int, timescale: Int) throws {
    let text = Self.ale.replacingOccurrences(of: "FPS\t25", with: "FPS\t\(rate)")
    #expect(
      try read(text).runs[0].format.frameDuration
        == MediaTime(value: Int64(value), timescale: Int32(timescale)))
  }

  @Test(arguments: [
    ("Heading\nFPS\tx\n", 2), ("Heading\nColumn\nName\tStart\nData\na\t01:00:00:00\tx\n", 5),
    ("Column\nName\tStart\tFPS\nData\nclip\t01:00:00:00\tfast\n", 4),
    ("Heading\nData\nx\n", 3), ("Heading\nColumn\nName\tStart\nData\nclip\t\n", 5),
    ("Heading\nColumn\nName\tStart\nData\nclip\t01:00:00:99\n", 5), ("Heading\n", 0),
  ])
  func badLogs(text: String, line: Int) {
    let error = failure(text)
    #expect(error != nil && error?.line ?? 0 == line, "\(text)")
  }

  // MARK: JSON

  private static let json = """
    {"schema": "urn:movtool:timecode:1", "file": "a/clip.mov", "tracks": [{
      "trackID": 3, "timescale": 12800, "duration": {"value": 4, "timescale": 1},
      "associatedTracks": [1, 2], "start": "01:00:00:00",
      "formats": [
        {"type": "tmcd", "frameDuration": {"value": 512, "timescale": 12800}, "frameQuanta": 25,
         "flags": {"value": 2}, "sourceName": "A001", "sourceLanguage": "deu",
         "sourceLanguageCode": 2},
        {"type": "tc64", "frameDuration": {"value": 1, "timescale": 25}, "frameQuanta": 25,
         "flags": {"value": 0}, "sourceName": null, "sourceLanguage": null,
         "sourceLanguageCode": null}],
      "samples": [
        {"index": 0, "format": 0, "mediaTime": {"value": 0, "timescale": 12800},
         "duration": {"value": 25600, "timescale": 12800}, "value": 90000, "timecode": "01:00:00:00"},
        {"index": 1, "format": 1, "mediaTime": {"value": 25600, "timescale": 12800},
         "duration": {"value": 25600, "timescale": 12800}, "value": -1, "timecode": "-00:00:00:01"}],
      "segments": [
        {"movieTime": {"value": 1, "timescale": 1}, "duration": {"value": 4, "timescale": 1},
         "format": 0, "frameNumber": 90000},
        {"movieTime": {"value": 5, "timescale": 1}, "duration": {"value": 4, "timescale": 1},
         "format": 1, "frameNumber": -1}],
      "edits": [
        {"duration": {"value": 1, "timescale": 1}, "mediaTime": null, "rate": 65536},
        {"duration": {"value": 8, "timescale": 1}, "mediaTime": {"value": 0, "timescale": 12800},
         "rate": 32768}]}],
     "diagnostics": []}
    """

  @Test func storedTimecode() throws {
    let list = try read(Self.json)
    let stored = try #require(list.stored?.tracks.first)
    #expect(stored.id == 3 && stored.timescale == 12800 && stored.associatedTracks == [1, 2])
    let german = LanguageCode(rawValue: 2)
    #expect(stored.formats[0].sourceName == .init(text: "A001", language: german))
    #expect(stored.formats[0].frameDuration.timescale == 12800)
    #expect(stored.formats[0].flags == .wraps24Hours)
    #expect(stored.formats[1].mediaSubType == .timecode64)
    #expect(stored.samples.map(\.value) == [.frameNumber(90000), .frameNumber(-1)])
    #expect(stored.samples.map(\.format) == [0, 1])
    #expect(stored.edits.map(\.rate) == [65536, 32768])
    #expect(stored.edits.map { $0.mediaTime == nil } == [true, false])
    #expect(list.runs.map(\.frameNumber) == [90000, -1])
    #expect(list.runs.map { $0.format.mediaSubType } == [.timecode32, .timecode64])
    #expect(list.notes.isEmpty)
  }

  /// A time that no table can hold is refused; it does not become 0.
  @Test(arguments: [
    (
      #""duration": {"value": 25600, "timescale": 12800}, "value": 90000"#,
      #""duration": {"value": 9223372036854775807, "timescale": 1}, "value": 90000"#
    ),
    (
      #"{"duration": {"value": 8, "timescale": 1}, "mediaTime""#,
      #"{"duration": {"value": 9223372036854775807, "timescale": 1}, "mediaTime""#
    ),
    (
      #""mediaTime": {"value": 0, "timescale": 12800},\n     "rate""#,
      #""mediaTime": {"value": 9223372036854775807, "timescale": 1},\n     "rate""#
    ),
  ])
  func timesOutOfRange(old: String, new: String) throws {
    let old = old.replacingOccurrences(of: "\\n", with: "\n")
    let changed = Self.json.replacingOccurrences(
      of: old, with: new.replacingOccurrences(of: "\\n", with: "\n"))
    try #require(changed != Self.json)
    try Tool.withFolder { folder in
      try Data(changed.utf8).write(to: folder.appending(path: "list.json"))
      let movie = Stamping.media.appending(path: "rates/25.mov").path
      let result = try Tool.run(
        ["insert", "timecode", movie, "--segments", "list.json", "-o", "out.mov"], cwd: folder)
      #expect(
        result.status == 1 && result.stderr.contains("out of range"), "\(result.stderr)")
    }
  }

  /// Somebody changed a label and left the number, in a sample and in a segment.
  @Test func labelsOfADocumentThatWereChanged() throws {
    let segment = "\"frameNumber\": 90000"
    let labelled = Self.json.replacingOccurrences(
      of: segment, with: segment + ", \"timecode\": \"01:00:00:00\"")
    #expect(try read(labelled).stored == read(Self.json).stored)
    let name = "\"timecode\": \"01:00:00:00\""
    let parts = labelled.components(separatedBy: name)
    #expect(parts.count == 3)
    for (changed, line, number) in [(0, 13, "value"), (1, 18, "frameNumber")] {
      let text =
        parts[0] + (changed == 0 ? "\"timecode\": \"02:00:00:00\"" : name) + parts[1]
        + (changed == 1 ? "\"timecode\": \"02:00:00:00\"" : name) + parts[2]
      #expect(
        failure(text)?.description
          == "line \(line): the timecode is 02:00:00:00, but the \(number) says "
          + "01:00:00:00; to use the timecode, insert a list in CSV")
    }
  }

  /// Samples and edits are what is written. Somebody changed only them, or only the segments or the start. At half the
  /// speed, the two samples of 2 s each last 4 s, from 1 s on.
  @Test(arguments: [
    (
      "\"frameNumber\": 90000", "\"frameNumber\": 90001", 3,
      "the start is 01:00:00:00, but the first segment says 01:00:00:01"
    ),
    (
      "\"frameNumber\": -1", "\"frameNumber\": 0", 19,
      "the segments say 00:00:00:00 at 5 s, but the samples and edits say -00:00:00:01"
    ),
    ("\"format\": 1, \"frameNumber\"", "\"format\": 0, \"frameNumber\"", 19, "the segments say "),
    (
      "\"movieTime\": {\"value\": 1,", "\"movieTime\": {\"value\": 0,", 17,
      "the segments say 01:00:00:00 at 0 s, but the samples and edits say nothing"
    ),
    (
      "\"movieTime\": {\"value\": 5,", "\"movieTime\": {\"value\": 4,", 19,
      "but the samples and edits say 01:00:01:12"
    ),
    (
      "\"duration\": {\"value\": 4, \"timescale\": 1},\n     \"format\": 1",
      "\"duration\": {\"value\": 3, \"timescale\": 1},\n     \"format\": 1", 16,
      "the segments last 7 s together, but what the samples and edits show lasts 8 s"
    ),
    (
      "\"value\": 90000, \"timecode\": \"01:00:00:00\"", "\"value\": 90002", 17,
      "but the samples and edits say 01:00:00:02"
    ),
    ("\"rate\": 32768", "\"rate\": -32768", 17, "but the samples and edits say nothing"),
    ("\"rate\": 32768", "\"rate\": 65536", 19, "but the samples and edits say nothing"),
    (
      "\"mediaTime\": {\"value\": 0, \"timescale\": 12800},\n     \"rate\"",
      "\"mediaTime\": null,\n     \"rate\"", 17, "but the samples and edits say nothing"
    ),
    (
      "\"duration\": {\"value\": 25600, \"timescale\": 12800}, \"value\": -1",
      "\"duration\": {\"value\": 1, \"timescale\": 12800}, \"value\": -1", 19,
      "but the samples and edits say nothing"
    ),
    (
      "\"start\": \"01:00:00:00\"", "\"start\": \"02:00:00:00\"", 3,
      "the start is 02:00:00:00, but the first segment says 01:00:00:00"
    ),
  ])
  func segmentsThatContradictSamples(part: String, other: String, line: Int, message: String) throws
  {
    let text = Self.json.replacingOccurrences(of: part, with: other)
    try #require(text != Self.json)
    let error = failure(text)
    #expect(error?.line == line, "\(String(describing: error))")
    #expect(error?.reason.contains(message) == true, "\(String(describing: error))")
    #expect(error?.reason.hasSuffix(", insert a list in CSV") == true)
  }

  /// Scripts that make documents leave the segments out. Samples and edits say all that is written.
  @Test func documentsWithoutSegments() throws {
    let start = try #require(Self.json.range(of: "\"segments\": [")).upperBound
    let end = try #require(Self.json.range(of: "],\n  \"edits\"")).lowerBound
    let text = Self.json[..<start] + Self.json[end...]
    let track = try read(String(text)).stored?.tracks[0]
    #expect(track?.samples.count == 2 && track?.segments.isEmpty == true)
  }

  /// Documents of earlier versions have no edits, so their segments cannot be compared.
  @Test func segmentsOfEarlierVersions() throws {
    let edits = try #require(Self.json.range(of: "],\n  \"edits\""))
    let old = Self.json[..<edits.lowerBound] + "]}]}"
    let changed = old.replacingOccurrences(
      of: "\"value\": 90000, \"timecode\": \"01:00:00:00\"", with: "\"value\": 90002")
    #expect(try read(changed).stored?.tracks[0].samples[0].value == .frameNumber(90002))
  }

  @Test func linesOfFrames() throws {
    let text = """
      {"trackID":2,"frame":0,"movieTime":{"value":0,"timescale":25},"timecode":"01:00:00:00"}
      {"trackID":2,"frame":1,"movieTime":{"value":1,"timescale":25},"timecode":"01:00:00:01"}
      {"trackID":2,"frame":2,"movieTime":{"value":2,"timescale":25},"timecode":null}
      {"trackID":2,"frame":3,"movieTime":{"value":3,"timescale":25},"timecode":"02:00:00:00"}
      """
    // There is none in the third frame.
    #expect(try runs(text) == ["0.0 0.08 01:00:00:00 -", "0.12 - 02:00:00:00 -"])
  }

  /// Lines of one other file are read for the movie with a note, as rows of CSV are.
  @Test func linesOfAnotherFile() throws {
    func line(_ file: String, _ frame: Int, _ label: String) -> String {
      #"{"file":"\#(file)","trackID":2,"movieTime":{"value":\#(frame),"timescale":25},"#
        + #""timecode":"\#(label)"}"# + "\n"
    }
    let other = line("x.mov", 0, "01:00:00:00") + line("x.mov", 1, "02:00:00:00")
    let list = try read(other)
    #expect(list.runs.map(Self.line) == ["0.0 - 01:00:00:00 -", "0.04 - 02:00:00:00 -"])
    #expect(list.notes == ["the list is for 'x.mov'; using it for 'day1/clip.mov'"])
    var several = Self.at25
    several.isOneOfSeveral = true
    let problem = "no row is for 'day1/clip.mov': the list names 'x.mov'"
    #expect(failure(other, several)?.reason == problem)
    #expect(
      failure(other + line("y.mov", 0, "03:00:00:00"))?.reason == problem + ", 'y.mov'")
    // What is wrong with lines of others does not matter if there are lines of the movie.
    let bad = line("x.mov", 0, "01:00:00:29")
    #expect(failure(bad)?.line == 1)
    let own = line("clip.mov", 0, "05:00:00:00")
    for text in [bad + own, own + bad, other + own] {
      #expect(try runs(text) == ["0.0 - 05:00:00:00 -"])
    }
  }

  @Test(arguments: [
    ("\"format\": 1, \"mediaTime\"", "\"format\": 2, \"mediaTime\"", 14),
    (
      "\"frameQuanta\": 25,\n     \"flags\": {\"value\": 2}",
      "\"frameQuanta\": 256,\n \"flags\": {\"value\": 2}", 5
    ),
    ("\"timescale\": 12800, \"duration\": {", "\"timescale\": -1, \"duration\": {", 2),
    ("\"value\": 90000", "\"value\": 1.5", 13), ("\"tmcd\"", "\"avc1\"", 5),
    ("urn:movtool:timecode:1", "urn:movtool:inspect:1", 1), ("\"tracks\"", "\"track\"", 1),
    ("\"diagnostics\": []", "\"diagnostics\": [", 25),
  ])
  func badDocuments(part: String, other: String, line: Int) {
    let text = Self.json.replacingOccurrences(of: part, with: other)
    #expect(text != Self.json)
    #expect(failure(text)?.line == line, "\(other): \(String(describing: failure(text)))")
  }

  // MARK: Damage

  /// If a quote is forgotten, a field is all that follows up to the next one. Messages do not repeat it.
  @Test(arguments: [
    ("timecode\n\"", "\"\n"), ("timecode,time\n01:00:00:00,", "\n"),
    ("timecode,rate\n01:00:00:00,", "\n"), ("TITLE: T\n001 A V C ", " 01:00:00:00 0 0\n"),
    ("Heading\nFPS\t", "\nColumn\nName\tStart\nData\na\t01:00:00:00\n"),
    ("{\"schema\": \"", "\"}"), ("{\"", "\": }"),
  ])
  func fieldsThatAreVeryLong(before: String, after: String) throws {
    let error = failure(before + String(repeating: "x", count: 100_000) + after)
    #expect(try #require(error).reason.utf8.count <= 610, "\(String(describing: error))")
  }

  @Test(arguments: [edl, ale, json, "time,tc,reel\r\n0,10:00:00:00,\"A,1\"\r\n2,11:00:00:00,B\r\n"])
  func damageNeverTraps(text: String) {
    let bytes = Array(text.utf8)
    for count in bytes.indices { _ = try? SegmentList.read(Array(bytes[..<count]), Self.at25) }
    for place in bytes.indices {
      for byte: UInt8 in [0, 0x09, 0x0A, 0x20, 0x22, 0x2D, 0x39, 0x3A, 0x7B, 0xFF] {
        var damaged = bytes
        damaged[place] = byte
        _ = try? SegmentList.read(damaged, Self.at25)
        _ = try? SegmentList.read(damaged, Self.at2997)
      }
    }
  }

  @Test func largeNumbersDoNotTrap() {
    let most = "9223372036854775807"
    for text in [
      "time,tc\n\(most),10:00:00:00\n1,11:00:00:00\n", "time,tc\n\(most)/1,\(most):00:00:00\n",
      "time,tc\n2562047788015215:59:00,10:00:00:00\n",
      "tc,duration\n10:00:00:00,\(most)/1\n11:00:00:00,\(most)/1\n12:00:00:00,1\n",
      "1 A V C 0 \(most) 0 \(most)\n2 A V C 0 1 \(most) \(most)\n", "1 A V C 0 1 \(most) 5\n",
      "frame number,flags,quanta,tc,duration,type\n\(most),2,25,00:00:00:00,1,tmcd\n",
      "M2\n", "", "\0", "1 A V C \(most):00:00:00 1 0 1\n",
    ] { _ = try? SegmentList.read(Array(text.utf8), Self.at25) }
  }
}

extension SegmentList {
  /// Reads a list for one movie.
  static func read(_ bytes: [UInt8], _ context: Context) throws(SegmentListError) -> SegmentList {
    try ReadList(bytes).segments(for: context)
  }
}
