/// `taic` in `ipco` or in a sample description: how good the clock is that made the timestamps
/// (ISO/IEC 23001-17, `TAIClockInfoBox`).
public struct TAIClockInformation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The standard deviation of the timestamps, in nanoseconds; all bits set if it is not known.
  public var timeUncertainty: UInt64 = .max
  /// The smallest step of the clock, in nanoseconds.
  public var clockResolution: UInt32 = 0
  /// How much the clock gains or loses, in picoseconds per second; 0x7FFFFFFF if it is not known.
  public var clockDriftRate: Int32 = .max
  /// Whether the clock is set by an atomic one. 2 bits.
  public var clockType: UInt8 = 0
  var reserved: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("time_uncertainty", &timeUncertainty)
    try f("clock_resolution", &clockResolution)
    try f("clock_drift_rate", &clockDriftRate)
    try f.bits(
      "clock_type", &clockType, 2,
      named: [0: "unknown", 1: "not synchronized", 2: "synchronized to an atomic clock"])
    try f.reservedBits(&reserved, 6)
  }
}

/// `itai` in `ipco`: when the item was captured (ISO/IEC 23001-17, `TAITimestampBox`).
public struct TAITimestamp: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The time in nanoseconds since 1958-01-01 00:00:00 TAI, a clock without leap seconds.
  public var nanoseconds: UInt64 = 0
  /// 1: the clock was synchronized.
  public var synchronizationState: UInt8 = 0
  /// 1: the clock failed to give a time.
  public var timestampGenerationFailure: UInt8 = 0
  /// 1: the time was changed after it was taken from the clock.
  public var timestampIsModified: UInt8 = 0
  var reserved: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("TAI_timestamp", &nanoseconds)
    try f.bits("synchronization_state", &synchronizationState, 1)
    try f.bits("timestamp_generation_failure", &timestampGenerationFailure, 1)
    try f.bits("timestamp_is_modified", &timestampIsModified, 1)
    try f.reservedBits(&reserved, 5)
  }
}
