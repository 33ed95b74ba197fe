import Foundation
import Synchronization
import Testing

@testable import movtool

/// Work in several threads, whose results come in the order of the files.
@Suite struct ParallelFilesTests {
  private final class Printed {
    var lines: [String] = []
  }

  @Test(arguments: [1, 2, 3, 16, 200])
  func resultsAndMessagesComeInOrder(jobs: Int) throws {
    let printed = Printed()
    let messages = Messages { printed.lines.append($0) }
    var results: [Int] = []
    try ParallelFiles.forEach(
      Array(0..<1000), jobs: jobs, messages,
      work: { number, messages in
        // Later numbers are often done first.
        if number % 7 == 0 { for _ in 0..<20_000 { _ = String(number).hashValue } }
        if number % 100 == 0 { messages.error("number \(number)") }
        if number % 250 == 0 { messages.warning("\(number)") }
        return number * 2
      }, use: { results.append($0) })
    #expect(results == (0..<1000).map { $0 * 2 })
    #expect(messages.errors == 10)
    var expected: [String] = []
    for number in stride(from: 0, to: 1000, by: 50) {
      if number % 100 == 0 { expected.append("movtool: number \(number)\n") }
      if number % 250 == 0 { expected.append("movtool: warning: \(number)\n") }
    }
    #expect(printed.lines == expected)
  }

  @Test(arguments: [1, 4])
  func aFailureEndsTheWork(jobs: Int) {
    let done = Mutex(0)
    var used = 0
    #expect(throws: Failure.brokenPipe) {
      try ParallelFiles.forEach(
        Array(0..<100_000), jobs: jobs, Messages { _ in },
        work: { _, _ in done.withLock { $0 += 1 } },
        use: { _ throws(Failure) in
          used += 1
          // The threads run ahead as far as they may.
          if used == 1 || used == 10 { Thread.sleep(forTimeInterval: 0.1) }
          if used == 10 { throw .brokenPipe }
        })
    }
    // The threads run ahead no further than 32 results each.
    #expect(used == 10 && done.withLock { $0 } <= 10 + 32 * jobs)
  }

  @Test func levelsApply() throws {
    let printed = Printed()
    let messages = Messages { printed.lines.append($0) }
    messages.level = .quiet
    try ParallelFiles.forEach(
      [1, 2], jobs: 2, messages,
      work: { number, messages in
        messages.warning("\(number)")
        messages.error("\(number)")
      }, use: { _ in })
    #expect(printed.lines == ["movtool: 1\n", "movtool: 2\n"])
  }

  @Test func nothingToDo() throws {
    let none: [Int] = []
    try ParallelFiles.forEach(
      none, jobs: 4, Messages { _ in }, work: { number, _ in number },
      use: { _ in Issue.record("no result is expected") })
  }
}
