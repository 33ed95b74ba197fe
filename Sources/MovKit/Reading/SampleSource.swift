import Synchronization

/// Where samples get their bytes from, by large reads that neighbours share.
final class SampleSource: Sendable {
  private let window: ReadWindow
  private let firstFailure = Mutex<IOError?>(nil)

  init(_ source: any ByteSource) { window = ReadWindow(source) }

  var size: UInt64 { window.size }

  /// What the system said when a read failed for the first time.
  var failure: IOError? { firstFailure.withLock { $0 } }

  func read(at offset: UInt64, count: Int) throws(IOError) -> Bytes {
    do { return try window.read(at: offset, count: count) } catch {
      firstFailure.withLock { if $0 == nil { $0 = error } }
      throw error
    }
  }
}
