import Foundation
import Testing

/// What `build` and `insert track` take for a byte stream, and what they say of one that is not whole.
@Suite struct ByteStreamInputTests {
  private let work: Stamping
  /// H.264: two groups of 25 pictures, each after its parameter sets.
  private let stream: Data
  private static let movie = Stamping.media.appending(path: "rates/25.mov").path

  init() throws {
    work = try Stamping()
    stream =
      try Tool.run([
        "extract", "track", Stamping.media.appending(path: "fragments/plain.mp4").path, "--track",
        "1", "--format", "annexb",
      ]).stdout
  }

  /// The beginnings of other files, before or between the bytes of a stream.
  private func file(_ kind: String) -> Data {
    func packets(_ time: Data) -> Data {
      stride(from: 0, to: stream.count, by: 187).reduce(into: Data()) { file, start in
        file += time + Data([0x47]) + stream.dropFirst(start).prefix(187)
      }
    }
    return switch kind {
    case "AVI": Data("RIFF    AVI LIST".utf8) + stream
    case "MXF": Data([0x06, 0x0E, 0x2B, 0x34, 2, 5, 1, 1]) + stream
    case "IVF": Data("DKIF".utf8) + Data(count: 28) + stream
    case "WAV": Data("RIFF    WAVEfmt ".utf8) + stream
    case "Flash Video (FLV)": Data("FLV\u{1}".utf8) + stream
    case "an MPEG program stream": Data([0, 0, 1, 0xBA]) + stream
    case "an MPEG transport stream": packets(Data())
    // As cameras write it, with a time before each packet.
    default: packets(Data([1, 2, 3, 4]))
    }
  }

  /// Without its first sync picture, 24 pictures of the first group are left.
  @Test func beginsWithPredictedPictures() throws {
    let source = work["source.h264"]
    let start = try #require(stream.range(of: Data([0, 0, 1, 0x65])))
    let end = try #require(
      stream.range(of: Data([0, 0, 1]), in: start.upperBound..<stream.endIndex))
    try (stream[..<start.lowerBound] + stream[end.lowerBound...]).write(to: source)
    let result = try Tool.run(["build", work["out.mov"].path, "--video", source.path])
    #expect(result.status == 0)
    #expect(
      result.stderr.contains("the first 24 pictures are predicted from others"), "\(result.stderr)")
  }

  /// The second picture, or also the fourth, refers to a picture parameter set that is nowhere: the second byte of its
  /// slice has 1 for the first macroblock, 00110 for type 5, and 1 for set 0, of which more zeros make another.
  @Test(arguments: [
    (
      [1],
      "skipped the picture at 00:00:00.040, whose parameter sets do not come before it; what follows is shown one "
        + "picture earlier\n"
    ),
    (
      [1, 4],
      "skipped 2 pictures whose parameter sets do not come before them, the first at 00:00:00.040; what follows is "
        + "shown earlier by their duration\n"
    ),
  ])
  func picturesWithoutParameterSets(numbers: [Int], warning: String) throws {
    var bytes = stream
    var (place, number) = (bytes.startIndex, 0)
    while let start = bytes.range(of: Data([0, 0, 1]), in: place..<bytes.endIndex) {
      place = start.upperBound
      // Slices of pictures at which decoding cannot begin, with or without reference to them.
      guard [0x41, 0x01].contains(bytes[place]) else { continue }
      number += 1
      if numbers.contains(number) { bytes[place + 1] = 0x98 }
    }
    let source = work["source.h264"]
    try bytes.write(to: source)
    let result = try Tool.run(["build", work["out.mov"].path, "--video", source.path])
    #expect(result.status == 0)
    #expect(
      result.stderr == "movtool: \(source.path): warning: \(warning)", "\(result.stderr)")
  }

  @Test(arguments: [
    ("AVI", "AVI"), ("MXF", "MXF"), ("IVF", "IVF"), ("Flash Video (FLV)", "Flash Video (FLV)"),
    ("an MPEG transport stream", "an MPEG transport stream"),
    ("AVCHD", "an MPEG transport stream"), ("an MPEG program stream", "an MPEG program stream"),
  ])
  func otherFilesAreNoByteStreams(kind: String, name: String) throws {
    let (source, out) = (work["source.h264"], work["out.mov"])
    try file(kind).write(to: source)
    let what =
      kind == "an MPEG program stream"
      ? "a byte stream of H.264 or HEVC" : "a QuickTime or MP4 file"
    let expected = "movtool: \(source.path): this is not \(what); it is \(name)\n"
    for words in [
      ["build", out.path, "--video", source.path],
      ["insert", "track", Self.movie, "--from", source.path, "-o", out.path],
    ] {
      let result = try Tool.run(words)
      #expect(result.status == 1 && result.stderr == expected, "\(result.stderr)")
    }
    let piped = try Tool.run(["build", out.path, "--video", "-"], stdin: file(kind))
    #expect(piped.status == 1)
    #expect(
      piped.stderr.contains(
        "this is not a byte stream of H.264 or HEVC; it is \(name); standard input (-) must be a "
          + "byte stream"), "\(piped.stderr)")
    #expect(!FileManager.default.fileExists(atPath: out.path))
  }

  @Test func filesInPipes() throws {
    let out = work["out.mov"]
    let movie = try Tool.run(
      ["build", out.path, "--video", "-"], stdin: Data(contentsOf: URL(filePath: Self.movie)))
    #expect(movie.status == 1)
    #expect(movie.stderr.contains("it is a QuickTime or MP4 file; standard"), "\(movie.stderr)")
    try file("WAV").write(to: work["a.wav"])
    let wave = try Tool.shell(
      "cat a.wav | \"$TOOL\" insert track \"$MOVIE\" --from /dev/stdin -o out.mov",
      cwd: work.folder, environment: ["MOVIE": Self.movie])
    #expect(wave.status == 1)
    #expect(
      wave.stderr.contains(
        "it is WAV; what is read from a pipe must be a byte stream, and all else must be a file"),
      "\(wave.stderr)")
    let whole = try Tool.run(["build", out.path, "--video", "-", "--rate", "25"], stdin: stream)
    #expect(whole.status == 0 && whole.stderr.isEmpty, "\(whole.stderr)")
  }

  /// The first four bytes of a movie, the size of its first atom, can be those of a start code: 00 00 01 08.
  @Test(arguments: ["free", "uuid"])
  func movieThatBeginsLikeAStartCode(type: String) throws {
    var bytes = HandmadeVideo(samples: HandmadeVideo.pictures(3), durations: [(3, 40)]).bytes
    let table = try #require(bytes.range(of: Data("stco".utf8))).upperBound + 8
    let offset = bytes[table..<table + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    bytes.replaceSubrange(table..<table + 4, with: Handmade.number(offset + 264))
    let (source, out) = (work["source.mov"], work["out.mov"])
    try (Handmade.atom(type, Data(repeating: 0x41, count: 256)) + bytes).write(to: source)
    for words in [
      ["build", out.path, "--video", source.path],
      ["insert", "track", Self.movie, "--from", source.path, "--overwrite", "-o", out.path],
    ] {
      let result = try Tool.run(words)
      #expect(result.status == 0, "\(result.stderr)")
      // A sample is stored as it is.
      #expect(try Data(contentsOf: out).range(of: HandmadeVideo.pictures(3)[2]) != nil)
    }
  }

  /// A stream that lost its first parameter sets, and one with bytes before its first start code.
  @Test func warnsOfWhatIsLeftOut() throws {
    let start = try #require(stream.range(of: Data([0, 0, 1, 0x65]))).lowerBound
    for (name, bytes, warning) in [
      ("cut.h264", stream[start...], "skipped 25 pictures before the first parameter sets\n"),
      (
        "junk.h264", Data("HELLO".utf8) + stream,
        "left out what comes before the first start code: the stream begins in the middle"
      ), ("whole.h264", stream, nil),
    ] as [(String, Data, String?)] {
      let (source, out) = (work[name], work["out.mov"])
      try bytes.write(to: source)
      for words in [
        ["build", out.path, "--video", source.path],
        ["insert", "track", Self.movie, "--from", source.path, "-o", out.path],
      ] {
        let result = try Tool.run(words + ["--rate", "25", "--overwrite"])
        #expect(result.status == 0)
        #expect(result.stderr.isEmpty == (warning == nil), "\(result.stderr)")
        if let warning {
          #expect(
            result.stderr.contains("movtool: \(source.path): warning: \(warning)"),
            "\(result.stderr)")
        }
      }
    }
  }
}
