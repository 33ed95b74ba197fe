import TestSupport
import Testing

@testable import MovKit

@Suite struct TimecodePartsTests {
  private static let times: [MediaTime] = [
    .zero, .invalid, .indefinite, .positiveInfinity, MediaTime(value: 512, timescale: 12800),
    MediaTime(value: .max, timescale: 1), MediaTime(value: -7, timescale: 30000),
    MediaTime(value: 5, timescale: 600, flags: [.valid, .hasBeenRounded], epoch: 3),
  ]

  private static func parts(_ count: Int, seed: UInt64) -> [TimecodePart] {
    var random = SplitMix64(seed: seed)
    func time() -> MediaTime { times[Int(random.next() % UInt64(times.count))] }
    return (0..<count).map { index in
      let number = Int64(truncatingIfNeeded: random.next())
      return TimecodePart(
        value: index % 5 == 0 ? .counter(UInt64(bitPattern: number)) : .frameNumber(number),
        description: index % 3, hidden: time(), shown: time(),
        target: MediaTimeRange(start: time(), duration: time()))
    }
  }

  private static func texts(_ parts: some Sequence<TimecodePart>) -> [String] {
    parts.map { part in
      ([part.hidden, part.shown, part.target.start, part.target.duration].map {
        "\($0.value)/\($0.timescale) \($0.flags.rawValue) \($0.epoch)"
      } + ["\(part.value)", "\(part.description)"]).joined(separator: ", ")
    }
  }

  /// What was put in comes out, whatever its times are, and any number of times.
  @Test(arguments: [0, 1, 2, 1000]) func keepsParts(count: Int) {
    let parts = Self.parts(count, seed: UInt64(count))
    let kept = TimecodeParts(parts)
    #expect(kept.count == count)
    #expect(Self.texts(kept) == Self.texts(parts))
    #expect(Self.texts(kept) == Self.texts(parts))
    #expect(
      Self.texts([kept.first, kept.last].compactMap(\.self))
        == Self.texts([parts.first, parts.last].compactMap(\.self)))
  }

  @Test func lastPartGrows() throws {
    var parts = Self.parts(3, seed: 1)
    var kept = TimecodeParts(parts)
    parts[2].shown = MediaTime(value: 9, timescale: 25)
    parts[2].target = MediaTimeRange(start: .zero, duration: MediaTime(value: 9, timescale: 25))
    kept.extendLast(shown: parts[2].shown, target: parts[2].target)
    let next = try #require(Self.parts(1, seed: 2).first)
    kept.append(next)
    #expect(kept.count == 4)
    #expect(Self.texts(kept) == Self.texts(parts + [next]))
  }
}
