import Synchronization
import TestSupport
import Testing

@testable import MovKit

@Suite struct ReadAheadTests {
  private let bytes = noise(400_000)

  private func check(
    _ ahead: ReadAhead, toRead range: Range<Int>, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try ahead.read(exactly: range.count, at: UInt64(range.lowerBound))
    #expect(found == Array(bytes[range]), "\(range)", sourceLocation: location)
  }

  @Test func stretchesCloseTogetherCostFewReads() throws {
    let source = CountingSource(bytes)
    let ahead = ReadAhead(source)
    for start in stride(from: 0, to: bytes.count - 100, by: 124) {
      try check(ahead, toRead: start..<start + 100)
    }
    #expect(source.reads.withLock { $0.count } < 20)
    // A stretch that is not whole in one read is in the next one.
    #expect(source.byteCount <= bytes.count + 20 * 100)
  }

  @Test func ofStretchesFarApartOnlyTheyAreRead() throws {
    let source = CountingSource(bytes)
    let ahead = ReadAhead(source)
    for start in stride(from: 0, to: bytes.count - 100, by: 10_000) {
      try check(ahead, toRead: start..<start + 100)
    }
    try check(ahead, toRead: 5000..<5010)
    #expect(source.reads.withLock { $0 } == [Int](repeating: 100, count: 40) + [10])
  }

  @Test func anyOrderAndLength() throws {
    let ahead = ReadAhead(MemorySource(bytes))
    var random = SplitMix64(seed: 7)
    var place = 0
    for _ in 0..<5000 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: place = Int.random(in: 0..<bytes.count, using: &random)
      case 1: place = max(0, place - Int.random(in: 0..<300, using: &random))
      default: place += Int.random(in: 0..<300, using: &random)
      }
      place = min(place, bytes.count)
      let longest = Bool.random(using: &random) ? 100 : 10_000
      let end = place + Int.random(in: 0...min(longest, bytes.count - place), using: &random)
      try check(ahead, toRead: place..<end)
      place = end
    }
  }

  /// What comes after the bytes that are asked for need not be readable.
  @Test func bytesBeforeADamagedPlace() throws {
    struct Damaged: ByteSource {
      let source: MemorySource
      let firstBad: UInt64
      var size: UInt64 { source.size }
      func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
        guard offset <= firstBad, count <= firstBad - offset else {
          throw IOError(.read, nil, .failed("damaged"))
        }
        return try source.read(at: offset, count: count)
      }
    }
    let ahead = ReadAhead(Damaged(source: MemorySource(bytes), firstBad: 1000))
    for start in stride(from: 0, to: 1000, by: 20) { try check(ahead, toRead: start..<start + 20) }
    #expect(throws: IOError.self) { try ahead.read(exactly: 20, at: 990) }
    #expect(throws: IOError.self) { try ahead.read(exactly: 1, at: .max) }
    try check(ahead, toRead: 980..<1000)
  }
}
