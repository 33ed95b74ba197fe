/// The contents of a `trun`, with the defaults that apply to it (ISO/IEC 14496-12, 8.8.8).
/// `FragmentSamples` keeps less of each run, and makes this when it is needed.
struct FragmentRun: Sendable {
  let rows: Table<TrackFragmentRun.Row>
  let shared: FragmentSamples.Shared
  /// The flags of the `trun`.
  let flags: UInt32
  private let ownFirstSampleFlags: SampleFlags
  let firstSample: Int
  let offset: UInt64
  let decodeTime: UInt64
  /// nil for a short run.
  private let sums: Sums?

  /// The number of rows that are added up whenever a sum is asked for.
  static let short = 64

  /// Sums over the sizes and durations of the samples of a run.
  struct Sums: Sendable {
    let sizes: RunIndex
    let durations: RunIndex
  }

  init(
    rows: Table<TrackFragmentRun.Row>, shared: FragmentSamples.Shared, flags: UInt32,
    firstSampleFlags: SampleFlags, firstSample: Int = 0, offset: UInt64 = 0, decodeTime: UInt64 = 0,
    sums: Sums? = nil
  ) {
    self.rows = rows
    self.shared = shared
    self.flags = flags
    ownFirstSampleFlags = firstSampleFlags
    self.firstSample = firstSample
    self.offset = offset
    self.decodeTime = decodeTime
    self.sums = sums
  }

  /// Returns the sums over all rows; nil if one exceeds 64 bits.
  func makeSums() -> Sums? {
    guard let sizes = RunIndex(rows: indexRows, run: { size($0) }),
      let durations = RunIndex(rows: indexRows, run: { duration($0) })
    else { return nil }
    return Sums(sizes: sizes, durations: durations)
  }

  /// The positions of the samples.
  var samples: Range<Int> { firstSample..<firstSample + rows.count }

  /// The number of the sample description, from 0.
  var descriptionIndex: Int { Int(clamping: max(1, shared.defaults.description) - 1) }

  /// What the track fragment says of its samples.
  var roles: TrackFragmentRoles? { shared.roles }

  /// Whether the rows have no fields. Such samples are all alike, and their rows take no bytes
  /// however many there are, so they are one row of the sums.
  var isUniform: Bool { rows.bytes.isEmpty }
  var indexRows: Int { isUniform ? min(rows.count, 1) : rows.count }
  /// Whether all samples after the first differ in nothing but place and time.
  var isAlike: Bool { isUniform && roles == nil }
  private var indexCount: UInt64 { isUniform ? UInt64(rows.count) : 1 }

  private func has(_ field: UInt32) -> Bool { flags & field != 0 }

  func size(_ row: Int) -> (count: UInt64, step: UInt64) {
    let own = has(TrackFragmentRun.hasSampleSize)
    return (indexCount, UInt64(own ? rows[row].sampleSize : shared.defaults.size))
  }

  func duration(_ row: Int) -> (count: UInt64, step: UInt64) {
    let own = has(TrackFragmentRun.hasSampleDuration)
    return (indexCount, UInt64(own ? rows[row].sampleDuration : shared.defaults.duration))
  }

  /// The composition offset of the sample in a row.
  func compositionOffset(_ row: Int) -> Int32 {
    isUniform ? 0 : rows[row].sampleCompositionTimeOffset
  }

  /// The flags of the first sample, if it has its own.
  var firstSampleFlags: SampleFlags? {
    has(TrackFragmentRun.hasFirstSampleFlags) ? ownFirstSampleFlags : nil
  }

  func flags(_ row: Int) -> SampleFlags {
    if row == 0, let firstSampleFlags { return firstSampleFlags }
    return has(TrackFragmentRun.hasSampleFlags) ? rows[row].sampleFlags : shared.defaults.flags
  }

  func attachments(_ row: Int, _ walk: inout TrackFragmentRoles.Walk) -> SampleAttachments {
    var result = SampleAttachments(flags(row))
    roles?.add(to: &result, of: firstSample - shared.firstSample + row, &walk)
    return result
  }

  // MARK: Sums

  // That these do not overflow was checked when the run was added.

  /// The size of all samples, in bytes.
  var byteCount: UInt64 {
    sums?.sizes.value ?? (0..<indexRows).reduce(0) { $0 &+ Self.product(size($1)) }
  }

  /// Returns the number of bytes before the sample in a row.
  func bytes(before row: Int) -> UInt64 { sum(sums?.sizes, before: row) { size($0) } }

  /// Returns the ticks before the sample in a row.
  func ticks(before row: Int) -> UInt64 { sum(sums?.durations, before: row) { duration($0) } }

  /// Returns the row of the sample that is decoded at `ticks` after the start of the run; nil after the
  /// last one.
  func row(atTicks ticks: UInt64) -> Int? {
    if let durations = sums?.durations {
      return durations.place(ofValue: ticks) { duration($0) }.flatMap { Int(exactly: $0.item) }
    }
    var start: UInt64 = 0
    for row in 0..<indexRows {
      let (count, step) = duration(row)
      let end = start &+ count &* step
      if ticks < end { return Int(exactly: UInt64(row) &+ (ticks - start) / step) }
      start = end
    }
    return nil
  }

  private func sum(
    _ index: RunIndex?, before row: Int, of run: (Int) -> (count: UInt64, step: UInt64)
  ) -> UInt64 {
    if let index { return index.place(ofItem: UInt64(row), run: run)?.valueBefore ?? 0 }
    if isUniform { return row > 0 ? UInt64(row) &* run(0).step : 0 }
    return (0..<row).reduce(0) { $0 &+ Self.product(run($1)) }
  }

  private static func product(_ run: (count: UInt64, step: UInt64)) -> UInt64 {
    run.count &* run.step
  }
}
