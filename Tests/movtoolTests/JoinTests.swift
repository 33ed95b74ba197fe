import Foundation
import TestSupport
import Testing

/// What `movtool join` makes of several movies, as other programs see it.
@Suite struct JoinTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  // MARK: Helpers

  private func make(
    _ name: String, rate: String = "25", seconds: String = "2", from start: Int = 0,
    _ options: [String]
  ) throws -> URL {
    let file = work[name]
    let result = try Tool.execute(
      try #require(MediaTools.program("ffmpeg")),
      [
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
        "testsrc2=s=160x120:r=\(rate):d=20,trim=start=\(start),setpts=PTS-STARTPTS,trim=end=\(seconds)",
        "-f", "lavfi", "-i", "aevalsrc=sin(440*t*(1+t)):s=48000:d=\(seconds)", "-pix_fmt",
        "yuv420p",
      ] + options + [file.path])
    try #require(result.status == 0, "\(result.stderr)")
    return file
  }

  private func run(_ arguments: [String]) throws -> Tool.Result {
    let result = try Tool.run(arguments)
    try #require(result.status == 0, "\(arguments): \(result.stderr)")
    return result
  }

  private func join(_ files: [URL], _ options: String...) throws -> URL {
    let output = work["joined-\(UUID().uuidString)." + (files.first?.pathExtension ?? "mov")]
    _ = try run(["join"] + files.map(\.path) + ["-o", output.path] + options)
    return output
  }

  private func cut(_ source: URL, _ options: String...) throws -> URL {
    let output = work["cut-\(UUID().uuidString)." + source.pathExtension]
    _ = try run(["cut", source.path, "-o", output.path] + options)
    return output
  }

  private static func timecodeSamples(_ file: URL) throws -> Int {
    (try Stamping.tracks(of: file).first?["samples"] as? [Any])?.count ?? 0
  }

  // MARK: Joining

  /// One track with two rates is written, and a warning says so.
  @Test func otherRates() throws {
    let media = Media.root.appending(path: "rates")
    func join(_ names: String...) throws -> Tool.Result {
      try Tool.run(
        ["join"] + names + ["-o", work["out-\(UUID().uuidString).mov"].path], cwd: media)
    }
    let other = try join("25.mov", "2997.mov")
    #expect(other.status == 0)
    #expect(
      other.stderr.contains(
        "2997.mov: warning: its video has 29.97 fps (30000/1001), and that of the first movie 25 fps"
      ),
      "\(other.stderr)")
    #expect(try !join("25.mov", "25.mov").stderr.contains("joined-rate-differs"))
  }

  /// A stream that was cut in the order of decoding shows its last frame after those that are decoded later. What
  /// follows begins after that: no two frames have the same time, and none is lost.
  @Test(arguments: ["0.2", "0.24", "0.28", "0.32", "0.36"])
  func framesThatAreShownLate(seconds: String) throws {
    guard let ffmpeg = MediaTools.program("ffmpeg"), let ffprobe = MediaTools.program("ffprobe")
    else { return }
    let whole = try make(
      "whole.mov", seconds: "1",
      [
        "-an", "-c:v", "libx264", "-bf", "2", "-g", "25", "-x264-params",
        "b-adapt=0:scenecut=0:b-pyramid=none",
      ])
    let part = work["part.mov"]
    let cut = try Tool.execute(
      ffmpeg, ["-nostdin", "-v", "error", "-i", whole.path, "-t", seconds, "-c", "copy", part.path])
    try #require(cut.status == 0, "\(cut.stderr)")
    func lines(_ tool: URL, _ arguments: [String]) throws -> [Substring] {
      let result = try Tool.execute(tool, arguments)
      #expect(result.status == 0, "\(result.stderr)")
      return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }
    func frames(_ file: URL) throws -> Int {
      try lines(ffmpeg, ["-nostdin", "-v", "error", "-i", file.path, "-f", "framemd5", "-"]).count
    }
    let joined = try join([part, whole])
    let times = try lines(
      ffprobe,
      [
        "-v", "error", "-ignore_editlist", "1", "-show_entries", "packet=pts", "-of", "csv=p=0",
        joined.path,
      ])
    #expect(times.count > 25 && Set(times).count == times.count)
    #expect(try frames(joined) == frames(part) + frames(whole))
  }

  @Test(arguments: ["h264", "pcm", "hevc", "mjpeg"])
  func partsOfACutGiveTheWhole(_ kind: String) throws {
    guard MediaTools.has("ffmpeg", "ffprobe", "mediainfo") else { return }
    let options: [String: (String, [String])] = [
      "h264": ("25", ["-c:v", "libx264", "-g", "20", "-bf", "3", "-c:a", "aac"]),
      "pcm": ("30000/1001", ["-c:v", "libx264", "-g", "15", "-bf", "2", "-c:a", "pcm_s16le"]),
      "hevc": (
        "24000/1001",
        [
          "-c:v", "libx265", "-x265-params", "log-level=none:keyint=24:open-gop=1", "-tag:v",
          "hvc1",
          "-c:a", "aac",
        ]
      ),
      "mjpeg": ("25", ["-c:v", "mjpeg", "-c:a", "pcm_s24le"]),
    ]
    let (rate, codecs) = try #require(options[kind])
    let movie = try make(
      "\(kind).mov", rate: rate, seconds: "3",
      codecs + ["-timecode", rate == "30000/1001" ? "00:59:59;00" : "00:59:59:00"])
    let labels = try ShownFrames.labels(movie)
    for frame in [1, 20, 33, 59] {
      let first = try cut(movie, "--to", labels[frame])
      let second = try cut(movie, "--from", labels[frame])
      let whole = try join([first, second])
      // ffmpeg goes on decoding through an edit, which open groups of pictures do not allow.
      if kind != "hevc" || frame < 24 {
        #expect(try ShownFrames.pictures(whole) == ShownFrames.pictures(movie), "\(kind) \(frame)")
      }
      #expect(try ShownFrames.labels(whole) == labels, "\(kind) \(frame)")
      // The timecode counts on, so that it needs one sample.
      #expect(try Self.timecodeSamples(whole) == 1)
      #expect(try MediaTools.streams(whole).first?.timecode == labels[0])
      #expect(try MediaTools.timecodes(whole).first?["TimeCode_FirstFrame"] == labels[0])
    }
  }

  /// MP4's sample descriptions say 2 channels whatever the audio has; the configuration of the codec says more.
  @Test func otherAudioInMP4() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let files = try [
      ["-c:a", "aac", "-ac", "2"], ["-c:a", "aac", "-ac", "6"], ["-c:a", "libmp3lame", "-ac", "2"],
    ].enumerated().map { index, options in
      try make("a\(index).mp4", ["-c:v", "libx264", "-preset", "ultrafast"] + options)
    }
    for (file, reason) in [(files[1], "other channels"), (files[2], "another codec")] {
      let output = work["no.mp4"]
      let result = try Tool.run(["join", files[0].path, file.path, "-o", output.path])
      #expect(result.status == 1 && result.stderr.contains(reason), "\(result.stderr)")
      #expect(!FileManager.default.fileExists(atPath: output.path))
    }
  }

  /// QuickTime files have the configuration of AAC in `wave`, or in the description as MP4 files do.
  @Test func configurationsInTwoPlaces() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let options = ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", "-ac", "2"]
    let (inWave, direct) = (try make("wave.mov", options), work["direct.mov"])
    var bytes = try Data(contentsOf: make("direct.mp4", options))
    try #require(bytes[8..<12] == Data("isom".utf8))
    bytes[8..<12] = Data("qt  ".utf8)
    try bytes.write(to: direct)
    for files in [[inWave, direct], [direct, inWave]] { _ = try join(files) }
  }

  /// An edit in milliseconds ends after the last frame of 30000/1001. The frame that is stored after it is hidden, and
  /// stays so.
  @Test(arguments: ["30000/1001", "24000/1001", "60000/1001", "25"])
  func editsThatAreRoundedUp(rate: String) throws {
    guard MediaTools.has("ffmpeg"), let ffprobe = MediaTools.program("ffprobe") else { return }
    let movie = try make(
      "m.mp4", rate: rate, seconds: "1.7", ["-c:v", "libx264", "-g", "20", "-bf", "2", "-an"])
    let part = try cut(movie, "--from", "0.31", "--to", "1.2")
    let joined = try join([movie, part, movie])
    func frames(_ file: URL) throws -> Int {
      let result = try Tool.execute(
        ffprobe,
        [
          "-v", "error", "-select_streams", "v", "-count_frames", "-show_entries",
          "stream=nb_read_frames", "-of", "csv=p=0", file.path,
        ])
      return try #require(Int(result.text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
    #expect(try frames(joined) == 2 * frames(movie) + frames(part))
    let times = try MediaTools.frames(joined).filter { $0.hasPrefix("0,") }
    #expect(Set(times.map { $0.split(separator: ",")[2] }).count == times.count)
  }

  /// Frames that are hidden at the seams do not change how many are shown in a second.
  @Test func rateOfPieces() throws {
    let source = Stamping.media.appending(path: "rates/24.mp4")
    let movie = work["whole.mp4"]
    _ = try run(["insert", "timecode", source.path, "--start", "14:00:58:13", "-o", movie.path])
    let joined = try join([
      cut(movie, "--to", "0.875"), cut(movie, "--from", "0.875", "--to", "0.916667"),
      cut(movie, "--from", "0.916667"),
    ])
    let list = try run(["list", joined.path, "--columns", "frames,rate"]).text
    #expect(list.split(separator: "\n").last?.split(separator: " ") == ["24", "24"], "\(list)")
    let diff = try Tool.run(["diff", "--timecode", movie.path, joined.path])
    #expect(diff.status == 0, "\(diff.text)\(diff.stderr)")
    let bare = work["bare.mp4"]
    _ = try run(["remove", "timecode", joined.path, "-o", bare.path])
    let stamped = try run([
      "insert", "timecode", bare.path, "--start", "01:00:00:00", "-o", work["again.mp4"].path,
    ])
    #expect(stamped.stderr.isEmpty, "\(stamped.stderr)")
  }

  /// Labels that begin again at midnight are stored as numbers of one day, and count on all the same.
  @Test func acrossMidnight() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let movie = try make("night.mov", ["-c:v", "mjpeg", "-an"])
    let stamped = work["stamped.mov"]
    _ = try run([
      "insert", "timecode", movie.path, "--start", "23:59:59:00", "--rate", "25", "-o",
      stamped.path,
    ])
    let labels = try ShownFrames.labels(stamped)
    #expect(labels[25] == "00:00:00:00")
    let first = try cut(stamped, "--to", "1.4")
    let second = try cut(stamped, "--from", "1.4")
    #expect(try MediaTools.streams(second).first?.timecode == "00:00:00:10")
    let track = try #require(try Stamping.tracks(of: second).first)
    let sample = (track["samples"] as? [[String: Any]])?.first
    #expect(sample?["value"] as? Int == 10, "\(sample ?? [:])")
    let whole = try join([first, second])
    #expect(try ShownFrames.labels(whole) == labels)
    #expect(try Self.timecodeSamples(whole) == 1)
  }

  /// A movie that was cut where its tables, but not its pictures, said that decoding can begin.
  @Test func warnsOfPredictedPictures() throws {
    let movie = Stamping.media.appending(path: "codecs/h264-10-bit.mp4")
    let bare = work["bare.mp4"]
    _ = try run([
      "remove", "atom", movie.path, "moov/trak/mdia/minf/stbl/stss", "-o", bare.path,
    ])
    for (second, isFound) in [(movie, false), (try cut(bare, "--from", "0.24"), true)] {
      let result = try run(["join", movie.path, second.path, "--dry-run"])
      #expect(
        result.stderr.contains("[start-picture-predicted]") == isFound, "\(result.stderr)")
      #expect(!result.stderr.contains("[open-group-seam]"))
    }
  }

  @Test func warnsOfOpenGroups() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let movie = try make(
      "open.mov", rate: "24",
      [
        "-c:v", "libx265", "-x265-params", "log-level=none:keyint=24:open-gop=1", "-tag:v", "hvc1",
        "-an",
      ])
    for (from, isOpen) in [("0.5", false), ("1.5", true)] {
      let second = try cut(movie, "--from", from)
      let result = try run(["join", movie.path, second.path, "--dry-run"])
      #expect(result.stderr.contains("[open-group-seam]") == isOpen, "\(result.stderr)")
    }
  }

  /// gopro/labs#273: no tool joins chapters and keeps their timecode and telemetry.
  @Test func chaptersKeepTimecodeAndTelemetry() throws {
    guard MediaTools.has("ffmpeg", "ffprobe"),
      let movie = SharedMedia.movie("gopro+gpmf-parser/_history__c15e34f5__samples__hero7.mp4")
    else { return }
    let labels = try ShownFrames.labels(movie)
    let parts = [
      try cut(movie, "--to", labels[90]),
      try cut(movie, "--from", labels[90], "--to", labels[200]),
      try cut(movie, "--from", labels[200]),
    ]
    let whole = try join(parts)
    #expect(try ShownFrames.labels(whole) == labels)
    #expect(try ShownFrames.pictures(whole) == ShownFrames.pictures(movie))
    let types = try MediaTools.streams(whole).map(\.tag)
    #expect(types == ["avc1", "mp4a", "tmcd", "gpmd", "fdsc"])
    // Every payload of every part is there.
    func telemetry(_ file: URL) throws -> Data {
      try run(["extract", "track", file.path, "--track", "4", "--format", "raw"]).stdout
    }
    #expect(try telemetry(whole) == parts.reduce(Data()) { try $0 + telemetry($1) })
  }

  @Test func jumpsStaySegments() throws {
    guard MediaTools.has("ffmpeg", "ffprobe", "mediainfo") else { return }
    let codecs = ["-c:v", "libx264", "-g", "20", "-bf", "3", "-c:a", "aac"]
    let first = try make("a.mov", codecs + ["-timecode", "01:00:00:00"])
    let second = try make("b.mov", from: 4, codecs + ["-timecode", "05:00:00:10"])
    let third = try make("c.mov", from: 8, codecs + ["-timecode", "05:00:02:10"])
    let whole = try join([first, second, third])
    #expect(
      try ShownFrames.labels(whole) == ShownFrames.labels(first) + ShownFrames.labels(second)
        + ShownFrames.labels(third))
    #expect(
      try ShownFrames.pictures(whole) == ShownFrames.pictures(first) + ShownFrames.pictures(second)
        + ShownFrames.pictures(third))
    #expect(try Self.timecodeSamples(whole) == 2)
    #expect(try MediaTools.streams(whole).first?.timecode == "01:00:00:00")
    #expect(try MediaTools.timecodes(whole).first?["TimeCode_FirstFrame"] == "01:00:00:00")
    let plan = try run(["join", first.path, second.path, third.path, "--dry-run"])
    #expect(
      plan.text == """
        00:00:00.000 to 00:00:02.000, timecode 01:00:00:00: \(first.path)
        00:00:02.000 to 00:00:04.000, timecode 05:00:00:10: \(second.path)
        00:00:04.000 to 00:00:06.000, timecode 05:00:02:10: \(third.path)
        Timecode: 2 runs

        """)
  }

  @Test func audioOfAllFollows() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let codecs = ["-c:v", "libx264", "-g", "20", "-c:a", "pcm_s16le"]
    let files = [try make("a.mov", codecs), try make("b.mov", from: 3, codecs)]
    func sound(_ file: URL) throws -> Data {
      try MediaTools.output(
        "ffmpeg", ["-nostdin", "-v", "error", "-i", file.path, "-map", "0:a", "-f", "s16le", "-"])
    }
    let whole = try join(files)
    #expect(try sound(whole) == sound(files[0]) + sound(files[1]))
  }

  /// Of several tracks of a kind, the first continues the first, wherever the others are.
  @Test func tracksContinueInOrder() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let codecs = ["-c:v", "libx264", "-g", "20", "-c:a", "pcm_s16le"]
    let half = ["-filter:a:1", "volume=0.5"]
    let first = try make("a.mov", codecs + ["-map", "0:v", "-map", "1:a", "-map", "1:a"] + half)
    let second = try make(
      "b.mov", from: 3, codecs + ["-map", "1:a", "-map", "0:v", "-map", "1:a"] + half)
    func sound(_ file: URL, _ number: Int) throws -> Data {
      try MediaTools.output(
        "ffmpeg",
        ["-nostdin", "-v", "error", "-i", file.path, "-map", "0:a:\(number)", "-f", "s16le", "-"])
    }
    let whole = try join([first, second])
    #expect(try sound(whole, 0) != sound(whole, 1))
    for number in 0...1 {
      #expect(try sound(whole, number) == sound(first, number) + sound(second, number))
    }
    #expect(
      try ShownFrames.pictures(whole) == ShownFrames.pictures(first) + ShownFrames.pictures(second))
  }

  /// Media with other timescales gets one that has the ticks of both.
  @Test func otherTimescales() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let codecs = ["-c:v", "libx264", "-g", "20", "-bf", "2", "-an"]
    let first = try make("a.mov", codecs + ["-video_track_timescale", "25000"])
    let second = try make("b.mov", from: 4, codecs + ["-video_track_timescale", "600"])
    let whole = try join([first, second])
    #expect(
      try ShownFrames.pictures(whole) == ShownFrames.pictures(first) + ShownFrames.pictures(second))
    let list = try run(["extract", "track", whole.path, "--track", "video", "--list"]).text
    #expect(list.contains("\"timescale\":75000"))
  }

  @Test func sortsChapters() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let codecs = ["-c:v", "libx264", "-an"]
    var files: [String: URL] = [:]
    for name in ["GX020007.MP4", "GX010008.MP4", "GX010007.MP4", "GP010009.MP4", "GOPR0009.MP4"] {
      files[name] = try make(name, seconds: "0.2", codecs)
    }
    let order = ["GX010007.MP4", "GX020007.MP4", "GX010008.MP4", "GOPR0009.MP4", "GP010009.MP4"]
    let plan = try run(["join"] + files.values.map(\.path) + ["--sort-chapters", "--dry-run"])
    let names = plan.text.split(separator: "\n").compactMap { $0.split(separator: "/").last }
    #expect(names.map(String.init) == order)
    let other = try Tool.run(
      ["join", "--sort-chapters", "--dry-run"] + [try make("clip.mov", codecs).path]
        + files.values.map(\.path))
    #expect(other.status == 1 && other.stderr.contains("does not say which chapter"))
  }

  // MARK: Refusals

  @Test func refusesWhatDoesNotFit() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let first = try make("a.mov", ["-c:v", "libx264", "-c:a", "aac"])
    let cases: [(String, [String], String)] = [
      ("codec.mov", ["-c:v", "mpeg4", "-c:a", "aac"], "the format is 'mp4v' and not 'avc1'"),
      (
        "size.mov", ["-c:v", "libx264", "-s", "80x60", "-c:a", "aac"],
        "the pictures have another size"
      ),
      ("mute.mov", ["-c:v", "libx264", "-an"], "no track continues 'mp4a' track 2"),
      (
        "rate.mov", ["-c:v", "libx264", "-c:a", "aac", "-ar", "44100"],
        "the audio has other channels or another sample rate"
      ),
      ("kind.mp4", ["-c:v", "libx264", "-c:a", "aac"], "it is an MP4 file"),
      (
        "stamped.mov", ["-c:v", "libx264", "-c:a", "aac", "-timecode", "01:00:00:00"],
        "no track that timecode track 3 could continue"
      ),
      (
        "more.mov",
        [
          "-c:v", "libx264", "-c:a", "aac", "-map", "0:v", "-map", "1:a", "-map", "1:a",
          "-timecode", "01:00:00:00",
        ], "no track that 'mp4a' track 3 could continue"
      ),
    ]
    for (name, options, message) in cases {
      let second = try make(name, options)
      let output = work["refused.mov"]
      let result = try Tool.run(["join", first.path, second.path, "-o", output.path])
      #expect(result.status == 1 && result.stderr.contains(message), "\(result.stderr)")
      #expect(result.stderr.contains(second.path))
      #expect(!FileManager.default.fileExists(atPath: output.path))
    }
    #expect(try Tool.run(["join", first.path, "-o", work["one.mov"].path]).status == 2)
    let same = try Tool.run(["join", first.path, first.path, "-o", first.path, "--overwrite"])
    #expect(same.status != 0)
  }

  @Test func damage() throws {
    let movie = Stamping.media.appending(path: "timecode/25.mov")
    let bytes = try Data(contentsOf: movie)
    let moov = try #require(bytes.range(of: Data("moov".utf8))).lowerBound
    var number: UInt64 = 1
    func random(below limit: Int) -> Int {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(number >> 33) % limit
    }
    for _ in 0..<40 {
      var damaged = bytes
      for _ in 0..<3 {
        let place = moov + random(below: bytes.count - moov)
        damaged[place] = UInt8(random(below: 256))
      }
      try damaged.write(to: work["damaged.mov"])
      let result = try Tool.run([
        "join", work["damaged.mov"].path, movie.path, "-o", work["out.mov"].path, "--overwrite",
      ])
      #expect(result.status == 0 || result.status == 1, "\(result.status) \(result.stderr)")
    }
  }

  /// A second video ends before the first movie does, and has nothing in the second.
  @Test(arguments: ["0", "2"]) func trackThatEndsEarly(frames: String) throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let whole = work["two-\(frames).mp4"]
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-f",
        "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.4", "-map", "0", "-map", "1", "-c:v", "libx264",
        "-bf", frames, whole.path,
      ])
    let joined = try join([try cut(whole, "--to", "0.6"), try cut(whole, "--from", "0.6")])
    let shown = try MediaTools.frames(joined)
    #expect(shown.count { $0.hasPrefix("0,") } == 25 && shown.count { $0.hasPrefix("1,") } == 10)
  }

  /// Movies of other settings keep their sample descriptions, and `stsd` says how many there are: otherwise
  /// players show the first movie alone.
  @Test(arguments: ["mov", "mp4"]) func otherSettings(_ ending: String) throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let one = try make("one.\(ending)", seconds: "1", ["-an", "-c:v", "libx264", "-bf", "0"])
    let two = try make(
      "two.\(ending)", seconds: "1",
      ["-an", "-c:v", "libx264", "-bf", "0", "-profile:v", "baseline"])
    for files in [[one, two], [one, two, one], [one, one]] {
      let joined = try join(files)
      let check = try Tool.run(["check", joined.path])
      #expect(!check.text.contains("entry-count"), "\(check.text)")
      let read = try MediaTools.output(
        "ffprobe",
        [
          "-v", "error", "-count_frames", "-show_entries", "stream=nb_frames,nb_read_frames", "-of",
          "csv=p=0", joined.path,
        ])
      let count = 25 * files.count
      #expect(String(decoding: read, as: UTF8.self).hasPrefix("\(count),\(count)"))
    }
  }

  /// The last child of an atom can claim more bytes than its parent has. A sample description that does
  /// is followed by those of the next movie, which it must not swallow.
  @Test func overlongDescription() throws {
    var bytes = try testMovie("timecode-handmade/counter.mov")
    // The size of the description of the counter, 34 bytes.
    try #require(Array(bytes[4355..<4363]) == [0, 0, 0, 34] + Array("tmcd".utf8))
    let whole = work["whole.mov"]
    try Data(bytes).write(to: whole)
    bytes[4358] = 46
    let overlong = work["overlong.mov"]
    try Data(bytes).write(to: overlong)
    let next = work["next.mov"]
    try Data(testMovie("timecode/25-reel.mov")).write(to: next)
    let documents = try [whole, overlong].map { first in
      try run(["extract", "timecode", join([first, next]).path]).text
        .split(separator: "\n").filter { !$0.contains("\"file\"") }
    }
    #expect(documents[0] == documents[1])
    #expect(documents[0].contains { $0.contains("01:30:15:07") })
  }

  // MARK: Seams

  /// Returns the rows of an edit list, as times: when it shows media, and from where on.
  private static func edits(_ file: URL, track: Int) throws -> [String] {
    let text = try Tool.run(["inspect", file.path, "--atom", "moov/trak[\(track)]/edts/elst"]).text
    return text.split(separator: "\n").filter { $0.contains("(00:") }.map { row in
      let parts = row.split(whereSeparator: { "()".contains($0) }).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      return "\(parts[1]) \(parts[2].hasPrefix("-1") ? "empty" : parts[3])"
    }
  }

  /// Frames that are shown after the beginning of their movie, because nothing hides the time before, do not let the
  /// end of the movie before be seen again.
  @Test func seamBeforeALateFrame() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let options = ["-c:v", "libx264", "-bf", "2", "-g", "25", "-an", "-use_editlist", "0"]
    let movie = try make("late.mp4", seconds: "1", options)
    let joined = try join([movie, movie])
    #expect(
      try Self.edits(joined, track: 0) == [
        "00:00:01.080 00:00:00.000", "00:00:00.080 empty", "00:00:01.000 00:00:01.080",
      ])
    #expect(try ShownFrames.pictures(joined).count == 50)
  }

  /// Media of fragments that begins late is shown as late in each movie.
  @Test func seamBeforeLateFragments() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let options = [
      "-c:v", "libx264", "-bf", "2", "-g", "25", "-an", "-use_editlist", "0", "-output_ts_offset",
      "2",
      "-movflags", "+frag_keyframe+empty_moov+default_base_moof",
    ]
    let early = try make("early.mp4", seconds: "1", options)
    let movie = work["late.mp4"]
    _ = try run([
      "edit", "atom", early.path, "moof/traf/tfdt", "base_media_decode_time=25600", "-o",
      movie.path,
    ])
    let joined = try join([movie, movie])
    #expect(
      try Self.edits(joined, track: 0) == [
        "00:00:02.080 empty", "00:00:01.000 00:00:00.080", "00:00:02.080 empty",
        "00:00:01.000 00:00:01.080",
      ])
  }

  /// An edit that is longer than its audio is silent at its end. It does not play the audio of the next movie.
  @Test func silenceAfterShortAudio() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let movie = try make(
      "short.mov", ["-c:v", "mjpeg", "-c:a", "pcm_s16le", "-af", "atrim=end=1"])
    let long = work["long.mov"]
    let ticks = try Tool.run(["inspect", movie.path, "--atom", "moov/mvhd"]).text
    try #require(ticks.contains("timescale           1000"), "\(ticks)")
    _ = try run([
      "edit", "atom", movie.path, "moov/trak[1]/edts/elst", "entries[0].segment_duration=2000",
      "-o",
      long.path,
    ])
    #expect(
      try Self.edits(join([long, long]), track: 1) == [
        "00:00:01.000 00:00:00.000", "00:00:01.000 empty", "00:00:01.000 00:00:01.000",
        "00:00:01.000 empty",
      ])
    // A tick of the movie more is rounding, which no player is to show as silence.
    let rounded = work["rounded.mov"]
    _ = try run([
      "edit", "atom", movie.path, "moov/trak[1]/edts/elst", "entries[0].segment_duration=1001",
      "-o",
      rounded.path,
    ])
    #expect(
      try Self.edits(join([rounded, rounded]), track: 1).first == "00:00:01.001 00:00:00.000")
  }

  /// Audio that goes on after the video of the last movie is played to its end; of a movie before it, a warning says
  /// how much of it is hidden.
  @Test func audioAfterTheVideo() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let codecs = ["-c:v", "mjpeg", "-c:a", "pcm_s16le"]
    let short = try make("short.mov", seconds: "1", codecs)
    let long = try make("long.mov", seconds: "3", codecs + ["-vf", "trim=end=1"])
    #expect(
      try Self.edits(join([short, long]), track: 1) == ["00:00:04.000 00:00:00.000"])
    for (files, hidden) in [([short, long], 0), ([long, short], 1), ([long, long, long], 2)] {
      let result = try run(["join"] + files.map(\.path) + ["--dry-run"])
      #expect(result.stderr.components(separatedBy: "[joined-rest-hidden]").count == hidden + 1)
      #expect(
        result.stderr.contains("moov/trak[1]") == (hidden > 0)
          && result.stderr.contains("the last 2 s of track 2 are hidden") == (hidden > 0),
        "\(result.stderr)")
    }
    #expect(
      try Self.edits(join([long, short]), track: 1) == [
        "00:00:01.000 00:00:00.000", "00:00:01.000 00:00:03.000",
      ])
    // Less than a frame of video is much of the audio.
    let later = try make("later.mov", seconds: "1.03", codecs + ["-vf", "trim=end=1"])
    let result = try run(["join", later.path, short.path, "--dry-run"])
    #expect(result.stderr.contains("[joined-rest-hidden]"), "\(result.stderr)")
    let parts = [try cut(long, "--to", "0.4"), try cut(long, "--from", "0.4")]
    let plan = try run(["join"] + parts.map(\.path) + ["--dry-run"])
    #expect(plan.text.contains("00:00:00.400 to 00:00:03.000") && plan.stderr.isEmpty)
  }

  /// Players do not show a disabled track, such as one of chapters, so it does not make the last movie longer.
  @Test func disabledTrackAfterTheVideo() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let movie = try make("short.mov", seconds: "1", ["-c:v", "mjpeg"])
    let chapters = work["chapters.txt"]
    try Data(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=60\ntitle=a\n".utf8).write(
      to: chapters)
    let long = work["chapters.mov"]
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-y", "-i", movie.path, "-i", chapters.path, "-map_chapters",
        "1",
        "-c", "copy", long.path,
      ])
    let output = try join([long, long])
    let duration = try MediaTools.output(
      "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", output.path])
    #expect(Double(String(decoding: duration, as: UTF8.self).dropLast()) == 2)
  }

  /// Descriptions of uncompressed audio state rates and sizes in several ways. What they mean counts.
  @Test(arguments: [
    ("mov", "48000 pcm_s24le", "96000 pcm_s24le", "another sample rate"),
    ("mov", "96000 pcm_s24le", "192000 pcm_s24le", "another sample rate"),
    ("mp4", "96000 pcm_s16le", "192000 pcm_s16le", "another sample rate"),
    ("mov", "96000 pcm_s24le", "96000 pcm_s32le", "samples of another kind"),
    ("mov", "96000 pcm_s32le", "96000 pcm_f32le", "samples of another kind"),
    ("mov", "96000 pcm_s24le", "96000 pcm_s24le", nil),
    ("mp4", "192000 pcm_s16le", "192000 pcm_s16le", nil),
  ])
  func uncompressedAudio(
    ending: String, one: String, two: String, reason: String?
  ) throws {
    guard MediaTools.has("ffmpeg") else { return }
    let video = Stamping.media.appending(path: "camera/moov-last.mov").path
    let files = try [one, two].enumerated().map { index, form in
      let parts = form.split(separator: " ").map(String.init)
      let (wave, movie) = (work["\(index).wav"], work["\(index).\(ending)"])
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "sine=d=1", "-ar", parts[0], "-c:a",
          parts[1], wave.path,
        ])
      _ = try run(["build", movie.path, "--video", video, "--audio", wave.path])
      return movie
    }
    let output = work["joined.\(ending)"]
    let result = try Tool.run(["join"] + files.map(\.path) + ["-o", output.path])
    #expect(result.status == (reason == nil ? 0 : 1), "\(result.stderr)")
    if let reason { #expect(result.stderr.contains(reason), "\(result.stderr)") }
    #expect(FileManager.default.fileExists(atPath: output.path) == (reason == nil))
  }

  // MARK: What samples say

  /// What fragments say of samples is named as what tables say of them is.
  @Test func detailsInFragments() throws {
    for ending in ["mov", "mp4"] {
      let parts = work["parts.\(ending)"]
      let source = Stamping.media.appending(path: "tables/sample-details.\(ending)")
      _ = try run(["remux", source.path, "--fragment", "1", "-o", parts.path])
      let camera = Stamping.media.appending(path: "camera/camera.mov")
      for (command, output) in [
        (["join", parts.path, parts.path, "-o"], "joined.\(ending)"),
        (["insert", "track", camera.path, "--from", parts.path, "--track", "1", "-o"], "more.mov"),
      ] {
        let result = try run(command + [work[output].path, "--overwrite"])
        for type in ["sbgp", "subs", "saiz", "saio"] {
          #expect(result.stderr.contains("moof/traf/\(type) at"), "\(command[0]) \(type)")
        }
      }
      let other = work["other." + (ending == "mov" ? "mp4" : "mov")]
      let built = try run(["build", other.path, "--video", parts.path])
      #expect(built.stderr.contains("moof/traf/subs at"), "\(built.stderr)")
    }
    let plain = Stamping.media.appending(path: "fragments/plain.mp4").path
    let result = try run(["join", plain, plain, "-o", work["plain.mp4"].path])
    #expect(!result.stderr.contains("traf"), "\(result.stderr)")
  }

  /// The limits of composition times (`cslg`) are those of all movies, whichever of them states its own.
  @Test(arguments: [[true, true], [true, false], [false, true], [false, false]])
  func limitsOfCompositionTimes(states: [Bool]) throws {
    guard MediaTools.has("ffmpeg") else { return }
    let plain = try make(
      "b.mp4", seconds: "1",
      ["-c:v", "libx264", "-bf", "2", "-g", "25", "-x264-params", "b-pyramid=none", "-an"])
    let (limits, stating) = (work["cslg"], work["stating.mp4"])
    try Handmade.atom("cslg", Data(count: 24)).write(to: limits)
    _ = try run([
      "insert", "atom", plain.path, "moov/trak/mdia/minf/stbl", limits.path, "-o", stating.path,
    ])
    let joined = try join(states.map { $0 ? stating : plain })
    let text = try Tool.run(["inspect", joined.path]).text
    guard states.contains(true) else { return #expect(!text.contains("cslg")) }
    // Frames last 512 ticks, and the first is shown one after it is decoded. A P frame is shown after the two B frames
    // that are decoded after it: three.
    for line in [
      "least_decode_to_display_delta     0 (", "greatest_decode_to_display_delta  1536 (",
      "composition_start_time            512 (", "composition_end_time              26112 (",
    ] {
      #expect(text.contains(line), "\(line): \(text)")
    }
  }

  /// Subtitles in XML have their times in their text.
  @Test func subtitlesInXML() throws {
    let source = Stamping.media.appending(path: "metadata/chapters.mov")
    var bytes = try Data(contentsOf: source)
    // The entry of `stsd`, after its own size.
    let table = try #require(
      bytes.ranges(of: Data("stsd".utf8)).first {
        bytes[($0.upperBound + 12)..<($0.upperBound + 16)] == Data("text".utf8)
      })
    bytes.replaceSubrange(
      (table.upperBound + 12)..<(table.upperBound + 16), with: Data("stpp".utf8))
    let movie = work["xml.mov"]
    try bytes.write(to: movie)
    for (arguments, count) in [
      (["cut", movie.path, "--to", "1"], 0), (["cut", movie.path, "--from", "1"], 1),
      (["join", movie.path, movie.path], 1), (["join", movie.path, movie.path, movie.path], 2),
    ] {
      let result = try Tool.run(arguments + ["-o", work["part.mov"].path, "--overwrite"])
      #expect(result.status == 0, "\(result.stderr)")
      let named = result.stderr.components(separatedBy: "[text-times-not-changed]").count - 1
      #expect(named == count, "\(arguments): \(result.stderr)")
    }
  }
}
