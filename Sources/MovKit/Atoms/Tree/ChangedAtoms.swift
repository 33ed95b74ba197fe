/// Which atoms of a file are not as they are in another version of it. What is found in each atom of one of them is
/// then only looked for in these: a movie of which one atom changes can have very many.
struct ChangedAtoms: Sendable {
  /// Atoms beside one another.
  struct Level: Sendable {
    /// Those that differ.
    let range: Range<Int>
    /// The one of them in which the atoms of the next level are; all of what is in the others differs.
    var inner: Int?
  }

  /// From the top of the file on.
  private(set) var levels: [Level] = []
  /// Whether all tracks of the movie are as they are in the other version, and so is all that their tables, edits
  /// and timecode are judged by.
  private(set) var leavesTracks = false

  /// Compares two versions of a file. Only what differs, or is not known to be the same, is returned.
  /// - Parameter copied: Returns where a range of the old version is in the new one, byte for byte; nil if that
  ///   is not known. It is asked about atoms that were left in the file.
  static func between(
    _ old: AtomFile, _ new: AtomFile, copied: (Range<UInt64>) -> UInt64?
  ) -> (old: ChangedAtoms, new: ChangedAtoms) {
    var (atoms, others) = (old.atoms, new.atoms)
    var (context, otherContext) = (AtomContext(), AtomContext())
    var (changed, otherChanged) = (ChangedAtoms(), ChangedAtoms())
    while true {
      let (range, otherRange) = Self.different(atoms, others, copied)
      changed.levels.append(Level(range: range))
      otherChanged.levels.append(Level(range: otherRange))
      guard let inner = Self.only(atoms[range]), let other = Self.only(others[otherRange]) else {
        break
      }
      let (atom, otherAtom) = (atoms[inner], others[other])
      context = context.entering(atom)
      otherContext = otherContext.entering(otherAtom)
      // What the types in it mean depends on what is around them.
      guard atom.type == otherAtom.type, atom.isDivided, otherAtom.isDivided,
        context == otherContext, atom.compressedAtoms.isEmpty, otherAtom.compressedAtoms.isEmpty
      else { break }
      changed.levels[changed.levels.count - 1].inner = inner
      otherChanged.levels[otherChanged.levels.count - 1].inner = other
      (atoms, others) = (atom.children, otherAtom.children)
    }
    // In a file that becomes shorter, samples can be beyond its end.
    let leavesTracks =
      new.size >= old.size && changed.isBesideTracks(in: old)
      && otherChanged.isBesideTracks(in: new) && old.movieTimes == new.movieTimes
    (changed.leavesTracks, otherChanged.leavesTracks) = (leavesTracks, leavesTracks)
    return (changed, otherChanged)
  }

  /// Whether what differs is in the only `moov` and in unused space beside it, and nothing of it says anything
  /// about tracks, apart from the times of the movie.
  private func isBesideTracks(in file: AtomFile) -> Bool {
    guard levels.count > 1, let inner = levels[0].inner, file.atoms[inner].type == "moov",
      file.atoms.count(where: { $0.movie != nil }) == 1
    else { return false }
    let beside = levels[0].range.filter { $0 != inner }.map { file.atoms[$0].type }
    let children = file.atoms[inner].children[levels[1].range]
    return beside.allSatisfy(\.isFreeSpace)
      && children.allSatisfy { Self.aboutTheWhole.contains($0.type) }
  }

  private static let aboutTheWhole = Set(["mvhd", "udta", "meta", "iods"] + FourCC.freeSpace)

  /// Returns the index of the only atom of a list, or of the only `moov`, which a change in place moves.
  private static func only(_ atoms: ArraySlice<Atom>) -> Int? {
    if atoms.count == 1 { return atoms.startIndex }
    let movies = atoms.indices.prefix(Self.few).filter { atoms[$0].type == "moov" }
    return atoms.count <= Self.few && movies.count == 1 ? movies.first : nil
  }

  private static let few = 16

  /// Returns which atoms of two lists are neither among those at the beginning nor among those at the end that are
  /// the same in both.
  private static func different(
    _ atoms: [Atom], _ others: [Atom], _ copied: (Range<UInt64>) -> UInt64?
  ) -> (Range<Int>, Range<Int>) {
    let most = min(atoms.count, others.count)
    var first = 0
    while first < most, atoms[first].hasSameBytes(as: others[first], copied) { first += 1 }
    var (end, otherEnd) = (atoms.count, others.count)
    while end > first, otherEnd > first,
      atoms[end - 1].hasSameBytes(as: others[otherEnd - 1], copied)
    {
      (end, otherEnd) = (end - 1, otherEnd - 1)
    }
    return (first..<end, first..<otherEnd)
  }
}

extension AtomFile {
  /// What the movie header says of times, by which those of tracks are judged; nil if it cannot be read.
  fileprivate var movieTimes: [UInt64]? {
    guard let movie = storedMovie?.movie,
      let header = try? movie.first("mvhd")?.decode(MovieHeader.self)
    else { return nil }
    return [UInt64(header.timescale), header.duration]
  }
}

extension Atom {
  /// Whether both are known to have the same bytes, header included, wherever they are in their files.
  fileprivate func hasSameBytes(
    as other: Atom, _ copied: (Range<UInt64>) -> UInt64?
  ) -> Bool {
    guard type == other.type else { return false }
    if let (buffer, range) = wholeAsRead, let (otherBuffer, otherRange) = other.wholeAsRead {
      return buffer.bytes[range].hasSameBytes(as: otherBuffer.bytes[otherRange])
    }
    if isPlain(like: other) { return true }
    guard isLeftInFile, other.isLeftInFile, size == other.size, claimedSize == other.claimedSize,
      let offset, let place = other.offset
    else { return false }
    return copied(offset..<offset.addingClamping(size)) == place
  }
}
