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
    let next = atoms.indices.partitioningIndex { atoms[$0].place ?? 0 > offset }
    return next > 0 ? atoms[next - 1] : nil
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

extension AtomFile {
  /// Returns an atom of the top level with what it contains. As `whole`, for what makes a plan.
  func fragment(_ atom: Atom) throws(FormatError) -> Atom {
    do throws(ReadingError) { return try whole(atom) } catch {
      if case .format(let error) = error { throw error }
      throw FormatError(.notRead, path: "\(atom.type)", at: atom.offset)
    }
  }

  /// Whether offsets may be in an atom of the top level as it is in the file, or in those inside it.
  func mayHaveOffsets(_ atom: Atom) -> Bool { schema.mayHaveOffsets(topLevel: atom) }
}

extension Schema {
  /// Whether offsets may be in an atom of the top level, whose fragments can be left in the file, or in those
  /// inside it.
  func mayHaveOffsets(topLevel atom: Atom) -> Bool {
    typesWithOffsets.contains(atom.type) || atom.type == "moof" || !atom.children.isEmpty
  }
}

extension Atom {
  /// Returns a fragment without its tree, which `AtomFile.whole` makes again; other atoms as they
  /// are.
  func packed() throws(FormatError) -> Atom {
    guard type == "moof", let start = contentOffset else { return self }
    var content = Pieces()
    try appendContent(to: &content)
    var packed = self
    let buffer = BytesRead(content.bytes, at: start)
    packed.keep(.bytes(buffer.bytes[...]), in: buffer)
    return packed
  }
}
