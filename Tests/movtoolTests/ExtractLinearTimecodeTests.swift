import Foundation
import Testing

/// `movtool extract timecode --source ltc`, and the rules about linear timecode.
@Suite struct ExtractLinearTimecodeTests {
  private struct Document {
    var json: [String: Any]
    var run: Tool.Result
    var track: [String: Any] { (json["tracks"] as? [[String: Any]])?.first ?? [:] }
    var stretches: [[String: Any]] { track["stretches"] as? [[String: Any]] ?? [] }
    var starts: [String] { stretches.compactMap { $0["start"] as? String } }
    var rules: Set<String> {
      Set((json["diagnostics"] as? [[String: Any]] ?? []).compactMap { $0["rule"] as? String })
    }
  }

  private func extract(_ file: URL, _ source: String = "ltc") throws -> Document {
    let run = try Tool.run(["extract", "timecode", "--source", source, file.path])
    #expect(run.status == 0, "\(run.stderr)")
    let json = try JSONSerialization.jsonObject(with: run.stdout) as? [String: Any]
    return Document(json: try #require(json), run: run)
  }

  private func extract(_ wave: LinearTimecodeWave) throws -> Document {
    let work = try Stamping()
    let file = work["a.wav"]
    try wave.file.write(to: file)
    return try extract(file)
  }

  @Test func stretchesAndUserBits() throws {
    var wave = LinearTimecodeWave(channels: 2, channel: 1)
    wave.silence(9600)
    wave.add(1, 2, 3, 4, count: 30, quanta: 25, rate: 25, userBits: 0x1234_ABCD)
    wave.add(5, 0, 0, 0, count: 30, quanta: 25, rate: 25, userBits: 0x1234_ABCD)
    let document = try extract(wave)
    #expect(document.json["schema"] as? String == "urn:movtool:linear-timecode:1")
    #expect(document.track["track"] is NSNull)
    #expect(document.track["channel"] as? Int == 2)
    #expect(document.starts == ["01:02:03:04", "05:00:00:00"])
    let first = try #require(document.stretches.first)
    #expect(first["frames"] as? Int == (3723 * 25) + 4)
    #expect(first["frameCount"] as? Int == 30)
    #expect(first["frameDuration"] as? [String: Int] == ["value": 1, "timescale": 25])
    #expect(first["dropFrame"] as? Bool == false && first["reversed"] as? Bool == false)
    let bits = try #require(first["userBits"] as? [String: Any])
    #expect(bits["digits"] as? String == "1234ABCD")
    #expect(bits["constant"] as? Bool == true)
    let time = try #require(first["time"] as? [String: Int])
    #expect(abs((time["value"] ?? 0) * 48000 / (time["timescale"] ?? 1) - 9600) <= 1)
  }

  /// Whoever asks a recording for its timecode track learns what to ask it for.
  @Test func recordingWithoutSource() throws {
    let work = try Stamping()
    let file = work["take.wav"]
    var wave = LinearTimecodeWave()
    wave.add(1, 0, 0, 0, count: 10, quanta: 25, rate: 25)
    try wave.file.write(to: file)
    let result = try Tool.run(["extract", "timecode", file.path])
    #expect(result.status == 1 && result.stdout.isEmpty)
    #expect(
      result.stderr.hasPrefix("movtool: \(file.path): a WAV file has no timecode track; ")
        && result.stderr.contains("'movtool extract timecode --all-sources FILE'")
        && result.stderr.contains("'movtool extract timecode --source ltc FILE'"),
      "\(result.stderr)")
  }

  @Test func tracksOfAMovie() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let work = try Stamping()
    let (sound, file) = (work["a.wav"], work["a.mov"])
    var wave = LinearTimecodeWave()
    wave.add(1, 0, 0, 0, count: 50, quanta: 25, rate: 25)
    try wave.file.write(to: sound)
    let made = try MediaTools.run(
      "ffmpeg",
      [
        "-v", "error", "-i", sound.path, "-i", sound.path, "-map", "0:a", "-map", "1:a", "-c:a:0",
        "aac", "-c:a:1", "pcm_s16le", file.path,
      ], stdin: Data())
    #expect(made.status == 0, "\(made.stderr)")
    let document = try extract(file)
    #expect(document.rules.contains("ltc-unreadable"))
    #expect(document.run.stderr.contains("[ltc-unreadable]"))
    let tracks = document.json["tracks"] as? [[String: Any]]
    #expect(tracks?.map { $0["track"] as? Int } == [2])
    #expect(document.starts == ["01:00:00:00"])
  }

  // MARK: Rules

  @Test func reversed() throws {
    var wave = LinearTimecodeWave()
    wave.add(1, 0, 10, 0, count: 60, quanta: 25, rate: 25, isReversed: true)
    let document = try extract(wave)
    #expect(document.rules.contains("ltc-reversed"))
    #expect(document.stretches.first?["reversed"] as? Bool == true)
    #expect(document.run.stderr.contains("played backwards [ltc-reversed]"))
  }

  @Test func speed() throws {
    var wave = LinearTimecodeWave()
    wave.add(1, 0, 0, 0, count: 120, quanta: 25, rate: 25.25)
    #expect(try extract(wave).rules.contains("ltc-speed"))
  }

  @Test func rateIsAGuess() throws {
    var wave = LinearTimecodeWave()
    wave.add(1, 0, 0, 1, count: 6, quanta: 25, rate: 27)
    #expect(try extract(wave).rules.contains("ltc-rate"))
  }

  @Test func rateIsContradicted() throws {
    let work = try Stamping()
    let file = work["a.wav"]
    var wave = LinearTimecodeWave()
    wave.add(1, 0, 0, 0, count: 60, quanta: 30, rate: 30)
    try wave.file.write(to: file)
    let run = try Tool.run([
      "insert", "timecode", Stamping.media.appending(path: "rates/25.mov").path, "--from",
      file.path, "--source", "ltc", "--rate", "25", "--dry-run",
    ])
    #expect(run.status == 1 && run.stderr.contains("ltc counts 30 fps, so '--rate' does not apply"))
  }

  /// Labels that last two frames of the video and begin with an odd one: 25 frames per second after half a
  /// second, on 50.
  @Test(arguments: [23_040, 24_000, 24_960]) func halfRate(silence: Int) throws {
    let work = try Stamping()
    let (file, output) = (work["a.wav"], work["out.mov"])
    var wave = LinearTimecodeWave()
    wave.silence(silence)
    wave.add(1, 0, 0, 0, count: 100, quanta: 25, rate: 25)
    try wave.file.write(to: file)
    let run = try Tool.run([
      "insert", "timecode", Stamping.media.appending(path: "rates/50.mov").path, "--from",
      file.path, "--source", "ltc", "-o", output.path,
    ])
    #expect(run.status == 0, "\(run.stderr)")
    let labels = try Tool.run(["extract", "timecode", "--frames", "--format", "csv", output.path])
      .text.split(whereSeparator: \.isNewline).dropFirst().compactMap { line in
        line.split(separator: ",").first { $0.contains(":") }.map(String.init)
      }
    // A frame of the video lasts 960 samples of the audio.
    let first = silence / 960
    try #require(labels.count > first + 4)
    #expect(
      Array(labels[first - 2..<first + 4]) == [
        "00:59:59:24", "00:59:59:24", "01:00:00:00", "01:00:00:00", "01:00:00:01", "01:00:00:01",
      ])
  }

  /// Labels that drop frame would leave out, with its flag.
  @Test func dropFrameFlag() throws {
    var wave = LinearTimecodeWave()
    wave.add(0, 0, 59, 0, count: 60, quanta: 30, rate: 30, isDropFrame: true)
    let document = try extract(wave)
    #expect(document.rules.contains("ltc-drop-frame"), "\(document.json)")
  }

  @Test func dropOut() throws {
    var wave = LinearTimecodeWave()
    wave.add(1, 0, 0, 0, count: 20, quanta: 25, rate: 25)
    wave.silence(1920 * 3)
    wave.add(1, 0, 0, 23, count: 20, quanta: 25, rate: 25)
    let document = try extract(wave)
    #expect(document.rules.contains("ltc-drop-out"))
    #expect(document.starts == ["01:00:00:00"])
  }

  @Test func stray() throws {
    var wave = LinearTimecodeWave()
    wave.add(1, 0, 0, 0, count: 20, quanta: 25, rate: 25)
    wave.add(9, 9, 9, 9, count: 1, quanta: 25, rate: 25)
    wave.add(1, 0, 0, 21, count: 20, quanta: 25, rate: 25)
    let document = try extract(wave)
    #expect(document.rules.contains("ltc-stray"))
    #expect(document.starts == ["01:00:00:00"])
  }

  @Test func options() throws {
    let other = try Tool.run(["extract", "timecode", "--source", "rtmd", "x.mov"])
    #expect(other.status == 2 && other.stderr.contains("--all-sources"), "\(other.stderr)")
    let both = try Tool.run(["extract", "timecode", "--source", "ltc", "--all-sources", "x.mov"])
    #expect(both.status == 2)
    let missing = try Tool.run(["extract", "timecode", "--source", "ltc", "/nonexistent.mov"])
    #expect(missing.status == 1 && missing.stdout.isEmpty)
  }
}
