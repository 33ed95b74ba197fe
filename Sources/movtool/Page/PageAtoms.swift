import MovKit

/// What a page has of atoms besides the tree: their bytes, which fields these are, and whole tables.
///
/// It is collected while the tree is written.
final class PageAtoms {
  /// The bytes of a field, counted from the start of its atom.
  struct Span {
    let name: String
    let start: UInt64
    let length: UInt64
    let bits: Range<Int>?
  }

  private(set) var bytes: [(path: String, bytes: [UInt8])] = []
  private(set) var spans: [(path: String, spans: [Span])] = []
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

  /// Takes an atom with what is shown of it.
  func take(_ node: AtomNode, _ description: AtomDescription, _ isShown: Bool) {
    fragments.take(node)
    guard isShown else {
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
    if case .extent = atom.content { count = min(count, PageLimits.bytesOfMedia) }
    if let child = atom.atomsInside.first?.offset, child >= offset, atom.compressedAtoms.isEmpty {
      count = min(count, child - offset)
    }
    count = min(count, source.size > offset ? source.size - offset : 0)
    let cost = Base64.length(of: Int(clamping: count)) + node.path.utf8.count + 8
    guard cost <= roomForBytes else {
      leftOut.bytes += 1
      return
    }
    guard let bytes = try? source.read(at: offset, count: Int(clamping: count)) else {
      hasUnreadBytes = true
      return
    }
    roomForBytes -= cost
    self.bytes.append((node.path, bytes))
    let spans = node.fields(rows: PageLimits.rows).compactMap { field -> Span? in
      guard field.bytes.lowerBound >= offset, field.bytes.upperBound - offset <= count else {
        return nil
      }
      return Span(
        name: field.name, start: field.bytes.lowerBound - offset,
        length: field.bytes.upperBound - field.bytes.lowerBound, bits: field.bits)
    }
    let price = spans.reduce(node.path.utf8.count + 8) { $0 + $1.name.utf8.count + 16 }
    guard price <= roomForSpans else {
      leftOut.spans += 1
      return
    }
    roomForSpans -= price
    self.spans.append((node.path, spans))
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
      case .number, .offset, .time: true
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
    for (path, bytes) in atoms.bytes {
      try key(path)
      try base64(bytes)
    }
    try endObject()
    try key("spans")
    try beginObject()
    for (path, spans) in atoms.spans {
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
    try value(span.start)
    try value(span.length)
    if let bits = span.bits {
      try value(bits.lowerBound)
      try value(bits.count)
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
