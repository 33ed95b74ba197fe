/// The tables `stsc`, `stsz` or `stz2`, and `stco` or `co64` (ISO/IEC 14496-12, 8.7.3 to 8.7.5),
/// indexed to find where each sample is.
final class ChunkIndex: Sendable {
  private let offsets: ChunkOffsetTable
  private let sizes: SampleSizeTable
  private let runs: Table<SampleToChunk.Row>
  /// The number of rows of `runs` that are in order; the rows after them are not used.
  private let runCount: Int
  /// The index of samples. A run is all chunks of a row.
  private let runIndex: RunIndex
  /// The number of samples that both the sizes and the chunks describe.
  let sampleCount: Int

  /// The number of chunks whose samples are known.
  let count: Int

  /// Reads the tables. `report` receives tables that are cut short, `note` a rule and a message for
  /// each contradiction. Throws `FormatError` if a table cannot be read, or there are too many
  /// samples to count.
  init(
    _ stbl: Atom, report: (Diagnostic) -> Void, note: (String, String) -> Void
  ) throws(FormatError) {
    offsets = try ChunkOffsetTable(stbl, report: report)
    sizes = try SampleSizeTable(stbl, report: report)
    var isCut = false
    runs =
      try stbl.first("stsc")?.decode(SampleToChunk.self) {
        isCut = true
        report($0)
      }.entries ?? Table()
    if let first = runs.first, first.firstChunk != 1 {
      note("stsc-first", "stsc starts at chunk \(first.firstChunk); reading it as chunk 1")
    }
    let descriptions = stbl.first("stsd")?.entries.count ?? 0
    var usable = 0
    var last: UInt32 = 0
    var namesNoDescription = false
    runs.forEachRow { row in
      guard usable == 0 || row.firstChunk > last else { return false }
      last = row.firstChunk
      usable += 1
      let number = row.sampleDescriptionIndex
      if number == 0 || Int(number) > descriptions { namesNoDescription = true }
      return true
    }
    if usable < runs.count {
      note("stsc-order", "stsc is out of order from entry \(usable); the rest is ignored")
    }
    runCount = usable
    // The next row would say up to which chunk the last row applies.
    count = isCut ? min(offsets.count, usable > 1 ? Int(last) : usable) : offsets.count
    let (runs, chunkCount, runCount) = (runs, count, usable)
    guard
      let index = RunIndex(
        rows: usable, run: { Self.run($0, of: runs, runCount: runCount, chunkCount: chunkCount) })
    else {
      throw FormatError(.tooLarge("too many samples to count"), path: "stsc")
    }
    runIndex = index
    let described = UInt64(sizes.count)
    sampleCount = Int(clamping: min(described, index.items))
    if described != index.items {
      note(
        "stsz-count", "stsz has \(counted(described, "sample")), but the chunks hold \(index.items)"
      )
    }
    if namesNoDescription {
      note("stsc-description", "stsc refers to a sample description that does not exist")
    }
  }

  /// Returns the samples of a row of `stsc`: chunks hold the same number of samples up to where the
  /// next row begins.
  private static func run(
    _ row: Int, of runs: Table<SampleToChunk.Row>, runCount: Int, chunkCount: Int
  ) -> (count: UInt64, step: UInt64) {
    let first = firstChunk(row, of: runs)
    let next = row + 1 < runCount ? firstChunk(row + 1, of: runs) : chunkCount
    let chunks = max(0, min(next, chunkCount) - first)
    return (UInt64(chunks) &* UInt64(runs[row].samplesPerChunk), 0)
  }

  private func run(_ row: Int) -> (count: UInt64, step: UInt64) {
    Self.run(row, of: runs, runCount: runCount, chunkCount: count)
  }

  /// The first chunk of a row, from 0. The first row begins with the first chunk, whatever it says.
  private static func firstChunk(_ row: Int, of runs: Table<SampleToChunk.Row>) -> Int {
    row == 0 ? 0 : max(0, Int(runs[row].firstChunk) - 1)
  }

  func place(of sample: Int) -> (offset: UInt64, size: UInt64, descriptionIndex: Int) {
    guard let place = runIndex.place(ofItem: UInt64(sample), run: run) else { return (0, 0, 0) }
    let row = runs[place.row]
    let perChunk = UInt64(row.samplesPerChunk)
    let inRow = UInt64(sample) - place.firstItem
    let chunk = Self.firstChunk(place.row, of: runs) + Int(inRow / perChunk)
    let firstInChunk = sample - Int(inRow % perChunk)
    let ahead = sizes.bytes(of: firstInChunk..<sample)
    return (
      // Damaged tables can have more bytes than there are places. The walk does the same.
      offsets[chunk] &+ ahead,
      sizes.size(of: sample, inChunkFrom: firstInChunk),
      Self.descriptionIndex(row)
    )
  }

  /// Returns the number of the chunk that a sample is in, from 0, and all samples of that chunk.
  func chunk(of sample: Int) -> (number: Int, samples: Range<Int>) {
    guard let place = runIndex.place(ofItem: UInt64(sample), run: run) else { return (0, 0..<0) }
    let perChunk = Int(runs[place.row].samplesPerChunk)
    let inRow = sample - Int(place.firstItem)
    let first = sample - inRow % perChunk
    return (
      Self.firstChunk(place.row, of: runs) + inRow / perChunk,
      first..<min(sampleCount, first + perChunk)
    )
  }

  /// Returns the bytes of consecutive samples, of which the first begins a packet.
  func size(of samples: Range<Int>) -> UInt64 { sizes.bytes(of: samples) }

  /// Returns the index of the sample that has a byte of its chunk; nil if none has. `byte` counts from the start of the
  /// chunk.
  func sample(at byte: UInt64, ofChunkWith samples: Range<Int>) -> Int? {
    let first = samples.lowerBound
    // Samples follow one another: the last one that does not begin after the byte has it.
    guard let last = samples.indexBeforeFirst(where: { sizes.bytes(of: first..<$0) > byte }),
      byte - sizes.bytes(of: first..<last) < sizes.size(of: last, inChunkFrom: first)
    else { return nil }
    return last
  }

  /// How many samples make a packet, and of how many bytes; nil if each sample has its own bytes.
  var packet: (samples: UInt64, bytes: UInt64)? { sizes.packet }

  /// Returns the first sample of the packet that a sample is in. That sample has the bytes of the
  /// whole packet.
  func packetStart(of sample: Int) -> Int {
    guard let (samples, _) = packet,
      let place = runIndex.place(ofItem: UInt64(sample), run: run)
    else { return sample }
    // Each chunk begins with a packet.
    let inChunk = (UInt64(sample) - place.firstItem) % UInt64(runs[place.row].samplesPerChunk)
    return sample - Int(inChunk % samples)
  }

  /// The index of the sample description, from 0; 0 if the file names none.
  private static func descriptionIndex(_ row: SampleToChunk.Row) -> Int {
    max(0, Int(row.sampleDescriptionIndex) - 1)
  }

  /// Finds samples that are mostly requested one after another.
  struct Walk: Sendable {
    private var rows = RunWalk()
    /// The first sample of the chunk and the end of its samples, the next sample to find, and the
    /// place of that sample in the file.
    private var first = 0
    private var end = 0
    private var upcoming = 0
    private var offset: UInt64 = 0
    /// The chunk, and what its row says of all of its chunks.
    private var chunk = 0
    private var samplesPerChunk = 0
    private var descriptionIndex = 0

    /// Returns where a sample is, as `ChunkIndex.place(of:)` does. `left` is how many samples of
    /// its chunk there are from this one on.
    @inline(__always)
    mutating func place(of sample: Int, in chunks: ChunkIndex) -> (
      offset: UInt64, size: UInt64, descriptionIndex: Int, left: Int
    ) {
      if sample != upcoming || sample >= end { move(to: sample, in: chunks) }
      let place = offset
      let size = chunks.sizes.size(of: sample, inChunkFrom: first)
      upcoming = sample + 1
      offset &+= size
      return (place, size, descriptionIndex, end - sample)
    }

    /// Returns the size of a range of samples of the current chunk, in bytes.
    func bytes(of samples: Range<Int>, in chunks: ChunkIndex) -> UInt64 {
      let before = chunks.sizes.bytes(of: first..<samples.lowerBound)
      return chunks.sizes.bytes(of: first..<samples.upperBound) &- before
    }

    private mutating func move(to sample: Int, in chunks: ChunkIndex) {
      if sample == end, UInt64(sample) < rows.end {
        // The next chunk of the row, which was read already.
        chunk += 1
        begin(with: sample, at: sample, in: chunks)
        return
      }
      guard rows.move(to: UInt64(sample), in: chunks.runIndex, run: chunks.run) else { return }
      let row = chunks.runs[rows.row]
      samplesPerChunk = Int(row.samplesPerChunk)
      descriptionIndex = ChunkIndex.descriptionIndex(row)
      let inRow = Int(UInt64(sample) - rows.first)
      chunk = ChunkIndex.firstChunk(rows.row, of: chunks.runs) + inRow / samplesPerChunk
      begin(with: sample - inRow % samplesPerChunk, at: sample, in: chunks)
    }

    /// Moves to the chunk whose first sample is `first`.
    private mutating func begin(with first: Int, at sample: Int, in chunks: ChunkIndex) {
      self.first = first
      end = Swift.min(chunks.sampleCount, first + samplesPerChunk)
      offset = chunks.offsets[chunk]
      if first < sample { offset &+= chunks.sizes.bytes(of: first..<sample) }
    }
  }

  /// The number of samples that can be handled as one unit; nil if sizes differ.
  var uniformSamples: UInt64? { sizes.uniformSamples }

  /// Iterates over the chunks in order.
  struct Iterator: Sequence, IteratorProtocol {
    // What is asked of them for each chunk is here, and not in `chunks`, so that nothing is retained.
    private let offsets: ChunkOffsetTable
    private let sizes: SampleSizeTable
    private let chunkCount: Int
    private let sampleCount: Int
    private let chunks: ChunkIndex
    /// The next row of `stsc`, and what the row before it says of all chunks before `end`.
    private var row = 0
    private var end = 0
    private var samplesPerChunk = 0
    private var descriptionIndex = 0
    private var chunk = 0
    private var firstSample = 0

    init(_ chunks: ChunkIndex) {
      offsets = chunks.offsets
      sizes = chunks.sizes
      chunkCount = chunks.count
      sampleCount = chunks.sampleCount
      self.chunks = chunks
    }

    // Called for each chunk by a few loops.
    @inline(__always)
    mutating func next() -> SampleTable.Chunk? {
      while chunk >= end {
        guard row < chunks.runCount else { return nil }
        let run = chunks.runs[row]
        samplesPerChunk = Int(run.samplesPerChunk)
        descriptionIndex = ChunkIndex.descriptionIndex(run)
        row += 1
        end =
          row < chunks.runCount
          ? Swift.min(chunkCount, ChunkIndex.firstChunk(row, of: chunks.runs)) : chunkCount
      }
      defer { chunk += 1 }
      // Samples are counted within 33 bits.
      let last = Swift.min(sampleCount, firstSample + samplesPerChunk)
      let samples = firstSample..<Swift.max(firstSample, last)
      firstSample = samples.upperBound
      return SampleTable.Chunk(
        samples: samples, offset: offsets[chunk], size: sizes.bytes(of: samples),
        descriptionIndex: descriptionIndex)
    }
  }
}

/// The number of chunks that are in the file, and of those that are not: files that were cut off have
/// chunks past their end.
struct ChunkPlaces {
  private var count = 0
  private var beyond = 0
  /// The number of chunks that begin past the end of the file.
  private var outside = 0
  /// The sizes of the chunks that are in the file, together.
  private(set) var bytesInFile: UInt64 = 0

  init(_ chunks: ChunkWalk, fileSize: UInt64) {
    for chunk in chunks where chunk.size > 0 {
      count += 1
      if chunk.offset >= fileSize { outside += 1 }
      if chunk.offset > fileSize || chunk.size > fileSize - chunk.offset {
        beyond += 1
      } else {
        bytesInFile = bytesInFile.addingClamping(chunk.size)
      }
    }
  }

  func diagnostic(path: @autoclosure () -> String, at offset: UInt64?) -> Diagnostic? {
    guard beyond > 0 else { return nil }
    guard outside < count else {
      return Diagnostic(
        "media-missing", .error, "the file ends before the media of this track", path: path(),
        at: offset)
    }
    return Diagnostic(
      "chunk-beyond-file", .error,
      "\(counted(beyond, of: count, "chunk", "extends", "extend")) past the end of the file",
      path: path(), at: offset)
  }
}
