import Foundation
import MovKit
import Testing

/// The examples of the articles in Docs/MovKit.docc. Each stands here as it stands there, but for the
/// names of files; `examplesAreCompiled` compares them.
@Suite struct ArticleExamplesTests {
  private static let folder = MediaFiles.packageRoot.appending(path: "Docs/MovKit.docc")

  @Test func examplesAreCompiled() throws {
    let source = try Self.code(String(contentsOf: URL(filePath: #filePath), encoding: .utf8))
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    where name.hasSuffix(".md") {
      let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
      for block in text.components(separatedBy: "```swift\n").dropFirst() {
        let example = block.components(separatedBy: "```")[0]
        #expect(source.contains(Self.code(example)), "\(name): not compiled: \(example)")
        count += 1
      }
    }
    #expect(count >= 14)
  }

  /// Without spaces, line ends, and names of files.
  private static func code(_ text: String) -> String {
    text.replacing(/"(clip|copy|new|stamped)\.mov"/) { String($0.output.1) }
      .filter { !$0.isWhitespace }
  }

  private let scratch: Scratch
  private let clip = TestMovies.path("timecode/24.mov")
  private var stamped: FilePath { scratch["stamped.mov"] }
  private var copy: FilePath { scratch["copy.mov"] }
  private var new: FilePath { scratch["new.mov"] }

  init() throws { scratch = try Scratch() }

  private final class Decoder: @unchecked Sendable {
    var bytes = 0
  }

  // MARK: Read a movie

  @Test func readAMovie() async throws {
    let decoder = Decoder()
    @Sendable func decode(_ data: Bytes, at time: MediaTime) { decoder.bytes += data.count }
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    do {
      let movie = try Movie(path: clip)
      for track in movie.tracks {
        print(track.id, track.mediaType ?? .video, track.duration.seconds)
      }
      for track in movie.tracks(.video) {
        print(track.size.width, track.language ?? "no language", track.frameRate ?? "no frames")
      }
    }
    let movie = try Movie(path: clip)
    let track = movie.tracks[0]
    for sample in try track.samples() {
      decode(try sample.data(), at: sample.presentationTime)
    }
    #expect(decoder.bytes > 0 && printed[0].hasPrefix("1 vide "))
    let time = MediaTime(value: 1, timescale: 2)
    let label = try movie.timecode?.label(at: time)
    for frame in try movie.frames() {
      print(frame.time, frame.timecode ?? "no timecode", frame.isSync)
    }
    #expect(try label == movie.frames().first { $0.time == time }?.timecode)
    #expect(label == "01:30:15:19")
  }

  struct Client: Sendable {
    let bytes: [UInt8]
    func bytes(in range: Range<UInt64>) async throws -> [UInt8] {
      await Task.yield()
      return Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
    }
  }

  struct Download: AsyncByteSource {
    let size: UInt64
    let client: Client

    func read(at offset: UInt64, count: Int) async throws(IOError) -> [UInt8] {
      do { return try await client.bytes(in: offset..<offset + UInt64(count)) } catch {
        throw IOError(.read, nil, .failed("\(error)"))
      }
    }
  }

  @Test func readFromAServer() async throws {
    let decoder = Decoder()
    @Sendable func decode(_ data: Bytes, at time: MediaTime) { decoder.bytes += data.count }
    let client = Client(bytes: Array(try Data(contentsOf: URL(filePath: clip.description))))
    let size = UInt64(client.bytes.count)
    let movie = try await Movie(from: Download(size: size, client: client))
    try await movie.loadTimecode()
    for try await sample in try movie.tracks[0].asyncSamples() {
      decode(try sample.data(), at: sample.presentationTime)
    }
    #expect(decoder.bytes > 0)
  }

  // MARK: Stamp timecode

  @Test func stampTimecode() throws {
    var printed = 0
    func print(_ items: Any...) { printed += 1 }
    do {
      let clip = TestMovies.path("camera/camera.mov")
      let movie = try Movie(path: clip)
      var editor = MovieEditor(movie)
      try editor.stamp(.init(start: "01:00:00:00", reel: "A001"))
      try editor.write(to: stamped)
    }
    #expect(try Movie(path: stamped).timecode?.reel == "A001")
    do {
      var editor = MovieEditor(try Movie(path: stamped))
      try editor.stamp(.init(start: "10:00:00:00", replaces: true))
      try editor.writeInPlace()
    }
    #expect(try Movie(path: stamped).timecode?.start == "10:00:00:00")
    #expect(try Movie(path: stamped).timecode?.reel == "A001")
    do {
      var editor = MovieEditor(try Movie(path: TestMovies.path("camera/camera.mov")))
      var request = StampRequest(start: "10:00:00;00")
      request.frameDuration = MediaTime(value: 1001, timescale: 30_000)
      request.allowsNegative = true
      for finding in try editor.stamp(request) { print(finding.rule, finding.message) }
      try editor.write(to: new)
    }
    #expect(try Movie(path: new).timecode?.format.isDropFrame == true && printed == 0)
  }

  // MARK: Build a movie

  @Test func copyTracks() throws {
    let movie = try Movie(path: clip)
    let writer = try MovieWriter(to: copy)
    for (track, input) in zip(movie.tracks, try writer.addInputs(for: movie.tracks)) {
      var samples = try track.samples().makeIterator()
      input.requestMediaDataWhenReady { input in
        while input.isReadyForMoreData {
          guard let sample = samples.next() else { return try input.markAsFinished() }
          try input.append(sample)
        }
      }
    }
    try writer.writeRequestedMedia()
    try writer.finish()
    #expect(try Movie(path: copy).tracks.count == movie.tracks.count)
  }

  @Test func writeEncodedPictures() throws {
    let source = try Movie(path: clip).tracks[0]
    let description = source.sampleDescriptions[0]
    let pictures = try source.samples().prefix(3).map { try $0.data() }
    let writer = try MovieWriter(to: new)
    let video = try writer.addInput(
      .init(mediaType: .video, timescale: 30_000, sampleDescriptions: [description]))
    let format = TimecodeFormat(
      frameDuration: MediaTime(value: 1001, timescale: 30_000), frameQuanta: 30, flags: .dropFrame)
    _ = try writer.addTimecode(format, startFrame: 0, for: [video])
    for (number, picture) in pictures.enumerated() {
      let time = MediaTime(value: Int64(number) * 1001, timescale: 30_000)
      try video.append(
        picture, timing: SampleTiming(duration: format.frameDuration, presentationTime: time))
    }
    try writer.finish()
    #expect(try Movie(path: new).frames().map(\.timecode).last == "00:00:00;02")
  }

  // MARK: Declare an atom

  struct LensSerial: Record {
    /// The maker's code.
    var maker: FourCC = "none"
    /// The serial number.
    var serial: UInt32 = 0
    /// The focal length in millimeters.
    var focalLength = UFixed16x16(50)

    init() {}

    mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("maker", &maker)
      try f("serial", &serial)
      try f("focal_length", &focalLength)
    }
  }

  @Test func declareAnAtom() throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    do {
      var lens = LensSerial()
      lens.maker = "acme"
      lens.serial = 1234
      var options = MovieWriter.Options()
      options.extensions = [Atom("udta", children: [try Atom("LENS", lens)])]
      let writer = try MovieWriter(to: new, options: options)
      let track = try Movie(path: clip).tracks[0]
      let input = try writer.addInput(for: track)
      for sample in try track.samples() { try input.append(sample) }
      try writer.finish()
    }
    let clip = new
    let schema = Schema.standard.adding(.leaf("LENS", LensSerial.self, .inside(["udta"])))
    let movie = try Movie(path: clip, schema: schema)
    let atom = movie.atom.descendant("udta", "LENS")
    if let lens = try atom?.decode(LensSerial.self) {
      for field in lens.described { print(field.name, field.value) }
    }
    let lens = try #require(try atom?.decode(LensSerial.self))
    #expect(lens.serial == 1234 && lens.focalLength.value == 50)
    #expect(printed.count == 3)
    // The standard schema keeps it as bytes.
    #expect(try Movie(path: clip).atom.descendant("udta", "LENS")?.size == 20)
    #expect(movie.diagnostics.isEmpty)
  }
}
