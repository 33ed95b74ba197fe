/// Where an atom is in its file, what follows its header, and what few atoms have besides.
///
/// A file can hold an atom in every eight bytes. So an atom that was read from a file, and not changed
/// since, is a place in the bytes that were read: 17 bytes, and nothing elsewhere for an atom without
/// children.
enum AtomStorage: Sendable {
  /// Bytes that are not divided into child atoms.
  case bytes(BytesRead, start: UInt32, count: UInt32)
  /// Child atoms.
  case children(ChildrenRead)
  /// A few child atoms without children.
  case leaves(LeavesRead)
  /// Content that was left in the file, after a header of the usual size.
  case extent(from: UInt64, to: UInt64)
  /// An atom that was not read from a file, was changed, or has what few atoms have.
  case other(OtherAtom)

  /// What follows a header of `headerSize` bytes at `offset`. `buffer` is what the bytes of `content`
  /// are slices of, and where they are in the file; nil if that is not known.
  init(
    _ content: Atom.Content, in buffer: BytesRead?, headerSize: Int, at offset: UInt64?,
    userType: Bytes, claimedSize: UInt64?
  ) {
    let place = OtherAtom.place(offset)
    if userType.isEmpty, claimedSize == nil {
      switch content {
      case .bytes(let bytes):
        if let buffer, let start = UInt32(exactly: bytes.startIndex),
          let count = UInt32(exactly: bytes.count),
          buffer.place(of: start, after: headerSize) == place
        {
          self = .bytes(buffer, start: start, count: count)
          return
        }
      case .children(let children):
        if let buffer, let leaves = LeavesRead(children, in: buffer),
          buffer.place(of: leaves.start, after: headerSize) == place
        {
          self = .leaves(leaves)
          return
        }
        if let buffer, let read = ChildrenRead(children, in: buffer),
          buffer.place(of: read.start, after: headerSize) == place
        {
          self = .children(read)
          return
        }
      case .extent(let range):
        if let offset,
          offset.addingReportingOverflow(UInt64(headerSize)) == (range.lowerBound, false)
        {
          self = .extent(from: range.lowerBound, to: range.upperBound)
          return
        }
      }
    }
    self = .other(
      OtherAtom(content, in: buffer, at: place, userType: userType, claimedSize: claimedSize))
  }

  /// No bytes. Stands for an atom's storage while that is changed.
  static let none = AtomStorage.bytes(BytesRead([], at: nil), start: 0, count: 0)

  var content: Atom.Content {
    switch self {
    case .bytes(let buffer, let start, let count):
      .bytes(buffer.bytes[Int(start)..<Int(start) + Int(count)])
    case .children(let read): .children(read.children)
    case .leaves(let leaves): .children(leaves.children)
    case .extent(let from, let to): .extent(from..<to)
    case .other(let other): other.content
    }
  }

  /// The size of the content in bytes.
  var size: UInt64 {
    switch self {
    case .bytes(_, _, let count): UInt64(count)
    case .children(let read):
      read.atoms.reduce(read.otherByteCount) { $0 + $1.size }
    case .leaves(let leaves): UInt64(leaves.size)
    case .extent(let from, let to): to - from
    case .other(let other):
      switch other.content {
      case .bytes(let bytes): UInt64(bytes.count)
      case .children(let children):
        children.atoms.reduce(UInt64(children.preamble.count + children.tail.count)) {
          $0 + $1.size
        }
      case .extent(let range): range.length
      }
    }
  }

  /// The child atoms; empty if the content is of another kind.
  var children: [Atom] {
    switch self {
    case .children(let read): return read.atoms
    case .leaves(let leaves): return leaves.atoms
    case .other(let other):
      if case .children(let children) = other.content { return children.atoms }
      return []
    case .bytes, .extent: return []
    }
  }

  /// Returns the first child atom of a type; nil if there is none.
  func first(_ type: FourCC) -> Atom? {
    if case .leaves(let leaves) = self { return leaves.first(type) }
    return children.first { $0.type == type }
  }

  /// The offset of the header in the file; `OtherAtom.noPlace` if there is none.
  func place(headerSize: Int) -> UInt64 {
    switch self {
    case .bytes(let buffer, let start, _): buffer.place(of: start, after: headerSize)
    case .children(let read): read.buffer.place(of: read.start, after: headerSize)
    case .leaves(let leaves): leaves.buffer.place(of: leaves.start, after: headerSize)
    case .extent(let from, _): from - UInt64(headerSize)
    case .other(let other): other.place
    }
  }

  /// What the bytes of the content are slices of; nil if that is not known.
  var buffer: BytesRead? {
    switch self {
    case .bytes(let buffer, _, _): buffer
    case .children(let read): read.buffer
    case .leaves(let leaves): leaves.buffer
    case .extent: nil
    case .other(let other): other.buffer
    }
  }

  /// What few atoms have; nil if this one has none of it.
  var other: OtherAtom? { if case .other(let other) = self { other } else { nil } }

  /// Whether both are the same place in the same bytes, or the same object. If not, they may still be
  /// equal.
  func isSame(as another: AtomStorage) -> Bool {
    switch (self, another) {
    case (.bytes(let a, let start, let count), .bytes(let b, let otherStart, let otherCount)):
      a === b && start == otherStart && count == otherCount
    case (.children(let a), .children(let b)): a === b
    case (.leaves(let a), .leaves(let b)): a.isSame(as: b)
    case (.extent(let from, let to), .extent(let otherFrom, let otherTo)):
      from == otherFrom && to == otherTo
    case (.other(let a), .other(let b)): a === b
    default: false
    }
  }

  /// Takes the child atoms out, to be changed where they are: nil if the content is of another kind.
  /// `putBack` must follow.
  mutating func takeChildren() -> [Atom]? {
    let taken = self
    self = .none
    switch consume taken {
    case .children(var read):
      var atoms = read.atoms
      if !isKnownUniquelyReferenced(&read) {
        // A list that has no room for what is mostly added is copied again for it.
        if atoms.count > Self.many { atoms = Self.withRoom(atoms) }
        read = ChildrenRead(read)
      }
      read.atoms = []
      self = .children(read)
      return atoms
    case .leaves(let leaves):
      let children = leaves.children
      guard let read = ChildrenRead(children, in: leaves.buffer) else {
        self = .leaves(leaves)
        return nil
      }
      read.atoms = []
      self = .children(read)
      return children.atoms
    case .other(var other):
      guard case .children(var children) = other.content else {
        self = .other(other)
        return nil
      }
      if !isKnownUniquelyReferenced(&other) { other = OtherAtom(other) }
      let atoms = children.atoms
      children.atoms = []
      other.content = .children(children)
      self = .other(other)
      return atoms
    case let rest:
      self = rest
      return nil
    }
  }

  private static var many: Int { 1 << 10 }

  private static func withRoom(_ atoms: [Atom]) -> [Atom] {
    var copy: [Atom] = []
    copy.reserveCapacity(atoms.count + 16)
    copy += atoms
    return copy
  }

  /// Puts the child atoms back that were taken out.
  func putBack(_ atoms: [Atom]) {
    switch self {
    case .children(let read): read.atoms = atoms
    case .other(let other):
      guard case .children(var children) = other.content else { return }
      children.atoms = atoms
      other.content = .children(children)
    case .bytes, .leaves, .extent: return
    }
  }
}

/// Bytes that were read from a file at once, of which atoms are slices.
final class BytesRead: Sendable {
  let bytes: [UInt8]
  /// The offset of the first of them in the file; `OtherAtom.noPlace` if it is not known.
  private let offset: UInt64

  init(_ bytes: [UInt8], at offset: UInt64?) {
    self.bytes = bytes
    self.offset = OtherAtom.place(offset)
  }

  /// Returns the place of a header of `headerSize` bytes before the byte with an index;
  /// `OtherAtom.noPlace` if it is not known.
  func place(of start: UInt32, after headerSize: Int) -> UInt64 {
    guard offset != OtherAtom.noPlace else { return offset }
    let (place, overflow) = (offset &+ UInt64(start)).subtractingReportingOverflow(
      UInt64(headerSize))
    return overflow ? OtherAtom.noPlace : place
  }
}

/// The child atoms of an atom that was read, and where the bytes before and after them are. Only
/// `Atom` changes it, and only if no other atom has it too.
@safe final class ChildrenRead: @unchecked Sendable {
  let buffer: BytesRead
  var atoms: [Atom]
  /// The place of the bytes before the atoms in the buffer, their number, and the same of those after
  /// the atoms.
  let start: UInt32
  private let preambleCount: UInt32
  private let tailStart: UInt32
  private let tailCount: UInt32

  /// nil if the buffer is too large. The bytes of `children` are slices of it.
  init?(_ children: Atom.Children, in buffer: BytesRead) {
    let tail = children.tail.isEmpty ? children.preamble : children.tail
    guard let start = UInt32(exactly: children.preamble.startIndex),
      let preambleCount = UInt32(exactly: children.preamble.count),
      let tailStart = UInt32(exactly: tail.startIndex),
      let tailCount = UInt32(exactly: children.tail.count)
    else { return nil }
    self.buffer = buffer
    atoms = children.atoms
    self.start = start
    self.preambleCount = preambleCount
    self.tailStart = tailStart
    self.tailCount = tailCount
  }

  init(_ other: ChildrenRead) {
    buffer = other.buffer
    atoms = other.atoms
    start = other.start
    preambleCount = other.preambleCount
    tailStart = other.tailStart
    tailCount = other.tailCount
  }

  /// The number of bytes before and after the atoms.
  var otherByteCount: UInt64 { UInt64(preambleCount) + UInt64(tailCount) }

  var children: Atom.Children {
    Atom.Children(
      preamble: bytes(from: start, preambleCount), atoms: atoms,
      tail: bytes(from: tailStart, tailCount))
  }

  private func bytes(from start: UInt32, _ count: UInt32) -> Bytes {
    buffer.bytes[Int(start)..<Int(start) + Int(count)]
  }
}

/// An atom that was not read from a file, was changed, or has what few atoms have. Only `Atom` changes
/// it, and only if no other atom has it too.
@safe final class OtherAtom: @unchecked Sendable {
  var content: Atom.Content
  let buffer: BytesRead?
  let place: UInt64
  let rarity: Rarity?

  /// The properties that few atoms have.
  final class Rarity: Sendable {
    let userType: Bytes
    let claimedSize: UInt64?
    let compressedAtoms: [Atom]

    /// nil if the atom has none of them.
    init?(userType: Bytes, claimedSize: UInt64?, compressedAtoms: [Atom]) {
      if userType.isEmpty, claimedSize == nil, compressedAtoms.isEmpty { return nil }
      self.userType = userType
      self.claimedSize = claimedSize
      self.compressedAtoms = compressedAtoms
    }
  }

  /// No atom begins there, because its header would not fit.
  static let noPlace = UInt64.max

  static func place(_ offset: UInt64?) -> UInt64 { offset ?? noPlace }

  init(
    _ content: Atom.Content, in buffer: BytesRead?, at place: UInt64, userType: Bytes,
    claimedSize: UInt64?, compressedAtoms: [Atom] = []
  ) {
    self.content = content
    self.buffer = buffer
    self.place = place
    rarity = Rarity(
      userType: userType, claimedSize: claimedSize, compressedAtoms: compressedAtoms)
  }

  init(_ other: OtherAtom) {
    content = other.content
    buffer = other.buffer
    place = other.place
    rarity = other.rarity
  }
}
