/// Bytes that were read from a file at once, of which atoms are slices.
final class BytesRead: Sendable {
  let bytes: [UInt8]
  /// The offset of the first of them in the file; `OtherAtom.noPlace` if it is not known.
  private let offset: UInt64

  init(_ bytes: [UInt8], at offset: UInt64?) {
    self.bytes = bytes
    self.offset = OtherAtom.place(offset)
  }

  /// Returns the place of a header of `headerSize` bytes before the byte with an index;
  /// `OtherAtom.noPlace` if it is not known.
  func place(of start: UInt32, after headerSize: Int) -> UInt64 {
    guard offset != OtherAtom.noPlace else { return offset }
    let (place, overflow) = (offset &+ UInt64(start)).subtractingReportingOverflow(
      UInt64(headerSize))
    return overflow ? OtherAtom.noPlace : place
  }

  /// Returns the number of bytes that a header of 8 bytes before `start` declares; nil if there is none,
  /// or if it declares them otherwise or more than there are.
  func count(ofBytesAt start: UInt32) -> Int? {
    guard start >= 8, Int(start) <= bytes.count, case let size = size(at: Int(start) - 8),
      size >= 8,
      Int(size) - 8 <= bytes.count - Int(start)
    else { return nil }
    return Int(size) - 8
  }

  /// Returns the same of a header of 16 bytes.
  func count(ofExtendedBytesAt start: UInt32) -> Int? {
    guard start >= 16, Int(start) <= bytes.count, size(at: Int(start) - 16) == 1 else { return nil }
    let size = UInt64(size(at: Int(start) - 8)) << 32 | UInt64(size(at: Int(start) - 4))
    guard size >= 16, size - 16 <= UInt64(bytes.count - Int(start)) else { return nil }
    return Int(size - 16)
  }

  /// Returns the same of a header of 8 bytes and the 16 of a user type after it.
  func count(ofUserBytesAt start: UInt32) -> Int? {
    guard start >= 24, Int(start) <= bytes.count, case let size = size(at: Int(start) - 24),
      size >= 24, Int(size) - 24 <= bytes.count - Int(start)
    else { return nil }
    return Int(size) - 24
  }

  /// Returns the user type before `start`, for which there is room.
  func userType(before start: UInt32) -> Bytes { bytes[Int(start) - 16..<Int(start)] }
}
