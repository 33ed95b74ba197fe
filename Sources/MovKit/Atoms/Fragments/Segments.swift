/// `sidx`: the parts of a segment, their sizes and durations (ISO/IEC 14496-12, 8.16.3).
public struct SegmentIndex: HoldsFileOffsets {
  /// 1 makes the time and the offset 64 bits wide.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// Of the stream, usually a track's number.
  public var referenceID: UInt32 = 1
  /// Units a second of the times in this atom.
  public var timescale: UInt32 = 0
  public var earliestPresentationTime: UInt64 = 0
  /// Bytes from the end of this atom to the first part.
  public var firstOffset: UInt64 = 0
  public var reserved = Reserved()
  public var references = Table<Row>()

  public struct Row: TableRow {
    /// 1: the part is another `sidx`. 0: it is media.
    public var referenceType: UInt8 = 0
    /// Bytes of the part, below 2^31.
    public var referencedSize: UInt32 = 0
    public var subsegmentDuration: UInt32 = 0
    public var startsWithSAP: UInt8 = 0
    /// The type of stream access point, from 0 to 6 (ISO/IEC 14496-12, annex I).
    public var sapType: UInt8 = 0
    /// Below 2^28.
    public var sapDeltaTime: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError)
    {
      try f.bits("reference_type", &referenceType, 1)
      try f.fileStretch("referenced_size", &referencedSize, bits: 31)
      try f("subsegment_duration", &subsegmentDuration)
      try f.bits("starts_with_SAP", &startsWithSAP, 1)
      try f.bits("SAP_type", &sapType, 3)
      try f.bits("SAP_delta_time", &sapDeltaTime, 28)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f("reference_ID", &referenceID)
    try f("timescale", &timescale)
    let wide = version == 1 ? 8 : 4
    try f.time(
      "earliest_presentation_time", &earliestPresentationTime, bytes: wide,
      of: .ticks(perSecond: timescale))
    try f.fileOffset("first_offset", &firstOffset, bytes: wide, from: .ownEnd)
    try f.reserved(&reserved, 2)
    var count = references.count
    try f.count("reference_count", &count, bytes: 2)
    try f.rows("references", &references, count: count, layout: FixedLayout())
  }

  public func widened() throws(FormatError) -> (record: any HoldsFileOffsets, type: FourCC?)? {
    guard version == 0 else { return nil }
    var wide = self
    wide.version = 1
    return (wide, nil)
  }
}

/// `prft`: when, by the producer's clock, a sample was produced (ISO/IEC 14496-12, 8.16.5).
public struct ProducerReferenceTime: Record {
  /// 1 makes the media time 64 bits wide.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var referenceTrackID: UInt32 = 1
  /// Seconds since 1900 in 32.32 fixed point.
  public var ntpTimestamp: UInt64 = 0
  /// In units of the media's time scale.
  public var mediaTime: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f("reference_track_ID", &referenceTrackID)
    try f("ntp_timestamp", &ntpTimestamp)
    try f.time("media_time", &mediaTime, bytes: version == 1 ? 8 : 4, of: .media)
  }
}

/// `emsg`: an event on the segment's time line (ISO/IEC 23009-1, 5.10.3.3).
public struct EventMessage: Record {
  /// 0 counts from the segment's start, 1 from the start of the presentation.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var schemeIDURI = CString()
  public var value = CString()
  /// Units a second of the times in this atom.
  public var timescale: UInt32 = 1
  /// 32 bits in version 0, where it is `presentation_time_delta`.
  public var presentationTime: UInt64 = 0
  /// All bits set: not known.
  public var eventDuration: UInt32 = 0
  public var id: UInt32 = 0
  public var messageData = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    if version == 0 {
      try f.terminated("scheme_id_uri", &schemeIDURI)
      try f.terminated("value", &value)
      try f("timescale", &timescale)
      try f.time(
        "presentation_time_delta", &presentationTime, bytes: 4, of: .ticks(perSecond: timescale))
      try duration(&f)
      try f("id", &id)
    } else {
      try f("timescale", &timescale)
      try f.time("presentation_time", &presentationTime, of: .ticks(perSecond: timescale))
      try duration(&f)
      try f("id", &id)
      try f.terminated("scheme_id_uri", &schemeIDURI)
      try f.terminated("value", &value)
    }
    try f.bytes("message_data", &messageData, count: nil)
  }

  private mutating func duration(_ f: inout some FieldCoder) throws(FormatError) {
    try f.time(
      "event_duration", &eventDuration, bytes: 4, of: .ticks(perSecond: timescale),
      orAllBitsSet: "unknown")
  }
}
