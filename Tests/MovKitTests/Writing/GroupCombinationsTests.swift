import Testing

@testable import MovKit

@Suite struct GroupCombinationsTests {
  @Test func numbersInTheOrderInWhichTheyAreAsked() throws {
    var combinations = GroupCombinations()
    #expect(try combinations.number(of: []) == 0)
    for round in 0..<2 {
      for first in 0..<100 as Range<UInt32> {
        for second in 0..<10 as Range<UInt32> {
          let number = try combinations.number(of: [first, second, 7])
          #expect(number == 10 * Int(first) + Int(second) + 1, "\(round)")
        }
      }
    }
    #expect(combinations.group(0, in: 43) == 4)
    #expect(combinations.group(1, in: 43) == 2)
    #expect(combinations.group(2, in: 43) == 7)
    // What is not known is no group.
    #expect(combinations.group(3, in: 43) == 0)
    #expect(combinations.group(0, in: 0) == 0)
    #expect(combinations.group(0, in: 1001) == 0)
  }

  @Test func lengthsThatDiffer() throws {
    var combinations = GroupCombinations()
    #expect(try combinations.number(of: [1]) == 1)
    #expect(try combinations.number(of: [1, 2]) == 2)
    #expect(try combinations.number(of: [1, 2, 0]) == 3)
    #expect(try combinations.number(of: [1, 2]) == 2)
    #expect(combinations.group(1, in: 2) == 2)
    #expect(combinations.group(1, in: 1) == 0)
  }

  /// Each sample can be in a combination of its own. A million numbers are kept, five for each combination
  /// besides its groups.
  @Test func tooMany() throws {
    var combinations = GroupCombinations()
    let kinds = [UInt32](repeating: 1, count: 1019)
    for number in 0..<1024 as Range<UInt32> {
      _ = try combinations.number(of: [number] + kinds.dropLast())
    }
    #expect(throws: FormatError.self) { try combinations.number(of: [9000] + kinds.dropLast()) }
    // What is known needs no more.
    #expect(try combinations.number(of: [100] + kinds.dropLast()) == 101)
  }
}
