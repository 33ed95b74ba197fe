import Testing

@testable import MovKit

/// Streams whose parameter sets are many, or change often.
@Suite struct ParameterSetLimitTests {
  private static var options: VideoStreamReader.Options {
    var options = VideoStreamReader.Options()
    options.frameDuration = MediaTime(value: 1, timescale: 25)
    return options
  }

  private static func avcPicture(_ id: UInt64, _ quality: Int64 = 0) -> [UInt8] {
    ParameterSetReadingTests.avcPicture(id: id, quality: quality)
  }

  private static func samples(
    _ units: [[UInt8]], _ options: VideoStreamReader.Options
  ) throws -> (reader: VideoStreamReader, samples: [StreamSample]) {
    try EncodedStreams.samples(units.flatMap { [0, 0, 1] + $0 }, options)
  }

  /// Each picture comes with another set. After the first formats, each has only what its picture needs, so what all
  /// of them take grows with the stream.
  @Test(arguments: [VideoCodec.h264, .hevc]) func aSetForEachPicture(codec: VideoCodec) throws {
    var units: [[UInt8]]
    let count = 3000
    switch codec {
    case .h264:
      units = [ParameterSetReadingTests.avcSequence()] + (0..<255).map { Self.avcPicture($0) }
      units.append(HandmadeStream.idr())
      for number in 1..<count {
        units.append(Self.avcPicture(0, Int64(number)))
        units.append(
          HandmadeStream.slice(UInt64(number % 16), lsb: UInt64(2 * number % 16)))
      }
    case .hevc:
      units =
        Array(HandmadeStream.hevcSets.prefix(2)) + (0..<64).map { HandmadeStream.hevcPicture($0) }
      units.append(HandmadeStream.segment(19))
      for number in 1..<count {
        units.append(HandmadeStream.hevcPicture(0, UInt64(number)))
        units.append(HandmadeStream.segment(1, lsb: UInt64(number % 16)))
      }
    }
    let (reader, samples) = try Self.samples(units, Self.options)
    #expect(samples.count == count && reader.formats.count > count / 2)
    let sets = reader.formats.reduce(0) { $0 + $1.parameterSets.entries.count }
    // The first have all sets, as far as a megabyte reaches for 64 bytes each.
    #expect(sets < (1 << 20) / 64 + 3 * count + 1000, "\(sets)")
    // A format has the set that came before its picture.
    for sample in samples.suffix(40) where codec == .h264 {
      let number = try #require(samples.firstIndex { $0.decodeTime == sample.decodeTime })
      #expect(
        reader.formats[sample.formatIndex].parameterSets.unit(.picture, 0).map(Array.init)
          == Self.avcPicture(0, Int64(number)))
    }
  }

  /// If each description repeats a large set, the stream is refused before they take too much.
  @Test func aLargeSetForEachPicture() throws {
    let large = ParameterSetReadingTests.avcSequence() + [UInt8](repeating: 0x55, count: 1 << 20)
    var units = [large, Self.avcPicture(0), HandmadeStream.idr()]
    for number in 1..<400 {
      units.append(Self.avcPicture(0, Int64(number)))
      units.append(HandmadeStream.slice(UInt64(number % 16), lsb: UInt64(2 * number % 16)))
    }
    let error = #expect(throws: FormatError.self) { try Self.samples(units, Self.options) }
    #expect(error.map { "\($0)".contains("changes its parameter sets so often") } ?? false)
    // They are in the samples then, and need no descriptions.
    var options = Self.options
    options.placement = .samples
    #expect(try Self.samples(units, options).reader.formats.count == 1)
  }

  /// The same where a large set is repeated in the sample of each picture at which decoding begins.
  @Test func aLargeSetBesideEachPicture() throws {
    let large = ParameterSetReadingTests.avcSequence() + [UInt8](repeating: 0x55, count: 1 << 18)
    func units(_ count: Int) -> [[UInt8]] {
      let picture = [[0x09, 0x10], HandmadeStream.idr()]
      return [large, Self.avcPicture(0)] + repeatElement(picture, count: count).flatMap { $0 }
    }
    var options = Self.options
    options.placement = .samples
    let few = try Self.samples(units(10), options).samples
    #expect(few.count == 10)
    let error = #expect(throws: FormatError.self) { try Self.samples(units(400), options) }
    #expect(error.map { "\($0)".contains("times the size of the stream") } ?? false)
    // In the description they are once.
    #expect(try Self.samples(units(400), Self.options).samples.count == 400)
  }

  /// A description of H.264 counts 255 picture parameter sets and 31 of sequences, and a stream can have one more.
  @Test(arguments: [0, 255] as [UInt64]) func oneSetTooMany(used: UInt64) throws {
    let units =
      (0..<32).map { ParameterSetReadingTests.avcSequence(id: $0) }
      + (0..<256).map { Self.avcPicture($0) }
      + [HandmadeStream.idr { $0.picture = used }]
    let (reader, samples) = try Self.samples(units, Self.options)
    #expect(samples.count == 1 && reader.formats.count == 1)
    let record = try reader.formats[0].avcConfiguration()
    let sets = record.pictureParameterSets.map { Array($0.nalUnit.bytes) }
    #expect(sets.count == 255 && sets.contains(Self.avcPicture(used)))
    #expect(record.sequenceParameterSets.count == 31)
  }

  /// The sets of further views (type 15, H.264, 7.3.2.1.3) in a description are none of its first view.
  @Test func unitsOfOtherTypes() throws {
    var record = AVCConfiguration()
    let (sequence, picture) = (ParameterSetReadingTests.avcSequence(), Self.avcPicture(0))
    record.sequenceParameterSets = [
      ParameterSet(sequence[...]), ParameterSet([0x6F, 0x64, 0, 0x29, 0xAC]),
    ]
    record.pictureParameterSets = [ParameterSet(picture[...]), ParameterSet([])]
    #expect(try ParameterSets(record).entries.map { Array($0.unit) } == [sequence, picture])
  }

  /// The profile High 4:4:4 of 2005 has the fields of the other high profiles.
  @Test func profile144() throws {
    var unit = ParameterSetReadingTests.avcSequence(profile: 100, crop: [0, 7, 0, 6])
    let known = try AVCSequenceParameterSet(unit[...])
    unit[1] = 144
    let set = try AVCSequenceParameterSet(unit[...])
    #expect(set.profileIdc == 144 && set.width == known.width && set.height == known.height)
    #expect(set.width == 192 - 14 && set.height == 112 - 12)
  }
}
