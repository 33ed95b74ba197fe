/// `ccst` in a video description: how the pictures of an image sequence refer to one another
/// (ISO/IEC 23008-12, 7.2.3.2).
public struct CodingConstraints: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// 1: pictures refer only to intra pictures.
  public var allRefPicsIntra: UInt8 = 0
  /// 1: intra prediction may be used in pictures that refer to others.
  public var intraPredUsed: UInt8 = 0
  /// The number of pictures that a picture may refer to; 15 sets no limit. 4 bits.
  public var maxRefPerPic: UInt8 = 0
  var reservedBits: UInt8 = 0
  var reserved = Reserved()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.bits("all_ref_pics_intra", &allRefPicsIntra, 1)
    try f.bits("intra_pred_used", &intraPredUsed, 1)
    try f.bits("max_ref_per_pic", &maxRefPerPic, 4)
    try f.reservedBits(&reservedBits, 2)
    try f.reserved(&reserved, 3)
  }
}

/// `auxi` in a video description: what an auxiliary track is, such as transparency
/// (ISO/IEC 23008-12, 7.5.3.2).
public struct AuxiliaryTypeInformation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The URN of the kind of pictures, such as `urn:mpeg:mpegB:cicp:systems:auxiliary:alpha`.
  public var auxTrackType = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.terminated("aux_track_type", &auxTrackType)
  }
}

/// `amve`: the light around the viewer that the picture was made for (ISO/IEC 14496-12, 12.1.10).
public struct AmbientViewingEnvironment: Record {
  /// The illuminance in units of 0.0001 lux.
  public var ambientIlluminance: UInt32 = 0
  /// The x coordinate of the light in the CIE 1931 diagram, in units of 0.00002.
  public var ambientLightX: UInt16 = 0
  /// The y coordinate of the light in the CIE 1931 diagram, in units of 0.00002.
  public var ambientLightY: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("ambient_illuminance", &ambientIlluminance)
    try f("ambient_light_x", &ambientLightX)
    try f("ambient_light_y", &ambientLightY)
  }
}

/// `ndwt`: how bright white is that is no highlight (ISO/IEC 14496-12, `NominalDiffuseWhite`).
public struct NominalDiffuseWhite: Record {
  /// Whether a version and flags come first. Some programs leave them out.
  public var isFull = true
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The luminance, in units of 0.0001 candela per square metre.
  public var luminance: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.optional(&isFull, bytes: 4) { $0.count >= 8 }
    if isFull { try f.version(&version, upTo: 0, flags: &flags) }
    try f("diffuse_white_luminance", &luminance)
  }
}

/// `reve`: the light next to the display and in the rest of the room in which the picture was made (ISO/IEC 14496-12,
/// `ReferenceViewingEnvironment`).
public struct ReferenceViewingEnvironment: Record {
  /// Whether a version and flags come first. Some programs leave them out.
  public var isFull = true
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The light.
  public var environment = MinimizedImage.ViewingEnvironment()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.optional(&isFull, bytes: 4) { $0.count >= 20 }
    if isFull { try f.version(&version, upTo: 0, flags: &flags) }
    try environment.fields(&f)
  }
}

/// `cclv`: the colours and luminances that occur in the picture (ISO/IEC 14496-12, 12.1.8).
public struct ContentColourVolume: Record {
  /// A point of the CIE 1931 diagram.
  public struct Point: TableRow {
    /// The x coordinate, in units of 0.00002.
    public var x: Int32 = 0
    /// The y coordinate, in units of 0.00002.
    public var y: Int32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f("x", &x)
      try f("y", &y)
    }
  }

  var reservedBefore: UInt8 = 0
  /// The primaries of the colours that occur, three points; nil if they are not stored.
  public var primaries: Table<Point>?
  /// The lowest luminance, in units of 0.0000001 candela per square metre; nil if it is not stored.
  public var minLuminance: UInt32?
  /// The highest luminance, in the same units; nil if it is not stored.
  public var maxLuminance: UInt32?
  /// The average luminance, in the same units; nil if it is not stored.
  public var avgLuminance: UInt32?
  var reservedAfter: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reservedBits(&reservedBefore, 2)
    var hasPrimaries: UInt8 = primaries == nil ? 0 : 1
    try f.bits("ccv_primaries_present_flag", &hasPrimaries, 1)
    try present("ccv_min_luminance_value_present_flag", &minLuminance, &f)
    try present("ccv_max_luminance_value_present_flag", &maxLuminance, &f)
    try present("ccv_avg_luminance_value_present_flag", &avgLuminance, &f)
    try f.reservedBits(&reservedAfter, 2)
    if hasPrimaries == 1 {
      var points = primaries ?? Table()
      try f.rows("ccv_primaries", &points, count: 3, layout: FixedLayout())
      primaries = points
    } else {
      primaries = nil
    }
    try value("ccv_min_luminance_value", &minLuminance, &f)
    try value("ccv_max_luminance_value", &maxLuminance, &f)
    try value("ccv_avg_luminance_value", &avgLuminance, &f)
  }

  private func present(_ name: String, _ value: inout UInt32?, _ f: inout some FieldCoder)
    throws(FormatError)
  {
    var flag: UInt8 = value == nil ? 0 : 1
    try f.bits(name, &flag, 1)
    value = flag == 1 ? value ?? 0 : nil
  }

  private func value(_ name: String, _ value: inout UInt32?, _ f: inout some FieldCoder)
    throws(FormatError)
  {
    guard var number = value else { return }
    try f(name, &number)
    value = number
  }
}

/// `d263`: what an H.263 decoder needs to know (3GPP TS 26.244, 6.8). `bitr` may follow.
public struct H263Configuration: Record {
  /// The four characters of the encoder's manufacturer.
  public var vendor = FourCC(rawValue: 0)
  /// The version of that manufacturer's decoder; 0 if it does not matter.
  public var decoderVersion: UInt8 = 0
  /// The level of H.263, such as 10.
  public var level: UInt8 = 10
  /// The profile of H.263: 0 or 3.
  public var profile: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("vendor", &vendor)
    try f("decoder_version", &decoderVersion)
    try f("h263_level", &level)
    try f("h263_profile", &profile)
    try f.children()
  }
}

/// `bitr` in `d263`: the bit rate of H.263 (3GPP TS 26.244, 6.8).
public struct H263BitRate: Record {
  /// The average bit rate, in bits per second.
  public var avgBitrate: UInt32 = 0
  /// The highest bit rate, in bits per second.
  public var maxBitrate: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("avg_bitrate", &avgBitrate)
    try f("max_bitrate", &maxBitrate)
  }
}

/// `ACLR` in a video description of Avid's codecs: the range of the samples.
public struct AvidColour: Record {
  /// The type once more.
  public var tag: FourCC = "ACLR"
  /// The version of the layout.
  public var tagVersion: FourCC = "0001"
  /// 1: the limited range of video. 2: the full range.
  public var range: UInt32 = 1
  var reserved = Reserved()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("tag", &tag)
    try f("tag_version", &tagVersion)
    try f.choice("yuv_range", &range, named: [1: "limited", 2: "full"])
    try f.reserved(&reserved, 4)
  }
}
