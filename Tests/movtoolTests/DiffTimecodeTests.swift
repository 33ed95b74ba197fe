import Foundation
import MovKit
import TestSupport
import Testing

@testable import movtool

/// `movtool diff --timecode`. What is expected is counted by hand from SMPTE ST 12-1, from the threads
/// that the rows name.
@Suite struct DiffTimecodeTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  /// A pair of test media, stamped, and what differs.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// A movie, a start and options of `insert timecode`.
    var original: [String]
    var proxy: [String]
    var differences: [String]
    /// The distance of the frame numbers at first; nil if the rates differ.
    var frames: Int?
    /// The distance of the times at first, and at last, in seconds, as fractions.
    var seconds: (first: (Int, Int), last: (Int, Int))
    var course = "constant"
    /// The index of the first frame whose labels differ, and the labels; nil if none differ.
    var place: (frame: Int, original: String, proxy: String)?
    /// What the command that mends it contains; nil for none.
    var command: String?
  }

  static let rows = [
    // in03/proxima#26 and #33: proxies that are off by a few frames, or begin at 0.
    Row(
      testDescription: "a frame later", original: ["rates/25.mov", "01:00:00:00"],
      proxy: ["rates/25.mov", "01:00:00:01"], differences: ["start"], frames: 1,
      seconds: ((1, 25), (1, 25)), place: (0, "01:00:00:00", "01:00:00:01"),
      command: "--shift -1f"),
    Row(
      testDescription: "an hour earlier", original: ["rates/25.mov", "01:00:00:00"],
      proxy: ["rates/25.mov", "00:00:00:00"], differences: ["start"], frames: -90000,
      seconds: ((-3600, 1), (-3600, 1)), place: (0, "01:00:00:00", "00:00:00:00"),
      command: "--shift +90000f"),
    Row(
      testDescription: "across midnight", original: ["rates/25.mov", "23:59:59:24"],
      proxy: ["rates/25.mov", "00:00:00:00"], differences: ["start"], frames: 1,
      seconds: ((1, 25), (1, 25)), place: (0, "23:59:59:24", "00:00:00:00"),
      command: "--shift -1f"),
    // gopro/labs#1284: one camera drops labels and the other does not. After an hour, 108 labels are
    // dropped: 01:00:00:00 is frame 108000, and 01:00:00;00 is frame 107892.
    Row(
      testDescription: "drop frame, the same first label",
      original: ["rates/2997.mov", "01:00:00;00"], proxy: ["rates/2997.mov", "01:00:00:00"],
      differences: ["drop-frame"], frames: 108, seconds: ((108 * 1001, 30000), (108 * 1001, 30000)),
      command: "--drop-frame --keep labels"),
    // 2 seconds before midnight and midnight are 60 frames, whichever of them drops labels.
    Row(
      testDescription: "drop frame, across midnight",
      original: ["rates/2997.mov", "23:59:58:00"], proxy: ["rates/2997.mov", "00:00:00;00"],
      differences: ["drop-frame", "start"], frames: 60,
      seconds: ((60 * 1001, 30000), (60 * 1001, 30000)), place: (0, "23:59:58:00", "00:00:00;00"),
      command: "--replace -o OUT"),
    // The 29.97 NDF 1:00:00:00 that is exported as 1;00;03;18 is the same frame number.
    Row(
      testDescription: "drop frame, the same frame number",
      original: ["rates/2997.mov", "01:00:00:00"], proxy: ["rates/2997.mov", "01:00:03;18"],
      differences: ["drop-frame", "start"], frames: 0, seconds: ((0, 1), (0, 1)),
      place: (0, "01:00:00:00", "01:00:03;18"),
      command: "--non-drop-frame --keep instants"),
    // eoyilmaz/timecode#48: 5000 s at 29.97 are frame 149850, which is 01:23:15:00 or 01:23:20;00.
    Row(
      testDescription: "drop frame where labels are dropped",
      original: ["rates/2997.mov", "00:00:59:28"], proxy: ["rates/2997.mov", "00:00:59;28"],
      differences: ["drop-frame"], frames: 0, seconds: ((0, 1), (0, 1)),
      place: (2, "00:01:00:00", "00:01:00;02"), command: "--non-drop-frame --keep instants"),
    // 96 frames each. Frame 86400 is 3600 s after 00:00:00:00 at 24, and 3603.6 s at 24000/1001.
    Row(
      testDescription: "24 and 23.976", original: ["rates/24.mov", "01:00:00:00"],
      proxy: ["rates/23976.mov", "01:00:00:00"], differences: ["rate", "video-rate"], frames: nil,
      seconds: ((18, 5), (86495, 24000))),
    Row(
      testDescription: "25 and 50 of the same time", original: ["rates/25.mov", "01:00:00:00"],
      proxy: ["rates/50.mov", "01:00:00:00"], differences: ["rate", "video-rate"], frames: nil,
      seconds: ((0, 1), (0, 1)), place: (1, "01:00:00:01", "01:00:00:02")),
    Row(
      testDescription: "25 and 50, not the same time", original: ["rates/25.mov", "01:00:00:12"],
      proxy: ["rates/50.mov", "01:00:00:12"], differences: ["rate", "video-rate"], frames: nil,
      seconds: ((-6, 25), (-6, 25)), place: (1, "01:00:00:13", "01:00:00:14")),
    Row(
      testDescription: "reels", original: ["rates/25.mov", "01:00:00:00", "--reel", "A001"],
      proxy: ["rates/25.mov", "01:00:00:00", "--reel", "A 2"], differences: ["reel"], frames: 0,
      seconds: ((0, 1), (0, 1)), command: "--reel A001"),
    Row(
      testDescription: "no reel", original: ["rates/25.mov", "01:00:00:00"],
      proxy: ["rates/25.mov", "01:00:00:00", "--reel", "A001"], differences: ["reel"], frames: 0,
      seconds: ((0, 1), (0, 1)), command: "--no-reel"),
    Row(
      testDescription: "24 hours", original: ["rates/25.mov", "01:00:00:00"],
      proxy: ["rates/25.mov", "01:00:00:00", "--no-wrap"], differences: ["wrap"], frames: 0,
      seconds: ((0, 1), (0, 1)), command: " --wrap "),
  ]

  private func lines(_ arguments: [String], status: Int32) throws -> [[String: Any]] {
    let result = try Tool.run(["diff", "--timecode", "--json"] + arguments, cwd: work.folder)
    #expect(result.status == status, "\(result.text)\(result.stderr)")
    return try result.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func line(_ original: URL, _ proxy: URL, status: Int32 = 1) throws -> [String: Any] {
    let lines = try lines([original.path, proxy.path], status: status)
    try #require(lines.count == 2)
    return lines[0]
  }

  private static func fraction(_ time: Any?) -> [Int]? {
    guard let time = time as? [String: Int], let value = time["value"],
      let scale = time["timescale"]
    else { return nil }
    var (a, b) = (abs(value), scale)
    while b > 0 { (a, b) = (b, a % b) }
    return a == 0 ? nil : [value / a, scale / a]
  }

  private static func reduced(_ value: (Int, Int)) -> [Int]? {
    fraction(["value": value.0, "timescale": value.1])
  }

  private func stamp(_ words: [String], as name: String) throws -> URL {
    let source = Stamping.media.appending(path: words[0])
    let result = try Tool.run(
      ["insert", "timecode", source.path, "--start", words[1], "-o", work[name].path, "-q"]
        + words.dropFirst(2))
    try #require(result.status == 0, "\(result.stderr)")
    return work[name]
  }

  @Test(arguments: rows.indices) func row(number: Int) throws {
    let row = Self.rows[number]
    let original = try stamp(row.original, as: "original.mov")
    let proxy = try stamp(row.proxy, as: "proxy.mov")
    let line = try line(original, proxy)
    #expect(line["status"] as? String == "different")
    #expect(line["differences"] as? [String] == row.differences, "\(row.testDescription)")
    let offset = try #require(line["offset"] as? [String: Any])
    let (first, last) = (offset["first"] as? [String: Any], offset["last"] as? [String: Any])
    #expect(first?["frames"] as? Int == row.frames)
    #expect(Self.fraction(first?["time"]) == Self.reduced(row.seconds.first))
    #expect(Self.fraction(last?["time"]) == Self.reduced(row.seconds.last))
    #expect(offset["course"] as? String == row.course)
    let place = line["firstDifference"] as? [String: Any]
    #expect(place?["frame"] as? Int == row.place?.frame)
    #expect(place?["original"] as? String == row.place?.original)
    #expect(place?["proxy"] as? String == row.place?.proxy)
    let command = line["command"] as? String
    #expect(
      command.map { $0.contains(row.command ?? "?") } ?? (row.command == nil), "\(command ?? "")")
    // What ffprobe sees of both.
    if MediaTools.has("ffprobe") {
      for (file, words, key) in [
        (original, row.original, "originalTimecode"), (proxy, row.proxy, "proxyTimecode"),
      ] {
        let stated = try MediaTools.streams(file).compactMap(\.timecode)
        #expect(stated.first == words[1] && stated.allSatisfy { $0 == words[1] }, "\(stated)")
        #expect((line[key] as? [String: Any])?["start"] as? String == words[1])
      }
    }
    guard let command, command.contains("edit timecode") else { return }
    try expectSame(original, afterRunning: command)
  }

  /// Runs the command that mends a proxy. Then nothing may differ.
  private func expectSame(_ original: URL, afterRunning command: String) throws {
    let result = try Tool.shell(
      command.replacingOccurrences(of: "movtool ", with: "\"$TOOL\" ")
        .replacingOccurrences(of: " OUT", with: " mended.mov --overwrite"), cwd: work.folder)
    try #require(result.status == 0, "\(command): \(result.stderr)")
    #expect(try line(original, work["mended.mov"], status: 0)["status"] as? String == "same")
  }

  /// The first frame of some proxies is shown late: composition offsets without an edit list, or an empty edit.
  /// Their timecode begins with it, too.
  @Test(arguments: [
    "fragments/global-sidx.mp4", "fragments/plain.mov", "late", "edits/late-video.mov",
  ])
  func proxyThatIsShownLate(name: String) throws {
    var proxy = Stamping.media.appending(path: name)
    if name == "late" {
      proxy = work["late.mov"]
      let made = try Tool.run([
        "insert", "track", Stamping.media.appending(path: "sound/pcm-s16.mov").path, "--from",
        Stamping.media.appending(path: "rates/25.mov").path, "--at", "0.3", "-o", proxy.path,
      ])
      try #require(made.status == 0, "\(made.stderr)")
    }
    // The same frames from 0 on.
    let original = work["original.mov"]
    let built = try Tool.run([
      "build", work["plain.mov"].path, "--video", proxy.path, "--timecode", "01:00:00:00",
    ])
    try #require(built.status == 0, "\(built.stderr)")
    let shown = try Tool.run([
      "cut", work["plain.mov"].path, "--from", "01:00:00:00", "-o", original.path,
    ])
    try #require(shown.status == 0, "\(shown.stderr)")
    let compared = try line(original, proxy)
    let command = try #require(compared["command"] as? String, "\(compared)")
    #expect(command.hasPrefix("movtool insert timecode "))
    try expectSame(original, afterRunning: command)
  }

  // MARK: Length and runs

  /// gopro/labs#630: proxies of a GoPro lack two frames at the end.
  @Test func shorter() throws {
    let original = try stamp(["rates/25.mov", "01:00:00:00"], as: "a.mov")
    let made = try Tool.run(
      ["cut", original.path, "--to", "3.92", "-o", work["b.mov"].path], cwd: work.folder)
    try #require(made.status == 0, "\(made.stderr)")
    let line = try line(original, work["b.mov"])
    #expect(line["differences"] as? [String] == ["length"])
    let (a, b) = (
      line["originalTimecode"] as? [String: Any], line["proxyTimecode"] as? [String: Any]
    )
    #expect(a?["videoFrames"] as? Int == 100 && b?["videoFrames"] as? Int == 98)
    #expect(a?["last"] as? String == "01:00:03:24" && b?["last"] as? String == "01:00:03:22")
    #expect(line["firstDifference"] is NSNull && line["command"] is NSNull)
    #expect(line["advice"] as? String == "the proxy has other frames: make it again")
    let programs = (line["breaks"] as? [[String: Any]] ?? []).compactMap {
      $0["program"] as? String
    }
    #expect(programs == ["DaVinci Resolve", "Avid Media Composer"])
  }

  /// Two runs each of 25 frames. That of the proxy jumps to 02:00:00:05 and not to 02:00:00:00.
  @Test func secondRunJumps() throws {
    for (name, second) in [("a.mov", "02:00:00:00"), ("b.mov", "02:00:00:05")] {
      try Data("time,timecode\n0,01:00:00:00\n1,\(second)\n".utf8).write(to: work["list.csv"])
      let made = try Tool.run(
        [
          "insert", "timecode", Stamping.media.appending(path: "rates/25.mov").path, "--segments",
          work["list.csv"].path, "-o", work[name].path, "-q",
        ])
      try #require(made.status == 0, "\(made.stderr)")
    }
    let line = try line(work["a.mov"], work["b.mov"])
    #expect(line["differences"] as? [String] == ["runs"])
    let place = line["firstDifference"] as? [String: Any]
    #expect(place?["frame"] as? Int == 25)
    #expect(place?["original"] as? String == "02:00:00:00")
    #expect(place?["proxy"] as? String == "02:00:00:05")
    let offset = line["offset"] as? [String: Any]
    #expect(offset?["course"] as? String == "jumping")
    #expect((offset?["first"] as? [String: Any])?["frames"] as? Int == 0)
    #expect((offset?["last"] as? [String: Any])?["frames"] as? Int == 5)
    let runs = try #require(line["runs"] as? [[String: Any]])
    #expect(runs.count == 1 && runs.first?["index"] as? Int == 1)
    let text = try Tool.run(
      ["diff", "--timecode", "a.mov", "b.mov"], cwd: work.folder
    ).text
    #expect(text.contains("run 2: 02:00:00:00 at 00:00:01.000, 02:00:00:05 at 00:00:01.000"))
    #expect(text.contains("labels differ from frame 26 on: 02:00:00:00, 02:00:00:05"))
    #expect(text.contains("--from a.mov --replace -o OUT"), "\(text)")
  }

  /// After 30 frames, the original jumps to ten frames before midnight, without drop frame, and goes past it.
  /// The proxy counts on in drop frame.
  @Test func midnightInOneOfTwoCounts() throws {
    for (name, list) in [
      ("a.mov", "time,timecode\n0,00:00:59;20\n1.001,23:59:59:20\n"),
      ("b.mov", "time,timecode\n0,00:00:59;20\n"),
    ] {
      try Data(list.utf8).write(to: work["list.csv"])
      let made = try Tool.run([
        "insert", "timecode", Stamping.media.appending(path: "rates/2997.mov").path, "--segments",
        work["list.csv"].path, "--rate", "29.97", "-o", work[name].path, "-q",
      ])
      try #require(made.status == 0, "\(made.stderr)")
    }
    let offset = try line(work["a.mov"], work["b.mov"])["offset"] as? [String: Any]
    #expect((offset?["first"] as? [String: Any])?["frames"] as? Int == 0)
    let last = try #require((offset?["last"] as? [String: Any])?["frames"] as? Int)
    // At the jump, the proxy has 00:01:00;22, which is frame 1820, and the original frame -10.
    #expect(last == 1830, "\(last)")
  }

  @Test func withoutTimecode() throws {
    let original = try stamp(["rates/25.mov", "01:00:00:00"], as: "a b.mov")
    _ = try work.copy("rates/25.mov", as: "it's.mov")
    let line = try line(original, work["it's.mov"])
    #expect(line["differences"] as? [String] == ["missing"])
    #expect(line["offset"] is NSNull)
    let text = try Tool.run(
      ["diff", "--timecode", "a b.mov", "it's.mov"], cwd: work.folder
    ).text
    #expect(
      text.contains(#"movtool insert timecode 'it'\''s.mov' --from 'a b.mov' -o OUT"#), "\(text)")
    let none = try self.line(work["it's.mov"], work["it's.mov"], status: 0)
    #expect(none["status"] as? String == "same")
  }

  /// A recorder whose file begins at 10:00:00 and a camera that begins a second later.
  @Test func wave() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let made = try Tool.shell(
      """
      ffmpeg -nostdin -v error -f lavfi -i sine=r=48000:d=1 -write_bext 1 \
        -metadata time_reference=1728000000 take.wav
      """, cwd: work.folder)
    try #require(made.status == 0, "\(made.stderr)")
    let movie = try stamp(["rates/25.mov", "10:00:01:00"], as: "a.mov")
    for (line, frames) in [
      (try line(work["take.wav"], movie), 25), (try line(movie, work["take.wav"]), -25),
    ] {
      #expect(line["differences"] as? [String] == ["start"])
      let first = (line["offset"] as? [String: Any])?["first"] as? [String: Any]
      #expect(first?["frames"] as? Int == frames)
      #expect(line["command"] is NSNull)
    }
  }

  /// A recorder's start is missing in a movie without timecode, whichever of them is the original.
  @Test func waveAndNoTimecode() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let made = try Tool.shell(
      """
      ffmpeg -nostdin -v error -f lavfi -i sine=r=48000:d=1 -write_bext 1 \
        -metadata time_reference=1728000000 take.wav
      ffmpeg -nostdin -v error -f lavfi -i sine=r=48000:d=1 plain.wav
      """, cwd: work.folder)
    try #require(made.status == 0, "\(made.stderr)")
    let movie = try work.copy("rates/25.mov")
    for line in [
      try line(movie, work["take.wav"]), try line(work["take.wav"], movie),
    ] {
      #expect(line["differences"] as? [String] == ["missing"])
    }
    let none = try line(movie, work["plain.wav"], status: 0)
    #expect(none["differences"] as? [String] == [])
  }

  /// Samples since midnight are no frames, so recordings that start at different times are not called the same.
  @Test func wavesWithoutRate() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let made = try Tool.shell(
      """
      ffmpeg -nostdin -v error -f lavfi -i sine=r=48000:d=1 -write_bext 1 \
        -metadata time_reference=1728000000 take.wav
      ffmpeg -nostdin -v error -f lavfi -i sine=r=48000:d=1 -write_bext 1 \
        -metadata time_reference=1728000961 take2.wav
      ffmpeg -nostdin -v error -f lavfi -i sine=r=48000:d=1 plain.wav
      ffmpeg -nostdin -v error -f lavfi -i sine=r=48000:d=1 -c:a pcm_s16le sound.mov
      """, cwd: work.folder)
    try #require(made.status == 0, "\(made.stderr)")
    for other in ["take2.wav", "plain.wav", "sound.mov"] {
      for pair in [["take.wav", other], [other, "take.wav"]] {
        let result = try Tool.run(["diff", "--timecode"] + pair, cwd: work.folder)
        #expect(result.status == 1 && !result.text.contains("same,"), "\(result.text)")
        #expect(
          result.stderr.contains("neither \(pair[0]) nor \(pair[1]) says a frame rate"),
          "\(result.stderr)")
      }
    }
    let none = try line(work["plain.wav"], work["sound.mov"], status: 0)
    #expect(none["status"] as? String == "same")
  }

  /// Without video, frames are those of the timecode: both jump after two seconds of 25.
  @Test func framesWithoutVideo() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let sound = try Tool.shell(
      "ffmpeg -nostdin -v error -f lavfi -i sine=r=48000:d=4 -c:a pcm_s16le sound.mov",
      cwd: work.folder)
    try #require(sound.status == 0, "\(sound.stderr)")
    for (name, second) in [("a.mov", "02:00:00:00"), ("b.mov", "02:00:00:05")] {
      let rows = "0,1,01:00:00:00\n1,1,01:00:10:00\n2,2,\(second)\n"
      try Data("time,duration,timecode\n\(rows)".utf8).write(to: work["list.csv"])
      let stamped = try Tool.run([
        "insert", "timecode", Stamping.media.appending(path: "rates/25.mov").path, "--segments",
        work["list.csv"].path, "-q", "--overwrite", "-o", work["v.mov"].path,
      ])
      try #require(stamped.status == 0, "\(stamped.stderr)")
      let document = try Tool.run(["extract", "timecode", work["v.mov"].path])
      try document.stdout.write(to: work["list.json"])
      let made = try Tool.run([
        "insert", "timecode", work["sound.mov"].path, "--segments", work["list.json"].path, "-q",
        "-o", work[name].path,
      ])
      try #require(made.status == 0, "\(made.stderr)")
    }
    let place = try line(work["a.mov"], work["b.mov"])["firstDifference"] as? [String: Any]
    #expect(place?["frame"] as? Int == 50)
    #expect(place?["original"] as? String == "02:00:00:00")
    let text = try Tool.run(["diff", "--timecode", "a.mov", "b.mov"], cwd: work.folder).text
    #expect(text.contains("labels differ from frame 51 on"), "\(text)")
  }

  /// Twelve hours are as far in both directions, and labels that are so far apart stay so over noon and
  /// midnight.
  @Test(arguments: [
    ("23:59:58:00", "11:59:58:00"), ("11:59:58:00", "23:59:58:00"), ("00:00:00:00", "12:00:00:00"),
  ])
  func twelveHours(original: String, proxy: String) throws {
    let a = try stamp(["rates/25.mov", original], as: "a.mov")
    let b = try stamp(["rates/25.mov", proxy], as: "b.mov")
    let compared = try line(a, b)
    let offset = try #require(compared["offset"] as? [String: Any])
    #expect(offset["course"] as? String == "constant")
    #expect((offset["first"] as? [String: Any])?["frames"] as? Int == 1_080_000)
    try expectSame(a, afterRunning: try #require(compared["command"] as? String))
  }

  /// The command is one that a shell runs, whatever the name of the proxy.
  @Test(arguments: ["-dash.mov", "back\\slash.mov", "it's.mov", "a b.mov", "$x.mov", "plain.mov"])
  func commandsForNames(name: String) throws {
    let original = try stamp(["rates/25.mov", "01:00:00:00"], as: "original.mov")
    _ = try stamp(["rates/25.mov", "01:00:00:01"], as: name)
    let lines = try lines(["original.mov", "./\(name)"], status: 1)
    #expect(lines.count == 2)
    // As it is printed for a file in this folder.
    let command = try #require(lines[0]["command"] as? String)
    try expectSame(original, afterRunning: command)
    let mend = DiffAdvice(
      original: FilePath("original.mov"), proxy: FilePath(name),
      comparison: try TimecodeComparison(
        FilePath(original.path), FilePath(work[name].path)))
    try expectSame(original, afterRunning: try #require(mend.command))
  }

  /// Labels below zero are taken with the original's flags.
  @Test func labelsBelowZero() throws {
    let original = try stamp(
      ["rates/25.mov", "-01:00:00:00", "--allow-negative", "--no-wrap"], as: "a.mov")
    let proxy = try stamp(["rates/25.mov", "01:00:00:00", "--no-wrap"], as: "b.mov")
    let command = try #require(try line(original, proxy)["command"] as? String)
    #expect(command.contains("--from"), "\(command)")
    let result = try Tool.shell(
      command.replacingOccurrences(of: "movtool ", with: "\"$TOOL\" ")
        .replacingOccurrences(of: " OUT", with: " mended.mov"), cwd: work.folder)
    #expect(result.status == 0, "\(result.stderr)")
    let start = try line(original, work["mended.mov"], status: 0)["proxyTimecode"] as? [String: Any]
    #expect(start?["start"] as? String == "-01:00:00:00")
    // A proxy whose labels may be there is shifted.
    let able = try stamp(
      ["rates/25.mov", "01:00:00:00", "--allow-negative", "--no-wrap"], as: "c.mov")
    let shift = try #require(try line(original, able)["command"] as? String)
    #expect(shift.contains("--shift -180000f"), "\(shift)")
    try expectSame(original, afterRunning: shift)
  }

  // MARK: Folders

  /// Of two originals of one name, neither is said to have no proxy.
  @Test func originalsOfOneName() throws {
    for folder in ["card", "proxies"] {
      try FileManager.default.createDirectory(at: work[folder], withIntermediateDirectories: true)
    }
    for name in ["card/X.MOV", "card/x.mp4", "card/y.mov", "proxies/x_proxy.mov"] {
      _ = try stamp(["rates/25.mov", "01:00:00:00"], as: name)
    }
    let result = try Tool.run(["diff", "--timecode", "card", "proxies"], cwd: work.folder)
    let shared =
      "several originals have this name, and nothing says which one the proxy belongs to"
    for text in [
      "card/X.MOV: \(shared)\n", "card/x.mp4: \(shared)\n", "card/y.mov: no proxy has this name\n",
      "proxies/x_proxy.mov: several originals have this name\n",
    ] {
      #expect((result.text + result.stderr).contains(text), "\(text)\(result.text)")
    }
  }

  /// The same letters in other bytes, as macOS stores them, and names that cameras and programs give to proxies.
  @Test func namesInOtherForms() throws {
    for folder in ["card", "proxies"] {
      try FileManager.default.createDirectory(at: work[folder], withIntermediateDirectories: true)
    }
    for name in [
      "card/Gru\u{308}n.mov", "proxies/Gr\u{FC}n.mp4", "card/C0001.mov", "proxies/C0001S03.mov",
      "card/C0002S03.mov", "proxies/C0002S03.mp4", "card/C0002.mov", "card/D1.mov",
      "proxies/d1_PRX.mov",
    ] {
      _ = try stamp(["rates/25.mov", "01:00:00:00"], as: name)
    }
    let lines = try lines(["card", "proxies"], status: 1)
    let pairs = lines.compactMap { line in
      (line["original"] as? String).map { ($0, line["proxy"] as? String) }
    }
    let found = Dictionary(uniqueKeysWithValues: pairs)
    #expect(
      found == [
        "card/Gru\u{308}n.mov": "proxies/Gr\u{FC}n.mp4", "card/C0001.mov": "proxies/C0001S03.mov",
        "card/C0002S03.mov": "proxies/C0002S03.mp4", "card/C0002.mov": nil,
        "card/D1.mov": "proxies/d1_PRX.mov",
      ])
  }

  @Test func names() throws {
    let start = "01:00:00:00"
    for folder in ["card/sub", "proxies/sub"] {
      try FileManager.default.createDirectory(
        at: work[folder], withIntermediateDirectories: true)
    }
    for name in [
      "card/A001.MOV", "card/A002.mov", "card/A003.mov", "card/A004.mov", "card/sub/A004.mov",
      "card/A006.mov", "proxies/a001_Proxy.mov", "proxies/A002.proxy.mov", "proxies/A003.mp4",
      "proxies/sub/A004_proxy.mov", "proxies/A005.mov", "proxies/A006_PROXY.mov",
    ] {
      _ = try stamp(["rates/25.mov", start], as: name)
    }
    _ = try stamp(["rates/25.mov", "01:00:00:02"], as: "late.mov")
    try Data("this is not a movie".utf8).write(to: work["proxies/A003_Proxy.mov"])
    let lines = try lines(["card", "proxies", "--jobs", "3"], status: 1)
    let shown = lines.dropLast().map { line in
      [line["original"] as? String ?? "-", line["proxy"] as? String ?? "-"]
        .map { $0.split(separator: "/", maxSplits: 1).last.map(String.init) ?? "" }
        .joined(separator: " ") + " " + (line["status"] as? String ?? "")
    }
    #expect(
      Set(shown) == [
        "A001.MOV a001_Proxy.mov same", "A002.mov A002.proxy.mov same", "A003.mov A003.mp4 same",
        "A003.mov A003_Proxy.mov failed", "A004.mov - unmatched",
        "sub/A004.mov sub/A004_proxy.mov same", "A006.mov A006_PROXY.mov same",
        "- A005.mov unmatched",
      ], "\(shown)")
    let summary = lines.last?["summary"] as? [String: Int]
    #expect(summary == ["same": 5, "different": 0, "unmatched": 2, "failed": 1])
    // The order does not depend on the number of threads.
    let one = try Tool.run(
      ["diff", "--timecode", "card", "proxies", "--jobs", "1"], cwd: work.folder)
    let many = try Tool.run(
      ["diff", "--timecode", "card", "proxies", "--jobs", "8"], cwd: work.folder)
    #expect(one.text == many.text && one.stderr == many.stderr)
    #expect(one.text.hasSuffix("8 pairs: 5 same, 2 unmatched, 1 failed\n"))
    // A file takes its own from a folder, and whatever is named.
    let file = try self.lines(["card/A001.MOV", "proxies"], status: 0)
    #expect(file.count == 2 && file[0]["proxy"] as? String == "proxies/a001_Proxy.mov")
    let named = try self.lines(["card/A001.MOV", "late.mov"], status: 1)
    #expect(named[0]["status"] as? String == "different")
    let quiet = try Tool.run(
      ["diff", "--timecode", "-q", "card/A001.MOV", "proxies", "late.mov"], cwd: work.folder)
    #expect(quiet.status == 1 && quiet.text.hasPrefix("card/A001.MOV, late.mov: start differs\n"))
    let list = try Tool.shell(
      "find proxies -name 'a001*' -print0 | \"$TOOL\" diff --timecode card/A001.MOV --files-from - -0",
      cwd: work.folder)
    #expect(
      list.status == 0
        && list.text
          == "card/A001.MOV = proxies/a001_Proxy.mov: the same, 01:00:00:00 to 01:00:03:24, "
          + "100 frames, 25 fps\n",
      "\(list.text)\(list.stderr)")
  }

  /// A reel is text of a file, which controls no terminal. A shell takes it from the command that is printed.
  @Test func reelOfControlCharacters() throws {
    let work = try Stamping()
    let reel = "a'\n\u{1B}[31mX"
    let plain = try work.stamp("rates/25.mov", "01:00:00:00")
    let odd = try work.stamp("rates/25.mov", "01:00:00:00", "--reel", reel)
    let diff = try Tool.run(["diff", "--timecode", odd.path, plain.path])
    #expect(diff.status == 1)
    #expect(diff.text.contains(#"a'\n\u{1b}[31mX"#), "\(diff.text)")
    #expect(!diff.text.contains("\u{1B}"))
    #expect(diff.text.contains(#" --reel $'a\'\x0a\x1b[31mX' -o OUT"#), "\(diff.text)")
    let report = try Tool.run(["edit", "timecode", odd.path, "--shift", "+1f", "--dry-run"]).text
    #expect(
      report.contains(#"reel 'a'\n\u{1b}[31mX'"#) && !report.contains("\u{1B}"), "\(report)")
  }

  @Test func usage() throws {
    for (arguments, status, message) in [
      (["a.mov", "b.mov", "c.mov"], Int32(2), "two movies are compared at a time"),
      (["a.mov", "--files-from", "list"], 2, "two movies are compared at a time"),
      (
        ["a.mov", "b.mov", "--timecode", "--media"], 2,
        "options '--media' and '--timecode' cannot be used together"
      ),
      (["a.mov", "b.mov"], 1, "a.mov: no such file or directory"),
      (["--timecode", "a.mov"], 2, "missing PROXY or '--files-from'"),
      (["a.mov"], 2, "missing PROXY; see"),
      (["--timecode", "a.mov", "-"], 2, "PROXY cannot be standard input"),
      (["--timecode", "a.mov", "b.mov"], 1, "a.mov: no such file or directory"),
    ] {
      let result = try Tool.run(["diff"] + arguments, cwd: work.folder)
      #expect(result.status == status && result.stderr.contains(message), "\(result.stderr)")
    }
  }

  // MARK: Documents

  /// The table of programs in Timecode.md says the same as that of the tool.
  @Test func programsAreDocumented() throws {
    let document = try String(
      contentsOf: DocumentsTests.package.appending(path: "Docs/Timecode.md"), encoding: .utf8)
    let section = try #require(
      document.components(separatedBy: "### What breaks relinking\n").dropFirst().first)
    let rows = section.split(separator: "\n").drop { !$0.hasPrefix("|---") }.dropFirst()
      .prefix { $0.hasPrefix("|") }.map(String.init)
    let table = RelinkRule.all.map { rule in
      "| \(rule.program) | \(rule.properties.map(\.rawValue).joined(separator: ", ")) | "
        + rule.threads.joined(separator: ", ") + " |"
    }
    #expect(rows == table)
    let programs = document.components(separatedBy: "### What breaks relinking\n")[0]
    for rule in RelinkRule.all { #expect(programs.contains("\n| \(rule.program) |")) }
  }

  // MARK: Real files

  /// A real file and its stamped copy, shifted by 12 frames.
  @Test func realFiles() throws {
    var compared = 0
    let files = SharedMedia.movies(upTo: 3_000_000)
    for file in files where compared < 12 {
      guard ["mov", "mp4"].contains(file.pathExtension.lowercased()) else { continue }
      let (a, b) = (work["a.mov"], work["b.mov"])
      let stamped = try Tool.run(
        [
          "insert", "timecode", file.path, "--start", "10:00:00:00", "--replace", "-q",
          "--overwrite", "-o", a.path,
        ])
      guard stamped.status == 0 else { continue }
      let shifted = try Tool.run(
        ["edit", "timecode", a.path, "--shift", "+12f", "-q", "--overwrite", "-o", b.path])
      guard shifted.status == 0 else { continue }
      #expect(try line(a, a, status: 0)["status"] as? String == "same", "\(file.path)")
      let line = try line(a, b)
      #expect(line["differences"] as? [String] == ["start"], "\(file.path)")
      let offset = line["offset"] as? [String: Any]
      #expect((offset?["first"] as? [String: Any])?["frames"] as? Int == 12, "\(file.path)")
      #expect(offset?["course"] as? String == "constant", "\(file.path)")
      #expect((line["firstDifference"] as? [String: Any])?["frame"] as? Int == 0, "\(file.path)")
      compared += 1
    }
    #expect(files.isEmpty || compared > 5)
  }

  /// Cut anywhere and with bytes changed, a proxy is compared or reported, and the tool does not trap.
  @Test func damage() throws {
    let original = try stamp(["rates/2997.mov", "00:00:59;20"], as: "a.mov")
    let clip = try Data(contentsOf: original)
    let folder = work["damaged"]
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var random = Seed.generator(#function)
    for number in 0..<150 {
      var bytes = clip
      if number < 40 {
        bytes = clip.prefix(clip.count * number / 40)
      } else {
        for _ in 0..<6 {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
      }
      try bytes.write(to: folder.appending(path: "\(number).mov"))
    }
    let files = (0..<150).map { "damaged/\($0).mov" }
    for arguments in [[original.path] + files, ["damaged", "damaged"]] {
      let result = try Tool.run(
        ["diff", "--timecode", "--json"] + arguments, cwd: work.folder, timeout: 240)
      #expect(result.status <= 1)
      #expect(result.text.split(separator: "\n").count == 151)
    }
  }
}
