/// Finds the NAL units of a byte stream (H.264, Annex B; H.265, Annex B) that arrives in pieces of
/// any size.
///
/// Add bytes with `append` and call `next` until it returns nil. After the last bytes call
/// `finish`, then `next` again until it returns nil. Memory holds the current unit and the bytes
/// that were added last.
public struct AnnexBSplitter: Sendable {
  /// The most bytes that a unit may have.
  public let limit: Int
  /// The number of nonzero bytes before the first start code. If it is not 0, the stream begins in
  /// the middle of a unit, or it is not a byte stream of NAL units.
  public private(set) var bytesBeforeFirstUnit: UInt64 = 0

  private var buffer: [UInt8] = []
  /// The index of the first byte of the current unit that was not returned.
  private var start = 0
  /// The index before which no start code begins.
  private var scanned = 0
  private var isInUnit = false
  /// The number of bytes of the current unit that were returned, and of the zeros after them that
  /// were not: the unit may end before them.
  private var given = 0
  private var zeros = 0
  private var isFinished = false

  /// Makes a splitter without bytes.
  /// - Parameter limit: the most bytes that a unit may have; 64 MiB by default.
  public init(limit: Int = 1 << 26) { self.limit = limit }

  /// Adds the next bytes of the stream.
  public mutating func append(_ bytes: Bytes) {
    // Returned bytes are dropped when they are half of the buffer, so that a byte is moved a fixed
    // number of times however small the pieces are.
    guard start > 0, start >= buffer.count / 2 else {
      buffer.append(contentsOf: bytes)
      return
    }
    // Returned units may still hold the old buffer. The new one has exactly the room that is
    // needed: one made from the old one's capacity would be larger each time.
    var rest: [UInt8] = []
    rest.reserveCapacity(buffer.count - start + bytes.count)
    rest += buffer[start...]
    rest += bytes
    buffer = rest
    scanned -= start
    start = 0
  }

  /// Adds the next bytes of the stream, from an array.
  public mutating func append(_ bytes: [UInt8]) { append(bytes[...]) }

  /// Ends the stream: the bytes so far complete the current unit.
  public mutating func finish() { isFinished = true }

  /// Returns the next whole unit without its start code and the zeros that may follow it. Skips
  /// units without a byte.
  /// - Returns: nil until more bytes are added, and at the end.
  /// - Throws: `FormatError` of reason `limit` if a unit is too long.
  public mutating func next() throws(FormatError) -> Bytes? {
    try nextPart(ofAtLeast: .max)?.bytes
  }

  /// A unit, or a part of a long one. The last part may be empty.
  struct Part {
    var bytes: Bytes
    /// Whether the unit ends here.
    var isLast: Bool
  }

  /// Returns what `next` returns. If the end of the current unit has not come, returns the part of
  /// it that is there, if that has at least `size` bytes.
  mutating func nextPart(ofAtLeast size: Int) throws(FormatError) -> Part? {
    while true {
      guard let code = StartCode.first(in: buffer[...], from: scanned) else {
        // The last two bytes may begin a start code.
        scanned = isFinished ? buffer.count : max(scanned, buffer.count - 2)
        if !isInUnit {
          pass(upTo: scanned)
          return nil
        }
        try check(upTo: scanned)
        guard isFinished else { return takePart(ofAtLeast: size) }
        isInUnit = false
        return endUnit(at: buffer.count, next: buffer.count)
      }
      let wasInUnit = isInUnit
      if wasInUnit { try check(upTo: code) } else { pass(upTo: code) }
      isInUnit = true
      scanned = code + 3
      if wasInUnit {
        if let part = endUnit(at: code, next: scanned) { return part }
      } else {
        start = scanned
      }
    }
  }

  /// Returns what was scanned of the current unit, without trailing zeros, which may not belong to
  /// it.
  private mutating func takePart(ofAtLeast size: Int) -> Part? {
    let available = scanned - start
    // A long run of zeros is scanned again only when there are twice as many bytes.
    guard available >= size, available >= 2 * zeros else { return nil }
    let bytes = withoutTrailingZeros(start..<scanned)
    zeros = available - bytes.count
    start += bytes.count
    given += bytes.count
    return bytes.isEmpty ? nil : Part(bytes: bytes, isLast: false)
  }

  /// Returns the current unit, or the last part of it; nil if the unit has no bytes.
  private mutating func endUnit(at end: Int, next: Int) -> Part? {
    let bytes = withoutTrailingZeros(start..<end)
    let isEmpty = bytes.isEmpty && given == 0
    start = next
    given = 0
    zeros = 0
    return isEmpty ? nil : Part(bytes: bytes, isLast: true)
  }

  private func check(upTo end: Int) throws(FormatError) {
    guard end - start <= limit - given else {
      throw FormatError(.limit("a NAL unit has more than \(limit) bytes"))
    }
  }

  private mutating func pass(upTo end: Int) {
    bytesBeforeFirstUnit += buffer[start..<end].reduce(0) { $0 + ($1 == 0 ? 0 : 1) }
    start = end
  }

  /// Returns the range without its trailing zeros: a unit never ends with a zero (H.264, 7.4.1;
  /// H.265, 7.4.2.1).
  private func withoutTrailingZeros(_ range: Range<Int>) -> Bytes {
    var end = range.upperBound
    while end > range.lowerBound, buffer[end - 1] == 0 { end -= 1 }
    return buffer[range.lowerBound..<end]
  }
}
