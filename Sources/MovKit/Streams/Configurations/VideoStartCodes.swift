/// The parts of a stream of MPEG-1, -2 or -4 video: the byte after each start code, and what follows up to
/// the next (ISO/IEC 13818-2, 6.2.1; ISO/IEC 14496-2, 6.2.1).
struct VideoStartCodes: Sequence, IteratorProtocol {
  private let bytes: Bytes
  /// The index of the next start code.
  private var start: Int?

  init(_ bytes: Bytes) {
    self.bytes = bytes
    start = StartCode.first(in: bytes, from: bytes.startIndex)
  }

  mutating func next() -> (code: UInt8, content: Bytes)? {
    guard let start, bytes.endIndex - start > 3 else { return nil }
    self.start = StartCode.first(in: bytes, from: start + 4)
    return (bytes[start + 3], bytes[(start + 4)..<(self.start ?? bytes.endIndex)])
  }
}
