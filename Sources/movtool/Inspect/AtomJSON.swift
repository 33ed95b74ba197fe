import MovKit

/// Writes atoms as JSON. Tables and bytes are written while they are read, so that no copy of the
/// document is in memory.
struct AtomJSON {
  private var json: JSONWriter
  private let options: InspectOptions
  /// The limit for the rows of the atom that is being written.
  private var rows: Amount
  private var describer = AtomDescriber()
  private var clocks = FieldClocks()
  /// Whether the file is a QuickTime file, if atoms are written so that they can be made again.
  private var isQuickTime: Bool?
  /// How rows of the last tables are written.
  private let tables = RecentTables<RowForm>()
  /// The file, for bytes that are shown one after another.
  private var bytes: WindowedSource?
  /// How much of the tree is shown; nil for all.
  private let limits: ShortTree.Limits?
  /// What is known of the movie; nil to find it out.
  private let summary: MovieSummary?
  /// What is called with each atom after what is shown of it was written, and with that; nil if nothing is shown.
  /// Atoms inside of what is left out count too.
  private let visit: ((AtomNode, AtomDescription?) -> Void)?
  /// Is called with each atom that is shown after its description was let go.
  private let visitBytes: ((AtomNode) -> Void)?

  init(
    to output: Output, layout: JSONWriter.Layout, options: InspectOptions,
    limits: ShortTree.Limits? = nil, summary: MovieSummary? = nil,
    visit: ((AtomNode, AtomDescription?) -> Void)? = nil,
    visitBytes: ((AtomNode) -> Void)? = nil
  ) {
    self.init(
      JSONWriter(to: output, layout: layout), options, limits, summary, visit, visitBytes)
  }

  private init(
    _ json: JSONWriter, _ options: InspectOptions, _ limits: ShortTree.Limits? = nil,
    _ summary: MovieSummary? = nil,
    _ visit: ((AtomNode, AtomDescription?) -> Void)? = nil,
    _ visitBytes: ((AtomNode) -> Void)? = nil
  ) {
    self.json = json
    self.options = options
    rows = options.rowsInJSON
    self.limits = limits
    self.summary = summary
    self.visit = visit
    self.visitBytes = visitBytes
  }

  /// Writes the complete document of a file as a value of another document.
  mutating func write(_ file: InspectedFile, to other: inout JSONWriter) throws(Failure) -> Int {
    swap(&json, &other)
    defer { swap(&json, &other) }
    return try write(file)
  }

  /// Writes the complete document of a file. Returns the number of atoms in it.
  mutating func write(_ file: InspectedFile) throws(Failure) -> Int {
    try json.beginObject()
    try json.member(schema: .inspect)
    try json.member("file", file.path.description)
    try json.member("size", file.source.size)
    try json.members(summary ?? MovieSummary(file), of: file)
    var notes = DiagnosticList(file.diagnostics)
    if options.isSummary {
      try json.member(diagnostics: notes.all)
      try json.endObject()
      try json.endDocument()
      return 0
    }
    if file.root == nil {
      try write("leading", file.atoms.leading, of: file, &notes)
      try write("trailing", file.atoms.trailing, of: file, &notes)
    }
    try json.key("atoms")
    try json.beginArray()
    clocks = FieldClocks(startingIn: file)
    isQuickTime = options.isWhole ? Movie.isQuickTime(file.atoms.first("ftyp")) : nil
    bytes = nil
    let isPlain = limits == nil && visit == nil && visitBytes == nil
    let count =
      if isPlain, let parts = file.fragmentParts(options) {
        try write(parts, of: file, &notes)
      } else { try write(file.nodes(levels: options.depth), of: file, &notes) }
    try json.endArray()
    try json.member(diagnostics: notes.all)
    try json.endObject()
    try json.endDocument()
    return count
  }

  /// Writes fragments in several threads, and what is before and after them. Returns the number of atoms.
  private mutating func write(
    _ parts: FragmentParts, of file: InspectedFile, _ notes: inout DiagnosticList
  ) throws(Failure) -> Int {
    var count = try write(parts.before, of: file, &notes)
    let (place, options, clocks, isQuickTime) = (json.place, options, clocks.apart, isQuickTime)
    try ParallelWork.write(
      parts.fragments, count: parts.fragments.count, ofSize: FragmentParts.textSize,
      { (nodes, output) throws(Failure) in
        var part = AtomJSON(JSONWriter(to: output, at: place), options)
        part.clocks = clocks
        part.isQuickTime = isQuickTime
        var notes = DiagnosticList(mostOfARule: .max)
        let count = try part.write(nodes, of: file, &notes)
        try part.json.endLines()
        return (notes: notes.all, count: count, clocks: part.clocks)
      },
      use: { (elements, written) throws(Failure) in
        try json.append(elements: elements)
        notes.append(contentsOf: written.notes)
        count += written.count
        self.clocks.resume(after: written.clocks)
      })
    return try count + write(parts.after, of: file, &notes)
  }

  /// Writes the atoms to show, and returns their number.
  private mutating func write(
    _ nodes: AtomWalk, of file: InspectedFile, _ notes: inout DiagnosticList
  ) throws(Failure) -> Int {
    var open = 0
    var count = 0
    let base = file.baseDepth
    var tree = limits.map { ShortTree(file.root.map { [$0.atom] } ?? file.atoms.atoms, $0) }
    let search = options.queries.isEmpty ? nil : AtomSearch(options.queries)
    for node in nodes {
      while tree != nil, open > node.depth - base {
        try write(tree?.close() ?? [])
        try endAtom()
        open -= 1
      }
      if tree?.leavesOut(node.atom, depth: node.depth - base) ?? false {
        // Anything unusual about it is reported nevertheless.
        notes.append(contentsOf: describer.diagnostics(of: node))
        visit?(node, nil)
        continue
      }
      clocks.enter(node.atom)
      if let search {
        guard search.finds(node, describer) else { continue }
        count += 1
        try begin(node, describe(node), of: file, leavingChildrenOut: true, &notes)
        try json.endObject()
        continue
      }
      count += 1
      while open > node.depth - base {
        try endAtom()
        open -= 1
      }
      let isCut = node.depth - base + 1 >= options.depth && !node.atom.atomsInside.isEmpty
      do {
        let description = describe(node)
        try begin(node, description, of: file, leavingChildrenOut: isCut, &notes)
        visit?(node, description)
      }
      visitBytes?(node)
      if isCut {
        try json.endObject()
        _ = tree?.close()
      } else {
        open += 1
      }
    }
    while open > 0 {
      try write(tree?.close() ?? [])
      try endAtom()
      open -= 1
    }
    try write(tree?.close() ?? [])
    return count
  }

  /// Writes what is left out of a parent.
  private mutating func write(_ rests: [ShortTree.Rest]) throws(Failure) {
    for rest in rests {
      try json.beginObject()
      try json.member("type", rest.type?.description)
      try json.member("path", nil as String?)
      try json.member("omitted", rest.sizes.count)
      try json.member("offset", column: rest.offsets)
      try json.member("size", column: rest.sizes)
      try json.endObject()
    }
  }

  private mutating func describe(_ node: AtomNode) -> AtomDescription {
    var description = describer.describe(node)
    description.fields += StreamFields.fields(of: node.atom)
    return description
  }

  /// Writes the members of an atom up to its children.
  private mutating func begin(
    _ node: AtomNode, _ description: AtomDescription, of file: InspectedFile,
    leavingChildrenOut: Bool, _ notes: inout DiagnosticList
  ) throws(Failure) {
    notes.append(contentsOf: description.diagnostics)
    rows = options.rowsByType[node.atom.type] ?? options.rowsInJSON
    try json.beginObject()
    try json.member("type", node.atom.type.description)
    try json.member("path", node.path)
    try json.member("offset", node.atom.offset)
    if node.atom.isInCompressedForm { try json.member("compressed", true) }
    try json.member("size", node.atom.size)
    try json.member("headerSize", node.atom.headerSize)
    switch node.atom.form {
    case .compact: break
    case .extended: try json.member("sizeForm", "extended")
    case .toEnd: try json.member("sizeForm", "toEnd")
    }
    try json.member("name", description.name)
    try json.key("fields")
    try json.beginObject()
    var cut = Cut()
    // What the bytes beside them mean comes after the atom's own fields.
    let own =
      options.isWhole
      ? description.fields.dropLast(StreamFields.fields(of: node.atom).count) : []
    try write(description.fields, &cut)
    if let extent = description.extent, !extent.isEmpty, options.shows(node.atom) {
      try json.key("data")
      if let size = try write(FileBytes(extent, in: file.source), &notes, at: node) {
        cut.sizes.append(("data", size))
      }
    }
    try write(cut)
    try json.endObject()
    if options.showsRaw, let failed = try writeRaw(of: node, in: file) {
      notes.append(.unreadable(node, failed))
    }
    if options.isWhole,
      let bytes = node.atom.bytesBeside(Array(own), in: node.context, isQuickTime: isQuickTime)
    {
      try json.key("bytes")
      try json.hexadecimal { (take) throws(Failure) in try take(bytes) }
    }
    if leavingChildrenOut {
      try json.member("childCount", node.atom.atomsInside.count)
    } else {
      try json.key("children")
      try json.beginArray()
    }
  }

  /// Writes the bytes of the header and the fields. Returns the error if they could not all be read.
  private mutating func writeRaw(
    of node: AtomNode, in file: InspectedFile
  ) throws(Failure) -> IOError? {
    let raw = RawFields(in: file, options)
    var source = bytes ?? WindowedSource(file.source)
    defer { bytes = source }
    try json.key("raw")
    try json.beginArray()
    var failed: IOError?
    for field in raw.fields(of: node) {
      let bytes: (shown: Bytes, count: UInt64)
      do throws(IOError) { bytes = try raw.bytes(of: field, in: &source) } catch {
        failed = error
        break
      }
      try json.beginObject(inline: true)
      try json.member("field", field.name)
      try json.member("header", field.isOfHeader)
      try json.member("offset", field.bytes.lowerBound)
      try json.member("size", bytes.count)
      if let bits = field.bits {
        try json.member("firstBit", bits.lowerBound)
        try json.member("bits", bits.count)
      }
      try json.key("bytes")
      try json.hexadecimal { (take) throws(Failure) in try take(bytes.shown) }
      try json.endObject()
    }
    try json.endArray()
    return failed
  }

  /// Writes bytes of the file that are not an atom, if there are any.
  private mutating func write(
    _ key: String, _ range: Range<UInt64>, of file: InspectedFile, _ notes: inout DiagnosticList
  ) throws(Failure) {
    guard !range.isEmpty else { return }
    try json.key(key)
    try json.beginObject()
    try json.member("offset", range.lowerBound)
    try json.member("size", range.length)
    try json.key("data")
    var cut = Cut()
    if let size = try write(FileBytes(range, in: file.source), &notes, at: nil) {
      cut.sizes.append(("data", size))
    }
    try write(cut)
    try json.endObject()
  }

  private mutating func endAtom() throws(Failure) {
    try json.endArray()
    try json.endObject()
  }

  // MARK: Values

  /// The tables and bytes that an object does not show completely: the total number of rows or
  /// bytes of each.
  private struct Cut {
    var sizes: [(name: String, size: UInt64)] = []
  }

  private mutating func write(_ fields: [Field], _ cut: inout Cut) throws(Failure) {
    for field in fields {
      try json.key(field.name)
      try write(field.value, of: field.name, &cut)
    }
  }

  private mutating func write(_ cut: Cut) throws(Failure) {
    guard !cut.sizes.isEmpty else { return }
    try json.key("cut")
    try json.beginObject(inline: true)
    for (name, size) in cut.sizes { try json.member(name, size) }
    try json.endObject()
  }

  private mutating func object(_ fields: [Field], inline: Bool = false) throws(Failure) {
    var cut = Cut()
    try json.beginObject(inline: inline || fields.allSatisfy(\.value.isScalar))
    try write(fields, &cut)
    try write(cut)
    try json.endObject()
  }

  private mutating func write(_ value: FieldValue, of name: String, _ cut: inout Cut)
    throws(Failure)
  {
    switch value {
    case .bytes(let bytes):
      let shown = options.bytesInJSON.limit(bytes.count)
      try json.hexadecimal { (take) throws(Failure) in try take(bytes.prefix(shown)) }
      if shown < bytes.count { cut.sizes.append((name, UInt64(bytes.count))) }
    case .rows(let rows):
      let shown = self.rows.limit(rows.count)
      try write(rows, upTo: shown)
      if shown < rows.count { cut.sizes.append((name, UInt64(rows.count))) }
    default: try element(value)
    }
  }

  private mutating func write(_ rows: FieldValue.Rows, upTo shown: Int) throws(Failure) {
    let isShort = shown <= 16 && (0..<shown).allSatisfy { rows.row($0).isScalar }
    try json.beginArray(inline: isShort)
    if isShort {
      for index in 0..<shown { try element(rows.row(index)) }
    } else if let shape = rows.shape(knowing: tables.layouts), !shape.columns.isEmpty {
      try write(shown, of: shape)
    } else {
      for index in 0..<shown { try element(rows.row(index)) }
    }
    try json.endArray()
  }

  /// How rows of the same columns are written. It is a class because it is kept from one table to the next.
  private final class RowForm {
    let pattern: JSONWriter.Pattern
    var texts: ColumnTexts<[UInt8]>

    init(_ pattern: JSONWriter.Pattern, columns: Int) {
      self.pattern = pattern
      texts = ColumnTexts(columns)
    }
  }

  private func form(of shape: RowShape) throws(Failure) -> RowForm {
    // The timescale of a time is that of the track.
    if !shape.layout.hasTimes {
      let known = try tables.kept(of: shape) { () throws(Failure) in try makeForm(of: shape) }
      if known.pattern.fits(json) { return known }
    }
    return try makeForm(of: shape)
  }

  private func makeForm(of shape: RowShape) throws(Failure) -> RowForm {
    var pattern = json.pattern()
    if !shape.isList {
      try pattern.write { (json) throws(Failure) in
        try json.beginObject(inline: true)
      }
    }
    for column in shape.columns {
      if !shape.isList { try pattern.write { (json) throws(Failure) in try json.key(column.name) } }
      try leaveGap(for: column, in: &pattern)
    }
    if !shape.isList { try pattern.write { (json) throws(Failure) in try json.endObject() } }
    return RowForm(pattern, columns: shape.columns.count)
  }

  /// Writes the first rows of a table without a value for each of their fields.
  private mutating func write(_ shown: Int, of shape: RowShape) throws(Failure) {
    let (form, columns) = (try form(of: shape), shape.columns)
    var numbers: [UInt64] = []
    var writer = json
    for start in stride(from: 0, to: shown, by: Self.rowsAtATime) {
      shape.read(start..<min(shown, start + Self.rowsAtATime), into: &numbers)
      try writer.elements(like: form.pattern, numbers: numbers, fromFirst: start == 0) {
        (column, number) throws(Failure) in
        try form.texts[column, number] { () throws(Failure) in
          try text(of: columns[column].value(of: number))
        }
      }
    }
    json = writer
  }

  private static let rowsAtATime = 512

  private func leaveGap(
    for column: RowShape.Column, in pattern: inout JSONWriter.Pattern
  ) throws(Failure) {
    let gap = column.isSigned ? JSONWriter.Pattern.Gap.signed : .unsigned
    switch column.kind {
    case .number, .offset, .distance: pattern.leave(gap)
    case .time(let clock):
      try pattern.write { (json) throws(Failure) in try Self.beginTime(&json) }
      pattern.leave(gap)
      try pattern.write { (json) throws(Failure) in
        try Self.endTime(&json, timescale: clocks.timescale(of: clock))
      }
    case .other: pattern.leave(.text)
    }
  }

  /// Returns a value as an element on one line.
  private func text(of value: FieldValue) throws(Failure) -> [UInt8] {
    var copy = self
    return try json.text { (json) throws(Failure) in
      copy.json = json
      try copy.element(value)
      json = copy.json
    }
  }

  /// Writes a value without a name. Bytes and tables become an object, which can state that they
  /// are cut.
  private mutating func element(_ value: FieldValue) throws(Failure) {
    switch value {
    case .unsigned(let number), .offset(let number), .choice(let number, _): try json.value(number)
    case .signed(let number): try json.value(number)
    case .distance(let number): try json.value(number)
    case .decimal(let digits): try json.value(exactly: digits)
    case .notFinite: try json.null()
    case .text(let text): try json.value(text)
    case .code(let code, _): try json.value(code.description)
    case .bool(let flag): try json.value(flag)
    case .bytes: try object([Field("bytes", value)], inline: true)
    case .rows: try object([Field("rows", value)])
    case .fields(let fields): try object(fields)
    case .list(let values):
      try json.beginArray(inline: true)
      for value in values { try element(value) }
      try json.endArray()
    case .flags(let bits, let names): try json.value(bits, named: names)
    case .time(let time): try write(time)
    case .meaning(let value, let name, let text, _):
      try json.beginObject(inline: true)
      try json.key("value")
      try element(value)
      try json.member(name.description, text)
      try json.endObject()
    }
  }

  /// Writes a value to another document.
  mutating func write(_ value: FieldValue, to other: inout JSONWriter) throws(Failure) {
    swap(&json, &other)
    defer { swap(&json, &other) }
    try element(value)
  }

  private mutating func write(_ time: FieldTime) throws(Failure) {
    guard time.absence == nil else { return try json.null() }
    try Self.beginTime(&json)
    try json.value(time.value)
    try Self.endTime(&json, timescale: clocks.timescale(of: time.clock))
  }

  private static func beginTime(_ json: inout JSONWriter) throws(Failure) {
    try json.beginObject(inline: true)
    try json.key("value")
  }

  private static func endTime(_ json: inout JSONWriter, timescale: UInt32?) throws(Failure) {
    try json.member("timescale", timescale)
    try json.endObject()
  }

  /// Writes bytes of the file. Returns how many there are if not all are written, otherwise nil.
  private mutating func write(
    _ bytes: FileBytes, _ notes: inout DiagnosticList, at node: AtomNode?
  ) throws(Failure) -> UInt64? {
    let shown = options.bytesInJSON.limit(bytes.size)
    var failed: IOError?
    try json.hexadecimal { (take) throws(Failure) in
      failed = try bytes.forEachPiece(upTo: shown, take)
    }
    if let failed { notes.append(.unreadable(node, failed)) }
    return shown < bytes.size ? bytes.size : nil
  }
}

extension FieldValue {
  /// Whether the value is short enough to share a line with others.
  var isScalar: Bool {
    switch self {
    case .unsigned, .offset, .distance, .signed, .decimal, .notFinite, .text, .bool, .flags,
      .choice, .code, .time, .meaning:
      true
    case .bytes(let bytes): bytes.count <= 16
    case .list(let values): values.count <= 16
    case .fields, .rows: false
    }
  }
}
