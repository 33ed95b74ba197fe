import MovKit

/// Atoms as JSON. Tables and bytes are written as they are read: nothing is built first.
struct AtomJSON {
  private var json: JSONWriter
  private let options: InspectOptions
  private var describer = AtomDescriber()

  init(to output: Output, options: InspectOptions) {
    json = JSONWriter(to: output)
    self.options = options
  }

  mutating func beginFiles() throws(Failure) { try json.beginArray() }

  mutating func endFiles() throws(Failure) { try json.endArray() }

  mutating func endDocument() throws(Failure) { try json.endDocument() }

  mutating func write(_ file: InspectedFile) throws(Failure) {
    try json.beginObject()
    try json.member("file", file.path.description)
    try json.member("size", file.source.size)
    try json.key("atoms")
    try json.beginArray()
    var notes = DiagnosticList(file.diagnostics)
    var open = 0
    let base = file.baseDepth
    for node in file.nodes(levels: options.depth) {
      while open > node.depth - base {
        try endAtom()
        open -= 1
      }
      let isCut = node.depth - base + 1 >= options.depth && !node.atom.children.isEmpty
      try begin(node, of: file, leavingChildrenOut: isCut, &notes)
      if isCut { try json.endObject() } else { open += 1 }
    }
    while open > 0 {
      try endAtom()
      open -= 1
    }
    try json.endArray()
    try write(notes)
    try json.endObject()
  }

  private mutating func begin(
    _ node: AtomNode, of file: InspectedFile, leavingChildrenOut: Bool,
    _ notes: inout DiagnosticList
  ) throws(Failure) {
    let description = describer.describe(node)
    notes.append(description.diagnostics)
    try json.beginObject()
    try json.member("type", node.atom.type.description)
    try json.member("path", node.path)
    try json.key("offset")
    if let offset = node.atom.offset { try json.value(offset) } else { try json.null() }
    try json.member("size", node.atom.size)
    try json.member("headerSize", node.atom.headerSize)
    try json.member("name", description.name)
    try json.key("fields")
    try json.beginObject()
    for field in description.fields {
      try json.key(field.name)
      try write(field.value)
    }
    if let extent = description.extent, !extent.isEmpty, options.shows(node.atom) {
      try json.key("data")
      try write(FileBytes(extent, in: file.source), &notes, at: node)
    }
    try json.endObject()
    if leavingChildrenOut {
      try json.member("childCount", node.atom.children.count)
    } else {
      try json.key("children")
      try json.beginArray()
    }
  }

  private mutating func endAtom() throws(Failure) {
    try json.endArray()
    try json.endObject()
  }

  // MARK: Values

  private mutating func write(_ value: FieldValue) throws(Failure) {
    switch value {
    case .unsigned(let number): try json.value(number)
    case .signed(let number): try json.value(number)
    case .decimal(let digits): try json.value(exactly: digits)
    case .text(let text): try json.value(text)
    case .bool(let flag): try json.value(flag)
    case .bytes(let bytes): try write(bytes)
    case .list(let values):
      try json.beginArray(inline: true)
      for value in values { try write(value) }
      try json.endArray()
    case .fields(let fields):
      try json.beginObject(inline: fields.allSatisfy(\.value.isScalar))
      for field in fields {
        try json.key(field.name)
        try write(field.value)
      }
      try json.endObject()
    case .rows(let rows): try write(rows)
    case .meaning(let value, let name, let text):
      try json.beginObject(inline: true)
      try json.key("value")
      try write(value)
      try json.member(name.description, text)
      try json.endObject()
    }
  }

  private mutating func write(_ rows: FieldValue.Rows) throws(Failure) {
    let shown = options.rowsInJSON.limit(rows.count)
    let isCut = shown < rows.count
    if isCut {
      try json.beginObject()
      try json.member("count", rows.count)
      try json.key("rows")
    }
    let isShort = shown <= 16 && (0..<shown).allSatisfy { rows.row($0).isScalar }
    try json.beginArray(inline: isShort)
    for index in 0..<shown { try write(rows.row(index)) }
    try json.endArray()
    if isCut { try json.endObject() }
  }

  private mutating func write(_ bytes: Bytes) throws(Failure) {
    let shown = options.bytesInJSON.limit(bytes.count)
    try beginBytes(isCut: shown < bytes.count, size: UInt64(bytes.count))
    try json.hexadecimal { (take) throws(Failure) in try take(bytes.prefix(shown)) }
    if shown < bytes.count { try json.endObject() }
  }

  private mutating func write(
    _ bytes: FileBytes, _ notes: inout DiagnosticList, at node: AtomNode
  ) throws(Failure) {
    let shown = options.bytesInJSON.limit(bytes.size)
    try beginBytes(isCut: shown < bytes.size, size: bytes.size)
    var failed: IOError?
    try json.hexadecimal { (take) throws(Failure) in
      failed = try bytes.forEachPiece(upTo: shown, take)
    }
    if let failed { notes.append([.unreadable(node, failed)]) }
    if shown < bytes.size { try json.endObject() }
  }

  private mutating func beginBytes(isCut: Bool, size: UInt64) throws(Failure) {
    guard isCut else { return }
    try json.beginObject(inline: true)
    try json.member("size", size)
    try json.key("hex")
  }

  private mutating func write(_ notes: DiagnosticList) throws(Failure) {
    try json.key("diagnostics")
    try json.beginArray()
    for note in notes.all {
      try json.beginObject()
      try json.member("rule", note.rule)
      try json.member("severity", note.severity.rawValue)
      try json.member("message", note.message)
      try json.member("path", note.path)
      try json.key("offset")
      if let offset = note.offset { try json.value(offset) } else { try json.null() }
      try json.endObject()
    }
    try json.endArray()
  }
}

extension FieldValue {
  /// Whether the value is short enough to stand on one line with others.
  var isScalar: Bool {
    switch self {
    case .unsigned, .signed, .decimal, .text, .bool, .meaning: true
    case .bytes(let bytes): bytes.count <= 16
    case .list(let values): values.count <= 16
    case .fields, .rows: false
    }
  }
}
