/// Finds atoms by their places in the file.
struct AtomPlaces {
  private let atoms: [Atom]
  /// Nil if the atoms are in the order of the file, as they are when they were read from it.
  private var byPlace: [UInt64: Atom]?
  /// The same with the atoms inside them.
  private var allByPlace: [UInt64: Atom]?

  init(_ atoms: [Atom]) {
    self.atoms = atoms
    var next: UInt64 = 0
    if !Self.areInOrder(atoms, from: &next, inside: false) {
      byPlace = [:]
      for atom in atoms.reversed() { if let offset = atom.place { byPlace?[offset] = atom } }
    }
    next = 0
    if !Self.areInOrder(atoms, from: &next, inside: true) {
      var found: [UInt64: Atom] = [:]
      Self.collect(atoms, &found)
      allByPlace = found
    }
  }

  /// Returns the atom of the outermost level that begins at an offset; nil if there is none.
  func atom(at offset: UInt64?) -> Atom? {
    guard let offset else { return nil }
    if let byPlace { return byPlace[offset] }
    let atom = Self.last(atoms, upTo: offset)
    return atom?.place == offset ? atom : nil
  }

  /// Returns the atom of any level that begins at an offset; nil if there is none.
  func atom(inAnyAt offset: UInt64?) -> Atom? {
    guard let offset else { return nil }
    if let allByPlace { return allByPlace[offset] }
    var atoms = atoms
    while let atom = Self.last(atoms, upTo: offset) {
      if atom.place == offset { return atom }
      atoms = atom.children
    }
    return nil
  }

  /// Returns the last of the atoms that begins at an offset or before it.
  private static func last(_ atoms: [Atom], upTo offset: UInt64) -> Atom? {
    atoms.indices.indexBeforeFirst(where: { atoms[$0].place ?? 0 > offset }).map { atoms[$0] }
  }

  /// Whether all atoms have a place, from `next` on, and each after the one before it. `inside`: and
  /// so have those in them.
  private static func areInOrder(
    _ atoms: [Atom], from next: inout UInt64, inside: Bool
  ) -> Bool {
    for atom in atoms {
      guard let offset = atom.place, offset >= next else { return false }
      next = offset + 1
      guard inside else { continue }
      if atom.isAsParsed {
        next = max(next, offset &+ atom.size)
      } else if !areInOrder(atom.children, from: &next, inside: true) {
        return false
      }
    }
    return true
  }

  private static func collect(_ atoms: [Atom], _ found: inout [UInt64: Atom]) {
    for atom in atoms {
      if let offset = atom.place { found[offset] = atom }
      collect(atom.children, &found)
    }
  }
}

extension [Atom] {
  /// Returns the end of the innermost atom that contains a byte of the file. The atoms are in the
  /// order in which they are in the file.
  func endOfInnermost(at byte: UInt64) -> UInt64? {
    guard let last = indices.indexBeforeFirst(where: { self[$0].offset ?? 0 > byte }),
      let start = self[last].offset, byte - start < self[last].size
    else { return nil }
    return self[last].children.endOfInnermost(at: byte) ?? start + self[last].size
  }
}

extension Sequence<Atom> {
  /// Returns where atoms ended that have another size now, by their places. `formerSize` is the size that the
  /// atom at a place had; nil if there was none.
  func formerEnds(_ formerSize: (_ place: UInt64) -> UInt64?) -> [UInt64: UInt64] {
    var ends: [UInt64: UInt64] = [:]
    for atom in self {
      guard let place = atom.place, let size = formerSize(place), size != atom.size
      else { continue }
      ends[place] = place.addingClamping(size)
    }
    return ends
  }
}
