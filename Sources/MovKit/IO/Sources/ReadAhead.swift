import Synchronization

/// Reads short stretches of a source. Those that lie close together in the order in which they are asked for,
/// as the headers of short fragments do, come from few reads; of others, only their own bytes are read.
final class ReadAhead: Sendable {
  private struct State: Sendable {
    var window: WindowedSource
    /// Where the last stretch ended.
    var end: UInt64 = .max
  }

  /// How far apart stretches may be, and how long.
  private static let near: UInt64 = 4096

  private let source: any ByteSource
  private let state: Mutex<State>

  init(_ source: any ByteSource) {
    self.source = source
    state = Mutex(State(window: WindowedSource(source)))
  }

  /// Reads as `ByteSource.read(exactly:at:)` does.
  func read(exactly count: Int, at offset: UInt64) throws(IOError) -> [UInt8] {
    let found: [UInt8]? = state.withLock { state in
      let isNear = offset >= state.end && offset - state.end <= Self.near
      state.end = offset.addingClamping(UInt64(clamping: count))
      guard isNear, count <= Self.near else { return nil }
      // Bytes that are not asked for need not be readable. Of a `File`, that they are not is noted all the same.
      return try? state.window.read(at: offset, count: count)
    }
    return if let found { found } else { try source.read(exactly: count, at: offset) }
  }
}
