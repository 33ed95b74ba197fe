import Testing

@testable import MovKit

/// Numbers that are kept in halves.
@Suite struct HalvedNumbersTests {
  private static let numbers: [UInt64] = [
    0, 1, 0xFFFF_FFFF, 0x1_0000_0000, 0xFFFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, 7,
  ]

  /// Every three numbers, one after another.
  @Test func areAsTheyWere() {
    for first in Self.numbers {
      for second in Self.numbers {
        for third in Self.numbers {
          let all = [first, second, third]
          var kept = HalvedNumbers()
          for (index, number) in all.enumerated() {
            kept.append(number)
            #expect(kept.count == index + 1)
            #expect((0...index).map { kept[$0] } == Array(all[...index]))
          }
        }
      }
    }
  }
}
