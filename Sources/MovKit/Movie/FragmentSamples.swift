/// The samples of one track that stand in movie fragments: a list of runs, in file order
/// (ISO/IEC 14496-12, 8.8.7 and 8.8.8).
struct FragmentSamples: Sendable {
  private struct Run: Sendable {
    var firstSample: Int
    var rows: Table<TrackFragmentRun.Row>
    var defaultDuration: UInt32
    var defaultSize: UInt32
    var defaultFlags: SampleFlags
    var firstSampleFlags: SampleFlags?
    var descriptionIndex: Int
    var offset: UInt64
    var decodeTime: UInt64
    var sizes: RunIndex
    var durations: RunIndex

    /// Rows without a field of their own are all alike, and take no bytes however many they are:
    /// they are one row of the indexes.
    var isUniform: Bool { rows.bytes.isEmpty }
    var indexRows: Int { isUniform ? min(rows.count, 1) : rows.count }
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
  }

  private var runs: [Run] = []
  private var fileSize: UInt64 = 0
  private(set) var count = 0
  /// Ticks from the start of the media to the end of the last sample.
  private(set) var endTime: UInt64 = 0

  init() {}

  /// The runs of `trackID` in the fragments of a file. `start` is the time at which the samples in
  /// `moov` end, in ticks.
  init(trackID: UInt32, moov: Atom, fragments: [Atom], start: UInt64, fileSize: UInt64)
    throws(FormatError)
  {
    endTime = start
    self.fileSize = fileSize
    let defaults = (moov.first("mvex")?.all("trex") ?? []).lazy
      .compactMap { try? $0.decode(TrackExtends.self) }
      .first { $0.trackID == trackID }
    for moof in fragments {
      // Where data goes on that no base is given for: behind the data of the `traf` before.
      var dataEnd = moof.offset ?? 0
      for (index, traf) in moof.all("traf").enumerated() {
        do throws(FormatError) {
          try add(
            traf, of: trackID, moofOffset: moof.offset ?? 0, defaults: defaults,
            isFirst: index == 0, dataEnd: &dataEnd)
        } catch { throw error.inside("moof/traf") }
      }
    }
  }

  private mutating func add(
    _ traf: Atom, of trackID: UInt32, moofOffset: UInt64, defaults: TrackExtends?, isFirst: Bool,
    dataEnd: inout UInt64
  ) throws(FormatError) {
    guard let head = try traf.first("tfhd")?.decode(TrackFragmentHeader.self) else { return }
    let isMine = head.trackID == trackID
    var time = endTime
    if isMine, let tfdt = traf.first("tfdt") {
      time = try tfdt.decode(TrackFragmentDecodeTime.self).baseMediaDecodeTime
    }
    let isBaseGiven = head.flags & TrackFragmentHeader.hasBaseDataOffset != 0
    let isBaseMoof = isFirst || head.flags & TrackFragmentHeader.defaultBaseIsMoof != 0
    let base = isBaseGiven ? head.baseDataOffset : isBaseMoof ? moofOffset : dataEnd
    func given<Value>(_ flag: UInt32, _ own: Value, _ other: Value?) -> Value? {
      head.flags & flag != 0 ? own : other
    }
    let description = given(
      TrackFragmentHeader.hasSampleDescriptionIndex, head.sampleDescriptionIndex,
      defaults?.defaultSampleDescriptionIndex)
    var position = base
    for trun in traf.all("trun") {
      let record = try trun.decode(TrackFragmentRun.self)
      if record.flags & TrackFragmentRun.hasDataOffset != 0 {
        position = base &+ UInt64(bitPattern: Int64(record.dataOffset))
      }
      let run = Run(
        firstSample: count, rows: record.samples,
        defaultDuration: given(
          TrackFragmentHeader.hasDefaultSampleDuration, head.defaultSampleDuration,
          defaults?.defaultSampleDuration) ?? 0,
        defaultSize: given(
          TrackFragmentHeader.hasDefaultSampleSize, head.defaultSampleSize,
          defaults?.defaultSampleSize) ?? 0,
        defaultFlags: given(
          TrackFragmentHeader.hasDefaultSampleFlags, head.defaultSampleFlags,
          defaults?.defaultSampleFlags) ?? SampleFlags(rawValue: 0),
        firstSampleFlags: record.flags & TrackFragmentRun.hasFirstSampleFlags != 0
          ? record.firstSampleFlags : nil,
        descriptionIndex: max(0, Int(description ?? 1) - 1), offset: position, decodeTime: time,
        sizes: RunIndex(), durations: RunIndex())
      try finish(run, isMine: isMine, position: &position, time: &time)
    }
    dataEnd = position
  }

  /// Counts a run, and moves behind its data and its time.
  private mutating func finish(
    _ run: Run, isMine: Bool, position: inout UInt64, time: inout UInt64
  ) throws(FormatError) {
    var run = run
    // A sample of no bytes that no row tells of is not worth believing by the billion.
    guard !run.isUniform || UInt64(run.rows.count) <= fileSize else {
      throw FormatError(.limit("\(run.rows.count) samples in a smaller file"), path: "trun")
    }
    let whole = run
    guard let sizes = RunIndex(rows: run.indexRows, run: { whole.size($0) }),
      let durations = RunIndex(rows: run.indexRows, run: { whole.duration($0) })
    else { throw FormatError(.invalid("sums beyond 64 bits"), path: "trun") }
    position &+= sizes.value
    guard isMine, run.rows.count > 0 else { return }
    let (end, overflow) = time.addingReportingOverflow(durations.value)
    guard !overflow, end <= UInt64(Int64.max) else {
      throw FormatError(.invalid("a decode time beyond 63 bits"), path: "trun")
    }
    run.sizes = sizes
    run.durations = durations
    runs.append(run)
    count += run.rows.count
    time = end
    endTime = max(endTime, end)
  }

  func sample(_ position: Int, index: Int) -> SampleTable.Sample {
    let run = runs[runs.lastIndex(while: { $0.firstSample <= position })]
    let row = position - run.firstSample
    let fields = run.rows[row]
    let before = run.sizes.place(ofItem: UInt64(row)) { run.size($0) }?.valueBefore ?? 0
    let elapsed = run.durations.place(ofItem: UInt64(row)) { run.duration($0) }?.valueBefore ?? 0
    return SampleTable.Sample(
      index: index, offset: run.offset &+ before, size: run.size(row).step,
      decodeTime: Int64(run.decodeTime &+ elapsed), duration: run.duration(row).step,
      compositionOffset: fields.sampleCompositionTimeOffset, isSync: !run.flags(row).isNonSync,
      descriptionIndex: run.descriptionIndex)
  }

  func index(atDecodeTime time: UInt64) -> Int? {
    guard !runs.isEmpty, runs[0].decodeTime <= time else { return nil }
    let run = runs[runs.lastIndex(while: { $0.decodeTime <= time })]
    return run.durations.place(ofValue: time - run.decodeTime) { run.duration($0) }.flatMap {
      Int(exactly: $0.item).map { run.firstSample + $0 }
    }
  }

  /// The first sample that ends after a decode time.
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

  /// The least and the greatest composition offset.
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
  /// The last element for which `isBefore` holds, in an array that has all such in front, and one
  /// at least.
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
