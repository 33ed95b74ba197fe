/// `iacb`: what a decoder of IAMF needs before the first sample (Immersive Audio Model and Formats, AOM,
/// "IA Configuration Box").
public struct IAMFConfiguration: Record {
  /// An open bitstream unit (OBU).
  public struct Unit: Record {
    /// The type: 0 codec configuration, 1 audio element, 2 mix presentation, 31 sequence header. 5 bits.
    public var type: UInt8 = 31
    /// 1: the unit says the same as one before it.
    public var isRedundant: UInt8 = 0
    /// 1: the content begins with the numbers of samples to leave out.
    public var hasTrimming: UInt8 = 0
    /// 1: the content begins with an extension of the header.
    public var hasExtension: UInt8 = 0
    /// The number of bytes in which the size is stored, 1 to 8.
    public var sizeLength = 1
    /// The content.
    public var data = RawBytes()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.bits("obu_type", &type, 5)
      try f.bits("obu_redundant_copy", &isRedundant, 1)
      try f.bits("obu_trimming_status_flag", &hasTrimming, 1)
      try f.bits("obu_extension_flag", &hasExtension, 1)
      var size = data.bytes.count
      try f.leb128Size(&size, length: &sizeLength)
      try f.bytes("data", &data, count: size)
    }
  }

  /// The version of the layout, which is 1.
  public var configurationVersion: UInt8 = 1
  /// The number of bytes in which the size of the units is stored, 1 to 8.
  public var sizeLength = 1
  /// The units that describe the sequence, as bytes. They are shown as units if they are whole ones.
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("configuration_version", &configurationVersion)
    var size = data.bytes.count
    try f.leb128Size(&size, length: &sizeLength)
    try f.bytes("data", &data, count: size, as: Units.self, named: "config_obus")
  }

  /// Units one after the other.
  struct Units: Record {
    var units: RecordList<Unit> = []

    mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.list("units", &units, count: nil)
    }
  }
}

extension FieldCoder {
  /// Codes a size as LEB128: seven bits per byte, the lowest ones first, with the top bit set in all bytes but the
  /// last; at most 32 bits. `length` is the number of bytes, at most 8; it grows if the size needs more.
  ///
  /// The bytes are derived, so they are not shown.
  mutating func leb128Size(_ size: inout Int, length: inout Int) throws(FormatError) {
    guard let number = UInt32(exactly: size) else {
      throw FormatError(.doesNotFit(bits: 32), path: "size")
    }
    var needed = 1
    while needed < 5, UInt64(number) >> (7 * needed) > 0 { needed += 1 }
    let planned = max(needed, min(length, 8))
    var index = 0
    var value: UInt64 = 0
    while true {
      var byte = UInt8(UInt64(number) >> (7 * index) & 0x7F)
      if index < planned - 1 { byte |= 0x80 }
      try reservedBits(&byte, 8)
      value |= UInt64(byte & 0x7F) << (7 * index)
      index += 1
      if byte & 0x80 == 0 { break }
      guard index < 8 else { throw invalid("size", "the size takes more than eight bytes") }
    }
    guard value <= UInt32.max else { throw invalid("size", "the size takes more than 32 bits") }
    size = Int(clamping: value)
    length = index
  }
}
