/// Serves many small reads, mostly forward, from few reads of another source.
///
/// A scan of the top level of a movie reads 8 or 16 bytes and jumps. A jump beyond the window reads
/// little, because the next header is likely to be far away. A read that continues near the end of
/// the window reads more each time, because then headers are close together.
package struct WindowedSource {
  /// The least that is read at a time, in bytes.
  package static let smallest = 4096
  private static let largest = 65536

  private let source: any ByteSource
  private var held = HeldBytes(smallest: WindowedSource.smallest)

  package init(_ source: any ByteSource) {
    self.source = source
    size = source.size
  }

  /// The size of the source in bytes, as it was at first.
  package let size: UInt64

  /// Reads as `ByteSource.read(at:count:)` does.
  package mutating func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
    Array(try bytes(at: offset, count: count))
  }

  /// The same, without a copy of what was read before.
  package mutating func bytes(at offset: UInt64, count: Int) throws(IOError) -> ArraySlice<UInt8> {
    guard count >= 0 else { throw IOError(.read, nil, .tooLarge) }
    // Reads that the source must refuse, and reads that are too long to keep, go to the source
    // directly.
    guard count <= WindowedSource.largest, offset <= size, UInt64(count) <= size - offset else {
      return try source.read(exactly: count, at: offset)[...]
    }
    if let found = held.bytes(at: offset, count: count) { return found }
    let wanted = held.next(
      at: offset, count: count, reach: WindowedSource.smallest, limit: WindowedSource.largest,
      of: size)
    held.hold(try source.read(exactly: wanted, at: offset), from: offset)
    return held.bytes.prefix(count)
  }
}
