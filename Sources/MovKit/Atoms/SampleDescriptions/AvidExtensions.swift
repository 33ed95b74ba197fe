// Avid publishes no specification. What the fields mean is known from the files of its codecs and from ffmpeg,
// which writes them.

/// `APRG` in a video description of Avid's codecs: how fields are stored.
public struct AvidFieldMode: Record {
  /// The type once more.
  public var tag: FourCC = "APRG"
  /// The version of the layout.
  public var tagVersion: FourCC = "0001"
  /// 1 in most files.
  public var mode: UInt32 = 1
  var reserved = Reserved()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("tag", &tag)
    try f("tag_version", &tagVersion)
    try f("mode", &mode)
    try f.reserved(&reserved, 4)
  }
}

/// `ARES` in a video description of DNxHD: the compression and the size of the picture.
public struct AvidResolution: Record {
  /// The type once more.
  public var tag: FourCC = "ARES"
  /// The version of the layout.
  public var tagVersion: FourCC = "0001"
  /// The compression ID of VC-3 (SMPTE ST 2019-1), such as 1237.
  public var compressionID: UInt32 = 0
  /// The width of a picture, in pixels.
  public var width: UInt32 = 0
  /// The height of a picture in pixels, of a field if it is interlaced.
  public var height: UInt32 = 0
  /// The number of fields that are stored apart: 1 or 2.
  public var fieldCount: UInt32 = 1
  /// Numbers that are not known, and zeros.
  public var rest = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("tag", &tag)
    try f("tag_version", &tagVersion)
    try f("compression_id", &compressionID)
    try f("width", &width)
    try f("height", &height)
    try f("field_count", &fieldCount)
    try f.bytes("rest", &rest, count: nil)
  }
}

/// `ADHR` in a video description of DNxHR: the compression.
public struct AvidDNxHR: Record {
  /// The version of the layout.
  public var tagVersion: FourCC = "0001"
  /// The compression ID of VC-3 (SMPTE ST 2019-1), 1270 to 1274.
  public var compressionID: UInt32 = 0
  /// Numbers that are not known.
  public var rest = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("tag_version", &tagVersion)
    try f("compression_id", &compressionID)
    try f.bytes("rest", &rest, count: nil)
  }
}
