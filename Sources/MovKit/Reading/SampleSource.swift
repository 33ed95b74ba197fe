import Synchronization

/// Reads the bytes of samples, with large reads that neighbours share.
final class SampleSource: Sendable {
  private let source: any ByteSource
  private let window: ReadWindow
  private let firstFailure = Mutex<IOError?>(nil)

  init(_ source: any ByteSource) {
    self.source = source
    window = ReadWindow(source)
  }

  var size: UInt64 { window.size }

  /// Why the first read failed; nil if none has.
  var failure: IOError? { firstFailure.withLock { $0 } }

  func read(at offset: UInt64, count: Int) throws(IOError) -> Bytes {
    do { return try window.read(at: offset, count: count) } catch { throw noted(error) }
  }

  /// Reads while the task is suspended.
  func load(at offset: UInt64, count: Int) async throws(IOError) -> Bytes {
    do { return try await window.load(at: offset, count: count) } catch { throw noted(error) }
  }

  /// Reads ranges into one buffer, one after another. All of them lie in the source, and together
  /// they have `count` bytes.
  func gather(_ ranges: [Range<UInt64>], count: Int) throws(IOError) -> [UInt8] {
    do {
      return try [UInt8](capacity: count) { (output: inout OutputSpan<UInt8>) throws(IOError) in
        for range in ranges {
          try source.read(exactly: range.count, at: range.lowerBound, appendingTo: &output)
        }
      }
    } catch { throw noted(error) }
  }

  private func noted(_ error: IOError) -> IOError {
    firstFailure.withLock { if $0 == nil { $0 = error } }
    return error
  }
}
