/// `stts`: the durations of samples, as runs of equal durations (ISO/IEC 14496-12, 8.6.1.2;
/// QuickTime File Format, "Time-to-Sample Atoms").
public struct TimeToSample: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The runs in decoding order.
  public var entries = Table<Row>()

  /// A run of samples of equal duration.
  public struct Row: TableRow {
    /// The number of samples in the run.
    public var sampleCount: UInt32 = 0
    /// The duration of each sample in ticks of the media's timescale.
    public var sampleDelta: UInt32 = 0

    public init() {}

    /// Creates a run of samples that last `sampleDelta` ticks each.
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

/// `ctts`: the composition time of each sample minus its decoding time, as runs of equal offsets
/// (ISO/IEC 14496-12, 8.6.1.3; QuickTime File Format, "Composition Offset Atom").
public struct CompositionOffsets: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The runs in decoding order.
  public var entries = Table<Row>()

  /// A run of samples with the same offset.
  public struct Row: TableRow {
    /// The number of samples in the run.
    public var sampleCount: UInt32 = 0
    /// The composition time minus the decoding time, in ticks of the media's timescale.
    ///
    /// ISO makes it unsigned in version 0, but QuickTime makes it signed in that version, and
    /// writers of both kinds of file store negative offsets there. No real offset is as large as
    /// 2^31, so the 32 bits are read as signed in both versions.
    public var sampleOffset: Int32 = 0

    public init() {}

    /// Creates a run of samples with an offset of `sampleOffset` ticks.
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

/// `cslg`: the range of the distances between composition times and decoding times. All fields are
/// in ticks of the media's timescale (ISO/IEC 14496-12, 8.6.1.4;
/// QuickTime File Format, "Composition Shift Least Greatest Atom").
public struct CompositionShift: Record {
  /// Version 1 has fields of 64 bits, version 0 of 32.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The shift that, added to all composition times, makes none of them less than its decoding
  /// time.
  public var compositionToDTSShift: Int64 = 0
  /// The least offset in `ctts`.
  public var leastDecodeToDisplayDelta: Int64 = 0
  /// The greatest offset in `ctts`.
  public var greatestDecodeToDisplayDelta: Int64 = 0
  /// The least composition time of the track's samples.
  public var compositionStartTime: Int64 = 0
  /// The greatest composition time plus the duration of its sample; 0 if it is not known.
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

  private func time(_ name: String, _ value: inout Int64, _ f: inout some FieldCoder)
    throws(FormatError)
  { try f.time(name, &value, bytes: version == 1 ? 8 : 4, of: .media) }
}
