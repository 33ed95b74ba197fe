// What the descriptions of sample groups hold that are about NAL units (ISO/IEC 14496-15).

/// A description in a group `aud `: the access unit delimiter that the samples begin with (ISO/IEC 14496-15,
/// `AUDSampleEntry`).
struct AccessUnitDelimiterEntry: Record {
  var nalUnit = RawBytes(bytes: [0, 0, 0])

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bytes("aud_nal_unit", &nalUnit, count: 3)
  }
}

/// A description in a group `eos `: the NAL units that end a sequence (ISO/IEC 14496-15, `EndOfSequenceSampleEntry`).
struct EndOfSequenceEntry: Record {
  var nalUnits = Table<UInt16>()

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var last = UInt8(clamping: nalUnits.count - 1)
    try f("num_eos_nal_unit_minus1", &last)
    try f.rows("eos_nal_units", &nalUnits, count: Int(last) + 1, layout: FixedLayout())
  }
}

/// A description in a group `eob `: the NAL unit that ends a stream (ISO/IEC 14496-15, `EndOfBitstreamSampleEntry`).
struct EndOfBitstreamEntry: Record {
  var nalUnit: UInt16 = 0

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("eob_nal_unit", &nalUnit)
  }
}

/// A description in a group `pss1`: which parameter sets the samples have (ISO/IEC 14496-15, `PSSampleGroupEntry`).
struct ParameterSetsInBandEntry: Record {
  var hasSequence: UInt8 = 0
  var hasPicture: UInt8 = 0
  var hasAdaptation: UInt8 = 0
  var reserved: UInt8 = 0

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bits("sps_present", &hasSequence, 1)
    try f.bits("pps_present", &hasPicture, 1)
    try f.bits("aps_present", &hasAdaptation, 1)
    try f.reservedBits(&reserved, 5)
  }
}

/// A description in a group `pase`: a parameter set that the samples need (ISO/IEC 14496-15, `ParameterSetNALUEntry`).
struct ParameterSetEntry: Record {
  var nalUnit = RawBytes()

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var length = nalUnit.bytes.count
    try f.count("ps_nalu_length", &length, bytes: 2)
    try f.bytes("ps_nal_unit", &nalUnit, count: length)
  }
}

/// A description in a group `dcfi`: what a decoder must be capable of (ISO/IEC 14496-15,
/// `DecodingCapabilityInformation`).
struct DecodingCapabilityEntry: Record {
  var nalUnit = RawBytes()

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var length = nalUnit.bytes.count
    try f.count("dci_nal_unit_length", &length, bytes: 2)
    try f.bytes("dci_nal_unit", &nalUnit, count: length)
  }
}

/// A description in a group `scnm`: the group of each NAL unit of a sample (ISO/IEC 14496-15, `ScalableNALUMapEntry`).
struct ScalableNALUnitMapEntry: Record {
  var reserved = Reserved()
  var groupIDs = Table<UInt8>()

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 1)
    var count = groupIDs.count
    try f.count("NALU_count", &count, bytes: 1)
    try f.rows("group_IDs", &groupIDs, count: count, layout: FixedLayout())
  }
}

/// A description in a group `dtrt`: by how much samples are decoded at another time if only some tiers are
/// (ISO/IEC 14496-15, `DecodeRetimingEntry`).
struct DecodeRetimingEntry: Record {
  struct Tier: TableRow {
    var tierID: UInt16 = 0
    var delta: Int16 = 0

    mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
      try f("tier_ID", &tierID)
      try f("delta", &delta)
    }
  }

  var tiers = Table<Tier>()

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var count = tiers.count
    try f.count("tier_count", &count, bytes: 1)
    try f.rows("tiers", &tiers, count: count, layout: FixedLayout())
  }
}

/// A description in a group `opth`: by how much samples are decoded at another time at an operating point
/// (ISO/IEC 14496-15, `OperatingPointDecodeTimeHint`).
struct DecodeTimeHintEntry: Record {
  var delta: Int32 = 0

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("delta_time", &delta)
  }
}

/// A description in a group `lbli`: the picture of a base layer that is outside of the file (ISO/IEC 14496-15,
/// `LhvcExternalBaseLayerInfo`).
struct ExternalBaseLayerEntry: Record {
  var reserved: UInt8 = 1
  var isIRAP: UInt8 = 0
  var nalUnitType: UInt8 = 0
  var sampleOffset: Int8 = 0

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reservedBits(&reserved, 1)
    try f.bits("bl_irap_pic_flag", &isIRAP, 1)
    try f.bits("bl_irap_nal_unit_type", &nalUnitType, 6)
    try f("sample_offset", &sampleOffset)
  }
}

/// A description in a group `avss`: a sub-sequence of H.264, and those that it depends on (ISO/IEC 14496-15,
/// `AVCSubSequenceEntry`).
struct SubSequenceEntry: Record {
  struct Dependency: TableRow {
    var direction: UInt8 = 0
    var layerNumber: UInt8 = 0
    var identifier: UInt16 = 0

    mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
      try f("sub_seq_direction_flag", &direction)
      try f("layer_number", &layerNumber)
      try f("sub_sequence_identifier", &identifier)
    }
  }

  var identifier: UInt16 = 0
  var layerNumber: UInt8 = 0
  var hasDuration: UInt8 = 0
  var hasRates: UInt8 = 0
  var reserved: UInt8 = 0
  var duration: UInt32 = 0
  var reservedBeforeRates: UInt8 = 0
  var isAccurate: UInt8 = 0
  var avgBitRate: UInt16 = 0
  var avgFrameRate: UInt16 = 0
  var dependencies = Table<Dependency>()

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("sub_sequence_identifier", &identifier)
    try f("layer_number", &layerNumber)
    try f.bits("duration_flag", &hasDuration, 1)
    try f.bits("avg_rate_flag", &hasRates, 1)
    try f.reservedBits(&reserved, 6)
    if hasDuration == 1 { try f("duration", &duration) }
    if hasRates == 1 {
      try f.reservedBits(&reservedBeforeRates, 7)
      try f.bits("accurate_statistics_flag", &isAccurate, 1)
      try f("avg_bit_rate", &avgBitRate)
      try f("avg_frame_rate", &avgFrameRate)
    }
    var count = dependencies.count
    try f.count("num_references", &count, bytes: 1)
    try f.rows("dependencies", &dependencies, count: count, layout: FixedLayout())
  }
}
