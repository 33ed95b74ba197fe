/// What a `stbl` and its `minf` say of the chunks that a table of offsets lists.
struct ChunkHomes {
  private enum Elsewhere {
    case none, all
    /// For each chunk, whether its media stands in another file.
    case chunks([Bool])
  }

  private let elsewhere: Elsewhere
  /// nil where the table lists no chunks.
  private let stbl: Atom?

  /// `atom` is the table. Throws where media stands in several files, and the tables do not tell which
  /// chunk is where.
  init(_ atom: Atom, _ scope: OffsetScope) throws(FormatError) {
    let isChunkTable = atom.type == "stco" || atom.type == "co64"
    stbl = isChunkTable ? scope.stbl : nil
    guard let stbl = scope.stbl, let minf = scope.minf else {
      elsewhere = .none
      return
    }
    let areInside = (stbl.first("stsd")?.entries ?? []).map { minf.holdsMedia(of: $0) }
    if !areInside.contains(false) {
      elsewhere = .none
    } else if !areInside.contains(true) {
      elsewhere = .all
    } else if isChunkTable {
      elsewhere = .chunks(
        try SampleTable(stbl, fileSize: .max).sampleChunks.map {
          $0.descriptionIndex < areInside.count && !areInside[$0.descriptionIndex]
        })
    } else {
      // Auxiliary information stands in the file of the samples (ISO/IEC 14496-12, 8.7.9.1).
      elsewhere = .none
    }
  }

  func isElsewhere(_ row: Int) -> Bool {
    switch elsewhere {
    case .none: false
    case .all: true
    case .chunks(let chunks): row < chunks.count && chunks[row]
    }
  }

  /// Whether a chunk is known to have no bytes, so that its offset points at nothing. It takes a pass
  /// over the tables, and is asked only of what cannot be moved.
  func isEmpty(_ row: Int) -> Bool {
    guard let stbl, let table = try? SampleTable(stbl, fileSize: .max) else { return false }
    return table.sampleChunks.dropFirst(row).first { _ in true }?.size == 0
  }
}
