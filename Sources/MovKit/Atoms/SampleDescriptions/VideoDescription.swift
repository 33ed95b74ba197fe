/// An entry of `stsd` in a video track, whatever its format (ISO/IEC 14496-12, 12.1.3; QuickTime
/// File Format, "Video Sample Description"). ISO/IEC 14496-12 requires 0 for the fields from
/// `version` to `spatialQuality` and for `dataSize`.
public struct VideoDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  /// The version of the compressed data; 0 in most files.
  public var version: UInt16 = 0
  /// The revision of the encoder; 0 in most files.
  public var revisionLevel: UInt16 = 0
  /// The four characters of the encoder's manufacturer.
  public var vendor = FourCC(rawValue: 0)
  /// The degree of compression between frames, from 0 to 1023.
  public var temporalQuality: UInt32 = 0
  /// The degree of compression within frames, from 0 to 1024.
  public var spatialQuality: UInt32 = 0
  /// The width of the coded picture in pixels.
  public var width: UInt16 = 0
  /// The height of the coded picture in pixels.
  public var height: UInt16 = 0
  /// The horizontal resolution in pixels per inch, 16.16 fixed point.
  public var horizontalResolution = UFixed16x16(rawValue: 72 << 16)
  /// The vertical resolution in pixels per inch, 16.16 fixed point.
  public var verticalResolution = UFixed16x16(rawValue: 72 << 16)
  /// The QuickTime File Format requires 0.
  public var dataSize: UInt32 = 0
  /// The number of frames in a sample, usually 1.
  public var frameCount: UInt16 = 1
  /// The name of the encoder, at most 31 bytes.
  public var compressorName = FixedPascalString("", size: 32)
  /// The bits of a pixel. 33 to 40 are greys of 1 to 8 bits.
  public var depth: UInt16 = 24
  /// -1: there is no colour table. 0: `colorTable` is stored. Other values name a table of the
  /// Macintosh.
  public var colorTableID: Int16 = -1
  /// Whether `colorTable` is stored. ISO files with a `colorTableID` of 0 have none.
  public var hasColorTable = false
  /// The colours that the pixels are indices of, if `hasColorTable` is true.
  public var colorTable = ColorTable()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try ownFields(&f)
    try f.children()
  }

  /// Codes the fields before the child atoms.
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
  /// The size of a table of one colour, in bytes.
  fileprivate static let leastSize = 16

  /// Whether the bytes after a video description begin with a colour table, and not with child
  /// atoms or the zeros that end them.
  fileprivate static func begins(_ bytes: Bytes) -> Bool {
    var reader = Reader(bytes)
    var table = ColorTable()
    do { try table.fields(&reader) } catch { return false }
    return table.colors.count > 0 && (table.flags == 0x8000 || table.flags == 0)
      && looksLikeAtoms(reader.remaining) && !bytes.allSatisfy { $0 == 0 }
  }
}
