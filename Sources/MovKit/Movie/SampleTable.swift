/// The samples of a track: where each is, how large, when, and of what kind.
///
/// The tables of `stbl` are checked against each other once, when this is made; then a sample is
/// found in O(log runs), takes no memory, and cannot fail. What contradicts itself is read in the
/// way that `diagnostics` tells.
public struct SampleTable: Sendable {
  /// One sample. Times are in the media's timescale.
  public struct Sample: Equatable, Sendable {
    public var index: Int
    /// Bytes from the start of the file that the data reference names.
    public var offset: UInt64
    /// Bytes.
    public var size: UInt64
    public var decodeTime: Int64
    public var duration: UInt64
    /// What is added to the decode time to get the time of presentation.
    public var compositionOffset: Int32
    public var isSync: Bool
    /// Which of the track's sample descriptions holds, from 0.
    public var descriptionIndex: Int

    public var presentationTime: Int64 {
      decodeTime.addingReportingOverflow(Int64(compositionOffset)).partialValue
    }
    /// Where the sample stands in the file. Its end is held within 64 bits.
    public var byteRange: Range<UInt64> {
      let (end, overflow) = offset.addingReportingOverflow(size)
      return offset..<(overflow ? .max : end)
    }
  }

  private let times: SampleTimeIndex
  private let chunks: ChunkIndex
  private let sync: SyncTable
  /// Samples in fragments, which follow those that `moov` tells of.
  private let fragments: FragmentSamples

  /// Samples that `moov` tells of.
  private let movieCount: Int
  public let count: Int
  public let diagnostics: [Diagnostic]

  /// The tables of a `stbl` atom, and the fragments of the same track.
  ///
  /// Throws where a table cannot be read, or a sum goes beyond 64 bits.
  init(_ stbl: Atom, fragments: FragmentSamples = FragmentSamples(), fileSize: UInt64)
    throws(FormatError)
  {
    var notes: [Diagnostic] = []
    let at = stbl.offset
    func note(_ rule: String, _ message: String) {
      notes.append(Diagnostic(rule, .warning, message, path: "stbl", at: at))
    }
    do throws(FormatError) {
      chunks = try ChunkIndex(stbl, fileSize: fileSize, note: note)
      times = try SampleTimeIndex(stbl, sampleCount: chunks.sampleCount, note: note)
      sync = try SyncTable(stbl)
    } catch { throw error.inside("stbl") }
    self.fragments = fragments
    movieCount = chunks.sampleCount
    let (total, overflow) = movieCount.addingReportingOverflow(fragments.count)
    guard !overflow else {
      throw FormatError(.invalid("more samples than can be counted"), path: "stbl", at: at)
    }
    count = total
    diagnostics = notes
  }

  /// The time from the first sample's decode time to the end of the last one, in ticks.
  public var duration: UInt64 {
    fragments.count > 0 ? Swift.max(fragments.endTime, times.total) : times.total
  }

  /// How long a sample most often lasts, in ticks, and whether all last so long; the last sample,
  /// which writers often cut or stretch, is not asked. nil where there is no sample.
  public var commonestDuration: (ticks: UInt64, isConstant: Bool)? {
    var tally = DurationTally()
    times.forEachRun { tally.add($0, lasting: $1) }
    fragments.forEachDuration { tally.add($0, lasting: $1) }
    return tally.commonest
  }

  /// The least and the greatest composition offset of all samples, in ticks.
  var compositionOffsets: ClosedRange<Int32> {
    let inMovie = times.offsets(of: movieCount)
    guard fragments.count > 0 else { return inMovie }
    let inFragments = fragments.compositionOffsets
    guard movieCount > 0 else { return inFragments }
    return Swift.min(
      inMovie.lowerBound, inFragments.lowerBound)...Swift.max(
        inMovie.upperBound, inFragments.upperBound)
  }

  /// What a sample says of time, which is found faster than the whole sample.
  func times(of index: Int) -> (decode: Int64, duration: UInt64, offset: Int32) {
    index < movieCount ? times.time(of: index) : fragments.times(of: index - movieCount)
  }

  /// The sample whose decode time span holds `time`, in ticks.
  public func index(atDecodeTime time: Int64) -> Int? {
    guard time >= 0 else { return nil }
    if let index = times.index(at: UInt64(time)), index < movieCount { return index }
    return fragments.index(atDecodeTime: UInt64(time)).map { movieCount + $0 }
  }

  /// The first sample that ends after `time`, in ticks: the one whose span holds it, or where none
  /// does the next.
  func index(endingAfter time: Int64) -> Int? {
    let time = UInt64(clamping: time)
    if let index = times.index(at: time), index < movieCount { return index }
    return fragments.index(endingAfter: time).map { movieCount + $0 }
  }

  /// Samples that stand in the file one behind the other: what `moov` calls chunks, and in
  /// fragments, runs.
  public struct Chunk: Equatable, Sendable {
    public var samples: Range<Int>
    /// Bytes from the start of the file that the data reference names.
    public var offset: UInt64
    /// Bytes of all samples together.
    public var size: UInt64
    /// From 0.
    public var descriptionIndex: Int
  }

  /// Every chunk, in the order of the samples.
  public var sampleChunks: some Sequence<Chunk> {
    let shift = movieCount
    var inMovie = ChunkIndex.Iterator(chunks)
    var inFragments = fragments.chunks.makeIterator()
    return AnyIterator {
      if let chunk = inMovie.next() { return chunk }
      guard var chunk = inFragments.next() else { return nil }
      chunk.samples = chunk.samples.lowerBound + shift..<chunk.samples.upperBound + shift
      return chunk
    }
  }
}

extension SampleTable: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  public subscript(index: Int) -> Sample {
    precondition(index >= 0 && index < count)
    if index >= movieCount { return fragments.sample(index - movieCount, index: index) }
    let place = chunks.place(of: index)
    let time = times.time(of: index)
    return Sample(
      index: index, offset: place.offset, size: place.size, decodeTime: time.decode,
      duration: time.duration, compositionOffset: time.offset, isSync: sync.contains(index),
      descriptionIndex: place.descriptionIndex)
  }
}
