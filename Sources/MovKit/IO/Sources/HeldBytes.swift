/// Bytes of a source that are kept for the reads that follow. A read near them reads more each time.
struct HeldBytes {
  /// The offset of the first byte in the source.
  private(set) var start: UInt64 = 0
  private(set) var bytes: [UInt8] = []
  /// How many bytes the last read was to have.
  private(set) var length: Int
  private let smallest: Int

  /// No bytes. The first read has `smallest` or more.
  init(smallest: Int) {
    self.smallest = smallest
    length = smallest
  }

  /// Returns bytes of the source; nil if they are not all here.
  func bytes(at offset: UInt64, count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, offset >= start, offset - start <= UInt64(bytes.count) else { return nil }
    let first = Int(offset - start)
    return count <= bytes.count - first ? bytes[first..<first + count] : nil
  }

  /// Returns how many bytes to read for `count` that are not here and that a source of `size` bytes has: four times as
  /// many as last time if they begin at most `reach` bytes after these, as few as at first if not.
  mutating func next(
    at offset: UInt64, count: Int, reach: Int, limit: Int, of size: UInt64
  ) -> Int {
    let goesOn =
      !bytes.isEmpty && offset >= start && offset - start <= UInt64(bytes.count) + UInt64(reach)
    length = goesOn ? min(length * 4, limit) : smallest
    return Int(min(UInt64(max(length, count)), size - offset))
  }

  /// Lets the bytes go, so that their memory can be used again.
  mutating func release() { bytes = [] }

  mutating func hold(_ bytes: [UInt8], from offset: UInt64) {
    start = offset
    self.bytes = bytes
  }
}
