import TestSupport
import Testing

@testable import MovKit

@Suite struct RunLogTests {
  /// What was put in comes out, whatever it is, and equal numbers are one run.
  @Test(arguments: 0..<20) func keepsNumbers(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var log = RunLog()
    var numbers: [Int64] = []
    for _ in 0..<2000 {
      let value: Int64 =
        switch random.next() % 4 {
        case 0: Int64(truncatingIfNeeded: random.next())
        case 1: Int64(random.next() % 3) - 1
        case 2: [Int64.min, .max, 0, -1, 63, 64, -32, 8191, 8192][Int(random.next() % 9)]
        default: Int64(random.next() % 100_000)
        }
      let count = Int(random.next() % 4)
      log.append(value, count: UInt64(count))
      numbers += [Int64](repeating: value, count: count)
    }
    #expect(Array(log.values) == numbers)
    #expect(log.count == UInt64(numbers.count))
    var runs: [RunLog.Run] = []
    for number in numbers {
      if runs.last?.value == number {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(RunLog.Run(value: number, count: 1))
      }
    }
    #expect(Array(log) == runs)
    #expect(log.runCount == runs.count)
  }

  /// Differences that exceed 64 bits as well.
  @Test(arguments: 0..<20) func differencesKeepNumbers(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var log = DifferenceLog()
    var numbers: [Int64] = []
    for index in 0..<2000 {
      let value: Int64 =
        switch random.next() % 4 {
        case 0: Int64(truncatingIfNeeded: random.next())
        case 1: [Int64.min, .max, 0, -1][Int(random.next() % 4)]
        default: Int64(index) * 512
        }
      log.append(value)
      numbers.append(value)
    }
    #expect(Array(log) == numbers)
    #expect(Array(DifferenceLog()).isEmpty)
  }

  @Test func isEmptyAtFirst() {
    #expect(Array(RunLog()).isEmpty)
    #expect(RunLog().runCount == 0)
  }
}
