extension Atom {
  /// A record read from an atom, and the bytes after it that no field explains.
  ///
  /// `R` is not constrained to `Record`: a check at run time whether a type conforms takes longer
  /// than decoding most atoms.
  public struct Decoded<R: Sendable>: Sendable {
    /// The decoded record.
    public var record: R
    /// The bytes after the record that no field explains.
    public var trailing: Bytes
    /// The offsets in the file of reserved bytes that are not zero; nil if the offset is not known.
    public var reservedInUse: [UInt64?]
    /// Tables that declare more rows than the atom has bytes for; only the rows that are there were
    /// read.
    package var cutTables: [CutTable]
  }

  /// An atom that holds a record and, if its layout has them, child atoms. A record that counts its
  /// children gets their number, without free space.
  ///
  /// - Throws: `FormatError` if a value does not fit in its field.
  public init<R: Record>(_ type: FourCC, _ record: R, children: [Atom]? = nil) throws(FormatError) {
    var record = record
    let bytes: [UInt8]
    do {
      if let children, record.countedChildren != nil {
        try record.setCountedChildren(children.count(as: R.countedType))
      }
      bytes = try record.serialized()
    } catch { throw error.inside("\(type)") }
    self.init(type, bytes, children)
  }

  @inline(never)
  private init(_ type: FourCC, _ fields: [UInt8], _ children: [Atom]?) {
    self.init(
      type,
      children.map { .children(Children(preamble: fields[...], atoms: $0)) }
        ?? .bytes(fields[...]))
  }

  /// An atom that holds only child atoms.
  public init(_ type: FourCC, children: [Atom]) {
    self.init(type, .children(Children(atoms: children)))
  }

  /// Returns the record that the atom's bytes hold. Bytes after the record are ignored.
  ///
  /// - Throws: `FormatError` if there are too few bytes, or if their version is unknown.
  public func decode<R: Record>(_ record: R.Type) throws(FormatError) -> R {
    var decoded = R()
    var reader = try fieldReader(readingCutTables: false)
    do { try decoded.fields(&reader) } catch { throw inside(error) }
    return decoded
  }

  /// Like `decode`, for callers that only read. If a table declares more rows than there are bytes
  /// for, the rows that are there are read, and `report` is called with a diagnostic of the rule
  /// `table-cut`.
  func decode<R: Record>(
    _ record: R.Type, readingCutTables report: (Diagnostic) -> Void
  ) throws(FormatError) -> R {
    var decoded = R()
    let reading = try read(into: &decoded, readingCutTables: true)
    for table in reading.cutTables { report(table.diagnostic(at: "\(type)")) }
    return decoded
  }

  /// Returns the record that the atom's bytes hold, and what is odd about them.
  ///
  /// If `readingCutTables` is true and a table declares more rows than there are bytes for, the rows
  /// that are there are read. If it is false, that is an error.
  ///
  /// - Throws: `FormatError` if there are too few bytes, or if their version is unknown.
  public func decoded<R: Record>(
    _: R.Type, readingCutTables: Bool = false
  ) throws(FormatError) -> Decoded<R> {
    var record = R()
    let reading = try read(into: &record, readingCutTables: readingCutTables)
    return Decoded(
      record: record, trailing: reading.trailing, reservedInUse: reading.reservedInUse,
      cutTables: reading.cutTables)
  }

  /// What `Decoded` has besides the record. For each type of record, the runtime would have to look up that
  /// of `Decoded`, which takes as long as to decode a small one.
  struct Reading {
    fileprivate let reader: Reader

    /// The bytes after the record that no field explains. Child atoms that are not parsed are such bytes.
    var trailing: Bytes { reader.childrenStart.map(reader.bytes(from:)) ?? reader.remaining }
    var reservedInUse: [UInt64?] { reader.reservedInUse }
    var cutTables: [CutTable] { reader.cutTables }

    /// Whether there is any of these.
    var isOdd: Bool {
      reader.hasBytes(from: reader.childrenStart) || !reader.reservedInUse.isEmpty
        || !reader.cutTables.isEmpty
    }
  }

  /// Reads a record as `decoded` does.
  func read<R: Record>(
    into record: inout R, readingCutTables: Bool = false
  ) throws(FormatError) -> Reading {
    var reader = try fieldReader(readingCutTables: readingCutTables)
    do { try record.fields(&reader) } catch { throw inside(error) }
    return Reading(reader: reader)
  }

  // What does not depend on the type of the record is in functions of its own, of which the compiler
  // makes one each and not one for each record.

  @inline(never)
  private func fieldReader(readingCutTables: Bool) throws(FormatError) -> Reader {
    switch ownBytes {
    case .bytes(let bytes):
      return Reader(bytes, at: contentOffset, readingCutTables: readingCutTables)
    case .beside(let preamble, _):
      return Reader(
        preamble, at: contentOffset, endsBeforeChildren: true, readingCutTables: readingCutTables)
    case .extent: throw FormatError(.notRead, path: "\(type)", at: offset)
    }
  }

  @inline(never)
  private func inside(_ error: FormatError) -> FormatError { error.inside("\(type)") }

  @inline(never)
  private mutating func replaceFields(by bytes: [UInt8], before trailing: Bytes) {
    switch content {
    case .children(var children):
      children.preamble = bytes + trailing
      content = .children(children)
    case .bytes, .extent: content = .bytes(bytes + trailing)
    }
  }

  /// Replaces the atom's own fields. Child atoms, and bytes that no field explains, are kept.
  ///
  /// - Throws: `FormatError` if the fields cannot be read, or if a new value does not fit in its
  ///   field; and what `change` throws.
  public mutating func update<R: Record>(
    _: R.Type, _ change: (inout R) throws(FormatError) -> Void
  ) throws(FormatError) {
    var decoded = try decoded(R.self)
    try change(&decoded.record)
    let bytes: [UInt8]
    do { bytes = try decoded.record.serialized() } catch { throw inside(error) }
    replaceFields(by: bytes, before: decoded.trailing)
  }
}
