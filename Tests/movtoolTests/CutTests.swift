import Foundation
import TestSupport
import Testing

/// What `movtool cut` keeps of a movie, as other programs see it.
///
/// The expectation is always the original: the pictures that ffmpeg decodes from it, and the labels
/// that they had there.
@Suite struct CutTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  // MARK: Helpers

  /// Makes a movie with ffmpeg.
  private func make(
    _ name: String, rate: String, seconds: String = "4", _ options: [String]
  ) throws -> URL {
    let file = work[name]
    let program = try #require(MediaTools.program("ffmpeg"))
    let result = try Tool.execute(
      program,
      [
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
        "testsrc2=s=160x120:r=\(rate):d=\(seconds)", "-f", "lavfi", "-i",
        "aevalsrc=sin(440*t*(1+t)):s=48000:d=\(seconds)",
      ] + options + (options.contains("-pix_fmt") ? [] : ["-pix_fmt", "yuv420p"]) + [file.path])
    try #require(result.status == 0, "\(result.stderr)")
    return file
  }

  private func withBFrames(_ name: String = "b.mov") throws -> URL {
    try make(
      name, rate: "25",
      [
        "-c:v", "libx264", "-g", "20", "-bf", "3", "-c:a", "aac", "-timecode", "01:00:00:00",
        "-metadata", "title=Take 5",
      ])
  }

  private func cut(
    _ source: URL, _ options: String..., as name: String = "cut"
  ) throws -> URL {
    let output = work["\(name)-\(UUID().uuidString)." + source.pathExtension]
    let result = try Tool.run(["cut", source.path, "-o", output.path] + options)
    try #require(result.status == 0, "\(options): \(result.stderr)")
    return output
  }

  /// Expects the pictures and labels of `part` to be these of `whole`.
  private static func expect(
    _ part: URL, is frames: Range<Int>, of whole: URL,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (old, new) = (try ShownFrames.pictures(whole), try ShownFrames.pictures(part))
    try #require(old.indices.contains(frames.upperBound - 1), sourceLocation: sourceLocation)
    #expect(new == Array(old[frames]), "\(frames)", sourceLocation: sourceLocation)
    let wanted = Array(try ShownFrames.labels(whole)[frames])
    #expect(try ShownFrames.labels(part) == wanted, "\(frames)", sourceLocation: sourceLocation)
    let stated = try MediaTools.streams(part).compactMap(\.timecode)
    #expect(
      stated.allSatisfy { $0 == wanted.first }, "ffprobe: \(stated)", sourceLocation: sourceLocation
    )
  }

  private static func sampleLines(_ file: URL, _ track: String) throws -> [[String: Any]] {
    let result = try Tool.run(["extract", "track", file.path, "--track", track, "--list"])
    return try result.text.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
  }

  // MARK: Pictures and labels

  /// Subtitles of ffmpeg end with a sample that has no duration. 40 texts of 0.3 s, one in each half second.
  @Test(arguments: [
    (["--from", "1"], 38), (["--to", "19"], 38), (["--from", "1", "--to", "18.9"], 36),
    (["--from", "1", "--to", "15"], 28), (["--from", "0.2"], 40),
  ])
  func subtitlesStay(options: [String], count: Int) throws {
    guard let ffmpeg = MediaTools.program("ffmpeg") else { return }
    let (texts, movie) = (work["a.srt"], work["a.mp4"])
    var lines = ""
    func clock(_ tenths: Int) -> String {
      "00:00:\(String(100 + tenths / 10).dropFirst()),\(tenths % 10)00"
    }
    for number in 0..<40 {
      lines +=
        "\(number + 1)\n\(clock(number * 5)) --> \(clock(number * 5 + 3))\ntext\(number)\n\n"
    }
    try Data(lines.utf8).write(to: texts)
    let made = try Tool.execute(
      ffmpeg,
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=20", "-i",
        texts.path, "-c:v", "mjpeg", "-c:s", "mov_text", movie.path,
      ])
    try #require(made.status == 0, "\(made.stderr)")
    let output = work["part.mp4"]
    let result = try Tool.run(["cut", movie.path, "-o", output.path] + options)
    #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
    let read = try Tool.execute(
      ffmpeg, ["-nostdin", "-v", "error", "-i", output.path, "-map", "0:s", "-f", "srt", "-"])
    #expect(read.text.components(separatedBy: "text").count - 1 == count, "\(read.text)")
    let check = try Tool.run(["check", output.path])
    #expect(!check.text.contains("edit-beyond-media"), "\(check.text)")
  }

  /// mifi/lossless-cut#506: a trimmed file keeps the timecode of the start of the whole file.
  @Test func startsWithTheLabelOfItsFirstPicture() throws {
    guard MediaTools.has("ffmpeg", "ffprobe", "mediainfo") else { return }
    let movie = try withBFrames()
    let part = try cut(movie, "--from", "01:00:01:07", "--to", "01:00:02:19")
    try Self.expect(part, is: 32..<69, of: movie)
    #expect(try ShownFrames.labels(part).first == "01:00:01:07")
    let read = try #require(try MediaTools.timecodes(part).first)
    #expect(read["TimeCode_FirstFrame"] == "01:00:01:07")
    #expect(read["TimeCode_LastFrame"] == "01:00:02:18")
  }

  /// mifi/lossless-cut#2213: all four parts of a split file have the timecode of the first.
  @Test func partsOfASplitCountOn() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let movie = try withBFrames()
    var labels: [String] = []
    var pictures: [String] = []
    for second in 0..<4 {
      let part = try cut(movie, "--from", "\(second)", "--to", "\(second + 1)")
      labels += try ShownFrames.labels(part)
      pictures += try ShownFrames.pictures(part)
      #expect(try MediaTools.streams(part).first?.timecode == "01:00:0\(second):00")
    }
    #expect(try labels == ShownFrames.labels(movie))
    #expect(try pictures == ShownFrames.pictures(movie))
  }

  /// paulpacifico/shutter-encoder#344: a cut without encoding keeps the start timecode.
  @Test func startOnly() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let movie = try withBFrames()
    let part = try cut(movie, "--from", "2.52")
    try Self.expect(part, is: 63..<100, of: movie)
    #expect(try ShownFrames.labels(part).first == "01:00:02:13")
  }

  /// mifi/lossless-cut#1470: cut points in milliseconds drift at 23.976 frames per second. Typed
  /// times are rounded, and the frame that they mean is the nearest.
  @Test func millisecondsDoNotDrift() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let movie = try make(
      "film.mp4", rate: "24000/1001", seconds: "6",
      ["-c:v", "libx264", "-g", "12", "-c:a", "aac", "-timecode", "10:00:00:00"])
    let count = try ShownFrames.pictures(movie).count
    for frame in [1, 23, 47, 71, 95, 119] {
      // The time of the frame is a multiple of 1001/24000 s.
      let thousandths = (frame * 1001 + 12) / 24
      let time = "\(thousandths / 1000).\(String(thousandths % 1000 + 1000).dropFirst())"
      let part = try cut(movie, "--from", time)
      try Self.expect(part, is: frame..<count, of: movie)
    }
  }

  @Test func everyFrameOfAShortClip() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let movie = try make(
      "short.mov", rate: "30000/1001", seconds: "0.8",
      [
        "-c:v", "libx264", "-g", "9", "-bf", "2", "-c:a", "pcm_s16le", "-timecode", "00:00:59;20",
      ])
    let labels = try ShownFrames.labels(movie)
    // Drop frame: the labels of frames 0 and 1 of the minute are left out.
    #expect(labels[9...10] == ["00:00:59;29", "00:01:00;02"])
    for frame in 0..<labels.count {
      try Self.expect(try cut(movie, "--from", labels[frame]), is: frame..<labels.count, of: movie)
      guard frame > 0 else { continue }
      try Self.expect(try cut(movie, "--to", labels[frame]), is: 0..<frame, of: movie)
      try Self.expect(
        try cut(movie, "--from", labels[frame - 1], "--to", labels[frame]),
        is: frame - 1..<frame, of: movie)
    }
  }

  @Test func cuttingACut() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let movie = try withBFrames()
    let first = try cut(movie, "--from", "01:00:00:13", "--to", "01:00:03:20")
    let second = try cut(first, "--from", "01:00:01:09", "--to", "01:00:03:02")
    let third = try cut(second, "--from", "0.48", "--to", "1.16")
    try Self.expect(second, is: 34..<77, of: movie)
    try Self.expect(third, is: 46..<63, of: movie)
    // The hidden pictures of the first cut are not carried further than needed.
    #expect(try Self.sampleLines(third, "video").count < 45)
  }

  @Test func openGroupsOfPictures() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let movie = try make(
      "hevc.mp4", rate: "24",
      [
        "-c:v", "libx265", "-x265-params", "log-level=none:keyint=24:min-keyint=24:open-gop=1",
        "-tag:v", "hvc1", "-c:a", "aac", "-timecode", "10:00:00:00",
      ])
    for (from, to) in [(24, 60), (22, 26), (23, 24), (30, 49), (71, 96)] {
      let part = try cut(
        movie, "--from", "10:00:0\(from / 24):\(String(from % 24 + 100).dropFirst())", "--to",
        to == 96 ? "4" : "10:00:0\(to / 24):\(String(to % 24 + 100).dropFirst())")
      try Self.expect(part, is: from..<to, of: movie)
    }
  }

  /// Without `stss`, every frame counts as one to begin at, and the pictures themselves say that it is not.
  @Test(arguments: ["h263.mov", "mpeg2.mov", "mpeg4.mp4", "h264-10-bit.mp4"])
  func beginsWithAPredictedPicture(name: String) throws {
    let source = Stamping.media.appending(path: "codecs/\(name)")
    let bare = work["bare-\(name)"]
    let removed = try Tool.run([
      "remove", "atom", source.path, "moov/trak/mdia/minf/stbl/stss", "-o", bare.path,
    ])
    try #require(removed.status == 0, "\(removed.stderr)")
    for (file, options, isFound) in [
      (source, ["--from", "0.48"], false), (bare, ["--from", "0.24"], true),
      (bare, ["--to", "0.24"], false),
    ] {
      let output = work["\(UUID().uuidString)-\(name)"]
      let result = try Tool.run(["cut", file.path, "-o", output.path] + options)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(
        result.stderr.contains("[start-picture-predicted]") == isFound,
        "\(options): \(result.stderr)")
    }
    guard MediaTools.has("ffmpeg") else { return }
    for (file, isFound) in [(source, false), (bare, true)] {
      let result = try Tool.run(["extract", "picture", file.path, "--at", "0.24"])
      #expect(
        result.stderr.contains("[start-picture-predicted]") == isFound, "\(result.stderr)")
    }
  }

  @Test(arguments: ["mjpeg", "prores_ks"]) func framesOfTheirOwn(_ codec: String) throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let movie = try make(
      "\(codec).mov", rate: "25", seconds: "2",
      [
        "-c:v", codec, "-c:a", "pcm_s24le", "-timecode", "09:59:59:00",
        "-pix_fmt", codec == "mjpeg" ? "yuvj420p" : "yuv422p10le",
      ])
    let part = try cut(movie, "--from", "09:59:59:17", "--to", "10:00:00:11")
    try Self.expect(part, is: 17..<36, of: movie)
    // Not one sample more than is shown.
    #expect(try Self.sampleLines(part, "video").count == 19)
    let audio = try Self.sampleLines(part, "audio").reduce(0) { $0 + ($1["samples"] as? Int ?? 1) }
    #expect(audio == 19 * 48000 / 25)
  }

  /// Of a recording that was cut off, the part that is there can be kept, fragmented or not.
  @Test(arguments: [["+faststart"], ["+frag_keyframe+empty_moov+default_base_moof"]])
  func recordingThatWasCutOff(flags: [String]) throws {
    guard MediaTools.has("ffmpeg") else { return }
    let whole = try make(
      "whole.mp4", rate: "25", seconds: "6",
      ["-c:v", "libx264", "-g", "25", "-bf", "2", "-c:a", "aac", "-movflags"] + flags)
    let broken = work["broken.mp4"]
    let bytes = try Data(contentsOf: whole)
    try bytes.prefix(bytes.count * 3 / 4).write(to: broken)
    let part = try cut(broken, "--to", "3")
    // Without an edit list, ffmpeg's fragments show the first frame two frames late.
    let pictures = try ShownFrames.pictures(part)
    #expect(pictures.count == (flags == ["+faststart"] ? 75 : 73))
    #expect(try pictures == Array(ShownFrames.pictures(whole).prefix(pictures.count)))
    #expect(try Tool.run(["check", part.path]).status == 0)
    let refused = try Tool.run(["cut", broken.path, "-o", work["x.mp4"].path, "--from", "1"])
    #expect(refused.status == 1)
    #expect(
      refused.stderr.contains("of its media on cannot be copied"), "\(refused.stderr)")
  }

  /// Edits that go back and forth between frames that are not in the order in which they are decoded:
  /// what is cut out between them leaves no frame where another is shown.
  @Test(arguments: [
    [1536, 5120, 512], [512, 4608, 2560, 512], [3584, 512, 1536], [2048, 5632, 1024, 4096],
  ])
  func editsBackAndForth(times: [Int]) throws {
    guard MediaTools.has("ffmpeg") else { return }
    let source = work["back.mov"]
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=0.48", "-c:v",
        "libx264", "-bf", "1", "-b_strategy", "0", "-g", "3", "-pix_fmt", "yuv420p", source.path,
      ])
    let entries = times.map {
      #"{"segment_duration":{"value":40,"timescale":1000},"#
        + #""media_time":{"value":\#($0),"timescale":12800},"media_rate":1}"#
    }
    let whole = work["edits.mov"]
    let edited = try Tool.run([
      "edit", "atom", source.path, "moov/trak/edts/elst",
      "entries=[\(entries.joined(separator: ","))]", "-o", whole.path,
    ])
    try #require(edited.status == 0, "\(edited.stderr)")
    func picture(_ movie: URL, _ frame: Int) throws -> Data {
      let image = work["\(UUID().uuidString).png"]
      let result = try Tool.run([
        "extract", "picture", movie.path, "--at", "0.\(String(format: "%02d", frame * 4 + 1))",
        "-o", image.path,
      ])
      try #require(result.status == 0, "\(result.stderr)")
      return try Data(contentsOf: image)
    }
    let expected = try times.indices.map { try picture(whole, $0) }
    for count in 1...times.count {
      let part = try cut(whole, "--to", "0.\(String(format: "%02d", count * 4))")
      for frame in 0..<count {
        #expect(try picture(part, frame) == expected[frame], "\(times), \(frame) of \(count)")
      }
    }
  }

  @Test func atSyncSamples() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let movie = try withBFrames()
    // Sync samples are 20 frames apart.
    let part = try cut(movie, "--from", "01:00:01:07", "--to", "01:00:02:19", "--at-sync")
    try Self.expect(part, is: 20..<80, of: movie)
    let lines = try Self.sampleLines(part, "video")
    #expect(lines.count == 60 && lines.first?["sync"] as? Bool == true)
    try Self.expect(
      try cut(movie, "--from", "01:00:00:20", "--to", "01:00:01:15", "--at-sync"), is: 20..<40,
      of: movie)
    try Self.expect(try cut(movie, "--from", "3.9", "--at-sync"), is: 80..<100, of: movie)
  }

  /// In an open group, frames that are shown before the sync sample are decoded after it.
  @Test(arguments: [("0.32", 10), ("0.36", 10), ("0.40", 10), ("0.44", 20), ("0.76", 20)])
  func syncSampleOfAnOpenGroup(end: String, frames: Int) throws {
    let movie = Media.root.appending(path: "codecs/x264-open-gop.mp4").path
    try Tool.withFolder { folder in
      let made = try Tool.run(
        ["cut", movie, "--to", end, "--at-sync", "-o", "part.mp4"], cwd: folder)
      #expect(made.status == 0, "\(made.stderr)")
      let list = try Tool.run(["list", "--csv", "--columns", "frames", "part.mp4"], cwd: folder)
      #expect(list.text == "frames\r\n\(frames)\r\n")
    }
  }

  // MARK: Timecode

  @Test func halfRateTimecode() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let plain = try make(
      "fast.mov", rate: "60000/1001", seconds: "2",
      ["-c:v", "libx264", "-g", "30", "-bf", "2", "-an"])
    let movie = work["half.mov"]
    let stamped = try Tool.run([
      "insert", "timecode", plain.path, "--start", "01:00:00;00", "--rate", "30000/1001", "-o",
      movie.path,
    ])
    try #require(stamped.status == 0, "\(stamped.stderr)")
    let labels = try ShownFrames.labels(movie)
    #expect(Array(labels[30...33]) == ["01:00:00;15", "01:00:00;15", "01:00:00;16", "01:00:00;16"])
    for frame in [30, 31, 44, 45] {
      let output = work["half-\(frame).mov"]
      let time = String(format: "%.9f", Double(frame) * 1001 / 60000)
      let result = try Tool.run(["cut", movie.path, "--from", time, "-o", output.path])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(
        result.stderr.contains("[timecode-mid-label]") == (frame % 2 == 1), "\(result.stderr)")
      try Self.expect(output, is: frame..<labels.count, of: movie)
    }
  }

  @Test func severalSamplesStaySegments() throws {
    guard MediaTools.has("ffprobe") else { return }
    for name in ["timecode-handmade/multi-sample.mov", "timecode-handmade/multi-edit.mov"] {
      let movie = Stamping.media.appending(path: name)
      let labels = try ShownFrames.labels(movie)
      for frame in stride(from: 1, to: labels.count - 1, by: max(1, labels.count / 7)) {
        let result = try Tool.run(["extract", "timecode", "--frames", movie.path])
        let lines = result.text.split(separator: "\n").map(String.init)
        let line =
          try JSONSerialization.jsonObject(with: Data(lines[frame].utf8)) as? [String: Any]
        let time = try #require(line?["movieTime"] as? [String: Any])
        let value = try #require(time["value"] as? Double)
        let scale = try #require(time["timescale"] as? Double)
        let part = try cut(movie, "--from", String(format: "%.9f", value / scale))
        #expect(try ShownFrames.labels(part) == Array(labels[frame...]), "\(name) \(frame)")
      }
    }
  }

  /// A part has the sample descriptions that its timecode uses: others read the start and the reel from one
  /// that is left over. Joined again, the parts are as the movie was.
  @Test func timecodeOfOneReel() throws {
    guard MediaTools.has("ffprobe") else { return }
    let (list, movie) = (work["reels.csv"], work["reels.mov"])
    try Data("time,timecode,reel\n0,01:00:00:00,A1\n1.001,10:00:00;00,B2\n".utf8).write(to: list)
    let made = try Tool.run([
      "insert", "timecode", Stamping.media.appending(path: "rates/2997.mov").path, "--segments",
      list.path, "-o", movie.path,
    ])
    try #require(made.status == 0, "\(made.stderr)")
    let before = try cut(movie, "--to", "1.001")
    let parts = [before, try cut(movie, "--from", "10:00:00;00")]
    for (part, tags) in zip(parts, [["01:00:00:00", "A1"], ["10:00:00;00", "B2"]]) {
      let read = try MediaTools.output(
        "ffprobe",
        [
          "-v", "error", "-select_streams", "d", "-show_entries", "stream_tags=timecode,reel_name",
          "-of", "csv=p=0", part.path,
        ])
      let found = String(decoding: read, as: UTF8.self)
        .split(whereSeparator: { $0 == "," || $0.isNewline }).map(String.init)
      #expect(Set(found) == Set(tags), "\(part.lastPathComponent): \(found)")
      let track = try #require(try Stamping.tracks(of: part).first)
      #expect((track["formats"] as? [Any])?.count == 1)
    }
    let joined = work["joined.mov"]
    let result = try Tool.run(["join", parts[0].path, parts[1].path, "-o", joined.path])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try ShownFrames.labels(joined) == ShownFrames.labels(movie))
    #expect((try Stamping.tracks(of: joined).first?["formats"] as? [Any])?.count == 2)
  }

  // MARK: Everything else

  /// A movie of a GoPro camera.
  private static let camera = "gopro+gpmf-parser/_history__c15e34f5__samples__hero7.mp4"

  /// mifi/lossless-cut#1438: tracks that ffmpeg does not know are dropped, or copied uncut.
  @Test func metadataTracksAreCut() throws {
    guard MediaTools.has("ffprobe"), let movie = SharedMedia.movie(Self.camera) else { return }
    // A second of gpmd begins near each second.
    let part = try cut(movie, "--from", "3.5", "--to", "6.2")
    let types = try MediaTools.streams(part).map(\.tag)
    #expect(types == ["avc1", "mp4a", "tmcd", "gpmd", "fdsc"])
    let (old, new) = (try Self.sampleLines(movie, "4"), try Self.sampleLines(part, "4"))
    #expect(new.count < old.count && new.count >= 3 && new.count <= 4, "\(new.count)")
    let sizes = old.compactMap { $0["size"] as? Int }
    let kept = new.compactMap { $0["size"] as? Int }
    #expect(Array(sizes[3..<3 + kept.count]) == kept)
    try Self.expectSameBytes(movie, part, track: "4", first: 3)
    let inspected = try Tool.run(["inspect", "--summary", part.path])
    #expect(inspected.status == 0 && !inspected.stderr.contains("error"), "\(inspected.stderr)")
  }

  /// gyroflow/gyroflow#364: timecode and gyroscope data must both fit the trimmed range.
  @Test func gyroscopeAndTimecodeAgree() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    for name in [Self.camera, "gopro+gpmf-parser/samples__max-heromode.mp4"] {
      guard let movie = SharedMedia.movie(name) else { continue }
      let whole = try ShownFrames.labels(movie)
      let part = try cut(movie, "--from", whole[100], "--to", whole[161])
      try Self.expect(part, is: 100..<161, of: movie)
    }
  }

  /// gopro/gpmf-parser#37: trimmed files need an edit list so that the payload that is cut starts
  /// before the video does.
  @Test func straddlingPayloadIsHiddenByAnEdit() throws {
    guard let movie = SharedMedia.movie(Self.camera) else { return }
    let part = try cut(movie, "--from", "3.5", "--to", "6.2")
    let edits = try Tool.run([
      "inspect", "--json", "--atom", "moov/trak[3]/edts/elst", part.path,
    ])
    // The payload that begins at about 3 s is shown from its middle on.
    let text = edits.text.filter { !$0.isWhitespace }
    let match = try #require(text.firstMatch(of: /"media_time":\{"value":(\d+)/)?.output.1)
    let ticks = try #require(Int(match))
    #expect((300...700).contains(ticks), "\(ticks)")
  }

  /// Metadata samples of iPhones, in tracks that refer to the video.
  @Test func timedMetadataOfPhones() throws {
    guard MediaTools.has("ffmpeg", "ffprobe", "exiftool"),
      let movie = SharedMedia.movie("streamio+streamio-ffmpeg/spec__fixtures__movies__ios9.mov")
    else { return }
    let part = try cut(movie, "--from", "0.1", "--to", "0.4")
    #expect(
      try ShownFrames.pictures(part)
        == Array(try ShownFrames.pictures(movie)[3..<12]))
    #expect(try MediaTools.streams(part).map(\.tag) == MediaTools.streams(movie).map(\.tag))
    let (old, new) = (try MediaTools.tags(movie), try MediaTools.tags(part))
    for name in [
      "Keys:Make", "Keys:Model", "Keys:Software", "Keys:GPSCoordinates", "Keys:CreationDate",
    ] {
      #expect(old[name] == new[name], "\(name)")
    }
  }

  /// Sony's `rtmd` has a sample for each frame.
  @Test func metadataOfEachFrame() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    var cues = ""
    for frame in 0..<50 {
      func time(_ frame: Int) -> String {
        "00:00:0\(frame / 25),\(String(frame % 25 * 40 + 1000).dropFirst())"
      }
      cues += "\(frame + 1)\n\(time(frame)) --> \(time(frame + 1))\nframe \(frame)\n\n"
    }
    try Data(cues.utf8).write(to: work["cues.srt"])
    let plain = try make(
      "sony.mp4", rate: "25", seconds: "2",
      [
        "-i", work["cues.srt"].path, "-map", "0:v", "-map", "2:s", "-c:v", "libx264", "-g", "12",
        "-c:s", "mov_text",
      ])
    var bytes = try Data(contentsOf: plain)
    for (old, new) in [("tx3g", "rtmd"), ("sbtl", "meta")] {
      let place = try #require(bytes.range(of: Data(old.utf8), options: .backwards))
      bytes.replaceSubrange(place, with: Data(new.utf8))
    }
    try bytes.write(to: plain)
    let part = try cut(plain, "--from", "0.6", "--to", "1.2")
    let raw = try Tool.run(["extract", "track", part.path, "--track", "2", "--format", "raw"])
    let words = String(decoding: raw.stdout, as: UTF8.self).split { !$0.isLetter && !$0.isNumber }
    let shown = words.filter { Int($0) != nil }.compactMap { Int($0) }
    #expect(shown == Array(15..<30))
  }

  /// ffmpeg ignores the edits of subtitles and chapters, so their samples are shortened instead.
  @Test func subtitlesAndChapters() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let cues = """
      1
      00:00:00,000 --> 00:00:01,500
      first

      2
      00:00:01,500 --> 00:00:03,000
      second

      """
    try Data(cues.utf8).write(to: work["cues.srt"])
    let chapters = """
      ;FFMETADATA1
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=2000
      title=one
      [CHAPTER]
      TIMEBASE=1/1000
      START=2000
      END=4000
      title=two
      """
    try Data(chapters.utf8).write(to: work["chapters.txt"])
    let movie = try make(
      "text.mp4", rate: "25",
      [
        "-i", work["cues.srt"].path, "-i", work["chapters.txt"].path, "-map", "0:v", "-map", "2:s",
        "-map_metadata", "3", "-c:v", "libx264", "-c:s", "mov_text",
      ])
    let output = work["text-cut.mp4"]
    let result = try Tool.run([
      "cut", movie.path, "--from", "1", "--to", "3.4", "-o", output.path,
    ])
    #expect(result.status == 0)
    // Nero's list has the times of the whole movie.
    #expect(result.stderr.contains("moov/udta/chpl"), "\(result.stderr)")
    let text = try MediaTools.output(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", output.path, "-map", "0:s", "-f", "srt", "-"])
    #expect(
      String(decoding: text, as: UTF8.self) == """
        1
        00:00:00,000 --> 00:00:00,500
        first

        2
        00:00:00,500 --> 00:00:02,000
        second


        """)
    let list = try MediaTools.output(
      "ffprobe", ["-v", "error", "-show_chapters", "-of", "csv=p=0", output.path])
    let rows = String(decoding: list, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: ",").map(String.init)
    }
    #expect(
      rows.map { [$0[3], $0[5], $0[6]] }
        == [["0.000000", "1.000000", "one"], ["1.000000", "2.400000", "two"]], "\(rows)")
  }

  @Test func audioIsHeardAsBefore() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let movie = try withBFrames()
    let part = try cut(movie, "--from", "1.28", "--to", "2.72")
    func sound(_ file: URL) throws -> [Int16] {
      let bytes = Array(
        try MediaTools.output(
          "ffmpeg",
          [
            "-nostdin", "-v", "error", "-i", file.path, "-map", "0:a", "-ac", "1", "-f", "s16le",
            "-",
          ]))
      return stride(from: 0, to: bytes.count - 1, by: 2).map {
        Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
      }
    }
    let (old, new) = (try sound(movie), try sound(part))
    #expect(abs(new.count - 69120) <= 1024, "\(new.count)")
    let start = 128 * 480
    let same = zip(old[start...], new).prefix(69120 - 1024)
      .allSatisfy { abs(Int($0) - Int($1)) <= 2 }
    #expect(same)
  }

  @Test func fragmentedMoviesBecomePlain() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let movie = try make(
      "frag.mp4", rate: "25",
      [
        "-c:v", "libx264", "-g", "20", "-bf", "3", "-c:a", "aac", "-movflags",
        "frag_keyframe+empty_moov",
      ])
    let part = try cut(movie, "--from", "1.2", "--to", "3")
    // Without an edit list, the first picture is shown when its composition offset says, at 0.08 s.
    #expect(try ShownFrames.pictures(part) == Array(try ShownFrames.pictures(movie)[28..<73]))
    let atoms = try Tool.run(["inspect", "--depth", "1", part.path])
    #expect(!atoms.text.contains("moof"))
  }

  @Test func keepsWhatRemuxKeeps() throws {
    guard MediaTools.has("ffmpeg", "ffprobe", "exiftool") else { return }
    let movie = try withBFrames()
    let part = try cut(movie, "--from", "1", "--fast-start")
    let atoms = try Tool.run(["inspect", "--depth", "1", part.path]).text
    let places = ["moov", "mdat"].map { atoms.range(of: $0)?.lowerBound }
    #expect(try #require(places[0]) < #require(places[1]))
    let (old, new) = (try MediaTools.tags(movie), try MediaTools.tags(part))
    for (name, value) in old
    where name.contains("Title") || name.contains("TrackID") || name.contains("Language") {
      #expect(new[name] == value, "\(name)")
    }
    #expect(old.keys.contains { $0.contains("Title") })
  }

  /// mifi/lossless-cut#174 asks for a start of zero: what is cut is stamped anew.
  @Test func stampAfterwards() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let part = try cut(try withBFrames(), "--from", "1.28")
    let zero = work["zero.mov"]
    let result = try Tool.run([
      "insert", "timecode", part.path, "--start", "00:00:00:00", "--replace", "-o", zero.path,
    ])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try ShownFrames.labels(zero).first == "00:00:00:00")
    #expect(try ShownFrames.pictures(zero) == ShownFrames.pictures(part))
  }

  // MARK: Arguments

  @Test func plainErrors() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let movie = try withBFrames()
    let cases: [([String], Int32, String)] = [
      (["--from", "2", "--to", "2"], 2, "it must be after '--from'"),
      (["--from", "2", "--to", "2.01"], 1, "there is no frame from '--from' to '--to'"),
      (
        ["--from", "4"], 1, "'--from' is not before the end of the movie, which is at 00:00:04.000"
      ),
      (["--from", "100000000"], 1, "'--from' is not before the end of the movie"),
      (["--to", "5"], 1, "'--to' is after the end of the movie, which is at 00:00:04.000"),
      (["--from", "02:00:00:00"], 1, "timecode 02:00:00:00 is not in the movie"),
      (["--from", "01:00:02:00", "--to", "01:00:01:00"], 1, "'--to' is not after '--from'"),
      (["--from", "1", "--exact", "--at-sync"], 2, "cannot be used together"),
      ([], 2, "choose a part"),
      (["--to", "0"], 1, "'--to' is not after '--from'"),
    ]
    for (options, status, message) in cases {
      let output = work["error.mov"]
      let result = try Tool.run(["cut", movie.path, "-o", output.path] + options)
      #expect(result.status == status, "\(options): \(result.stderr)")
      #expect(result.status != 0 && result.stderr.contains(message), "\(options): \(result.stderr)")
      #expect(result.stderr.split(separator: "\n").count == 1, "\(options): \(result.stderr)")
      #expect(!FileManager.default.fileExists(atPath: output.path))
    }
    #expect(try Tool.run(["cut", movie.path, "--from", "1"]).status == 2)
    let same = try Tool.run(["cut", movie.path, "--from", "1", "-o", movie.path, "--overwrite"])
    #expect(same.status != 0)
    try Data("taken".utf8).write(to: work["taken.mov"])
    let taken = try Tool.run(["cut", movie.path, "--from", "1", "-o", work["taken.mov"].path])
    #expect(taken.status == 1 && taken.stderr.contains("--overwrite"), "\(taken.stderr)")
  }

  @Test func dryRunWritesNothing() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let movie = try withBFrames()
    let before = try work.names
    let result = try Tool.run(["cut", movie.path, "--from", "1.28", "--to", "2", "--dry-run"])
    #expect(result.status == 0)
    #expect(
      result.text.hasPrefix("Part: 00:00:01.280 to 00:00:02.000, 18 frames\n"), "\(result.text)")
    #expect(result.text.contains("(timecode): 1 sample, starting at 01:00:01:07\n"))
    #expect(try work.names == before)
  }

  /// A movie that is damaged is refused or cut, but never makes the tool crash.
  @Test func damage() throws {
    let movie = Stamping.media.appending(path: "timecode/2997-df.mov")
    let bytes = try Data(contentsOf: movie)
    let moov = try #require(bytes.range(of: Data("moov".utf8))).lowerBound
    var number: UInt64 = 1
    func random(below limit: Int) -> Int {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(number >> 33) % limit
    }
    for round in 0..<60 {
      var damaged = bytes
      if round < 15 {
        damaged = damaged.prefix(moov + (bytes.count - moov) * round / 15)
      } else {
        for _ in 0..<3 {
          let place = moov + random(below: bytes.count - moov)
          damaged[place] = UInt8(random(below: 256))
        }
      }
      let file = work["damaged.mov"]
      try damaged.write(to: file)
      let result = try Tool.run(
        [
          "cut", file.path, "--from", "0.1", "--to", "0.3", "-o", work["out.mov"].path,
          "--overwrite",
        ])
      #expect(result.status == 0 || result.status == 1, "\(result.status) \(result.stderr)")
    }
  }

  // MARK: Samples

  /// Expects the samples of a track of `part` to have the bytes of those of `whole` from one on.
  private static func expectSameBytes(
    _ whole: URL, _ part: URL, track: String, first: Int
  ) throws {
    func bytes(_ file: URL) throws -> Data {
      try Tool.run(["extract", "track", file.path, "--track", track, "--format", "raw"]).stdout
    }
    let (old, new) = (try bytes(whole), try bytes(part))
    let skipped = try sampleLines(whole, track).prefix(first)
      .reduce(0) { $0 + ($1["size"] as? Int ?? 0) }
    #expect(old.dropFirst(skipped).prefix(new.count) == new)
  }

  // MARK: A disk that fails

  /// Each read fails once. What the part keeps must not depend on it.
  @Test func oneReadFails() throws {
    guard MediaTools.has("ffmpeg"), MediaTools.canTrace() else { return }
    let source = try withBFrames("failing.mov")
    let whole = try Data(contentsOf: try cut(source, "--from", "0.4", "--to", "1.2"))
    let output = work["failed.mov"]
    let script = """
      strace -f -o trace -e trace=pread64 -e inject=pread64:error=EIO:when=$WHEN \
        "$TOOL" cut '\(source.path)' --from 0.4 --to 1.2 -o '\(output.path)'
      """
    var failures = 0
    for when in 1...200 {
      let result = try Tool.withFolder { folder in
        let result = try Tool.shell(script, cwd: folder, environment: ["WHEN": "\(when)"])
        let trace = try String(contentsOf: folder.appending(path: "trace"), encoding: .utf8)
        return (status: result.status, error: result.stderr, failed: trace.contains("INJECTED"))
      }
      guard result.failed else { break }
      failures += 1
      // A read may fail after the part has its name.
      let isThere = FileManager.default.fileExists(atPath: output.path)
      #expect(isThere || result.status != 0, "read \(when)")
      if isThere {
        #expect(try Data(contentsOf: output) == whole, "read \(when)")
        try FileManager.default.removeItem(at: output)
      }
      #expect(result.status == 0 || !result.error.isEmpty, "read \(when)")
    }
    #expect(failures > 5 && failures < 200)
  }

  /// No part shows samples without a duration, such as those of GoPro's recovery track, so it is not this part's fault.
  @Test func samplesWithoutDuration() throws {
    let source = work["still.mov"]
    let made = try Tool.run([
      "edit", "atom", Stamping.media.appending(path: "camera/moov-last.mov").path,
      "moov/trak[1]/mdia/minf/stbl/stts", "entries[0].sample_delta=0", "entries[1].sample_delta=0",
      "-o", source.path,
    ])
    try #require(made.status == 0, "\(made.stderr)")
    let result = try Tool.run(["cut", source.path, "--to", "1", "-o", work["part.mov"].path])
    #expect(result.status == 0 && result.stderr.contains("[track-empty]"), "\(result.stderr)")
    #expect(
      result.stderr.contains("the samples of track 2 have no duration, so no part shows them"),
      "\(result.stderr)")
  }

  /// Hints name samples of other tracks by number. A part has other numbers, so the hint track is named. Without
  /// `--from` a part begins at 0.
  @Test func hints() throws {
    let source = work["hint.mov"]
    let made = try Tool.run([
      "edit", "atom", Stamping.media.appending(path: "camera/two-video-tracks.mov").path,
      "moov/trak[1]/mdia/hdlr", "component_subtype=hint", "-o", source.path,
    ])
    try #require(made.status == 0, "\(made.stderr)")
    for arguments in [
      ["cut", source.path, "--to", "0.5"], ["cut", source.path, "--from", "0", "--to", "0.5"],
      ["join", source.path, source.path],
    ] {
      let result = try Tool.run(arguments + ["-o", work["part.mov"].path, "--overwrite"])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(result.stderr.contains("[hints-not-changed]"), "\(result.stderr)")
    }
  }

  /// Subtitles of any handler are shortened, and those at both ends of several edits, such as `join` makes.
  @Test(arguments: ["sbtl", "subt", "text"]) func textsAreShortened(handler: String) throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let cues = """
      1
      00:00:00,500 --> 00:00:02,000
      one

      2
      00:00:02,500 --> 00:00:04,500
      two

      3
      00:00:05,000 --> 00:00:05,800
      three

      """
    try Data(cues.utf8).write(to: work["cues.srt"])
    let made = try make(
      "text.mp4", rate: "25", seconds: "6",
      [
        "-i", work["cues.srt"].path, "-map", "0:v", "-map", "2:s", "-c:v", "mjpeg", "-c:s",
        "mov_text",
      ])
    let movie = work["handler.mp4"]
    let changed = try Tool.run([
      "edit", "atom", made.path, "moov/trak[1]/mdia/hdlr", "component_subtype=\(handler)", "-o",
      movie.path,
    ])
    try #require(changed.status == 0, "\(changed.stderr)")
    let joined = work["joined.mp4"]
    let result = try Tool.run(["join", movie.path, movie.path, "-o", joined.path])
    try #require(result.status == 0, "\(result.stderr)")
    for (source, options, durations) in [
      (movie, ["--from", "3", "--to", "5.4"], ["1.5", "0.5", "0.4"]),
      (movie, ["--from", "1", "--to", "1.6"], ["0.6"]),
      (joined, ["--from", "3", "--to", "8"], ["1.5", "0.5", "0.8", "0.5", "1.5"]),
      (joined, ["--from", "7", "--to", "8.6"], ["1.0", "0.5", "0.1"]),
    ] {
      let output = try cut(source, options[0], options[1], options[2], options[3])
      // Readers that ignore edits see the durations.
      let list = try Tool.run(["extract", "track", output.path, "--track", "2", "--list"])
      let ticks = list.text.split(separator: "\n").compactMap { line -> Int? in
        let part = line.components(separatedBy: "\"duration\":").last
        return part.flatMap { Int($0.prefix { $0.isNumber }) }
      }
      #expect(ticks == durations.map { Int(Double($0)! * 1_000_000) }, "\(options): \(list.text)")
      let check = try Tool.run(["check", output.path])
      #expect(!check.text.contains("edit-beyond-media"), "\(check.text)")
    }
  }

  /// The picture that stands for the movie stays the same if it is in the part. The movie has 2.002 s.
  @Test(arguments: [
    (1500, ["--to", "1"], 0), (500, ["--to", "1"], 500), (1001, ["--to", "1.001"], 0),
    (1500, ["--from", "1.001"], 499), (500, ["--from", "1.001"], 0),
    (1900, ["--from", "0.5005", "--to", "1.001"], 0),
  ])
  func posterStaysInThePart(milliseconds: Int, options: [String], expected: Int) throws {
    let source = work["poster.mov"]
    let movie = Stamping.media.appending(path: "camera/moov-last.mov")
    let header = try Tool.run(["inspect", movie.path, "--atom", "moov/mvhd"]).text
    try #require(header.contains("timescale           1000"), "\(header)")
    let changed = try Tool.run([
      "edit", "atom", movie.path, "moov/mvhd", "poster_time=\(milliseconds)", "-o", source.path,
    ])
    try #require(changed.status == 0, "\(changed.stderr)")
    let output = work["part.mov"]
    let result = try Tool.run(["cut", source.path, "-o", output.path] + options)
    try #require(result.status == 0, "\(result.stderr)")
    let text = try Tool.run(["inspect", output.path, "--atom", "moov/mvhd"]).text
    let line = try #require(text.split(separator: "\n").first { $0.contains("poster_time") })
    let wanted = "(00:00:00.\(String(1000 + expected).dropFirst()))"
    #expect(line.contains(wanted), "\(line)")
  }

  /// A picture that is shown from before the part counts as one of its frames. The movie has 25 frames in the first
  /// second, of which the last is shown until 9.04 s, and 24 after that.
  @Test(arguments: [
    (["--from", "3", "--to", "8"], 1), (["--from", "0", "--to", "5"], 25), (["--from", "5"], 25),
    (["--from", "0.96", "--to", "5"], 1), (["--from", "9.04"], 24), (["--from", "0.48"], 37),
  ])
  func framesOfASlide(options: [String], count: Int) throws {
    guard MediaTools.has("ffmpeg") else { return }
    let movie = try make(
      "slide.mp4", rate: "25", seconds: "10",
      ["-an", "-vf", "select='lt(t,0.99)+gt(t,9.01)'", "-vsync", "vfr", "-c:v", "mjpeg"])
    let plan = try Tool.run(["cut", movie.path, "--dry-run"] + options)
    #expect(plan.text.contains(", \(count) frame\(count == 1 ? "" : "s")\n"), "\(plan.text)")
  }

  /// Hours, minutes and seconds are a time in the movie, which may have been meant as timecode.
  @Test(arguments: [("01:30:16", true), ("00:00:30", false)])
  func timeThatLooksLikeTimecode(time: String, isAdvised: Bool) throws {
    let movie = Media.root.appending(path: "timecode/25-reel.mov").path
    let result = try Tool.run(["cut", movie, "--from", time, "--dry-run"])
    #expect(result.status == 1)
    #expect(result.stderr.contains("'--from' is not before the end of the movie"))
    #expect(
      result.stderr.contains("if it is meant as timecode, add the frames, as in 01:30:17:00")
        == isAdvised)
  }
}
