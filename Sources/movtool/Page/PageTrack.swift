import MovKit

/// The samples of a track, as columns of numbers.
struct PageTrack {
  let track: Track
  private(set) var sampleCount = 0
  /// Whether samples are left out because there are very many.
  private var isCut = false
  private(set) var startTime: Int64 = 0
  private(set) var size: PackedColumn
  private(set) var duration: PackedColumn
  private(set) var compositionOffset: PackedColumn
  private(set) var description: PackedColumn
  private(set) var dependency: PackedColumn
  /// Whether the highest bits of `dependency` say that samples may be shown earlier, as in QuickTime, and
  /// not that they lead.
  private(set) var hasEarlierTimes = false
  private(set) var priority: PackedColumn
  private(set) var sync = SyncColumn()
  private(set) var chunkOffset = PackedColumn(isDelta: true)
  private(set) var chunkSamples: PackedColumn
  /// Where the time of fragments does not go on from what was before: the number of the sample after it, and its
  /// decode time.
  private(set) var jumps: (sample: PackedColumn, time: PackedColumn)?
  private(set) var edits: (duration: PackedColumn, mediaTime: PackedColumn, rate: PackedColumn)?

  /// The numbers of the key samples.
  struct SyncColumn {
    private(set) var column = PackedColumn(isDelta: true)
    private(set) var areAll = true
    private var count = 0

    mutating func append(_ isSync: Bool, count more: Int) {
      // All before were.
      if areAll, !isSync { add(0..<count) }
      if !isSync { areAll = false }
      if !areAll, isSync { add(count..<count + more) }
      count += more
    }

    private mutating func add(_ numbers: Range<Int>) {
      for number in numbers {
        guard !column.isShort else { return }
        column.append(number)
      }
    }

    mutating func finish() { column.finish() }
  }

  /// Reads the tables of a track, but none of its samples. `table` is nil if they cannot be read.
  init(_ track: Track, _ table: SampleTable?) {
    self.track = track
    let count = table?.count ?? 0
    sampleCount = count
    size = PackedColumn(expecting: count)
    duration = PackedColumn(expecting: count)
    compositionOffset = PackedColumn(expecting: count)
    description = PackedColumn(expecting: count)
    dependency = PackedColumn(expecting: count)
    priority = PackedColumn(expecting: count)
    chunkSamples = PackedColumn(expecting: 0)
    if let table { add(table) }
    if let list = try? track.atom.descendant("edts", "elst")?.decode(EditList.self),
      !list.entries.isEmpty
    {
      edits = Self.edits(list)
    }
    finish()
  }

  private mutating func add(_ table: SampleTable) {
    var walk = table.makeIterator()
    let packet = table.packet.flatMap { packet in
      Int(exactly: packet.samples).map { (samples: $0, bytes: packet.bytes) }
    }
    var isFirst = true
    var upcoming: Int64 = 0
    // A table of a few bytes can claim any number of samples. Those that have bytes are no more than these.
    var left = min(UInt64(PageLimits.samples), max(1 << 16, track.source.size))
    while let part = walk.next(atMost: .max) {
      guard left > 0 else {
        isCut = true
        break
      }
      left -= 1
      let sample = part.first
      if isFirst {
        startTime = sample.decodeTime
      } else if sample.decodeTime != upcoming {
        addJump(to: sample, number: size.count)
      }
      isFirst = false
      upcoming = Self.end(of: part.first, count: part.count)
      add(part.size, sample, part.count, packet)
      duration.append(sample.duration, count: part.count)
      compositionOffset.append(sample.compositionOffset, count: part.count)
      description.append(sample.descriptionIndex, count: part.count)
      dependency.append(sample.attachments.dependencyBits, count: part.count)
      if sample.attachments.allowsEarlierDisplayTimes { hasEarlierTimes = true }
      priority.append(sample.attachments.degradationPriority, count: part.count)
      sync.append(sample.isSync, count: part.count)
    }
    for chunk in table.sampleChunks {
      chunkOffset.append(chunk.offset)
      chunkSamples.append(chunk.samples.count)
    }
  }

  /// The decode time after some samples of one duration.
  private static func end(of sample: SampleTable.Sample, count: Int) -> Int64 {
    let ticks = Int64(clamping: Int128(sample.duration) * Int128(count))
    let (end, overflow) = sample.decodeTime.addingReportingOverflow(ticks)
    return overflow ? .max : end
  }

  private mutating func addJump(to sample: SampleTable.Sample, number: Int) {
    var columns = jumps ?? (PackedColumn(isDelta: true), PackedColumn(isDelta: true))
    jumps = nil
    columns.sample.append(number)
    columns.time.append(sample.decodeTime)
    jumps = columns
  }

  /// Adds the sizes of samples that are stored together. In a packet, the first sample has all bytes.
  private mutating func add(
    _ bytes: UInt64, _ first: SampleTable.Sample, _ count: Int,
    _ packet: (samples: Int, bytes: UInt64)?
  ) {
    guard count > 1, let packet, packet.samples > 1, packet.bytes > 0 else {
      return size.append(first.size, count: count)
    }
    var left = count
    while left > 0, !size.isShort {
      let samples = min(left, packet.samples)
      size.append(packet.bytes)
      size.append(0, count: samples - 1)
      left -= samples
    }
  }

  private static func edits(
    _ list: EditList
  ) -> (duration: PackedColumn, mediaTime: PackedColumn, rate: PackedColumn) {
    let count = list.entries.count
    var duration = PackedColumn(expecting: count)
    var mediaTime = PackedColumn(expecting: count)
    var rate = PackedColumn(expecting: count)
    for edit in list.entries {
      duration.append(edit.segmentDuration)
      mediaTime.append(edit.isEmpty ? -1 : edit.mediaTime)
      rate.append(edit.mediaRate.rawValue)
    }
    duration.finish()
    mediaTime.finish()
    rate.finish()
    return (duration, mediaTime, rate)
  }

  private mutating func finish() {
    size.finish()
    duration.finish()
    compositionOffset.finish()
    description.finish()
    dependency.finish()
    priority.finish()
    sync.finish()
    chunkOffset.finish()
    chunkSamples.finish()
    jumps?.sample.finish()
    jumps?.time.finish()
  }

  private var columns: [PackedColumn] {
    [
      size, duration, compositionOffset, description, dependency, priority, sync.column,
      chunkOffset,
      chunkSamples,
    ] + (jumps.map { [$0.sample, $0.time] } ?? [])
      + (edits.map { [$0.duration, $0.mediaTime, $0.rate] } ?? [])
  }

  /// About how many characters it takes.
  var textSize: Int { columns.reduce(0) { $0 + $1.textSize } }
  /// Whether some of the samples are not in all columns.
  var isShort: Bool { isCut || columns.contains(where: \.isShort) }
  var hasCutValues: Bool { columns.contains(where: \.hasCutValues) }
}

extension PackedColumn {
  /// Whether all values are one number.
  func isAll(_ number: Int64) -> Bool {
    !isPacked && runs.allSatisfy { $0.value == number }
  }
}

extension JSONWriter {
  /// Writes the members of a track's samples.
  mutating func members(_ one: PageTrack) throws(Failure) {
    try member("sampleCount", one.sampleCount)
    try member("size", column: one.size)
    try member("duration", column: one.duration)
    try member(
      "compositionOffset", column: one.compositionOffset.isAll(0) ? nil : one.compositionOffset)
    try member("sync", column: one.sync.areAll ? nil : one.sync.column)
    try member("description", column: one.description.isAll(0) ? nil : one.description)
    try member("dependency", column: one.dependency.isAll(0) ? nil : one.dependency)
    try member("earlierTimes", one.hasEarlierTimes)
    try member("priority", column: one.priority.isAll(0) ? nil : one.priority)
    try member("startDTS", one.startTime)
    try key("jumps")
    if let jumps = one.jumps {
      try beginObject()
      try member("sample", column: jumps.sample)
      try member("time", column: jumps.time)
      try endObject()
    } else {
      try null()
    }
    try key("chunks")
    try beginObject()
    try member("offset", column: one.chunkOffset)
    try member("samples", column: one.chunkSamples)
    try endObject()
    try key("edits")
    if let edits = one.edits {
      try beginObject()
      try member("duration", column: edits.duration)
      try member("mediaTime", column: edits.mediaTime)
      try member("rate", column: edits.rate)
      try endObject()
    } else {
      try null()
    }
  }
}
