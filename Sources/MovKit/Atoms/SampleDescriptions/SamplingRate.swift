/// `srat`: the sampling rate of audio, if the sample description has no room for it. It is stored
/// in a sound description of version 1, in an `stsd` of version 1 (ISO/IEC 14496-12, 12.2.3). The
/// rate in the description itself is then a multiple or a fraction of this one and must not be
/// used.
public struct SamplingRate: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The sampling rate in hertz.
  public var samplingRate: UInt32 = 48000

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("sampling_rate", &samplingRate)
  }
}
