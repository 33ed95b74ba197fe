/// The samples of a track: where each is, how large, when, and of what kind.
///
/// The tables of `stbl` (ISO/IEC 14496-12, 8.5 to 8.7) are checked against each other once, when
/// this is created. After that, a sample is found in O(log runs), takes no memory, and cannot fail.
/// Where the tables contradict each other, `diagnostics` says how they are read.
///
/// If only a part of the movie was read (`Movie.readRange`), the table has the samples that `moov`
/// describes and those of the fragments that were read. Indexes count only these samples, while
/// times are those of the whole media.
public struct SampleTable: Sendable {
  /// One sample. Times are in the media's timescale.
  public struct Sample: Hashable, Sendable {
    /// The position in decode order, from 0; the index in the table.
    public var index: Int
    /// The place of the first byte, in bytes from the start of the file that the data reference
    /// names.
    public var offset: UInt64
    /// The size in bytes.
    public var size: UInt64
    /// The decode time, in ticks.
    public var decodeTime: Int64
    /// The duration in decode order, in ticks.
    public var duration: UInt64
    /// The ticks that are added to the decode time to get the presentation time.
    public var compositionOffset: Int32
    /// The index of the sample description that applies, from 0.
    public var descriptionIndex: Int
    /// What is known of the sample besides its bytes and times.
    public var attachments: SampleAttachments

    /// Whether decoding can begin at this sample.
    public var isSync: Bool { attachments.isSync }

    /// The decode time plus the composition offset, in ticks.
    public var presentationTime: Int64 {
      SampleTable.presentationTime(of: decodeTime, offset: compositionOffset)
    }
    /// The bytes of the sample in the file. The end is clamped to 64 bits.
    public var byteRange: Range<UInt64> {
      return offset..<offset.addingClamping(size)
    }
  }

  /// The contents of the tables, shared by all copies: iterators and everything that embeds a table
  /// hold one reference.
  private final class Storage: Sendable {
    let times: SampleTimeIndex
    let chunks: ChunkIndex
    let roles: SampleRoleTables
    /// The samples in fragments, which follow the samples of `moov`.
    let fragments: FragmentSamples
    /// The number of samples of `moov`.
    let movieCount: Int
    let count: Int

    init(
      _ stbl: Atom, fragments: FragmentSamples, isQuickTime: Bool, report: (Diagnostic) -> Void,
      note: (String, String) -> Void
    ) throws(FormatError) {
      chunks = try ChunkIndex(stbl, report: report, note: note)
      times = try SampleTimeIndex(
        stbl, sampleCount: chunks.sampleCount, report: report, note: note)
      roles = try .read(stbl, isQuickTime: isQuickTime, report: report)
      self.fragments = fragments
      movieCount = chunks.sampleCount
      let (total, overflow) = movieCount.addingReportingOverflow(fragments.count)
      guard !overflow else {
        throw FormatError(.tooLarge("too many samples to count"), at: stbl.offset)
      }
      count = total
    }
  }

  private let storage: Storage
  /// What is odd about the tables: they contradict each other, are cut short, or refer to bytes
  /// past the end of the file.
  public let diagnostics: [Diagnostic]

  /// The sizes of the samples that are in the file, together. Samples may share bytes.
  let bytesInFile: UInt64

  /// The number of samples of `moov`.
  var movieCount: Int { storage.movieCount }
  /// The number of samples that `moov` describes; those in fragments follow them.
  package var samplesOutsideFragments: Int { movieCount }
  /// The number of samples, including those in fragments.
  public var count: Int { storage.count }

  /// The rules about the places of samples in the file.
  static let rulesOfPlaces: Set<String> = ["chunk-beyond-file", "media-missing"]

  /// Reads the tables of a `stbl` atom at `path`, and the fragments of the same track.
  ///
  /// Throws `FormatError` if a table cannot be read, or a sum exceeds 64 bits.
  init(
    _ stbl: Atom, fragments: FragmentSamples = FragmentSamples(), fileSize: UInt64,
    isQuickTime: Bool = false, path: @autoclosure () -> String = "stbl"
  ) throws(FormatError) {
    var notes: [Diagnostic] = []
    let at = stbl.offset
    func note(_ rule: String, _ message: String) {
      notes.append(Diagnostic(rule, .warning, message, path: path(), at: at))
    }
    func report(_ cut: Diagnostic) { notes.append(cut.inside(path())) }
    do throws(FormatError) {
      storage = try Storage(
        stbl, fragments: fragments, isQuickTime: isQuickTime, report: report, note: note)
    } catch { throw error.inside("stbl") }
    let places = ChunkPlaces(ChunkWalk(of: storage.chunks, then: fragments), fileSize: fileSize)
    if let missing = places.diagnostic(path: path(), at: at) { notes.append(missing) }
    bytesInFile = places.bytesInFile
    diagnostics = notes
  }

  /// The average size of a sample in bytes, if samples last one tick each and are stored one after
  /// another, so that they are moments of audio; nil otherwise.
  var momentSize: UInt64? {
    var walk = makeIterator()
    guard let (first, count, size) = walk.next(atMost: .max), count > 1, first.duration == 1 else {
      return nil
    }
    return Swift.max(1, size / UInt64(count))
  }

  /// How many of the samples of `moov` make a packet, and of how many bytes, as in old compressed
  /// audio: the first sample of a packet has all of its bytes. Nil if each sample has its own.
  package var packet: (samples: UInt64, bytes: UInt64)? { storage.chunks.packet }

  /// Returns the bytes of some samples of the table together. A packet of several samples must be in them
  /// as a whole, or not at all.
  package func size(of indexes: Range<Int>) -> UInt64 {
    let inMovie = indexes.clamped(to: 0..<movieCount)
    let inFragments = indexes.clamped(to: movieCount..<count)
    return storage.chunks.size(of: inMovie)
      &+ storage.fragments.size(
        of: inFragments.lowerBound - movieCount..<inFragments.upperBound - movieCount)
  }

  /// The time from the first sample's decode time to the end of the last sample, in ticks.
  public var duration: UInt64 {
    storage.fragments.count > 0
      ? Swift.max(storage.fragments.endTime, storage.times.total) : storage.times.total
  }

  /// The most frequent duration of a sample, in ticks, and whether all samples have it. The last
  /// sample is ignored if no other has its duration, because writers often cut or stretch it. Nil
  /// if there are no samples. The runs of durations, or the fragments, are counted each time.
  public var commonestDuration: (ticks: UInt64, isConstant: Bool)? { durationTally.commonest }

  /// The durations of all samples, counted.
  var durationTally: DurationTally {
    var tally = DurationTally()
    forEachDurationRun { tally.add($0, lasting: $1) }
    return tally
  }

  /// Calls `body` for each run of samples of one duration, in decode order.
  func forEachDurationRun(_ body: (_ count: UInt64, _ duration: UInt64) -> Void) {
    storage.times.forEachRun(body)
    storage.fragments.forEachDuration(body)
  }

  /// The smallest and the largest composition offset of all samples, in ticks.
  package var compositionOffsets: ClosedRange<Int32> {
    let inMovie = storage.times.offsets(of: movieCount)
    guard storage.fragments.count > 0 else { return inMovie }
    let inFragments = storage.fragments.compositionOffsets
    guard movieCount > 0 else { return inFragments }
    return Swift.min(
      inMovie.lowerBound, inFragments.lowerBound)...Swift.max(
        inMovie.upperBound, inFragments.upperBound)
  }

  /// Returns the times of a sample, which are found faster than the whole sample.
  func times(of index: Int) -> Times {
    index < movieCount
      ? storage.times.time(of: index) : storage.fragments.times(of: index - movieCount)
  }

  /// Finds times of samples that are mostly requested one after another.
  struct TimesWalk: Sendable { fileprivate var inMovie = SampleTimeIndex.Walk() }

  /// The same, without a search for a sample that follows the one requested before, unless it is in a
  /// fragment.
  func times(of index: Int, _ walk: inout TimesWalk) -> Times {
    guard index < movieCount else { return storage.fragments.times(of: index - movieCount) }
    let times = storage.times.time(of: index, &walk.inMovie)
    return Times(decode: times.decode, duration: times.duration, offset: times.offset)
  }

  /// Whether decoding can begin at a sample.
  func isSync(_ index: Int) -> Bool {
    if index >= movieCount {
      return storage.fragments.sample(index - movieCount, index: index).isSync
    }
    var walk = SampleRoleTables.Walk()
    return storage.roles.attachments(of: index, &walk).isSync
  }

  /// Returns the index of the sample whose decode time span contains `time`, in ticks; nil if there
  /// is none.
  public func index(atDecodeTime time: Int64) -> Int? {
    guard time >= 0 else { return nil }
    if let index = storage.times.index(at: UInt64(time)), index < movieCount { return index }
    return storage.fragments.index(atDecodeTime: UInt64(time)).map { movieCount + $0 }
  }

  /// Returns the index of the first sample that ends after `time`, in ticks: the one whose span
  /// contains it, or else the next one.
  func index(endingAfter time: Int64) -> Int? {
    let time = UInt64(clamping: time)
    if let index = storage.times.index(at: time), index < movieCount { return index }
    return storage.fragments.index(endingAfter: time).map { movieCount + $0 }
  }

  /// Samples that are stored one after another in the file: a chunk of `moov`, or a run of a
  /// fragment.
  public struct Chunk: Equatable, Sendable {
    /// The indexes of the samples.
    public var samples: Range<Int>
    /// The place of the first byte, in bytes from the start of the file that the data reference
    /// names.
    public var offset: UInt64
    /// The size of all samples together, in bytes.
    public var size: UInt64
    /// The index of the sample description that applies, from 0.
    public var descriptionIndex: Int
  }

  /// Returns the number of the chunk that a sample is in, from 0, and the indexes of all samples of
  /// that chunk. The runs of fragments follow the chunks of `moov`. The index must be one of the table, as that
  /// of every `Sample` of it is; `TrackOutput.sample(at:)` returns nil for others.
  public func chunk(of index: Int) -> (number: Int, samples: Range<Int>) {
    precondition(index >= 0 && index < count)
    guard index >= movieCount else { return storage.chunks.chunk(of: index) }
    let (number, positions) = storage.fragments.place(ofRunWith: index - movieCount)
    return (
      storage.chunks.count + number,
      positions.lowerBound + movieCount..<positions.upperBound + movieCount
    )
  }

  /// Returns the samples that have the byte at a place of the file that the data reference names, in
  /// decode order; usually one, or none.
  ///
  /// The time it takes grows with the number of chunks, not of samples.
  public func indexes(ofSamplesAt offset: UInt64) -> some Sequence<Int> {
    // In a box: the lazy iterators are not specialized for what other modules iterate over.
    AnyIterator(chunks).lazy.compactMap { chunk in
      guard offset >= chunk.offset, offset - chunk.offset < chunk.size else { return nil }
      if chunk.samples.lowerBound < movieCount {
        return storage.chunks.sample(at: offset - chunk.offset, ofChunkWith: chunk.samples)
      }
      // Samples follow one another: the last one that does not begin after the byte has it.
      guard let last = chunk.samples.indexBeforeFirst(where: { self[$0].offset > offset }),
        self[last].byteRange.contains(offset)
      else { return nil }
      return last
    }
  }

  /// Every chunk, in the order of the samples.
  public var sampleChunks: some Sequence<Chunk> { chunks }
  /// The same with its type, so that a walk needs no box.
  var chunks: ChunkWalk { ChunkWalk(of: storage.chunks, then: storage.fragments) }
}

extension SampleTable: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  public subscript(index: Int) -> Sample {
    precondition(index >= 0 && index < count)
    if index >= movieCount { return storage.fragments.sample(index - movieCount, index: index) }
    let place = storage.chunks.place(of: index)
    let time = storage.times.time(of: index)
    var walk = SampleRoleTables.Walk()
    return Sample(
      index: index, offset: place.offset, size: place.size, decodeTime: time.decode,
      duration: time.duration, compositionOffset: time.offset,
      descriptionIndex: place.descriptionIndex,
      attachments: storage.roles.attachments(of: index, &walk))
  }

  /// Returns when a sample is decoded and how long it lasts, in ticks, without looking up where it is.
  func decodeSpan(of index: Int) -> (start: Int64, duration: UInt64) {
    guard index >= 0, index < movieCount else {
      let sample = self[index]
      return (sample.decodeTime, sample.duration)
    }
    let time = storage.times.time(of: index)
    return (time.decode, time.duration)
  }

  /// Returns the last sample at or before `index` at which decoding can begin, either a sync sample
  /// or a partial sync sample; nil if there is none, or if no sample has this index.
  public func entryPoint(atOrBefore index: Int) -> Int? {
    var budget = Int.max
    return entryPoint(atOrBefore: index, budget: &budget)
  }

  /// The same, with a limit for how many samples are looked at. The result means nothing if `budget` becomes 0.
  func entryPoint(atOrBefore index: Int, budget: inout Int) -> Int? {
    guard index >= 0, index < count else { return nil }
    if index >= movieCount,
      let position = storage.fragments.lastEntryPoint(
        through: index - movieCount, budget: &budget)
    {
      return movieCount + position
    }
    return storage.roles.lastEntryPoint(
      through: Swift.min(index, movieCount - 1), budget: &budget
    ).map { storage.chunks.packetStart(of: $0) }
  }

  public func makeIterator() -> Iterator { Iterator(self) }

  /// Iterates over the samples in decode order without a search for each.
  public struct Iterator: IteratorProtocol, Sendable {
    // What is asked of them for each sample is here, and not in the table, so that nothing is retained.
    private let chunks: ChunkIndex
    fileprivate let timeIndex: SampleTimeIndex
    private let roleTables: SampleRoleTables
    fileprivate let inFragments: FragmentSamples
    fileprivate let movieCount: Int
    fileprivate let count: Int
    private var places = ChunkIndex.Walk()
    fileprivate var times = SampleTimeIndex.Walk()
    private var roles = SampleRoleTables.Walk()
    fileprivate var fragments = FragmentSamples.Walk()
    /// The index of the sample that comes next. It can be set to any value; the iteration ends
    /// after the last sample.
    public var index: Int

    /// Begins with the sample at `index`, which is not negative.
    public init(_ table: SampleTable, at index: Int = 0) {
      chunks = table.storage.chunks
      timeIndex = table.storage.times
      roleTables = table.storage.roles
      inFragments = table.storage.fragments
      movieCount = table.movieCount
      count = table.count
      self.index = index
    }

    public mutating func next() -> Sample? { next(atMost: 1)?.first }

    /// Returns samples that are stored one after another and differ in nothing but place and time,
    /// as frames of uncompressed audio do: the first of them, their number, and their size in
    /// bytes. Returns at most `limit` samples, and a single sample if samples have sizes of their
    /// own. Nil after the last sample.
    public mutating func next(atMost limit: Int) -> (first: Sample, count: Int, size: UInt64)? {
      guard index >= 0, index < self.count else { return nil }
      guard index < movieCount else {
        let (sample, alike) = fragments.sample(
          index - movieCount, in: inFragments, index: index)
        let count = Swift.max(1, Swift.min(limit, alike))
        index += count
        return (sample, count, sample.size.timesOrGreatest(UInt64(count)))
      }
      let place = places.place(of: index, in: chunks)
      let time = timeIndex.time(of: index, &times)
      let sample = Sample(
        index: index, offset: place.offset, size: place.size, decodeTime: time.decode,
        duration: time.duration, compositionOffset: time.offset,
        descriptionIndex: place.descriptionIndex,
        attachments: roleTables.attachments(of: index, &roles))
      guard limit > 1, roleTables.isUniform, let unit = chunks.uniformSamples
      else {
        index += 1
        return (sample, 1, place.size)
      }
      var count = Swift.min(limit, place.left, time.isCovered ? Int(clamping: time.alike) : 1)
      // A packet is not split, unless fewer samples are wanted.
      if unit > 1, count < place.left, count > unit { count -= count % Int(clamping: unit) }
      count = Swift.max(1, count)
      let size = places.bytes(of: index..<index + count, in: chunks)
      index += count
      return (sample, count, size)
    }
  }
}

extension SampleTable {
  /// Samples one after another that have the same duration and the same composition offset.
  struct TimesRun {
    /// The first sample, and how many there are.
    var index: Int
    var count: Int
    /// The decode time of the first sample, in ticks.
    var decodeTime: Int64
    /// The duration of each sample, in ticks.
    var duration: UInt64
    var offset: Int32
  }
}

extension SampleTable.Iterator {
  /// Returns the times of the samples that come next, as many as rows of the tables describe together;
  /// nil after the last sample.
  mutating func nextTimes() -> SampleTable.TimesRun? {
    guard index >= 0, index < count else { return nil }
    var run: SampleTable.TimesRun
    if index < movieCount {
      let time = timeIndex.time(of: index, &times)
      run = SampleTable.TimesRun(
        index: index, count: Swift.min(Int(clamping: time.alike), movieCount - index),
        decodeTime: time.decode,
        duration: time.duration, offset: time.offset)
    } else {
      let (sample, alike) = fragments.sample(
        index - movieCount, in: inFragments, index: index)
      run = SampleTable.TimesRun(
        index: index, count: alike, decodeTime: sample.decodeTime, duration: sample.duration,
        offset: sample.compositionOffset)
    }
    run.count = Swift.max(1, run.count)
    index += run.count
    return run
  }
}
