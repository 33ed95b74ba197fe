/// Where an atom is in its file, what follows its header, and what few atoms have besides.
///
/// A file can hold an atom in every eight bytes. So an atom that was read from a file, and not changed
/// since, is a place in the bytes that were read: 12 bytes, and nothing elsewhere for an atom without
/// children. What its header says is read there.
enum AtomStorage: Sendable {
  /// Bytes that are not divided into child atoms, after a header of 8 bytes that has their number.
  case bytes(BytesRead, start: UInt32)
  /// The same after a header of 16 bytes.
  case extendedBytes(BytesRead, start: UInt32)
  /// The same after a header of 8 bytes and a user type.
  case userBytes(BytesRead, start: UInt32)
  /// All bytes that were read at once, without the header of the usual size before them.
  case whole(BytesRead)
  /// Child atoms.
  case children(ChildrenRead)
  /// A few child atoms without children.
  case leaves(LeavesRead)
  /// Content that was left in the file, after a header of the usual size.
  case extent(ExtentRead)
  /// An atom that was not read from a file, was changed, or has what few atoms have.
  case other(OtherAtom)

  /// What follows a header at `offset`. `buffer` is what the bytes of `content` are slices of, and where
  /// they are in the file; nil if that is not known.
  init(
    _ content: Atom.Content, in buffer: BytesRead?, form: Atom.Form, at offset: UInt64?,
    userType: Bytes, claimedSize: UInt64?
  ) {
    let place = OtherAtom.place(offset)
    if userType.isEmpty, claimedSize == nil,
      let read = Self(content, in: buffer, form: form), read.place == place
    {
      self = read
    } else if claimedSize == nil, form == .compact, case .bytes(let bytes) = content,
      let buffer, let start = UInt32(exactly: bytes.startIndex),
      buffer.count(ofUserBytesAt: start) == bytes.count,
      buffer.userType(before: start) == userType, buffer.place(of: start, after: 24) == place
    {
      self = .userBytes(buffer, start: start)
    } else {
      self = .other(
        OtherAtom(
          content, in: buffer, form: form, at: place, userType: userType, claimedSize: claimedSize))
    }
  }

  /// What was read as it is in `buffer`, or was left in the file; nil if it is not so.
  private init?(_ content: Atom.Content, in buffer: BytesRead?, form: Atom.Form) {
    switch content {
    case .bytes(let bytes):
      guard let buffer else { return nil }
      if form == .compact, bytes.startIndex == 0, bytes.count == buffer.bytes.count {
        self = .whole(buffer)
        return
      }
      guard let start = UInt32(exactly: bytes.startIndex) else { return nil }
      if form == .compact, buffer.count(ofBytesAt: start) == bytes.count {
        self = .bytes(buffer, start: start)
      } else if form == .extended, buffer.count(ofExtendedBytesAt: start) == bytes.count {
        self = .extendedBytes(buffer, start: start)
      } else {
        return nil
      }
    case .children(let children):
      guard let buffer,
        let divided = Self(
          preamble: children.preamble, children.atoms, tail: children.tail, in: buffer, form: form)
      else { return nil }
      self = divided
    case .extent(let range):
      guard let read = ExtentRead(range, form: form) else { return nil }
      self = .extent(read)
    }
  }

  /// The same of child atoms and the bytes around them.
  init?(preamble: Bytes, _ atoms: [Atom], tail: Bytes, in buffer: BytesRead, form: Atom.Form) {
    if form == .compact,
      let leaves = LeavesRead(preamble: preamble, atoms, tail: tail, in: buffer)
    {
      self = .leaves(leaves)
    } else if let read = ChildrenRead(
      preamble: preamble, atoms, tail: tail, in: buffer, form: form)
    {
      self = .children(read)
    } else {
      return nil
    }
  }

  /// No bytes. Stands for an atom's storage while that is changed.
  static let none = AtomStorage.whole(BytesRead([], at: nil))

  var content: Atom.Content {
    switch self {
    case .bytes, .extendedBytes, .userBytes, .whole:
      guard let (buffer, range) = bytesRead else { return .bytes([]) }
      return .bytes(buffer.bytes[range])
    case .children(let read): return .children(read.children)
    case .leaves(let leaves): return .children(leaves.children)
    case .extent(let extent): return .extent(extent.range)
    case .other(let other): return other.content
    }
  }

  /// The bytes of the content that are no child atoms.
  enum Own {
    /// All of it, because it is not divided.
    case bytes(Bytes)
    /// What is before child atoms, and after them.
    case beside(preamble: Bytes, tail: Bytes)
    /// What was left in the file.
    case extent(Range<UInt64>)

    init(_ content: Atom.Content) {
      switch content {
      case .bytes(let bytes): self = .bytes(bytes)
      case .children(let children):
        self = .beside(preamble: children.preamble, tail: children.tail)
      case .extent(let range): self = .extent(range)
      }
    }
  }

  /// The content without child atoms, which `content` makes.
  var own: Own {
    switch self {
    case .bytes(let buffer, let start):
      let (first, count) = (Int(start), buffer.count(ofBytesAt: start) ?? 0)
      return .bytes(buffer.bytes[first..<first + count])
    case .whole(let buffer): return .bytes(buffer.bytes[...])
    case .leaves(let leaves): return .beside(preamble: leaves.preamble, tail: leaves.tail)
    case .children(let read): return .beside(preamble: read.preamble, tail: read.tail)
    case .other(let other): return Own(other.content)
    case .extendedBytes, .userBytes, .extent: return Own(content)
    }
  }

  /// Whether the content is divided into child atoms.
  var isDivided: Bool {
    switch self {
    case .children, .leaves: true
    case .bytes, .extendedBytes, .userBytes, .whole, .extent: false
    case .other(let other): other.isDivided
    }
  }

  /// Whether there can be atoms in this one, as they are or in compressed form.
  var mayHaveAtomsInside: Bool {
    switch self {
    case .children, .leaves, .other: true
    case .bytes, .extendedBytes, .userBytes, .whole, .extent: false
    }
  }

  /// The number of bytes before the child atoms; 0 if the content is of another kind.
  var preambleCount: Int {
    switch self {
    case .children(let read): read.preambleCount
    case .leaves(let leaves): leaves.preambleCount
    case .bytes, .extendedBytes, .userBytes, .whole, .extent: 0
    case .other(let other): other.preambleCount
    }
  }

  /// Whether the content was left in the file.
  var isLeftInFile: Bool {
    switch self {
    case .extent: true
    case .other(let other): other.isLeftInFile
    case .bytes, .extendedBytes, .userBytes, .whole, .children, .leaves: false
    }
  }

  /// Whether no atom in this one has file offsets. False also if that is not known.
  var isKnownToLackOffsets: Bool {
    switch self {
    case .bytes, .extendedBytes, .userBytes, .whole, .extent: true
    case .leaves(let leaves): leaves.lacksOffsets
    case .children(let read): read.lacksOffsets
    case .other: false
    }
  }

  /// Whether all atoms in this one are as they were read.
  var isAsParsed: Bool {
    switch self {
    case .bytes, .extendedBytes, .userBytes, .whole, .leaves: true
    case .children(let read): read.isAsParsed
    case .extent, .other: false
    }
  }

  /// Notes of child atoms that they, and all in them, were just read, and whether they lack file offsets.
  func noteParsed(upTo end: Int, lacksOffsets: Bool) {
    if case .children(let read) = self { read.noteParsed(upTo: end, lacksOffsets: lacksOffsets) }
  }

  /// The bytes that are not divided, and what they are slices of; nil for other content.
  var bytesRead: (buffer: BytesRead, range: Range<Int>)? {
    switch self {
    case .bytes(let buffer, let start):
      (buffer, Int(start)..<Int(start) + (buffer.count(ofBytesAt: start) ?? 0))
    case .extendedBytes(let buffer, let start):
      (buffer, Int(start)..<Int(start) + (buffer.count(ofExtendedBytesAt: start) ?? 0))
    case .userBytes(let buffer, let start):
      (buffer, Int(start)..<Int(start) + (buffer.count(ofUserBytesAt: start) ?? 0))
    case .whole(let buffer): (buffer, 0..<buffer.bytes.count)
    case .children, .leaves, .extent, .other: nil
    }
  }

  /// The size of the content in bytes; the greatest number if it is more than that.
  var size: UInt64 {
    switch self {
    case .bytes(let buffer, let start): UInt64(buffer.count(ofBytesAt: start) ?? 0)
    case .extendedBytes(let buffer, let start):
      UInt64(buffer.count(ofExtendedBytesAt: start) ?? 0)
    case .userBytes(let buffer, let start): UInt64(buffer.count(ofUserBytesAt: start) ?? 0)
    case .whole(let buffer): UInt64(buffer.bytes.count)
    case .children(let read): read.size
    case .leaves(let leaves): UInt64(leaves.size)
    case .extent(let extent): extent.range.length
    case .other(let other):
      switch other.content {
      case .bytes(let bytes): UInt64(bytes.count)
      case .children(let children):
        children.atoms.reduce(UInt64(children.preamble.count + children.tail.count)) {
          $0.addingClamping($1.size)
        }
      case .extent(let range): range.length
      }
    }
  }

  /// How the header stores the size.
  var form: Atom.Form {
    switch self {
    case .bytes, .userBytes, .whole, .leaves: .compact
    case .extendedBytes: .extended
    case .children(let read): read.form
    case .extent(let extent): extent.form
    case .other(let other): other.form
    }
  }

  /// The child atoms; empty if the content is of another kind.
  var children: [Atom] {
    switch self {
    case .children(let read): return read.atoms
    case .leaves(let leaves): return leaves.atoms
    case .other(let other): return other.atoms
    case .bytes, .extendedBytes, .userBytes, .whole, .extent: return []
    }
  }

  /// Returns the first child atom of a type; nil if there is none.
  @inline(never)
  func first(_ type: FourCC) -> Atom? {
    switch self {
    case .leaves(let leaves): leaves.first(type)
    case .children(let read): read.first(type)
    case .other(let other): other.atoms.first(type)
    case .bytes, .extendedBytes, .userBytes, .whole, .extent: nil
    }
  }

  /// Returns the child atoms of a type.
  @inline(never)
  func all(_ type: FourCC) -> [Atom] {
    if case .leaves(let leaves) = self { return leaves.all(type) }
    return children.all(type)
  }

  /// Calls `body` with the type of each child atom.
  @inline(__always)
  func forEachType(_ body: (FourCC) -> Void) {
    switch self {
    case .leaves(let leaves): leaves.forEachType(body)
    case .children(let read): read.forEachType(body)
    case .other(let other): for atom in other.atoms { body(atom.type) }
    case .bytes, .extendedBytes, .userBytes, .whole, .extent: return
    }
  }

  /// Returns the number of child atoms of one of several types.
  @inline(never)
  func count(of types: [FourCC]) -> Int {
    if case .leaves(let leaves) = self { return leaves.count(of: types) }
    return children.count(of: types)
  }

  /// The offset of the header in the file; `OtherAtom.noPlace` if there is none.
  var place: UInt64 {
    switch self {
    case .bytes(let buffer, let start): buffer.place(of: start, after: 8)
    case .extendedBytes(let buffer, let start): buffer.place(of: start, after: 16)
    case .userBytes(let buffer, let start): buffer.place(of: start, after: 24)
    case .whole(let buffer): buffer.place(of: 0, after: 8)
    case .children(let read): read.buffer.place(of: read.start, after: read.form.headerSize)
    case .leaves(let leaves): leaves.buffer.place(of: leaves.start, after: 8)
    case .extent(let extent): extent.place
    case .other(let other): other.place
    }
  }

  /// What the bytes of the content are slices of; nil if that is not known.
  var buffer: BytesRead? {
    switch self {
    case .bytes(let buffer, _), .extendedBytes(let buffer, _), .userBytes(let buffer, _),
      .whole(let buffer):
      buffer
    case .children(let read): read.buffer
    case .leaves(let leaves): leaves.buffer
    case .extent: nil
    case .other(let other): other.buffer
    }
  }

  /// The 16 bytes that name a `uuid` atom; empty in other atoms.
  var userType: Bytes {
    switch self {
    case .userBytes(let buffer, let start): buffer.userType(before: start)
    case .other(let other): other.rarity?.userType ?? []
    default: []
    }
  }

  /// The number of these bytes.
  var userTypeSize: Int {
    switch self {
    case .userBytes: 16
    case .other(let other): other.rarity?.userType.count ?? 0
    default: 0
    }
  }

  /// What few atoms have; nil if this one has none of it.
  var other: OtherAtom? { if case .other(let other) = self { other } else { nil } }

  /// Whether both are the same place in the same bytes, or the same object. If not, they may still be
  /// equal.
  func isSame(as another: AtomStorage) -> Bool {
    switch (self, another) {
    case (.bytes(let a, let start), .bytes(let b, let otherStart)),
      (.extendedBytes(let a, let start), .extendedBytes(let b, let otherStart)),
      (.userBytes(let a, let start), .userBytes(let b, let otherStart)):
      a === b && start == otherStart
    case (.whole(let a), .whole(let b)): a === b
    case (.children(let a), .children(let b)): a === b
    case (.leaves(let a), .leaves(let b)): a.isSame(as: b)
    case (.extent(let a), .extent(let b)): a == b
    case (.other(let a), .other(let b)): a === b
    default: false
    }
  }

  /// Stores the size in another form. Returns false if it cannot be done without reading the children.
  mutating func setForm(_ form: Atom.Form) -> Bool {
    guard case .children(let read) = self, form.headerSize == read.form.headerSize,
      let changed = ChildrenRead(read, form: form)
    else { return false }
    self = .children(changed)
    return true
  }

  /// Takes the child atoms out, to be changed where they are: nil if the content is of another kind.
  /// `putBack` must follow.
  /// - Parameter changes: Whether they are changed; if not, others take their place.
  mutating func takeChildren(toChangeThem changes: Bool = true) -> [Atom]? {
    let taken = self
    self = .none
    switch consume taken {
    case .children(var read):
      var atoms = read.atoms
      if !isKnownUniquelyReferenced(&read) {
        // A list that has no room for what is mostly added is copied again for it.
        if changes, atoms.count > Self.many { atoms = Self.withRoom(atoms) }
        read = ChildrenRead(read)
      }
      read.takeOut()
      self = .children(read)
      return atoms
    case .leaves(let leaves):
      let atoms = leaves.atoms
      guard
        let read = ChildrenRead(
          preamble: leaves.preamble, atoms, tail: leaves.tail, in: leaves.buffer, form: .compact)
      else {
        self = .leaves(leaves)
        return nil
      }
      read.takeOut()
      self = .children(read)
      return atoms
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
    // One case for all of these would keep a second reference, and what is taken out would be copied.
    case .bytes(let buffer, let start): self = .bytes(buffer, start: start)
    case .extendedBytes(let buffer, let start): self = .extendedBytes(buffer, start: start)
    case .userBytes(let buffer, let start): self = .userBytes(buffer, start: start)
    case .whole(let buffer): self = .whole(buffer)
    case .extent(let extent): self = .extent(extent)
    }
    return nil
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
    case .children(let read): read.putBack(atoms)
    case .other(let other):
      guard case .children(var children) = other.content else { return }
      children.atoms = atoms
      other.content = .children(children)
    case .bytes, .extendedBytes, .userBytes, .whole, .leaves, .extent: return
    }
  }
}

extension Atom.Form {
  /// The size in bytes of a header that stores the size so.
  var headerSize: Int { self == .extended ? 16 : 8 }
}
