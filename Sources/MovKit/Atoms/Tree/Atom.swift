/// One atom (ISO: box) as it stands in a file: nothing of it is lost, and what nobody edits is
/// written back byte for byte.
public struct Atom: Equatable, Sendable {
  /// How the head tells the size.
  public enum Form: Equatable, Sendable {
    /// 32 bits.
    case compact
    /// 64 bits, behind a 32-bit size of 1.
    case extended
    /// A size of 0: to the end of the file.
    case toEnd
  }

  public enum Content: Equatable, Sendable {
    case bytes(Bytes)
    case children(Children)
    /// Left in the file: the range of bytes that follow the head.
    case extent(Range<UInt64>)
  }

  /// Child atoms, what stands before them, and what is left behind them.
  public struct Children: Equatable, Sendable {
    /// The atom's own fields.
    public var preamble: Bytes = []
    public var atoms: [Atom] = []
    /// A terminator, padding, or what could not be read as an atom.
    public var tail: Bytes = []

    public init(preamble: Bytes = [], atoms: [Atom] = [], tail: Bytes = []) {
      self.preamble = preamble
      self.atoms = atoms
      self.tail = tail
    }
  }

  public var type: FourCC
  public var form = Form.compact
  /// The 16 bytes that name a `uuid` atom, else empty.
  public var userType: Bytes = []
  /// The size that the head claims, where it claims more than there was room for.
  public var claimedSize: UInt64?
  /// Bytes from the start of the file to the head; nil for an atom made here.
  public var offset: UInt64?
  public var content: Content

  public init(_ type: FourCC, _ content: Content) {
    self.type = type
    self.content = content
  }

  /// Bytes of the head.
  public var headerSize: Int { (form == .extended ? 16 : 8) + userType.count }

  /// Bytes of the whole atom.
  public var size: UInt64 { UInt64(headerSize) + contentSize }

  private var contentSize: UInt64 {
    switch content {
    case .bytes(let bytes): UInt64(bytes.count)
    case .children(let children):
      children.atoms.reduce(UInt64(children.preamble.count + children.tail.count)) { $0 + $1.size }
    case .extent(let range): range.upperBound - range.lowerBound
    }
  }

  /// Where the content begins in the file.
  public var contentOffset: UInt64? { offset.map { $0 + UInt64(headerSize) } }
}

// MARK: Serialising

extension Atom {
  /// The whole atom. Throws where the head cannot tell the size, and for an atom whose content was
  /// left in the file.
  public func serialized() throws(FormatError) -> [UInt8] { try pieces().bytes }

  /// The whole atom, with large contents as slices of the buffers that they were read into. Throws
  /// as `serialized` does.
  func pieces() throws(FormatError) -> Pieces {
    var pieces = Pieces()
    try append(to: &pieces)
    return pieces
  }

  /// The head alone.
  func serializedHeader() throws(FormatError) -> [UInt8] {
    var header = AtomHeader()
    header.type = type
    let size = claimedSize ?? self.size
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

  /// Appends the whole atom.
  private func append(to pieces: inout Pieces) throws(FormatError) {
    pieces.append(try serializedHeader())
    try appendContent(to: &pieces)
  }

  /// Appends what stands behind the head.
  func appendContent(to pieces: inout Pieces) throws(FormatError) {
    switch content {
    case .bytes(let payload): pieces.append(payload)
    case .children(let children):
      pieces.append(children.preamble)
      for atom in children.atoms { try atom.append(to: &pieces) }
      pieces.append(children.tail)
    case .extent:
      throw FormatError(
        .invalid("the content was not read from the file"), path: "\(type)", at: offset)
    }
  }
}

// MARK: Children

extension Atom {
  /// The child atoms; none where the content is something else.
  public var children: [Atom] {
    get {
      if case .children(let children) = content { children.atoms } else { [] }
    }
    set {
      if case .children(var children) = content {
        children.atoms = newValue
        content = .children(children)
      } else {
        content = .children(Children(atoms: newValue))
      }
    }
  }

  /// The first child of a type.
  public func first(_ type: FourCC) -> Atom? { children.first { $0.type == type } }

  /// The children of a type.
  public func all(_ type: FourCC) -> [Atom] { children.filter { $0.type == type } }

  /// The first child of the first type, then the first of that one's, and so on.
  public func descendant(_ path: FourCC...) -> Atom? {
    var atom = self
    for type in path {
      guard let next = atom.first(type) else { return nil }
      atom = next
    }
    return atom
  }
}

// MARK: Records

extension Atom {
  /// A record read from an atom, and the bytes after it that no field explains.
  ///
  /// Nothing here asks for a `Record`: to look up at run time whether a type is one takes longer than
  /// to decode most atoms.
  public struct Decoded<R: Sendable>: Sendable {
    public var record: R
    public var trailing: Bytes
    /// Offsets in the file of reserved bytes that are not zero.
    public var reservedInUse: [UInt64?]
    /// Tables that were read as far as their bytes go.
    package var cutTables: [CutTable]
  }

  /// An atom that holds a record and, where its layout says so, child atoms.
  public init<R: Record>(_ type: FourCC, _ record: R, children: [Atom]? = nil) throws(FormatError) {
    var record = record
    if let children, record.countedChildren != nil, var counted = record as? any CountsChildren {
      guard let count = UInt32(exactly: children.count) else {
        throw FormatError(.doesNotFit(bits: 32), path: "\(type)/entry_count")
      }
      counted.entryCount = count
      if let same = counted as? R { record = same }
    }
    let bytes: Bytes
    do { bytes = try record.serialized()[...] } catch { throw error.inside("\(type)") }
    self.init(
      type, children.map { .children(Children(preamble: bytes, atoms: $0)) } ?? .bytes(bytes))
  }

  /// An atom that holds only child atoms.
  public init(_ type: FourCC, children: [Atom]) {
    self.init(type, .children(Children(atoms: children)))
  }

  /// The record that the atom's bytes hold. Throws where they are too few, or of an unknown
  /// version; bytes too many are ignored.
  public func decode<R: Record>(_ record: R.Type) throws(FormatError) -> R {
    try decoded(record).record
  }

  /// Like `decode`, for callers that only read: a table that counts more rows than there are bytes for
  /// has those that are there, and `report` is given a diagnostic with the rule `table-cut`.
  func decode<R: Record>(
    _ record: R.Type, readingCutTables report: (Diagnostic) -> Void
  ) throws(FormatError) -> R {
    let decoded = try decoded(record, readingCutTables: true)
    for table in decoded.cutTables { report(table.diagnostic(at: "\(type)")) }
    return decoded.record
  }

  /// - Parameter readingCutTables: whether a table that counts more rows than there are bytes for
  ///   has those that are there; else it is an error.
  public func decoded<R: Record>(
    _: R.Type, readingCutTables: Bool = false
  ) throws(FormatError) -> Decoded<R> {
    var reader: Reader
    let own: Bytes
    switch content {
    case .bytes(let bytes):
      own = bytes
      reader = Reader(bytes, at: contentOffset, readingCutTables: readingCutTables)
    case .children(let children):
      own = children.preamble
      reader = Reader(
        children.preamble, at: contentOffset, endsBeforeChildren: true,
        readingCutTables: readingCutTables)
    case .extent:
      throw FormatError(
        .invalid("the content was not read from the file"), path: "\(type)", at: offset)
    }
    var record = R()
    do { try record.fields(&reader) } catch { throw error.inside("\(type)") }
    // Child atoms that are not parsed are bytes not explained by any field.
    return Decoded(
      record: record, trailing: reader.childrenStart.map { own[$0...] } ?? reader.remaining,
      reservedInUse: reader.reservedInUse, cutTables: reader.cutTables)
  }

  /// Replaces the atom's own fields. Child atoms, and bytes not explained by any field, stay.
  public mutating func update<R: Record>(
    _: R.Type, _ change: (inout R) throws(FormatError) -> Void
  ) throws(FormatError) {
    var decoded = try decoded(R.self)
    try change(&decoded.record)
    let bytes: Bytes
    do { bytes = try decoded.record.serialized()[...] } catch { throw error.inside("\(type)") }
    switch content {
    case .children(var children):
      children.preamble = bytes + decoded.trailing
      content = .children(children)
    case .bytes, .extent: content = .bytes(bytes + decoded.trailing)
    }
  }
}

extension FourCC {
  /// Whether atoms of this type only take up room, wherever they stand (ISO/IEC 14496-12, 8.1.2;
  /// QuickTime File Format, "Free Space Atoms" and "Wide Atoms").
  var isFreeSpace: Bool { Self.freeSpace.contains(self) }

  static let freeSpace: [FourCC] = ["free", "skip", "wide"]
}

extension Atom {
  /// The children that `entry_count` counts, such as the sample descriptions of `stsd`: all but
  /// free space, which may stand among them and has no number.
  public var entries: [Atom] { children.filter { !$0.type.isFreeSpace } }
}

/// A record whose `entry_count` tells how many child atoms follow. Files get it wrong, so it is
/// kept as read; an atom made here has it counted.
protocol CountsChildren: Record {
  var entryCount: UInt32 { get set }
}

extension CountsChildren {
  public var countedChildren: UInt32? { entryCount }
}
