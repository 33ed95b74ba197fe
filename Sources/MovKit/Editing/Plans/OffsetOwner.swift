/// A `stbl` or a `traf`, and what its tables of file offsets depend on besides their own rows. Each
/// part is read when it is needed first, and then kept: there can be a table in every 16 bytes.
final class OffsetOwner {
  let atom: Atom
  private let minf: Atom?

  /// - Parameter minf: the atom with the data references of a `stbl`; nil for a `traf`.
  init(_ atom: Atom, in minf: Atom?) {
    self.atom = atom
    self.minf = minf
  }

  // MARK: Chunks of a `stbl`

  private lazy var samples = Result<SampleTable, FormatError> { () throws(FormatError) in
    try SampleTable(atom, fileSize: .max)
  }

  /// For each sample description, whether its media is in this file.
  private lazy var areInside: [Bool] =
    minf?.holdsMedia(of: atom.first("stsd")?.entries ?? []) ?? []

  /// Whether the media of a sample description is in this file.
  private(set) lazy var hasMediaInside = areInside.contains(true)
  /// Whether the media of a sample description is in another file.
  private(set) lazy var hasMediaElsewhere = areInside.contains(false)

  /// For each chunk, whether its media is in another file; an error if the tables do not say it.
  private(set) lazy var chunksElsewhere: Result<[Bool], FormatError> = samples.map { table in
    table.chunks.map { !areInside.holdsMedia(ofDescription: $0.descriptionIndex) }
  }

  // In a box of its own, which is changed in place: to take the next chunk from an optional copies it.
  private var chunks: AnyIterator<SampleTable.Chunk>?
  private var nextChunk = 0
  private var lastChunk: SampleTable.Chunk?

  /// Returns a chunk; nil if there is none, or the tables cannot be read. It is fast if chunks are
  /// requested in order.
  func chunk(_ index: Int) -> SampleTable.Chunk? {
    guard case .success(let table) = samples else { return nil }
    if chunks == nil || index < nextChunk - 1 {
      chunks = AnyIterator(table.chunks)
      (nextChunk, lastChunk) = (0, nil)
    }
    while nextChunk <= index {
      guard let next = chunks?.next() else { break }
      lastChunk = next
      nextChunk += 1
    }
    return nextChunk == index + 1 ? lastChunk : nil
  }

  // MARK: Runs of a `traf`

  /// The header, which has the defaults.
  private(set) lazy var header = try? atom.first("tfhd")?.decode(TrackFragmentHeader.self)

  /// The number of samples of each run.
  private(set) lazy var runCounts: [Int] = atom.all("trun").map {
    (try? $0.decode(TrackFragmentRun.self).samples.count) ?? 0
  }

  // MARK: Auxiliary information

  private struct Kind: Hashable {
    var type: FourCC
    var parameter: UInt32
  }

  private lazy var auxiliaries: [Kind: AuxiliarySizes] = {
    var found: [Kind: AuxiliarySizes] = [:]
    for saiz in atom.all("saiz") {
      guard let record = try? saiz.decode(SampleAuxSizes.self) else { continue }
      let kind = Kind(type: record.auxInfoType, parameter: record.auxInfoTypeParameter)
      if found[kind] == nil { found[kind] = AuxiliarySizes(record) }
    }
    return found
  }()

  /// Returns the sizes of the information to which a `saio` points; nil if they are not known.
  func auxiliarySizes(of offsets: SampleAuxOffsets) -> AuxiliarySizes? {
    auxiliaries[Kind(type: offsets.auxInfoType, parameter: offsets.auxInfoTypeParameter)]
  }
}

/// The sizes in a `saiz`, summed.
struct AuxiliarySizes {
  private let record: SampleAuxSizes
  private let index: RunIndex

  init(_ record: SampleAuxSizes) {
    self.record = record
    let sizes = record.sizes
    // The sum of bytes fits.
    index = RunIndex(rows: sizes.count, run: { (1, UInt64(sizes[$0])) }) ?? RunIndex()
  }

  var sampleCount: Int { Int(clamping: record.sampleCount) }

  /// Returns the number of bytes that belong to some samples.
  func size(of samples: Range<Int>) -> UInt64 {
    guard record.defaultSampleInfoSize == 0 else {
      return UInt64(samples.count) * UInt64(record.defaultSampleInfoSize)
    }
    let rows = samples.clamped(to: 0..<record.sizes.count)
    return sum(before: rows.upperBound) - sum(before: rows.lowerBound)
  }

  private func sum(before row: Int) -> UInt64 {
    let place = index.place(ofItem: UInt64(row)) { (1, UInt64(record.sizes[$0])) }
    return place?.valueBefore ?? index.value
  }
}
