/// An entry of `stsd` in a hint track for RTP: `rtp `, `srtp`, `rrtp`, `rsrp`, `rtcp` and others
/// (ISO/IEC 14496-12, 9.1.2 and 9.4.1.2).
public struct HintDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  /// The version of the format of the samples.
  public var hintTrackVersion: UInt16 = 1
  /// The oldest version with which the track is compatible.
  public var lastCompatibleVersion: UInt16 = 1
  /// The size of the largest packet, in bytes.
  public var maxPacketSize: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    try f("hinttrackversion", &hintTrackVersion)
    try f("highestcompatibleversion", &lastCompatibleVersion)
    try f("maxpacketsize", &maxPacketSize)
    try f.children()
  }
}

/// `fdp ` in `stsd`: how files are delivered by FLUTE or ALC (ISO/IEC 14496-12, 9.2.2).
public struct FileDeliveryDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  /// The version of the format of the samples.
  public var hintTrackVersion: UInt16 = 1
  /// The oldest version with which the track is compatible.
  public var lastCompatibleVersion: UInt16 = 1
  /// The entry of `fiin` that the track is about, from 1; 0 if it is about none.
  public var partitionEntryID: UInt16 = 0
  /// The share of the data that is for error correction, 8.8 fixed point.
  public var fecOverhead = Fixed8x8(rawValue: 0)

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    try f("hinttrackversion", &hintTrackVersion)
    try f("highestcompatibleversion", &lastCompatibleVersion)
    try f("partition_entry_ID", &partitionEntryID)
    try f("FEC_overhead", &fecOverhead)
    try f.children()
  }
}

/// `tims` in a hint description: the ticks per second of RTP time (ISO/IEC 14496-12, 9.1.2).
public struct RTPTimescale: Record {
  /// The number of ticks per second.
  public var timescale: UInt32 = 90000

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("timescale", &timescale)
  }
}

/// `tsro` and `snro` in a hint description: what is added to the time and to the sequence number of
/// packets (ISO/IEC 14496-12, 9.1.2).
public struct RTPOffset: Record {
  /// The number that is added.
  public var offset: Int32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("offset", &offset)
  }
}

/// `tssy` in a hint description: whether the times of received packets are those of the sender
/// (ISO/IEC 14496-12, 9.4.1.2).
public struct RTPTimeSynchrony: Record {
  var reserved: UInt8 = 0
  /// 0: not known. 1: the times are related to other streams. 2: they are not.
  public var timestampSync: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reservedBits(&reserved, 6)
    try f.bits("timestamp_sync", &timestampSync, 2)
  }
}

/// `rssr` in a hint description: the source of received packets (ISO/IEC 14496-12, 9.4.1.2).
public struct ReceivedSource: Record {
  /// The SSRC of the packets.
  public var ssrc: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("SSRC", &ssrc)
  }
}
