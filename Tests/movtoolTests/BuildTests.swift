import Foundation
import TestSupport
import Testing

/// `movtool build`, run as a user runs it. Other programs read the results.
@Suite struct BuildTests {
  /// Makes frames of a moving picture, and encodes them with x264.
  private static func encode(
    _ folder: URL, _ options: [String], size: String = "160x120", rate: String = "25"
  ) throws -> (source: URL, stream: URL) {
    let source = folder.appending(path: "source.y4m")
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=\(rate)", "-frames:v", "60",
        "-pix_fmt", "yuv420p", source.path,
      ])
    let stream = folder.appending(path: "source.h264")
    _ = try MediaTools.output(
      "x264",
      ["--quiet", "--demuxer", "y4m", "--output", stream.path, "--threads", "1"] + options
        + [source.path])
    return (source, stream)
  }

  /// Returns the hash of each decoded frame, in presentation order.
  private static func hashes(_ file: URL) throws -> [String] {
    try MediaTools.output(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", file.path, "-map", "0:v", "-f", "framemd5", "-"]
    ).split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.hasPrefix("#") }.compactMap {
        $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }

  /// Returns the presentation time of each frame according to ffprobe, in order, in units of a
  /// frame.
  private static func times(_ file: URL, rate: Double) throws -> [Double] {
    try MediaTools.output(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of",
        "csv=p=0", file.path,
      ]
    ).split(separator: UInt8(ascii: "\n")).compactMap {
      Double(String(decoding: $0, as: UTF8.self).split(separator: ",").first ?? "")
    }.map { ($0 * rate * 100).rounded() / 100 }.sorted()
  }

  private static func build(_ arguments: String...) throws -> Tool.Result {
    let result = try Tool.run(["build"] + arguments)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.stderr.isEmpty)
    return result
  }

  /// Every kind of stream decodes to the same frames as before, each at the right time.
  @Test(
    arguments: [
      ["--bframes", "0"], ["--bframes", "3", "--b-pyramid", "normal"],
      ["--bframes", "3", "--open-gop", "--keyint", "12"], ["--slices", "4", "--bframes", "2"],
      ["--tff", "--bframes", "2"], ["--fake-interlaced"], ["--intra-refresh", "--keyint", "20"],
      ["--aud", "--nal-hrd", "vbr", "--vbv-maxrate", "500", "--vbv-bufsize", "500"],
    ])
  func keepsFrames(options: [String]) throws {
    guard MediaTools.has("ffmpeg", "ffprobe", "x264") else { return }
    try Tool.withFolder { folder in
      // Neither width nor height is a multiple of 16, so the stream is cropped.
      let (_, stream) = try Self.encode(folder, options, size: "150x116")
      let expected = try Self.hashes(stream)
      #expect(expected.count == 60)
      for (name, more) in [
        ("plain.mov", []), ("fast.mp4", ["--fast-start"]), ("parts.mp4", ["--fragment", "0.5"]),
        ("indexed.mp4", ["--fragment", "0.5", "--fast-start"]),
      ] as [(String, [String])] {
        let output = folder.appending(path: name)
        let result = try Tool.run(["build", output.path, "--video", stream.path] + more)
        #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
        #expect(try Self.hashes(output) == expected, "\(name)")
        #expect(try Self.times(output, rate: 25) == (0..<60).map { Double($0) }, "\(name)")
      }
    }
  }

  /// Frames that the stream marks as shown for more fields last longer, also according to ffprobe.
  /// If a rate is given, all frames have the same duration.
  @Test(arguments: ["22", "32", "64", "double", "triple", "euro"])
  func repeatsFields(pulldown: String) throws {
    guard MediaTools.has("ffmpeg", "ffprobe", "x264") else { return }
    try Tool.withFolder { folder in
      let (_, stream) = try Self.encode(
        folder, ["--pulldown", pulldown, "--bframes", "3"], rate: "24000/1001")
      func probe(_ section: String, _ entries: String, _ file: URL) throws -> [[Substring]] {
        let text = try MediaTools.output(
          "ffprobe",
          [
            "-v", "error", "-select_streams", "v", "-show_entries", "\(section)=\(entries)", "-of",
            "csv=p=0", file.path,
          ])
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map {
          $0.split(separator: ",")
        }
      }
      // For each frame, in presentation order, the number of fields that are shown again.
      let repeats = try probe("frame", "repeat_pict", stream).map { Double($0[0]) ?? -1 }
      #expect(repeats.count == 60)
      let rate = try #require(try probe("stream", "r_frame_rate", stream).first?.first)
      let fraction = rate.split(separator: "/").compactMap { Double($0) }
      let frame = fraction[1] / fraction[0]
      let starts = repeats.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + 1 + $1 / 2) }
      for more in [[], ["--fragment", "0.5"]] {
        let output = folder.appending(path: "out.mp4")
        let result = try Tool.run(
          ["build", output.path, "--overwrite", "--video", stream.path] + more)
        #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
        let times = try probe("packet", "pts_time", output).compactMap { Double($0[0]) }.sorted()
        #expect(times.count == 60)
        for (time, start) in zip(times, starts) { #expect(abs(time - start * frame) < 0.000_01) }
        #expect(try Self.hashes(output) == Self.hashes(stream))
      }
      let even = folder.appending(path: "even.mov")
      _ = try Self.build(even.path, "--video", stream.path, "--rate", "24")
      #expect(try Self.times(even, rate: 24) == (0..<60).map { Double($0) })
    }
  }

  /// MPEG-2 has the same start codes, and slice numbers that look like unit types of H.264.
  @Test func otherStartCodesAreRefused() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let stream = folder.appending(path: "a.m2v")
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=duration=1:size=720x1152",
          "-c:v", "mpeg2video", "-f", "mpeg2video", stream.path,
        ])
      let output = folder.appending(path: "a.mov")
      let result = try Tool.run([
        "build", output.path, "--video", stream.path, "--rate", "25",
      ])
      #expect(result.status == 1, "\(result.stderr)")
      #expect(result.stderr.contains("no H.264 or HEVC parameter sets found"))
      #expect(!FileManager.default.fileExists(atPath: output.path))
    }
  }

  /// A picture of layer 1 of HEVC (type 1, `nuh_layer_id` 1) has no description in the new track, and a warning says
  /// so.
  @Test func layersAreNamed() throws {
    try Tool.withFolder { folder in
      func run(_ words: String...) throws -> String {
        let result = try Tool.run(words, cwd: folder)
        #expect(result.status == 0, "\(words): \(result.stderr)")
        return result.stderr
      }
      let movie = Stamping.media.appending(path: "camera/hevc.mp4").path
      _ = try run(
        "extract", "track", movie, "--format", "annexb", "--to", "0.01", "-o", "base.hevc")
      let base = try Data(contentsOf: folder.appending(path: "base.hevc"))
      try (base + Data([0, 0, 0, 1, 0x02, 0x09, 0xD0, 0x80]))
        .write(to: folder.appending(path: "layers.hevc"))
      for (stream, isNamed) in [("base.hevc", false), ("layers.hevc", true)] {
        let built = try run(
          "build", "a.mp4", "--video", stream, "--rate", "25", "--overwrite")
        #expect(built.contains("[layers-not-described]") == isNamed, "\(built)")
        let inserted = try run(
          "insert", "track", movie, "--from", stream, "--rate", "25", "-o", "b.mp4", "--overwrite")
        #expect(inserted.contains("[layers-not-described]") == isNamed, "\(inserted)")
      }
    }
  }

  /// A recording of a stream may begin at any place in it.
  @Test func readsCutStreams() throws {
    guard MediaTools.has("ffmpeg", "x264") else { return }
    try Tool.withFolder { folder in
      let (_, stream) = try Self.encode(folder, ["--keyint", "20", "--min-keyint", "20"])
      let expected = try Self.hashes(stream)
      let cut = folder.appending(path: "cut.h264")
      try Data(try Data(contentsOf: stream).dropFirst(1000)).write(to: cut)
      let output = folder.appending(path: "out.mov")
      let result = try Tool.run(["build", output.path, "--video", cut.path])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(result.stderr.contains("skipped 19 pictures"), "\(result.stderr)")
      // The output begins with the second group of 20 pictures.
      #expect(try Self.hashes(output) == Array(expected.dropFirst(20)))

      let text = folder.appending(path: "notes.txt")
      try Data("no movie, no stream".utf8).write(to: text)
      let other = folder.appending(path: "other.mov")
      let refused = try Tool.run(["build", other.path, "--video", text.path])
      #expect(refused.status == 1)
      #expect(
        refused.stderr
          == "movtool: \(text.path): this is not a QuickTime or MP4 file, and not a byte "
          + "stream either: no H.264 or HEVC parameter sets found\n"
      )
    }
  }

  @Test func readsHEVC() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    try Tool.withFolder { folder in
      let stream = folder.appending(path: "source.hevc")
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=150x118:rate=25", "-frames:v", "60",
          "-c:v", "libx265", "-x265-params", "log-level=none:bframes=3:keyint=24", stream.path,
        ])
      guard FileManager.default.fileExists(atPath: stream.path) else {
        NotRun.add(.program("ffmpeg with libx265"))
        return
      }
      let output = folder.appending(path: "out.mov")
      _ = try Self.build(output.path, "--video", stream.path)
      #expect(try Self.hashes(output) == Self.hashes(stream))
      #expect(try Self.times(output, rate: 25) == (0..<60).map { Double($0) })
    }
  }

  /// Video from a live encoder, with audio that states its start time.
  @Test func readsPipes() throws {
    guard MediaTools.has("ffmpeg", "ffprobe", "x264", "mediainfo") else { return }
    try Tool.withFolder { folder in
      let (source, _) = try Self.encode(folder, [], rate: "30000/1001")
      let sound = folder.appending(path: "sound.wav")
      // 01:00:00:00 at 30000/1001, counted in samples of 48 kHz: 108000 frames of 1601.6.
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "sine=r=48000", "-t", "2", "-c:a", "pcm_s24le",
          "-write_bext", "1", "-metadata", "time_reference=172972800", sound.path,
        ])
      let output = folder.appending(path: "out.mov")
      let result = try Tool.shell(
        """
        x264 --quiet --demuxer y4m -o - '\(source.path)' 2>/dev/null |
          "$TOOL" build '\(output.path)' --video - --audio '\(sound.path)' --timecode bwf --reel A001
        """)
      #expect(result.status == 0, "\(result.stderr)")
      let streams = try MediaTools.streams(output)
      #expect(streams.map(\.kind) == ["video", "audio", "data"])
      #expect(streams[2].timecode == "01:00:00:00")
      #expect(streams[2].reel == "A001")
      let track = try #require(try MediaTools.timecodes(output).first)
      #expect(track["TimeCode_FirstFrame"] == "01:00:00:00")
      func samples(of file: URL) throws -> Data {
        try MediaTools.output(
          "ffmpeg",
          ["-nostdin", "-v", "error", "-i", file.path, "-map", "0:a", "-f", "s24le", "-"])
      }
      #expect(try samples(of: output) == samples(of: sound))
    }
  }

  /// The tracks of a movie are copied with their times.
  @Test(arguments: ["camera/moov-first.mov", "camera/hevc.mp4", "timecode/2997-df.mov"])
  func takesMovies(name: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let source = Stamping.media.appending(path: name)
      let output = folder.appending(path: "out.\(source.pathExtension)")
      _ = try Self.build(output.path, "--video", source.path, "--fast-start")
      #expect(try MediaTools.frames(output) == MediaTools.frames(source))
    }
  }

  /// When the tool is killed while it writes, the file is readable up to its last complete
  /// fragment.
  @Test func survivesKilling() throws {
    guard MediaTools.has("ffmpeg", "x264") else { return }
    try Tool.withFolder { folder in
      let (_, stream) = try Self.encode(folder, ["--keyint", "10", "--bframes", "2"])
      let output = folder.appending(path: "out.mp4")
      _ = try Tool.shell(
        """
        mkfifo '\(folder.path)/pipe'
        "$TOOL" build '\(output.path)' --video '\(folder.path)/pipe' --fragment 0.4 &
        tool=$!
        (cat '\(stream.path)'; exec sleep 60) > '\(folder.path)/pipe' &
        writer=$!
        for try in $(seq 500); do
          test "$(grep -a -o moof '\(output.path)' 2>/dev/null | wc -l)" -lt 5 || break
          sleep 0.1
        done
        # Its media follows. When there is nothing more to write, the size stays.
        size=-1 same=0
        while [ $same -lt 10 ]; do
          new=$(wc -c < '\(output.path)')
          if [ "$new" = "$size" ]; then same=$((same + 1)); else size=$new same=0; fi
          sleep 0.1
        done
        kill -9 $tool
        kill $writer
        """)
      let frames = try Self.hashes(output)
      let expected = try Self.hashes(stream)
      // The fragments have ten frames; the last one was never finished.
      #expect(frames.count == 50)
      #expect(frames == Array(expected.prefix(50)))
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(left == ["out.mp4", "pipe", "source.h264", "source.y4m"])
    }
  }

  /// Makes two streams of different picture sizes, and joins them one after the other.
  private static func joined(
    _ folder: URL, _ encoder: String, _ parameters: [String], _ suffix: String
  ) throws -> (first: URL, both: URL)? {
    var streams: [URL] = []
    for size in ["160x120", "320x240"] {
      let stream = folder.appending(path: "\(size).\(suffix)")
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=25", "-frames:v", "50",
          "-pix_fmt", "yuv420p", "-c:v", encoder,
        ] + parameters + [stream.path])
      guard FileManager.default.fileExists(atPath: stream.path) else {
        NotRun.add(.program("ffmpeg with \(encoder)"))
        return nil
      }
      streams.append(stream)
    }
    let both = folder.appending(path: "both.\(suffix)")
    try (Data(contentsOf: streams[0]) + Data(contentsOf: streams[1])).write(to: both)
    return (streams[0], both)
  }

  /// Parameter sets that change are stored in the samples, or end a fragmented movie at the change.
  @Test(
    arguments: [
      ("libx264", ["-x264-params", "keyint=10:bframes=2"], "h264", "avc3"),
      ("libx265", ["-x265-params", "log-level=none:keyint=10:bframes=2"], "hevc", "hev1"),
    ] as [(String, [String], String, String)])
  func parameterSetsChange(
    encoder: String, parameters: [String], suffix: String, format: String
  ) throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    try Tool.withFolder { folder in
      guard let (first, both) = try Self.joined(folder, encoder, parameters, suffix) else { return }
      let expected = try Self.hashes(both)
      #expect(expected.count == 100)
      let output = folder.appending(path: "out.mp4")
      for more in [["--fragment", "0.5"], []] {
        let result = try Tool.shell(
          "\"$TOOL\" build \(output.path) --overwrite --video - --in-band-parameter-sets "
            + more.joined(separator: " ") + " < \(both.path)")
        #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
        #expect(try MediaTools.streams(output).map(\.tag) == [format])
        let duration = try MediaTools.output(
          "ffprobe",
          ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", output.path])
        #expect(String(decoding: duration, as: UTF8.self) == "4.000000\n")
        #expect(try Self.hashes(output) == expected)
        #expect(try Self.times(output, rate: 25) == (0..<100).map { Double($0) })
        // Decoding starts where the parameter sets differ from those in the header. Frames are
        // scaled to the size of the first decoded one, so that these are the stream's own.
        let late = try MediaTools.output(
          "ffmpeg",
          [
            "-nostdin", "-v", "error", "-ss", "3.2", "-i", output.path, "-f", "rawvideo",
            "-pix_fmt", "gray", "-",
          ])
        let last = try MediaTools.output(
          "ffmpeg",
          [
            "-nostdin", "-v", "error", "-i", folder.appending(path: "320x240.\(suffix)").path,
            "-vf", "trim=start_frame=30", "-f", "rawvideo", "-pix_fmt", "gray", "-",
          ])
        #expect(late.count == 20 * 320 * 240)
        #expect(late == last)
      }
      let result = try Tool.run([
        "build", output.path, "--overwrite", "--video", both.path, "--fragment", "0.5",
      ])
      #expect(result.status == 1)
      #expect(result.stderr.contains("change at 00:00:02.000"), "\(result.stderr)")
      #expect(result.stderr.contains("--in-band-parameter-sets"))
      #expect(try Self.hashes(output) == Self.hashes(first))
      let tail = try Tool.run(["inspect", "--atom", "moov/mvex/mehd", output.path])
      #expect(tail.text.contains("(00:00:02.000)"), "\(tail.text)")
    }
  }

  /// Each fragment is on the storage medium before the next is written. The file gets its name
  /// after the first fragment. Its duration is the last thing written, after everything else.
  @Test func fragmentsReachTheMedium() throws {
    guard MediaTools.has("ffmpeg", "x264"), MediaTools.canTrace() else { return }
    try Tool.withFolder { folder in
      let (_, stream) = try Self.encode(folder, ["--keyint", "10", "--bframes", "2"])
      let output = folder.appending(path: "out.mp4")
      let trace = folder.appending(path: "trace")
      let result = try Tool.shell(
        """
        strace -f -o '\(trace.path)' -e trace=pwritev,fdatasync,fsync,renameat,renameat2 \
          "$TOOL" build '\(output.path)' --video '\(stream.path)' --fragment 0.4
        """)
      #expect(result.status == 0, "\(result.stderr)")
      let calls = try String(contentsOf: trace, encoding: .utf8).split(separator: "\n")
        .compactMap { line -> String? in
          // The call follows the process ID.
          let call = line.drop { !$0.isLetter && $0 != "+" }
          if call.hasPrefix("pwritev") {
            for name in ["mehd", "mfra", "moov", "moof", "ftyp"] where call.contains(name) {
              return name
            }
            return "write"
          }
          return call.hasPrefix("+++") ? nil : call.split(separator: "(").first.map(String.init)
        }
      // There are six fragments of ten frames. The first is written together with what comes before
      // it.
      #expect(
        calls == ["ftyp", "fdatasync", "renameat2", "fsync"]
          + [[String]](repeating: ["moof", "fdatasync"], count: 5).joined()
          + ["mfra", "write", "fdatasync", "mehd", "fsync"])
    }
  }

  /// MP4 keeps sample rates that do not fit 16 bits, and the channel layout.
  @Test(arguments: [("96000", "pcm_s24le"), ("192000", "pcm_s32le")])
  func highRates(rate: String, codec: String) throws {
    guard MediaTools.has("ffmpeg", "ffprobe", "x264") else { return }
    try Tool.withFolder { folder in
      let (_, stream) = try Self.encode(folder, [])
      let sound = folder.appending(path: "sound.wav")
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i",
          "aevalsrc=sin(t)|sin(2*t)|sin(3*t)|sin(4*t)|sin(5*t)|sin(6*t):c=5.1:s=\(rate):d=1",
          "-c:a", codec, sound.path,
        ])
      func samples(_ file: URL) throws -> Data {
        try MediaTools.output(
          "ffmpeg",
          ["-nostdin", "-v", "error", "-i", file.path, "-map", "0:a", "-f", "f64le", "-"])
      }
      func facts(_ file: URL, _ fields: String) throws -> String {
        String(
          decoding: try MediaTools.output(
            "ffprobe",
            [
              "-v", "error", "-select_streams", "a", "-show_entries", "stream=\(fields)", "-of",
              "csv=p=0", file.path,
            ]), as: UTF8.self
        ).split(separator: "\n").joined()
      }
      let expected = try samples(sound)
      #expect(expected.count == 8 * 6 * (Int(rate) ?? 0))
      for more in [[], ["--fragment", "0.5"]] {
        let output = folder.appending(path: "out.mp4")
        let result = try Tool.run(
          ["build", output.path, "--overwrite", "--video", stream.path, "--audio", sound.path]
            + more)
        #expect(result.status == 0, "\(result.stderr)")
        #expect(try facts(output, "sample_rate,channels,duration") == "\(rate),6,1.000000")
        #expect(try samples(output) == expected)
        let heading = try Tool.run(["inspect", "--depth", "1", output.path]).text
        #expect(heading.contains("6 channels (5.1), \(rate) Hz"), "\(heading)")
        // The sample description is read back.
        let wave = folder.appending(path: "back.wav")
        let movie = folder.appending(path: "back.mov")
        _ = try Tool.run([
          "extract", "track", output.path, "--track", "2", "--format", "wav", "-o", wave.path,
        ])
        _ = try Tool.run(["build", movie.path, "--video", output.path])
        for file in [wave, movie] {
          #expect(try facts(file, "sample_rate,channels,channel_layout") == "\(rate),6,5.1")
          #expect(try samples(file) == expected)
        }
      }
    }
  }

  /// Makes a second of sound that says how many samples after midnight it begins, and returns its path.
  private static func recording(startingAt reference: Int, in folder: URL) throws -> String {
    let path = folder.appending(path: "a.wav").path
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=r=48000:d=1", "-write_bext", "1",
        "-metadata", "time_reference=\(reference)", path,
      ])
    return path
  }

  /// Samples since midnight that are a day or more are no time of day, to the sample.
  @Test(arguments: [(4_147_199_999, true), (4_147_200_000, false), (9_000_000_000, false)])
  func timesOfRecorders(reference: Int, isWithinADay: Bool) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let sound = try Self.recording(startingAt: reference, in: folder)
      let movie = folder.appending(path: "a.mov").path
      let result = try Tool.run([
        "build", movie, "--video", Stamping.media.appending(path: "rates/25.mov").path, "--audio",
        sound, "--timecode", "bwf", "-q",
      ])
      #expect(result.status == (isWithinADay ? 0 : 1), "\(result.stderr)")
      if isWithinADay {
        let start = try Stamping.tracks(of: URL(filePath: movie)).first?["start"] as? String
        #expect(start == "23:59:59:24")
      } else {
        #expect(result.stderr.contains("is not within a day"), "\(result.stderr)")
      }
    }
  }

  /// Few frames begin with a sample: 10:00:00;12 does at 1728017491.2.
  @Test(arguments: [(1_728_017_491, "10:00:00;12"), (1_728_017_490, "10:00:00;11")])
  func samplesBesideAFrame(reference: Int, label: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let sound = try Self.recording(startingAt: reference, in: folder)
      let movie = folder.appending(path: "a.mov").path
      let result = try Tool.run([
        "build", movie, "--video", Stamping.media.appending(path: "rates/2997.mov").path,
        "--audio", sound, "--timecode", "bwf", "--drop-frame", "-q",
      ])
      #expect(result.status == 0, "\(result.stderr)")
      let start = try Stamping.tracks(of: URL(filePath: movie)).first?["start"] as? String
      #expect(start == label)
    }
  }

  @Test func leavesNothingWhereItFails() throws {
    guard MediaTools.has("ffmpeg", "x264") else { return }
    try Tool.withFolder { folder in
      let (_, stream) = try Self.encode(folder, [])
      let noise = folder.appending(path: "noise")
      try Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }).write(to: noise)
      let sound = folder.appending(path: "plain.wav").path
      _ = try MediaTools.output(
        "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=1", sound])
      let output = folder.appending(path: "out.mov")
      let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      let camera = Stamping.media.appending(path: "camera/camera.mov").path
      for (arguments, word) in [
        (["--video", noise.path], "QuickTime"),
        (["--video", folder.appending(path: "none").path], "no such file"),
        (["--video", stream.path, "--audio", noise.path], "WAV"),
        (["--video", stream.path, "--audio", sound, "--timecode", "bwf"], "bext"),
        (["--video", camera, "--in-band-parameter-sets"], "applies only to byte streams"),
        (["--video", camera, "--rate", "25"], "applies only to byte streams"),
        (
          ["--video", camera, "--rate", "25", "--timecode", "01:00:00:45"],
          "applies only to byte streams"
        ),
      ] {
        let result = try Tool.run(["build", output.path] + arguments)
        #expect(result.status == 1)
        #expect(result.stderr.contains(word), "\(result.stderr)")
        #expect(result.stderr.split(separator: "\n").count == 1)
      }
      for arguments in [
        ["out.avi", "--video", stream.path], [output.path],
        [output.path, "--video", stream.path, "--timecode", "1:2:3"],
        [output.path, "--video", stream.path, "--reel", "A"],
        [output.path, "--video", stream.path, "--fragment", "0"],
        [output.path, "--video", stream.path, "--rate", "0"],
      ] {
        #expect(try Tool.run(["build"] + arguments, cwd: folder).status == 2, "\(arguments)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
      // A movie does not overwrite its own input.
      _ = try Self.build(output.path, "--video", stream.path)
      let result = try Tool.run(["build", output.path, "--video", output.path])
      #expect(result.status == 1 && result.stderr.contains("same file"), "\(result.stderr)")
    }
  }

  /// The width of a track is that of square pixels, with its fraction.
  @Test(arguments: [
    ("10/11", "654.5454"), ("8/9", "640\n"), ("32/27", "853.3333"), ("1/1", "720\n"),
  ])
  func widthOfSquarePixels(shape: String, width: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let (stream, movie) = (folder.appending(path: "v.h264"), folder.appending(path: "v.mov"))
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=720x480:r=25:d=0.2", "-vf",
          "setsar=\(shape)", "-c:v", "libx264", "-preset", "ultrafast", stream.path,
        ])
      let result = try Tool.run(["build", movie.path, "--video", stream.path])
      #expect(result.status == 0, "\(result.stderr)")
      let header = try Tool.run(["inspect", movie.path, "--atom", "moov/trak/tkhd"]).text
      let line = header.components(separatedBy: "  width ").last?.trimmingCharacters(
        in: .whitespaces)
      #expect(line?.hasPrefix(width) == true, "\(header)")
    }
  }
}
