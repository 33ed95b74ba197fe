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
      guard let buffer else { return nil }
      if form == .compact, let leaves = LeavesRead(children, in: buffer) {
        self = .leaves(leaves)
      } else if let read = ChildrenRead(children, in: buffer, form: form) {
        self = .children(read)
      } else {
        return nil
      }
    case .extent(let range):
      guard let read = ExtentRead(range, form: form) else { return nil }
      self = .extent(read)
    }
  }

  /// No bytes. Stands for an atom's storage while that is changed.
  static let none = AtomStorage.whole(BytesRead([], at: nil))

  var content: Atom.Content {
    switch self {
    case .bytes, .extendedBytes, .whole:
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
      let end = Int(start) + (buffer.count(ofBytesAt: start) ?? 0)
      return .bytes(buffer.bytes[Int(start)..<end])
    case .leaves(let leaves): return .beside(preamble: leaves.preamble, tail: leaves.tail)
    case .extendedBytes, .whole, .children, .extent, .other: return Own(content)
    }
  }

  /// Whether no atom in this one has file offsets. False also if that is not known.
  func isKnownToLackOffsets(_ schema: Schema) -> Bool {
    switch self {
    case .bytes, .extendedBytes, .whole, .extent: true
    case .leaves(let leaves): !leaves.contains(where: schema.mayHaveOffsets)
    case .children(let read): read.lacksOffsets
    case .other: false
    }
  }

  /// Whether all atoms in this one are as they were read.
  var isAsParsed: Bool {
    switch self {
    case .bytes, .extendedBytes, .whole, .leaves: true
    case .children(let read): read.isAsParsed
    case .extent, .other: false
    }
  }

  /// Notes of child atoms that they, and all in them, were just read, and whether they lack file offsets.
  func noteParsed(lacksOffsets: Bool) {
    if case .children(let read) = self { read.noteParsed(lacksOffsets: lacksOffsets) }
  }

  /// The bytes that are not divided, and what they are slices of; nil for other content.
  var bytesRead: (buffer: BytesRead, range: Range<Int>)? {
    switch self {
    case .bytes(let buffer, let start):
      (buffer, Int(start)..<Int(start) + (buffer.count(ofBytesAt: start) ?? 0))
    case .extendedBytes(let buffer, let start):
      (buffer, Int(start)..<Int(start) + (buffer.count(ofExtendedBytesAt: start) ?? 0))
    case .whole(let buffer): (buffer, 0..<buffer.bytes.count)
    case .children, .leaves, .extent, .other: nil
    }
  }

  /// The size of the content in bytes.
  var size: UInt64 {
    switch self {
    case .bytes(let buffer, let start): UInt64(buffer.count(ofBytesAt: start) ?? 0)
    case .extendedBytes(let buffer, let start):
      UInt64(buffer.count(ofExtendedBytesAt: start) ?? 0)
    case .whole(let buffer): UInt64(buffer.bytes.count)
    case .children(let read): read.size
    case .leaves(let leaves): UInt64(leaves.size)
    case .extent(let extent): extent.range.length
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

  /// How the header stores the size.
  var form: Atom.Form {
    switch self {
    case .bytes, .whole, .leaves: .compact
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
    case .bytes, .extendedBytes, .whole, .extent: return []
    }
  }

  /// Returns the first child atom of a type; nil if there is none.
  func first(_ type: FourCC) -> Atom? {
    if case .leaves(let leaves) = self { return leaves.first(type) }
    return children.first { $0.type == type }
  }

  /// Returns the child atoms of a type.
  func all(_ type: FourCC) -> [Atom] {
    if case .leaves(let leaves) = self { return leaves.all(type) }
    let children = children
    // Of many, a list that grows by itself would take up to three times as much.
    guard children.count > Self.many else { return children.filter { $0.type == type } }
    var found: [Atom] = []
    found.reserveCapacity(children.count { $0.type == type })
    for child in children where child.type == type { found.append(child) }
    return found
  }

  /// The offset of the header in the file; `OtherAtom.noPlace` if there is none.
  var place: UInt64 {
    switch self {
    case .bytes(let buffer, let start): buffer.place(of: start, after: 8)
    case .extendedBytes(let buffer, let start): buffer.place(of: start, after: 16)
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
    case .bytes(let buffer, _), .extendedBytes(let buffer, _), .whole(let buffer): buffer
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
    case (.bytes(let a, let start), .bytes(let b, let otherStart)),
      (.extendedBytes(let a, let start), .extendedBytes(let b, let otherStart)):
      a === b && start == otherStart
    case (.whole(let a), .whole(let b)): a === b
    case (.children(let a), .children(let b)): a === b
    case (.leaves(let a), .leaves(let b)): a.isSame(as: b)
    case (.extent(let a), .extent(let b)): a == b
    case (.other(let a), .other(let b)): a === b
    default: false
    }
  }

  /// Stores the size in another form. Returns false if that is not known of all that is kept here.
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
      let children = leaves.children
      guard let read = ChildrenRead(children, in: leaves.buffer, form: .compact) else {
        self = .leaves(leaves)
        return nil
      }
      read.takeOut()
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
    // One case for all of these would keep a second reference, and what is taken out would be copied.
    case .bytes(let buffer, let start): self = .bytes(buffer, start: start)
    case .extendedBytes(let buffer, let start): self = .extendedBytes(buffer, start: start)
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
    case .bytes, .extendedBytes, .whole, .leaves, .extent: return
    }
  }
}

extension Atom.Form {
  /// The size in bytes of a header that stores the size so.
  var headerSize: Int { self == .extended ? 16 : 8 }
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

  /// Returns the number of bytes that a header of 8 bytes before `start` declares; nil if there is none,
  /// or if it declares them otherwise or more than there are.
  func count(ofBytesAt start: UInt32) -> Int? {
    guard start >= 8, Int(start) <= bytes.count, case let size = size(at: Int(start) - 8),
      size >= 8,
      Int(size) - 8 <= bytes.count - Int(start)
    else { return nil }
    return Int(size) - 8
  }

  /// Returns the same of a header of 16 bytes.
  func count(ofExtendedBytesAt start: UInt32) -> Int? {
    guard start >= 16, Int(start) <= bytes.count, size(at: Int(start) - 16) == 1 else { return nil }
    let size = UInt64(size(at: Int(start) - 8)) << 32 | UInt64(size(at: Int(start) - 4))
    guard size >= 16, size - 16 <= UInt64(bytes.count - Int(start)) else { return nil }
    return Int(size - 16)
  }
}

/// Content that was left in the file: 12 bytes, some bits of which are always the same, so that the
/// compiler can use them to distinguish it from what else an atom can be.
struct ExtentRead: Equatable, Sendable {
  // The start, from its lowest bits on.
  private let low: UInt32
  private let middle: UInt16
  private let high: UInt8
  /// How the header stores the size.
  let form: Atom.Form
  private let count: UInt32

  /// nil if the file is too large, or no header fits before the content.
  init?(_ range: Range<UInt64>, form: Atom.Form) {
    guard let count = UInt32(exactly: range.length), range.lowerBound < 1 << 56,
      range.lowerBound >= UInt64(form.headerSize)
    else { return nil }
    low = UInt32(truncatingIfNeeded: range.lowerBound)
    middle = UInt16(truncatingIfNeeded: range.lowerBound >> 32)
    high = UInt8(truncatingIfNeeded: range.lowerBound >> 48)
    self.form = form
    self.count = count
  }

  var range: Range<UInt64> {
    let start = UInt64(high) << 48 | UInt64(middle) << 32 | UInt64(low)
    return start..<start + UInt64(count)
  }

  /// The offset of the header.
  var place: UInt64 { range.lowerBound - UInt64(form.headerSize) }
}

/// The child atoms of an atom that was read, and where the bytes before and after them are. Only
/// `Atom` changes it, and only if no other atom has it too.
///
/// A track has several of these, and a movie can have very many tracks, so numbers share bytes.
@safe final class ChildrenRead: @unchecked Sendable {
  let buffer: BytesRead
  private(set) var atoms: [Atom]
  /// The place in the buffer of the bytes before the atoms.
  let start: UInt32
  /// The number of these bytes, how the header stores the size, and flags.
  private var bits: UInt16
  /// The number of bytes after the atoms, at the end of what the header in the buffer declares.
  private let tailCount: UInt16

  private enum Bit {
    static let preambleCount: UInt16 = (1 << 12) - 1
    static let extended: UInt16 = 1 << 12
    static let toEnd: UInt16 = 1 << 13
    static let lacksOffsets: UInt16 = 1 << 14
    static let isAsParsed: UInt16 = 1 << 15
  }

  /// nil if the buffer is too large, or there are many bytes beside the atoms. The bytes of `children` are
  /// slices of it.
  init?(_ children: Atom.Children, in buffer: BytesRead, form: Atom.Form) {
    guard let start = UInt32(exactly: children.preamble.startIndex),
      let tailCount = UInt16(exactly: children.tail.count),
      let bits = Self.packed(form, children.preamble.count),
      tailCount == 0 || Self.end(of: start, form, in: buffer) == children.tail.endIndex
    else { return nil }
    self.buffer = buffer
    self.start = start
    self.bits = bits
    self.tailCount = tailCount
    // A short list that has grown by itself can have room for nearly twice as many.
    let unused = children.atoms.capacity - children.atoms.count
    atoms = (2...8).contains(unused) ? children.atoms.map(\.self) : children.atoms
  }

  /// nil if the bytes after the atoms can then no longer be found.
  init?(_ other: ChildrenRead, form: Atom.Form) {
    guard form == other.form || other.tailCount == 0,
      let bits = Self.packed(form, other.preambleCount)
    else { return nil }
    buffer = other.buffer
    start = other.start
    self.bits = bits
    tailCount = other.tailCount
    atoms = other.atoms
  }

  /// A copy whose atoms can be changed.
  init(_ other: ChildrenRead) {
    buffer = other.buffer
    start = other.start
    bits = other.bits
    tailCount = other.tailCount
    atoms = other.atoms
  }

  private static func packed(_ form: Atom.Form, _ preambleCount: Int) -> UInt16? {
    guard preambleCount <= Int(Bit.preambleCount) else { return nil }
    let number = UInt16(preambleCount)
    return switch form {
    case .compact: number
    case .extended: number | Bit.extended
    case .toEnd: number | Bit.toEnd
    }
  }

  /// Returns where the content that begins at `start` ends; nil if its header does not say so.
  private static func end(of start: UInt32, _ form: Atom.Form, in buffer: BytesRead) -> Int? {
    switch form {
    case .compact: buffer.count(ofBytesAt: start).map { Int(start) + $0 }
    case .extended: buffer.count(ofExtendedBytesAt: start).map { Int(start) + $0 }
    case .toEnd: nil
    }
  }

  /// The size of the content in bytes.
  var size: UInt64 {
    if isAsParsed, let end = Self.end(of: start, form, in: buffer) {
      return UInt64(end - Int(start))
    }
    return sum
  }

  private var sum: UInt64 {
    var sum = UInt64(preambleCount) + UInt64(tailCount)
    let atoms = atoms
    let span = atoms.span
    for index in span.indices { sum += span[index].size }
    return sum
  }

  /// Whether the atoms, and all in them, are as they were read, and fill what the header in the buffer
  /// declares. Otherwise, sizes would be added up again for each of the atoms around them.
  var isAsParsed: Bool { bits & Bit.isAsParsed != 0 }

  /// Whether none of the atoms in it has file offsets. False also if that is not known.
  var lacksOffsets: Bool { bits & Bit.lacksOffsets != 0 }

  /// Notes what is known of atoms that were just read. Any change of an atom in this one ends it, since it
  /// takes out the atoms of all that are around it.
  func noteParsed(lacksOffsets: Bool) {
    guard atoms.allSatisfy(\.isAsParsed), let end = Self.end(of: start, form, in: buffer),
      sum == UInt64(end - Int(start))
    else { return }
    bits |= Bit.isAsParsed | (lacksOffsets ? Bit.lacksOffsets : 0)
  }

  /// Removes the atoms, to be changed; `putBack` must follow.
  func takeOut() {
    atoms = []
    bits &= ~(Bit.isAsParsed | Bit.lacksOffsets)
  }

  func putBack(_ changed: [Atom]) { atoms = changed }

  /// How the header stores the size.
  var form: Atom.Form {
    bits & Bit.extended != 0 ? .extended : bits & Bit.toEnd != 0 ? .toEnd : .compact
  }

  private var preambleCount: Int { Int(bits & Bit.preambleCount) }

  var children: Atom.Children {
    let end = tailCount == 0 ? nil : Self.end(of: start, form, in: buffer)
    let tailStart = (end ?? Int(start)) - Int(tailCount)
    return Atom.Children(
      preamble: bytes(from: Int(start), preambleCount), atoms: atoms,
      tail: end == nil ? [] : bytes(from: tailStart, Int(tailCount)))
  }

  private func bytes(from start: Int, _ count: Int) -> Bytes {
    buffer.bytes[start..<start + count]
  }
}

/// An atom that was not read from a file, was changed, or has what few atoms have. Only `Atom` changes
/// it, and only if no other atom has it too.
@safe final class OtherAtom: @unchecked Sendable {
  private var stored: Stored
  let form: Atom.Form
  let buffer: BytesRead?
  let place: UInt64
  let rarity: Rarity?

  /// The content. What few atoms have after their child atoms is kept apart: a change of very many tracks
  /// makes several of these for each.
  private enum Stored: Sendable {
    case bytes(Bytes)
    case atoms([Atom], preamble: Bytes)
    case children([Atom], Boxed<Beside>)
    case extent(Range<UInt64>)

    /// The bytes before and after child atoms.
    struct Beside { let preamble, tail: Bytes }

    init(_ content: Atom.Content) {
      switch content {
      case .bytes(let bytes): self = .bytes(bytes)
      case .children(let children):
        if children.tail.isEmpty {
          self = .atoms(children.atoms, preamble: children.preamble)
        } else {
          let beside = Beside(preamble: children.preamble, tail: children.tail)
          self = .children(children.atoms, Boxed(beside))
        }
      case .extent(let range): self = .extent(range)
      }
    }
  }

  var content: Atom.Content {
    get {
      switch stored {
      case .bytes(let bytes): .bytes(bytes)
      case .atoms(let atoms, let preamble):
        .children(Atom.Children(preamble: preamble, atoms: atoms))
      case .children(let atoms, let beside):
        .children(
          Atom.Children(preamble: beside.value.preamble, atoms: atoms, tail: beside.value.tail))
      case .extent(let range): .extent(range)
      }
    }
    set { stored = Stored(newValue) }
  }

  /// The child atoms; empty if the content is of another kind.
  var atoms: [Atom] {
    switch stored {
    case .atoms(let atoms, _), .children(let atoms, _): atoms
    case .bytes, .extent: []
    }
  }

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
    _ content: Atom.Content, in buffer: BytesRead?, form: Atom.Form, at place: UInt64,
    userType: Bytes, claimedSize: UInt64?, compressedAtoms: [Atom] = []
  ) {
    stored = Stored(content)
    self.buffer = buffer
    self.form = form
    self.place = place
    rarity = Rarity(
      userType: userType, claimedSize: claimedSize, compressedAtoms: compressedAtoms)
  }

  init(_ other: OtherAtom) {
    stored = other.stored
    buffer = other.buffer
    form = other.form
    place = other.place
    rarity = other.rarity
  }
}
