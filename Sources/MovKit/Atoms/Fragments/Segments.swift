/// `sidx`: the sizes and durations of the parts of a segment (ISO/IEC 14496-12, 8.16.3).
public struct SegmentIndex: HoldsFileOffsets {
  /// Version 1 has a time and an offset of 64 bits, version 0 of 32.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The ID of the stream that is indexed, usually a track ID.
  public var referenceID: UInt32 = 1
  /// The ticks per second of the times in this atom.
  public var timescale: UInt32 = 0
  /// The earliest presentation time in the first part, in ticks of `timescale`.
  public var earliestPresentationTime: UInt64 = 0
  /// The distance in bytes from the end of this atom to the first part.
  public var firstOffset: UInt64 = 0
  /// Two reserved bytes.
  public var reserved = Reserved()
  /// The parts, which are stored one after another.
  public var references = Table<Row>()

  /// One part of the segment.
  public struct Row: TableRow {
    /// 1: the part is another `sidx`. 0: the part is media.
    public var referenceType: UInt8 = 0
    /// The size of the part in bytes, less than 2^31.
    public var referencedSize: UInt32 = 0
    /// The duration of the part in ticks of the atom's timescale.
    public var subsegmentDuration: UInt32 = 0
    /// 1 if the part starts with a stream access point (SAP), 0 if not.
    public var startsWithSAP: UInt8 = 0
    /// The type of the stream access point, from 1 to 6, or 0 if it is not known
    /// (ISO/IEC 14496-12, annex I).
    public var sapType: UInt8 = 0
    /// The time from the start of the part to its first stream access point, in ticks of the atom's
    /// timescale; less than 2^28.
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

/// `prft`: the time on the producer's clock at which a sample of the next fragment was produced
/// (ISO/IEC 14496-12, 8.16.5).
public struct ProducerReferenceTime: Record {
  /// Version 1 has a media time of 64 bits, version 0 of 32.
  public var version: UInt8 = 0
  /// What the time is that of. 0: the picture or sound went into the encoder. 1: it came out. 2: the fragment was
  /// finished. 4: it was written. 8: another moment, always the same; with 16, 8 means one in real time.
  public var flags: UInt32 = 0
  /// The ID of the track whose media the time is about.
  public var referenceTrackID: UInt32 = 1
  /// The time on the producer's clock in NTP format: seconds since the start of 1900, UTC, as a
  /// 32.32 fixed-point number.
  public var ntpTimestamp: UInt64 = 0
  /// The same moment in media time, in ticks of the media's timescale.
  public var mediaTime: UInt64 = 0

  public init() {}

  private static let flagNames: FlagNames = [
    1: "encoderOutput", 2: "finalized", 4: "written", 8: "arbitrary", 0x10: "realTime",
  ]

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags, named: Self.flagNames)
    try f("reference_track_ID", &referenceTrackID)
    var time = NTPTime(rawValue: ntpTimestamp)
    try f("ntp_timestamp", &time)
    ntpTimestamp = time.rawValue
    try f.time("media_time", &mediaTime, bytes: version == 1 ? 8 : 4, of: .media)
  }
}

/// `emsg`: an event on the timeline of a segment or presentation (ISO/IEC 23009-1, 5.10.3.3).
public struct EventMessage: Record {
  /// Version 0 gives the time from the start of the segment, version 1 from the start of the
  /// presentation.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The URI of the scheme that defines the event.
  public var schemeIDURI = CString()
  /// A value that the scheme defines, to distinguish its kinds of events.
  public var value = CString()
  /// The ticks per second of the times in this atom.
  public var timescale: UInt32 = 1
  /// The time at which the event starts, in ticks of `timescale`. In version 0 the field is
  /// `presentation_time_delta` and has 32 bits; in version 1 it has 64.
  public var presentationTime: UInt64 = 0
  /// The duration of the event in ticks of `timescale`. All bits set means that it is not known.
  public var eventDuration: UInt32 = 0
  /// The number of the event. Messages with the same scheme, value and number are about the same
  /// event.
  public var id: UInt32 = 0
  /// The content of the event, in a format that the scheme defines.
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
