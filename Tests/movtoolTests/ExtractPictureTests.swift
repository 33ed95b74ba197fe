import Foundation
import Testing

/// `extract picture`, beside what ffmpeg makes of the same movie.
@Suite struct ExtractPictureTests {
  /// The pixels of a picture, or of the first frame of a movie, as ffmpeg reads them.
  private func pixels(_ file: URL) throws -> Data {
    try MediaTools.output(
      "ffmpeg",
      [
        "-v", "error", "-i", file.path, "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo",
        "-",
      ])
  }

  private func difference(_ one: Data, _ other: Data) -> Double {
    guard one.count == other.count, !one.isEmpty else { return .infinity }
    return Double(zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(one.count)
  }

  private func encode(_ codec: [String], to file: URL) throws {
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=1,boxblur=4", "-frames:v",
        "12",
      ] + codec
        + ["-y", file.path])
  }

  /// Pixels that are not compressed need no ffmpeg; the limit is the rounding of colours.
  @Test(arguments: [
    ["-c:v", "rawvideo", "-pix_fmt", "rgb24"], ["-c:v", "rawvideo", "-pix_fmt", "argb"],
    ["-c:v", "rawvideo", "-pix_fmt", "uyvy422"], ["-c:v", "rawvideo", "-pix_fmt", "yuyv422"],
    ["-c:v", "v210", "-pix_fmt", "yuv422p10le"], ["-c:v", "v308", "-pix_fmt", "yuv444p"],
    ["-c:v", "v408", "-pix_fmt", "yuva444p"], ["-c:v", "v410", "-pix_fmt", "yuv444p10le"],
    ["-c:v", "r210", "-pix_fmt", "gbrp10le"], ["-c:v", "rawvideo", "-pix_fmt", "rgb48be"],
  ])
  func uncompressed(codec: [String]) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let (movie, picture) = (folder.appending(path: "a.mov"), folder.appending(path: "p.png"))
      try encode(codec, to: movie)
      let result = try Tool.run(
        ["extract", "picture", movie.path, "-o", picture.path],
        environment: ["PATH": "/nonexistent"])
      #expect(result.status == 0, "\(result.stderr)")
      let distance = difference(try pixels(picture), try pixels(movie))
      #expect(distance < 3, "\(distance)")
    }
  }

  /// Durations, offsets and edits of 20 samples that are copied, and the first that is shown.
  @Test(
    arguments: [
      // A sample that is shown for longer than it lasts in decode order.
      ([(20, 100)], [(3, 0), (17, 200)], [(500, 350, 0x10000)], 2),
      ([(3, 100), (1, 400), (16, 100)], [(4, 0), (16, -300)], [(500, 450, 0x10000)], 4),
      // One that is replaced at once.
      ([(1, 0), (19, 100)], [], [], 1),
      ([(6, 100), (1, 0), (13, 100)], [], [(100, 600, 0x10000)], 7),
      // One that is held before the media begins.
      ([(20, 100)], [], [(1000, 1000, 0), (2000, 0, 0x10000)], 10),
      // An edit without length.
      ([(20, 100)], [], [(0, 1500, 0x10000), (500, 500, 0x10000)], 5),
    ] as [([(UInt32, UInt32)], [(UInt32, Int32)], [(UInt32, Int32, UInt32)], UInt8)])
  func theFirstThatIsShown(
    durations: [(UInt32, UInt32)], offsets: [(UInt32, Int32)], edits: [(UInt32, Int32, UInt32)],
    sample: UInt8
  ) throws {
    try Tool.withFolder { folder in
      let (movie, picture) = (folder.appending(path: "a.mov"), folder.appending(path: "p.jpg"))
      try HandmadeVideo(
        samples: HandmadeVideo.pictures(20), durations: durations, offsets: offsets, edits: edits
      ).bytes.write(to: movie)
      for options in [[], ["--at", "0"]] {
        let result = try Tool.run(
          ["extract", "picture", movie.path, "-o", picture.path, "--overwrite"] + options)
        #expect(result.status == 0, "\(result.stderr)")
        #expect(try Data(contentsOf: picture)[3] == sample, "\(options)")
      }
      let listing = try Tool.run(["samples", movie.path, "--at", "0", "--json"])
      #expect(listing.status == 0, "\(listing.stderr)")
    }
  }

  /// Each frame of a stream with B-frames is the one that ffmpeg shows at that time.
  @Test(arguments: [
    ["-c:v", "libx264", "-bf", "2", "-g", "6"], ["-c:v", "prores_ks"],
    ["-c:v", "libx264", "-bf", "3", "-g", "4", "-x264-params", "open-gop=1"],
    ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-pix_fmt", "yuv420p"],
    ["-c:v", "mpeg1video", "-g", "6"], ["-c:v", "mpeg1video", "-g", "6", "-bf", "2"],
    ["-c:v", "mpeg2video", "-g", "6", "-bf", "2"], ["-c:v", "mpeg4", "-g", "6", "-bf", "2"],
  ])
  func decoded(codec: [String]) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let ending = codec.contains("libaom-av1") ? "mp4" : "mov"
      let movie = folder.appending(path: "it's a.\(ending)")
      try encode(codec, to: movie)
      for frame in [0, 1, 5, 7, 11] {
        let picture = folder.appending(path: "p\(frame).png")
        let time = "\(Double(frame) / 25)"
        let result = try Tool.run([
          "extract", "picture", movie.path, "--at", time, "-o", picture.path,
        ])
        #expect(result.status == 0, "\(result.stderr)")
        let wanted = folder.appending(path: "w.png")
        _ = try MediaTools.output(
          "ffmpeg",
          [
            "-v", "error", "-i", movie.path, "-vf", "select=eq(n\\,\(frame))", "-frames:v", "1",
            "-y",
            wanted.path,
          ])
        #expect(try pixels(picture) == pixels(wanted), "frame \(frame)")
      }
    }
  }

  /// Samples that are files are copied.
  @Test(arguments: [("mjpeg", "jpg"), ("png", "png")])
  func copied(codec: String, ending: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let movie = folder.appending(path: "a.mov")
      try encode(["-c:v", codec], to: movie)
      let picture = folder.appending(path: "p.\(ending)")
      #expect(
        try Tool.run(
          ["extract", "picture", movie.path, "--at", "0.2", "-o", picture.path],
          environment: ["PATH": "/nonexistent"]
        ).status == 0)
      #expect(
        try Data(contentsOf: movie).range(of: Data(contentsOf: picture)) != nil)
    }
  }

  private static let movie = Stamping.media.appending(path: "camera/camera.mov").path

  @Test(arguments: [
    (["-o", "a.gif"], 2, "the name a.gif must end in .png, .jpg or .jpeg"),
    (["-o", "a.png", "--at", "99"], 1, "shows nothing at 00:01:39.000; it ends at"),
    (["-o", "a.png", "--track", "audio"], 1, "track 2 is audio; give a video track with --track"),
    (["-o", "a.png"], 1, "ffmpeg is not on the PATH"),
  ])
  func refused(words: [String], status: Int32, message: String) throws {
    try Tool.withFolder { folder in
      let result = try Tool.run(
        ["extract", "picture", Self.movie] + words, cwd: folder,
        environment: ["PATH": "/nonexistent"])
      #expect(result.status == status && result.stderr.contains(message), "\(result.stderr)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  /// A shell that ignores `SIGCHLD` started the tool. The tool notices that ffmpeg fails all the same.
  @Test func ffmpegFailsUnheard() throws {
    guard MediaTools.has("bash") else { return }
    try Tool.withFolder { folder in
      let bin = folder.appending(path: "bin")
      try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
      try Tool.writeProgram(
        "cat >/dev/null; echo half a picture; echo no luck >&2; exit 1",
        to: bin.appending(path: "ffmpeg"))
      // Not every shell lets a program inherit this.
      let result = try Tool.shell(
        "exec bash -c \"trap '' CHLD; exec '$TOOL' extract picture '$MOVIE' -o a.png\"",
        cwd: folder,
        environment: [
          "PATH": "\(bin.path):/usr/bin:/bin", "TMPDIR": folder.path, "MOVIE": Self.movie,
        ])
      #expect(
        result.status == 1
          && result.stderr.hasSuffix("ffmpeg cannot decode the frame: no luck\n"),
        "\(result.stderr)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["bin"])
    }
  }

  /// A program of that name that fails, or writes nothing, leaves nothing.
  @Test(arguments: [
    ("exit 1", "ffmpeg cannot decode the frame\n"), ("exit 0", "ffmpeg cannot decode the frame\n"),
    ("echo no luck >&2; exit 1", "ffmpeg cannot decode the frame: no luck\n"),
    ("echo no luck >&2; cat >/dev/null; exit 1", "ffmpeg cannot decode the frame: no luck\n"),
    ("exec 0<&-; kill -9 $$", "ffmpeg cannot decode the frame\n"),
    ("cat /dev/zero", "ffmpeg wrote more than a picture can have, and was ended\n"),
  ])
  func ffmpegFails(body: String, message: String) throws {
    try Tool.withFolder { folder in
      let bin = folder.appending(path: "bin")
      try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
      let program = bin.appending(path: "ffmpeg")
      try Tool.writeProgram(body, to: program)
      let result = try Tool.run(
        ["extract", "picture", Self.movie, "-o", "a.png"],
        cwd: folder,
        environment: ["PATH": "\(bin.path):/usr/bin:/bin", "TMPDIR": folder.path])
      #expect(
        result.status == 1 && result.stderr.hasSuffix(message),
        "\(result.stderr)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["bin"])
    }
  }
}
