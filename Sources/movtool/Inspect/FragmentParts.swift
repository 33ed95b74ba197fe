import MovKit

/// The atoms of a movie with many fragments, for several threads to show at the same time.
struct FragmentParts {
  /// Parts of the fragments, each made when its turn comes.
  struct Fragments: Sequence, IteratorProtocol, Sendable {
    fileprivate var walk: AtomWalk
    /// The numbers of atoms of the parts.
    fileprivate var counts: ArraySlice<Int>

    var count: Int { counts.count }

    mutating func next() -> AtomWalk? { counts.popFirst().map { walk.takeFirst($0) } }
  }

  /// What one thread shows before the fragments, and after them.
  let before: AtomWalk
  let after: AtomWalk
  let fragments: Fragments

  /// The number of bytes of a part of several atoms, without those that are media or free space.
  private static let size: UInt64 = 1 << 14
  /// The size of an atom whose text may wait for what comes before it.
  private static let largest: UInt64 = 1 << 16
  private static let mostAtoms = 128
  /// Fewer atoms are shown faster than threads are started.
  private static let least = 512
  /// What is among fragments, and says all that is needed to show it.
  private static let types: Set<FourCC> = ["moof", "mdat", "styp", "sidx", "emsg", "free", "skip"]
  /// Those of which little is shown, however large they are.
  private static let short: Set<FourCC> = ["mdat", "free", "skip"]
  /// How many bytes of text are expected of a part.
  static let textSize = 1 << 16

  /// Returns nil if one thread is to show all atoms: there are few fragments, or an atom is very large.
  init?(of file: AtomFile, levels: Int) {
    let atoms = file.atoms
    guard let start = atoms.firstIndex(where: { $0.type == "moof" }), start > 0 else { return nil }
    var counts: [Int] = []
    var (end, from, size) = (start, start, UInt64(0))
    for atom in atoms[start...] {
      let isPart = Self.types.contains(atom.type)
      let bytes = Self.short.contains(atom.type) ? 0 : min(atom.size, Self.largest + 1)
      if !isPart || size + bytes > Self.size || end - from == Self.mostAtoms {
        if end > from { counts.append(end - from) }
        (from, size) = (end, 0)
      }
      guard isPart, bytes <= Self.largest else { break }
      size += bytes
      end += 1
    }
    if end > from { counts.append(end - from) }
    guard end - start >= Self.least else { return nil }
    var walk = AtomWalk(file, levels: levels)
    before = walk.takeFirst(start)
    fragments = Fragments(walk: walk, counts: counts[...])
    _ = walk.takeFirst(end - start)
    after = walk
  }
}
