/// One atom (ISO: box) as it is in a file. Nothing of it is lost, and what was not edited is
/// written back byte for byte.
public struct Atom: Equatable, Sendable {
  /// How the header stores the size.
  public enum Form: Equatable, Sendable {
    /// 32 bits.
    case compact
    /// 64 bits, after a 32-bit size of 1.
    case extended
    /// A size of 0: the atom extends to the end of the file.
    case toEnd
  }

  /// What follows the header.
  public enum Content: Equatable, Sendable {
    /// Bytes that are not divided into child atoms.
    case bytes(Bytes)
    /// Child atoms, with the bytes around them.
    case children(Children)
    /// Content that was left in the file: the range of its bytes, without the header.
    case extent(Range<UInt64>)
  }

  /// The child atoms, the bytes before them and the bytes after them.
  public struct Children: Equatable, Sendable {
    /// The atom's own fields.
    public var preamble: Bytes = []
    /// The child atoms in file order.
    public var atoms: [Atom] = []
    /// A terminator, padding, or bytes that could not be read as an atom.
    public var tail: Bytes = []

    /// Child atoms with the bytes before and after them.
    public init(preamble: Bytes = [], atoms: [Atom] = [], tail: Bytes = []) {
      self.preamble = preamble
      self.atoms = atoms
      self.tail = tail
    }
  }

  // The order of these keeps an atom as small as it can be: 16 bytes.

  private var storage: AtomStorage
  /// The four-character code of the atom.
  public var type: FourCC

  /// What follows the header.
  public var content: Content {
    get { storage.content }
    set { keep(newValue, at: place, userType: userType, claimedSize: claimedSize) }
  }

  /// What follows the header, without child atoms.
  var ownBytes: AtomStorage.Own { storage.own }

  /// Whether the content was left in the file.
  package var isLeftInFile: Bool { storage.isLeftInFile }

  /// Whether the content is divided into child atoms, of which there may be none.
  var isDivided: Bool { storage.isDivided }

  /// The number of bytes before the child atoms; 0 if the content is not divided.
  var preambleCount: Int { @inline(never) get { storage.preambleCount } }

  /// How the header stores the size.
  public var form: Form {
    get { storage.form }
    set {
      guard newValue != form, !storage.setForm(newValue) else { return }
      storage = .other(
        OtherAtom(
          content, in: newValue.headerSize == form.headerSize ? buffer : nil, form: newValue,
          at: OtherAtom.place(place), userType: userType, claimedSize: claimedSize,
          compressedAtoms: newValue.headerSize == form.headerSize ? compressedAtoms : []))
    }
  }

  /// The 16 bytes that name a `uuid` atom; empty in other atoms.
  public var userType: Bytes {
    get { storage.userType }
    set {
      guard !newValue.isEmpty || !userType.isEmpty else { return }
      keep(content, at: place, userType: newValue, claimedSize: claimedSize)
    }
  }

  /// The size in bytes that the header declares, if it declares more than there was room for; else
  /// nil.
  public var claimedSize: UInt64? {
    @inline(never) get { storage.other?.rarity?.claimedSize }
    set {
      guard newValue != claimedSize else { return }
      keep(content, at: place, userType: userType, claimedSize: newValue)
    }
  }

  /// The number of bytes from the start of the file to the header; nil for an atom that was not
  /// read from a file, or that the file has only in compressed form.
  public var offset: UInt64? {
    @inline(never) get { place.flatMap { $0 < Self.firstDecompressedPlace ? $0 : nil } }
    set {
      guard newValue != place else { return }
      keep(content, at: newValue, userType: userType, claimedSize: claimedSize)
    }
  }

  /// Which atom of the file this is: its offset or, for an atom that the file has only in compressed
  /// form, a number that is an offset in no file; nil for an atom that was not read from a file.
  var place: UInt64? {
    let place = storage.place
    return place == OtherAtom.noPlace ? nil : place
  }

  /// The place of the first atom of those that are in compressed form. No file is as long.
  static let firstDecompressedPlace: UInt64 = 1 << 63

  /// Whether no atom in this one has file offsets. False also if that is not known.
  var isKnownToLackOffsets: Bool { storage.isKnownToLackOffsets }

  /// Whether all atoms in this one are as they were read, and in their places. False also if that is not
  /// known.
  var isAsParsed: Bool { @inline(never) get { storage.isAsParsed } }

  /// Notes of child atoms that they, and all in them, were just read, and whether they lack file offsets.
  /// - Parameter end: The end of the content, as an index into the bytes that were read.
  func noteParsed(upTo end: Int, lacksOffsets: Bool) {
    storage.noteParsed(upTo: end, lacksOffsets: lacksOffsets)
  }

  /// Whether this is what `other` is, from the same bytes or the same object. False says nothing.
  func isSame(as other: Atom) -> Bool { type == other.type && storage.isSame(as: other.storage) }

  /// What the bytes of the content are slices of; nil if that is not known.
  var buffer: BytesRead? { storage.buffer }

  /// Keeps other content, or the same of another place. Bytes of `content` may be slices of anything.
  private mutating func keep(
    _ content: Content, at place: UInt64?, userType: Bytes, claimedSize: UInt64?
  ) {
    storage = .other(
      OtherAtom(
        content, in: nil, form: form, at: OtherAtom.place(place), userType: userType,
        claimedSize: claimedSize))
  }

  /// Keeps content whose bytes are slices of a buffer.
  mutating func keep(_ content: Content, in buffer: BytesRead?) {
    storage = AtomStorage(
      content, in: buffer, form: form, at: place, userType: userType, claimedSize: claimedSize)
  }

  /// Keeps the child atoms that its bytes were divided into.
  mutating func divide(preamble: Bytes, into atoms: [Atom], tail: Bytes) {
    let start = preamble.startIndex
    let divided: AtomStorage? =
      switch storage {
      case .bytes(let buffer, let first) where start == Int(first):
        AtomStorage(preamble: preamble, atoms, tail: tail, in: buffer, form: .compact)
      case .whole(let buffer) where start == 0:
        AtomStorage(preamble: preamble, atoms, tail: tail, in: buffer, form: .compact)
      default: nil
      }
    if let divided {
      storage = divided
    } else {
      keep(.children(Children(preamble: preamble, atoms: atoms, tail: tail)), in: buffer)
    }
  }

  /// Divides bytes that were read into a few atoms without children, after bytes of another kind. Returns
  /// their number; nil if the content is not so, and then nothing changes. See `LeavesRead.found`.
  mutating func divideIntoLeaves(
    after preambleCount: Int, atMost most: Int, _ isLeaf: (FourCC) -> Bool,
    _ mayHaveOffsets: (FourCC) -> Bool
  ) -> Int? {
    guard case .bytes(let buffer, let start) = storage,
      let (leaves, count) = LeavesRead.found(
        in: buffer, at: start, after: preambleCount, atMost: most, isLeaf, mayHaveOffsets)
    else { return nil }
    storage = .leaves(leaves)
    return count
  }

  /// An atom with a header that was read at a place. Its bytes, if there are any, are a slice of
  /// `buffer`.
  init(
    _ header: AtomHeader, _ content: Content, in buffer: BytesRead?, at place: UInt64?,
    claimedSize: UInt64?
  ) {
    type = header.type
    storage = AtomStorage(
      content, in: buffer, form: header.form, at: place, userType: header.userType.bytes,
      claimedSize: claimedSize)
  }

  /// An atom with a compact header.
  public init(_ type: FourCC, _ content: Content) {
    self.type = type
    storage = .other(
      OtherAtom(
        content, in: nil, form: .compact, at: OtherAtom.noPlace, userType: [], claimedSize: nil))
  }

  /// The atom without children whose header, of 8 bytes, is at a place in the bytes that were read.
  init(leafAt place: Int, in buffer: BytesRead) {
    let header = buffer.header(at: place)
    type = header.type
    storage = .bytes(buffer, start: UInt32(truncatingIfNeeded: place + 8))
  }

  /// Returns the end of the atom in `buffer` if it is exactly what `init(leafAt:in:)` makes; else nil.
  @inline(never)
  func endOfLeaf(at place: Int, in buffer: BytesRead) -> Int? {
    guard case .bytes(let own, let start) = storage, own === buffer, Int(start) == place + 8,
      type != "uuid", buffer.header(at: place).type == type
    else { return nil }
    return Int(start) + Int(contentSize)
  }

  public static func == (a: Atom, b: Atom) -> Bool {
    a.type == b.type && a.form == b.form
      && (a.storage.isSame(as: b.storage)
        || a.place == b.place && a.userType == b.userType && a.claimedSize == b.claimedSize
          && a.content == b.content)
  }

  /// The size of the header in bytes.
  public var headerSize: Int {
    form.headerSize + storage.userTypeSize
  }

  /// The size of the whole atom in bytes, header included; the greatest number if it is more than that.
  public var size: UInt64 {
    @inline(never) get { UInt64(headerSize).addingClamping(contentSize) }
  }

  private var contentSize: UInt64 { storage.size }

  /// The number of bytes from the start of the file to the content; nil if `offset` is nil.
  public var contentOffset: UInt64? { offset.map { $0 + UInt64(headerSize) } }

  /// The place of the content; nil if `place` is nil.
  var contentPlace: UInt64? { place.map { $0 &+ UInt64(headerSize) } }
}

// MARK: Serialising

extension Atom {
  /// Returns the bytes of the whole atom.
  ///
  /// - Throws: `FormatError` if the header cannot store the size, or if the content of the atom or
  ///   of an atom in it was left in the file.
  public func serialized() throws(FormatError) -> [UInt8] { try pieces().bytes }

  /// Returns the whole atom, with large contents as slices of the buffers that they were read into.
  /// Throws as `serialized` does.
  func pieces() throws(FormatError) -> Pieces {
    var writing = AtomWriting(Pieces())
    try writing.append(self)
    return writing.finished()
  }

  /// Returns the bytes of the header alone.
  func serializedHeader() throws(FormatError) -> [UInt8] {
    var header = AtomHeader()
    header.type = type
    // A change can make it longer than it claimed to be.
    let size = max(claimedSize ?? 0, self.size)
    switch form {
    case .toEnd: header.size = 0
    case .extended:
      header.size = 1
      header.largeSize = size
    case .compact:
      guard let compact = UInt32(exactly: size), compact > 1 else {
        throw FormatError(.doesNotFit(bits: 32), path: "\(type)/size", at: offset)
      }
      header.size = compact
    }
    header.userType = RawBytes(bytes: userType)
    return try header.serialized()
  }

  /// Appends what follows the header.
  func appendContent(to pieces: inout Pieces) throws(FormatError) {
    var writing = AtomWriting(pieces)
    try writing.appendContent(of: self)
    pieces = writing.finished()
  }

  /// The whole atom as it was read: its bytes are in the buffer; nil if it may be written as others.
  var wholeAsRead: (buffer: BytesRead, range: Range<Int>)? {
    guard type != "uuid" else { return nil }
    let (buffer, start, size): (BytesRead, Int, Int)
    switch storage {
    case .bytes(let own, let first):
      (buffer, start, size) = (own, Int(first), Int(contentSize))
    case .leaves(let leaves):
      (buffer, start, size) = (leaves.buffer, Int(leaves.start), leaves.size)
    case .children(let read) where read.isAsParsed:
      (buffer, start, size) = (read.buffer, Int(read.start), Int(read.size))
    default: return nil
    }
    guard start >= 8, case let header = buffer.header(at: start - 8), header.type == type,
      UInt64(header.size) == UInt64(size) + 8
    else { return nil }
    return (buffer, start - 8..<start + size)
  }
}

// MARK: Children

extension Atom {
  /// The child atoms; empty if the content is of another kind. Setting it keeps the bytes before
  /// and after existing children, and replaces any other content.
  public var children: [Atom] {
    @inline(never) get { storage.children }
    set {
      if storage.takeChildren(toChangeThem: false) != nil {
        storage.putBack(newValue)
      } else {
        content = .children(Children(atoms: newValue))
      }
    }
    _modify {
      var changed = takeChildren()
      defer { storage.putBack(changed) }
      yield &changed
    }
  }

  /// Adds a child at a place among the others. One that has no size of its own, or claims more bytes than it has,
  /// would swallow what comes after it, so it gets the size that it has.
  mutating func insertChild(_ child: Atom, at place: Int) { insertChildren([child], at: place) }

  /// Adds children as `insertChild` adds one.
  mutating func insertChildren(_ added: [Atom], at place: Int) {
    Self.insert(added, among: &children, at: place)
  }

  /// Inserts into the children, which so are taken out of their atom once.
  private static func insert(_ added: [Atom], among atoms: inout [Atom], at place: Int) {
    atoms.insert(contentsOf: added, at: place)
    guard !added.isEmpty else { return }
    for index in max(place - 1, 0)..<min(place + added.count, atoms.count - 1) {
      if atoms[index].claimedSize != nil { atoms[index].claimedSize = nil }
      if atoms[index].form == .toEnd { atoms[index].form = .compact }
    }
  }

  /// Adds a child after all others.
  mutating func appendChild(_ child: Atom) { insertChild(child, at: children.count) }

  /// Adds children after all others.
  mutating func appendChildren(_ atoms: [Atom]) { insertChildren(atoms, at: children.count) }

  /// Takes the children out, so that a change of them copies none; `storage.putBack` ends it.
  @inline(never)
  private mutating func takeChildren() -> [Atom] {
    if let atoms = storage.takeChildren() { return atoms }
    content = .children(Children())
    return []
  }

  /// The atoms that the file has in this one in compressed form, decompressed; mostly none. They are
  /// dropped if anything else of the atom is changed.
  public internal(set) var compressedAtoms: [Atom] {
    get { storage.other?.rarity?.compressedAtoms ?? [] }
    set {
      storage = .other(
        OtherAtom(
          content, in: buffer, form: form, at: OtherAtom.place(place), userType: userType,
          claimedSize: claimedSize, compressedAtoms: newValue))
    }
  }

  /// Whether the file has the atom only in compressed form.
  package var isInCompressedForm: Bool { place.map { $0 >= Self.firstDecompressedPlace } ?? false }

  /// Whether there can be atoms in this one; most have none.
  var mayHaveAtomsInside: Bool { storage.mayHaveAtomsInside }

  /// The atoms in this one: its children, or those that it has in compressed form.
  package var atomsInside: [Atom] {
    let compressed = compressedAtoms
    return compressed.isEmpty ? children : compressed
  }

  /// Returns the first child of a type, or nil.
  public func first(_ type: FourCC) -> Atom? { storage.first(type) }

  /// Returns the index of the first child of a type; nil if there is none.
  @inline(never)
  func indexOfFirst(_ type: FourCC) -> Int? { children.firstIndex(of: type) }

  /// Returns the indices of the children of a type.
  @inline(never)
  func indices(of type: FourCC) -> [Int] {
    let children = children
    return children.indices.filter { children[$0].type == type }
  }

  /// Returns the number of children of one of several types.
  func count(of types: [FourCC]) -> Int { storage.count(of: types) }

  /// Calls `body` with the type of each child. The children are not made for it.
  @inline(__always)
  func forEachType(_ body: (FourCC) -> Void) { storage.forEachType(body) }

  /// Returns all children of a type.
  public func all(_ type: FourCC) -> [Atom] { storage.all(type) }

  /// Returns the first child of the first type, then that atom's first child of the second type,
  /// and so on; nil if one of them is missing.
  public func descendant(_ path: FourCC...) -> Atom? {
    var found = self
    for type in path {
      guard let next = found.first(type) else { return nil }
      found = next
    }
    return found
  }
}
