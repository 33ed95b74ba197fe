/// `dmlp`: what a decoder of Dolby TrueHD needs to know (Dolby TrueHD (MLP) bitstreams within the ISO base media file
/// format). The bits before `peakDataRate` are the `format_info` of the stream.
public struct MLPConfiguration: Record {
  /// The code of the sampling rate: 0 48, 1 96 and 2 192 kHz, 8 44.1, 9 88.2 and 10 176.4 kHz. 4 bits.
  public var samplingRate: UInt8 = 0
  /// The kind of the presentation of six channels. 1 bit.
  public var sixChannelType: UInt8 = 0
  /// The kind of the presentation of eight channels. 1 bit.
  public var eightChannelType: UInt8 = 0
  var reservedInFormat: UInt8 = 0
  /// How the presentation of two channels was made. 2 bits.
  public var twoChannelModifier: UInt8 = 0
  /// How the presentation of six channels was made. 2 bits.
  public var sixChannelModifier: UInt8 = 0
  /// A bit for each loudspeaker, or pair of them, of the presentation of six channels. 5 bits.
  public var sixChannelAssignment: UInt8 = 0
  /// How the presentation of eight channels was made. 2 bits.
  public var eightChannelModifier: UInt8 = 0
  /// A bit for each loudspeaker, or pair of them, of the presentation of eight channels; 0 if there is none. 13 bits.
  public var eightChannelAssignment: UInt16 = 0
  /// The highest data rate, as the stream says it. 15 bits.
  public var peakDataRate: UInt16 = 0
  var reserved: UInt8 = 0
  var reservedAtEnd = Reserved()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bits(
      "audio_sampling_frequency", &samplingRate, 4,
      named: [
        0: "48 kHz", 1: "96 kHz", 2: "192 kHz", 8: "44.1 kHz", 9: "88.2 kHz", 10: "176.4 kHz",
      ])
    try f.bits("multichannel_type_6ch", &sixChannelType, 1)
    try f.bits("multichannel_type_8ch", &eightChannelType, 1)
    try f.reservedBits(&reservedInFormat, 2)
    try f.bits("channel_modifier_2ch", &twoChannelModifier, 2)
    try f.bits("channel_modifier_6ch", &sixChannelModifier, 2)
    try f.bits("channel_assignment_6ch", &sixChannelAssignment, 5)
    try f.bits("channel_modifier_8ch", &eightChannelModifier, 2)
    try f.bits("channel_assignment_8ch", &eightChannelAssignment, 13)
    try f.bits("peak_data_rate", &peakDataRate, 15)
    try f.reservedBits(&reserved, 1)
    try f.reserved(&reservedAtEnd, 4)
  }
}
