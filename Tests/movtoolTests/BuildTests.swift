import Foundation
import Testing

/// `movtool build`, as its user runs it and others read what it makes.
@Suite struct BuildTests {
  /// Frames of a moving picture, and what x264 makes of them.
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

  /// The hash of each decoded frame, in the order in which frames are shown.
  private static func hashes(_ file: URL) throws -> [String] {
    try MediaTools.output(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", file.path, "-map", "0:v", "-f", "framemd5", "-"]
    ).split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.hasPrefix("#") }.compactMap {
        $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }

  /// When each frame is shown, in order, as ffprobe reads it: in units of a frame.
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

  /// Every kind of stream decodes to the same frames as before, each in its time.
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
      // Neither side is a multiple of 16: the stream is cropped.
      let (_, stream) = try Self.encode(folder, options, size: "150x116")
      let expected = try Self.hashes(stream)
      #expect(expected.count == 60)
      for (name, more) in [
        ("plain.mov", []), ("fast.mp4", ["--fast-start"]), ("parts.mp4", ["--fragment", "0.5"]),
      ] as [(String, [String])] {
        let output = folder.appending(path: name)
        let result = try Tool.run(["build", output.path, "--video", stream.path] + more)
        #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
        #expect(try Self.hashes(output) == expected, "\(name)")
        #expect(try Self.times(output, rate: 25) == (0..<60).map { Double($0) }, "\(name)")
      }
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
        print("ffmpeg has no libx265: a test is skipped")
        return
      }
      let output = folder.appending(path: "out.mov")
      _ = try Self.build(output.path, "--video", stream.path)
      #expect(try Self.hashes(output) == Self.hashes(stream))
      #expect(try Self.times(output, rate: 25) == (0..<60).map { Double($0) })
    }
  }

  /// From a live encoder, with sound that tells its time.
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

  /// A movie's own tracks, with their times.
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

  /// Killed in the middle, the file is there to its last fragment.
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
        (cat '\(stream.path)'; sleep 20) > '\(folder.path)/pipe' &
        writer=$!
        sleep 2
        kill -9 $tool
        kill $writer
        """)
      let frames = try Self.hashes(output)
      let expected = try Self.hashes(stream)
      // Fragments of ten frames, of which the last was never finished.
      #expect(frames.count == 50)
      #expect(frames == Array(expected.prefix(50)))
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(left == ["out.mp4", "pipe", "source.h264", "source.y4m"])
    }
  }

  @Test func leavesNothingWhereItFails() throws {
    guard MediaTools.has("ffmpeg", "x264") else { return }
    try Tool.withFolder { folder in
      let (_, stream) = try Self.encode(folder, [])
      let noise = folder.appending(path: "noise")
      try Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }).write(to: noise)
      let output = folder.appending(path: "out.mov")
      let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      for (arguments, word) in [
        (["--video", noise.path], "QuickTime"),
        (["--video", folder.appending(path: "none").path], "no such file"),
        (["--video", stream.path, "--audio", noise.path], "WAV"),
        (["--video", stream.path, "--timecode", "bwf"], "bext"),
      ] {
        let result = try Tool.run(["build", output.path] + arguments)
        #expect(result.status == 1)
        #expect(result.stderr.contains(word), "\(result.stderr)")
        #expect(result.stderr.split(separator: "\n").count == 1)
      }
      for arguments in [
        ["out.avi", "--video", stream.path], [output.path],
        [output.path, "--video", stream.path, "--timecode", "1:2:3"],
        [output.path, "--video", stream.path, "--fast-start", "--fragment", "1"],
        [output.path, "--video", stream.path, "--reel", "A"],
        [output.path, "--video", stream.path, "--fragment", "0"],
        [output.path, "--video", stream.path, "--rate", "0"],
      ] {
        #expect(try Tool.run(["build"] + arguments, cwd: folder).status == 2, "\(arguments)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
      // A movie is not written over what it is made from.
      _ = try Self.build(output.path, "--video", stream.path)
      let result = try Tool.run(["build", output.path, "--video", output.path])
      #expect(result.status == 1 && result.stderr.contains("being read"), "\(result.stderr)")
    }
  }
}
