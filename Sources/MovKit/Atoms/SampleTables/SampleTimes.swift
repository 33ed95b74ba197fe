/// `stts`: how long samples last, as runs of equal durations
/// (ISO/IEC 14496-12, 8.6.1.2; QuickTime File Format, "Time-to-Sample Atoms").
public struct TimeToSample: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var entries = Table<Row>()

  public struct Row: TableRow {
    public var sampleCount: UInt32 = 0
    /// In units of the media's time scale.
    public var sampleDelta: UInt32 = 0

    public init() {}

    public init(sampleCount: UInt32, sampleDelta: UInt32) {
      self.sampleCount = sampleCount
      self.sampleDelta = sampleDelta
    }

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError)
    {
      try f("sample_count", &sampleCount)
      try f("sample_delta", &sampleDelta)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.table("entries", &entries)
  }
}

/// `ctts`: from decoding time to composition time, as runs of equal offsets
/// (ISO/IEC 14496-12, 8.6.1.3; QuickTime File Format, "Composition Offset Atom").
public struct CompositionOffsets: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var entries = Table<Row>()

  public struct Row: TableRow {
    public var sampleCount: UInt32 = 0
    /// In units of the media's time scale. ISO has it unsigned in version 0, but QuickTime has it
    /// signed in that version, and writers of both kinds of file store negative offsets there. No
    /// real offset is as large as 2^31, so that 32 bits are taken as signed in both versions.
    public var sampleOffset: Int32 = 0

    public init() {}

    public init(sampleCount: UInt32, sampleOffset: Int32) {
      self.sampleCount = sampleCount
      self.sampleOffset = sampleOffset
    }

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError)
    {
      try f("sample_count", &sampleCount)
      try f("sample_offset", &sampleOffset)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f.table("entries", &entries)
  }
}

/// `cslg`: how far composition times range from decoding times, in units of the media's time scale
/// (ISO/IEC 14496-12, 8.6.1.4; QuickTime File Format, "Composition Shift Least Greatest Atom").
public struct CompositionShift: Record {
  /// 1 makes every field 64 bits wide.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// Added to composition times, it makes none less than its decoding time.
  public var compositionToDTSShift: Int64 = 0
  public var leastDecodeToDisplayDelta: Int64 = 0
  public var greatestDecodeToDisplayDelta: Int64 = 0
  public var compositionStartTime: Int64 = 0
  public var compositionEndTime: Int64 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try time("composition_to_DTS_shift", &compositionToDTSShift, &f)
    try time("least_decode_to_display_delta", &leastDecodeToDisplayDelta, &f)
    try time("greatest_decode_to_display_delta", &greatestDecodeToDisplayDelta, &f)
    try time("composition_start_time", &compositionStartTime, &f)
    try time("composition_end_time", &compositionEndTime, &f)
  }

  private func time(_ name: StaticString, _ value: inout Int64, _ f: inout some FieldCoder)
    throws(FormatError)
  { try f.time(name, &value, bytes: version == 1 ? 8 : 4, of: .media) }
}
