/// `tlou` and `alou` in `ludt`: how loud the track is, or the album that it is from
/// (ISO/IEC 14496-12, 12.2.7).
public struct Loudness: Record {
  /// What was measured, for one way of playing the audio.
  public struct Base: Record {
    var reservedBeforeEQ: UInt8 = 0
    /// Version 1 only. The set of equalizers that is applied; 0 if none is. 6 bits.
    public var eqSetID: UInt8 = 0
    var reserved: UInt8 = 0
    /// The downmix that is applied; 0 if none is. 7 bits.
    public var downmixID: UInt8 = 0
    /// The dynamic range control that is applied; 0 if none is. 6 bits.
    public var drcSetID: UInt8 = 0
    /// The code of the highest sample; 0 if it is not known. 12 bits.
    public var samplePeakLevel: Int16 = 0
    /// The code of the highest peak between samples; 0 if it is not known. 12 bits.
    public var truePeakLevel: Int16 = 0
    /// The measurement system for the peak between samples. 4 bits.
    public var truePeakSystem: UInt8 = 0
    /// How far the peak between samples can be trusted. 4 bits.
    public var truePeakReliability: UInt8 = 0
    /// The measurements, at most 255.
    public var measurements = Table<Measurement>()
    /// Whether the atom has version 1. `Loudness.fields` sets it.
    var hasEQ = false

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      if hasEQ {
        try f.reservedBits(&reservedBeforeEQ, 2)
        try f.bits("EQ_set_ID", &eqSetID, 6)
      }
      try f.reservedBits(&reserved, 3)
      try f.bits("downmix_ID", &downmixID, 7)
      try f.bits("DRC_set_ID", &drcSetID, 6)
      try f.bits("bs_sample_peak_level", &samplePeakLevel, 12)
      try f.bits("bs_true_peak_level", &truePeakLevel, 12)
      try f.bits("measurement_system_for_TP", &truePeakSystem, 4)
      try f.bits("reliability_for_TP", &truePeakReliability, 4)
      var count = measurements.count
      try f.count("measurement_count", &count, bytes: 1)
      try f.rows("measurements", &measurements, count: count, layout: FixedLayout())
    }
  }

  /// A measurement.
  public struct Measurement: TableRow {
    /// What was measured: 1 programme loudness, 2 anchor loudness, 3 and 4 the highest loudness over
    /// a range and over a moment, ….
    public var methodDefinition: UInt8 = 1
    /// The code of the result.
    public var methodValue: UInt8 = 0
    /// The measurement system: 1 EBU R 128, 2 BS.1770-4, …. 4 bits.
    public var measurementSystem: UInt8 = 0
    /// How far the result can be trusted: 0 unknown, 1 not, 2 as a limit, 3 exactly. 4 bits.
    public var reliability: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f("method_definition", &methodDefinition)
      try f("method_value", &methodValue)
      try f.bits("measurement_system", &measurementSystem, 4)
      try f.bits("reliability", &reliability, 4)
    }
  }

  /// Version 1 has any number of `bases`, version 0 exactly one.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  var reserved: UInt8 = 0
  /// What was measured, at most 63.
  public var bases: [Base] = [Base()]

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    var prototype = Base()
    prototype.hasEQ = version == 1
    for index in bases.indices { bases[index].hasEQ = version == 1 }
    if version == 1 {
      try f.reservedBits(&reserved, 2)
      var count = UInt8(clamping: bases.count)
      try f.bits("loudness_base_count", &count, 6)
      try f.list("loudness_bases", &bases, count: Int(count), like: prototype)
    } else {
      guard bases.count == 1 else { throw f.invalid("loudness_bases", "\(bases.count) of them") }
      try f.list("loudness_bases", &bases, count: 1, like: prototype)
    }
  }
}
