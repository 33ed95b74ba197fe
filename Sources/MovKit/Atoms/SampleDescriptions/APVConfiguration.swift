/// `apvC`: what a decoder of APV needs to know (APV Codec ISO Media File Format Binding; RFC 9924).
public struct APVConfiguration: Record {
  /// The frames of one kind.
  public struct Entry: Record {
    /// The kind of the frames.
    public var pbuType: UInt8 = 1
    /// The ways in which they are coded, at most 255.
    public var frames: RecordList<Frame> = []

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.choice(
        "pbu_type", &pbuType,
        named: [
          1: "primary frame", 2: "non-primary frame", 25: "preview frame", 26: "depth frame",
          27: "alpha frame",
        ])
      var count = frames.count
      try f.count("number_of_frame_info", &count, bytes: 1)
      try f.list("frame_info", &frames, count: count)
    }
  }

  /// How frames are coded (RFC 9924, 5.3.6).
  public struct Frame: Record {
    var reserved: UInt8 = 0
    /// 1: the four numbers that describe the colours are stored.
    public var hasColorDescription: UInt8 = 0
    /// 1: `captureTimeDistance` has no meaning.
    public var captureTimeDistanceIgnored: UInt8 = 0
    /// The profile: 33 is 422-10.
    public var profileIdc: UInt8 = 33
    /// The level, times 30.
    public var levelIdc: UInt8 = 0
    /// The band of data rates, 0 to 3.
    public var bandIdc: UInt8 = 0
    /// The width in pixels.
    public var width: UInt32 = 0
    /// The height in pixels.
    public var height: UInt32 = 0
    /// The chroma format: 0 is 4:0:0, 2 4:2:2, 3 4:4:4, 4 4:4:4:4. 4 bits.
    public var chromaFormatIdc: UInt8 = 2
    /// The bits of a sample, minus eight. 4 bits.
    public var bitDepthMinus8: UInt8 = 2
    /// The time from the capture of the frame before, in milliseconds.
    public var captureTimeDistance: UInt8 = 0
    /// The colour primaries, a code of ISO/IEC 23091-2.
    public var colorPrimaries: UInt8 = 2
    /// The transfer characteristics, a code of ISO/IEC 23091-2.
    public var transferCharacteristics: UInt8 = 2
    /// The matrix coefficients, a code of ISO/IEC 23091-2.
    public var matrixCoefficients: UInt8 = 2
    /// 1: samples use the full range.
    public var fullRangeFlag: UInt8 = 0
    var reservedAfterRange: UInt8 = 0

    /// RFC 9924, 10.1.
    private static let profileNames: ValueNames = [
      33: "422-10", 44: "422-12", 55: "444-10", 66: "444-12", 77: "4444-10", 88: "4444-12",
      99: "400-10",
    ]

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.reservedBits(&reserved, 6)
      try f.bits("color_description_present_flag", &hasColorDescription, 1)
      try f.bits("capture_time_distance_ignored", &captureTimeDistanceIgnored, 1)
      try f.choice("profile_idc", &profileIdc, named: Self.profileNames)
      try f("level_idc", &levelIdc)
      try f("band_idc", &bandIdc)
      try f("frame_width", &width)
      try f("frame_height", &height)
      try f.bits(
        "chroma_format_idc", &chromaFormatIdc, 4,
        named: [0: "4:0:0", 2: "4:2:2", 3: "4:4:4", 4: "4:4:4:4"])
      try f.bits("bit_depth_minus8", &bitDepthMinus8, 4)
      try f("capture_time_distance", &captureTimeDistance)
      guard hasColorDescription == 1 else { return }
      try f.choice("color_primaries", &colorPrimaries, named: ColourNames.primaries)
      try f.choice(
        "transfer_characteristics", &transferCharacteristics, named: ColourNames.transfers)
      try f.choice("matrix_coefficients", &matrixCoefficients, named: ColourNames.matrices)
      try f.bits("full_range_flag", &fullRangeFlag, 1)
      try f.reservedBits(&reservedAfterRange, 7)
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The version of the record, which is 1.
  public var configurationVersion: UInt8 = 1
  /// The kinds of frames, at most 255.
  public var entries: RecordList<Entry> = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("configuration_version", &configurationVersion)
    var count = entries.count
    try f.count("number_of_configuration_entry", &count, bytes: 1)
    try f.list("configuration_entries", &entries, count: count)
  }
}
