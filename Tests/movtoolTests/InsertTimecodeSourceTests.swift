import Foundation
import TestSupport
import Testing

/// `movtool insert timecode --source`: what a camera or a recorder says in another place becomes a
/// timecode track.
@Suite struct InsertTimecodeSourceTests {
  private static func media(_ path: String) -> String { Stamping.media.appending(path: path).path }

  private func insert(_ arguments: [String], status: Int32 = 0) throws -> Tool.Result {
    let run = try Tool.run(["insert", "timecode"] + arguments)
    #expect(run.status == status, "\(arguments): \(run.stderr)")
    return run
  }

  private func segments(_ file: URL) throws -> [(time: Double, start: String)] {
    let segments = try Stamping.tracks(of: file).first?["segments"] as? [[String: Any]] ?? []
    return try segments.map { segment in
      let time = try #require(segment["movieTime"] as? [String: Int])
      return (
        Double(time["value"] ?? 0) / Double(time["timescale"] ?? 1),
        segment["timecode"] as? String ?? "-"
      )
    }
  }

  private func ffmpeg(_ arguments: [String]) throws {
    let run = try MediaTools.run("ffmpeg", ["-v", "error", "-y"] + arguments, stdin: Data())
    #expect(run.status == 0, "\(run.stderr)")
  }

  private func encode(_ rate: String, _ arguments: [String]) throws {
    try ffmpeg(["-f", "lavfi", "-i", "testsrc=d=1:s=720x480:r=\(rate)"] + arguments)
  }

  /// Inserts what a source says, and checks it with ffprobe.
  private func check(
    _ kind: String, _ file: URL, _ start: String, _ rules: [String] = [], _ options: [String] = []
  ) throws {
    let output = file.deletingLastPathComponent()
      .appending(path: "stamped-\(kind.replacing(":", with: "-")).mov")
    let run = try insert([file.path, "--source", kind, "-o", output.path] + options)
    #expect(run.stderr.contains("[timecode-source]"), "\(run.stderr)")
    for rule in rules { #expect(run.stderr.contains("[\(rule)]"), "\(run.stderr)") }
    #expect(try segments(output).map(\.start) == [start])
    #expect(try segments(output).first?.time == 0)
    if MediaTools.has("ffprobe") {
      #expect(
        try MediaTools.streams(output).contains { $0.kind == "data" && $0.timecode == start })
    }
    // The other spelling makes the same file.
    let other = output.deletingLastPathComponent().appending(path: "other.mov")
    _ = try insert(
      [file.path, "--from", "source:\(kind)", "-o", other.path, "--overwrite"] + options)
    #expect(try Data(contentsOf: other) == Data(contentsOf: output))
  }

  @Test func groupHeaderOfMPEG2() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let work = try Stamping()
    let file = work["gop.mov"]
    try encode(
      "30000/1001",
      [
        "-c:v", "mpeg2video", "-gop_timecode", "01:02:03;04", "-bf", "2", "-write_tmcd", "0",
        file.path,
      ])
    try check("mpeg2-gop", file, "01:02:03;04")
  }

  @Test func subcodeOfDV() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let work = try Stamping()
    let (raw, file) = (work["a.dv"], work["a.mov"])
    try encode(
      "30000/1001", ["-s", "720x480", "-pix_fmt", "yuv411p", "-timecode", "01:02:03;04", raw.path])
    try ffmpeg(["-i", raw.path, "-c", "copy", "-write_tmcd", "0", file.path])
    try check("dv", file, "01:02:03;04")
  }

  /// snickers#47: a movie with `©TIM` alone. Another label in XMP is a disagreement.
  @Test func userDataAndXMP() throws {
    guard MediaTools.has("exiftool", "ffmpeg") else { return }
    let work = try Stamping()
    let file = work["a.mp4"]
    try encode("25", ["-c:v", "mpeg4", file.path])
    func write(_ tags: [String]) throws {
      let run = try MediaTools.run(
        "exiftool", ["-n", "-overwrite_original"] + tags + [file.path], stdin: Data())
      #expect(run.status == 0, "\(run.stderr)")
    }
    try write(["-UserData:StartTimecode=09:08:07:06"])
    try check("udta", file, "09:08:07:06", ["timecode-assumed"])
    try write([
      "-XMP-xmpDM:StartTimecode={timeFormat=25Timecode,timeValue=09:08:07:10}",
      "-XMP-xmpDM:TapeName=R3",
    ])
    try check("xmp", file, "09:08:07:10", ["timecode-sources-disagree"])
    // A mark of drop frame at a rate that has none is not written: ffprobe would read no timecode.
    try write(["-XMP-xmpDM:StartTimecode={timeValue=09;08;07;10}"])
    try FileManager.default.removeItem(at: work["stamped-xmp.mov"])
    try check("xmp", file, "09:08:07:10", ["timecode-sources-disagree", "timecode-assumed"])
    let output = work["reel.mov"]
    _ = try insert([file.path, "--source", "xmp", "-o", output.path])
    let format = Stamping.format(of: try #require(try Stamping.tracks(of: output).first))
    #expect(format["sourceName"] as? String == "R3")
  }

  /// MediaInfo#624: the XML beside a movie of a Sony camera, with a jump (CommandPost#3154's rate).
  @Test func sonyXMLBesideTheMovie() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let work = try Stamping()
    let file = work["C0001.MP4"]
    try encode("25", ["-c:v", "mpeg4", file.path])
    // Frames, seconds, minutes and hours in hexadecimal digits that are decimal.
    try Data(
      """
      <NonRealTimeMeta><LtcChangeTable tcFps="25">
      <LtcChange frameCount="0" value="00000010" status="increment"/>
      <LtcChange frameCount="10" value="05000011" status="increment"/>
      <LtcChange frameCount="24" value="19000011" status="end"/>
      </LtcChangeTable></NonRealTimeMeta>
      """.utf8
    ).write(to: work["C0001M01.XML"])
    let output = work["out.mp4"]
    _ = try insert([file.path, "--source", "sony-xml", "-o", output.path])
    let segments = try segments(output)
    #expect(segments.map(\.start) == ["10:00:00:00", "11:00:00:05"])
    #expect(segments.map(\.time) == [0, 0.4])
  }

  /// The satellite time of a GoPro camera, as exiftool reads it.
  @Test func satellites() throws {
    guard MediaTools.has("exiftool"),
      let file = SharedMedia.movie("gopro+gpmf-parser/_history__c15e34f5__samples__hero7.mp4")
    else { return }
    let work = try Stamping()
    let output = work["out.mp4"]
    let run = try insert([file.path, "--source", "gpmf", "--replace", "-o", output.path])
    #expect(run.stderr.contains("a clock in UTC"), "\(run.stderr)")
    let printed = String(
      decoding: try MediaTools.output("exiftool", ["-ee", "-s3", "-GPSDateTime", file.path]),
      as: UTF8.self)
    // 2017:04:17 17:31:03.000: hours and minutes; satellites are found after the start.
    let times = printed.split(separator: "\n").compactMap { $0.split(separator: " ").last }
    let start = try #require(try segments(output).first?.start)
    #expect(times.contains { $0.prefix(5) == start.prefix(5) }, "\(start) \(times)")
  }

  @Test func whatIsNotThere() throws {
    let run = try insert(
      [Self.media("timecode/25.mov"), "--source", "rtmd", "--replace", "--dry-run"], status: 1)
    #expect(run.stderr.contains("there is no rtmd in it; it has tmcd"), "\(run.stderr)")
  }

  @Test func anotherRate() throws {
    let run = try insert(
      [
        Self.media("timecode/25.mov"), "--source", "tmcd", "--rate", "30", "--replace",
        "--dry-run",
      ], status: 1)
    #expect(run.stderr.contains("tmcd counts 25 fps"), "\(run.stderr)")
  }

  @Test func dropFrameKeepsTheLabel() throws {
    let work = try Stamping()
    let output = work["out.mov"]
    _ = try insert([
      Self.media("timecode/2997-ndf.mov"), "--source", "tmcd", "--drop-frame", "--replace", "-o",
      output.path,
    ])
    let before = try #require(
      try segments(Stamping.media.appending(path: "timecode/2997-ndf.mov")).first?.start)
    let after = try #require(try segments(output).first?.start)
    #expect(after.contains(";"))
    #expect(after.prefix(8) == before.prefix(8))
  }

  // MARK: Linear timecode

  /// A movie of four seconds with 25 frames a second, and the audio of a WAV file.
  private func movie(_ work: Stamping, _ wave: LinearTimecodeWave, _ codec: String) throws -> URL {
    let (sound, file) = (work["ltc.wav"], work["ltc.mov"])
    try wave.file.write(to: sound)
    try ffmpeg([
      "-i", Self.media("rates/25.mov"), "-i", sound.path, "-map", "0:v", "-map", "1:a", "-c:v",
      "copy", "-c:a", codec, "-write_tmcd", "0", file.path,
    ])
    return file
  }

  /// shutter-encoder#3, olive#628, vokoscreenNG#225, gopro/labs#61, libltc#62, ltcsync#25 and #28: the
  /// timecode that another device sent into an audio input.
  @Test func linearTimecodeOfTheMovie() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let work = try Stamping()
    var wave = LinearTimecodeWave(channels: 2, channel: 1)
    // A fifth of a frame is silent, so label 5 begins there.
    wave.silence(384)
    wave.add(10, 20, 30, 5, count: 99, quanta: 25, rate: 25)
    let file = try movie(work, wave, "pcm_s16le")
    // The middle of the first frame has label 5.
    try check("ltc", file, "10:20:30:05")
    try check("ltc:2", file, "10:20:30:05")
    let silent = try insert([file.path, "--source", "ltc:1", "--dry-run"], status: 1)
    #expect(silent.stderr.contains("no linear timecode was found"), "\(silent.stderr)")
    let missing = try insert([file.path, "--source", "ltc:3", "--dry-run"], status: 1)
    #expect(missing.stderr.contains("track 2"), "\(missing.stderr)")
  }

  /// A jump begins with the frame whose middle has the new label; before the signal it counts back.
  @Test func aJump() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let work = try Stamping()
    var wave = LinearTimecodeWave()
    wave.silence(48000)
    wave.add(0, 0, 0, 10, count: 25, quanta: 25, rate: 25)
    wave.add(5, 0, 0, 0, count: 50, quanta: 25, rate: 25)
    let file = try movie(work, wave, "pcm_s24le")
    let output = work["out.mov"]
    let run = try insert([file.path, "--source", "ltc", "-o", output.path])
    #expect(run.stderr.contains("[timecode-extended]"), "\(run.stderr)")
    let segments = try segments(output)
    // A second before frame 10 of midnight.
    #expect(segments.map(\.start) == ["23:59:59:10", "05:00:00:00"])
    #expect(segments.map(\.time) == [0, 2])
  }

  @Test func compressedAudio() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let work = try Stamping()
    var wave = LinearTimecodeWave()
    wave.add(10, 0, 0, 0, count: 100, quanta: 25, rate: 25)
    let file = try movie(work, wave, "aac")
    let run = try insert([file.path, "--source", "ltc", "--dry-run"], status: 1)
    #expect(run.stderr.contains("uncompressed audio only"), "\(run.stderr)")
  }

  /// The recording of a separate device, which began 1 s earlier.
  @Test func linearTimecodeOfAWave() throws {
    let work = try Stamping()
    var wave = LinearTimecodeWave()
    wave.add(1, 0, 0, 2, count: 125, quanta: 25, rate: 25)
    let sound = work["rec.wav"]
    try wave.file.write(to: sound)
    let output = work["out.mov"]
    let run = try insert([
      Self.media("rates/25.mov"), "--from", sound.path, "--source", "ltc", "--offset", "1", "-o",
      output.path,
    ])
    #expect(run.stderr.contains("rec.wav: note: ltc in channel 1"), "\(run.stderr)")
    #expect(try segments(output).map(\.start) == ["01:00:01:02"])
    // A label of it is a moment too; the file ends after 01:00:05:01.
    let labelled = [
      Self.media("rates/25.mov"), "--from", sound.path, "--source", "ltc", "--overwrite", "-o",
      output.path, "--offset",
    ]
    _ = try insert(labelled + ["01:00:00:20"])
    #expect(try segments(output).map(\.start) == ["01:00:00:20"])
    for label in ["01:00:00:01", "01:00:05:02"] {
      let missing = try insert(labelled + [label], status: 1)
      #expect(
        missing.stderr.contains("rec.wav: no linear timecode in it has the label \(label)"),
        "\(missing.stderr)")
    }
    let bare = try insert(
      [Self.media("rates/25.mov"), "--from", sound.path, "--dry-run"], status: 1)
    #expect(bare.stderr.contains("'--source ltc' looks for"), "\(bare.stderr)")
  }

  /// Audio that is no timecode, in whatever form, is refused or read, without a crash.
  @Test func damagedWave() throws {
    let work = try Stamping()
    var wave = LinearTimecodeWave()
    wave.add(1, 0, 0, 2, count: 3, quanta: 25, rate: 25)
    let whole = wave.file
    let sound = work["rec.wav"]
    for place in stride(from: 0, to: 60, by: 1) {
      var damaged = whole
      damaged[damaged.startIndex + place] ^= 0xFF
      if place % 3 == 0 { damaged = damaged.prefix(place) }
      try damaged.write(to: sound)
      let run = try Tool.run([
        "-q", "insert", "timecode", Self.media("rates/25.mov"), "--from", sound.path, "--source",
        place % 2 == 0 ? "ltc" : "bext", "--dry-run",
      ])
      #expect([0, 1].contains(run.status), "\(place): \(run.stderr)")
    }
  }
}
