// Fields that are places in the file. A layout marks such a field and gives its origin. To coders
// that read, write, measure or show, it is an ordinary number.

/// The place that a file offset counts from.
public enum OffsetOrigin: Sendable {
  /// The first byte of the file.
  case file
  /// The place that `fileOffsetBase` of the same record gave. If that said that the offsets are not
  /// in this file, they are not places in it.
  case base
  /// In a fragment the base that its `tfhd` gives; anywhere else the first byte of the file
  /// (ISO/IEC 14496-12, 8.8.7 and 8.7.9).
  case fragmentBase
  /// The first byte after the atom that has the field.
  case ownEnd
}

/// A record with fields that are places in the file. When bytes move, only these records are
/// checked.
public protocol HoldsFileOffsets: Record {
  /// Returns the same record with more bits for its offsets, and the type of the atom that then
  /// holds it, or nil as type if it does not change. Returns nil, the default, if the offsets
  /// cannot have more bits.
  ///
  /// Throws `FormatError` if the record cannot be written in that form.
  func widened() throws(FormatError) -> (record: any HoldsFileOffsets, type: FourCC?)?
}

extension HoldsFileOffsets {
  public static var holdingFileOffsets: (any HoldsFileOffsets.Type)? { self }

  public func widened() throws(FormatError) -> (record: any HoldsFileOffsets, type: FourCC?)? {
    nil
  }
}

extension FieldCoder {
  public mutating func fileOffset<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, from origin: OffsetOrigin, isAtom: Bool
  ) throws(FormatError) { try integer(name, &value, bytes: bytes) }

  /// Codes a place in the file that need not be the start of an atom.
  public mutating func fileOffset<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, from origin: OffsetOrigin
  ) throws(FormatError) {
    try fileOffset(name, &value, bytes: bytes, from: origin, isAtom: false)
  }

  public mutating func fileExtent(
    offset name: String, _ offset: inout UInt64, bytes offsetBytes: Int,
    length lengthName: String, _ length: inout UInt64, bytes lengthBytes: Int,
    from origin: OffsetOrigin
  ) throws(FormatError) {
    if offsetBytes > 0 { try integer(name, &offset, bytes: offsetBytes) }
    if lengthBytes > 0 { try integer(lengthName, &length, bytes: lengthBytes) }
  }

  public mutating func fileAtom(
    offset name: String, _ offset: inout UInt64, bytes offsetBytes: Int,
    size sizeName: String, _ size: inout UInt64, bytes sizeBytes: Int
  ) throws(FormatError) {
    try integer(name, &offset, bytes: offsetBytes)
    try integer(sizeName, &size, bytes: sizeBytes)
  }

  public mutating func fileOffsetBase(
    _ name: String, _ value: inout UInt64, bytes: Int, isInFile: Bool
  ) throws(FormatError) {
    if bytes > 0 { try integer(name, &value, bytes: bytes) }
  }

  public mutating func fileStretch(
    _ name: String, _ value: inout UInt32, bits width: Int
  ) throws(FormatError) { try bits(name, &value, width) }

  public mutating func fileOffsets<T: FixedWidthInteger & TableRow>(
    _ name: String, _ value: inout Table<T>, count: Int
  ) throws(FormatError) where T.Layout == FixedLayout {
    try rows(name, &value, count: count, layout: FixedLayout())
  }

  /// Codes a 32-bit count and that many offsets from the first byte of the file.
  public mutating func fileOffsetTable<T: FixedWidthInteger & TableRow>(
    _ name: String, _ table: inout Table<T>
  ) throws(FormatError) where T.Layout == FixedLayout {
    var rows = table.count
    try count("entry_count", &rows, bytes: 4)
    try fileOffsets(name, &table, count: rows)
  }
}
