import Synchronization

/// Serves reads that mostly follow each other from few large ones, from any thread.
///
/// What is asked for right behind the last read, or nearly so, is read ahead by more each time, up
/// to `limit` bytes; a read somewhere else begins small again, so that samples of one track that
/// lie far from each other do not cost the reading of what lies between.
final class ReadWindow: Sendable {
  private struct Window {
    var start: UInt64 = 0
    var bytes: [UInt8] = []
    var length = ReadWindow.smallest
  }

  private static let smallest = 1 << 16

  private let source: any ByteSource
  private let limit: Int
  private let window = Mutex(Window())

  /// The window takes up to `limit` bytes of memory, and once more while an old one is in use.
  init(_ source: any ByteSource, limit: Int = 1 << 20) {
    self.source = source
    self.limit = max(limit, ReadWindow.smallest)
  }

  /// How many bytes the source has.
  var size: UInt64 { source.size }

  /// Reads as `ByteSource.read(at:count:)` does. The slice shares the window's memory.
  func read(at offset: UInt64, count: Int) throws(IOError) -> ArraySlice<UInt8> {
    // What the source has to refuse, or would fill the window alone, goes to the source as it is.
    guard count >= 0, count < limit, offset <= size, UInt64(count) <= size - offset else {
      return try source.read(at: offset, count: count)[...]
    }
    return try window.withLock { (window) throws(IOError) in
      if let first = Self.position(of: offset, count, in: window) {
        return window.bytes[first..<first + count]
      }
      let isNear =
        offset >= window.start
        && offset - window.start <= UInt64(window.bytes.count) + UInt64(window.length)
      let length = isNear && !window.bytes.isEmpty ? window.length * 4 : Self.smallest
      window.length = min(length, limit)
      let wanted = min(UInt64(max(window.length, count)), size - offset)
      // The old bytes are let go first, so that their memory can be taken again.
      window.bytes = []
      window.bytes = try source.read(at: offset, count: Int(wanted))
      window.start = offset
      return window.bytes[..<count]
    }
  }

  private static func position(of offset: UInt64, _ count: Int, in window: Window) -> Int? {
    guard offset >= window.start, offset - window.start <= UInt64(window.bytes.count) else {
      return nil
    }
    let first = Int(offset - window.start)
    return count <= window.bytes.count - first ? first : nil
  }
}
