/// The NAL units of a sample, each preceded by its length (ISO/IEC 14496-15, 5.3.2 and 8.3.2).
public struct LengthPrefixedUnits: Sendable {
  /// The number of bytes of each length.
  public let lengthSize: Int
  private let sample: Bytes
  private var position: Int
  private var index = 0

  /// Begins at the first unit of a sample.
  /// - Parameters:
  ///   - sample: a whole sample.
  ///   - lengthSize: the number of bytes of each length: 1, 2 or 4. 3 is not allowed in a file, but
  ///     is read.
  /// - Throws: `FormatError` if `lengthSize` is anything else.
  public init(_ sample: Bytes, lengthSize: Int) throws(FormatError) {
    guard (1...4).contains(lengthSize) else { throw .invalidLengthSize(lengthSize) }
    self.sample = sample
    self.lengthSize = lengthSize
    position = sample.startIndex
  }

  /// Returns the next unit, which may be empty; nil at the end of the sample.
  /// - Throws: `FormatError` if a length is cut off or reaches beyond the sample. The error names
  ///   the index of the unit and the byte of the sample at which its length begins.
  @inline(__always)
  public mutating func next() throws(FormatError) -> Bytes? {
    guard let range = try nextRange() else { return nil }
    return sample[range]
  }

  /// Returns the range of the next unit in the indices of the sample; nil at the end.
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
      .invalidValue(
        "\(counted(needed, "byte")) needed, \(available) left, at byte \(position - sample.startIndex)"
          + " of the sample"), path: "nal_unit[\(index)]")
  }
}

extension LengthPrefixedUnits {
  /// Appends a unit to a sample, preceded by its length.
  /// - Parameters:
  ///   - unit: the NAL unit with its header.
  ///   - lengthSize: the number of bytes of the length: 1, 2 or 4.
  ///   - sample: the sample to append to.
  /// - Throws: `FormatError` if the length does not fit, or `lengthSize` is anything else.
  public static func append(
    _ unit: Bytes, lengthSize: Int, to sample: inout [UInt8]
  ) throws(FormatError) {
    try appendLength(unit.count, lengthSize: lengthSize, to: &sample)
    sample.append(contentsOf: unit)
  }

  /// Appends only the length of a unit of `count` bytes.
  static func appendLength(
    _ count: Int, lengthSize: Int, to sample: inout [UInt8]
  ) throws(FormatError) {
    guard lengthSize == 1 || lengthSize == 2 || lengthSize == 4 else {
      throw .invalidLengthSize(lengthSize)
    }
    guard count >> (8 * lengthSize) == 0 else {
      throw FormatError(.doesNotFit(bits: 8 * lengthSize), path: "nal_unit_length")
    }
    for index in (0..<lengthSize).reversed() {
      sample.append(UInt8(truncatingIfNeeded: count >> (8 * index)))
    }
  }
}

extension FormatError {
  /// No unit can have a length of so many bytes before it (ISO/IEC 14496-15, 5.3.3.1.2).
  static func invalidLengthSize(_ size: Int) -> FormatError {
    FormatError(
      .invalidValue("invalid NAL unit length size: \(counted(size, "byte"))"), path: "nal_unit")
  }
}
