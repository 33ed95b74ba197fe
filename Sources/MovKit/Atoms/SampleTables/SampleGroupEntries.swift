// What the descriptions of sample groups hold, by the type of the grouping.

/// A description in a group `rap `: open random access points (ISO/IEC 14496-12, 10.4).
struct RandomAccessPointEntry: Record {
  var isKnown: UInt8 = 0
  var count: UInt8 = 0

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bits("num_leading_samples_known", &isKnown, 1)
    try f.bits("num_leading_samples", &count, 7)
  }
}

/// A description in a group `tele`: temporal levels (ISO/IEC 14496-12, 10.5).
struct TemporalLevelEntry: Record {
  var isIndependent: UInt8 = 0
  var reserved: UInt8 = 0

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bits("level_independently_decodable", &isIndependent, 1)
    try f.reservedBits(&reserved, 7)
  }
}

/// A description in a group `sap `: stream access points (ISO/IEC 14496-12, 10.6).
struct StreamAccessPointEntry: Record {
  var isDependent: UInt8 = 0
  var reserved: UInt8 = 0
  var type: UInt8 = 0

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bits("dependent_flag", &isDependent, 1)
    try f.reservedBits(&reserved, 3)
    try f.bits("SAP_type", &type, 4)
  }
}

/// A description in a group `sync`: sync samples by their NAL units (ISO/IEC 14496-15, 8.4.4).
struct SyncSampleEntry: Record {
  var reserved: UInt8 = 0
  var nalUnitType: UInt8 = 0

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reservedBits(&reserved, 2)
    try f.bits("NAL_unit_type", &nalUnitType, 6)
  }
}

/// A description in a group `drap`: pictures that refer only to the sync sample before
/// (ISO/IEC 14496-12, 10.8).
struct DependentRandomAccessEntry: Record {
  var type: UInt8 = 0
  var reserved: UInt8 = 0
  var reservedBytes = Reserved()

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bits("DRAP_type", &type, 3)
    try f.reservedBits(&reserved, 5)
    try f.reserved(&reservedBytes, 3)
  }
}

/// A description in a group `alst`: where decoding can start in another way (ISO/IEC 14496-12,
/// 10.3).
struct AlternativeStartupEntry: Record {
  struct Outputs: TableRow {
    var outputSamples: UInt16 = 0
    var totalSamples: UInt16 = 0

    mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
      try f("num_output_samples", &outputSamples)
      try f("num_total_samples", &totalSamples)
    }
  }

  var firstOutputSample: UInt16 = 0
  var sampleOffsets = Table<UInt32>()
  var outputs = Table<Outputs>()

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var count = sampleOffsets.count
    try f.count("roll_count", &count, bytes: 2)
    try f("first_output_sample", &firstOutputSample)
    try f.rows("sample_offsets", &sampleOffsets, count: count, layout: FixedLayout())
    try f.remainingRows("outputs", &outputs, layout: FixedLayout())
  }
}

/// A description in a group `rash`: shares of the bit rate (ISO/IEC 14496-12, 10.2).
struct RateShareEntry: Record {
  struct Point: TableRow {
    var availableBitrate: UInt32 = 0
    var targetRateShare: UInt16 = 0

    mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
      try f("available_bitrate", &availableBitrate)
      try f("target_rate_share", &targetRateShare)
    }
  }

  var onlyShare: UInt16?
  var points = Table<Point>()
  var maximumBitrate: UInt32 = 0
  var minimumBitrate: UInt32 = 0
  var discardPriority: UInt8 = 0

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var count = onlyShare == nil ? points.count : 1
    try f.count("operation_point_count", &count, bytes: 2)
    if count == 1 {
      var share = onlyShare ?? 0
      try f("target_rate_share", &share)
      onlyShare = share
    } else {
      onlyShare = nil
      try f.rows("operation_points", &points, count: count, layout: FixedLayout())
    }
    try f("maximum_bitrate", &maximumBitrate)
    try f("minimum_bitrate", &minimumBitrate)
    try f("discard_priority", &discardPriority)
  }
}

/// A description in a group `tscl`: temporal layers (ISO/IEC 14496-15, 8.4.3).
struct TemporalLayerEntry: Record {
  var layerID: UInt8 = 0
  var profileSpace: UInt8 = 0
  var tierFlag: UInt8 = 0
  var profileIdc: UInt8 = 0
  var compatibilityFlags: UInt32 = 0
  var constraintFlags: UInt64 = 0
  var levelIdc: UInt8 = 0
  var maxBitRate: UInt16 = 0
  var avgBitRate: UInt16 = 0
  var constantFrameRate: UInt8 = 0
  var avgFrameRate: UInt16 = 0

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("temporal_layer_id", &layerID)
    try f.bits("tl_profile_space", &profileSpace, 2)
    try f.bits("tl_tier_flag", &tierFlag, 1)
    try f.bits("tl_profile_idc", &profileIdc, 5)
    try f.flags("tl_profile_compatibility_flags", &compatibilityFlags)
    try f.flags("tl_constraint_indicator_flags", &constraintFlags, bytes: 6, named: [:])
    try f("tl_level_idc", &levelIdc)
    try f("tl_max_bit_rate", &maxBitRate)
    try f("tl_avg_bit_rate", &avgBitRate)
    try f("tl_constant_frame_rate", &constantFrameRate)
    try f("tl_avg_frame_rate", &avgFrameRate)
  }
}

/// A description in a group `avll`: layers of H.264 (ISO/IEC 14496-15, 5.5.3).
struct AVCLayerEntry: Record {
  var layerNumber: UInt8 = 0
  var reserved: UInt8 = 0
  var isAccurate: UInt8 = 0
  var avgBitRate: UInt16 = 0
  var avgFrameRate: UInt16 = 0

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("layer_number", &layerNumber)
    try f.reservedBits(&reserved, 7)
    try f.bits("accurate_statistics_flag", &isAccurate, 1)
    try f("avg_bit_rate", &avgBitRate)
    try f("avg_frame_rate", &avgFrameRate)
  }
}

/// A description in a group `nalm`: which NAL units of a sample belong to which group
/// (ISO/IEC 14496-15, 5.8.3).
struct NALUnitMapEntry: Record {
  struct Row: TableRow {
    struct Layout: Equatable, Sendable {
      var startBytes = 0
    }
    var start: UInt16 = 0
    var groupID: UInt16 = 0

    static var isVaried: Bool { true }

    mutating func fields(_ f: inout some FieldCoder, layout: Layout) throws(FormatError) {
      if layout.startBytes > 0 { try f("NALU_start_number", &start, bytes: layout.startBytes) }
      try f("group_ID", &groupID)
    }
  }

  var reserved: UInt8 = 0
  var largeSize: UInt8 = 0
  var rle: UInt8 = 0
  var entries = Table<Row>(layout: Row.Layout())

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reservedBits(&reserved, 6)
    try f.bits("large_size", &largeSize, 1)
    try f.bits("rle", &rle, 1)
    let width = largeSize == 1 ? 2 : 1
    var count = entries.count
    try f.count("entry_count", &count, bytes: width)
    try f.rows(
      "entries", &entries, count: count, layout: Row.Layout(startBytes: rle == 1 ? width : 0))
  }
}

/// A description in a group `trif`: a region of the picture (ISO/IEC 14496-15, 10.2).
struct RectangularRegionEntry: Record {
  var groupID: UInt16 = 0
  var isRectangular: UInt8 = 0
  var reserved: UInt8 = 0
  var independentIdc: UInt8 = 0
  var fullPicture: UInt8 = 0
  var filteringDisabled: UInt8 = 0
  var hasDependencyList: UInt8 = 0
  var horizontalOffset: UInt16 = 0
  var verticalOffset: UInt16 = 0
  var width: UInt16 = 0
  var height: UInt16 = 0
  var dependencies = Table<UInt16>()

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("group_ID", &groupID)
    try f.bits("rect_region_flag", &isRectangular, 1)
    guard isRectangular == 1 else { return try f.reservedBits(&reserved, 7) }
    try f.bits("independent_idc", &independentIdc, 2)
    try f.bits("full_picture", &fullPicture, 1)
    try f.bits("filtering_disabled", &filteringDisabled, 1)
    try f.bits("has_dependency_list", &hasDependencyList, 1)
    try f.reservedBits(&reserved, 2)
    if fullPicture == 0 {
      try f("horizontal_offset", &horizontalOffset)
      try f("vertical_offset", &verticalOffset)
    }
    try f("region_width", &width)
    try f("region_height", &height)
    if hasDependencyList == 1 {
      var count = dependencies.count
      try f.count("dependency_rect_region_count", &count, bytes: 2)
      try f.rows("dependency_group_IDs", &dependencies, count: count, layout: FixedLayout())
    }
  }
}

/// A description in a group `linf`: the layers in a track (ISO/IEC 14496-15, 9.8.2).
struct LayerInformationEntry: Record {
  struct Layer: TableRow {
    var reserved: UInt8 = 0
    var isIRAPOnly: UInt8 = 0
    var isComplete: UInt8 = 0
    var layerID: UInt8 = 0
    var minTemporalID: UInt8 = 0
    var maxTemporalID: UInt8 = 0
    var reservedBit: UInt8 = 0
    var sublayers: UInt8 = 0

    mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
      try f.reservedBits(&reserved, 2)
      try f.bits("irap_gdr_pics_in_layer_only_flag", &isIRAPOnly, 1)
      try f.bits("completeness_flag", &isComplete, 1)
      try f.bits("layer_id", &layerID, 6)
      try f.bits("min_TemporalId", &minTemporalID, 3)
      try f.bits("max_TemporalId", &maxTemporalID, 3)
      try f.reservedBits(&reservedBit, 1)
      try f.bits("sub_layer_presence", &sublayers, 7)
    }
  }

  var reserved: UInt8 = 0
  var layers = Table<Layer>()

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reservedBits(&reserved, 2)
    var count = UInt8(clamping: layers.count)
    try f.bits("num_layers_in_track", &count, 6)
    try f.rows("layers", &layers, count: Int(count), layout: FixedLayout())
  }
}

/// A description in a group `refs`: the samples that a sample refers to (ISO/IEC 23008-12, 7.4).
struct DirectReferencesEntry: Record {
  var sampleID: UInt32 = 0
  var references = Table<UInt32>()

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("sample_id", &sampleID)
    var count = references.count
    try f.count("num_direct_reference_samples", &count, bytes: 1)
    try f.rows("direct_reference_sample_ids", &references, count: count, layout: FixedLayout())
  }
}

/// A description in a group `eqiv`: samples that stand for items (ISO/IEC 23008-12, 6.8.1).
struct EquivalenceEntry: Record {
  var timeOffset: Int16 = 0
  var timescaleMultiplier: UInt16 = 0

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("time_offset", &timeOffset)
    try f("timescale_multiplier", &timescaleMultiplier)
  }
}

/// The order of the subpictures of a picture, in a group `spor` and as a property of an item (ISO/IEC 14496-15,
/// 11.7.3).
public struct SubpictureOrderEntry: Record {
  /// 1: `rewriting` says how the IDs of the subpictures are changed.
  public var hasIDs: UInt8 = 0
  /// For each subpicture, the number of the reference to the track or item that has it. At most 32767.
  public var references = Table<UInt16>()
  /// Where the IDs of the subpictures are in the parameter sets, and how long they are. Only if `hasIDs` is 1.
  public var rewriting = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var word = UInt16(clamping: references.count)
    try f.bits("subpic_id_info_flag", &hasIDs, 1)
    try f.bits("num_subpic_ref_idx", &word, 15)
    try f.rows(
      "subp_track_ref_idx", &references, count: Int(word), layout: FixedLayout())
    if hasIDs == 1 { try f.bytes("subpic_id_rewriting_info", &rewriting, count: nil) }
  }
}
