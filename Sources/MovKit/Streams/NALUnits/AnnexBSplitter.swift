/// Finds the NAL units of a byte stream (H.264, Annex B; H.265, Annex B) that comes in pieces of
/// any size.
///
/// Add bytes with `append`, then ask `next` until it has no more; behind the last bytes call
/// `finish`, and ask again. Memory holds the unit under way and what was added last.
public struct AnnexBSplitter: Sendable {
  /// Bytes that a unit may have.
  public let limit: Int
  /// Bytes that were passed over before the first start code, zeros not counted. Where there are
  /// any, the stream was joined within a unit, or it is not such a stream.
  public private(set) var bytesBeforeFirstUnit: UInt64 = 0

  private var buffer: [UInt8] = []
  /// Where the unit under way begins.
  private var start = 0
  /// No start code begins before this.
  private var scanned = 0
  private var isInUnit = false
  /// How many bytes of the unit under way were given out, and how many zeros behind them were not,
  /// since the unit may end ahead of them.
  private var given = 0
  private var zeros = 0
  private var isFinished = false

  public init(limit: Int = 1 << 26) { self.limit = limit }

  public mutating func append(_ bytes: Bytes) {
    // What was given out is dropped when it is half of the buffer, so that a byte is moved a fixed
    // number of times however small the pieces are.
    guard start > 0, start >= buffer.count / 2 else {
      buffer.append(contentsOf: bytes)
      return
    }
    // Units that were given out may still hold the old buffer. The new one has just the room that is
    // needed: one made from the old one's capacity would be larger each time.
    var rest: [UInt8] = []
    rest.reserveCapacity(buffer.count - start + bytes.count)
    rest += buffer[start...]
    rest += bytes
    buffer = rest
    scanned -= start
    start = 0
  }

  /// No more bytes will come: they end the unit under way.
  public mutating func finish() { isFinished = true }

  /// The next whole unit, without start code and the zeros that may follow it; nil until more bytes
  /// are there. Units without a byte are left out.
  /// - Throws: `FormatError` of reason `limit` where a unit is too long.
  public mutating func next() throws(FormatError) -> Bytes? {
    try nextPart(ofAtLeast: .max)?.bytes
  }

  /// A unit, or of a long one a part. The last part may be empty.
  struct Part {
    var bytes: Bytes
    /// Whether the unit ends here.
    var isLast: Bool
  }

  /// What `next` gives or, while the end of a unit has not come, the part of it that is there and
  /// has `size` bytes or more.
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

  /// What was scanned of the unit under way, less zeros that may not belong to it.
  private mutating func takePart(ofAtLeast size: Int) -> Part? {
    let available = scanned - start
    // Many zeros are not looked at again before there are twice as many.
    guard available >= size, available >= 2 * zeros else { return nil }
    let bytes = withoutTrailingZeros(start..<scanned)
    zeros = available - bytes.count
    start += bytes.count
    given += bytes.count
    return bytes.isEmpty ? nil : Part(bytes: bytes, isLast: false)
  }

  /// The unit under way, or the last part of it; nil where it has no byte.
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

  /// A unit never ends with a zero (H.264, 7.4.1; H.265, 7.4.2.1).
  private func withoutTrailingZeros(_ range: Range<Int>) -> Bytes {
    var end = range.upperBound
    while end > range.lowerBound, buffer[end - 1] == 0 { end -= 1 }
    return buffer[range.lowerBound..<end]
  }
}
