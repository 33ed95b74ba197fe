import Foundation
import MovKit
import TestSupport
import Testing

@testable import movtool

/// `extract timecode --format`: lists for editors and for other programs.
@Suite struct TimecodeListsTests {
  private static let media = ExtractTimecodeTests.media

  private func extract(_ format: String, _ files: String..., options: [String] = []) throws
    -> Tool.Result
  {
    let result = try Tool.run(
      ["extract", "timecode", "--format", format] + options + files, cwd: Self.media)
    #expect(result.status == 0, "\(result.stderr)")
    return result
  }

  private func text(_ format: String, _ files: String..., options: [String] = []) throws -> String {
    let result = try Tool.run(
      ["extract", "timecode", "--format", format] + options + files, cwd: Self.media)
    #expect(result.status == 0, "\(result.stderr)")
    return result.text
  }

  /// Labels past the end of a day that do not begin again: a list says others, and that is reported.
  @Test(arguments: ["23:59:58:00", "24:00:00:00", "-00:00:01:00", "23:00:00:00"])
  func labelsOutsideOfADay(start: String) throws {
    let work = try Stamping()
    let movie = try work.stamp("rates/25.mov", start, "--no-wrap", "--allow-negative")
    for words in [
      ["extract", "timecode", "--format", "edl"], ["extract", "timecode", "--format", "ale"],
      ["list", "--ale"],
    ] {
      let result = try Tool.run(words + [movie.path])
      #expect(result.status == 0)
      #expect(
        result.stderr.contains("has the labels of one day") == (start != "23:00:00:00"),
        "\(words): \(result.stderr)")
    }
  }

  // MARK: CSV

  /// PHP-FFMpeg#727 and qctools#718 want timecode that programs can read; OBSInfoWriter#55 wants a
  /// reel that is never missing its column.
  @Test func csv() throws {
    #expect(
      try text("csv", "timecode/25-reel.mov")
        == "File,Track,Movie Time,Duration,Timecode,End Timecode,Frames,Rate,Drop Frame,Reel,"
        + "Frame Number,Quanta,Flags,Type,Language\r\n"
        + "timecode/25-reel.mov,2,0/64000,128000/64000,01:30:15:07,01:30:17:07,50,12800/512,no,"
        + "A001C002,135382,25,0,tmcd,0\r\n")
    let several = try text("csv", "timecode-handmade/multi-sample.mov", "timecode/2997-df.mov")
    let rows = several.components(separatedBy: "\r\n").dropLast().map {
      $0.components(separatedBy: ",")
    }
    #expect(
      rows.dropFirst().map { $0[4] } == [
        "01:00:00:00", "02:00:00:00", "03:00:00:07", "00:59:59;28",
      ])
    #expect(rows.map(\.count) == [15, 15, 15, 15, 15])
    #expect(rows.last?[5...8] == ["01:00:01;28", "60", "30000/1001", "yes"])
    let frames = try text("csv", "timecode/2997-df.mov", options: ["--frames"])
    let lines = frames.components(separatedBy: "\r\n")
    #expect(lines.count == 62)
    #expect(lines[0] == "File,Track,Frame,Movie Time,Timecode,Rate,Drop Frame,Reel")
    #expect(lines[3] == "timecode/2997-df.mov,2,2,2002/30000,01:00:00;00,30000/1001,yes,")
  }

  @Test func fieldsAreQuoted() {
    func row(_ fields: String...) -> String {
      var row: [UInt8] = []
      row.append(csvRow: fields)
      return String(decoding: row, as: UTF8.self)
    }
    #expect(row("a b", "") == "a b,\r\n")
    #expect(row("a,\"b\"") == "\"a,\"\"b\"\"\"\r\n")
    #expect(row("a\r\nb", " a", "é ", "é") == "\"a\r\nb\",\" a\",\"é \",é\r\n")
  }

  /// Python's csv module is another reader.
  @Test func pythonReadsCSV() throws {
    try Tool.withFolder { folder in
      let movie = folder.appending(path: "a, \"b\"\n.mov")
      try FileManager.default.copyItem(
        at: Self.media.appending(path: "timecode-handmade/reel-utf-8.mov"), to: movie)
      let list = folder.appending(path: "list.csv")
      let made = try Tool.run(
        ["extract", "timecode", movie.lastPathComponent, "--format", "csv", "-o", list.path],
        cwd: folder)
      #expect(made.status == 0)
      let script =
        "import csv,json,sys\n"
        + "print(json.dumps(list(csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8')))))"
      guard let output = try OtherPrograms.output("python3", ["-c", script, list.path]) else {
        return
      }
      let rows = try #require(try JSONSerialization.jsonObject(with: output) as? [[String: String]])
      #expect(rows.count == 1 && rows[0]["Reel"] == "Röhre 二")
      #expect(rows[0]["Timecode"] == "01:30:15:07" && rows[0]["Frames"] == "100")
      #expect(rows[0]["File"]?.hasPrefix("a, \"b\"") == true)
    }
  }

  // MARK: EDL

  @Test func edl() throws {
    #expect(
      try text("edl", "timecode/25-reel.mov") == """
        TITLE: 25-reel.mov
        FCM: NON-DROP FRAME

        001  A001C002 V     C        01:30:15:07 01:30:17:07 00:00:00:00 00:00:02:00
        * FROM CLIP NAME:  25-reel.mov

        """)
    // Several movies come one after the other, and the record goes on as it began.
    #expect(
      try text(
        "edl", "timecode/2997-df.mov", "timecode/2997-ndf.mov",
        options: ["--record-start", "01:00:00:00"]
      ).components(separatedBy: "\n").filter { !$0.hasPrefix("*") } == [
        "TITLE: 2997-df.mov", "FCM: DROP FRAME", "",
        "001  AX       V     C        00:59:59;28 01:00:01;28 01:00:00;00 01:00:02;00",
        "FCM: NON-DROP FRAME",
        "002  AX       V     C        00:59:59:28 01:00:01:28 01:00:02;00 01:00:04;00", "",
      ])
  }

  /// OTIO#804: other readers fail where a reel has more than eight characters.
  @Test func reelsHaveEightLettersAndDigits() {
    let names = ReelNames(of: [
      "A001C001_220101_R1AB", "A001C001_220102_R1AB", "A001C001_220101_R1AB", "Röhre 二", "二",
      "a.b-c d",
    ])
    #expect(names["A001C001_220101_R1AB"] == "A001C001")
    #expect(names["A001C001_220102_R1AB"] == "A001C0X2")
    #expect(names["Röhre 二"] == "Rhre" && names["二"] == "AX")
    #expect(names["a.b-c d"] == "abcd")
  }

  /// Programs find media by these names, so none is that of another reel, wherever that is in the list. Cameras count
  /// on at the end of their names.
  @Test(arguments: [
    (
      [
        "A001C002_170101_R1AB", "A001C002_170102_R1AB", "A001C003_170101_R1AB",
        "A001C004_170101_R1AB", "A001C003",
      ], ["A001C002", "A001C0X2", "A001C0X3", "A001C004", "A001C003"]
    ),
    // Names that are made up could be names of others too.
    (["A_1", "A1", "A1X2"], ["A1X3", "A1", "A1X2"]),
    (["TAPE-", "TAPE", "tape.2"], ["TAPE3", "TAPE", "tape2"]),
  ])
  func reelsKeepTheirNames(reels: [String], short: [String]) {
    let names = ReelNames(of: reels)
    #expect(reels.map { names[$0] } == short)
  }

  /// The same in a list, which has the whole names too and is read back by them.
  @Test func reelsOfAList() throws {
    let work = try Stamping()
    let reels = ["A001C002_1", "A001C002_2", "A001C003"]
    let files = try reels.map { try work.stamp("rates/25.mov", "01:00:00:00", "--reel", $0).path }
    let list = try Tool.run(["extract", "timecode", "--format", "edl"] + files)
      .text.split(separator: "\n")
    #expect(
      list.filter { $0.first?.isNumber == true }.map { $0.dropFirst(5).prefix(8) } == [
        "A001C002", "A001C0X2", "A001C003",
      ])
    #expect(
      list.filter { $0.contains("SOURCE FILE") } == [
        "* SOURCE FILE: A001C002_1", "* SOURCE FILE: A001C002_2",
      ])
  }

  /// `BL` is black, and `AX` a source without a reel.
  @Test func reelsThatMeanSomethingElse() {
    let reels = ["BL", "B-L", "black", "AX", "A-X", "BLUE", "BL"]
    let names = ReelNames(of: reels)
    #expect(reels.map { names[$0] } == ["BL2", "BL3", "black2", "AX2", "AX", "BLUE", "BL2"])
  }

  @Test func speedsAndGaps() throws {
    let slow = try text("edl", "timecode-handmade/slow-motion.mov").components(separatedBy: "\n")
    #expect(
      slow[5] == "002  AX       V     C        01:30:16:07 01:30:17:07 00:00:01:00 00:00:03:00")
    #expect(slow[6] == "M2   AX             012.5                01:30:16:07")
    let dwell = try text("edl", "timecode-handmade/dwell.mov").components(separatedBy: "\n")
    #expect(
      dwell[5] == "002  AX       V     C        01:30:17:07 01:30:17:08 00:00:02:00 00:00:03:00")
    #expect(dwell[6] == "M2   AX             000.0                01:30:17:07")
    #expect(dwell[7] == "* * FREEZE FRAME")
    // The start of the movie is the first event, because readers count from it.
    let gap = try text("edl", "timecode-handmade/empty-edit.mov").components(separatedBy: "\n")
    #expect(
      gap[3] == "001  BL       V     C        00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00")
    #expect(
      gap[4] == "002  AX       V     C        01:30:15:07 01:30:19:07 00:00:01:00 00:00:05:00")
    // Labels go on after midnight, whatever the track says.
    #expect(
      try text("edl", "timecode/25-midnight.mov").contains("23:59:58:00 00:00:02:00 00:00:00:00"))
  }

  /// Stretches of 25 frames of 50 per second, which are 12.5 of the timecode: none moves those after it.
  @Test func stretchesThatEndWithinAFrame() throws {
    let work = try Stamping()
    let (list, movie) = (work["list.csv"], work["out.mov"])
    func make(_ rows: [String]) throws {
      let text = rows.enumerated().map { "\($1),0\($0 + 1):00:00:00,25\n" }.joined()
      try Data("time,timecode,rate\n\(text)".utf8).write(to: list)
      let run = try Tool.run([
        "insert", "timecode", Self.media.appending(path: "rates/50.mov").path, "--segments",
        list.path, "-q", "--overwrite", "-o", movie.path,
      ])
      try #require(run.status == 0, "\(run.stderr)")
    }
    func events() throws -> [String] {
      try Tool.run(["extract", "timecode", "--format", "edl", movie.path]).text
        .split(separator: "\n").filter { $0.hasPrefix("0") }.map {
          $0.split(separator: " ").suffix(4).map { $0.dropFirst(6) }.joined(separator: " ")
        }
    }
    try make(["0", "0.5", "1", "1.5", "2", "2.5", "3"])
    #expect(
      try events() == [
        "00:00 00:12 00:00 00:12", "00:00 00:13 00:12 01:00", "00:00 00:12 01:00 01:12",
        "00:00 00:13 01:12 02:00", "00:00 00:12 02:00 02:12", "00:00 00:13 02:12 03:00",
        "00:00 01:00 03:00 04:00",
      ])
    let quiet = try Tool.run(["extract", "timecode", "--format", "edl", movie.path])
    #expect(!quiet.stderr.contains("so that one begins"), "\(quiet.stderr)")
    // An EDL is read at the rate of the video.
    #expect(
      quiet.stderr.contains(
        "this one counts 25 frames per second on video of 50; read it with 'insert timecode --rate 25'"
      ),
      "\(quiet.stderr)")
    let timeline = try Tool.run(["extract", "timecode", "--format", "otio", movie.path])
    #expect(!timeline.text.contains("Gap.1") && !timeline.stderr.contains("timecode-place"))
    // What is shown for less than a frame has one frame, and what comes after it is late.
    try make(["0", "0.02", "0.04", "0.06", "1"])
    #expect(
      try events() == [
        "00:00 00:01 00:00 00:01", "00:00 00:01 00:01 00:02", "00:00 00:01 00:02 00:03",
        "00:00 00:22 00:03 01:00", "00:00 03:00 01:00 04:00",
      ])
    for format in ["edl", "otio"] {
      let late = try Tool.run(["extract", "timecode", "--format", format, movie.path])
      #expect(late.stderr.contains("so that one begins 1 frame late"), "\(late.stderr)")
      #expect(late.stderr.contains("[timecode-place]"))
    }
  }

  /// A jump exactly in the middle of frame 62 of 100: the frame has the label after it, in lists as in all else.
  /// A little earlier or later, it is frame 62 or 63 anyway.
  @Test(arguments: [("2.49", 62), ("2.5", 62), ("2.505", 63)])
  func jumpsWithinAFrame(time: String, frame: Int) throws {
    let work = try Stamping()
    let (list, movie) = (work["list.csv"], work["out.mov"])
    try Data("time,timecode\n0,01:00:00:00\n\(time),03:00:00:00\n".utf8).write(to: list)
    let run = try Tool.run([
      "insert", "timecode", Self.media.appending(path: "rates/25.mov").path, "--segments",
      list.path, "-q", "-o", movie.path,
    ])
    try #require(run.status == 0, "\(run.stderr)")
    let frames = try Tool.run(["extract", "timecode", "--frames", movie.path]).text
      .split(separator: "\n")
    #expect(frames.firstIndex { $0.contains("03:00:00:00") } == frame)
    let edl = try Tool.run(["extract", "timecode", "--format", "edl", movie.path])
    #expect(!edl.stderr.contains("timecode-place"), "\(edl.stderr)")
    let events = edl.text.split(separator: "\n").filter { $0.hasPrefix("0") }.map {
      $0.split(separator: " ").suffix(4).joined(separator: " ")
    }
    let cut = "00:00:02:\(frame - 50)"
    #expect(
      events == [
        "01:00:00:00 01:00:02:\(frame - 50) 00:00:00:00 \(cut)",
        "03:00:00:00 03:00:01:\(100 - frame - 25) \(cut) 00:00:04:00",
      ])
    let otio = try Tool.run(["extract", "timecode", "--format", "otio", movie.path])
    let json = try #require(
      try JSONSerialization.jsonObject(with: otio.stdout) as? [String: Any])
    let durations = clips(json).map { String($0.split(separator: " ")[2]) }
    #expect(durations == ["\(frame)", "\(100 - frame)"])
  }

  /// A movie without timecode takes its time between others, and the record counts on in one way. Those with it last 2 s, the other 4 s.
  @Test func moviesOneAfterTheOther() throws {
    let files = ["timecode/25-reel.mov", "rates/25.mov", "timecode/25.mov"]
    func list(_ format: String, _ files: [String]) throws -> String {
      let result = try Tool.run(
        ["extract", "timecode", "--format", format] + files, cwd: Self.media)
      #expect(result.status == 0, "\(result.stderr)")
      return result.text
    }
    #expect(try list("edl", files).contains("00:00:06:00 00:00:08:00"))
    let late = try list("edl", Array(files.dropFirst()))
    #expect(
      late.contains("001  BL       V     C        00:00:00:00 00:00:04:00 00:00:00:00 00:00:04:00"))
    #expect(late.contains("00:00:04:00 00:00:06:00"))
    let timeline = try list("otio", files)
    #expect(timeline.contains("Gap.1"))
    #expect(try !list("otio", [files[0], files[2]]).contains("Gap.1"))
    let mixed = try list(
      "edl", ["timecode/2997-df.mov", "timecode/2997-ndf.mov", "timecode/2997-df.mov"])
    #expect(mixed.contains("00:00:02;00 00:00:04;00") && mixed.contains("00:00:04;00 00:00:06;00"))
    #expect(mixed.contains("FCM: NON-DROP FRAME\n002  "))
  }

  @Test func whatAnEDLCannotHave() throws {
    for (files, part) in [
      (["timecode/25.mov", "timecode/30.mov"], "an EDL has one rate"),
      (["timecode/120.mov"], "two digits for frames"),
    ] {
      let result = try Tool.run(
        ["extract", "timecode", "--format", "edl"] + files, cwd: Self.media)
      #expect(result.status == 1 && result.stderr.contains(part), "\(result.stderr)")
    }
    let many = [String](repeating: "timecode/25.mov", count: 1000)
    try Tool.withFolder { folder in
      let list = folder.appending(path: "list.edl")
      let most = try Tool.run(
        ["extract", "timecode", "--format", "edl", "-o", list.path] + many.dropLast(),
        cwd: Self.media)
      #expect(most.status == 0)
      #expect(try String(contentsOf: list, encoding: .utf8).contains("\n999  "))
      let more = try Tool.run(
        ["extract", "timecode", "--format", "edl", "-o", list.path, "--overwrite"] + many,
        cwd: Self.media)
      #expect(more.status == 1 && more.stderr.contains("at most 999 events"))
    }
    let start = ["--record-start", "01:00:00;00"]
    let drop = try Tool.run(
      ["extract", "timecode", "--format", "edl", "timecode/25.mov"] + start, cwd: Self.media)
    #expect(
      drop.stderr.contains(
        "invalid value '01:00:00;00' for '--record-start': the timecode of the EDL is not drop frame: "
          + "write 01:00:00:00"), "\(drop.stderr)")
    #expect(drop.status == 1 && drop.stdout.isEmpty)
    #expect(
      try text("edl", "timecode/2997-df.mov", options: start).contains("01:00:00;00 01:00:02;00"))
    // The most frames a second that two digits count.
    #expect(
      try text("edl", "timecode/100.mov").contains(
        "01:30:15:99 01:30:17:99 00:00:00:00 00:00:02:00"))
    let counter = try extract("edl", "timecode-handmade/counter.mov")
    #expect(counter.stderr.contains("[timecode-without-label]"))
    let two = try extract("edl", "timecode-handmade/two-tracks.mov")
    #expect(two.stderr.contains("[timecode-tracks-left-out]"))
  }

  // MARK: ALE

  @Test func ale() throws {
    #expect(
      try text("ale", "timecode/25-reel.mov", "timecode/2997-df.mov")
        == "Heading\nFIELD_DELIM\tTABS\nVIDEO_FORMAT\tCUSTOM\nAUDIO_FORMAT\t48khz\nFPS\t25\n\n"
        + "Column\nName\tTracks\tStart\tEnd\tDuration\tFPS\tTape\tSource File\n\nData\n"
        + "25-reel.mov\tV\t01:30:15:07\t01:30:17:07\t00:00:02:00\t25\tA001C002\t\n"
        + "2997-df.mov\tV\t00:59:59;28\t01:00:01;28\t00:00:02;00\t29.97\t\t2997-df.mov\n")
    #expect(try text("ale", "timecode/23976.mov").contains("\nFPS\t23.98\n"))
    #expect(AvidLog.videoFormat(1920, 1080) == "1080")
    #expect(AvidLog.videoFormat(2048, 1080) == "CUSTOM")
    #expect(
      AvidLog.videoFormat(720, 576) == "PAL" && AvidLog.videoFormat(720, 486) == "NTSC")
    #expect(AvidLog.videoFormat(1280, 720) == "720")
  }

  /// The rows of a log follow each other without gaps when they are read.
  @Test(arguments: [
    ("timecode-handmade/empty-edit.mov", "there is no timecode before 1 s"),
    ("timecode-handmade/multi-edit.mov", "there is no timecode before 2 s"),
    ("timecode-handmade/slow-motion.mov", "that at 1 s is not played at the speed of the movie"),
    ("timecode-handmade/dwell.mov", "that at 2 s is not played at the speed of the movie"),
  ])
  func whatALogDoesNotSay(file: String, part: String) throws {
    let log = try extract("ale", file)
    #expect(log.stderr.contains(part) && log.stderr.contains("[timecode-place]"), "\(log.stderr)")
  }

  /// Programs that import a log count all its rows at the rate of the heading.
  @Test func twoRatesInALog() throws {
    let log = try Tool.run(
      ["extract", "timecode", "--format", "ale"]
        + ["timecode/24.mov", "timecode/25.mov"].map { Stamping.media.appending(path: $0).path })
    #expect(log.text.contains("\nFPS\t24\n") && log.text.contains("\t25\t\t25.mov\n"))
    #expect(
      log.stderr.contains(
        "the heading of the Avid log says 24 frames per second, and the stretch at 0 s has 25")
        && log.stderr.contains("[timecode-place]"), "\(log.stderr)")
  }

  /// Labels of one day cannot say that timecode lasts longer: 25 hours, a frame a minute. The last label is that of
  /// the last moment, as frames of the timecode pass while one of the video is shown.
  @Test func moreThanADay() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let work = try Stamping()
    let (video, movie) = (work["video.mov"], work["day.mov"])
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=s=16x16:r=1/60:d=90000", "-c:v",
        "mjpeg", video.path,
      ])
    let stamped = try Tool.run([
      "insert", "timecode", video.path, "--start", "01:00:00:00", "--rate", "25", "-o", movie.path,
    ])
    #expect(stamped.status == 0, "\(stamped.stderr)")
    for format in ["edl", "ale"] {
      let list = try Tool.run(["extract", "timecode", "--format", format, movie.path])
      #expect(
        list.stderr.contains("it cannot say that the stretch at 0 s lasts 90000 s"),
        "\(list.stderr)")
      #expect(list.stderr.contains("[timecode-place]"))
    }
    let clip = try Tool.run(["list", "--csv", "--columns", "first,last", movie.path]).text
    #expect(clip.contains("01:00:00:00,01:59:59:24"), "\(clip)")
  }

  @Test(arguments: [
    "timecode/25-reel.mov", "timecode/2997-df.mov", "timecode-handmade/trimmed.mov",
    "timecode-handmade/multi-sample.mov",
  ])
  func whatALogSays(file: String) throws {
    #expect(try extract("ale", file).stderr.isEmpty)
  }

  // MARK: SRT

  /// SubtitleEdit#10141: frame 2415 of 24000/1001 begins at 100.725625 s, and 100.726 s is too late.
  /// pysubs2#57: a cue begins after the frame before, and not after its own.
  @Test func timesAreRoundedDown() {
    let time = MediaTime(value: 2415 * 1001, timescale: 24000)
    #expect(time.wholeMilliseconds == 100725)
    #expect(SRTTimecode.clock(time.wholeMilliseconds ?? 0) == "00:01:40,725")
    #expect(SRTTimecode.clock(999) == "00:00:00,999" && SRTTimecode.clock(1000) == "00:00:01,000")
    #expect(SRTTimecode.clock(3_599_999) == "00:59:59,999")
    #expect(SRTTimecode.clock(-1) == "00:00:00,000")
  }

  @Test func srt() throws {
    // The labels of whole seconds: 7 frames are gone of the first.
    #expect(
      try text("srt", "timecode/25-reel.mov") == """
        1
        00:00:00,000 --> 00:00:00,720
        01:30:15:07

        2
        00:00:00,720 --> 00:00:01,720
        01:30:16:00

        3
        00:00:01,720 --> 00:00:02,000
        01:30:17:00


        """)
    // 00:00:59;29 is before 00:01:00;02.
    let drop = try text("srt", "timecode/2997-df-minute.mov").components(separatedBy: "\n\n")
    #expect(drop.dropFirst().first?.hasSuffix(":00;02") == true, "\(drop)")
    let frames = try text("srt", "timecode/23976.mov", options: ["--frames"])
    #expect(
      frames.hasPrefix("1\n00:00:00,000 --> 00:00:00,041\n01:30:15:07\n\n2\n00:00:00,041 --> "))
    #expect(frames.hasSuffix("48\n00:00:01,960 --> 00:00:02,002\n01:30:17:06\n\n"))
    let two = try text("srt", "timecode/25.mov", "timecode/25-reel.mov")
    #expect(two.contains("\n4\n00:00:02,000 --> 00:00:02,720\n01:30:15:07\n"))
  }

  /// Of a label of 25 frames per second, a video of 50 shows the second half: the next labels come 20 ms before
  /// whole frames.
  @Test func cuesWithinALabel() throws {
    let work = try Stamping()
    let stamped = try work.stamp("rates/50.mov", "01:00:00:00", "--rate", "25")
    let movie = work["mid.mov"]
    let cut = try Tool.run(["cut", stamped.path, "--from", "0.02", "-o", movie.path])
    try #require(cut.status == 0, "\(cut.stderr)")
    func cues(_ file: URL, _ options: [String]) throws -> [String] {
      try Tool.run(["extract", "timecode", "--format", "srt", file.path] + options).text
        .components(separatedBy: "\n\n").dropLast().map {
          $0.split(separator: "\n").dropFirst().joined(separator: " ")
        }
    }
    #expect(
      try cues(movie, []) == [
        "00:00:00,000 --> 00:00:00,980 01:00:00:00", "00:00:00,980 --> 00:00:01,980 01:00:01:00",
        "00:00:01,980 --> 00:00:02,980 01:00:02:00", "00:00:02,980 --> 00:00:03,980 01:00:03:00",
      ])
    // The last of 200 frames of 50 per second ends with the video.
    let frames = try cues(stamped, ["--frames"])
    #expect(frames.count == 200)
    #expect(frames.last == "00:00:03,980 --> 00:00:04,000 01:00:03:24")
  }

  /// A cue begins with its frame, however the duration of frames is rounded: after 13 minutes of 24000/1001,
  /// 2398/100 is three frames early.
  @Test func cuesOfARoundedFrameDuration() throws {
    try Tool.withFolder { folder in
      let file = folder.appending(path: "long.mov")
      try HandmadeVideo(
        timescale: 24000, samples: Array(repeating: Data([0]), count: 20000),
        durations: [(20000, 1001)], timecode: (86400, 100, 2398, 24)
      ).bytes.write(to: file)
      let result = try Tool.run(["extract", "timecode", file.path, "--format", "srt"])
      // 18720 · 1001 / 24000 s, and 24 frames more.
      #expect(result.text.contains("\n00:13:00,780 --> 00:13:01,781\n01:13:00:00\n"))
    }
  }

  /// ffprobe reads the cues as packets.
  @Test func ffprobeReadsSRT() throws {
    try Tool.withFolder { folder in
      let list = folder.appending(path: "list.srt")
      for (options, count) in [([], 3), (["--frames"], 50)] as [([String], Int)] {
        let made = try Tool.run(
          ["extract", "timecode", "timecode/25-reel.mov", "--format", "srt", "-o", list.path]
            + options + ["--overwrite"], cwd: Self.media)
        #expect(made.status == 0)
        guard
          let output = try OtherPrograms.output(
            "ffprobe",
            [
              "-v", "error", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0",
              list.path,
            ])
        else { return }
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == count)
        #expect(
          lines.first?.hasPrefix(count == 3 ? "0.000000,0.720000" : "0.000000,0.040000") == true)
      }
    }
  }

  // MARK: Text

  @Test func plainText() throws {
    #expect(
      try text("txt", "timecode/25-reel.mov")
        == "00:00:00.000  01:30:15:07 to 01:30:17:06, 50 frames, 25 fps, reel A001C002\n")
    let two = try text("txt", "timecode/2997-df.mov", "timecode-handmade/counter.mov")
    #expect(
      two
        == "timecode/2997-df.mov: 00:00:00.000  00:59:59;28 to 01:00:01;27, 60 frames, 29.97 fps\n"
        + "timecode-handmade/counter.mov: 00:00:00.000  123456 to 123555, 100 frames, 25 fps\n")
    #expect(try text("txt", "timecode/23976.mov").hasSuffix(" frames, 23.976 fps\n"))
    let frames = try text("txt", "timecode/2997-df.mov", options: ["--frames"])
    #expect(frames.split(separator: "\n")[2] == "00:00:00.067  01:00:00;00")
  }

  // MARK: OpenTimelineIO

  /// Reads a list with an adapter of OpenTimelineIO. Returns it as a timeline in JSON; nil if there is
  /// no OpenTimelineIO.
  private func converted(
    _ list: URL, options: [String] = [], by function: String = #function
  ) throws -> [String: Any]? {
    let timeline = list.deletingLastPathComponent().appending(path: "\(UUID().uuidString).otio")
    guard
      try OtherPrograms.output(
        "otioconvert", ["-i", list.path, "-o", timeline.path] + options, by: function) != nil
    else { return nil }
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: timeline))
    return try #require(json as? [String: Any])
  }

  /// The clips of a timeline or a collection: name, start, duration and rate.
  private func clips(_ json: [String: Any]) -> [String] {
    var found: [String] = []
    if json["OTIO_SCHEMA"] as? String == "Clip.2" || json["OTIO_SCHEMA"] as? String == "Gap.1" {
      let range = json["source_range"] as? [String: Any] ?? [:]
      let start = range["start_time"] as? [String: Any] ?? [:]
      let duration = range["duration"] as? [String: Any] ?? [:]
      func number(_ value: Any?) -> String { (value as? Double).map { "\(Int($0))" } ?? "-" }
      let rate = (start["rate"] as? Double).map { ($0 * 1000).rounded() / 1000 } ?? 0
      let name = (json["name"] as? String ?? "").isEmpty ? "-" : json["name"] as? String ?? "-"
      found.append("\(name) \(number(start["value"])) \(number(duration["value"])) \(rate)")
    }
    for key in ["tracks", "children"] {
      if let inner = json[key] as? [String: Any] { found += clips(inner) }
      for inner in json[key] as? [[String: Any]] ?? [] { found += clips(inner) }
    }
    return found
  }

  @Test func otio() throws {
    let json = try JSONSerialization.jsonObject(
      with: Data(
        try text(
          "otio", "timecode-handmade/empty-edit.mov", "timecode/25-reel.mov",
          "timecode-handmade/slow-motion.mov"
        ).utf8))
    let timeline = try #require(json as? [String: Any])
    #expect(timeline["OTIO_SCHEMA"] as? String == "Timeline.1")
    #expect(
      clips(timeline) == [
        "- 0 25 25.0", "empty-edit.mov 135382 100 25.0", "25-reel.mov 135382 50 25.0",
        "slow-motion.mov 135382 25 25.0", "slow-motion.mov 135407 50 25.0",
        "slow-motion.mov 135432 50 25.0",
      ])
    // The nearest number to 24000/1001: 23.976 itself is not a rate of timecode for OpenTimelineIO.
    #expect(try text("otio", "timecode/23976.mov").contains("\"rate\": 23.976023976023978"))
  }

  /// A list is read anywhere, so it names its movies from the root on.
  @Test func otioFindsItsMovies() throws {
    try Tool.withFolder { folder in
      let name = "a b%é;#.mov"
      let movie = folder.appending(path: name)
      try FileManager.default.copyItem(
        at: Self.media.appending(path: "timecode/25.mov"), to: movie)
      let expected = "/a%20b%25%C3%A9%3B%23.mov"
      for path in [name, movie.path] {
        let result = try Tool.run(
          ["extract", "timecode", "--format", "otio", path], cwd: folder)
        let json = try #require(
          try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any])
        let url = try #require(Self.targets(json).first)
        #expect(url.hasPrefix("file:///") && url.hasSuffix(expected), "\(url)")
        #expect(
          try Data(contentsOf: #require(URL(string: url))) == Data(contentsOf: movie), "\(url)")
      }
    }
  }

  /// The media that clips refer to.
  private static func targets(_ json: [String: Any]) -> [String] {
    json.values.flatMap { value -> [String] in
      if let inner = value as? [String: Any] { return targets(inner) }
      return (value as? [[String: Any]] ?? []).flatMap(targets)
    } + [json["target_url"] as? String].compactMap { $0 }
  }

  @Test func openTimelineIOReadsItsFormat() throws {
    try Tool.withFolder { folder in
      let list = folder.appending(path: "list.otio")
      let files = ["timecode/2997-df.mov", "timecode-handmade/slow-motion.mov"]
      let made = try Tool.run(
        ["extract", "timecode", "--format", "otio", "-o", list.path] + files, cwd: Self.media)
      #expect(made.status == 0)
      guard let timeline = try converted(list) else { return }
      #expect(
        clips(timeline) == [
          "2997-df.mov 107890 60 29.97", "slow-motion.mov 135382 25 25.0",
          "slow-motion.mov 135407 50 25.0", "slow-motion.mov 135432 50 25.0",
        ])
    }
  }

  @Test func openTimelineIOReadsEDLs() throws {
    try Tool.withFolder { folder in
      let list = folder.appending(path: "list.edl")
      for (files, rate, expected) in [
        (
          ["timecode/25-reel.mov", "timecode-handmade/multi-sample.mov"], "25",
          [
            "25-reel.mov 135382 50 25.0", "multi-sample.mov 90000 50 25.0",
            "multi-sample.mov 180000 25 25.0", "multi-sample.mov 270007 25 25.0",
          ]
        ),
        (["timecode/2997-df.mov"], "29.97002997002997", ["2997-df.mov 107890 60 29.97"]),
        (["timecode/23976.mov"], "23.976023976023978", ["23976.mov 129967 48 23.976"]),
        (
          ["timecode-handmade/slow-motion.mov"], "25",
          [
            "slow-motion.mov 135382 25 25.0", "slow-motion.mov 135407 50 25.0",
            "slow-motion.mov 135432 50 25.0",
          ]
        ),
      ] {
        let made = try Tool.run(
          ["extract", "timecode", "--format", "edl", "-o", list.path, "--overwrite"] + files,
          cwd: Self.media)
        #expect(made.status == 0)
        guard let timeline = try converted(list, options: ["-a", "rate=\(rate)"]) else { return }
        #expect(clips(timeline) == expected)
      }
    }
  }

  /// OTIO#1982 and OTIO#1983: the adapter takes the rounded rate of a log for the exact one.
  @Test func openTimelineIOReadsALEs() throws {
    try Tool.withFolder { folder in
      let list = folder.appending(path: "list.ale")
      for (file, clip) in [
        ("timecode/25-reel.mov", "25-reel.mov 135382 50 25.0"),
        ("timecode/23976.mov", "23976.mov 129967 48 23.976"),
        ("timecode/2997-df.mov", "2997-df.mov 107890 60 29.97"),
      ] {
        let made = try Tool.run(
          ["extract", "timecode", "--format", "ale", "-o", list.path, "--overwrite", file],
          cwd: Self.media)
        #expect(made.status == 0)
        guard let collection = try converted(list) else { return }
        #expect(clips(collection) == [clip])
      }
    }
  }

  // MARK: Back in

  /// What the lists say is what they are read as.
  @Test(arguments: ["csv", "json", "edl"])
  func roundTrip(format: String) throws {
    for name in [
      "timecode/25-reel", "timecode/2997-df", "timecode/23976", "timecode-handmade/multi-sample",
      "timecode-handmade/multi-edit", "timecode-handmade/empty-edit", "timecode/5994-df-minute",
      "timecode-handmade/trimmed", "timecode/100",
    ] {
      let movie = Self.media.appending(path: "\(name).mov").path
      let options = format == "json" ? [] : ["--format", format]
      let list = try Tool.run(["extract", "timecode", movie] + options)
      let json = try Tool.run(["extract", "timecode", movie])
      let rate = try #require(
        try Tool.run(["extract", "timecode", movie, "--format", "csv"]).text
          .components(separatedBy: "\r\n").dropFirst().first?.components(separatedBy: ",")[7])
      let read = try SegmentList.read(
        Array(list.stdout),
        SegmentList.Context(movieName: movie, videoRate: CountingRate(rate), rate: nil))
      let document = try #require(
        try JSONSerialization.jsonObject(with: json.stdout) as? [String: Any])
      let tracks = try #require(document["tracks"] as? [[String: Any]])
      let segments = try #require(tracks[0]["segments"] as? [[String: Any]])
      #expect(read.runs.map(\.start) == segments.map { $0["timecode"] as? String ?? "" }, "\(name)")
      for (key, times) in [
        ("movieTime", read.runs.map { $0.time }),
        ("duration", read.runs.map { $0.duration ?? .zero }),
      ] {
        let expected = segments.map { segment in
          let time = segment[key] as? [String: Int] ?? [:]
          return MediaTime(
            value: Int64(time["value"] ?? 0), timescale: Int32(time["timescale"] ?? 0))
        }
        #expect(times == expected, "\(name) \(key)")
      }
      #expect(read.notes.isEmpty)
      guard format != "edl" else { continue }
      let numbers = segments.map { $0["frameNumber"] as? Int64 }
      #expect(read.runs.map { Optional($0.frameNumber) } == numbers)
      let formats = try #require(tracks[0]["formats"] as? [[String: Any]])
      let flags = formats[0]["flags"] as? [String: Any]
      #expect(read.runs[0].format.flags.rawValue == flags?["value"] as? UInt32)
      #expect(read.runs[0].format.sourceName?.text == formats[0]["sourceName"] as? String)
      #expect(
        read.runs[0].format.sourceName?.language.rawValue
          == formats[0]["sourceLanguageCode"] as? UInt16)
    }
  }

  /// An EDL of labels that hold for two frames of video comes back at the rate that a warning names. Without that, the
  /// drop-frame minute in it shows that the rate is another, and so does the message.
  @Test func listOfAnotherRateThanTheVideo() throws {
    let work = try Stamping()
    let plain = Stamping.media.appending(path: "rates/5994.mov").path
    let (movie, output) = (
      try work.stamp("rates/5994.mov", "00:59:58;00", "--rate", "29.97"), work["out.mov"]
    )
    let said = try Tool.run(["extract", "timecode", "--format", "edl", movie.path])
    #expect(said.stderr.contains("'insert timecode --rate 29.97'"), "\(said.stderr)")
    #expect(said.stderr.contains("[timecode-place]"))
    try said.stdout.write(to: work["list.edl"])
    let arguments = ["insert", "timecode", plain, "--segments", work["list.edl"].path]
    let back = try Tool.run(arguments + ["-o", output.path, "--rate", "29.97"])
    #expect(back.status == 0, "\(back.stderr)")
    #expect(try ShownFrames.labels(output) == ShownFrames.labels(movie))
    // Ten seconds from 00:00:58;00 on, in which 29.97 drops two labels and 59.94 four.
    let event = "001  AX V C 00:00:58;00 00:01:08;00 00:00:00:00 00:00:09;28\n"
    try Data(event.utf8).write(to: work["list.edl"])
    let refused = try Tool.run(arguments + ["--dry-run"])
    #expect(refused.status == 1)
    #expect(
      refused.stderr.contains(
        "or the EDL counts at another rate than 59.94; give that with --rate"), "\(refused.stderr)")
    let read = try Tool.run(arguments + ["--dry-run", "--rate", "29.97"])
    #expect(read.status == 0, "\(read.stderr)")
    // The rate of the video needs no word.
    let own = try work.stamp("rates/5994.mov", "00:59:58;00")
    let quiet = try Tool.run(["extract", "timecode", "--format", "edl", own.path])
    #expect(quiet.status == 0 && quiet.stderr.isEmpty, "\(quiet.stderr)")
  }

  @Test func theLogOfAMovieIsReadForIt() throws {
    let log = try text("ale", "timecode/25.mov", "timecode/25-reel.mov")
    let list = try SegmentList.read(
      Array(log.utf8),
      SegmentList.Context(movieName: "proxies/25-reel.mp4", videoRate: nil, rate: nil))
    #expect(list.runs.map(\.start) == ["01:30:15:07"])
    #expect(list.runs[0].format.reel == "A001C002")
    #expect(list.runs[0].duration == MediaTime(value: 2, timescale: 1))
  }

  // MARK: Usage

  @Test func optionsThatDoNotFit() throws {
    for options in [
      ["--format", "edl", "--frames"], ["--format", "ale", "--frames"],
      ["--format", "otio", "--frames"], ["--format", "csv", "--compact"],
      ["--record-start", "01:00:00:00"], ["--format", "xml"],
      ["--format", "edl", "--record-start", "x"],
    ] {
      let result = try Tool.run(
        ["extract", "timecode", "timecode/25.mov"] + options, cwd: Self.media)
      #expect(result.status == 2 && result.stdout.isEmpty, "\(options)")
    }
  }

  /// A movie without timecode leaves a list without rows, and a bad file stops no other.
  @Test func filesWithoutTimecode() throws {
    for format in ["csv", "edl", "ale", "srt", "otio", "txt"] {
      let result = try Tool.run(
        [
          "extract", "timecode", "--format", format, "rates/25.mov", "missing.mov",
          "timecode/25-reel.mov",
        ], cwd: Self.media)
      #expect(result.status == 1 && result.stderr.contains("[no-timecode-track]"), "\(format)")
      #expect(result.text.contains("01:30:15:07"), "\(format)")
    }
  }
}
