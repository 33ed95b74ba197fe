/// `dvcC`, `dvvC` or `dvwC` in a video description: how Dolby Vision is carried (Dolby Vision Streams
/// within the ISO Base Media File Format, "Dolby Vision Configuration Box").
public struct DolbyVisionConfiguration: Record {
  /// The version of the format, such as 1.0: the number before the point.
  public var versionMajor: UInt8 = 1
  /// The number after the point.
  public var versionMinor: UInt8 = 0
  /// The profile: 5 has one layer that only Dolby Vision shows, 7 two layers, 8 one layer that others show
  /// as well. 7 bits.
  public var profile: UInt8 = 0
  /// The level, 1 to 13; 6 bits.
  public var level: UInt8 = 0
  /// 1: the track has metadata of each picture.
  public var rpuPresent: UInt8 = 1
  /// 1: the track has an enhancement layer.
  public var elPresent: UInt8 = 0
  /// 1: the track has a base layer.
  public var blPresent: UInt8 = 1
  /// What the base layer is to others: 0 nothing, 1 HDR10, 2 SDR, 4 HLG, 6 Ultra HD Blu-ray; 4 bits.
  public var compatibilityID: UInt8 = 0
  /// How the metadata is compressed: 0 not, 1 limited, 3 extended; 2 bits.
  public var metadataCompression: UInt8 = 0
  var reservedBits: UInt8 = 0
  var reserved = Reserved()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("dv_version_major", &versionMajor)
    try f("dv_version_minor", &versionMinor)
    try f.bits("dv_profile", &profile, 7)
    try f.bits("dv_level", &level, 6)
    try f.bits("rpu_present_flag", &rpuPresent, 1)
    try f.bits("el_present_flag", &elPresent, 1)
    try f.bits("bl_present_flag", &blPresent, 1)
    try f.bits("dv_bl_signal_compatibility_id", &compatibilityID, 4)
    try f.bits("dv_md_compression", &metadataCompression, 2)
    try f.reservedBits(&reservedBits, 2)
    try f.reserved(&reserved, 19)
  }
}

extension Atom {
  /// The configuration of Dolby Vision in a video description, and the type of its atom, which goes by the profile; nil
  /// if there is none that can be read.
  var dolbyVision: (type: FourCC, record: DolbyVisionConfiguration)? {
    let types: [FourCC] = ["dvcC", "dvvC", "dvwC"]
    for type in types {
      if let record = try? first(type)?.decode(DolbyVisionConfiguration.self) {
        return (type, record)
      }
    }
    return nil
  }
}
