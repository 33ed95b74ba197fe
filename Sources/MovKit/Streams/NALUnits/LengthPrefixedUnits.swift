/// The NAL units of a sample, each behind its length (ISO/IEC 14496-15, 5.3.2 and 8.3.2).
public struct LengthPrefixedUnits: Sendable {
  /// Bytes of a length.
  public let lengthSize: Int
  private let sample: Bytes
  private var position: Int
  private var index = 0

  /// - Parameter lengthSize: 1, 2 or 4. 3 is not allowed in a file, and is read.
  /// - Throws: `FormatError` where `lengthSize` is anything else.
  public init(_ sample: Bytes, lengthSize: Int) throws(FormatError) {
    guard (1...4).contains(lengthSize) else {
      throw FormatError(
        .invalid("invalid NAL unit length size: \(lengthSize) bytes"), path: "nal_unit")
    }
    self.sample = sample
    self.lengthSize = lengthSize
    position = sample.startIndex
  }

  /// The next unit, which may be empty; nil at the end of the sample.
  /// - Throws: `FormatError` where a length is cut off or goes beyond the sample; it tells which
  ///   unit it is and at which byte of the sample its length stands.
  @inline(__always)
  public mutating func next() throws(FormatError) -> Bytes? {
    guard let range = try nextRange() else { return nil }
    return sample[range]
  }

  /// Where the next unit lies, counted as the sample counts.
  @inline(__always)
  mutating func nextRange() throws(FormatError) -> Range<Int>? {
    let available = sample.endIndex - position
    guard available > 0 else { return nil }
    guard available >= lengthSize else { throw damaged(needs: lengthSize, available) }
    var length = 0
    for byte in sample[position..<position + lengthSize] { length = length << 8 | Int(byte) }
    guard length <= available - lengthSize else {
      throw damaged(needs: length, available - lengthSize)
    }
    let start = position + lengthSize
    position = start + length
    index += 1
    return start..<position
  }

  private func damaged(needs needed: Int, _ available: Int) -> FormatError {
    FormatError(
      .invalid(
        "\(needed) bytes needed, \(available) left, at byte \(position - sample.startIndex)"
          + " of the sample"), path: "nal_unit[\(index)]")
  }
}

extension LengthPrefixedUnits {
  /// Appends a unit behind its length.
  /// - Parameter lengthSize: 1, 2 or 4.
  /// - Throws: `FormatError` where the length does not fit, or `lengthSize` is another.
  public static func append(
    _ unit: Bytes, lengthSize: Int, to sample: inout [UInt8]
  ) throws(FormatError) {
    try appendLength(unit.count, lengthSize: lengthSize, to: &sample)
    sample.append(contentsOf: unit)
  }

  /// Appends only the length of a unit, which has `count` bytes.
  static func appendLength(
    _ count: Int, lengthSize: Int, to sample: inout [UInt8]
  ) throws(FormatError) {
    guard lengthSize == 1 || lengthSize == 2 || lengthSize == 4 else {
      throw FormatError(
        .invalid("invalid NAL unit length size: \(lengthSize) bytes"), path: "nal_unit")
    }
    guard count >> (8 * lengthSize) == 0 else {
      throw FormatError(.doesNotFit(bits: 8 * lengthSize), path: "nal_unit_length")
    }
    for index in (0..<lengthSize).reversed() {
      sample.append(UInt8(truncatingIfNeeded: count >> (8 * index)))
    }
  }
}
