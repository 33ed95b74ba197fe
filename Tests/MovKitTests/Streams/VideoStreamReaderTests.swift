import TestSupport
import Testing

@testable import MovKit

@Suite struct VideoStreamReaderTests {
  struct Encoding: Sendable, CustomTestStringConvertible {
    var encoder: String
    var parameters: String
    var pixels = "yuv420p"
    var size = "178x100"
    var rate = "25"
    /// Whether ffprobe's key packets are the sync and partial sync samples: it also takes the beginning of a
    /// gradual refresh for one.
    var keysAreSyncs = true
    var testDescription: String { "\(encoder) \(parameters) \(pixels)" }
  }

  static let encodings: [Encoding] = [
    .init(encoder: "libx264", parameters: "keyint=12:bframes=3:b-pyramid=normal"),
    .init(encoder: "libx264", parameters: "keyint=12:open-gop=1:bframes=3:aud=1"),
    .init(encoder: "libx264", parameters: "keyint=12:slices=4:bframes=2:weightp=2:weightb=1"),
    .init(encoder: "libx264", parameters: "keyint=12:tff=1:bframes=2:slices=2"),
    .init(encoder: "libx264", parameters: "keyint=12:bframes=0:cabac=0", rate: "30000/1001"),
    .init(
      encoder: "libx264", parameters: "keyint=12:intra-refresh=1:bframes=2", keysAreSyncs: false),
    .init(
      encoder: "libx264",
      parameters: "keyint=12:nal-hrd=cbr:bitrate=500:vbv-maxrate=500:vbv-bufsize=500:filler=1"),
    .init(encoder: "libx264", parameters: "keyint=1", pixels: "yuv444p10", size: "186x94"),
    .init(encoder: "libx265", parameters: "keyint=12:bframes=4:open-gop=1:aud=1"),
    .init(encoder: "libx265", parameters: "keyint=12:open-gop=0:slices=2:repeat-headers=1"),
    .init(encoder: "libx265", parameters: "keyint=12:open-gop=0:radl=2:temporal-layers=1"),
    .init(encoder: "libx265", parameters: "keyint=12:bframes=2", pixels: "yuv422p10"),
  ]

  /// The times of a sample in seconds; those that are too large for the timescale get a coarser one.
  @Test func timesOfASample() {
    var sample = StreamSample(
      data: [], spooled: nil, formatIndex: 0, decodeTime: 3, duration: 2, compositionOffset: -5,
      isSync: true, isPartialSync: false, dependsOnOthers: false, isDependedOn: false,
      hasRedundancy: false, isLeading: false)
    #expect(
      sample.timing(per: 25)
        == SampleTiming(
          duration: MediaTime(value: 2, timescale: 25),
          presentationTime: MediaTime(value: -2, timescale: 25),
          decodeTime: MediaTime(value: 3, timescale: 25)))
    sample.decodeTime = .max
    sample.compositionOffset = .max
    // Twice as many ticks of half the length.
    #expect(sample.timing(per: 600).presentationTime == MediaTime(value: .max, timescale: 300))
    #expect(!sample.timing(per: 0).decodeTime.isValid)
  }

  /// ffmpeg finds the same pictures, random access points and order.
  @Test(arguments: encodings) func agreesWithFFmpeg(_ encoding: Encoding) throws {
    guard
      let stream = try EncodedStreams.encode(
        encoding.encoder, encoding.parameters, pixels: encoding.pixels, size: encoding.size,
        rate: encoding.rate)
    else { return }
    let (reader, samples) = try EncodedStreams.samples(stream)
    let codec: VideoCodec = encoding.encoder == "libx264" ? .h264 : .hevc
    #expect(reader.codec == codec && reader.formats.count == 1)
    #expect(samples.count == 40)
    let format = try #require(reader.formats.first)
    #expect("\(format.width)x\(format.height)" == encoding.size)
    // Each is shown once, without gaps; none is decoded after it is shown but for the delay.
    let duration = try #require(samples.first?.duration)
    let timescale = try #require(reader.timescale)
    #expect(
      MediaTime(value: duration, timescale: timescale)
        == (encoding.rate == "25"
          ? MediaTime(value: 1, timescale: 25) : MediaTime(value: 1001, timescale: 30000)))
    #expect(samples.map(\.decodeTime) == (0..<40).map { $0 * duration })
    #expect(samples.map(\.presentationTime).sorted() == (0..<40).map { $0 * duration })
    #expect(samples.map(\.compositionOffset).min() == -reader.presentationDelay)
    #expect(reader.presentationDelay <= Int64(format.reorderDepth) * duration)
    guard let told = try EncodedStreams.probe(stream, codec) else { return }
    #expect(told.keys.count == 40 && told.kinds.count == 40)
    if encoding.keysAreSyncs {
      #expect(samples.map { $0.isSync || $0.isPartialSync } == told.keys)
    }
    let shown = samples.sorted { $0.presentationTime < $1.presentationTime }
    #expect(shown.map { !$0.dependsOnOthers } == told.kinds.map { $0 == "I" })
    // Only B pictures are ever left without others that need them here.
    #expect(zip(shown, told.kinds).allSatisfy { $0.isDependedOn || $1 == "B" })
  }

  @Test func doesNotDependOnHowBytesCome() throws {
    guard
      let stream = try EncodedStreams.encode("libx264", "keyint=8:bframes=2:slices=2", frames: 12)
    else { return }
    let whole = try EncodedStreams.samples(stream, pieces: stream.count).samples
    for pieces in [1, 7, 1000] {
      let found = try EncodedStreams.samples(stream, pieces: pieces).samples
      #expect(found.map(\.data) == whole.map(\.data))
      #expect(found.map(\.presentationTime) == whole.map(\.presentationTime))
    }
  }

  /// Sets are in the description or in the samples, and nothing else is lost.
  @Test func keepsEveryUnit() throws {
    guard
      let stream = try EncodedStreams.encode(
        "libx265", "keyint=8:repeat-headers=1:aud=1", frames: 20)
    else { return }
    var splitter = AnnexBSplitter()
    splitter.append(stream[...])
    splitter.finish()
    var units: [[UInt8]] = []
    while let unit = try splitter.next() { units.append(Array(unit)) }
    let inSamples = { (placement: ParameterSetPlacement) in
      var options = VideoStreamReader.Options()
      options.placement = placement
      options.lengthSize = 2
      var found: [[UInt8]] = []
      for sample in try EncodedStreams.samples(stream, options).samples {
        var reader = try LengthPrefixedUnits(sample.data[...], lengthSize: 2)
        while let unit = try reader.next() { found.append(Array(unit)) }
      }
      return found
    }
    #expect(try inSamples(.samples) == units)
    #expect(
      try inSamples(.description)
        == units.filter { NALUnitHeader($0[...], codec: .hevc)?.parameterSet == nil })
  }

  /// What a stream says only once stands with every picture at which decoding can begin, behind the
  /// delimiter: each sync sample and what follows it decodes by itself.
  @Test(arguments: [("libx264", VideoCodec.h264), ("libx265", .hevc)])
  func setsAreInSyncSamples(encoder: String, codec: VideoCodec) throws {
    guard
      let stream = try EncodedStreams.encode(
        encoder, "keyint=8:min-keyint=8:scenecut=0:bframes=0:aud=1:open-gop=0", frames: 20)
    else { return }
    var splitter = AnnexBSplitter()
    splitter.append(stream[...])
    splitter.finish()
    var seen: Set<[UInt8]> = []
    var once: [UInt8] = []
    while let unit = try splitter.next() {
      let isSet = NALUnitHeader(unit, codec: codec)?.parameterSet != nil
      if isSet, !seen.insert(Array(unit)).inserted { continue }
      once += [0, 0, 0, 1] + unit
    }
    var options = VideoStreamReader.Options()
    options.placement = .samples
    let samples = try EncodedStreams.samples(once, options).samples
    #expect(samples.filter(\.isSync).count == 3)
    for sample in samples {
      var reader = try LengthPrefixedUnits(sample.data[...], lengthSize: 4)
      var kinds: [ParameterSetKind?] = []
      var isFirst = true
      while let unit = try reader.next() {
        let header = try #require(NALUnitHeader(unit, codec: codec))
        if isFirst { #expect(header.isAccessUnitDelimiter) }
        isFirst = false
        if header.isVCL { break }
        if header.parameterSet != nil {
          kinds.append(header.parameterSet)
          #expect(seen.contains(Array(unit)))
        }
      }
      let all: [ParameterSetKind?] = (codec == .hevc ? [.video] : []) + [.sequence, .picture]
      #expect(kinds == (sample.isSync ? all : []))
    }
  }

  @Test func changesOfTheStreamMakeFormats() throws {
    guard let small = try EncodedStreams.encode("libx264", "keyint=9:bframes=2", frames: 12),
      let large = try EncodedStreams.encode(
        "libx264", "keyint=9:bframes=2", size: "320x240", frames: 7),
      let other = try EncodedStreams.encode(
        "libx264", "keyint=9:bframes=2:cabac=0", frames: 5)
    else { return }
    let (reader, samples) = try EncodedStreams.samples(small + large + small + other)
    #expect(reader.formats.map(\.width) == [178, 320, 178])
    #expect(
      samples.map(\.formatIndex)
        == Array(repeating: 0, count: 12) + Array(repeating: 1, count: 7)
        + Array(repeating: 0, count: 12) + Array(repeating: 2, count: 5))
    #expect(samples.map(\.presentationTime).sorted() == samples.map(\.decodeTime))
    #expect(reader.formats.allSatisfy { $0.parameterSets.entries.count == 2 })
    #expect(reader.formats[0].canAccept(reader.formats[2]))
    #expect(reader.formats[2].canAccept(reader.formats[0]))
    #expect(!reader.formats[0].canAccept(reader.formats[1]))
  }

  @Test func wantsAFrameRate() throws {
    let stream =
      [0, 0, 1] + ParameterSetReadingTests.avcSequence() + [0, 0, 1]
      + ParameterSetReadingTests.avcPicture() + [0, 0, 1] + HandmadeStream.idr()
    #expect(throws: FormatError.self) { try EncodedStreams.samples(stream) }
    var options = VideoStreamReader.Options()
    options.frameDuration = MediaTime(value: 1001, timescale: 24000)
    let (reader, samples) = try EncodedStreams.samples(stream, options)
    #expect(reader.timescale == 24000 && samples.map(\.duration) == [1001])
    options.frameDuration = .indefinite
    #expect(throws: FormatError.self) { try EncodedStreams.samples(stream, options) }
  }

  @Test func refusesWhatIsNoStream() throws {
    var options = VideoStreamReader.Options()
    options.detectionLimit = 5000
    for junk in [
      [UInt8](repeating: 0x55, count: 20000), [], zeros(9000),
      [[UInt8]](repeating: [0, 0, 1, 9], count: 9000).flatMap { $0 },
    ] {
      #expect(throws: FormatError.self) { try EncodedStreams.samples(junk, options) }
    }
  }

  /// Nothing traps, and nothing grows, whatever comes.
  @Test func survivesDamage() throws {
    guard let avc = try EncodedStreams.encode("libx264", "keyint=6:bframes=2:slices=2", frames: 10),
      let hevc = try EncodedStreams.encode("libx265", "keyint=6:bframes=2", frames: 10)
    else { return }
    var random = SplitMix64(seed: 77)
    for round in 0..<150 {
      var stream = Array((round % 2 == 0 ? avc : hevc).prefix(6000))
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        // The beginning, where the sets are, more often.
        let most = Bool.random(using: &random) ? 80 : stream.count
        let place = Int.random(in: 0..<min(most, stream.count), using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: stream[place] = UInt8.random(in: 0...255, using: &random)
        case 1: stream[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 2: stream.remove(at: place)
        default: stream = Array(stream.prefix(max(place, 40)))
        }
      }
      var options = VideoStreamReader.Options()
      options.frameDuration = MediaTime(value: 1, timescale: 25)
      options.codec = random.once(in: 4) ? .h264 : random.once(in: 4) ? .hevc : nil
      if let (reader, samples) = try? EncodedStreams.samples(stream, options) {
        #expect(samples.count <= 60)
        #expect(samples.map(\.decodeTime) == samples.map(\.decodeTime).sorted())
        #expect(samples.map(\.presentationTime).sorted() == samples.map(\.decodeTime))
        for format in reader.formats { _ = try? format.sampleDescription() }
      }
    }
  }
}
