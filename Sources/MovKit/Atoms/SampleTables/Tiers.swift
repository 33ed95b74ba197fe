/// `tiri`: what a tier, a part of a scalable or multiview stream that can be taken out, holds
/// (ISO/IEC 14496-15, `TierInfoBox`).
public struct TierInformation: Record {
  /// The ID of the tier.
  public var tierID: UInt16 = 0
  /// The profile (`profile_idc` of ISO/IEC 14496-10).
  public var profileIndication: UInt8 = 0
  /// The constraint flags: the byte between profile and level in a sequence parameter set.
  public var profileCompatibility: UInt8 = 0
  /// The level (`level_idc` of ISO/IEC 14496-10), times ten: 41 is level 4.1.
  public var levelIndication: UInt8 = 0
  var reserved = Reserved()
  /// The width of the pictures in pixels.
  public var visualWidth: UInt16 = 0
  /// The height of the pictures in pixels.
  public var visualHeight: UInt16 = 0
  /// Whether the tier can be left out without harm to others. A code of 2 bits.
  public var discardable: UInt8 = 0
  /// Whether the frame rate is constant. A code of 2 bits.
  public var constantFrameRate: UInt8 = 0
  var reservedBeforeRate: UInt8 = 0
  /// The frame rate, in frames per 256 seconds.
  public var frameRate: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("tier_ID", &tierID)
    try f.choice("profile_indication", &profileIndication, named: CodecNames.avcProfiles)
    try f("profile_compatibility", &profileCompatibility)
    try f("level_indication", &levelIndication)
    try f.reserved(&reserved, 1)
    try f("visual_width", &visualWidth)
    try f("visual_height", &visualHeight)
    try f.bits("discardable", &discardable, 2)
    try f.bits("constant_frame_rate", &constantFrameRate, 2)
    try f.reservedBits(&reservedBeforeRate, 4)
    try f("frame_rate", &frameRate)
  }
}

/// `tibr`: the bit rates of a tier, in bits per second (ISO/IEC 14496-15, `TierBitRateBox`).
public struct TierBitRates: Record {
  /// The least rate, with all tiers that this one depends on.
  public var baseBitRate: UInt32 = 0
  /// The highest rate, with all tiers that this one depends on.
  public var maxBitRate: UInt32 = 0
  /// The average rate, with all tiers that this one depends on.
  public var avgBitRate: UInt32 = 0
  /// The least rate of the tier alone.
  public var tierBaseBitRate: UInt32 = 0
  /// The highest rate of the tier alone.
  public var tierMaxBitRate: UInt32 = 0
  /// The average rate of the tier alone.
  public var tierAvgBitRate: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("base_bit_rate", &baseBitRate)
    try f("max_bit_rate", &maxBitRate)
    try f("avg_bit_rate", &avgBitRate)
    try f("tier_base_bit_rate", &tierBaseBitRate)
    try f("tier_max_bit_rate", &tierMaxBitRate)
    try f("tier_avg_bit_rate", &tierAvgBitRate)
  }
}

/// `svpr`: the priorities of the NAL units of a tier (ISO/IEC 14496-15, `PriorityRangeBox`).
public struct PriorityRange: Record {
  var reserved: UInt8 = 0
  /// The lowest priority ID. 6 bits.
  public var minPriorityID: UInt8 = 0
  var reservedBeforeMaximum: UInt8 = 0
  /// The highest priority ID. 6 bits.
  public var maxPriorityID: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reservedBits(&reserved, 2)
    try f.bits("min_priority_ID", &minPriorityID, 6)
    try f.reservedBits(&reservedBeforeMaximum, 2)
    try f.bits("max_priority_ID", &maxPriorityID, 6)
  }
}

/// `svdr`: the layers of a tier of scalable H.264, by the IDs in the headers of their NAL units
/// (ISO/IEC 14496-15, `SVCDependencyRangeBox`).
public struct LayerRange: Record {
  /// The lowest dependency ID. 3 bits.
  public var minDependencyID: UInt8 = 0
  /// The lowest temporal ID. 3 bits.
  public var minTemporalID: UInt8 = 0
  var reserved: UInt8 = 0
  /// The lowest quality ID. 4 bits.
  public var minQualityID: UInt8 = 0
  /// The highest dependency ID. 3 bits.
  public var maxDependencyID: UInt8 = 0
  /// The highest temporal ID. 3 bits.
  public var maxTemporalID: UInt8 = 0
  var reservedBeforeMaximum: UInt8 = 0
  /// The highest quality ID. 4 bits.
  public var maxQualityID: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bits("min_dependency_id", &minDependencyID, 3)
    try f.bits("min_temporal_id", &minTemporalID, 3)
    try f.reservedBits(&reserved, 6)
    try f.bits("min_quality_id", &minQualityID, 4)
    try f.bits("max_dependency_id", &maxDependencyID, 3)
    try f.bits("max_temporal_id", &maxTemporalID, 3)
    try f.reservedBits(&reservedBeforeMaximum, 6)
    try f.bits("max_quality_id", &maxQualityID, 4)
  }
}

/// `svip`: the parameter sets that a tier needs (ISO/IEC 14496-15, `InitialParameterSetBox`).
public struct TierParameterSets: Record {
  /// The indices of the sequence parameter sets, at most 255.
  public var sequenceIndices = Table<UInt8>()
  /// The indices of the picture parameter sets, at most 255.
  public var pictureIndices = Table<UInt8>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var sequences = sequenceIndices.count
    try f.count("sps_id_count", &sequences, bytes: 1)
    try f.rows("SPS_indices", &sequenceIndices, count: sequences, layout: FixedLayout())
    var pictures = pictureIndices.count
    try f.count("pps_id_count", &pictures, bytes: 1)
    try f.rows("PPS_indices", &pictureIndices, count: pictures, layout: FixedLayout())
  }
}

/// `ldep`: the tiers that a tier depends on (ISO/IEC 14496-15, `TierDependencyBox`).
public struct TierDependencies: Record {
  /// The IDs of those tiers, at most 65535.
  public var tierIDs = Table<UInt16>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var count = tierIDs.count
    try f.count("entry_count", &count, bytes: 2)
    try f.rows("dependency_tier_IDs", &tierIDs, count: count, layout: FixedLayout())
  }
}

/// `buff`: the buffers that a decoder needs (ISO/IEC 14496-15, `BufferingBox`).
public struct TierBuffering: Record {
  /// The buffers for one operating point.
  public struct Point: TableRow {
    /// The rate at which data arrives, in bytes per second.
    public var byteRate: UInt32 = 0
    /// The size of the buffer of coded pictures, in bytes.
    public var codedSize: UInt32 = 0
    /// The size of the buffer of decoded pictures, in bytes.
    public var decodedSize: UInt32 = 0
    /// The time for which data is buffered before the first picture is decoded, in ticks of 1/90000 s.
    public var codedDelay: UInt32 = 0
    /// The time for which pictures are buffered before the first one is shown, in ticks of 1/90000 s.
    public var decodedDelay: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f("byte_rate", &byteRate)
      try f("cpb_size", &codedSize)
      try f("dpb_size", &decodedSize)
      try f("init_cpb_delay", &codedDelay)
      try f("init_dpb_delay", &decodedDelay)
    }
  }

  /// The operating points, at most 65535.
  public var points = Table<Point>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var count = points.count
    try f.count("operating_point_count", &count, bytes: 2)
    try f.rows("operating_points", &points, count: count, layout: FixedLayout())
  }
}

extension Schema {
  /// The atoms that describe tiers.
  static let tierRules: [Rule] = [
    .leaf("tiri", TierInformation.self, .inside(["scif", "mvif", "mvcg"])),
    .leaf("tibr", TierBitRates.self, .inside(["scif", "mvif", "mvcg"])),
    .leaf("buff", TierBuffering.self, .inside(["scif", "mvif", "mvcg"])),
    .leaf("svpr", PriorityRange.self, .inside(["scif", "mvif"])),
    .leaf("svip", TierParameterSets.self, .inside(["scif", "mvif"])),
    .leaf("ldep", TierDependencies.self, .inside(["scif", "mvif"])),
    .leaf("svdr", LayerRange.self, .inside(["scif"])),
    .leaf("rrgn", TierRegion.self, .inside(["scif"])),
    .leaf("iroi", RegionsOfInterest.self, .inside(["scif"])),
    .leaf("tran", TierTranscoding.self, .inside(["scif"])),
  ]
}
