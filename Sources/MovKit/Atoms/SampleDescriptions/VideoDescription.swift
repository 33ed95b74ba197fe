/// An entry of `stsd` in a video track, whatever its format
/// (ISO/IEC 14496-12, 12.1.3; QuickTime File Format, "Video Sample Description").
public struct VideoDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  public var version: UInt16 = 0
  public var revisionLevel: UInt16 = 0
  public var vendor = FourCC(rawValue: 0)
  /// From 0 to 1023: how much was lost between frames.
  public var temporalQuality: UInt32 = 0
  /// From 0 to 1024: how much was lost within frames.
  public var spatialQuality: UInt32 = 0
  /// Pixels.
  public var width: UInt16 = 0
  public var height: UInt16 = 0
  /// Pixels an inch.
  public var horizontalResolution = UFixed16x16(rawValue: 72 << 16)
  public var verticalResolution = UFixed16x16(rawValue: 72 << 16)
  public var dataSize: UInt32 = 0
  /// Frames in a sample.
  public var frameCount: UInt16 = 1
  public var compressorName = FixedPascalString("", size: 32)
  /// Bits a pixel; 33 to 40 are greys of 1 to 8 bits.
  public var depth: UInt16 = 24
  /// -1: no colour table. 0: one follows, as `colorTable`. Others name one of the Macintosh's.
  public var colorTableID: Int16 = -1
  /// Whether a table of colours does follow. ISO files with an id of 0 have none.
  public var hasColorTable = false
  public var colorTable = ColorTable()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try ownFields(&f)
    try f.children()
  }

  /// The atom's own fields, before its child atoms.
  mutating func ownFields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    try f("version", &version)
    try f("revision_level", &revisionLevel)
    try f("vendor", &vendor)
    try f("temporal_quality", &temporalQuality)
    try f("spatial_quality", &spatialQuality)
    try f("width", &width)
    try f("height", &height)
    try f("horizresolution", &horizontalResolution)
    try f("vertresolution", &verticalResolution)
    try f("data_size", &dataSize)
    try f("frame_count", &frameCount)
    try f.bytes("compressorname", &compressorName, count: 32)
    try f("depth", &depth)
    try f("color_table_id", &colorTableID)
    if colorTableID == 0 {
      try f.optional(&hasColorTable, bytes: ColorTable.leastSize, if: ColorTable.begins)
      if hasColorTable { try f("color_table", &colorTable) }
    }
  }
}

extension ColorTable {
  /// Bytes of a table of one colour.
  fileprivate static let leastSize = 16

  /// Whether the bytes after a video description begin with a table, and not with child atoms or
  /// zeros that end them.
  fileprivate static func begins(_ bytes: Bytes) -> Bool {
    var reader = Reader(bytes)
    var table = ColorTable()
    do { try table.fields(&reader) } catch { return false }
    return table.colors.count > 0 && (table.flags == 0x8000 || table.flags == 0)
      && looksLikeAtoms(reader.remaining) && !bytes.allSatisfy { $0 == 0 }
  }
}
