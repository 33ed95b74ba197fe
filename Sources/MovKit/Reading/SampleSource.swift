import Synchronization

/// Where samples get their bytes from, by large reads that neighbours share.
final class SampleSource: Sendable {
  private let source: any ByteSource
  private let window: ReadWindow
  private let firstFailure = Mutex<IOError?>(nil)

  init(_ source: any ByteSource) {
    self.source = source
    window = ReadWindow(source)
  }

  var size: UInt64 { window.size }

  /// What the system said when a read failed for the first time.
  var failure: IOError? { firstFailure.withLock { $0 } }

  func read(at offset: UInt64, count: Int) throws(IOError) -> Bytes {
    do { return try window.read(at: offset, count: count) } catch {
      firstFailure.withLock { if $0 == nil { $0 = error } }
      throw error
    }
  }

  /// Ranges one behind the other in one buffer, each read to where it belongs. All of them lie in
  /// the source, and together they have `count` bytes.
  func gather(_ ranges: [Range<UInt64>], count: Int) throws(IOError) -> [UInt8] {
    do {
      return try [UInt8](capacity: count) { (output: inout OutputSpan<UInt8>) throws(IOError) in
        for range in ranges {
          try source.read(at: range.lowerBound, count: range.count, appendingTo: &output)
        }
      }
    } catch {
      firstFailure.withLock { if $0 == nil { $0 = error } }
      throw error
    }
  }
}
