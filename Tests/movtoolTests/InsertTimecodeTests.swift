import Foundation
import TestSupport
import Testing

@Suite struct InsertTimecodeTests {
  let work: Stamping
  init() throws { work = try Stamping() }

  private func insert(_ arguments: [String]) throws -> Tool.Result {
    try Tool.run(["insert", "timecode"] + arguments)
  }

  // MARK: What is written

  @Test func readBack() throws {
    let output = try work.stamp("rates/25.mov", "01:30:15:07", "--reel", "A001")
    let track = try #require(try Stamping.tracks(of: output).first)
    #expect(track["start"] as? String == "01:30:15:07")
    #expect(track["trackID"] as? Int == 2)
    #expect(track["associatedTracks"] as? [Int] == [1])
    let format = Stamping.format(of: track)
    #expect(format["type"] as? String == "tmcd")
    #expect(format["frameQuanta"] as? Int == 25)
    #expect(format["sourceName"] as? String == "A001")
    var flags = try #require(format["flags"] as? [String: Any])
    #expect(flags.removeValue(forKey: "value") as? Int == 2)
    #expect(
      flags as? [String: Bool] == [
        "dropFrame": false, "wraps24Hours": true, "negativeTimesOK": false, "counter": false,
      ])
  }

  @Test(
    arguments: [
      (["--type", "tc64"], "30:00:00:00", "--no-wrap", "type", "tc64", "30:00:00:00"),
      (
        ["--reel", "Größe 漢字"], "00:00:00:00", "--no-wrap", "sourceName", "Größe 漢字", "00:00:00:00"
      ),
    ])
  func options(
    options: [String], start: String, more: String, key: String, value: String, shown: String
  ) throws {
    let output = work["out.mov"]
    let source = Stamping.media.appending(path: "rates/25.mov").path
    let result = try insert([source, "--start", start, "-o", output.path, more] + options)
    #expect(result.status == 0, "\(result.stderr)")
    let track = try #require(try Stamping.tracks(of: output).first)
    #expect(Stamping.format(of: track)[key] as? String == value)
    #expect(track["start"] as? String == shown)
  }

  @Test func negative() throws {
    let source = Stamping.media.appending(path: "rates/25.mov").path
    let output = work["out.mov"]
    let refused = try insert([source, "--start", "-00:00:04:00", "-o", output.path])
    #expect(refused.status == 2)
    #expect(refused.stderr.contains("--allow-negative"))
    let result = try insert(
      [source, "--start", "-00:00:04:00", "-o", output.path, "--allow-negative", "--no-wrap"])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try Stamping.tracks(of: output).first?["start"] as? String == "-00:00:04:00")
  }

  @Test func rateAndQuantaAreIndependent() throws {
    // A 30 DF track for 59.94 video, as cameras write it.
    let output = try work.stamp(
      "rates/5994.mov", "00:00:59;28", "--rate", "30000/1001")
    let track = try #require(try Stamping.tracks(of: output).first)
    #expect(track["start"] as? String == "00:00:59;28")
    #expect(Stamping.format(of: track)["frameQuanta"] as? Int == 30)
    let odd = try insert([
      Stamping.media.appending(path: "rates/5994.mov").path, "--start", "00:00:01:00",
      "--quanta", "30", "-o", work["odd.mov"].path,
    ])
    #expect(odd.status == 0)
    #expect(odd.stderr.contains("[timecode-quanta-rate]"), "\(odd.stderr)")
  }

  @Test func dropFrameByOptionAndAgainstTheSeparator() throws {
    let drop = try work.stamp("rates/2997.mov", "01:00:00:00", "--drop-frame")
    #expect(try Stamping.tracks(of: drop).first?["start"] as? String == "01:00:00;00")
    let other = try work.stamp("rates/2997.mov", "01:00:00;00", "--non-drop-frame")
    #expect(try Stamping.tracks(of: other).first?["start"] as? String == "01:00:00:00")
  }

  @Test func severalVideoTracks() throws {
    let all = try work.stamp("camera/two-video-tracks.mov", "01:00:00:00")
    #expect(try Stamping.tracks(of: all).first?["associatedTracks"] as? [Int] == [1, 2])
    let second = try work.stamp("camera/two-video-tracks.mov", "01:00:00:00", "--track", "2")
    #expect(try Stamping.tracks(of: second).first?["associatedTracks"] as? [Int] == [2])
  }

  /// A second camera's timecode goes beside that of the first: with `--track`, only that of the chosen video is in the way.
  @Test func secondOfTwoVideos() throws {
    let first = try work.stamp("camera/two-video-tracks.mov", "01:00:00:00", "--track", "2")
    let output = work["both.mov"]
    try Data("time,timecode\n0,02:00:00:00\n".utf8).write(to: work["list.csv"])
    try Data("time,timecode\n0,03:00:00:00\n".utf8).write(to: work["other.csv"])
    for options in [["--start", "02:00:00:00"], ["--segments", work["list.csv"].path]] {
      let run = try insert(
        [first.path, "--track", "1", "--overwrite", "-o", output.path] + options)
      #expect(run.status == 0, "\(run.stderr)")
      let tracks = try Stamping.tracks(of: output)
      #expect(tracks.map { $0["start"] as? String } == ["01:00:00:00", "02:00:00:00"])
      #expect(tracks.map { $0["associatedTracks"] as? [Int] } == [[2], [1]])
    }
    for options in [[], ["--track", "2"], ["--track", "1", "--track", "2"]] {
      for start in [["--start", "03:00:00:00"], ["--segments", work["other.csv"].path]] {
        let run = try insert([first.path, "--dry-run"] + start + options)
        #expect(run.status == 1)
        #expect(run.stderr.contains("already has timecode (track 4)"), "\(run.stderr)")
      }
    }
  }

  /// The timescale of the description is that of the media, so `check` has nothing to say of it, by whatever way the
  /// same rate comes. What is taken over from another track keeps its own ticks.
  @Test func oneTimescale() throws {
    let (list, output) = (work["list.csv"], work["out.mov"])
    try Data("time,timecode,rate\n0/1,01:00:00:00,25\n".utf8).write(to: list)
    let source = Stamping.media.appending(path: "rates/25.mov").path
    let other = Stamping.media.appending(path: "timecode/gst-25.mov").path
    for (options, ticks) in [
      (["--start", "01:00:00:00", "--rate", "25"], [512, 12800]),
      (["--segments", list.path], [512, 12800]), (["--from", other], [100, 2500]),
    ] {
      let run = try insert([source, "--overwrite", "-o", output.path] + options)
      #expect(run.status == 0, "\(run.stderr)")
      let format = Stamping.format(of: try #require(try Stamping.tracks(of: output).first))
      let frame = format["frameDuration"] as? [String: Int] ?? [:]
      #expect(frame["value"] == ticks[0] && frame["timescale"] == ticks[1], "\(options)")
      let checked = try Tool.run(["check", output.path])
      #expect(checked.text.contains("[timecode-timescale]") == (ticks[1] != 12800), "\(options)")
    }
  }

  // MARK: Warnings

  @Test(
    arguments: [
      ("camera/vfr.mov", "[frame-rate-varies]"),
      ("camera/two-video-rates.mov", "[frame-rate-differs]"),
    ])
  func ratesThatVaryAreTold(file: String, rule: String) throws {
    let source = Stamping.media.appending(path: file).path
    let result = try insert([source, "--start", "0:0:0:0", "-o", work["out.mov"].path])
    #expect(result.status == 0)
    #expect(result.stderr.contains(rule) && result.stderr.contains("--rate"), "\(result.stderr)")
  }

  /// Times of frames that were rounded, at 600 ticks a second or to milliseconds in a Matroska file, are no
  /// other rate.
  @Test(arguments: [
    ("30000/1001", "00:00:59;00", "00:01:03;01"), ("24000/1001", "01:00:00:00", "01:00:03:23"),
    ("60000/1001", "00:00:59;00", "00:01:03;03"), ("25", "01:00:00:00", "01:00:03:24"),
  ])
  func roundedTimes(rate: String, start: String, last: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    let (matroska, fromMatroska, coarse) = (work["a.mkv"], work["a.mp4"], work["b.mov"])
    func ffmpeg(_ arguments: [String]) throws {
      _ = try MediaTools.output("ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments)
    }
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=\(rate):duration=4", "-c:v", "libx264",
      "-preset", "ultrafast", "-bf", "2", "-pix_fmt", "yuv420p", matroska.path,
    ])
    try ffmpeg(["-i", matroska.path, "-c", "copy", fromMatroska.path])
    try ffmpeg([
      "-i", matroska.path, "-c", "copy", "-video_track_timescale", "600", coarse.path,
    ])
    for source in [fromMatroska, coarse] {
      let output = work["out." + source.pathExtension]
      let result = try insert([source.path, "--start", start, "--overwrite", "-o", output.path])
      #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
      let labels = try Tool.run(["extract", "timecode", "--frames", "--format", "csv", output.path])
        .text.split(whereSeparator: \.isNewline).dropFirst()
        .compactMap { $0.split(separator: ",").first { $0.contains(":") }.map(String.init) }
      #expect(labels.first == start && labels.last == last, "\(source.lastPathComponent)")
      #expect(Set(labels).count == labels.count)
      let built = work["built." + source.pathExtension]
      let other = try Tool.run([
        "build", "--overwrite", built.path, "--video", source.path, "--timecode", start,
      ])
      #expect(other.status == 0 && other.stderr.isEmpty, "\(other.stderr)")
      #expect(
        try Stamping.format(of: #require(Stamping.tracks(of: built).first)) as NSDictionary
          == Stamping.format(of: #require(Stamping.tracks(of: output).first)) as NSDictionary)
    }
  }

  /// Without an edit list, composition offsets show the first frame later than 0. The timecode begins with it,
  /// and nothing is wrong with that.
  @Test func firstFrameIsShownLate() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let (source, output) = (work["a.mp4"], work["out.mp4"])
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=24:duration=2",
        "-c:v", "libx264", "-bf", "2", "-pix_fmt", "yuv420p", "-use_editlist", "0", source.path,
      ])
    let result = try insert([source.path, "--start", "01:00:00:00", "-o", output.path])
    #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
    let read = try Tool.run(["extract", "timecode", "--frames", "--format", "csv", output.path])
    #expect(read.stderr.isEmpty, "\(read.stderr)")
    #expect(read.text.split(whereSeparator: \.isNewline).count == 49)
    #expect(try !Tool.run(["check", output.path]).text.contains("timecode-edit"))
  }

  // MARK: Refusals

  @Test(
    arguments: [
      ("sound/pcm-s16.mov", ["--start", "0:0:0:0"], 1, "no video track"),
      ("timecode/25.mov", ["--start", "0:0:0:0"], 1, "--replace"),
      ("tables/stts-empty.mov", ["--start", "0:0:0:0"], 1, "--rate"),
      (
        "camera/moov-last.mov", ["--start", "0:0:0:0", "--track", "2"], 1,
        "track 2 is not a video track"
      ),
      ("camera/moov-last.mov", ["--start", "0:0:0:0", "--track", "9"], 1, "there is no track 9"),
      ("quicktime/cmov-unknown.mov", ["--start", "0:0:0:0"], 1, "only zlib is known"),
      ("headers/text.mov", ["--start", "0:0:0:0"], 1, "not a QuickTime or MP4 file"),
      ("headers/truncated-moov.mov", ["--start", "0:0:0:0"], 1, "truncated"),
      ("rates/2997.mov", ["--start", "00:01:00;01"], 2, "00:00:59;29, the next is 00:01:00;02"),
      ("rates/5994.mov", ["--start", "10:09:00;03"], 1, "10:08:59;59, the next is 10:09:00;04"),
      (
        "rates/11988.mov", ["--start", "00:01:00;007"], 1, "00:00:59;119, the next is 00:01:00;008"
      ),
      (
        "tables/mdhd-timescale-0.mov", ["--start", "0:0:0:0"], 1,
        "the timescale of the video is 0"
      ),
      (
        "tables/mdhd-timescale-0.mov", ["--start", "0:0:0:0", "--rate", "25"], 1,
        "the timescale of the video is 0"
      ),
      ("rates/25.mov", ["--start", "00:00:00;00"], 1, "not for 25; write 00:00:00:00"),
      ("rates/25.mov", ["--start", "00:00:00:25"], 1, "counts frames 0 to 24"),
      ("rates/25.mov", ["--start", "00:00:00:25", "--rate", "25"], 2, "counts frames 0 to 24"),
      (
        "rates/25.mov", ["--start", "00:00:00;00", "--rate", "25"], 2,
        "not for 25; write 00:00:00:00"
      ),
      ("rates/23976.mov", ["--start", "00:00:00;00"], 1, "not for 23.976; write 00:00:00:00"),
      (
        "rates/2997.mov", ["--start", "00:00:00;00", "--quanta", "25"], 1,
        "not for a quanta of 25; write 00:00:00:00"
      ),
      // What no rate has, or the command line alone contradicts.
      ("rates/25.mov", ["--start", "00:00:00:25", "--quanta", "25"], 2, "counts frames 0 to 24"),
      ("rates/25.mov", ["--start", "00:00:00:300"], 2, "counts frames 0 to 254"),
      ("rates/25.mov", ["--start", "-00:00:01:00"], 2, ": -00:00:01:00 is negative"),
      ("rates/25.mov", ["--start", "24:00:00:00"], 2, "to count past 24 hours, use --no-wrap"),
      ("rates/25.mov", ["--start", "0:0:0:0", "--reel", ""], 2, "use --no-reel"),
      ("rates/25.mov", ["--start", "00:60:00:00"], 2, "minutes are 0 to 59"),
      ("rates/25.mov", ["--start", "999999:00:00:00", "--no-wrap"], 1, "--type tc64"),
      ("rates/25.mov", ["--start", "noon"], 2, "expected HH:MM:SS:FF"),
      ("rates/25.mov", ["--start", "0:0:0:0", "--rate", "300"], 2, "1 to 255"),
    ] as [(String, [String], Int32, String)])
  func refused(file: String, options: [String], status: Int32, message: String) throws {
    let source = try work.copy(file)
    let before = try Data(contentsOf: source)
    let result = try insert([source.path] + options + ["-o", work["out.mov"].path])
    #expect(result.status == status)
    #expect(result.stderr.contains(message), "\(result.stderr)")
    #expect(result.text.isEmpty)
    #expect(try Data(contentsOf: source) == before)
    #expect(try work.names == [source.lastPathComponent])
  }

  @Test func replaced() throws {
    let output = try work.stamp("timecode/25-reel.mov", "05:00:00:00", "--replace")
    let tracks = try Stamping.tracks(of: output)
    #expect(tracks.map { $0["start"] as? String } == ["05:00:00:00"])
    #expect(Stamping.format(of: tracks[0])["sourceName"] as? String == "A001C002")
  }

  // MARK: Files

  @Test func sameFileByAnyNameIsRefused() throws {
    let source = try work.copy("rates/25.mov")
    let before = try Data(contentsOf: source)
    try FileManager.default.linkItem(at: source, to: work["hard.mov"])
    try FileManager.default.createSymbolicLink(at: work["soft.mov"], withDestinationURL: source)
    for name in ["25.mov", "hard.mov", "soft.mov", "./25.mov"] {
      let result = try insert(
        [source.path, "--start", "0:0:0:0", "-o", work.folder.path + "/" + name])
      #expect(result.status == 1, "\(name)")
      #expect(result.stderr.contains(name), "\(result.stderr)")
    }
    #expect(try Data(contentsOf: source) == before)
    #expect(try work.names == ["25.mov", "hard.mov", "soft.mov"])
  }

  @Test func existingOutputIsReplacedAndPermissionsAreKept() throws {
    let source = try work.copy("rates/25.mov")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: source.path)
    try Data("old".utf8).write(to: work["out.mov"])
    let result = try insert([
      source.path, "--start", "0:0:0:0", "-o", work["out.mov"].path, "--overwrite",
    ])
    #expect(result.status == 0, "\(result.stderr)")
    let attributes = try FileManager.default.attributesOfItem(atPath: work["out.mov"].path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try Stamping.tracks(of: work["out.mov"]).count == 1)
    #expect(try work.names == ["25.mov", "out.mov"])
  }

  @Test func folderThatIsNotThere() throws {
    let source = Stamping.media.appending(path: "rates/25.mov").path
    let result = try insert([source, "--start", "0:0:0:0", "-o", work["no/out.mov"].path])
    #expect(result.status == 1)
    #expect(result.stderr.contains("/no: no such"), "\(result.stderr)")
  }

  @Test func folderThatCannotBeWritten() throws {
    try FileManager.default.createDirectory(at: work["locked"], withIntermediateDirectories: false)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o555], ofItemAtPath: work["locked"].path)
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: work["locked"].path)
    }
    guard !FileManager.default.isWritableFile(atPath: work["locked"].path) else {
      NotRun.add(.permission("to be an ordinary user"))
      return
    }
    let source = Stamping.media.appending(path: "rates/25.mov").path
    let result = try insert([source, "--start", "0:0:0:0", "-o", work["locked/out.mov"].path])
    #expect(result.status == 1)
    #expect(result.stderr.contains("locked"), "\(result.stderr)")
  }

  @Test func dryRunShowsThePlanAndWritesNothing() throws {
    let source = try work.copy("camera/moov-first.mov")
    let result = try insert([source.path, "--start", "0:0:0:0", "--dry-run"])
    #expect(result.status == 0)
    #expect(result.text.hasPrefix("offset  length  from  what\n"), "\(result.text)")
    #expect(result.text.contains("new  moov\n"))
    #expect(try work.names == ["moov-first.mov"])
    // A dry run finds the same errors.
    let refused = try insert([source.path, "--start", "0:0:0:99", "--dry-run"])
    #expect(refused.status == 1 && refused.stderr.contains("counts frames 0 to"))
  }

  // MARK: Large files

  /// More than 4 GiB of holes; or 32-bit offsets close to 4 GiB, which must become 64-bit ones.
  @Test(arguments: ["--sparse", "--sparse-stco"])
  func moreThan4GiB(kind: String) throws {
    guard MediaTools.has("python3") else { return }
    let source = work["big.mov"]
    _ = try MediaTools.output(
      "python3", [Stamping.media.appending(path: "handmade.py").path, kind, source.path])
    let size = try #require(source.resourceValues(forKeys: [.fileSizeKey]).fileSize)
    #expect(size > 4_294_000_000)
    let output = work["out.mov"]
    let result = try insert([source.path, "--start", "01:00:00:00", "-o", output.path])
    #expect(result.status == 0, "\(result.stderr)")
    let space = try output.resourceValues(forKeys: [.fileAllocatedSizeKey])
    #expect(try #require(space.fileAllocatedSize) < 4_000_000)
    #expect(try Stamping.tracks(of: output).first?["start"] as? String == "01:00:00:00")
    guard MediaTools.has("ffmpeg") else { return }
    let frames = try MediaTools.frames(output)
    #expect(frames.count == 100, "\(frames.count)")
    #expect(try frames == MediaTools.frames(source))
  }

  /// Cover art and chapter pictures are not video frames. They are left alone; if there is nothing
  /// else, a message says so.
  @Test func picturesAreNotStamped() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let slow = ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=1/10:duration=20"]
    let fast = ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=2"]
    let codec = ["-c:v", "mpeg4", "-y"]
    let (pictures, both) = (work["pictures.mov"], work["both.mov"])
    _ = try MediaTools.output("ffmpeg", ["-v", "error"] + slow + codec + [pictures.path])
    _ = try MediaTools.output(
      "ffmpeg",
      ["-v", "error"] + slow + fast + ["-map", "0", "-map", "1"] + codec + [both.path])
    let start = ["--start", "01:00:00:00"]
    for track in [[], ["--track", "1"]] {
      let refused = try insert([pictures.path, "-o", work["out.mov"].path] + start + track)
      #expect(refused.status == 1)
      #expect(
        refused.stderr.contains("video track 1 has a picture every 10 s, as cover art"),
        "\(refused.stderr)")
    }
    let chosen = try insert([pictures.path, "-o", work["out.mov"].path, "--rate", "25"] + start)
    #expect(chosen.status == 0, "\(chosen.stderr)")
    let result = try insert([both.path, "-o", work["two.mov"].path] + start)
    #expect(result.status == 0, "\(result.stderr)")
    let references = try Tool.run([
      "inspect", "--compact", "--atom", "moov/trak[1]/tref/tmcd", work["two.mov"].path,
    ])
    #expect(references.status == 0)
    let none = try Tool.run(["inspect", "--atom", "moov/trak[0]/tref", work["two.mov"].path])
    #expect(none.status == 1)
  }
}
