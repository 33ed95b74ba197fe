import Synchronization
import Testing

@testable import MovKit

@Suite struct ByteSourceTests {
  let source = MemorySource([1, 2, 3, 4])

  @Test func reads() throws {
    #expect(try source.read(at: 1, count: 2) == [2, 3])
    #expect(try source.read(at: 4, count: 0) == [])
  }

  @Test(arguments: [(0, 5), (4, 1), (5, 0), (.max, 1), (1, .max)] as [(UInt64, Int)])
  func beyondTheEnd(offset: UInt64, count: Int) {
    let expected = IOError.Kind.truncated(offset: offset, wanted: UInt64(count), size: 4)
    #expect(throws: IOError(.read, nil, expected)) { try source.read(at: offset, count: count) }
    var window = WindowedSource(source)
    #expect(throws: IOError(.read, nil, expected)) { try window.read(at: offset, count: count) }
  }

  @Test func negativeCount() {
    #expect(throws: IOError(.read, nil, .tooLarge)) { try source.read(at: 0, count: -1) }
  }
}

/// Counts what is read of it.
final class CountingSource: ByteSource {
  let source: MemorySource
  let reads = Mutex<[Int]>([])
  private let ranges = Mutex<[Range<UInt64>]>([])

  init(_ bytes: [UInt8]) { source = MemorySource(bytes) }
  var size: UInt64 { source.size }
  func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
    reads.withLock { $0.append(count) }
    let bytes = try source.read(at: offset, count: count)
    ranges.withLock { $0.append(offset..<offset + UInt64(count)) }
    return bytes
  }

  var byteCount: Int { reads.withLock { $0.reduce(0, +) } }

  /// How many of some ranges were read to their end.
  func count(of wanted: [Range<UInt64>]) -> Int {
    let read = ranges.withLock { $0 }
    return wanted.count { range in read.contains { $0.contains(range.upperBound - 1) } }
  }
}

@Suite struct WindowedSourceTests {
  let bytes = noise(1_000_000)

  @Test func adjacentHeadersCostFewReads() throws {
    let source = CountingSource(bytes)
    var window = WindowedSource(source)
    for offset in stride(from: 0, to: bytes.count - 16, by: 24) {
      #expect(try window.read(at: UInt64(offset), count: 16) == Array(bytes[offset..<offset + 16]))
    }
    let reads = source.reads.withLock { $0 }
    #expect(Array(reads.prefix(4)) == [4096, 16384, 65536, 65536])
    #expect(reads.count < 20)
  }

  @Test func jumpsReadLittle() throws {
    let source = CountingSource(bytes)
    var window = WindowedSource(source)
    for offset in stride(from: 0, to: 900_000, by: 100_000) {
      _ = try window.read(at: UInt64(offset), count: 16)
    }
    #expect(source.reads.withLock { $0 } == Array(repeating: 4096, count: 9))
  }

  @Test func anyReadIsTheSourcesOwn() throws {
    var window = WindowedSource(MemorySource(bytes))
    var random = noise(6000, seed: 7)[...]
    while random.count >= 6 {
      let (a, b) = (random.prefix(3), random.dropFirst(3).prefix(3))
      random = random.dropFirst(6)
      let offset = a.reduce(0) { $0 << 8 | Int($1) } % bytes.count
      let count = min(b.reduce(0) { $0 << 8 | Int($1) } % 90_000, bytes.count - offset)
      let read = try window.read(at: UInt64(offset), count: count)
      #expect(read == Array(bytes[offset..<offset + count]))
    }
  }

  @Test func theEndIsReadToTheLastByte() throws {
    var window = WindowedSource(MemorySource([1, 2, 3]))
    #expect(try window.read(at: 1, count: 2) == [2, 3])
    #expect(try window.read(at: 3, count: 0) == [])
  }
}
