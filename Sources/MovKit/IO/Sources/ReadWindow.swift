import Synchronization

/// Serves reads that mostly follow each other from a few large ones, from any thread.
///
/// A read at or near the end of the last one reads ahead more each time, up to `limit` bytes. A
/// read somewhere else starts small again, so that samples of one track that are far from each
/// other do not make it read what is between them.
final class ReadWindow: Sendable {
  private static let smallest = 1 << 16

  private let source: any ByteSource
  private let limit: Int
  private let window = Mutex(HeldBytes(smallest: ReadWindow.smallest))

  /// The window uses up to `limit` bytes of memory, and twice as much while an old window is still
  /// in use.
  init(_ source: any ByteSource, limit: Int = 1 << 20) {
    self.source = source
    size = source.size
    self.limit = max(limit, ReadWindow.smallest)
  }

  /// The size of the source in bytes, as it was at first.
  let size: UInt64

  /// Reads as `ByteSource.read(at:count:)` does. The slice shares the memory of the window.
  func read(at offset: UInt64, count: Int) throws(IOError) -> ArraySlice<UInt8> {
    guard isHeld(at: offset, count: count) else {
      return try source.read(exactly: count, at: offset)[...]
    }
    return try window.withLock { (window) throws(IOError) in
      if let bytes = window.bytes(at: offset, count: count) { return bytes }
      let wanted = next(at: offset, count, in: &window)
      // The old bytes are let go first, so that their memory can be used again.
      window.release()
      window.hold(try source.read(exactly: wanted, at: offset), from: offset)
      return window.bytes[..<count]
    }
  }

  /// Reads as `read(at:count:)` does, while the task is suspended.
  func load(at offset: UInt64, count: Int) async throws(IOError) -> ArraySlice<UInt8> {
    let held = window.withLock { $0.bytes(at: offset, count: count) }
    if let held { return held }
    guard let base = (source as? BlockingSource)?.base else {
      let result = await WorkerThread.run { () -> Result<ArraySlice<UInt8>, IOError> in
        do throws(IOError) { return .success(try self.read(at: offset, count: count)) } catch {
          return .failure(error)
        }
      }
      // Without a thread, the task reads by itself.
      guard let result else { return try read(at: offset, count: count) }
      return try result.get()
    }
    guard isHeld(at: offset, count: count) else {
      return try await base.read(exactly: count, at: offset)[...]
    }
    let wanted = window.withLock { window in
      let wanted = next(at: offset, count, in: &window)
      window.release()
      return wanted
    }
    let bytes = try await base.read(exactly: wanted, at: offset)
    window.withLock { $0.hold(bytes, from: offset) }
    return bytes[..<count]
  }

  /// Whether a read goes through the window. What the source must refuse, or what would fill the
  /// window alone, does not.
  private func isHeld(at offset: UInt64, count: Int) -> Bool {
    count >= 0 && count < limit && offset <= size && UInt64(count) <= size - offset
  }

  /// How many bytes to read at once for a read that the window does not hold.
  private func next(at offset: UInt64, _ count: Int, in window: inout HeldBytes) -> Int {
    window.next(at: offset, count: count, reach: window.length, limit: limit, of: size)
  }
}
