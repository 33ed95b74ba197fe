import Foundation
import TestSupport
import Testing

/// The results of `movtool remux` and `build --video MOVIE`, as other programs read them.
@Suite struct RemuxToolTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  static let layouts: [[String]] = [
    [], ["--fast-start"], ["--fragment", "1"], ["--no-fragments"],
    ["--fragment", "1", "--fast-start"],
  ]

  private static let movies = [
    "camera/camera.mov", "camera/language.mov", "metadata/itunes.m4a", "metadata/mdta-keys.mov",
    "metadata/3gpp.3gp", "quicktime/ios-like.mov", "camera/rotated.mp4", "timecode/25-camera.mov",
    "fragments/timecode.mov", "edits/late-video.mov",
  ]

  private func remux(_ name: String, _ options: [String]) throws -> (old: URL, new: URL) {
    let source = Stamping.media.appending(path: name)
    let output = work["out." + source.pathExtension]
    try? FileManager.default.removeItem(at: output)
    let result = try Tool.run(["remux", source.path, "-o", output.path] + options)
    try #require(result.status == 0, "\(name) \(options): \(result.stderr)")
    #expect(try work.names.contains { $0.hasPrefix(".") } == false)
    return (source, output)
  }

  /// Uncompressed audio has many frames in a sample of a fragment, and one in each sample without fragments.
  @Test(arguments: ["pcm_s16le", "pcm_s24be", "pcm_f32le"], ["0.4", "1.3"])
  func soundThereAndBack(codec: String, seconds: String) throws {
    guard let ffmpeg = MediaTools.program("ffmpeg") else { return }
    let (movie, fragments, back) = (work["a.mov"], work["f.mov"], work["b.mov"])
    let made = try Tool.execute(
      ffmpeg,
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=440:r=44100:d=\(seconds)", "-c:a",
        codec, "-ac", "2", movie.path,
      ])
    try #require(made.status == 0, "\(made.stderr)")
    for arguments in [
      ["remux", movie.path, "--fragment", "1", "-o", fragments.path],
      ["remux", fragments.path, "--no-fragments", "-o", back.path],
    ] {
      let result = try Tool.run(arguments)
      #expect(result.status == 0, "\(result.stderr)")
    }
    func tables(_ file: URL) throws -> [String] {
      try ["stts", "stsz"].map { table in
        let json = try Tool.run([
          "inspect", "--json", "--atom", "moov/trak[0]/mdia/minf/stbl/\(table)", file.path,
        ])
        let document = try JSONSerialization.jsonObject(with: json.stdout) as? [String: Any]
        let atom = (document?["atoms"] as? [[String: Any]])?.first
        let fields = try #require(atom?["fields"])
        return String(
          decoding: try JSONSerialization.data(withJSONObject: fields, options: .sortedKeys),
          as: UTF8.self)
      }
    }
    #expect(try tables(back) == tables(movie))
    func hash(_ file: URL) throws -> Substring? {
      try Tool.run(["hash", file.path, "--track", "1"]).text.split(separator: " ").first
    }
    #expect(try hash(back) == hash(movie))
  }

  /// Returns exiftool's tags, except those about the file itself and the offsets of its media.
  private static func tags(_ file: URL) throws -> [String: String] {
    let places = [
      "Size", "Offset", "Duration", "File", "SourceFile", "Brand", "Sequence", "Sync",
      "SampleGroup",
      "TimeToSample", "MovieHeaderVersion", "TrackHeaderVersion", "MediaHeaderVersion",
      "VideoFrameRate", "AvgBitrate", "Directory", "MinorVersion", "Warning", "SegmentIndex",
    ]
    return try MediaTools.tags(file).filter { key, _ in !places.contains { key.contains($0) } }
  }

  @Test(arguments: movies) func othersSeeTheSameMetadata(_ name: String) throws {
    for layout in Self.layouts {
      let (old, new) = try remux(name, layout)
      if MediaTools.has("exiftool") {
        let (before, after) = (try Self.tags(old), try Self.tags(new))
        for (key, value) in before {
          #expect(after[key] == value, "\(name) \(layout): \(key)")
        }
      }
      if MediaTools.has("ffprobe") {
        let show = { (file: URL) in
          try MediaTools.output(
            "ffprobe",
            [
              "-v", "error", "-show_entries",
              "stream=index,codec_tag_string,width,height:stream_tags:stream_disposition:"
                + "format_tags=title,artist,comment,creation_time:stream_side_data", "-of", "json",
              file.path,
            ])
        }
        #expect(try show(old) == show(new), "\(name) \(layout)")
      }
    }
  }

  @Test(arguments: [
    "camera/camera.mov", "camera/vfr.mp4", "edits/late-sound.mp4", "codecs/x264-open-gop.mp4",
    "fragments/plain.mp4", "fragments/moov-with-samples.mp4", "sound/opus.mp4",
  ]) func framesAreTheSame(_ name: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    for layout in Self.layouts {
      let (old, new) = try remux(name, layout)
      // ffmpeg does not know the durations of frames in fragments. For audio in fragments it shows
      // what an edit hides, even if it wrote the fragments itself.
      let options = layout.contains("--fragment") ? ["-ignore_editlist", "1"] : []
      let hashes = { (file: URL) in
        try MediaTools.frames(file, options).map { line in
          let fields = line.split(separator: ",")
          return [fields[0], fields[fields.count - 1]].joined(separator: ",")
        }.sorted()
      }
      #expect(try hashes(old) == hashes(new), "\(name) \(layout)")
    }
  }

  @Test func buildKeepsWhatRemuxKeeps() throws {
    guard MediaTools.has("exiftool") else { return }
    for name in ["camera/camera.mov", "quicktime/ios-like.mov", "metadata/mdta-keys.mov"] {
      let source = Stamping.media.appending(path: name)
      for layout in [[], ["--fast-start"], ["--fragment", "1"]] {
        let output = work["built.mov"]
        try? FileManager.default.removeItem(at: output)
        let result = try Tool.run(["build", output.path, "--video", source.path] + layout)
        try #require(result.status == 0, "\(result.stderr)")
        let (before, after) = (try Self.tags(source), try Self.tags(output))
        for (key, value) in before { #expect(after[key] == value, "\(name) \(layout): \(key)") }
      }
    }
  }

  /// New audio and timecode replace the old ones; everything else is kept.
  @Test func buildReplacesTracks() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let wave = work["new.wav"]
    _ = try MediaTools.output(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "sine=d=2", "-c:a", "pcm_s16le", wave.path])
    let source = Stamping.media.appending(path: "timecode/25-camera.mov")
    let output = work["out.mov"]
    let result = try Tool.run([
      "build", output.path, "--video", source.path, "--audio", wave.path, "--timecode",
      "02:00:00:00",
    ])
    try #require(result.status == 0, "\(result.stderr)")
    let streams = try MediaTools.streams(output)
    #expect(streams.filter { $0.kind == "audio" }.count == 1)
    #expect(streams.filter { $0.tag == "tmcd" }.map(\.timecode) == ["02:00:00:00"])
    #expect(streams.filter { $0.kind == "video" }.map(\.timecode) == ["02:00:00:00"])
  }

  /// Encrypted movies from another project can still be decrypted, with the key published with
  /// them.
  @Test(arguments: ["cenc-mdat", "cbcs", "cens"]) func staysDecryptable(_ scheme: String) throws {
    guard MediaTools.has("ffmpeg"), let folder = SharedMedia.movie("google+ExoPlayer") else {
      return
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let name = try #require(names.first { $0.hasSuffix("v_frag-\(scheme).mp4") })
    let source = folder.appending(path: name)
    let frames = { (file: URL) in
      try MediaTools.output(
        "ffmpeg",
        [
          "-v", "error", "-decryption_key", "ebdd62f16814d27b68ef122afce4ae3c", "-i", file.path,
          "-f", "framemd5", "-",
        ])
    }
    for length in ["0.1", "1"] {
      let output = work["out\(length).mp4"]
      let result = try Tool.run(
        ["remux", source.path, "-o", output.path, "--fragment", length, "--fast-start"])
      try #require(result.status == 0, "\(result.stderr)")
      #expect(try frames(source) == frames(output))
    }
    // ffmpeg cannot read movies without fragments of which only a part is encrypted.
    guard scheme == "cenc-mdat" else { return }
    let output = work["plain.mp4"]
    let result = try Tool.run(["remux", source.path, "-o", output.path, "--no-fragments"])
    try #require(result.status == 0, "\(result.stderr)")
    #expect(try frames(source) == frames(output))
  }

  @Test func namesWhatItLeavesOut() throws {
    let cases: [(String, [String], String)] = [
      ("tables/sample-details.mov", ["--fragment", "1"], "table-left-out"),
      ("tables/two-descriptions.mov", ["--fragment", "1"], "fragment-descriptions"),
      (
        "timecode-handmade/multi-edit.mov", ["--fragment", "1", "--fast-start"], "index-left-out"
      ),
      ("headers/two-moov.mov", ["--fragment", "1"], "atom-left-out"),
      ("headers/junk-before.mov", ["--fragment", "1"], "atom-left-out"),
    ]
    for (name, options, rule) in cases {
      let source = Stamping.media.appending(path: name)
      let output = work["out.mov"]
      try? FileManager.default.removeItem(at: output)
      let result = try Tool.run(["remux", source.path, "-o", output.path] + options)
      #expect(
        result.status == 0 && result.stderr.contains("[\(rule)]"), "\(name): \(result.stderr)")
    }
  }

  /// Tables have no gaps: the last frame of the first fragment lasts until the second, which begins 4 seconds late.
  @Test func gapsBetweenFragments() throws {
    var bytes = try Data(contentsOf: Stamping.media.appending(path: "fragments/cmaf.mp4"))
    let place = try #require(bytes.range(of: Data("tfdt".utf8), options: .backwards)).upperBound
    bytes.replaceSubrange(place + 8..<place + 12, with: [0, 0, 0xFA, 0])
    let (source, output) = (work["gap.mp4"], work["whole.mp4"])
    try bytes.write(to: source)
    let result = try Tool.run(["remux", source.path, "-o", output.path, "--no-fragments"])
    #expect(result.status == 0)
    #expect(
      result.stderr.contains(
        "track 1 has 1 gap between its fragments; the sample before it lasts until the next fragment"
      ),
      "\(result.stderr)")
    let check = try Tool.run(["check", "--json", source.path])
    #expect(check.text.contains("track 1 has no samples from 1 s to 5 s"), "\(check.text)")
  }

  @Test func layoutsContradict() throws {
    let result = try Tool.run([
      "remux", "a.mov", "-o", "b.mov", "--fragment", "1", "--no-fragments",
    ])
    #expect(result.status == 2)
    #expect(try Tool.run(["remux", "a.mov"]).status == 2)
  }

  /// Items can be in user data too. What they point at would move.
  @Test(arguments: ["moov/udta", "moov/trak[0]/udta", "moov/meco", "moov", "moov/trak[1]"])
  func itemsElsewhere(parent: String) throws {
    let movie = Stamping.media.appending(path: "camera/moov-last.mp4")
    func number(_ value: UInt32) -> Data { Handmade.number(value) }
    let item = [1, 0, 0, 1].map { Handmade.number(UInt16($0)) }.reduce(Data(), +)
    let locations = Handmade.atom(
      "iloc", number(0x0100_0000), Data([0x44, 0]), Handmade.number(UInt16(1)), item, number(64),
      number(16))
    let handler = Handmade.atom("hdlr", Data(count: 8), Data("pict".utf8), Data(count: 13))
    var atom = Handmade.atom("meta", Data(count: 4), handler, locations)
    var path = parent
    if let last = parent.split(separator: "/").last, ["udta", "meco"].contains(last) {
      atom = Handmade.atom(String(last), atom)
      path = String(parent.dropLast(5))
    }
    let (file, source, output) = (work["meta"], work["items.mp4"], work["out.mp4"])
    try atom.write(to: file)
    // A second `udta` would not be looked at.
    let bare = work["bare.mp4"]
    let plain =
      try Tool.run(["remove", "atom", movie.path, "moov/udta", "-o", bare.path]).status == 0
    let made = try Tool.run([
      "insert", "atom", plain ? bare.path : movie.path, path, file.path, "-o", source.path,
    ])
    try #require(made.status == 0, "\(made.stderr)")
    for arguments in [
      ["remux", source.path, "--fragment", "1"], ["cut", source.path, "--from", "1"],
      ["join", source.path, source.path],
    ] {
      let result = try Tool.run(arguments + ["-o", output.path])
      #expect(result.status == 1, "\(arguments)")
      let place = result.stderr.split(separator: ": ").dropFirst(2).first ?? ""
      #expect(place.hasPrefix("\(parent)/meta at "), "\(result.stderr)")
      let word = parent.contains("[") ? "'\(parent)/meta'" : "\(parent)/meta"
      let advice =
        "its items point at bytes of the file that would move; 'movtool remove atom FILE \(word) -o OUT' "
        + "writes a copy without these items; the copy is still a movie, but no longer a picture"
      #expect(result.stderr.contains(advice), "\(result.stderr)")
      // Without the atom it can be done.
      let (without, done) = (work["without.mp4"], work["done.mp4"])
      let removed = try Tool.run([
        "remove", "atom", source.path, "\(parent)/meta", "--overwrite", "-o", without.path,
      ])
      #expect(removed.status == 0, "\(removed.stderr)")
      let again = arguments.map { $0 == source.path ? without.path : $0 }
      #expect(try Tool.run(again + ["--overwrite", "-o", done.path]).status == 0, "\(again)")
    }
    let built = try Tool.run(["build", work["out.mov"].path, "--video", source.path])
    #expect(built.status == 0 && built.stderr.contains("[atom-left-out]"), "\(built.stderr)")
    #expect(try !Tool.run(["inspect", work["out.mov"].path]).text.contains("iloc"))
  }

  /// Event messages of version 0 count from their segment, those of version 1 from the start of the movie (ISO/IEC
  /// 23009-1, 5.10.3.3). Each is left out for its own reason.
  @Test(arguments: [["--fragment", "2"], ["--no-fragments"]]) func eventMessages(
    options: [String]
  ) throws {
    let movie = try Data(
      contentsOf: Stamping.media.appending(path: "fragments/default-base-moof.mp4"))
    func number(_ value: UInt32) -> Data { Handmade.number(value) }
    // A scheme and a value without text, 2000 of 1000 ticks a second, and no duration.
    let first = Handmade.atom(
      "emsg", number(0), Data(count: 2), number(1000), number(2000), number(0), number(1))
    let second = Handmade.atom(
      "emsg", number(0x0100_0000), number(1000), number(0), number(2000), number(0), number(2),
      Data(count: 2))
    let place = try #require(movie.range(of: Data("moof".utf8))).lowerBound - 4
    let (source, output) = (work["events.mp4"], work["out.mp4"])
    try (movie[..<place] + first + second + movie[place...]).write(to: source)
    let result = try Tool.run(["remux", source.path, "-o", output.path, "--overwrite"] + options)
    #expect(result.status == 0, "\(result.stderr)")
    let lines = result.stderr.split(separator: "\n").filter { $0.contains("emsg at") }
    #expect(lines.count == 2, "\(result.stderr)")
    #expect(
      lines.first?.contains("emsg at \(place): left out, because its time is relative") == true,
      "\(lines)")
    #expect(
      lines.last?.contains("emsg at \(place + first.count): left out, because an event message")
        == true, "\(lines)")
  }

  /// What a camera wrote after the last atom is named, by whatever command it is lost.
  @Test func trailerOfACamera() throws {
    let movie = try Data(contentsOf: Stamping.media.appending(path: "rates/25.mp4"))
    let trailer =
      Data(count: 140) + Handmade.number(UInt32(180).byteSwapped)
      + Handmade.number(UInt32(3).byteSwapped) + Data("8db42d694ccc418790edff439fe026bf".utf8)
    let source = work["camera.mp4"]
    try (movie + trailer).write(to: source)
    for (arguments, output) in [
      (["remux", "--fragment", "1", source.path, "-o"], "a.mp4"),
      (["cut", source.path, "--to", "0.5", "-o"], "b.mp4"),
      (["join", source.path, source.path, "-o"], "c.mp4"),
      (["build", "--video", source.path], "d.mp4"), (["build", "--video", source.path], "e.mov"),
    ] {
      let result = try Tool.run(arguments + [work[output].path])
      #expect(result.status == 0, "\(result.stderr)")
      let message =
        "180 bytes at the end that are not an atom are left out: the trailer of an Insta360 camera"
      #expect(result.stderr.contains(message), "\(output): \(result.stderr)")
    }
  }

  /// The movie is as long as what is in it, also if the audio that made it longer is replaced.
  @Test(arguments: [(["--audio"], "00:00:01.000"), ([], "00:00:03.000")])
  func lengthWithoutTheOldAudio(options: [String], duration: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    let (movie, wave, output) = (work["long.mov"], work["short.wav"], work["out.mov"])
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-f", "lavfi",
        "-i", "sine=d=3", "-c:v", "mjpeg", "-c:a", "pcm_s16le", movie.path,
      ])
    _ = try MediaTools.output(
      "ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=0.5", wave.path])
    let result = try Tool.run(
      ["build", output.path, "--video", movie.path] + options.flatMap { [$0, wave.path] })
    try #require(result.status == 0, "\(result.stderr)")
    let header = try Tool.run(["inspect", output.path, "--atom", "moov/mvhd"]).text
    let line = header.split(separator: "\n").first { $0.contains(" duration ") }
    #expect(line?.contains(duration) == true, "\(header)")
  }
}
