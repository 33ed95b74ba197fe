import Foundation
import Testing

@Suite struct ExtractTrackTests {
  private let media = Stamping.media

  private struct Line: Decodable {
    var sample: Int
    var samples: Int
    var offset: Int
    var size: Int
    var position: Int
    var dts: Int
    var pts: Int
    var duration: Int
    var timescale: Int
    var sync: Bool
    var description: Int
  }

  private func lines(_ text: Data) throws -> [Line] {
    try text.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Line.self, from: $0)
    }
  }

  private func extract(_ name: String, _ arguments: String...) throws -> Tool.Result {
    try Tool.run(["extract", "track", media.appendingPathComponent(name).path] + arguments)
  }

  @Test(arguments: [
    ("camera/vfr.mp4", "1"), ("sound/pcm-24.mov", "1"), ("sound/aac.m4a", "1"),
    ("fragments/moov-with-samples.mp4", "1"), ("sound/ima4.mov", "1"),
  ])
  func rawBytesAndTheirIndex(name: String, track: String) throws {
    try Tool.withFolder { folder in
      let out = folder.appendingPathComponent("out")
      let index = folder.appendingPathComponent("index")
      let result = try extract(
        name, "--track", track, "--format", "raw", "-o", out.path, "--index", index.path)
      #expect(result.status == 0 && result.stderr.isEmpty)
      let movie = try Data(contentsOf: media.appendingPathComponent(name))
      let bytes = try Data(contentsOf: out)
      let found = try lines(try Data(contentsOf: index))
      #expect(!found.isEmpty)
      var offset = 0
      var sample = 0
      for line in found {
        #expect(line.offset == offset && line.sample == sample)
        #expect(
          bytes[offset..<offset + line.size] == movie[line.position..<line.position + line.size])
        offset += line.size
        sample += line.samples
      }
      #expect(offset == bytes.count)
      // `--list` prints the same index.
      let list = try extract(name, "--track", track, "--list")
      #expect(list.stdout == (try Data(contentsOf: index)))
      // A pipe receives the same bytes.
      let piped = try extract(name, "--track", track, "--format", "raw")
      #expect(piped.stdout == bytes)
    }
  }

  @Test func aListIsReadableByJQ() throws {
    let list = try extract("rates/25.mov", "--list")
    let found = try lines(list.stdout)
    #expect(found.count == 100)
    #expect(found.map(\.dts) == (0..<100).map { $0 * 512 })
    #expect(found.allSatisfy { $0.timescale == 12800 && $0.duration == 512 && $0.samples == 1 })
    #expect(found[0].sync)
  }

  // MARK: Byte streams

  /// Returns the hashes of the frames that ffmpeg decodes.
  private func frames(_ stream: URL, _ format: String) throws -> [String] {
    let text = try MediaTools.output(
      "ffmpeg", ["-nostdin", "-v", "quiet", "-f", format, "-i", stream.path, "-f", "framemd5", "-"])
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last.map(String.init) }
  }

  @Test(arguments: [
    ("camera/moov-first.mov", "h264"), ("camera/hevc.mp4", "hevc"), ("camera/vfr.mp4", "h264"),
    ("codecs/x264-open-gop.mp4", "h264"), ("codecs/x264-interlaced.mov", "h264"),
    ("fragments/default-base-moof.mp4", "h264"), ("edits/negative-offsets.mp4", "h264"),
  ])
  func byteStreamsDecodeAsFFmpegs(name: String, format: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let ours = folder.appendingPathComponent("ours")
      let index = folder.appendingPathComponent("i")
      let theirs = folder.appendingPathComponent("theirs")
      let result = try extract(name, "--track", "1", "-o", ours.path, "--index", index.path)
      #expect(result.status == 0 && result.stderr.isEmpty)
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-nostdin", "-v", "quiet", "-ignore_editlist", "1", "-i",
          media.appendingPathComponent(name).path, "-map", "0:0", "-c", "copy", "-bsf:v",
          "\(format)_mp4toannexb", "-f", format, theirs.path,
        ])
      let wanted = try frames(theirs, format)
      #expect(!wanted.isEmpty)
      #expect(try frames(ours, format) == wanted)
      // The offset of every line of the index is at a start code.
      let bytes = try Data(contentsOf: ours)
      var offset = 0
      for line in try lines(try Data(contentsOf: index)) {
        #expect(line.offset == offset)
        #expect(bytes[offset..<offset + 4] == Data([0, 0, 0, 1]))
        offset += line.size
      }
      #expect(offset == bytes.count)
    }
  }

  // MARK: Audio

  @Test(arguments: [
    "pcm-24-96k", "pcm-24", "pcm-5.1", "pcm-8", "pcm-float", "pcm-little-endian", "pcm-s16",
  ])
  func soundIsTheSameAsWAVE(name: String) throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    try Tool.withFolder { folder in
      let wave = folder.appendingPathComponent("out.wav")
      let result = try extract("sound/\(name).mov", "--format", "wav", "-o", wave.path)
      #expect(result.status == 0 && result.stderr.isEmpty)
      func sum(_ file: URL) throws -> Data {
        try MediaTools.output(
          "ffmpeg",
          [
            "-nostdin", "-v", "error", "-i", file.path, "-map", "0:a", "-c:a", "pcm_f64le", "-f",
            "md5", "-",
          ])
      }
      func shape(_ file: URL) throws -> Data {
        try MediaTools.output(
          "ffprobe",
          [
            "-v", "error", "-show_entries", "stream=sample_rate,channels,bits_per_sample", "-of",
            "csv", file.path,
          ])
      }
      let movie = media.appendingPathComponent("sound/\(name).mov")
      #expect(try sum(wave) == sum(movie))
      #expect(try shape(wave) == shape(movie))
      let bytes = try Data(contentsOf: wave)
      #expect(bytes.prefix(4) == Data("RIFF".utf8))
      let size = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      #expect(size == bytes.count - 8)
    }
  }

  /// Samples of 24 bits in the upper part of 32, whose lowest byte is zero, sound the same in the WAV file. Those in
  /// the lower part, and channels that are not interleaved, are refused, and the message says why. A description of
  /// `lpcm` has its bits and then its flags 56 bytes after it begins.
  @Test(
    arguments: [
      (24, 0x14, nil), (20, 0x14, nil), (16, 0x14, nil),
      (24, 0x4, "its values are 24 bits in the lower part of 32"),
      (32, 0x2C, "the values of its channels are not interleaved"),
    ] as [(UInt32, UInt32, String?)], ["wav", "elementary"])
  func bitsOfLongerWords(layout: (UInt32, UInt32, String?), form: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let (movie, wave) = (folder.appending(path: "a.mov"), folder.appending(path: "a.wav"))
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i", "anoisesrc=r=96000:d=0.2:seed=3:a=0.3",
          "-af", "aformat=s16", "-ac", "2", "-c:a", "pcm_s32le", movie.path,
        ])
      func sum(_ file: URL) throws -> Data {
        try MediaTools.output(
          "ffmpeg",
          ["-nostdin", "-v", "error", "-i", file.path, "-c:a", "pcm_s32le", "-f", "md5", "-"])
      }
      let before = try sum(movie)
      var bytes = try Data(contentsOf: movie)
      let entry = try #require(bytes.range(of: Data("lpcm".utf8))).lowerBound - 4
      bytes.replaceSubrange(
        entry + 56..<entry + 64, with: Handmade.number(layout.0) + Handmade.number(layout.1))
      try bytes.write(to: movie)
      let result = try Tool.run([
        "extract", "track", movie.path, "--format", form, "-o", wave.path,
      ])
      guard let obstacle = layout.2 else {
        #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
        #expect(try sum(wave) == before)
        return
      }
      #expect(result.status == 1)
      #expect(
        result.stderr.contains(
          "track 1 cannot become a WAV file: \(obstacle); use --format raw"), "\(result.stderr)")
    }
  }

  // MARK: A stretch of time

  private func keys(_ line: String) -> [String: Int] {
    let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return (object ?? [:]).compactMapValues { ($0 as? NSNumber)?.intValue }
  }

  /// One frame lasts 512 ticks of 12800 per second. The five frames shown from 1.2 s to 1.4 s begin
  /// at 15360, and are decoded from the sync sample at 12800.
  @Test(arguments: ["plain.mov", "sidx.mp4", "global-sidx.mp4", "no-mfra.mp4", "cmaf.mp4"])
  func aStretchOfAFragmentedMovie(name: String) throws {
    let whole = try extract("fragments/\(name)", "--track", "1", "--list").text
      .split(separator: "\n").map { keys(String($0)) }
    let result = try extract(
      "fragments/\(name)", "--track", "1", "--list", "--from", "1.2", "--to", "1.4")
    #expect(result.status == 0 && result.stderr.isEmpty)
    let found = result.text.split(separator: "\n").map { keys(String($0)) }
    let shown = found.compactMap { $0["pts"] }.filter { $0 >= 15360 && $0 < 17920 }
    #expect(shown.sorted() == [15360, 15872, 16384, 16896, 17408])
    #expect(found.first?["dts"] == 12800 && found.first?["sync"] == 1)
    let first = try #require(whole.firstIndex { $0["dts"] == 12800 })
    let offset = try #require(whole[first]["offset"])
    // The lines are the same, except for the sample number and the offset in the output.
    let wanted = whole[first...].prefix(found.count).map { line in
      var line = line
      line["sample"] = nil
      line["offset"] = line["offset"].map { $0 - offset }
      return line
    }
    #expect(found == wanted)
  }

  @Test func aStretchAsAByteStream() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let out = folder.appendingPathComponent("out")
      let result = try extract(
        "fragments/plain.mp4", "--track", "1", "--from", "1.1", "-o", out.path)
      #expect(result.status == 0)
      // The output is the second of two groups of 25 pictures each.
      #expect(try frames(out, "h264").count == 25)
    }
  }

  @Test func aStretchOfAnUnfragmentedMovieKeepsItsNumbers() throws {
    let result = try extract("camera/mjpeg.mov", "--list", "--from", "0.4", "--to", "0.5")
    let found = try lines(result.stdout)
    #expect(found.map(\.sample) == [10, 11, 12])
    #expect(found[0].offset == 0)
  }

  @Test(arguments: ["pcm-s16", "pcm-24", "pcm-float"])
  func soundIsCutToTheSample(name: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let wave = folder.appendingPathComponent("out.wav")
      let result = try extract(
        "sound/\(name).mov", "--format", "wav", "--from", "0.1", "--to", "0.35", "-o", wave.path)
      #expect(result.status == 0 && result.stderr.isEmpty)
      func sum(_ arguments: String...) throws -> Data {
        try MediaTools.output(
          "ffmpeg",
          ["-nostdin", "-v", "error"] + arguments + ["-c:a", "pcm_f64le", "-f", "md5", "-"])
      }
      let movie = media.appendingPathComponent("sound/\(name).mov")
      #expect(
        try sum("-i", wave.path) == sum("-i", movie.path, "-af", "atrim=start=0.1:end=0.35"))
      let bytes = try Data(contentsOf: wave)
      #expect(bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } == bytes.count - 8)
    }
  }

  @Test func aWrongIndexIsTold() throws {
    try Tool.withFolder { folder in
      var bytes = try Data(
        contentsOf: media.appendingPathComponent("fragments/global-sidx.mp4"))
      let sidx = try #require(bytes.range(of: Data("sidx".utf8))).lowerBound
      // This is the lowest byte of the first fragment's size, after 36 bytes of the atom's own
      // fields.
      bytes[sidx + 39] ^= 0x10
      let damaged = folder.appendingPathComponent("damaged.mp4")
      try bytes.write(to: damaged)
      let list = ["--track", "1", "--list", "--from", "1.2", "--to", "1.4"]
      let result = try Tool.run(["extract", "track", damaged.path] + list)
      #expect(result.status == 0)
      #expect(result.stderr.contains("warning: ") && result.stderr.contains("[fragment-index]"))
      let sound = try Tool.run(
        ["extract", "track", media.appendingPathComponent("fragments/global-sidx.mp4").path] + list)
      #expect(result.text == sound.text && !sound.text.isEmpty && sound.stderr.isEmpty)
    }
  }

  // MARK: Refusals

  @Test func oneOfSeveralTracksMustBeNamed() throws {
    let result = try extract("camera/moov-first.mov", "--format", "raw")
    #expect(result.status == 1 && result.stdout.isEmpty)
    #expect(
      result.stderr.hasSuffix(
        "several tracks match; choose one with --track: 1 (video, avc1), 2 (audio, mp4a)\n"
      ))
    // Only one of the tracks can become a byte stream.
    #expect(try extract("camera/moov-first.mov", "--format", "annexb").status == 0)
  }

  /// Of the audio tracks, one can become a WAV file.
  @Test func theFormatChoosesAmongTracksOfAKind() throws {
    try Tool.withFolder { folder in
      let movie = folder.appendingPathComponent("mix.mov").path
      let inserted = try Tool.run([
        "insert", "track", media.appendingPathComponent("camera/moov-first.mov").path, "--from",
        media.appendingPathComponent("sound/pcm-s16.mov").path, "-o", movie,
      ])
      #expect(inserted.status == 0, "\(inserted.stderr)")
      let waves = try [[], ["--track", "audio"], ["--track", "audio:2"]].map { options in
        let result = try Tool.run(["extract", "track", movie, "--format", "wav"] + options)
        #expect(result.status == 0, "\(result.stderr)")
        return result.stdout
      }
      #expect(waves[0].starts(with: Data("RIFF".utf8)) && waves.allSatisfy { $0 == waves[0] })
      let raw = try Tool.run(["extract", "track", movie, "--track", "audio", "--format", "amr"])
      #expect(raw.status == 1 && raw.stderr.contains("several tracks match"), "\(raw.stderr)")
    }
  }

  /// The message says what a track must be.
  @Test func noTrackCanBeWrittenSo() throws {
    let tracks = "; the tracks are 1 (video, avc1), 2 (audio, mp4a)"
    for (format, need) in [
      ("wav", "uncompressed audio, which a WAV file has"), ("amr", "AMR"), ("flac", "FLAC"),
    ] {
      let result = try extract("camera/moov-first.mov", "--format", format)
      #expect(result.status == 1)
      #expect(result.stderr.hasSuffix(": no track is \(need)\(tracks)\n"), "\(result.stderr)")
    }
    try Tool.withFolder { folder in
      let named = try extract(
        "camera/moov-first.mov", "-o", folder.appendingPathComponent("a.wav").path)
      #expect(
        named.stderr.contains(
          "uncompressed audio, which a WAV file has\(tracks); the name of OUT asks for that format"),
        "\(named.stderr)")
    }
  }

  /// AAC overlaps the packet before, and `roll` says so: the packets of 1024 at 48000 Hz from 0.2 s of a movie that
  /// shows its media from 1024 on begin with 10. Two earlier come 8 and 9. Of Opus, packets of 960, four are 80 ms;
  /// of MP3, of which the first has 9, ten come before; of FLAC, none.
  @Test(arguments: [
    ("aac.m4a", 8), ("opus.mp4", 6), ("mp3.mov", 0), ("flac.mp4", 2), ("pcm-s16.mov", nil),
  ])
  func compressedSoundBeginsEarlier(file: String, first: Int?) throws {
    let found = try lines(try extract("sound/\(file)", "--list", "--from", "0.2").stdout)
    #expect(found.first?.sample == (first ?? 9600))
  }

  /// Ten packets of 576 at 8 kHz last 0.72 s, and so much of a fragmented movie is read before the time.
  @Test func slowSoundInFragments() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let (plain, fragmented) = (
        folder.appending(path: "plain.mov").path, folder.appending(path: "fragmented.mov").path
      )
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "sine=d=6", "-ar", "8000", "-c:a", "libmp3lame",
          plain,
        ])
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-v", "error", "-i", plain, "-c", "copy", "-movflags", "empty_moov+default_base_moof",
          "-frag_duration", "200000", fragmented,
        ])
      for movie in [plain, fragmented] {
        let listed = try Tool.run([
          "extract", "track", movie, "--from", "3", "--to", "3.01", "--list",
        ])
        // The packet of the time, and ten before it.
        #expect(listed.text.split(separator: "\n").count == 11, "\(movie)")
      }
    }
  }

  @Test func whatDoesNotFit() throws {
    let missing = try extract("rates/25.mov", "--track", "9")
    #expect(missing.status == 1)
    #expect(missing.stderr.contains("there is no track 9; the only track is 1 (video, avc1)"))
    let part = try extract("fragments/plain.mp4", "--track", "9", "--from", "1")
    #expect(
      part.stderr.contains("there is no track 9; the tracks are 1 (video, avc1), 2 (audio, mp4a)"))
    let wave = try extract("rates/25.mov", "--track", "1", "--format", "wav")
    #expect(wave.status == 1)
    #expect(wave.stderr.contains("track 1 is not uncompressed audio (it is avc1)"))
    let stream = try extract("sound/aac.m4a", "--track", "1", "--format", "annexb")
    #expect(stream.status == 1)
    #expect(stream.stderr.contains("mp4a is not H.264 or HEVC"))
    #expect(try extract("rates/25.mov", "--list", "--format", "raw").status == 2)
  }

  @Test func aCutFileLeavesNoHalfOutput() throws {
    try Tool.withFolder { folder in
      let out = folder.appendingPathComponent("out")
      let result = try extract("headers/truncated-mdat.mov", "--format", "raw", "-o", out.path)
      #expect(result.status == 1)
      #expect(result.stderr.contains("go beyond the end of the file"))
      #expect(!FileManager.default.fileExists(atPath: out.path))
    }
  }

  /// Nothing is written, and a warning says so.
  @Test func tracksWithoutSamples() throws {
    try Tool.withFolder { folder in
      let out = folder.appendingPathComponent("out")
      for (name, track) in [
        ("tables/stsc-zero-samples.mov", "1"), ("tables/stss-empty.mov", "1"),
      ] {
        let result = try extract(name, "--track", track, "-o", out.path, "--overwrite")
        #expect(result.status == 0)
        #expect(
          result.stderr.contains("so nothing is extracted [nothing-extracted]")
            == name.contains("zero"),
          "\(result.stderr)")
      }
    }
  }

  @Test func samplesInAnotherFile() throws {
    let result = try extract("tables/external-url.mov", "--track", "1")
    #expect(result.status == 1)
    #expect(result.stderr.contains("the data is in another file"))
  }

  @Test func moreSamplesThanBytes() throws {
    let result = try extract("hostile/constant-stsz.mov", "--list", "--track", "1")
    #expect(result.status == 0)
    #expect(result.stderr.contains("[samples-left-out]"))
  }

  /// The loudspeakers of WAV files that ffmpeg makes movies of are those of the WAV files that come
  /// out again, if WAV has their order.
  @Test func loudspeakersOfWave() throws {
    guard MediaTools.has("ffmpeg"), MediaTools.has("ffprobe") else { return }
    try Tool.withFolder { folder in
      let (movie, wave) = (
        folder.appendingPathComponent("a.mov"), folder.appendingPathComponent("a.wav")
      )
      // Surround is at the sides where WAVE's order has it there, and else in the back.
      for (layout, expected) in [
        ("3.0", "3.0"), ("4.0", "4.0"), ("5.0", "5.0"), ("5.1", "5.1"), ("5.1(side)", "5.1(side)"),
        ("6.1", "6.1(back)"), ("7.1(wide)", "7.1(wide)"), ("quad", "quad"), ("2.1", "2.1"),
        ("octagonal", "octagonal"),
      ] {
        _ = try MediaTools.output(
          "ffmpeg",
          [
            "-y", "-v", "error", "-f", "lavfi", "-i", "anullsrc=cl=\(layout):r=48000", "-t", "0.1",
            "-c:a", "pcm_s16le", movie.path,
          ])
        let result = try Tool.run([
          "extract", "track", movie.path, "--format", "wav", "-o", wave.path, "--overwrite",
        ])
        #expect(result.status == 0 && result.stderr.isEmpty, "\(layout): \(result.stderr)")
        let found = try MediaTools.output(
          "ffprobe",
          [
            "-v", "error", "-show_entries", "stream=channel_layout", "-of",
            "default=nw=1:nk=1", wave.path,
          ])
        let name = String(decoding: try #require(found), as: UTF8.self)
          .trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(name == expected, "\(layout)")
      }
    }
  }

  /// An order that WAV does not have is named: film's, with the centre second.
  @Test func orderWithoutMask() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let (movie, film) = (
        folder.appendingPathComponent("a.mov"), folder.appendingPathComponent("film.mov")
      )
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "anullsrc=cl=5.1(side):r=48000", "-t", "0.1",
          "-c:a", "pcm_s16le", movie.path,
        ])
      let path = "moov/trak/mdia/minf/stbl/stsd/sowt/chan"
      let edited = try Tool.run([
        "edit", "atom", movie.path, path, "channel_layout_tag=0x7B0006", "-o", film.path,
      ])
      #expect(edited.status == 0, "\(edited.stderr)")
      let result = try Tool.run([
        "extract", "track", film.path, "--format", "wav", "-o",
        folder.appendingPathComponent("a.wav").path,
      ])
      #expect(result.status == 0)
      #expect(
        result.stderr.contains(
          "(left front, centre front, right front, left surround, right surround, "
            + "low frequencies), so it does not say which loudspeakers they are for [wav-speakers]"),
        "\(result.stderr)")
    }
  }

  /// A layout of another number of channels says nothing of those that are there.
  @Test func layoutOfOtherChannels() throws {
    try Tool.withFolder { folder in
      let wrong = folder.appendingPathComponent("wrong.mov")
      let edited = try Tool.run([
        "edit", "atom", media.appendingPathComponent("sound/pcm-5.1.mov").path,
        "moov/trak/mdia/minf/stbl/stsd/sowt/chan", "channel_layout_tag=0x650002", "-o", wrong.path,
      ])
      #expect(edited.status == 0, "\(edited.stderr)")
      let result = try Tool.run([
        "extract", "track", wrong.path, "--format", "wav", "-o",
        folder.appendingPathComponent("a.wav").path,
      ])
      #expect(result.status == 0)
      #expect(
        result.stderr.contains(
          "chan names 2 channels, and track 1 has 6, so it does not say which loudspeakers they are for "
            + "[wav-speakers]"), "\(result.stderr)")
    }
  }

  /// An encrypted track is extracted with a warning.
  @Test func encryptedSamplesAreNamed() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let movie = folder.appendingPathComponent("encrypted.mp4")
      let key = "00112233445566778899aabbccddeeff"
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-v", "error", "-i", media.appendingPathComponent("camera/moov-first.mp4").path, "-an",
          "-c", "copy", "-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key,
          "-encryption_kid", key, movie.path,
        ])
      let out = folder.appendingPathComponent("out.h264")
      let result = try Tool.run(
        ["extract", "track", movie.path, "--track", "1", "-o", out.path])
      #expect(result.status == 0)
      #expect(result.stderr.contains("the samples are encrypted (cenc)"))
      #expect(result.stderr.contains("[encrypted-samples]"))
      #expect(try Data(contentsOf: out).isEmpty == false)
    }
  }
}
