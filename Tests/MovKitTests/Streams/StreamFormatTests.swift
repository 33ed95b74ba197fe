import Testing

@testable import MovKit

/// Streams whose parameter sets change and come back: each format is described once.
@Suite struct StreamFormatTests {
  private static func read(
    _ units: [[UInt8]], _ placement: ParameterSetPlacement = .description
  ) throws -> (formats: [VideoStreamFormat], indices: [Int]) {
    var options = VideoStreamReader.Options()
    options.frameDuration = MediaTime(value: 1, timescale: 25)
    options.placement = placement
    let (reader, samples) = try EncodedStreams.samples(
      units.flatMap { [0, 0, 1] + $0 }, options, pieces: 1 << 16)
    return (reader.formats, samples.map(\.formatIndex))
  }

  /// A sequence parameter set of H.264 for pictures of so many macroblocks across.
  private static func sequence(_ columns: UInt64, id: UInt64 = 0) -> [UInt8] {
    ParameterSetReadingTests.avcSequence(id: id, columns: columns)
  }

  private static func picture(
    _ id: UInt64 = 0, sequence: UInt64 = 0, _ quality: Int64 = 0
  ) -> [UInt8] {
    ParameterSetReadingTests.avcPicture(id: id, sequence: sequence, quality: quality)
  }

  private static func idr(_ picture: UInt64 = 0) -> [UInt8] {
    HandmadeStream.idr { $0.picture = picture }
  }

  @Test(arguments: [ParameterSetPlacement.description, .samples])
  func twoFormatsInTurn(placement: ParameterSetPlacement) throws {
    let first = [Self.sequence(12), Self.picture(), Self.idr()]
    let second = [Self.sequence(8), Self.picture(0, 3), Self.idr()]
    let (formats, indices) = try Self.read(
      (0..<20).flatMap { _ in first + second }, placement)
    #expect(formats.map(\.width) == [192, 128])
    #expect(indices == (0..<40).map { $0 % 2 })
  }

  @Test(arguments: [ParameterSetPlacement.description, .samples])
  func twoFormatsOfHEVCInTurn(placement: ParameterSetPlacement) throws {
    func stream(_ side: UInt64) -> [[UInt8]] {
      [
        HandmadeStream.hevcVideo(), HandmadeStream.hevcSequence(side: side),
        HandmadeStream.hevcPicture(), HandmadeStream.segment(19),
      ]
    }
    let (formats, indices) = try Self.read(
      (0..<20).flatMap { _ in stream(64) + stream(32) }, placement)
    #expect(formats.map(\.width) == [64, 32])
    #expect(indices == (0..<40).map { $0 % 2 })
  }

  /// A format with several picture parameter sets is found by any of them, in whatever order they come, and further
  /// pictures that need only its sets stay in it.
  @Test func severalPictureSets() throws {
    let sets = [Self.picture(0), Self.picture(1, 4)]
    let other = [Self.sequence(8), Self.picture(0, 3), Self.idr()]
    let next = HandmadeStream.slice(1, lsb: 2)
    let (formats, indices) = try Self.read(
      [Self.sequence(12)] + sets + [Self.idr(0)] + other
        + [Self.sequence(12)] + sets + [Self.idr(1), next] + other
        + [Self.sequence(12)] + sets.reversed() + [Self.idr(0)])
    #expect(formats.map(\.width) == [192, 128])
    #expect(formats[0].parameterSets.units(.picture).map(Array.init) == sets)
    #expect(indices == [0, 1, 0, 0, 1, 0])
  }

  /// A picture that needs a set more than the format that came back has takes another, which has all sets so far.
  @Test func oneSetMore() throws {
    let (one, two) = (Self.picture(0), Self.picture(0, 3))
    let more = Self.picture(1, 4)
    let uses = HandmadeStream.slice(2, lsb: 4) { $0.picture = 1 }
    let (formats, indices) = try Self.read(
      [Self.sequence(12), one, Self.idr(), two, Self.idr()]
        + [one, Self.idr(), HandmadeStream.slice(1, lsb: 2), more, uses, Self.idr()]
        + [two, Self.idr(), one, Self.idr()])
    let sets = formats.map { $0.parameterSets.units(.picture).map(Array.init) }
    #expect(sets == [[one], [two], [one, more], [two, more]])
    #expect(indices == [0, 1, 0, 0, 2, 2, 3, 2])
  }

  /// The same sets describe other pictures if these use another of the sequences.
  @Test func anotherSequenceOfTheSameSets() throws {
    let both = [
      Self.sequence(12), Self.sequence(8, id: 1), Self.picture(0), Self.picture(1, sequence: 1),
    ]
    let other = [Self.sequence(4), Self.picture(0), Self.idr()]
    let (formats, indices) = try Self.read(
      both + [Self.idr(0)] + other + both + [Self.idr(1)] + other + both + [Self.idr(0)]
        + other + both + [Self.idr(1)])
    #expect(formats.map(\.width) == [192, 64, 128])
    #expect(indices == [0, 1, 2, 1, 0, 1, 2])
  }

  /// Where the samples have the sets, picture parameter sets alone make no format.
  @Test func pictureSetsInSamples() throws {
    let (formats, indices) = try Self.read(
      (0..<30).flatMap { number in
        [Self.sequence(number % 2 == 0 ? 12 : 8), Self.picture(0, Int64(number)), Self.idr()]
      }, .samples)
    #expect(formats.map(\.width) == [192, 128])
    #expect(indices == (0..<30).map { $0 % 2 })
  }

  /// A large set that the stream has once is needed by each of many pictures, for which small sets change in turn. The
  /// large one is in a format for each small one, and no other.
  @Test(.timeLimit(.minutes(1))) func aLargeSetBesideSmallOnesInTurn() throws {
    let large = Self.sequence(12) + [UInt8](repeating: 0x55, count: 1 << 20)
    let count = 4000
    let (formats, indices) = try Self.read(
      [large] + (0..<count).flatMap { [Self.picture(0, Int64($0 % 2)), Self.idr()] })
    #expect(formats.count == 2)
    #expect(indices == (0..<count).map { $0 % 2 })
  }
}
