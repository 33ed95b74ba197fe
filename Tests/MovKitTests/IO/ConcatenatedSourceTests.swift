import Synchronization
import TestSupport
import Testing

@testable import MovKit

@Suite struct ConcatenatedSourceTests {
  @Test func everyRangeOfEveryDivision() throws {
    let bytes = Array(UInt8(0)..<12)
    for first in 0...12 {
      for second in first...12 {
        let source = try ConcatenatedSource([
          MemorySource(Array(bytes[..<first])), MemorySource(Array(bytes[first..<second])),
          MemorySource(Array(bytes[second...])),
        ])
        #expect(source.size == 12)
        for start in 0...12 {
          for end in start...12 {
            let found = try source.read(at: UInt64(start), count: end - start)
            #expect(found == Array(bytes[start..<end]))
          }
        }
      }
    }
  }

  @Test func refusesWhatIsNotThere() throws {
    let source = try ConcatenatedSource([MemorySource([1, 2]), MemorySource([3])])
    #expect(throws: IOError.self) { try source.read(at: 1, count: 3) }
    #expect(throws: IOError.self) { try source.read(at: 1, count: -1) }
    #expect(throws: IOError.self) { try ConcatenatedSource([]).read(at: 0, count: 1) }
    #expect(try ConcatenatedSource([]).read(at: 0, count: 0) == [])
  }

  @Test func refusesMoreThanCanBeCounted() {
    struct Endless: ByteSource {
      let size = UInt64.max
      func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] { [] }
    }
    #expect(throws: IOError(.read, nil, .tooLarge)) {
      try ConcatenatedSource([Endless(), MemorySource([1])])
    }
  }
}

@Suite struct ReadWindowTests {
  @Test func readsWhatTheSourceHas() throws {
    var g = Seed.generator("read window")
    let bytes = g.bytes(300_000)
    let counting = CountingSource(bytes)
    let window = ReadWindow(counting, limit: 1 << 16)
    for _ in 0..<300 {
      let start = Int(g.next() % 300_000)
      let count = min(300_000 - start, Int(g.next() % (g.once(in: 5) ? 100_000 : 500)))
      #expect(try window.read(at: UInt64(start), count: count) == bytes[start..<start + count])
    }
    #expect(throws: IOError.self) { try window.read(at: 299_999, count: 2) }
    #expect(throws: IOError.self) { try window.read(at: .max, count: 2) }
    #expect(throws: IOError.self) { try window.read(at: 0, count: -2) }
  }

  @Test func neighboursCostOneRead() throws {
    let counting = CountingSource([UInt8](repeating: 7, count: 4 << 20))
    let window = ReadWindow(counting)
    for start in stride(from: 0, to: 4 << 20, by: 512) {
      _ = try window.read(at: UInt64(start), count: 512)
    }
    let reads = counting.reads.withLock { $0 }
    // 64 KiB, then four times as much each time up to a MiB.
    #expect(reads.count <= 7)
    #expect(reads.max() == 1 << 20)
  }

  @Test func farSamplesDoNotReadWhatLiesBetween() throws {
    let counting = CountingSource([UInt8](repeating: 7, count: 8 << 20))
    let window = ReadWindow(counting)
    for start in stride(from: 0, to: 8 << 20, by: 1 << 20) {
      _ = try window.read(at: UInt64(start), count: 512)
    }
    #expect(counting.reads.withLock { $0 }.allSatisfy { $0 <= 1 << 16 })
  }
}
