/// A NAL unit after its 16-bit length. Configuration records such as `avcC` and `hvcC` store their
/// parameter sets in this form.
public struct ParameterSet: Record {
  /// The bytes of the NAL unit, without a length or a start code.
  public var nalUnit = RawBytes()

  public init() {}

  /// Makes a parameter set from the bytes of a NAL unit. Writing fails if there are more than 65535
  /// bytes.
  public init(_ nalUnit: Bytes) { self.nalUnit = RawBytes(bytes: nalUnit) }

  // Mostly read in lists, by code that does not know the type of record.
  @_specialize(where Coder == Reader)
  public mutating func fields<Coder: FieldCoder>(_ f: inout Coder) throws(FormatError) {
    var length = nalUnit.bytes.count
    try f.count("nal_unit_length", &length, bytes: 2)
    try f.bytes("nal_unit", &nalUnit, count: length)
  }

  public var summary: FieldValue? { .bytes(nalUnit.bytes) }

  /// Takes the bytes of the NAL unit.
  public mutating func take(summary: FieldValue) -> Bool {
    guard let bytes = summary.givenBytes else { return false }
    nalUnit.bytes = bytes
    return true
  }
}

/// `avcC`: what an H.264 decoder needs before the first sample (ISO/IEC 14496-15, 5.3.3.1).
public struct AVCConfiguration: Record {
  /// The version of the record, which is 1.
  public var configurationVersion: UInt8 = 1
  /// The profile (`profile_idc` of ISO/IEC 14496-10): 66 Baseline, 77 Main, 100 High, ….
  public var profileIndication: UInt8 = 0
  /// The constraint flags: the byte between profile and level in a sequence parameter set.
  public var profileCompatibility: UInt8 = 0
  /// The level (`level_idc` of ISO/IEC 14496-10), times ten: 41 is level 4.1.
  public var levelIndication: UInt8 = 0
  var reservedBeforeLength: UInt8 = 0x3F
  /// The size of the length before each NAL unit in a sample, in bytes, minus one: 0 to 3.
  public var lengthSizeMinusOne: UInt8 = 3
  var reservedBeforeCount: UInt8 = 7
  /// The sequence parameter sets, at most 31.
  public var sequenceParameterSets: [ParameterSet] = []
  /// The picture parameter sets, at most 255.
  public var pictureParameterSets: [ParameterSet] = []
  /// Whether `highProfile` is stored. Profiles 100, 110, 122 and 144 should have it, but many files
  /// leave it out.
  public var hasHighProfileFields = false
  /// The fields of the high profiles. They are stored only if `hasHighProfileFields` is true.
  public var highProfile = HighProfile()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("configuration_version", &configurationVersion)
    try f.choice("avc_profile_indication", &profileIndication, named: CodecNames.avcProfiles)
    try f("profile_compatibility", &profileCompatibility)
    try f("avc_level_indication", &levelIndication)
    try f.reservedBits(&reservedBeforeLength, 6)
    try f.bits("length_size_minus_one", &lengthSizeMinusOne, 2)
    try f.reservedBits(&reservedBeforeCount, 3)
    var sequences = UInt8(clamping: sequenceParameterSets.count)
    try f.bits("num_of_sequence_parameter_sets", &sequences, 5)
    try f.list("sequence_parameter_sets", &sequenceParameterSets, count: Int(sequences))
    var pictures = pictureParameterSets.count
    try f.count("num_of_picture_parameter_sets", &pictures, bytes: 1)
    try f.list("picture_parameter_sets", &pictureParameterSets, count: pictures)
    try f.optional(&hasHighProfileFields, bytes: 4, if: HighProfile.explains)
    if hasHighProfileFields { try f("high_profile", &highProfile) }
  }

  /// What the record adds for the high profiles.
  public struct HighProfile: Record {
    var reservedBeforeChroma: UInt8 = 0x3F
    /// The chroma format: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
    public var chromaFormat: UInt8 = 1
    var reservedBeforeLuma: UInt8 = 0x1F
    /// The bits of a luma sample, minus 8: 0 to 7.
    public var bitDepthLumaMinus8: UInt8 = 0
    var reservedBeforeChromaDepth: UInt8 = 0x1F
    /// The bits of a chroma sample, minus 8: 0 to 7.
    public var bitDepthChromaMinus8: UInt8 = 0
    /// The sequence parameter set extensions, at most 255. They describe auxiliary pictures, such
    /// as alpha.
    public var sequenceParameterSetExtensions: [ParameterSet] = []

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.reservedBits(&reservedBeforeChroma, 6)
      try f.bits("chroma_format", &chromaFormat, 2)
      try f.reservedBits(&reservedBeforeLuma, 5)
      try f.bits("bit_depth_luma_minus8", &bitDepthLumaMinus8, 3)
      try f.reservedBits(&reservedBeforeChromaDepth, 5)
      try f.bits("bit_depth_chroma_minus8", &bitDepthChromaMinus8, 3)
      var count = sequenceParameterSetExtensions.count
      try f.count("num_of_sequence_parameter_set_ext", &count, bytes: 1)
      try f.list(
        "sequence_parameter_set_extensions", &sequenceParameterSetExtensions, count: count)
    }
  }
}
