import Foundation
import TestSupport
import Testing

/// `movtool insert timecode --from OTHER`: the timecode of another file goes into a movie.
///
/// Proxies relink only with the start, the rate and the drop-frame flag of their originals
/// (palmier-pro#136, palmier-pro#361, proxima#33); proxima#26 asks for the timecode of originals that
/// are found by their names, auto-editor#344 for that of the source in a part of it.
@Suite struct InsertTimecodeFromTests {
  private static func media(_ path: String) -> String { Stamping.media.appending(path: path).path }

  @discardableResult
  private func insert(
    _ arguments: [String], status: Int32 = 0, cwd: URL? = nil
  ) throws -> Tool.Result {
    let run = try Tool.run(["insert", "timecode"] + arguments, cwd: cwd)
    #expect(run.status == status, "\(arguments): \(run.stderr)")
    return run
  }

  private func segments(_ file: URL) throws -> [[String: Any]] {
    try Stamping.tracks(of: file).first?["segments"] as? [[String: Any]] ?? []
  }

  private func starts(_ file: URL) throws -> [String] {
    try segments(file).compactMap { $0["timecode"] as? String }
  }

  /// Movie times of segments, in milliseconds.
  private func times(_ file: URL) throws -> [Int] {
    try segments(file).compactMap { segment in
      guard let time = segment["movieTime"] as? [String: Int], let value = time["value"],
        let scale = time["timescale"]
      else { return nil }
      return value * 1000 / scale
    }
  }

  private func format(_ file: URL) throws -> [String: Any] {
    Stamping.format(of: try #require(try Stamping.tracks(of: file).first))
  }

  // MARK: Movies

  @Test(arguments: [
    ("timecode/25-reel.mov", "rates/25.mov", "01:30:15:07"),
    ("timecode/2997-df.mov", "rates/2997.mp4", "00:59:59;28"),
    ("timecode/25-midnight.mov", "rates/25.mp4", ""),
    ("timecode/25-over-24h.mov", "rates/25.mov", "25:00:00:00"),
    // 30 labels a second on 59.94 frames, as palmier-pro#136 has it.
    ("timecode-handmade/2997-on-5994.mov", "rates/5994.mov", "00:59:59;28"),
    ("timecode-handmade/tc64-large.mov", "rates/25.mov", ""),
    ("timecode-handmade/trimmed.mov", "rates/25.mov", ""),
    ("timecode-handmade/multi-sample.mov", "rates/25.mov", ""),
    ("timecode-handmade/two-descriptions.mov", "rates/25.mov", ""),
    ("timecode-handmade/slow-motion.mov", "rates/25.mov", ""),
    ("timecode-handmade/negative-through-zero.mov", "rates/25.mov", ""),
  ])
  func proxyGetsTheTimecodeOfItsOriginal(other: String, proxy: String, start: String) throws {
    let work = try Stamping()
    let original = URL(filePath: Self.media(other))
    let output = work["out." + URL(filePath: proxy).pathExtension]
    try insert([Self.media(proxy), "--from", original.path, "-o", output.path])
    let wanted = try starts(original)
    #expect(try starts(output) == wanted)
    #expect(try times(output) == times(original))
    if !start.isEmpty { #expect(wanted == [start]) }
    let (a, b) = (try format(original), try format(output))
    for key in ["type", "sourceName"] {
      #expect("\(a[key] ?? "-")" == "\(b[key] ?? "-")", "\(key)")
    }
    #expect(a["flags"] as? [String: Int] == b["flags"] as? [String: Int])
    guard !other.contains("slow-motion") else { return }
    #expect(a["frameDuration"] as? [String: Int] == b["frameDuration"] as? [String: Int])
    #expect(a["frameQuanta"] as? Int == b["frameQuanta"] as? Int)
  }

  @Test func otherProgramsReadIt() throws {
    let work = try Stamping()
    let output = work["out.mov"]
    try insert([
      Self.media("rates/25.mov"), "--from", Self.media("timecode/25-reel.mov"), "-o", output.path,
    ])
    if MediaTools.has("ffprobe") {
      let streams = try MediaTools.streams(output)
      #expect(streams.contains { $0.timecode == "01:30:15:07" && $0.reel == "A001C002" })
    }
    if MediaTools.has("mediainfo") {
      #expect(
        try MediaTools.timecodes(output).contains { $0["TimeCode_FirstFrame"] == "01:30:15:07" })
    }
  }

  /// The movie of a Panasonic camera and a smaller copy without its timecode, as programs that render or
  /// transcode write (buttercut#122, buttercut#145, gyroflow#844).
  @Test func transcodedCopyOfACamera() throws {
    guard MediaTools.has("ffmpeg", "ffprobe"),
      let original = SharedMedia.movie(
        "barefootford+buttercut/spec__fixtures__media__P1044376_timecode_fixture.mov")
    else { return }
    let work = try Stamping()
    let (proxy, output) = (work["P1044376_Proxy.mp4"], work["out.mp4"])
    let made = try MediaTools.run(
      "ffmpeg",
      [
        "-v", "error", "-i", original.path, "-map", "0:v", "-map_metadata", "-1", "-vf",
        "scale=320:-2", "-c:v", "mpeg4", "-write_tmcd", "0", proxy.path,
      ], stdin: Data())
    #expect(made.status == 0, "\(made.stderr)")
    #expect(try MediaTools.streams(proxy).allSatisfy { $0.timecode == nil })
    let run = try insert([proxy.path, "--from", original.path, "-o", output.path])
    #expect(!run.stderr.contains("[from-"), "\(run.stderr)")
    #expect(
      try MediaTools.streams(output).contains { $0.kind == "data" && $0.timecode == "21:44:10:09" })
    #expect(
      try format(output)["frameDuration"] as? [String: Int] == ["value": 1001, "timescale": 24000])
  }

  /// 30 drop-frame labels a second stay that on video of 59.94 frames (palmier-pro#136).
  @Test func theFormatOfTheOriginalIsKept() throws {
    let work = try Stamping()
    let output = work["out.mov"]
    try insert([
      Self.media("rates/5994.mov"), "--from", Self.media("timecode/2997-df.mov"), "-o",
      output.path,
    ])
    let format = try format(output)
    #expect(format["frameDuration"] as? [String: Int] == ["value": 1001, "timescale": 30000])
    #expect(format["frameQuanta"] as? Int == 30)
    #expect((format["flags"] as? [String: Any])?["dropFrame"] as? Bool == true)
    #expect(try starts(output) == ["00:59:59;28"])
  }

  private func original(_ work: Stamping, _ list: String) throws -> URL {
    let (file, csv) = (work["original.mov"], work["list.csv"])
    try Data(list.utf8).write(to: csv)
    try insert([
      Self.media("rates/25.mov"), "--segments", csv.path, "-o", file.path, "--overwrite",
    ])
    return file
  }

  private static let jump =
    "Movie Time,Timecode,Reel\n0/1,01:00:00:00,A001\n1/1,02:00:00:00,B002\n"

  /// A part of a movie goes on from the frame that it begins with, with all later jumps and reels.
  @Test(arguments: [
    ("0.4", ["01:00:00:10", "02:00:00:00"], [0, 600]),
    ("10f", ["01:00:00:10", "02:00:00:00"], [0, 600]),
    ("01:00:00:10", ["01:00:00:10", "02:00:00:00"], [0, 600]),
    // In the middle of frame 10.
    ("0.42", ["01:00:00:10", "02:00:00:00"], [0, 600]),
    ("1", ["02:00:00:00"], [0]),
    ("tc:02:00:01:05", ["02:00:01:05"], [0]),
    ("0", ["01:00:00:00", "02:00:00:00"], [0, 1000]),
  ])
  func offset(_ offset: String, labels: [String], times: [Int]) throws {
    let work = try Stamping()
    let original = try original(work, Self.jump)
    let output = work["out.mov"]
    try insert([
      Self.media("rates/25.mov"), "--from", original.path, "--offset", offset, "-o", output.path,
    ])
    #expect(try starts(output) == labels)
    #expect(try self.times(output) == times)
    let formats = try Stamping.tracks(of: output).first?["formats"] as? [[String: Any]] ?? []
    #expect(
      formats.map { $0["sourceName"] as? String }
        == (labels.count == 2 ? ["A001", "B002"] : ["B002"]))
  }

  @Test func offsetWithinALabel() throws {
    let work = try Stamping()
    let run = try insert([
      Self.media("rates/5994.mov"), "--from", Self.media("timecode-handmade/2997-on-5994.mov"),
      "--offset", "3f", "-o", work["out.mov"].path,
    ])
    #expect(run.stderr.contains("[timecode-mid-label]"), "\(run.stderr)")
    #expect(try starts(work["out.mov"]) == ["00:59:59;29", "01:00:00;00"])
    #expect(
      try ShownFrames.labels(work["out.mov"]).prefix(4)
        == ["00:59:59;29", "01:00:00;00", "01:00:00;00", "01:00:00;01"])
  }

  @Test func beyondTheEnd() throws {
    let work = try Stamping()
    let from = ["--from", Self.media("timecode/25.mov"), "-o", work["out.mov"].path]
    for (offset, message) in [
      ("50", "shows no timecode from"), ("9000f", "it has only"), ("05:00:00:00", "is not in the"),
    ] {
      let run = try insert(
        [Self.media("rates/25.mov"), "--offset", offset] + from, status: 1)
      #expect(run.stderr.contains(message), "\(run.stderr)")
      #expect(run.stderr.contains("25.mov: "), "\(run.stderr)")
    }
  }

  /// gopro/labs#630: a proxy may differ by frames; what ends early counts on.
  @Test func lengthsThatDiffer() throws {
    let work = try Stamping()
    let output = work["out.mov"]
    let early = try insert([
      Self.media("rates/25.mov"), "--from", Self.media("timecode/25.mov"), "-o", output.path,
    ])
    #expect(early.stderr.contains("[from-ends-early]"), "\(early.stderr)")
    #expect(!early.stderr.contains("[from-length]"))
    let text = try Tool.run(["extract", "timecode", "--format", "txt", output.path])
    #expect(text.text.contains("01:30:15:07 to 01:30:19:06, 100 frames"), "\(text.text)")
    let long = try insert([
      Self.media("timecode/25.mov"), "--from", output.path, "--replace", "--dry-run",
    ])
    #expect(long.stderr.contains("[from-length]"), "\(long.stderr)")
    let offset = try insert([
      Self.media("timecode/25.mov"), "--from", output.path, "--offset", "1", "--replace",
      "--dry-run",
    ])
    #expect(!offset.stderr.contains("[from-"), "\(offset.stderr)")
  }

  @Test func optionsOfTheTrack() throws {
    let work = try Stamping()
    let output = work["out.mov"]
    try insert([
      Self.media("rates/25.mov"), "--from", Self.media("timecode/25-reel.mov"), "--reel", "X 1",
      "--type", "tc64", "--no-wrap", "-o", output.path,
    ])
    let format = try format(output)
    #expect(format["sourceName"] as? String == "X 1")
    #expect(format["type"] as? String == "tc64")
    #expect((format["flags"] as? [String: Any])?["wraps24Hours"] as? Bool == false)
    try insert([
      output.path, "--from", Self.media("timecode/25-reel.mov"), "--no-reel", "--replace",
      "--in-place",
    ])
    #expect(try self.format(output)["sourceName"] is NSNull)
  }

  @Test(arguments: [
    (["--start", "01:00:00:00", "--from", "a.mov"], "cannot be used together", Int32(2)),
    (["--from", "a.mov", "--quanta", "30"], "cannot be used with", 2),
    (["--from", "a.mov", "--segments", "b"], "cannot be used together", 2),
    (["--offset", "1", "--start", "01:00:00:00"], "cannot be used together", 2),
    (["--source", "tmcd", "--offset", "1"], "requires '--from OTHER'", 2),
    (["--from", "source:tmcd", "--source", "tmcd"], "two sources", 2),
    (["--from", "source:nonsense"], "expected", 2),
    (["--source", "reel"], "use --reel", 2),
    (["--source", "ltc:0"], "1 to 64", 2),
    (["--from", "-"], "expected", 2),
    (["--from", "/nonexistent.mov"], "nonexistent.mov", 1),
    ([], "choose a timecode", 2),
    (["--from", media("rates/25.mov")], "no timecode track", 1),
    (["--from", media("timecode-handmade/cn32.mov")], "counter", 1),
    (["--from", media("timecode/25.mov"), "--rate", "25"], "edit timecode", 1),
    (["--from", media("timecode/25.mov"), "--drop-frame"], "edit timecode", 1),
    (["--source", "tmcd"], "there is no tmcd", 1),
  ])
  func refused(options: [String], message: String, status: Int32) throws {
    let run = try insert([Self.media("rates/25.mov"), "--dry-run"] + options, status: status)
    #expect(run.stderr.contains(message), "\(run.stderr)")
    #expect(run.stdout.isEmpty)
  }

  /// A line about a file says of which other file a problem is.
  @Test func problemsOfTheOther() throws {
    let (file, other) = (Self.media("rates/25.mov"), Self.media("rates/24.mov"))
    let run = try insert([file, "--from", other, "--dry-run", "--json"], status: 1)
    let first = try #require(run.text.split(separator: "\n").first)
    let line = try #require(
      try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any])
    #expect(line["file"] as? String == file)
    let problem = try #require(line["problem"] as? String)
    #expect(problem.hasPrefix("\(other): "), "\(problem)")
    #expect(run.stderr == "movtool: \(problem)\n")
  }

  /// OTHER is never written over.
  @Test func otherIsNoOutput() throws {
    let work = try Stamping()
    let other = try work.copy("timecode/25.mov")
    let before = try Data(contentsOf: other)
    let run = try insert(
      [
        Self.media("rates/25.mov"), "--from", other.path, "-o", work.folder.path + "/./25.mov",
        "--overwrite",
      ], status: 1)
    #expect(run.stderr.contains("is the same file as"), "\(run.stderr)")
    #expect(try Data(contentsOf: other) == before)
  }

  // MARK: Folders

  /// proxima#26: originals are found by the names of their proxies.
  @Test func folderOfOriginals() throws {
    let work = try Stamping()
    let (originals, proxies) = (work["originals"], work["proxies"])
    for folder in [originals, proxies] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let names = [
      ("A001.mov", "A001.mp4", "timecode/25-reel.mov"),
      ("A002.mov", "A002_Proxy.mp4", "timecode/2997-df.mov"),
      ("A003.MOV", "a003.proxy.mp4", "timecode/25-zero.mov"),
      ("A004.mp4", "A004.mp4", "timecode/25.mp4"),
    ]
    for (original, proxy, media) in names {
      _ = try work.copy(media, as: "originals/" + original)
      _ = try work.copy("rates/25.mp4", as: "proxies/" + proxy)
    }
    let out = work["out/"]
    try insert([proxies.path, "--from", originals.path + "/", "-o", out.path + "/", "--json"])
    for (original, proxy, _) in names {
      #expect(
        try starts(out.appending(path: proxy)) == starts(originals.appending(path: original)),
        "\(proxy)")
    }
    // Beside their originals, and one without.
    let run = try insert(
      [
        proxies.appending(path: "A001.mp4").path, Self.media("rates/30.mov"), "--from",
        originals.path, "--dry-run",
      ], status: 1)
    #expect(run.stderr.contains("30.mov: no movie in"), "\(run.stderr)")
    _ = try work.copy("timecode/25.mov", as: "originals/a001.qt")
    let several = try insert(
      [proxies.appending(path: "A001.mp4").path, "--from", originals.path, "--dry-run"], status: 1)
    #expect(several.stderr.contains("several movies"), "\(several.stderr)")
  }

  /// Clips of two cards have the same names. As with `diff --timecode`, the original in the same folder counts.
  @Test func originalsOfTwoCards() throws {
    let work = try Stamping()
    for folder in ["o/A", "o/B", "p/A", "p/B", "p/C"] {
      try FileManager.default.createDirectory(
        at: work[folder], withIntermediateDirectories: true)
    }
    _ = try work.copy("timecode/25-reel.mov", as: "o/A/C0001.mov")
    _ = try work.copy("timecode/25-zero.mov", as: "o/B/C0001.mov")
    for card in ["A", "B"] { _ = try work.copy("rates/25.mp4", as: "p/\(card)/C0001_Proxy.mp4") }
    try insert(["p", "--from", "o/", "-o", "out/", "--keep-folders"], cwd: work.folder)
    for (card, start) in [("A", "01:30:15:07"), ("B", "00:00:00:00")] {
      #expect(try starts(work["out/\(card)/C0001_Proxy.mp4"]) == [start])
      // A movie that is named itself: by the end of its path.
      let output = work["\(card).mp4"]
      try insert(
        ["p/\(card)/C0001_Proxy.mp4", "--from", "./o", "-o", output.path], cwd: work.folder)
      #expect(try starts(output) == [start])
      try insert(
        ["./p/\(card)/", "--from", "o/\(card)", "-o", "one/", "--overwrite"], cwd: work.folder)
      #expect(try starts(work["one/C0001_Proxy.mp4"]) == [start])
    }
    _ = try work.copy("rates/25.mp4", as: "p/C/C0001_Proxy.mp4")
    for movies in [["p/C/C0001_Proxy.mp4"], ["p/C"], ["p"]] {
      let run = try insert(movies + ["--from", "o", "--dry-run"], status: 1, cwd: work.folder)
      #expect(
        run.stderr.contains(
          "p/C/C0001_Proxy.mp4: several movies in o have this name: o/A/C0001.mov, o/B/C0001.mov"),
        "\(run.stderr)")
      #expect(run.stderr.split(separator: "\n").filter { $0.contains("several") }.count == 1)
    }
  }

  /// Proxies in the folder of their originals, in place.
  @Test func proxiesBesideOriginals() throws {
    let work = try Stamping()
    _ = try work.copy("timecode/25-reel.mov", as: "B001.mov")
    let proxy = try work.copy("rates/25.mov", as: "B001_proxy.mov")
    try insert(["B001_proxy.mov", "--from", ".", "--in-place"], cwd: work.folder)
    #expect(try starts(proxy) == ["01:30:15:07"])
  }

  /// A reel that only the metadata of the original names is the reel of its timecode too.
  @Test func reelOfTheMetadata() throws {
    let work = try Stamping()
    let original = try work.copy("timecode/25.mov", as: "original.mov")
    #expect(
      try Tool.run(["edit", "metadata", original.path, "reel=A007", "--in-place"]).status == 0)
    let output = work["out.mov"]
    try insert([Self.media("rates/25.mov"), "--from", original.path, "-o", output.path])
    let list = try Tool.run(["list", "--json", output.path]).text
    #expect(list.contains(#""reel": "A007""#), "\(list)")
    let diff = try Tool.run(["diff", "--timecode", original.path, output.path])
    #expect(!diff.text.contains("reel"), "\(diff.text)")
  }

  // MARK: Recorders

  private func wave(_ work: Stamping, _ options: [String]) throws -> URL {
    let file = work["rec.wav"]
    let made = try MediaTools.run(
      "ffmpeg",
      ["-v", "error", "-y", "-f", "lavfi", "-i", "sine=r=48000:d=4"] + options
        + [file.path], stdin: Data())
    #expect(made.status == 0, "\(made.stderr)")
    return file
  }

  /// An audio recorder says the samples since midnight: 36000.5 s are frame 12 of 10:00:00.
  @Test func clockOfARecorder() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let work = try Stamping()
    let file = try wave(work, ["-write_bext", "1", "-metadata", "time_reference=1728024000"])
    let output = work["out.mov"]
    let run = try insert([Self.media("rates/25.mov"), "--from", file.path, "-o", output.path])
    #expect(run.stderr.contains("note: bext"), "\(run.stderr)")
    #expect(run.stderr.contains("[timecode-source]"))
    #expect(run.stderr.contains("[timecode-assumed]"))
    #expect(try starts(output) == ["10:00:00:12"])
    try insert([
      Self.media("rates/25.mov"), "--from", file.path, "--offset", "1.5", "-o", output.path,
      "--overwrite",
    ])
    #expect(try starts(output) == ["10:00:02:00"])
    // 36000.5 s are 1078936 frames of 1001/30000 s, and ten hours have 1078920 labels in drop frame.
    try insert([
      Self.media("rates/2997.mov"), "--from", file.path, "--drop-frame", "-o", output.path,
      "--overwrite",
    ])
    #expect(try segments(output).first?["frameNumber"] as? Int == 1_078_936)
    #expect(try starts(output) == ["10:00:00;16"])
    try insert([
      Self.media("rates/25.mov"), "--from", file.path, "--offset", "15f", "-o", output.path,
      "--overwrite",
    ])
    #expect(try starts(output) == ["10:00:01:02"])
    let refused = try insert(
      [
        Self.media("rates/25.mov"), "--from", file.path, "--offset", "10:00:01:00", "--dry-run",
      ], status: 1)
    #expect(refused.stderr.contains("is a time"), "\(refused.stderr)")
  }

  /// 10:00:00;12 begins at sample 1728017491.2, and recorders write whole ones. The frame 2.002 s later is the same minute.
  @Test func recorderThatCountsWholeSamples() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let work = try Stamping()
    let output = work["out.mov"]
    for (options, label) in [([], "10:00:00;12"), (["--offset", "2.002"], "10:00:02;12")] {
      let file = try wave(work, ["-write_bext", "1", "-metadata", "time_reference=1728017491"])
      let run = try insert(
        [
          Self.media("rates/2997.mov"), "--from", file.path, "--drop-frame", "-o", output.path,
          "--overwrite",
        ] + options)
      #expect(!run.stderr.contains("between two frames"), "\(run.stderr)")
      #expect(try starts(output) == [label])
    }
  }

  /// The time of day of a recorder that counts at another rate than the video is counted at that of the
  /// video; at one that is asked for always; at the recorder's where frames fit.
  @Test func recorderOfAnotherRate() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let work = try Stamping()
    // 10:00:00;00 drop frame: 1078920 frames of 1001/30000 s are 35999.964 s, 1727998272 samples.
    let file = try wave(work, ["-write_bext", "1", "-metadata", "time_reference=1727998272"])
    var bytes = try Data(contentsOf: file)
    let xml = Data(
      ("<BWFXML><SPEED><TIMECODE_RATE>30000/1001</TIMECODE_RATE><TIMECODE_FLAG>DF</TIMECODE_FLAG>"
        + "</SPEED></BWFXML>").utf8)
    func number(_ value: Int) -> Data { Data((0..<4).map { UInt8(value >> (8 * $0) & 255) }) }
    bytes += Data("iXML".utf8) + number(xml.count) + xml + Data(count: xml.count % 2)
    bytes.replaceSubrange(4..<8, with: number(bytes.count - 8))
    try bytes.write(to: file)
    let output = work["out.mov"]
    func start(_ video: String, _ options: String...) throws -> String? {
      let run = try insert(
        [Self.media(video), "--from", file.path, "-o", output.path, "--overwrite"] + options)
      #expect(
        run.stderr.contains("its time of day is counted at") == (video != "rates/2997.mov"),
        "\(run.stderr)")
      return try starts(output).first
    }
    // 35999.964 s are 899999.1 frames of 25, and 863999.1 of 24.
    #expect(try start("rates/25.mov") == "09:59:59:24")
    #expect(try start("rates/24.mov") == "09:59:59:23")
    #expect(try start("rates/50.mov", "--rate", "25") == "09:59:59:24")
    #expect(try start("rates/2997.mov") == "10:00:00;00")
    // Drop frame stays where it keeps up with the clock.
    #expect(try start("rates/5994.mov", "--rate", "59.94") == "10:00:00;00")
    // `build` takes the same timecode.
    let movie = work["built.mov"]
    let built = try Tool.run([
      "build", movie.path, "--video", Self.media("rates/2997.mov"), "--audio", file.path,
      "--timecode", "bwf",
    ])
    #expect(built.status == 0, "\(built.stderr)")
    #expect(try starts(movie) == ["10:00:00;00"])
    // A flag of drop frame at a rate that cannot drop says nothing.
    let whole = work["whole.wav"]
    var other = bytes
    let rate = try #require(other.range(of: Data("30000/1001".utf8)))
    other.replaceSubrange(rate, with: Data("25/1      ".utf8))
    try other.write(to: whole)
    let at25 = try Tool.run([
      "build", work["at25.mov"].path, "--video", Self.media("rates/25.mov"), "--audio", whole.path,
      "--timecode", "bwf",
    ])
    #expect(at25.status == 0, "\(at25.stderr)")
    #expect(try starts(work["at25.mov"]) == ["09:59:59:24"])
  }

  @Test func recorderWithoutAClock() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let work = try Stamping()
    let file = try wave(work, [])
    let run = try insert(
      [Self.media("rates/25.mov"), "--from", file.path, "--dry-run"], status: 1)
    #expect(run.stderr.contains("there is no timecode in it; '--source ltc'"), "\(run.stderr)")
  }

  /// A WAV file of a tenth of a second of silence at 48 kHz, whose first sample is so many after midnight (EBU Tech 3285).
  /// - Parameter reference: Nil for a file without `bext`.
  private static func silence(at reference: UInt64?, _ chunks: Data = Data()) -> Data {
    func number(_ value: UInt64, _ bytes: Int) -> Data {
      Data((0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) })
    }
    func chunk(_ name: String, _ content: Data) -> Data {
      Data(name.utf8) + number(UInt64(content.count), 4) + content
    }
    let format =
      number(1, 2) + number(1, 2) + number(48000, 4) + number(96000, 4) + number(2, 2)
      + number(16, 2)
    let extent = Data(count: 338) + number(reference ?? 0, 8) + Data(count: 256)
    return chunk(
      "RIFF",
      Data("WAVE".utf8) + chunk("fmt ", format)
        + (reference == nil ? Data() : chunk("bext", extent)) + chunks
        + chunk("data", Data(count: 9600)))
  }

  /// `build --timecode bwf` takes of a recorder what `insert timecode --from` takes: its rate where that is a part of the
  /// video's, its drop frame and its reel, of `bext` and of `iXML`. 1727998272 samples are 35999.964 s: the frame
  /// 10:00:00;00 at 29.97, and number 2157840 (of 1001/60000 s), which is 09:59:24:00 if none is dropped.
  @Test(
    arguments: [
      ("5994", true, [], ["10:00:00;00", "T001"]), ("5994", false, [], ["10:00:00;00", "T001"]),
      ("2997", true, [], ["10:00:00;00", "T001"]),
      ("2997", false, ["--reel", "B7"], ["10:00:00;00", "B7"]),
      // 899999.1 frames of 25 a second.
      ("25", true, [], ["09:59:59:24", "T001"]), ("25", false, [], ["09:59:59:24", "T001"]),
    ] as [(String, Bool, [String], [String])])
  func buildReadsARecorderAlike(
    video: String, hasExtension: Bool, options: [String], expected: [String]
  ) throws {
    let work = try Stamping()
    let xml = Data(
      """
      <BWFXML><TAPE>T001</TAPE><SPEED><TIMECODE_RATE>30000/1001</TIMECODE_RATE>
      <TIMECODE_FLAG>DF</TIMECODE_FLAG><FILE_SAMPLE_RATE>48000</FILE_SAMPLE_RATE>
      <TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>0</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>
      <TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO>1727998272</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO>
      <TIMESTAMP_SAMPLE_RATE>48000</TIMESTAMP_SAMPLE_RATE></SPEED></BWFXML>
      """.utf8)
    let size = Data((0..<4).map { UInt8(xml.count >> (8 * $0) & 255) })
    let chunk = Data("iXML".utf8) + size + xml + Data(count: xml.count % 2)
    try Self.silence(at: hasExtension ? 1_727_998_272 : nil, chunk).write(to: work["take.wav"])
    let movie = Self.media("rates/\(video).mov")
    let (built, inserted) = (work["built.mov"], work["inserted.mov"])
    let run = try Tool.run(
      [
        "build", built.path, "--video", movie, "--audio", work["take.wav"].path, "--timecode",
        "bwf",
      ] + options)
    #expect(run.status == 0, "\(run.stderr)")
    // A rate that the recorder does not have is said.
    #expect(run.stderr.contains("[timecode-assumed]") == (video == "25"), "\(run.stderr)")
    try insert(
      [movie, "--from", work["take.wav"].path, "-o", inserted.path] + options)
    for file in [built, inserted] {
      let reel = try format(file)["sourceName"] as? String
      #expect(try starts(file) + [reel ?? ""] == expected, "\(file.lastPathComponent)")
    }
    let (a, b) = (try format(built), try format(inserted))
    #expect(a["flags"] as? NSDictionary == b["flags"] as? NSDictionary)
    #expect(a["frameQuanta"] as? Int == b["frameQuanta"] as? Int)
  }

  /// A recorder that states no rate counts as the video does: that is what `--timecode bwf` means.
  @Test(arguments: [("25", []), ("2997", ["--drop-frame"])] as [(String, [String])])
  func buildWithoutARateOfTheRecorder(video: String, options: [String]) throws {
    let work = try Stamping()
    try Self.silence(at: 1_727_998_272).write(to: work["take.wav"])
    let run = try Tool.run(
      [
        "build", work["out.mov"].path, "--video", Self.media("rates/\(video).mov"), "--audio",
        work["take.wav"].path, "--timecode", "bwf",
      ] + options)
    #expect(run.status == 0)
    #expect(!run.stderr.contains("timecode-assumed"), "\(run.stderr)")
    #expect(try starts(work["out.mov"]) == [video == "25" ? "09:59:59:24" : "10:00:00;00"])
  }

  /// Without a start time there is nothing to take, whatever else the file says.
  @Test func buildWithoutAStartTime() throws {
    let work = try Stamping()
    try Self.silence(at: nil).write(to: work["plain.wav"])
    let run = try Tool.run([
      "build", work["out.mov"].path, "--video", Self.media("rates/25.mov"), "--audio",
      work["plain.wav"].path, "--timecode", "bwf",
    ])
    #expect(run.status == 1)
    #expect(
      run.stderr.contains("no --audio file has a start time (bext or iXML)"), "\(run.stderr)")
  }

  /// A camera that rolls before the recorder: 35999.5 s are frame 12 of 09:59:59, and a second before midnight is
  /// 23:59:59. Before a movie there is no timecode.
  @Test(
    arguments: [
      (1_728_024_000, "-1", "09:59:59:12"), (1_728_024_000, "-25f", "09:59:59:12"),
      (1_728_024_000, "-00:00:00.500", "10:00:00:00"), (0, "-1", "23:59:59:00"),
    ] as [(UInt64, String, String)])
  func cameraThatRollsBeforeTheRecorder(samples: UInt64, offset: String, start: String) throws {
    let work = try Stamping()
    let (file, output) = (work["late.wav"], work["out.mov"])
    try Self.silence(at: samples).write(to: file)
    try insert([
      Self.media("rates/25.mov"), "--from", file.path, "--offset", offset, "-o", output.path,
    ])
    #expect(try starts(output) == [start])
    let refused = try insert(
      [
        Self.media("rates/25.mov"), "--from", Self.media("timecode/25.mov"), "--offset", offset,
        "--dry-run",
      ], status: 1)
    #expect(refused.stderr.contains("'movtool edit timecode --shift'"), "\(refused.stderr)")
  }

  /// What is said of a clock that cannot be right names the file and the reason.
  @Test func recorderWithAWrongClock() throws {
    let work = try Stamping()
    let file = work["wrong.wav"]
    // Two days of 86400 s.
    try Self.silence(at: 172_800 * 48000).write(to: file)
    let reason = "its 8294400000 samples since midnight are not within a day"
    for options in [[], ["--source", "bext"]] {
      let run = try insert(
        [Self.media("rates/25.mov"), "--from", file.path, "--dry-run"] + options, status: 1)
      #expect(
        run.stderr.contains("its bext has no timecode that can be counted: \(reason)"),
        "\(run.stderr)")
      #expect(!run.stderr.contains("which --source takes"))
    }
    let built = try Tool.run([
      "build", work["out.mov"].path, "--video", Self.media("rates/25.mov"), "--audio", file.path,
      "--timecode", "bwf",
    ])
    #expect(
      built.status == 1
        && built.stderr.contains("wrong.wav: the audio start time (bext) is not within a day"),
      "\(built.stderr)")
  }

  /// A reel that no sample description can name is that of the WAV file, and another can be given.
  @Test func recorderWithALongReel() throws {
    let work = try Stamping()
    let file = work["reel.wav"]
    let tape = String(repeating: "A", count: 65536)
    let xml = Data("<BWFXML><TAPE>\(tape)</TAPE></BWFXML>".utf8)
    let size = Data((0..<4).map { UInt8(xml.count >> (8 * $0) & 255) })
    try Self.silence(
      at: 3600 * 48000, Data("iXML".utf8) + size + xml + Data(count: xml.count % 2)
    ).write(to: file)
    let arguments = [Self.media("rates/25.mov"), "--from", file.path, "--dry-run"]
    let run = try insert(arguments, status: 1)
    #expect(
      run.stderr.contains("reel.wav: the reel name is longer than 65535 bytes"), "\(run.stderr)")
    _ = try insert(arguments + ["--reel", "A001"])
  }

  /// Of a file with very many chunks, the first ones are read.
  @Test func recorderWithManyChunks() throws {
    let work = try Stamping()
    let file = work["chunks.wav"]
    let junk = Data("junk".utf8) + Data(count: 4)
    try Self.silence(at: 0, Data((0..<10_000).flatMap { _ in junk })).write(to: file)
    let run = try Tool.run([
      "insert", "track", Self.media("rates/25.mov"), "--from", file.path, "-o",
      work["out.mov"].path,
    ])
    #expect(
      run.status == 1
        && run.stderr.contains(
          "chunks.wav: the WAV file has no audio (data chunk) among its first 10000 chunks"),
      "\(run.stderr)")
  }

  /// Damage in OTHER never crashes.
  @Test func damagedOriginals() throws {
    let work = try Stamping()
    let whole = try Data(
      contentsOf: Stamping.media.appending(path: "timecode-handmade/multi-edit.mov"))
    let other = work["other.mov"]
    for place in stride(from: 3, to: whole.count, by: 131) {
      var damaged = whole
      damaged[damaged.startIndex + place] ^= 0xFF
      if place % 2 == 0 { damaged = damaged.prefix(place) }
      try damaged.write(to: other)
      let run = try Tool.run([
        "-q", "insert", "timecode", Self.media("rates/25.mov"), "--from", other.path, "--dry-run",
      ])
      #expect([0, 1].contains(run.status), "\(place): \(run.stderr)")
    }
  }
}
