import Synchronization
import Testing

@testable import MovKit

@Suite struct HeldBytesTests {
  /// The bytes 10 to 19, from 100 on.
  private static var held: HeldBytes {
    var held = HeldBytes(smallest: 16)
    held.hold(Array(10..<20), from: 100)
    return held
  }

  @Test func bytesThatAreHeld() {
    #expect(Self.held.bytes(at: 100, count: 10).map { Array($0) } == Array(10..<20))
    #expect(Self.held.bytes(at: 109, count: 1).map { Array($0) } == [19])
    #expect(Self.held.bytes(at: 100, count: 0).map { Array($0) } == [])
    // The end is a place without bytes.
    #expect(Self.held.bytes(at: 110, count: 0).map { Array($0) } == [])
  }

  @Test(
    arguments: [
      (99, 0), (99, 1), (0, 0), (110, 1), (111, 0), (100, 11), (105, -1), (105, .max), (.max, 0),
    ] as [(UInt64, Int)])
  func bytesThatAreNot(offset: UInt64, count: Int) {
    #expect(Self.held.bytes(at: offset, count: count) == nil)
  }

  /// Up to `reach` bytes after the end, four times as many are read as last time, which were 16.
  @Test(
    arguments: [
      (100, 64), (110, 64), (118, 64), (119, 16), (99, 16), (0, 16), (UInt64.max - 100, 16),
    ] as [(UInt64, Int)])
  func lengthOfTheNextRead(offset: UInt64, length: Int) {
    var held = Self.held
    #expect(held.next(at: offset, count: 1, reach: 8, limit: 1000, of: .max) == length)
    #expect(held.length == length)
  }

  @Test func lengthsThatGrow() {
    var held = Self.held
    func next(_ count: Int, of size: UInt64 = .max) -> Int {
      held.next(at: 110, count: count, reach: 8, limit: 200, of: size)
    }
    #expect(next(1) == 64)
    #expect(next(1) == 200)
    #expect(next(1) == 200)
    // A read has all that it asks for, and no more than there is.
    #expect(next(300) == 300)
    #expect(next(1, of: 150) == 40)
    // Nothing is near bytes that are not there.
    held.release()
    #expect(next(1) == 16)
    #expect(held.bytes(at: 100, count: 1) == nil)
  }

  // MARK: After a read that fails

  /// Has sevens, unless it is broken.
  private final class FailingSource: ByteSource {
    let isBroken = Mutex(false)
    let reads = Mutex(0)
    var size: UInt64 { 10_000_000 }

    func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
      reads.withLock { $0 += 1 }
      guard !isBroken.withLock({ $0 }) else { throw IOError(.read, nil, .tooLarge) }
      return [UInt8](repeating: 7, count: count)
    }
  }

  /// The window has let its bytes go before: it reads them again.
  @Test func windowAfterAFailure() throws {
    let source = FailingSource()
    let window = ReadWindow(source)
    #expect(try window.read(at: 0, count: 2) == [7, 7])
    source.isBroken.withLock { $0 = true }
    #expect(throws: IOError.self) { try window.read(at: 5_000_000, count: 2) }
    source.isBroken.withLock { $0 = false }
    #expect(try window.read(at: 0, count: 2) == [7, 7])
    #expect(source.reads.withLock { $0 } == 3)
  }

  /// The scan of headers still has its bytes.
  @Test func scanAfterAFailure() throws {
    let source = FailingSource()
    var window = WindowedSource(source)
    #expect(try window.read(at: 0, count: 2) == [7, 7])
    source.isBroken.withLock { $0 = true }
    #expect(throws: IOError.self) { try window.read(at: 5_000_000, count: 2) }
    #expect(try window.read(at: 0, count: 2) == [7, 7])
    #expect(source.reads.withLock { $0 } == 2)
  }
}
