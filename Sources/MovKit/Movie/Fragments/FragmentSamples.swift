/// The samples of one track that are in movie fragments: a list of runs, in file order
/// (ISO/IEC 14496-12, 8.8.7 and 8.8.8).
struct FragmentSamples: Sendable {
  /// What the runs of one track fragment share.
  struct Shared: Sendable {
    let defaults: FragmentDefaults
    /// What the track fragment says of its samples.
    let roles: TrackFragmentRoles?
    /// The first sample of the track fragment.
    let firstSample: Int

    /// Returns the same with another duration by default; with the same if it is nil.
    fileprivate func lasting(_ duration: UInt32?) -> Shared {
      guard let duration else { return self }
      var defaults = defaults
      defaults.duration = duration
      return Shared(defaults: defaults, roles: roles, firstSample: firstSample)
    }
  }

  /// A run as it is kept. A file can hold a run in every 16 bytes, so what it has in common with the one
  /// before is not in it: 32 bytes.
  private struct Kept: Sendable {
    var firstSample: Int
    var decodeTime: UInt64
    var offset: UInt64
    /// The place of the first row in the piece of `rowPieces` that holds the rows.
    var rows: Int32
    /// The place in `kinds`.
    var kind: Int32
  }

  /// What successive runs have in common.
  private struct Kind: Sendable, Equatable {
    /// The piece of `rowPieces` that holds the rows.
    var piece: Int32
    /// The place in `shared`.
    var shared: Int32
    var firstSampleFlags: SampleFlags
    /// The flags of the `trun`, without the one for durations if all samples have one, which is not in
    /// the rows then.
    var flags: UInt32
    /// The duration of all samples if it is not in the rows.
    var duration: UInt32?
  }

  private var runs = PiecedList<Kept>()
  private var kinds: [Kind] = []
  private var shared: [Shared] = []
  /// The sums of the long runs, by their numbers. Those of a short run are added up when they are asked for.
  private var indexes: [(run: Int, sums: FragmentRun.Sums)] = []
  /// The rows of all runs, in pieces, so that no list of all need grow. A run has its rows in one.
  private var rowPieces: [[UInt8]] = []
  private static let pieceSize = 1 << 18
  private(set) var count = 0
  /// The end of the last sample, in ticks from the start of the media.
  private(set) var endTime: UInt64 = 0

  init() {}

  /// No samples yet. The samples in `moov` end at `start`, in ticks.
  init(start: UInt64) { endTime = start }

  /// Begins a track fragment: the runs that are added from now on belong to it.
  mutating func begin(_ defaults: FragmentDefaults, roles: TrackFragmentRoles?) {
    if let last = shared.last, last.roles == nil, roles == nil, last.defaults == defaults { return }
    shared.append(Shared(defaults: defaults, roles: roles, firstSample: count))
  }

  /// Adds a run that begins at `time`, in ticks, and at `offset`. Returns the time at which it ends,
  /// and its size in bytes. `begin` was called before.
  ///
  /// - Throws: `FormatError` if the end exceeds 63 bits, or if the sizes or the durations add up to
  ///   more than 64 bits.
  mutating func append(
    _ record: TrackFragmentRun, at time: UInt64, offset: UInt64
  ) throws(FormatError) -> (end: UInt64, byteCount: UInt64) {
    guard let shared = shared.last, let place = Int32(exactly: self.shared.count - 1) else {
      throw FormatError(.limit("too many track fragments"), path: "trun")
    }
    let run = FragmentRun(
      rows: record.samples, shared: shared, flags: record.flags,
      firstSampleFlags: record.firstSampleFlags)
    guard let sums = run.makeSums() else {
      throw FormatError(
        .tooLarge("the sizes or the durations add up to more than 64 bits"), path: "trun")
    }
    guard record.samples.count > 0 else { return (time, sums.sizes.value) }
    let (end, overflow) = time.addingReportingOverflow(sums.durations.value)
    guard !overflow, end <= UInt64(Int64.max) else {
      throw FormatError(.tooLarge("the decode time needs more than 63 bits"), path: "trun")
    }
    let duration = commonDuration(of: record)
    let bytes =
      duration == nil
      ? record.samples.bytes : record.samples.bytes(without: TrackFragmentRun.hasSampleDuration)
    let (piece, rows) = try room(for: bytes.count)
    if run.indexRows > FragmentRun.short { indexes.append((runs.count, sums)) }
    let kind = Kind(
      piece: piece, shared: place, firstSampleFlags: record.firstSampleFlags,
      flags: duration == nil ? record.flags : record.flags & ~TrackFragmentRun.hasSampleDuration,
      duration: duration)
    if kinds.last != kind { kinds.append(kind) }
    guard let kindPlace = Int32(exactly: kinds.count - 1) else {
      throw FormatError(.limit("too many runs of samples"), path: "trun")
    }
    runs.append(
      Kept(firstSample: count, decodeTime: time, offset: offset, rows: rows, kind: kindPlace))
    rowPieces[Int(piece)] += bytes
    count += record.samples.count
    endTime = max(endTime, end)
    return (end, sums.sizes.value)
  }

  /// Returns the duration of all samples of a run whose rows take less without it; nil if they differ.
  private func commonDuration(of record: TrackFragmentRun) -> UInt32? {
    let (rows, flags) = (record.samples, record.flags)
    // Rows without bytes stand for samples that are all alike.
    guard flags & TrackFragmentRun.hasSampleDuration != 0,
      TrackFragmentRun.rowLayout(of: flags) != TrackFragmentRun.hasSampleDuration,
      let duration = rows.first?.sampleDuration,
      // Else each of many short runs would have a kind of its own.
      rows.count >= 8 || kinds.last?.duration == duration
    else { return nil }
    var isCommon = true
    rows.forEachRow { row in
      isCommon = row.sampleDuration == duration
      return isCommon
    }
    return isCommon ? duration : nil
  }

  /// Returns the piece that takes the rows of a run, and their place in it.
  private mutating func room(for count: Int) throws(FormatError) -> (piece: Int32, place: Int32) {
    let last = rowPieces.last
    if last.map({ count > $0.capacity - $0.count }) ?? true {
      let size = max(count, min(Self.pieceSize, max(64, 2 * (last?.capacity ?? 0))))
      try Self.checkMemory(size)
      var piece: [UInt8] = []
      piece.reserveCapacity(size)
      rowPieces.append(piece)
    }
    guard let piece = Int32(exactly: rowPieces.count - 1),
      let place = Int32(exactly: rowPieces.last?.count ?? 0)
    else { throw FormatError(.limit("too many samples in fragments"), path: "trun") }
    return (piece, place)
  }

  private static func checkMemory(_ bytes: Int) throws(FormatError) {
    do throws(IOError) { try Memory.check(bytes) } catch {
      throw FormatError(.limit(error.reason), path: "trun")
    }
  }

  /// Returns a run.
  private func run(_ number: Int) -> FragmentRun {
    let kept = runs[number]
    let kind = kinds[Int(kept.kind)]
    let piece = rowPieces[Int(kind.piece)]
    let isFollowed =
      number + 1 < runs.count && kinds[Int(runs[number + 1].kind)].piece == kind.piece
    let rowsEnd = isFollowed ? Int(runs[number + 1].rows) : piece.count
    let layout = TrackFragmentRun.rowLayout(of: kind.flags)
    let rows = Table<TrackFragmentRun.Row>(
      bytes: piece[Int(kept.rows)..<rowsEnd], count: end(ofRun: number) - kept.firstSample,
      layout: layout, strideBits: Table<TrackFragmentRun.Row>.strideBits(layout))
    return FragmentRun(
      rows: rows, shared: shared[Int(kind.shared)].lasting(kind.duration), flags: kind.flags,
      firstSampleFlags: kind.firstSampleFlags, firstSample: kept.firstSample, offset: kept.offset,
      decodeTime: kept.decodeTime, sums: sums(ofRun: number))
  }

  /// Returns the sums of a run; nil if it is short.
  private func sums(ofRun number: Int) -> FragmentRun.Sums? {
    var (low, high) = (0, indexes.count)
    while low < high {
      let middle = low + (high - low) / 2
      if indexes[middle].run < number { low = middle + 1 } else { high = middle }
    }
    return low < indexes.count && indexes[low].run == number ? indexes[low].sums : nil
  }

  /// The position after the last sample of a run.
  private func end(ofRun number: Int) -> Int {
    number + 1 < runs.count ? runs[number + 1].firstSample : count
  }

  func sample(_ position: Int, index: Int) -> SampleTable.Sample {
    var walk = Walk()
    return walk.sample(position, in: self, index: index).sample
  }

  /// Finds samples that are mostly requested one after another.
  struct Walk: Sendable {
    /// The index of the run; -1 before the first sample.
    private var number = -1
    private var run: FragmentRun?
    private var roles = TrackFragmentRoles.Walk()
    /// The position of the next sample in the run, and the bytes and ticks before it there.
    private var upcoming = 0
    private var bytes: UInt64 = 0
    private var ticks: UInt64 = 0
    /// The sample that was given last, the position of the next, and how many follow that differ from it in nothing but
    /// place and time: for these, nothing of the run is asked for.
    private var last: (sample: SampleTable.Sample, next: Int, left: Int)?

    /// Returns the sample at a position, with `index` as its index. `alike` is how many samples,
    /// from this one on, differ in nothing but place and time.
    mutating func sample(
      _ position: Int, in samples: FragmentSamples, index: Int
    ) -> (sample: SampleTable.Sample, alike: Int) {
      if let (sample, next, left) = last, next == position, left > 0 {
        return following(sample, left, at: position, index: index)
      }
      if run?.samples.contains(position) != true {
        let follows =
          number + 1 < samples.runs.count && samples.runs[number + 1].firstSample == position
        number =
          follows ? number + 1 : samples.runs.lastIndex(while: { $0.firstSample <= position })
        run = samples.run(number)
        roles = TrackFragmentRoles.Walk()
        (upcoming, bytes, ticks) = (0, 0, 0)
      }
      guard let run, run.samples.contains(position) else {
        preconditionFailure("the position is after the last sample")
      }
      let row = position - run.firstSample
      if row != upcoming {
        bytes = run.bytes(before: row)
        ticks = run.ticks(before: row)
      }
      let (size, duration) = (run.size(row).step, run.duration(row).step)
      let sample = SampleTable.Sample(
        index: index, offset: run.offset &+ bytes, size: size,
        decodeTime: Int64(clamping: run.decodeTime &+ ticks), duration: duration,
        compositionOffset: run.compositionOffset(row),
        descriptionIndex: run.descriptionIndex, attachments: run.attachments(row, &roles))
      upcoming = row + 1
      bytes &+= size
      ticks &+= duration
      let isAlike = run.isAlike && (row > 0 || run.firstSampleFlags == nil)
      let alike = isAlike ? run.rows.count - row : 1
      last = (sample, position + 1, alike - 1)
      return (sample, alike)
    }

    private mutating func following(
      _ before: SampleTable.Sample, _ left: Int, at position: Int, index: Int
    ) -> (sample: SampleTable.Sample, alike: Int) {
      var sample = before
      sample.index = index
      // Where they end was checked when the run was added.
      sample.offset &+= sample.size
      sample.decodeTime &+= Int64(truncatingIfNeeded: sample.duration)
      upcoming += 1
      bytes &+= sample.size
      ticks &+= sample.duration
      last = (sample, position + 1, left - 1)
      return (sample, left)
    }
  }

  /// Returns the last position at or before `position` at which decoding can begin. The result means nothing if
  /// `budget`, the number of runs and samples that are looked at at most, becomes 0.
  func lastEntryPoint(through position: Int, budget: inout Int) -> Int? {
    guard !runs.isEmpty, position >= 0 else { return nil }
    let last = runs.lastIndex(while: { $0.firstSample <= position })
    for number in (0...last).reversed() {
      guard budget > 0 else { return nil }
      budget -= 1
      let run = run(number)
      var walk = TrackFragmentRoles.Walk()
      var row = min(position - run.firstSample, run.rows.count - 1)
      if run.isAlike, row > 0 {
        if run.attachments(row, &walk).isEntryPoint { return run.firstSample + row }
        row = 0
      }
      while row >= 0, budget > 0 {
        budget -= 1
        if run.attachments(row, &walk).isEntryPoint { return run.firstSample + row }
        row -= 1
      }
    }
    return nil
  }

  func index(atDecodeTime time: UInt64) -> Int? {
    guard !runs.isEmpty, runs[0].decodeTime <= time else { return nil }
    let run = run(runs.lastIndex(while: { $0.decodeTime <= time }))
    return run.row(atTicks: time - run.decodeTime).map { run.firstSample + $0 }
  }

  /// Returns the first sample that ends after a decode time.
  func index(endingAfter time: UInt64) -> Int? {
    guard !runs.isEmpty else { return nil }
    let place = runs.lastIndex(while: { $0.decodeTime <= time })
    for number in runs.indices[place...].prefix(2) {
      let run = run(number)
      guard time > run.decodeTime else { return run.firstSample }
      if let row = run.row(atTicks: time - run.decodeTime) { return run.firstSample + row }
    }
    return nil
  }

  /// The samples of a run, which are stored one after another; they are counted from the first of the
  /// fragments.
  func chunk(ofRun number: Int) -> SampleTable.Chunk {
    let run = run(number)
    return SampleTable.Chunk(
      samples: run.samples, offset: run.offset, size: run.byteCount,
      descriptionIndex: run.descriptionIndex)
  }

  /// The smallest and the largest composition offset.
  var compositionOffsets: ClosedRange<Int32> {
    var range: ClosedRange<Int32>?
    for run in runs.indices.lazy.map(run) {
      for row in run.rows.prefix(run.indexRows) {
        let offset = row.sampleCompositionTimeOffset
        range = min(offset, range?.lowerBound ?? offset)...max(offset, range?.upperBound ?? offset)
      }
    }
    return range ?? 0...0
  }

  /// Returns the number of the run that the sample at a position is in, from 0, and the positions of
  /// all its samples.
  func place(ofRunWith position: Int) -> (number: Int, samples: Range<Int>) {
    guard !runs.isEmpty else { return (0, 0..<0) }
    let number = runs.lastIndex(while: { $0.firstSample <= position })
    return (number, runs[number].firstSample..<end(ofRun: number))
  }

  var runCount: Int { runs.count }

  /// Returns the bytes of the samples at some positions.
  func size(of positions: Range<Int>) -> UInt64 {
    guard !positions.isEmpty, !runs.isEmpty else { return 0 }
    var size: UInt64 = 0
    var number = runs.lastIndex(while: { $0.firstSample <= positions.lowerBound })
    while number < runs.count, runs[number].firstSample < positions.upperBound {
      let run = run(number)
      let end = positions.upperBound - run.firstSample
      let upTo = end < run.rows.count ? run.bytes(before: end) : run.byteCount
      size &+= upTo &- run.bytes(before: max(0, positions.lowerBound - run.firstSample))
      number += 1
    }
    return size
  }

  /// Returns the extent of the samples of some runs; nil if there are none.
  func extent(ofRuns numbers: Range<Int>) -> FragmentExtent? {
    var extent: FragmentExtent?
    for run in numbers.clamped(to: runs.indices).lazy.map(run) {
      var time = Int64(clamping: run.decodeTime)
      for row in 0..<run.indexRows {
        let (count, duration) = run.duration(row)
        let offset = run.compositionOffset(row)
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
    for number in runs.indices
    where kinds[Int(runs[number].kind)].flags & TrackFragmentRun.hasSampleCompositionTimeOffset != 0
    {
      let run = run(number)
      var end = Int64(clamping: run.decodeTime)
      for row in 0..<run.indexRows {
        // The end of the run was checked to fit 63 bits.
        end &+= Int64(clamping: run.duration(row).step)
        let offset = Int64(run.rows[row].sampleCompositionTimeOffset)
        let (shown, overflow) = end.addingReportingOverflow(offset)
        if !overflow { latest = max(latest, UInt64(clamping: shown)) }
      }
    }
    return latest
  }

  func times(of position: Int) -> SampleTable.Times {
    let run = run(runs.lastIndex(while: { $0.firstSample <= position }))
    let row = position - run.firstSample
    return SampleTable.Times(
      decode: Int64(clamping: run.decodeTime &+ run.ticks(before: row)),
      duration: run.duration(row).step, offset: run.rows[row].sampleCompositionTimeOffset)
  }

  func forEachDuration(_ body: (_ count: UInt64, _ duration: UInt64) -> Void) {
    for run in runs.indices.lazy.map(run) {
      for row in 0..<run.indexRows {
        let (count, duration) = run.duration(row)
        body(count, duration)
      }
    }
  }
}

extension PiecedList {
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

extension Table<TrackFragmentRun.Row> {
  /// Returns the bytes of the rows without their first field, which they have because of `flag`.
  fileprivate func bytes(without flag: UInt32) -> Bytes {
    let (stride, rest) = (strideBits / 8, Self.strideBits(layout & ~flag) / 8)
    var kept: [UInt8] = []
    kept.reserveCapacity(count * rest)
    for end in Swift.stride(from: bytes.startIndex + stride, through: bytes.endIndex, by: stride) {
      kept += bytes[end - rest..<end]
    }
    return kept[...]
  }
}
