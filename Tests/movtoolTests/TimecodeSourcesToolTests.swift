import Foundation
import TestSupport
import Testing

/// `extract timecode --all-sources`, run as a user runs it, on what other programs wrote.
@Suite struct TimecodeSourcesToolTests {
  private struct Source {
    let json: [String: Any]
    var kind: String? { json["kind"] as? String }
    var start: String? { json["start"] as? String }
    var clock: String? { json["clock"] as? String }
    var frames: Int? { json["frames"] as? Int }
  }

  private struct Document {
    let sources: [Source]
    let disagreements: [[String: Any]]
    let rules: [String]
    func first(_ kind: String) -> Source? { sources.first { $0.kind == kind } }
  }

  private func extract(_ file: URL) throws -> Document {
    let result = try Tool.run(["extract", "timecode", "--all-sources", file.path])
    #expect(result.status == 0, "\(result.stderr)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any])
    let diagnostics = try #require(json["diagnostics"] as? [[String: Any]])
    return Document(
      sources: try #require(json["sources"] as? [[String: Any]]).map { Source(json: $0) },
      disagreements: try #require(json["disagreements"] as? [[String: Any]]),
      rules: diagnostics.compactMap { $0["rule"] as? String })
  }

  private func encode(_ arguments: [String], _ input: [String] = []) throws {
    let result = try MediaTools.run(
      "ffmpeg",
      ["-v", "error", "-y"]
        + (input.isEmpty ? ["-f", "lavfi", "-i", "testsrc=d=1:s=720x480:r=30000/1001"] : input)
        + arguments, stdin: Data())
    #expect(result.status == 0, "\(result.stderr)")
  }

  @Test func mpeg2ByFFmpeg() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let file = folder.appending(path: "gop.mov")
      try encode([
        "-c:v", "mpeg2video", "-gop_timecode", "01:02:03;04", "-bf", "2", "-map_metadata", "-1",
        "-write_tmcd", "0", file.path,
      ])
      let document = try extract(file)
      let source = try #require(document.first("mpeg2-gop"))
      #expect(source.start == "01:02:03;04")
      #expect(source.json["dropFrame"] as? Bool == true)
      #expect(document.rules.isEmpty)
    }
  }

  /// A timecode track and a group header that differ by 24 frames.
  @Test func differenceInFrames() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let coded = folder.appending(path: "coded.mov")
      let file = folder.appending(path: "differs.mov")
      try encode([
        "-r", "25", "-c:v", "mpeg2video", "-gop_timecode", "10:00:01:00", "-write_tmcd", "0",
        coded.path,
      ])
      let inserted = try Tool.run(
        ["insert", "timecode", coded.path, "--start", "10:00:00:01", "-o", file.path])
      #expect(inserted.status == 0, "\(inserted.stderr)")
      let document = try extract(file)
      #expect(document.sources.map(\.start).prefix(2) == ["10:00:00:01", "10:00:01:00"])
      #expect(document.disagreements.map { $0["frames"] as? Int } == [24])
      #expect(document.rules == ["timecode-sources-disagree"])
      let result = try Tool.run(["extract", "timecode", "--all-sources", file.path])
      #expect(result.stderr.contains("24 frames later [timecode-sources-disagree]"))
    }
  }

  @Test func dvByFFmpeg() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let (raw, file) = (folder.appending(path: "a.dv"), folder.appending(path: "a.mov"))
      try encode(["-s", "720x480", "-pix_fmt", "yuv411p", "-timecode", "01:02:03;04", raw.path])
      try encode(["-c", "copy", "-write_tmcd", "0", file.path], ["-i", raw.path])
      let source = try #require(try extract(file).first("dv"))
      #expect(source.start == "01:02:03;04")
    }
  }

  /// ffmpeg writes a `bext`; 5 s after one o'clock.
  @Test func waveByFFmpeg() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let file = folder.appending(path: "a.wav")
      try encode(
        ["-write_bext", "1", "-metadata", "time_reference=173040000", file.path],
        ["-f", "lavfi", "-i", "sine=d=1:r=48000"])
      let source = try #require(try extract(file).first("bext"))
      let time = try #require(source.json["timeOfDay"] as? [String: Int])
      #expect(time["value"] == 173_040_000 && time["timescale"] == 48000)
      #expect(source.start == nil)
    }
  }

  /// exiftool reads the same user data and XMP.
  @Test func asExiftoolReads() throws {
    guard MediaTools.has("exiftool", "ffmpeg") else { return }
    try Tool.withFolder { folder in
      let file = folder.appending(path: "a.mp4")
      try encode(["-c:v", "mpeg4", file.path])
      let written = try MediaTools.run(
        "exiftool",
        [
          "-n", "-overwrite_original", "-UserData:StartTimecode=09:08:07:06",
          "-UserData:StartTimeScale=25",
          "-UserData:StartTimeSampleSize=1",
          "-XMP-xmpDM:StartTimecode={timeFormat=25Timecode,timeValue=09:08:07:10}",
          "-XMP-xmpDM:TapeName=R3", file.path,
        ], stdin: Data())
      #expect(written.status == 0, "\(written.stderr)")
      let document = try extract(file)
      #expect(document.first("xmp")?.start == "09:08:07:10")
      #expect(document.first("xmp")?.json["reel"] as? String == "R3")
      #expect(document.first("udta")?.start == "09:08:07:06")
      #expect(document.disagreements.first?["frames"] as? Int == 4)
    }
  }

  /// Sony's XML beside a movie (CommandPost#3154).
  @Test func sonyXMLBesideTheMovie() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let file = folder.appending(path: "C0001.MP4")
      try encode(["-r", "60000/1001", "-c:v", "mpeg4", file.path])
      try Data(
        """
        <NonRealTimeMeta><LtcChangeTable tcFps="30" halfStep="true">
        <LtcChange frameCount="0" value="52023422" status="increment"/>
        <LtcChange frameCount="2039" value="51B63422" status="end"/>
        </LtcChangeTable></NonRealTimeMeta>
        """.utf8
      ).write(to: folder.appending(path: "C0001M01.XML"))
      let source = try #require(try extract(file).first("sony-xml"))
      #expect(source.start == "22:34:02;24")
      // 22 h 34 min 2 s at 60 frames, and 4 numbers left out in 9 of each 10 minutes.
      #expect(source.frames == (22 * 3600 + 34 * 60 + 2) * 60 + 24 - 4 * (1354 - 135))
    }
  }

  /// The satellite time of GoPro cameras, as exiftool reads it.
  @Test func goPro() throws {
    guard MediaTools.has("exiftool"),
      let file = SharedMedia.movie("gopro+gpmf-parser/samples__max-heromode.mp4")
    else { return }
    let printed = String(
      decoding: try MediaTools.output("exiftool", ["-ee", "-s3", "-GPSDateTime", file.path]),
      as: UTF8.self)
    let times = printed.split(separator: "\n").map {
      String($0.replacingOccurrences(of: " ", with: "T").filter { $0.isNumber })
    }
    let clock = try #require(try extract(file).first("gpmf")?.clock)
    let digits = clock.filter { $0.isNumber }
    #expect(times.contains { $0.hasPrefix(digits) || digits.hasPrefix($0) }, "\(clock) \(times)")
  }

  @Test func options() throws {
    let usage = try Tool.run(["extract", "timecode", "--all-sources", "--frames", "x.mov"])
    #expect(usage.status == 2)
    let missing = try Tool.run(["extract", "timecode", "--all-sources", "/nonexistent.mov"])
    #expect(missing.status == 1 && missing.stdout.isEmpty)
  }

  // MARK: Messages in H.264 and HEVC

  /// Bits from the top down, with a stop bit.
  private static func bits(_ fields: (count: Int, value: Int)...) -> [UInt8] {
    var all = fields.flatMap { field in
      (0..<field.count).reversed().map { UInt8(field.value >> $0 & 1) }
    }
    all.append(1)
    while all.count % 8 != 0 { all.append(0) }
    return stride(from: 0, to: all.count, by: 8).map { start in
      all[start..<start + 8].reduce(0) { $0 << 1 | $1 }
    }
  }

  /// A unit of one message, with emulation prevention bytes.
  private static func unit(_ head: [UInt8], _ type: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var unit = head
    var zeros = 0
    for byte in [type, UInt8(payload.count)] + payload + [0x80] {
      if zeros >= 2, byte < 4 {
        unit.append(3)
        zeros = 0
      }
      unit.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return unit
  }

  /// The units of a byte stream, without start codes.
  private static func units(_ stream: [UInt8]) -> [[UInt8]] {
    var units: [[UInt8]] = []
    var index = 0
    while index < stream.count {
      if stream[index...].starts(with: [0, 0, 1]) {
        while units.last?.last == 0 { units[units.count - 1].removeLast() }
        units.append([])
        index += 3
      } else {
        if !units.isEmpty { units[units.count - 1].append(stream[index]) }
        index += 1
      }
    }
    return units
  }

  private func rewrite(
    _ stream: URL, _ movie: URL, rate: String, _ change: ([UInt8]) -> [[UInt8]]
  ) throws {
    var result = Data()
    for unit in Self.units([UInt8](try Data(contentsOf: stream))).flatMap(change) {
      result += [0, 0, 0, 1] + unit
    }
    try result.write(to: stream)
    try encode(["-c", "copy", movie.path], ["-r", rate, "-i", stream.path])
  }

  /// The first timecode that ffprobe finds in the pictures.
  private func probed(_ file: URL) throws -> String? {
    let text = String(
      decoding: try MediaTools.output(
        "ffprobe",
        ["-v", "error", "-show_frames", "-show_entries", "frame_tags=timecode", file.path]),
      as: UTF8.self)
    return text.split(separator: "\n").first { $0.hasPrefix("TAG:timecode=") }
      .map { String($0.dropFirst("TAG:timecode=".count)) }
  }

  @Test func pictureTimingAsFFprobeReads() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    try Tool.withFolder { folder in
      let (stream, file) = (folder.appending(path: "a.h264"), folder.appending(path: "a.mov"))
      try encode([
        "-t", "0.2", "-c:v", "libx264", "-x264-params", "pic-struct=1:bframes=0", "-f", "h264",
        stream.path,
      ])
      // Drop frame, the whole time, 24 bits of offset (H.264, D.1.3).
      let payload = Self.bits(
        (4, 0), (1, 1), (2, 0), (1, 1), (5, 4), (1, 1), (2, 0), (8, 5), (6, 3), (6, 2), (5, 1),
        (24, 0))
      let message = Self.unit([6], 1, payload)
      try rewrite(stream, file, rate: "30000/1001") { unit in
        unit.prefix(2) == [6, 1] ? [message] : [unit]
      }
      let source = try #require(try extract(file).first("h264-sei"))
      #expect(source.start == "01:02:03;05")
      #expect(try probed(file)?.replacing(";", with: ":") == "01:02:03:05")
    }
  }

  /// Timecode of 25 frames a second on 50 pictures has each label twice. Labels that do not count on are no
  /// stated timecode.
  @Test(arguments: [
    ([0, 0, 1, 1, 2, 2, 3, 3, 4, 4], 25, "stated"),
    ([0, 1, 1, 2, 2, 3, 3, 4, 4, 5], 25, "assumed"),
    ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 50, "stated"),
    ([0, 7, 8, 9, 10, 11, 12, 13, 14, 15], 50, "assumed"),
  ])
  func labelsOfSeveralPictures(labels: [Int], quanta: Int, certainty: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let (stream, file) = (folder.appending(path: "a.h264"), folder.appending(path: "a.mov"))
      try encode([
        "-r", "50", "-t", "0.2", "-c:v", "libx264", "-x264-params", "pic-struct=1:bframes=0", "-f",
        "h264", stream.path,
      ])
      var picture = 0
      try rewrite(stream, file, rate: "50") { unit in
        guard unit.prefix(2) == [6, 1] else { return [unit] }
        let payload = Self.bits(
          (4, 0), (1, 1), (2, 0), (1, 0), (5, 0), (1, 1), (2, 0), (8, labels[min(picture, 9)]),
          (6, 0), (6, 0), (5, 10), (24, 0))
        picture += 1
        return [Self.unit([6], 1, payload)]
      }
      try #require(picture == 10)
      let source = try #require(try extract(file).first("h264-sei"))
      #expect(source.start == "10:00:00:00")
      let all = try JSONSerialization.jsonObject(
        with: try Tool.run(["extract", "timecode", "--all-sources", file.path]).stdout)
      let found = ((all as? [String: Any])?["sources"] as? [[String: Any]])?.first {
        $0["kind"] as? String == "h264-sei"
      }
      #expect(found?["certainty"] as? String == certainty, "\(found ?? [:])")
      #expect(found?["frameQuanta"] as? Int == quanta, "\(found ?? [:])")
    }
  }

  @Test func timeCodeAsFFprobeReads() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    try Tool.withFolder { folder in
      let (stream, file) = (folder.appending(path: "a.h265"), folder.appending(path: "a.mov"))
      try encode([
        "-t", "0.2", "-r", "25", "-c:v", "libx265", "-x265-params",
        "log-level=none:bframes=0:info=0", "-f", "hevc", stream.path,
      ])
      // H.265, D.2.27.
      let payload = Self.bits(
        (2, 1), (1, 1), (1, 0), (5, 0), (1, 1), (2, 0), (9, 7), (6, 3), (6, 2), (5, 10), (5, 0))
      let message = Self.unit([39 << 1, 1], 136, payload)
      try rewrite(stream, file, rate: "25") { unit in
        unit.first.map { $0 >> 1 < 32 } == true ? [message, unit] : [unit]
      }
      let source = try #require(try extract(file).first("hevc-sei"))
      #expect(source.start == "10:02:03:07")
      #expect(try probed(file) == "10:02:03:07")
    }
  }
}
