/// `dmix` in a sound description: how the channels are mixed into fewer (ISO/IEC 14496-12, 12.2.5).
public struct DownMixInstructions: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  var reservedBeforeCount: UInt8 = 0
  /// The number of instructions, which version 0 does not store; 7 bits.
  public var count: UInt8 = 1
  /// The layout of the mixed channels, a code of ISO/IEC 23091-3.
  public var targetLayout: UInt8 = 0
  var reserved: UInt8 = 0
  /// The number of mixed channels; 7 bits.
  public var targetChannelCount: UInt8 = 0
  /// 1: the coefficients are in the samples.
  public var inStream: UInt8 = 0
  /// The ID of the instruction; 7 bits.
  public var downmixID: UInt8 = 0
  /// The coefficients of the first instruction, if they are not in the samples, and all further
  /// instructions. How many coefficients there are depends on the channels of the sound, which `chnl`
  /// states, so they stay bytes.
  public var rest = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 2, flags: &flags)
    if version > 0 {
      try f.reservedBits(&reservedBeforeCount, 1)
      try f.bits("downmix_instructions_count", &count, 7)
    }
    if version == 0 || count > 0 {
      try f("target_layout", &targetLayout)
      try f.reservedBits(&reserved, 1)
      try f.bits("target_channel_count", &targetChannelCount, 7)
      try f.bits("in_stream", &inStream, 1)
      try f.bits("downmix_id", &downmixID, 7)
    }
    try f.bytes("rest", &rest, count: nil)
  }
}
