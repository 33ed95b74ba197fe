/// Free space between the atoms of the file. A change in place leaves the header that it replaced there,
/// with everything that was removed from it.
extension MovieEditor {
  /// More than this is not blanked, as the zeros are held in memory.
  private static let mostBytes: UInt64 = 1 << 28

  /// Returns the free space of the file that holds anything other than zeros.
  /// - Throws: `IOError` if the file cannot be read.
  package func freeSpaceInUse() throws(IOError) -> [Atom] {
    var found: [Atom] = []
    for atom in movie.file.atoms where FourCC.reusableSpace.contains(atom.type) {
      if try movie.holdsBytes(atom) { found.append(atom) }
    }
    return found
  }

  /// Fills free space with zeros, for a copy, up to 256 MiB in all. Space that the movie points at is left.
  /// - Parameter atoms: Of `freeSpaceInUse`.
  /// - Returns: What was left.
  package mutating func blank(_ atoms: [Atom]) -> [Atom] {
    let (needless, left) = sorted(atoms)
    var blanked: [UInt64: Atom] = [:]
    for atom in needless {
      guard let place = atom.offset else { continue }
      var new = atom
      // Its size fits, as it is at most `mostBytes`.
      new.content = .bytes(
        [UInt8](repeating: 0, count: Int(atom.size - UInt64(atom.headerSize)))[...])
      blanked[place] = new
    }
    if !blanked.isEmpty {
      topLevel = topLevel.map { atom in atom.offset.flatMap { blanked[$0] } ?? atom }
    }
    return left
  }

  /// Returns the free space that `blank` would leave as it is.
  /// - Parameter atoms: Of `freeSpaceInUse`.
  package func notBlanked(_ atoms: [Atom]) -> [Atom] { sorted(atoms).left }

  /// Returns which free space a copy fills with zeros, and which it leaves.
  private func sorted(_ atoms: [Atom]) -> (needless: [Atom], left: [Atom]) {
    guard !atoms.isEmpty else { return ([], []) }
    let used = usedRanges()
    var (needless, left): ([Atom], [Atom]) = ([], [])
    var room = Self.mostBytes
    for atom in atoms {
      let size = atom.size - UInt64(atom.headerSize)
      guard let place = atom.offset, size <= room,
        !used.overlaps(place..<place.addingClamping(atom.size))
      else {
        left.append(atom)
        continue
      }
      room -= size
      needless.append(atom)
    }
    return (needless, left)
  }
}

extension Movie {
  /// Whether the content of an atom of the top level has a byte that is not 0.
  fileprivate func holdsBytes(_ atom: Atom) throws(IOError) -> Bool {
    switch atom.content {
    case .bytes(let bytes): return bytes.contains { $0 != 0 }
    case .children: return true
    case .extent(let range):
      var offset = range.lowerBound
      let end = min(range.upperBound, source.size)
      while offset < end {
        let count = Int(min(end - offset, 1 << 16))
        let block = try source.read(exactly: count, at: offset)
        if block.contains(where: { $0 != 0 }) { return true }
        offset += UInt64(count)
      }
      return false
    }
  }
}
