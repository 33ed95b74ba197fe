import TestSupport
import Testing

@testable import MovKit

@Suite struct PackedMappingsTests {
  private static func time(_ random: inout SplitMix64) -> MediaTime {
    switch random.next() % 8 {
    case 0: .invalid
    case 1: .positiveInfinity
    case 2:
      MediaTime(
        value: Int64(truncatingIfNeeded: random.next()), timescale: 90000,
        flags: [.valid, .hasBeenRounded], epoch: 2)
    default: MediaTime(value: Int64(random.next() % 1000), timescale: 600)
    }
  }

  private static func mapping(_ random: inout SplitMix64) -> MediaTimeMapping {
    MediaTimeMapping(
      source: MediaTimeRange(start: time(&random), duration: time(&random)),
      target: MediaTimeRange(start: time(&random), duration: time(&random)))
  }

  private static func texts(_ mappings: some Sequence<MediaTimeMapping>) -> [String] {
    mappings.map { mapping in
      [
        mapping.source.start, mapping.source.duration, mapping.target.start,
        mapping.target.duration,
      ]
      .map { "\($0.value)/\($0.timescale) \($0.flags.rawValue) \($0.epoch)" }
      .joined(separator: ", ")
    }
  }

  /// Edits are what they were, whatever their times are, also over the ends of the pieces in which they
  /// are kept.
  @Test func keepsMappings() {
    var random = SplitMix64(seed: 7)
    var expected: [MediaTimeMapping] = []
    var packed = PackedMappings()
    for _ in 0..<20000 {
      switch random.next() % 8 {
      case 0 where !expected.isEmpty:
        packed.removeLast()
        expected.removeLast()
      case 1 where !expected.isEmpty:
        let index = Int(random.next() % UInt64(expected.count))
        let mapping = Self.mapping(&random)
        packed[index] = mapping
        expected[index] = mapping
      default:
        let mapping = Self.mapping(&random)
        packed.append(mapping)
        expected.append(mapping)
      }
    }
    #expect(packed.count == expected.count)
    #expect(Self.texts(packed) == Self.texts(expected))
    while !expected.isEmpty {
      packed.removeLast()
      expected.removeLast()
    }
    #expect(packed.isEmpty)
  }
}
