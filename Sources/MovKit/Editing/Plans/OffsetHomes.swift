/// Whether what the offsets of a record point at is in this file, as `stbl` and `minf` say of chunks and
/// `tfhd` of fragments.
struct OffsetHomes {
  private enum Elsewhere {
    case none, all
    /// For each chunk, whether its media is in another file.
    case chunks([Bool])
  }

  private let elsewhere: Elsewhere
  /// Nil if the table does not list chunks.
  private let stbl: OffsetOwner?

  /// Whether anything that the offsets of an atom point at can be in another file.
  static func mayBeElsewhere(_ scope: OffsetScope) -> Bool {
    scope.isFragmentElsewhere || scope.surroundings.stbl?.hasMediaElsewhere ?? false
  }

  /// `atom` is the table. Throws if media is in several files and the tables do not say which chunk
  /// is in which.
  init(_ atom: Atom, _ scope: OffsetScope) throws(FormatError) {
    stbl = atom.isChunkTable ? scope.surroundings.stbl : nil
    guard !scope.isFragmentElsewhere || !Self.countsFromFragment(atom) else {
      elsewhere = .all
      return
    }
    guard let owner = scope.surroundings.stbl, owner.hasMediaElsewhere else {
      elsewhere = .none
      return
    }
    if atom.isChunkTable {
      elsewhere = try Self.chunks(of: owner)
    } else {
      // Auxiliary information is in the same file as the samples (ISO/IEC 14496-12, 8.7.9.1).
      elsewhere = owner.hasMediaInside ? .none : .all
    }
  }

  private static func chunks(of owner: OffsetOwner) throws(FormatError) -> Elsewhere {
    switch owner.chunksElsewhere {
    // A chunk of a description that does not exist is in this file.
    case .success(let chunks): return chunks.contains(false) ? .chunks(chunks) : .all
    case .failure(let error):
      guard owner.hasMediaInside else { return .all }
      throw error
    }
  }

  /// Whether the offsets of an atom in a `traf` are in the file of its samples.
  private static func countsFromFragment(_ atom: Atom) -> Bool {
    atom.type == "tfhd" || atom.type == "trun" || atom.type == "saio"
  }

  func isElsewhere(_ target: OffsetTarget) -> Bool {
    switch elsewhere {
    case .none: false
    case .all: true
    case .chunks(let chunks): target.row.map { $0 < chunks.count && chunks[$0] } ?? false
    }
  }

  /// Whether a chunk is known to have no bytes, so that its offset points at nothing. This reads
  /// all tables, so call it only for chunks that cannot be moved.
  func isEmpty(_ row: Int) -> Bool { stbl?.chunk(row)?.size == 0 }
}
