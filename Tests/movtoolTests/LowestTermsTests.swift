import Testing

@testable import movtool

@Suite struct LowestTermsTests {
  @Test(
    arguments: [
      ((60000, 2002), (30000, 1001)), ((50, 2), (25, 1)), ((2, 50), (1, 25)), ((25, 1), (25, 1)),
      ((0, 5), (0, 1)), ((5, 0), (1, 0)), ((0, 0), (0, 0)), ((UInt64.max, .max), (1, 1)),
    ] as [((UInt64, UInt64), (UInt64, UInt64))])
  func reduced(given: (UInt64, UInt64), reduced: (UInt64, UInt64)) {
    let found = lowestTerms(given.0, given.1)
    #expect(found.numerator == reduced.0 && found.denominator == reduced.1)
  }
}
