import Foundation
import TestSupport
import Testing

@testable import movtool

/// `movtool insert timecode --from date`, `file-date` and `name`, and `--from-edits`.
@Suite struct InsertTimecodeClockTests {
  private static func media(_ path: String) -> String { Stamping.media.appending(path: path).path }

  @discardableResult
  private func insert(
    _ arguments: [String], status: Int32 = 0, environment: [String: String] = [:]
  ) throws -> Tool.Result {
    let run = try Tool.run(["insert", "timecode"] + arguments, environment: environment)
    #expect(run.status == status, "\(arguments): \(run.stderr)")
    return run
  }

  private func segments(_ file: URL) throws -> [[String: Any]] {
    try Stamping.tracks(of: file).first?["segments"] as? [[String: Any]] ?? []
  }

  private func start(_ file: URL) throws -> String? {
    try segments(file).first?["timecode"] as? String
  }

  // MARK: Dates

  /// DaVinciResolve-metadata#14: the date as timecode. exiftool writes the dates of a movie.
  private func dated(_ work: Stamping, _ tags: [String], _ media: String = "rates/25.mov") throws
    -> URL
  {
    let file = try work.copy(media, as: "dated.mov")
    let run = try MediaTools.run(
      "exiftool", ["-q", "-overwrite_original"] + tags + [file.path], stdin: Data())
    #expect(run.status == 0, "\(run.stderr)")
    return file
  }

  private static let both = [
    "-Keys:CreationDate=2024:07:14 23:30:05+02:00", "-QuickTime:CreateDate=2024:07:14 21:30:05",
  ]

  @Test(
    arguments: [
      (both, [], "23:30:05:00"),
      (both, ["--time-zone", "UTC"], "21:30:05:00"),
      (both, ["--time-zone", "+05:30"], "03:00:05:00"),
      (both, ["--time-zone=-03:30"], "18:00:05:00"),
      // UTC is a zone too.
      (["-Keys:CreationDate=2024:07:14 10:20:30Z", both[1]], [], "10:20:30:00"),
      // Without a zone, the header is UTC.
      ([both[1]], [], "21:30:05:00"),
      ([both[1]], ["--time-zone", "+2"], "23:30:05:00"),
      // Summer time and winter time of the same place.
      ([both[1]], ["--time-zone", "local"], "23:30:05:00"),
      (["-QuickTime:CreateDate=2024:01:14 21:30:05"], ["--time-zone", "local"], "22:30:05:00"),
      (["-QuickTime:CreateDate=2024:03:31 00:59:59"], ["--time-zone", "local"], "01:59:59:00"),
      (["-QuickTime:CreateDate=2024:03:31 01:00:00"], ["--time-zone", "local"], "03:00:00:00"),
    ] as [([String], [String], String)])
  func creationDate(tags: [String], options: [String], wanted: String) throws {
    guard MediaTools.has("exiftool") else { return }
    let work = try Stamping()
    let file = try dated(work, tags)
    let output = work["out.mov"]
    let run = try insert(
      [file.path, "--from", "date", "-o", output.path] + options,
      environment: ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"])
    #expect(run.stderr.contains("[timecode-source]"), "\(run.stderr)")
    #expect(try start(output) == wanted)
  }

  /// At 29.97 frames per second only drop frame keeps up with a clock.
  @Test func clocksDropFrames() throws {
    guard MediaTools.has("exiftool") else { return }
    let work = try Stamping()
    let file = try dated(
      work, ["-QuickTime:CreateDate=2024:07:14 21:31:00"], "rates/2997.mov")
    let output = work["out.mov"]
    try insert([file.path, "--from", "date", "-o", output.path])
    // 21:31:00;00 does not exist.
    #expect(try start(output) == "21:31:00;02")
    try insert([
      file.path, "--from", "date", "--non-drop-frame", "--reel", "R", "-o", output.path,
      "--overwrite",
    ])
    #expect(try start(output) == "21:31:00:00")
  }

  /// A count of 24 numbers drops none. What was asked for is refused.
  @Test func clocksOfAnotherQuanta() throws {
    let work = try Stamping()
    let file = Self.media("rates/2997.mov")
    for (quanta, isDropFrame) in [("24", false), ("30", true), ("60", true), ("25", false)] {
      let output = work["\(quanta).mov"]
      try insert([file, "--from", "file-date", "--quanta", quanta, "-q", "-o", output.path])
      let format = Stamping.format(of: try #require(try Stamping.tracks(of: output).first))
      let flags = format["flags"] as? [String: Any]
      #expect(flags?["dropFrame"] as? Bool == isDropFrame, "\(quanta)")
    }
    let asked = ["--quanta", "24", "--drop-frame", "--dry-run"]
    try insert([file, "--from", "file-date"] + asked, status: 1)
  }

  /// Movies of telephones, whose date exiftool reads.
  @Test func datesOfTelephones() throws {
    guard MediaTools.has("exiftool") else { return }
    for name in [
      "streamio+streamio-ffmpeg/spec__fixtures__movies__ios9.mov",
      "mindeng+nom-exif/testdata__meta.mov",
      "WeTransfer+format_parser/spec__fixtures__MOOV__MOV__Test_Dimensions.mov",
    ] {
      guard let file = SharedMedia.movie(name) else { continue }
      let said = String(
        decoding: try MediaTools.output("exiftool", ["-s3", "-CreationDate", file.path]),
        as: UTF8.self)
      let clock = try #require(said.split(separator: " ").last?.prefix(8))
      let work = try Stamping()
      let output = work["out.mov"]
      let run = try Tool.run([
        "insert", "timecode", file.path, "--from", "date", "-o", output.path,
      ])
      // Some are only headers, without media.
      guard run.status == 0 else {
        #expect(
          run.stderr.contains("no samples") || run.stderr.contains("no video"), "\(run.stderr)")
        continue
      }
      #expect(try start(output)?.prefix(8) == clock)
    }
  }

  @Test func noDate() throws {
    let file = Stamping.media.appending(path: "rates/25.mov")
    let run = try Tool.run(["insert", "timecode", file.path, "--from", "date", "--dry-run"])
    #expect(run.status == 1)
    #expect(run.stderr.contains("does not say when it was created"), "\(run.stderr)")
  }

  /// A file is changed last when the recording ends (shutter-encoder#147, lossless-cut#1017).
  @Test func fileDate() throws {
    let work = try Stamping()
    let file = try work.copy("rates/25.mov", as: "clip.mov")
    // 2024-07-14 21:30:05.5 UTC, and the movie lasts 4 s.
    let changed = Date(timeIntervalSince1970: 1_720_992_605.5)
    try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: file.path)
    let output = work["out.mov"]
    try insert([
      file.path, "--from", "file-date", "--time-zone", "UTC", "-o", output.path,
    ])
    #expect(try start(output) == "21:30:01:12")
    // Without a zone, that of the computer.
    try insert(
      [file.path, "--from", "file-date", "-o", output.path, "--overwrite"],
      environment: ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"])
    #expect(try start(output) == "23:30:01:12")
  }

  // MARK: Names

  @Test(
    arguments: [
      ("clip_10-70-30", nil), ("take 10:20:30", "10:20:30:00"), ("20240131_102030", "10:20:30:00"),
      ("2024-01-31 10.20.30", "10:20:30:00"), ("VID_20240131T102030Z", "10:20:30:00"),
      ("DJI_20240131102030_0001_D", "10:20:30:00"), ("10_20_30_12", "10:20:30:12"),
      ("2024-01-31-10-20-30", "10:20:30:00"), ("A 23;59;59;24 x", nil),
      ("x 10-45-59", "10:45:59:00"),
      // As macOS names recordings where the day has twice twelve hours.
      ("Screen Recording 2024-01-31 at 10.20.30 PM", "22:20:30:00"),
      ("Screen Recording 2024-01-31 at 10.20.30 AM", "10:20:30:00"),
      ("Screen Recording 2024-01-31 at 12.20.30 AM", "00:20:30:00"),
      ("2024-01-31 12.20.30\u{202F}PM 2", "12:20:30:00"), ("20240131_102030pm", "22:20:30:00"),
      ("2024-01-31 10.20.30 PMA", "10:20:30:00"), ("2024-01-31 22.20.30 PM", "22:20:30:00"),
      ("Screen Recording 2024-01-31 at 2.05.09 PM", "14:05:09:00"),
      ("Screen Recording 2024-01-31 at 2.05.09\u{202F}AM", "02:05:09:00"),
      ("2.05.09 PM", "14:05:09:00"), ("12.05.09 AM", "00:05:09:00"), ("2.05.09", nil),
      ("Urlaub 12.01.02 am See", nil), ("2.05.09 AM copy", "02:05:09:00"),
      // As Pixel phones name them: with thousandths, of which 123 are in the fourth frame.
      ("PXL_20240131_102030123", "10:20:30:03"), ("PXL_20240131_102030123~2", "10:20:30:03"),
      ("102030123", nil),
      // Clip numbers, dates, and several times.
      ("GX010001", nil), ("C0001", nil), ("IMG_102030", nil), ("A001C002_230102_R1AB", nil),
      ("12-01-02", nil), ("10-20-30_11-20-30", nil), ("20240131", nil), ("", nil),
      ("2024-01-31", nil),
    ] as [(String, String?)])
  func bareName(name: String, wanted: String?) throws {
    let work = try Stamping()
    let file = try work.copy("rates/25.mov", as: "\(name).mov")
    guard let wanted else {
      let run = try insert([file.path, "--from", "name", "--dry-run"], status: 1)
      #expect(run.stderr.contains("'name:") || run.stderr.contains("drop frame"), "\(run.stderr)")
      return
    }
    let output = work["out/"]
    try insert([file.path, "--from", "name", "-o", output.path + "/"])
    #expect(try start(output.appending(path: "\(name).mov")) == wanted)
  }

  /// The pattern that a refusal names takes the time.
  @Test(arguments: [
    "IMG_102030", "clip 12-01-02.a", "A001C002_230102_R1AB",
    "GX010001", "20_01_02_03_04_05", "a_1234_20_01_02x",
  ])
  func theAdviceWorks(name: String) throws {
    let found = try #require(NameTimes(name).possible.first)
    let pattern = try NameClock(found.pattern)
    #expect(pattern.time(in: name) == found.time, "\(found.pattern)")
  }

  @Test(arguments: [
    ("*_{HH}{MM}{SS}", "clip_102030", "10:20:30:00"),
    ("* {H}.{MM}.{SS} *", "Clip 2.05.09 PM", "14:05:09:00"),
    ("*{HH}.{MM}.{SS}*", "Clip 02.05.09 PM", "14:05:09:00"),
    ("*{HH}.{MM}.{SS} AM", "Clip 12.05.09 AM", "00:05:09:00"),
    ("{HH}h{MM}m{SS}s*", "10h20m30s take 2", "10:20:30:00"),
    ("*{SS}.{MM}.{HH}", "x30.20.10", "10:20:30:00"),
    ("{HH}{MM}{SS}{FF}?#", "10203012a5", "10:20:30:12"),
    ("*-{HH}-{MM}-{SS}-{FF}", "a-b-10-20-30-24", "10:20:30:24"),
  ])
  func pattern(pattern: String, name: String, wanted: String) throws {
    let work = try Stamping()
    let file = try work.copy("rates/25.mov", as: "\(name).mov")
    let output = work["out.mov"]
    try insert([file.path, "--from", "name:\(pattern)", "-o", output.path])
    #expect(try start(output) == wanted)
  }

  @Test func dropFrameInAName() throws {
    let work = try Stamping()
    let file = try work.copy("rates/2997.mov", as: "10;20;30;12.mov")
    let output = work["out.mov"]
    for name in ["name", "name:{HH};{MM};{SS};{FF}"] {
      try insert([file.path, "--from", name, "-o", output.path, "--overwrite"])
      #expect(try start(output) == "10:20:30;12")
    }
  }

  /// A name says no frames, so that nobody wrote a label which drop frame leaves out.
  @Test func fullMinuteInAName() throws {
    let work = try Stamping()
    let file = try work.copy("rates/2997.mov", as: "clip_00-01-00.mov")
    let output = work["out.mov"]
    for (options, label) in [
      (["--drop-frame"], "00:01:00;02"), (["--non-drop-frame"], "00:01:00:00"),
      ([], "00:01:00:00"),
    ] {
      try insert([file.path, "--from", "name", "-o", output.path, "--overwrite"] + options)
      #expect(try start(output) == label)
    }
    // This one does.
    let frames = try work.copy("rates/2997.mov", as: "00;01;00;00.mov")
    try insert([frames.path, "--from", "name", "--drop-frame", "--dry-run"], status: 1)
  }

  /// Frames that are reordered without an edit list are shown until after the end of the media that its header says.
  @Test func mediaWithoutAnEditList() throws {
    let work = try Stamping()
    let output = work["out.mov"]
    try insert([
      Self.media("edits/no-edit-list.mov"), "--start", "10:00:00:00", "--from-edits", "-o",
      output.path,
    ])
    let labels = try ShownFrames.labels(output)
    #expect(labels.count == 25 && labels.first == "10:00:00:00" && labels.last == "10:00:00:24")
  }

  @Test(arguments: [
    ("name:x", "{HH} is missing", Int32(2)), ("name:{HH}{MM}", "{SS} is missing", 2),
    ("name:{HH}{HH}{MM}{SS}", "twice", 2), ("name:{XX}", "the fields are", 2),
    ("name:{HH", "the fields are", 2), ("name:}", "a } without {", 2), ("name:", "1 to 255", 2),
    ("name:" + String(repeating: "*", count: 256), "1 to 255", 2),
    ("name:{HH}{MM}{SS}", "does not match", 1),
    ("name:*{HH}{MM}{SS}*", "no time of day", 1),
  ])
  func wrongPattern(origin: String, message: String, status: Int32) throws {
    let work = try Stamping()
    let file = try work.copy("rates/25.mov", as: "clip 997766.mov")
    let run = try insert([file.path, "--from", origin, "--dry-run"], status: status)
    #expect(run.stderr.contains(message), "\(run.stderr)")
  }

  /// No pattern costs more than the product of its length and that of the name.
  @Test func patternsAreCheap() throws {
    let pattern = try NameClock(
      String(repeating: "*a", count: 121) + "{HH}{MM}{SS}")
    let name = String(repeating: "a", count: 255)
    let clock = ContinuousClock()
    var found: NameTime?
    let elapsed = clock.measure { found = pattern.time(in: name) }
    #expect(found == nil)
    #expect(elapsed < .seconds(2))
    // All names and patterns of noise are read without a crash.
    var random = Seed.generator(#function)
    let letters = Array("{}HMSF*?#;,.-_0129aé😀")
    for _ in 0..<3000 {
      let text = String(
        (0..<Int.random(in: 0...40, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "*"
        })
      _ = try? NameClock(text).time(in: text)
      for found in NameTimes(text).certain + NameTimes(text).possible {
        #expect(try NameClock(found.pattern).time(in: text) != nil, "\(text) \(found.pattern)")
      }
    }
  }

  @Test(arguments: [
    (["--from", "date", "--source", "ltc"], "need a file", Int32(2)),
    (["--from", "name", "--offset", "1"], "need a file", 2),
    (["--from", "name", "--time-zone", "UTC"], "'--time-zone' requires", 2),
    (["--start", "01:00:00:00", "--time-zone", "UTC"], "cannot be used together", 2),
    (["--from", "date", "--time-zone", "Mars"], "the distance from UTC", 2),
    (["--from", "date", "--time-zone", "+25:00"], "the distance from UTC", 2),
    (["--from-edits"], "requires '--start'", 2),
    (["--from-edits", "--from", "date"], "cannot be used together", 2),
    (["--from", "./date"], "date", 1),
  ])
  func refused(options: [String], message: String, status: Int32) throws {
    let run = try insert([Self.media("rates/25.mov"), "--dry-run"] + options, status: status)
    #expect(run.stderr.contains(message), "\(run.stderr)")
  }

  /// A file that is called like a word.
  @Test func aFileCalledDate() throws {
    let work = try Stamping()
    _ = try work.copy("timecode/25.mov", as: "date")
    let output = work["out.mov"]
    let run = try Tool.run(
      [
        "insert", "timecode", Self.media("rates/25.mov"), "--from", "./date", "-o", output.path,
      ], cwd: work.folder)
    #expect(run.status == 0, "\(run.stderr)")
    #expect(try start(output) == "01:30:15:07")
  }

  // MARK: Edits

  /// swift-timecode#76: each edit counts from the frame of the media where it starts.
  @Test func throughEdits() throws {
    let work = try Stamping()
    // Two parts of four seconds: from 1 s, and from 3 s.
    let (a, b, joined) = (work["a.mov"], work["b.mov"], work["joined.mov"])
    let source = Self.media("rates/25.mov")
    for (output, from, to) in [(a, "1", "2"), (b, "3", "3.4")] {
      let cut = try Tool.run(["cut", source, "--from", from, "--to", to, "-o", output.path])
      #expect(cut.status == 0, "\(cut.stderr)")
    }
    let output = work["out.mov"]
    try insert([a.path, "--start", "10:00:00:00", "--from-edits", "-o", output.path])
    let plain = work["plain.mov"]
    try insert([a.path, "--start", "10:00:00:00", "-o", plain.path])
    #expect(try start(plain) == "10:00:00:00")
    // The part has the media from the sync sample before 1 s on, and an edit that hides what comes
    // before. The frames of the media are counted, as ffprobe lists them without edits.
    let shown = try #require(try start(output))
    if MediaTools.has("ffprobe") {
      func frames(_ options: [String]) throws -> Int {
        let text = try MediaTools.output(
          "ffprobe",
          ["-v", "error"] + options + [
            "-select_streams", "v:0", "-count_packets", "-show_entries", "stream=nb_read_packets",
            "-of", "csv=p=0", a.path,
          ])
        return Int(String(decoding: text, as: UTF8.self).filter(\.isNumber)) ?? 0
      }
      let hidden = try frames(["-ignore_editlist", "1"]) - 25
      #expect(shown == "10:00:0\(hidden / 25):" + (hidden % 25 < 10 ? "0" : "") + "\(hidden % 25)")
    }
    let join = try Tool.run(["join", a.path, b.path, "-o", joined.path])
    #expect(join.status == 0, "\(join.stderr)")
    try insert([
      joined.path, "--start", "10:00:00:00", "--from-edits", "-o", output.path, "--overwrite",
    ])
    let segments = try segments(output)
    #expect(segments.count == 2)
    #expect(segments.first?["timecode"] as? String == shown)
  }

  /// The second of three edits plays at half speed, at which 25 labels last two seconds.
  @Test func editsAtOtherSpeeds() throws {
    let work = try Stamping()
    let file = Self.media("timecode-handmade/slow-motion.mov")
    let slow = try insert([
      file, "--start", "10:00:00:00", "--from-edits", "--replace", "-o", work["a.mov"].path,
    ])
    let message =
      "an edit of track 1 plays at another speed, so its timecode runs 2 times as slow as real time "
      + "[timecode-quanta-rate]"
    #expect(slow.stderr.contains("slow-motion.mov: warning: \(message)\n"), "\(slow.stderr)")
    let plain = try insert([
      file, "--start", "10:00:00:00", "--replace", "-o", work["b.mov"].path,
    ])
    #expect(!plain.stderr.contains("timecode-quanta-rate"), "\(plain.stderr)")
  }

  /// A movie whose first edit is empty shows no timecode there, and the first frame has the label.
  @Test func emptyEdits() throws {
    let work = try Stamping()
    let output = work["out.mov"]
    try insert([
      Self.media("timecode-handmade/empty-edit.mov"), "--start", "10:00:00:00", "--from-edits",
      "--replace", "-o", output.path,
    ])
    let segment = try #require(try segments(output).first)
    #expect(segment["timecode"] as? String == "10:00:00:00")
    let time = try #require(segment["movieTime"] as? [String: Int])
    // The edit list begins with a second of nothing.
    #expect(time["value"] == time["timescale"])
  }

  /// Without edits, or with one that only skips the delay of reordered frames, it is as without the
  /// option.
  @Test(arguments: [
    "rates/25.mov", "rates/2997.mp4", "edits/no-edit-list.mov", "camera/camera.mov",
  ])
  func plainEdits(name: String) throws {
    let work = try Stamping()
    let (a, b) = (work["a.mov"], work["b.mov"])
    try insert([Self.media(name), "--start", "10:00:00:00", "--replace", "-o", a.path])
    try insert([
      Self.media(name), "--start", "10:00:00:00", "--from-edits", "--replace", "-o", b.path,
    ])
    #expect(try start(a) == start(b))
    #expect(try segments(b).count == 1)
  }
}
