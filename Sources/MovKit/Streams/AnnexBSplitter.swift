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
  private var isFinished = false

  public init(limit: Int = 1 << 26) { self.limit = limit }

  public mutating func append(_ bytes: Bytes) {
    // What was given out is dropped when it is half of the buffer, so that a byte is moved a fixed
    // number of times however small the pieces are.
    if start > 0, start >= buffer.count / 2 {
      buffer.removeSubrange(..<start)
      scanned -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// No more bytes will come: they end the unit under way.
  public mutating func finish() { isFinished = true }

  /// The next whole unit, without start code and the zeros that may follow it; nil until more bytes
  /// are there. Units without a byte are left out.
  /// - Throws: `FormatError` of reason `limit` where a unit is too long.
  public mutating func next() throws(FormatError) -> Bytes? {
    while true {
      guard let code = StartCode.first(in: buffer[...], from: scanned) else {
        // The last two bytes may begin a start code.
        scanned = isFinished ? buffer.count : max(scanned, buffer.count - 2)
        if !isInUnit {
          pass(upTo: scanned)
          return nil
        }
        try check(upTo: scanned)
        guard isFinished else { return nil }
        isInUnit = false
        let unit = withoutTrailingZeros(start..<buffer.count)
        start = buffer.count
        return unit.isEmpty ? nil : unit
      }
      let wasInUnit = isInUnit
      let unitStart = start
      if wasInUnit { try check(upTo: code) } else { pass(upTo: code) }
      isInUnit = true
      start = code + 3
      scanned = start
      if wasInUnit {
        let unit = withoutTrailingZeros(unitStart..<code)
        if !unit.isEmpty { return unit }
      }
    }
  }

  private func check(upTo end: Int) throws(FormatError) {
    guard end - start <= limit else {
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
