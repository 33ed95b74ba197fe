/// A few child atoms that have no children of their own, and the bytes before them, all as they were
/// read. A file can hold such a parent in every few bytes, so its children are made when they are asked
/// for: 16 bytes, and nothing elsewhere.
struct LeavesRead: Sendable {
  let buffer: BytesRead
  /// The place in the buffer of the bytes before the atoms.
  let start: UInt32
  /// The number of those bytes, in the 8 highest bits, and of all bytes.
  private let counts: UInt32

  private static let mostAtoms = 8

  /// nil if the atoms are too many, or are not as they are in the buffer.
  init?(_ children: Atom.Children, in buffer: BytesRead) {
    guard children.tail.isEmpty, children.atoms.count <= Self.mostAtoms,
      let preambleCount = UInt8(exactly: children.preamble.count),
      let start = UInt32(exactly: children.preamble.startIndex)
    else { return nil }
    var end = children.preamble.endIndex
    guard end <= buffer.bytes.count else { return nil }
    for atom in children.atoms {
      guard let next = atom.endOfLeaf(at: end, in: buffer) else { return nil }
      end = next
    }
    guard end - Int(start) < 1 << 24 else { return nil }
    self.buffer = buffer
    self.start = start
    counts = UInt32(preambleCount) << 24 | UInt32(end - Int(start))
  }

  /// The number of all bytes.
  var size: Int { Int(counts & 0xFFFFFF) }

  private var atomsStart: Int { Int(start) + Int(counts >> 24) }

  var atoms: [Atom] {
    var atoms: [Atom] = []
    var place = atomsStart
    let end = Int(start) + size
    while place < end {
      let atom = Atom(leafAt: place, in: buffer)
      place += Int(atom.size)
      atoms.append(atom)
    }
    return atoms
  }

  /// Returns the first atom of a type; nil if there is none.
  func first(_ type: FourCC) -> Atom? {
    var place = atomsStart
    let end = Int(start) + size
    while place < end {
      let header = buffer.header(at: place)
      if header.type == type { return Atom(leafAt: place, in: buffer) }
      place += Int(header.size)
    }
    return nil
  }

  var children: Atom.Children {
    Atom.Children(preamble: buffer.bytes[Int(start)..<atomsStart], atoms: atoms, tail: tail)
  }

  private var tail: Bytes {
    let end = Int(start) + size
    return buffer.bytes[end..<end]
  }

  /// Whether both are the same place in the same bytes.
  func isSame(as other: LeavesRead) -> Bool {
    buffer === other.buffer && start == other.start && counts == other.counts
  }
}
