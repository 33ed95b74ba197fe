/// The samples of one track that are in movie fragments: a list of runs, in file order
/// (ISO/IEC 14496-12, 8.8.7 and 8.8.8).
struct FragmentSamples: Sendable {
  /// The contents of a `trun`, with the defaults that apply to it.
  struct Run: Sendable {
    fileprivate(set) var firstSample = 0
    var rows: Table<TrackFragmentRun.Row>
    var defaultDuration: UInt32
    var defaultSize: UInt32
    var defaultFlags: SampleFlags
    var firstSampleFlags: SampleFlags?
    var descriptionIndex: Int
    var offset: UInt64
    /// What the track fragment says of its samples.
    var roles: TrackFragmentRoles?
    /// The first sample of this run, counted within the track fragment from 0.
    var firstInFragment = 0
    fileprivate(set) var decodeTime: UInt64 = 0
    fileprivate(set) var sizes = RunIndex()
    fileprivate(set) var durations = RunIndex()

    /// Throws `FormatError` if the sizes or the durations add up to more than 64 bits.
    init(
      _ record: TrackFragmentRun, defaults: FragmentDefaults, offset: UInt64,
      roles: TrackFragmentRoles? = nil, firstInFragment: Int = 0
    ) throws(FormatError) {
      rows = record.samples
      defaultDuration = defaults.duration
      defaultSize = defaults.size
      defaultFlags = defaults.flags
      let hasFirstFlags = record.flags & TrackFragmentRun.hasFirstSampleFlags != 0
      firstSampleFlags = hasFirstFlags ? record.firstSampleFlags : nil
      descriptionIndex = Int(clamping: max(1, defaults.description) - 1)
      self.offset = offset
      self.roles = roles
      self.firstInFragment = firstInFragment
      let whole = self
      guard let sizes = RunIndex(rows: indexRows, run: { whole.size($0) }),
        let durations = RunIndex(rows: indexRows, run: { whole.duration($0) })
      else { throw FormatError(.tooLarge("the sizes add up to more than 64 bits"), path: "trun") }
      self.sizes = sizes
      self.durations = durations
    }

    /// The size of all samples, in bytes.
    var byteCount: UInt64 { sizes.value }

    /// Whether the rows have no fields. Such samples are all alike, and their rows take no bytes
    /// however many there are, so they are one row of the indexes.
    var isUniform: Bool { rows.bytes.isEmpty }
    var indexRows: Int { isUniform ? min(rows.count, 1) : rows.count }
    /// Whether all samples after the first differ in nothing but place and time.
    var isAlike: Bool { isUniform && roles == nil }
    private var indexCount: UInt64 { isUniform ? UInt64(rows.count) : 1 }

    private func has(_ field: UInt32) -> Bool { rows.layout & field != 0 }

    func size(_ row: Int) -> (count: UInt64, step: UInt64) {
      let own = has(TrackFragmentRun.hasSampleSize)
      return (indexCount, UInt64(own ? rows[row].sampleSize : defaultSize))
    }
    func duration(_ row: Int) -> (count: UInt64, step: UInt64) {
      let own = has(TrackFragmentRun.hasSampleDuration)
      return (indexCount, UInt64(own ? rows[row].sampleDuration : defaultDuration))
    }
    func flags(_ row: Int) -> SampleFlags {
      if row == 0, let firstSampleFlags { return firstSampleFlags }
      return has(TrackFragmentRun.hasSampleFlags) ? rows[row].sampleFlags : defaultFlags
    }

    func attachments(_ row: Int, _ walk: inout TrackFragmentRoles.Walk) -> SampleAttachments {
      var result = SampleAttachments(flags(row))
      roles?.add(to: &result, of: firstInFragment + row, &walk)
      return result
    }
  }

  private var runs: [Run] = []
  private(set) var count = 0
  /// The end of the last sample, in ticks from the start of the media.
  private(set) var endTime: UInt64 = 0

  init() {}

  /// No samples yet. The samples in `moov` end at `start`, in ticks.
  init(start: UInt64) { endTime = start }

  /// Adds a run that begins at `time`, in ticks, and returns its end. Throws `FormatError` if the
  /// end exceeds 63 bits.
  mutating func append(_ run: Run, at time: UInt64) throws(FormatError) -> UInt64 {
    guard run.rows.count > 0 else { return time }
    let (end, overflow) = time.addingReportingOverflow(run.durations.value)
    guard !overflow, end <= UInt64(Int64.max) else {
      throw FormatError(.tooLarge("the decode time needs more than 63 bits"), path: "trun")
    }
    var run = run
    run.firstSample = count
    run.decodeTime = time
    runs.append(run)
    count += run.rows.count
    endTime = max(endTime, end)
    return end
  }

  func sample(_ position: Int, index: Int) -> SampleTable.Sample {
    var walk = Walk()
    return walk.sample(position, in: self, index: index).sample
  }

  /// Finds samples that are mostly requested one after another.
  struct Walk: Sendable {
    /// The index of the run; -1 before the first sample.
    private var number = -1
    private var roles = TrackFragmentRoles.Walk()
    /// The position of the next sample in the run, and the bytes and ticks before it there.
    private var upcoming = 0
    private var bytes: UInt64 = 0
    private var ticks: UInt64 = 0

    /// Returns the sample at a position, with `index` as its index. `alike` is how many samples,
    /// from this one on, differ in nothing but place and time.
    mutating func sample(
      _ position: Int, in samples: FragmentSamples, index: Int
    ) -> (sample: SampleTable.Sample, alike: Int) {
      var found = number < 0 ? nil : samples.row(of: position, inRun: number)
      if found == nil {
        let follows = number + 1 < samples.runs.count && samples.begins(number + 1, at: position)
        number =
          follows ? number + 1 : samples.runs.lastIndex(while: { $0.firstSample <= position })
        roles = TrackFragmentRoles.Walk()
        (upcoming, bytes, ticks) = (0, 0, 0)
        found = samples.row(of: position, inRun: number)
      }
      guard let row = found else {
        preconditionFailure("the position is after the last sample")
      }
      let run = samples.runs[number]
      if row != upcoming {
        bytes = run.sizes.place(ofItem: UInt64(row)) { run.size($0) }?.valueBefore ?? 0
        ticks = run.durations.place(ofItem: UInt64(row)) { run.duration($0) }?.valueBefore ?? 0
      }
      let (size, duration) = (run.size(row).step, run.duration(row).step)
      let sample = SampleTable.Sample(
        index: index, offset: run.offset &+ bytes, size: size,
        decodeTime: Int64(clamping: run.decodeTime &+ ticks), duration: duration,
        compositionOffset: run.isUniform ? 0 : run.rows[row].sampleCompositionTimeOffset,
        descriptionIndex: run.descriptionIndex, attachments: run.attachments(row, &roles))
      upcoming = row + 1
      bytes &+= size
      ticks &+= duration
      let isAlike = run.isAlike && (row > 0 || run.firstSampleFlags == nil)
      return (sample, isAlike ? run.rows.count - row : 1)
    }
  }

  /// Returns the row of a position in a run; nil if the run does not contain it.
  private func row(of position: Int, inRun number: Int) -> Int? {
    let row = position - runs[number].firstSample
    return row >= 0 && row < runs[number].rows.count ? row : nil
  }

  private func begins(_ run: Int, at position: Int) -> Bool { runs[run].firstSample == position }

  /// Returns the last position at or before `position` at which decoding can begin.
  func lastEntryPoint(through position: Int) -> Int? {
    guard !runs.isEmpty, position >= 0 else { return nil }
    let last = runs.lastIndex(while: { $0.firstSample <= position })
    for run in runs[...last].reversed() {
      var walk = TrackFragmentRoles.Walk()
      var row = min(position - run.firstSample, run.rows.count - 1)
      if run.isAlike, row > 0 {
        if run.attachments(row, &walk).isEntryPoint { return run.firstSample + row }
        row = 0
      }
      while row >= 0 {
        if run.attachments(row, &walk).isEntryPoint { return run.firstSample + row }
        row -= 1
      }
    }
    return nil
  }

  func index(atDecodeTime time: UInt64) -> Int? {
    guard !runs.isEmpty, runs[0].decodeTime <= time else { return nil }
    let run = runs[runs.lastIndex(while: { $0.decodeTime <= time })]
    return run.durations.place(ofValue: time - run.decodeTime) { run.duration($0) }.flatMap {
      Int(exactly: $0.item).map { run.firstSample + $0 }
    }
  }

  /// Returns the first sample that ends after a decode time.
  func index(endingAfter time: UInt64) -> Int? {
    guard !runs.isEmpty else { return nil }
    let place = runs.lastIndex(while: { $0.decodeTime <= time })
    for run in runs[place...].prefix(2) {
      guard time > run.decodeTime else { return run.firstSample }
      let within = run.durations.place(ofValue: time - run.decodeTime) { run.duration($0) }
      if let item = within.flatMap({ Int(exactly: $0.item) }) { return run.firstSample + item }
    }
    return nil
  }

  var chunks: some Sequence<SampleTable.Chunk> {
    runs.lazy.map { run in
      SampleTable.Chunk(
        samples: run.firstSample..<run.firstSample + run.rows.count, offset: run.offset,
        size: run.sizes.value, descriptionIndex: run.descriptionIndex)
    }
  }

  /// The smallest and the largest composition offset.
  var compositionOffsets: ClosedRange<Int32> {
    var range: ClosedRange<Int32>?
    for run in runs {
      for row in run.rows.prefix(run.indexRows) {
        let offset = row.sampleCompositionTimeOffset
        range = min(offset, range?.lowerBound ?? offset)...max(offset, range?.upperBound ?? offset)
      }
    }
    return range ?? 0...0
  }

  var runCount: Int { runs.count }

  /// Returns the extent of the samples of some runs; nil if there are none.
  func extent(ofRuns numbers: Range<Int>) -> FragmentExtent? {
    var extent: FragmentExtent?
    for run in runs[numbers.clamped(to: runs.indices)] {
      var time = Int64(clamping: run.decodeTime)
      for row in 0..<run.indexRows {
        let (count, duration) = run.duration(row)
        let offset = run.isUniform ? 0 : run.rows[row].sampleCompositionTimeOffset
        // The sum was checked when the run was added.
        let last = time &+ Int64(clamping: (count &- 1) &* duration)
        let samples = FragmentExtent(
          decode: time...max(time, last), offset: offset, longest: duration)
        extent = extent?.followed(by: samples) ?? samples
        time = last &+ Int64(clamping: duration)
      }
    }
    return extent
  }

  /// The end of the sample that is shown last, in ticks from the start of the media. Composition
  /// offsets can move it past `endTime`. Reads every row of the runs that have such offsets.
  var presentationEnd: UInt64 {
    var latest = endTime
    for run in runs where run.rows.layout & TrackFragmentRun.hasSampleCompositionTimeOffset != 0 {
      var end = Int64(clamping: run.decodeTime)
      for row in 0..<run.indexRows {
        // The end of the run was checked to fit 63 bits.
        end = end.addingReportingOverflow(Int64(clamping: run.duration(row).step)).partialValue
        let offset = Int64(run.rows[row].sampleCompositionTimeOffset)
        let (shown, overflow) = end.addingReportingOverflow(offset)
        if !overflow { latest = max(latest, UInt64(clamping: shown)) }
      }
    }
    return latest
  }

  func times(of position: Int) -> (decode: Int64, duration: UInt64, offset: Int32) {
    let run = runs[runs.lastIndex(while: { $0.firstSample <= position })]
    let row = position - run.firstSample
    let elapsed = run.durations.place(ofItem: UInt64(row)) { run.duration($0) }?.valueBefore ?? 0
    return (
      Int64(clamping: run.decodeTime &+ elapsed), run.duration(row).step,
      run.rows[row].sampleCompositionTimeOffset
    )
  }

  func forEachDuration(_ body: (_ count: UInt64, _ duration: UInt64) -> Void) {
    for run in runs {
      for row in 0..<run.indexRows {
        let (count, duration) = run.duration(row)
        body(count, duration)
      }
    }
  }
}

extension Array {
  /// Returns the last index whose element satisfies `isBefore`. The array has at least one such
  /// element, and all of them precede the others.
  fileprivate func lastIndex(while isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isBefore(self[middle]) { low = middle } else { high = middle }
    }
    return low
  }
}
