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
    guard !atoms.isEmpty else { return [] }
    let used = usedRanges()
    var left: [Atom] = []
    var blanked: [UInt64: Atom] = [:]
    var room = Self.mostBytes
    for atom in atoms {
      let size = atom.size - UInt64(atom.headerSize)
      guard let place = atom.offset, size <= room, let count = Int(exactly: size),
        !used.overlaps(place..<place.addingClamping(atom.size))
      else {
        left.append(atom)
        continue
      }
      room -= size
      var new = atom
      new.content = .bytes([UInt8](repeating: 0, count: count)[...])
      blanked[place] = new
    }
    if !blanked.isEmpty {
      topLevel = topLevel.map { atom in atom.offset.flatMap { blanked[$0] } ?? atom }
    }
    return left
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
