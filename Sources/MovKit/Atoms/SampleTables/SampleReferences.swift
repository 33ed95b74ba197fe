/// `sdep` in `stbl`: the samples that each sample depends on (ISO/IEC 14496-15, `SampleDependencyBox`).
public struct SampleReferences: Record {
  /// The samples that one sample depends on.
  public struct Sample: Record {
    /// The numbers of those samples minus that of this one, at most 65535.
    public var relativeNumbers = Table<Int16>()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      var count = relativeNumbers.count
      try f.count("dependency_count", &count, bytes: 2)
      try f.rows(
        "relative_sample_numbers", &relativeNumbers, count: count, layout: FixedLayout())
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// One element for each sample. The number of samples is that of `stsz`; here they go on to the end of
  /// the atom.
  public var samples: RecordList<Sample> = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.list("samples", &samples, count: nil)
  }
}
