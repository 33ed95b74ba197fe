import MovKit

/// What a page has of atoms besides the tree: their bytes, which fields these are, and whole tables.
///
/// It is collected while the tree is written.
final class PageAtoms {
  /// The bytes of a field, counted from the start of its atom.
  struct Span {
    let name: String
    let start: UInt32
    let length: UInt32
    /// The first bit and the number of bits; none if the field takes all of its bytes.
    let firstBit: UInt16
    let bitCount: UInt16
  }

  /// Where the path, the bytes and the spans of an atom end in the lists of all atoms. A page has very many
  /// small ones.
  private struct Entry {
    let pathEnd: UInt32
    let bytesEnd: UInt32
    let spansEnd: UInt32
    /// Whether there was room for its spans.
    let hasSpans: Bool
  }

  private var entries: [Entry] = []
  private var paths: [UInt8] = []
  private var bytes: [UInt8] = []
  private var spans: [Span] = []
  private(set) var tables: [(path: String, fields: [(name: String, columns: [Column])])] = []
  /// The clauses that define atoms, by their paths without indices.
  private(set) var clauses: [String: String] = [:]
  private(set) var fragments = PageFragments()
  private(set) var hasUnreadBytes = false
  private(set) var hasCutValues = false
  private(set) var leftOut = LeftOut()

  typealias Column = (name: String, column: PackedColumn)

  struct LeftOut {
    var atoms = 0
    var bytes = 0
    var spans = 0
    var tables = 0
  }

  private let source: File
  private var roomForBytes = PageLimits.allBytes
  private var roomForSpans = PageLimits.allSpans
  private var roomForTables: Int

  /// The tables of sizes, which the tracks have.
  private static let tablesOfTracks: Set<FourCC> = ["stsz", "stz2"]

  init(_ file: InspectedFile, roomForTables: Int) {
    source = file.source
    self.roomForTables = roomForTables
  }

  /// Prepares for the fragments of a track.
  func prepare(_ track: Track, _ table: SampleTable) { fragments.add(track, table) }

  func finish() { fragments.finish() }

  /// Takes an atom with what is shown of it; nil if that is nothing.
  func take(_ node: AtomNode, _ description: AtomDescription?) {
    fragments.take(node)
    guard let description else {
      leftOut.atoms += 1
      return
    }
    takeClause(of: node)
    takeTables(description.fields, of: node)
  }

  private func takeClause(of node: AtomNode) {
    guard clauses.count < PageLimits.clauses,
      let clause = Schema.standard.clause(of: node.atom, in: node.context)
    else { return }
    clauses[node.path.withoutIndices] = clause
  }

  /// Takes the bytes of an atom, and where its fields are in them.
  func takeBytes(of node: AtomNode) {
    let atom = node.atom
    guard let offset = atom.offset else { return }
    var count = min(atom.size, PageLimits.bytesOfAtom)
    if atom.isLeftInFile { count = min(count, PageLimits.bytesOfMedia) }
    if let child = atom.atomsInside.first?.offset, child >= offset, atom.compressedAtoms.isEmpty {
      count = min(count, child - offset)
    }
    count = min(count, source.size > offset ? source.size - offset : 0)
    let path = node.path
    let cost = Base64.length(of: Int(clamping: count)) + path.utf8.count + 8
    guard cost <= roomForBytes else {
      leftOut.bytes += 1
      return
    }
    guard let read = try? source.read(at: offset, count: Int(clamping: count)) else {
      hasUnreadBytes = true
      return
    }
    roomForBytes -= cost
    paths += path.utf8
    bytes += read
    let before = spans.count
    for field in node.fields(rows: PageLimits.rows, values: false)
    where field.bytes.lowerBound >= offset && field.bytes.upperBound - offset <= count {
      // No atom has more bytes here than these numbers hold.
      spans.append(
        Span(
          name: field.name, start: UInt32(clamping: field.bytes.lowerBound - offset),
          length: UInt32(clamping: field.bytes.upperBound - field.bytes.lowerBound),
          firstBit: UInt16(clamping: field.bits?.lowerBound ?? 0),
          bitCount: UInt16(clamping: field.bits?.count ?? 0)))
    }
    let price = spans[before...].reduce(path.utf8.count + 8) { $0 + $1.name.utf8.count + 16 }
    let hasRoom = price <= roomForSpans
    if hasRoom {
      roomForSpans -= price
    } else {
      leftOut.spans += 1
      spans.removeLast(spans.count - before)
    }
    // The limits of a page are far below what these numbers hold.
    entries.append(
      Entry(
        pathEnd: UInt32(clamping: paths.count), bytesEnd: UInt32(clamping: bytes.count),
        spansEnd: UInt32(clamping: spans.count), hasSpans: hasRoom))
  }

  /// Passes each atom whose bytes are there to `body`: its path, its bytes, and where its fields are; nil
  /// if there was no room for those.
  func forEachAtom(
    _ body: (String, ArraySlice<UInt8>, ArraySlice<Span>?) throws(Failure) -> Void
  ) throws(Failure) {
    var (path, byte, span) = (0, 0, 0)
    for entry in entries {
      let ends = (Int(entry.pathEnd), Int(entry.bytesEnd), Int(entry.spansEnd))
      try body(
        String(decoding: paths[path..<ends.0], as: UTF8.self), bytes[byte..<ends.1],
        entry.hasSpans ? spans[span..<ends.2] : nil)
      (path, byte, span) = ends
    }
  }

  private func takeTables(_ fields: [Field], of node: AtomNode) {
    guard !Self.tablesOfTracks.contains(node.atom.type) else { return }
    var found: [(name: String, columns: [Column])] = []
    for field in fields {
      guard case .rows(let rows) = field.value, rows.count > PageLimits.rows,
        let shape = rows.shape()
      else { continue }
      guard let columns = columns(of: shape, rows.count) else {
        leftOut.tables += 1
        continue
      }
      if !columns.isEmpty { found.append((field.name, columns)) }
    }
    if !found.isEmpty { tables.append((node.path, found)) }
  }

  /// Returns the columns that are integers; nil if there is no room for them.
  private func columns(of shape: RowShape, _ count: Int) -> [Column]? {
    let chosen = shape.columns.enumerated().filter { _, column in
      switch column.kind {
      case .number, .offset, .distance, .time: true
      case .other: false
      }
    }
    var columns = chosen.map { _, column in
      let isOffset = if case .offset = column.kind { true } else { false }
      return (name: column.name, column: PackedColumn(expecting: count, isDelta: isOffset))
    }
    var numbers: [UInt64] = []
    let width = shape.columns.count
    for start in stride(from: 0, to: count, by: 512) {
      shape.read(start..<min(count, start + 512), into: &numbers)
      for place in columns.indices {
        let (index, column) = chosen[place]
        for position in stride(from: index, to: numbers.count, by: width) {
          if column.isSigned {
            columns[place].column.append(Int64(bitPattern: numbers[position]))
          } else {
            columns[place].column.append(numbers[position])
          }
        }
      }
      // Text of what is packed so far: more than fits is not finished.
      guard size(of: columns) <= roomForTables else { return nil }
    }
    for place in columns.indices {
      columns[place].column.finish()
      if columns[place].column.hasCutValues { hasCutValues = true }
    }
    let size = size(of: columns)
    guard size <= roomForTables, !columns.contains(where: \.column.isShort) else { return nil }
    roomForTables -= size
    return columns
  }

  private func size(of columns: [Column]) -> Int {
    columns.reduce(0) { $0 + $1.column.textSize + $1.name.utf8.count }
  }
}

extension JSONWriter {
  /// Writes the members `bytes`, `spans` and `tables`.
  mutating func members(_ atoms: PageAtoms) throws(Failure) {
    try key("bytes")
    try beginObject()
    try atoms.forEachAtom { (path, bytes, _) throws(Failure) in
      try key(path)
      try base64(bytes)
    }
    try endObject()
    try key("spans")
    try beginObject()
    try atoms.forEachAtom { (path, _, spans) throws(Failure) in
      guard let spans else { return }
      try key(path)
      try beginArray(inline: true)
      for span in spans { try value(span) }
      try endArray()
    }
    try endObject()
    try key("tables")
    try beginObject()
    for (path, fields) in atoms.tables {
      try key(path)
      try beginObject()
      for (name, columns) in fields {
        try key(name)
        try beginObject()
        for (name, column) in columns { try member(name.isEmpty ? "value" : name, column: column) }
        try endObject()
      }
      try endObject()
    }
    try endObject()
  }

  private mutating func value(_ span: PageAtoms.Span) throws(Failure) {
    try beginArray(inline: true)
    try value(span.name)
    try value(UInt64(span.start))
    try value(UInt64(span.length))
    if span.bitCount > 0 {
      try value(Int(span.firstBit))
      try value(Int(span.bitCount))
    }
    try endArray()
  }
}

extension String {
  /// A path of atoms without what is in square brackets.
  fileprivate var withoutIndices: String {
    var isInside = false
    return String(
      decoding: utf8.filter { byte in
        if byte == UInt8(ascii: "[") { isInside = true }
        defer { if byte == UInt8(ascii: "]") { isInside = false } }
        return !isInside
      }, as: UTF8.self)
  }
}
