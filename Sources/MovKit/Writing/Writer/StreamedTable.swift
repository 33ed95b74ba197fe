/// An atom that is mostly one table, which is written a few rows at a time: the whole table is
/// never in memory.
struct StreamedTable {
  /// Receives the next bytes of the file.
  typealias Sink = (Bytes) throws(WritingError) -> Void

  let type: FourCC
  /// The size in bytes, without the atom's header.
  let size: UInt64
  private let body: (Sink) throws(WritingError) -> Void

  /// Writes everything after the atom's header.
  func write(to sink: Sink) throws(WritingError) { try body(sink) }

  /// Returns everything after the atom's header.
  func bytes() throws(WritingError) -> [UInt8] {
    var bytes: [UInt8] = []
    // A list that grows by itself would take up to three times as much.
    if let size = Int(exactly: size) {
      try io { () throws(IOError) in try Memory.check(size) }
      bytes.reserveCapacity(size)
    }
    try write { bytes += $0 }
    return bytes
  }

  /// The number of rows written at once. It is even, so that rows of half a byte fill whole bytes.
  private static let batch = 4096

  /// `record` has the fields around the table. `rows` must have exactly `count` elements.
  ///
  /// Throws if the record's count cannot hold that number.
  init<R: Record, Row: TableRow>(
    _ type: FourCC, _ record: R, count: UInt64, rows: some Sequence<Row>, layout: Row.Layout
  ) throws(FormatError) {
    guard let rowCount = Int(exactly: count) else { throw FormatError(.doesNotFit(bits: 32)) }
    var record = record
    var writer = Writer(leavingOut: rowCount)
    do { try record.fields(&writer) } catch { throw error.inside("\(type)") }
    let fields = writer.bytes
    let (rowBits, overflow) = count.multipliedReportingOverflow(
      by: UInt64(Table<Row>.strideBits(layout)))
    guard !overflow else { throw FormatError(.doesNotFit(bits: 64), path: "\(type)") }
    self.type = type
    size = UInt64(fields.count) + (rowBits >> 3) + (rowBits & 7 == 0 ? 0 : 1)
    body = { sink throws(WritingError) in
      try sink(fields[...])
      var batch: [Row] = []
      batch.reserveCapacity(min(Self.batch, rowCount))
      var iterator = rows.makeIterator()
      var isAtEnd = false
      while !isAtEnd {
        batch.removeAll(keepingCapacity: true)
        while batch.count < Self.batch, !isAtEnd {
          if let row = iterator.next() { batch.append(row) } else { isAtEnd = true }
        }
        guard !batch.isEmpty else { break }
        let bytes: Bytes
        do throws(FormatError) { bytes = try Table(batch, layout: layout).bytes } catch {
          throw .format(error)
        }
        try sink(bytes)
      }
    }
  }

  init<R: Record, Row: TableRow>(
    _ type: FourCC, _ record: R, count: UInt64, rows: some Sequence<Row>
  ) throws(FormatError) where Row.Layout == FixedLayout {
    try self.init(type, record, count: count, rows: rows, layout: FixedLayout())
  }
}

/// A tree of atoms some of which are tables that are written in pieces.
struct StreamedAtoms {
  /// The tables by their start in a range of numbers of its own: an atom whose content is an extent
  /// of this range stands for the table that starts there.
  private var tables: [UInt64: StreamedTable] = [:]
  private var end: UInt64 = 0

  /// The size up to which a table is made at once, in bytes: what writes it later takes more.
  private static let small: UInt64 = 256

  /// The size up to which an atom is kept as bytes. In a larger one, most bytes are slices of the file
  /// that was read.
  private static let smallTree: UInt64 = 4096

  /// Adds a table and returns the atom that stands for it in the tree.
  mutating func atom(_ table: StreamedTable) -> Atom {
    if table.size <= Self.small, let bytes = try? table.bytes() {
      return Atom(table.type, .bytes(bytes[...]))
    }
    let atom = Atom(table.type, .extent(end..<end + table.size))
    tables[end] = table
    end += table.size
    return atom
  }

  /// Returns a small atom without its tree, which takes four times the memory of its bytes. A larger one,
  /// and one with a table that is written in pieces, is returned as it is.
  func inBytes(_ atom: Atom) -> Atom {
    guard atom.size <= Self.smallTree, let bytes = try? atom.serialized() else { return atom }
    var whole = Atom(atom.type, .bytes(Array(bytes.dropFirst(atom.headerSize))[...]))
    whole.form = atom.form
    return whole
  }

  /// Returns the atom with its tables in memory.
  func inMemory(_ atom: Atom) throws(FormatError) -> Atom {
    var whole = atom
    switch atom.content {
    case .bytes: break
    case .extent(let range):
      do throws(WritingError) {
        whole.content = .bytes((try tables[range.lowerBound]?.bytes() ?? [])[...])
      } catch {
        throw FormatError(.invalid(error.reason), path: "\(atom.type)")
      }
    case .children(var children):
      for index in children.atoms.indices {
        children.atoms[index] = try inMemory(children.atoms[index])
      }
      whole.content = .children(children)
    }
    return whole
  }

  /// Writes an atom and everything inside it.
  func write(_ atom: Atom, to sink: StreamedTable.Sink) throws(WritingError) {
    try sink(atoms { () throws(FormatError) in try atom.serializedHeader() }[...])
    switch atom.content {
    case .bytes(let bytes): try sink(bytes)
    case .extent(let range): try tables[range.lowerBound]?.write(to: sink)
    case .children(let children):
      try sink(children.preamble)
      for child in children.atoms { try write(child, to: sink) }
      try sink(children.tail)
    }
  }
}
