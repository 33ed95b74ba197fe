import MovKit

/// Prints the tree of atoms as text: a line for each atom, then its fields, then the atoms inside
/// it.
struct AtomText {
  private let page: TextPage
  private let options: InspectOptions
  private let values: FieldText
  private let raw: RawFields
  private var describer = AtomDescriber()
  private let file: InspectedFile
  /// The file, for bytes that are shown one after another.
  private var bytes: WindowedSource
  /// The width of the columns of offsets and sizes.
  private let numberWidth: Int
  /// The column in which offsets begin.
  private let column: Int
  private var clocks: FieldClocks
  /// Texts of the last tables, which the next ones mostly repeat.
  private let tables = RecentTables<RowTexts>()
  /// The diagnostics of the file and of the atoms printed so far.
  private(set) var notes: DiagnosticList
  /// The number of atoms printed so far.
  private(set) var count = 0

  init(_ file: InspectedFile, on page: TextPage, options: InspectOptions) {
    self.init(
      file, on: page, options, FieldClocks(startingIn: file), DiagnosticList(file.diagnostics))
  }

  private init(
    _ file: InspectedFile, on page: TextPage, _ options: InspectOptions, _ clocks: FieldClocks,
    _ notes: DiagnosticList
  ) {
    self.file = file
    bytes = WindowedSource(file.source)
    self.page = page
    self.options = options
    values = FieldText(options)
    raw = RawFields(in: file, options)
    self.notes = notes
    numberWidth = max(6, options.offsets.columns(of: file.source.size))
    column = min(max(page.width - 2 * (numberWidth + 2), 24), 56)
    self.clocks = clocks
  }

  mutating func write() throws(Failure) {
    guard options.queries.isEmpty else { return try writeFound() }
    try writeTitle()
    if file.root == nil { try outside(file.atoms.leading, "before the first atom") }
    if options.showsAll, let parts = file.fragmentParts(options) {
      try write(parts)
    } else {
      try write(file.nodes(levels: options.depth))
    }
    if file.root == nil { try outside(file.atoms.trailing, "after the last atom") }
  }

  /// Prints fragments in several threads.
  private mutating func write(_ parts: FragmentParts) throws(Failure) {
    try write(parts.before)
    let (file, look, options, clocks) = (file, page.look, options, clocks.apart)
    try ParallelWork.write(
      parts.fragments, count: parts.fragments.count, ofSize: FragmentParts.textSize,
      { (nodes, output) throws(Failure) in
        var text = AtomText(
          file, on: TextPage(to: output, look), options, clocks,
          DiagnosticList(mostOfARule: .max))
        try text.write(nodes)
        return (notes: text.notes.all, count: text.count, clocks: text.clocks)
      },
      use: { (lines, shown) throws(Failure) in
        try page.write(lines: lines)
        notes.append(contentsOf: shown.notes)
        count += shown.count
        self.clocks.resume(after: shown.clocks)
      })
    try write(parts.after)
  }

  private mutating func write(_ nodes: AtomWalk) throws(Failure) {
    let base = file.baseDepth
    var lists = LongLists(
      options.showsAll ? [] : file.root.map { [$0.atom] } ?? file.atoms.atoms)
    for node in nodes {
      let depth = node.depth - base
      if !options.showsAll, lists.leavesOut(node.atom, depth: depth) {
        // Anything unusual about it is reported nevertheless.
        notes.append(contentsOf: describer.diagnostics(of: node))
        continue
      }
      try leftOut(lists.takeGaps())
      clocks.enter(node.atom)
      let hidden = depth + 1 >= options.depth ? node.atom.atomsInside.count : 0
      try atom(node, describe(node), as: node.name, depth: depth, hidden: hidden)
    }
    try leftOut(lists.takeGaps())
  }

  /// Prints the atoms that are looked for, each with its path.
  private mutating func writeFound() throws(Failure) {
    notes = DiagnosticList(file.diagnostics.filter { $0.severity == .error })
    let search = AtomSearch(options.queries)
    for node in file.nodes(levels: options.depth) {
      clocks.enter(node.atom)
      guard search.finds(node, describer) else { continue }
      if count == 0 {
        if options.isAfterOthers { try page.line() }
        if let title = options.title { try page.line(page.styled(title, .title)) }
        try writeTitle()
      }
      try atom(
        node, describe(node), as: node.path, depth: 0,
        hidden: node.atom.atomsInside.count)
    }
  }

  private mutating func describe(_ node: AtomNode) -> AtomDescription {
    var description = describer.describe(node)
    description.fields += StreamFields.fields(of: node.atom)
    return description
  }

  private func writeTitle() throws(Failure) {
    let title = "atom".padded(to: column + 2) + "offset".aligned(to: numberWidth)
    try page.line(page.styled(title + "  " + "size".aligned(to: numberWidth), .quiet))
  }

  /// Prints an atom with its fields, and the bytes of both if they are asked for. `hidden` is the number
  /// of its children that are not shown.
  private mutating func atom(
    _ node: AtomNode, _ description: consuming AtomDescription, as name: String, depth: Int,
    hidden: Int
  ) throws(Failure) {
    count += 1
    notes.append(contentsOf: description.diagnostics)
    try head(of: node, as: name, named: description.name, depth: depth, hidden: hidden)
    let indent = min(2 * depth + (page.width < 70 ? 4 : 6), page.width / 3)
    try fields(description.fields, indent: indent)
    if let extent = description.extent, !extent.isEmpty, options.shows(node.atom) {
      try data(FileBytes(extent, in: file.source), indent: indent, at: node)
    }
    if options.showsRaw {
      // The fields are read once more, and a table of them can be large.
      description.fields = []
      if let failed = try raw.write(node, on: page, indent: indent, reading: &bytes) {
        notes.append(.unreadable(node, failed))
      }
    }
  }

  /// Prints how many atoms of long lists are not shown.
  private func leftOut(_ gaps: [LongLists.Gap]) throws(Failure) {
    for gap in gaps {
      let indent = String.spaces(min(2 * gap.depth, page.width / 3))
      try page.line(indent + page.styled(gap.text + " (--all shows them)", .quiet))
    }
  }

  /// Prints a line for bytes of the file that belong to no atom.
  private func outside(_ range: Range<UInt64>, _ place: String) throws(Failure) {
    guard !range.isEmpty else { return }
    try row(
      "(\(place))", style: .quiet, offset: range.lowerBound, size: range.length, depth: 0,
      appendRest: { _ in 0 })
  }

  /// Prints the line of an atom. `hidden` is the number of its children that are not shown.
  private func head(
    of node: AtomNode, as path: String, named name: String?, depth: Int, hidden: Int
  ) throws(Failure) {
    try row(path, style: .type, offset: node.atom.offset, size: node.atom.size, depth: depth) {
      (lines: inout [UInt8]) in
      var columns = 0
      if let name {
        lines.append(spaces: 2)
        columns += 2 + lines.append(escaped: name)
      }
      if node.atom.isInCompressedForm, node.context.parent == nil {
        columns += lines.append(escaped: ", in compressed form")
      }
      if hidden > 0 {
        columns += lines.append(escaped: " (\(counted(hidden, "atom")) inside)")
      }
      return columns
    }
  }

  /// Prints a line of the tree. `appendRest` appends what follows the name, and returns how many columns
  /// that takes. No text is made for what is printed of each atom.
  private func row(
    _ name: String, style: TextPage.Style, offset: UInt64?, size: UInt64, depth: Int,
    appendRest: (inout [UInt8]) -> Int
  ) throws(Failure) {
    let indent = min(2 * depth, page.width / 3)
    try page.write { (lines: inout [UInt8]) in
      lines.append(spaces: indent)
      page.begin(style, in: &lines)
      let width = lines.append(escaped: name)
      let padding = max(0, 4 - width)
      lines.append(spaces: padding)
      page.end(in: &lines)
      let (room, start) = (column - indent - width - padding, lines.count)
      var columns = appendRest(&lines)
      if page.isTerminal, columns > room {
        let shown = String(decoding: lines[start...], as: UTF8.self).cut(to: max(room, 0))
        lines.removeSubrange(start...)
        lines.append(contentsOf: shown.utf8)
        columns = shown.columns
      }
      lines.append(spaces: max(0, room - columns) + 2)
      page.begin(.quiet, in: &lines)
      if let offset {
        lines.append(spaces: numberWidth - options.offsets.columns(of: offset))
        options.offsets.append(offset, to: &lines)
      } else {
        // What is in compressed form is at no offset.
        lines.append(spaces: numberWidth - 1)
        lines.append(UInt8(ascii: "-"))
      }
      lines.append(spaces: 2 + max(0, numberWidth - size.decimalDigits))
      lines.append(decimal: size)
      page.end(in: &lines)
      lines.append(0x0A)
    }
  }

  // MARK: Fields

  private func fields(_ fields: [Field], indent: Int) throws(Failure) {
    var widest = 0
    for field in fields { widest = max(widest, field.name.columns) }
    let column = indent + min(widest, max(24, page.width * 2 / 5)) + 2
    var index = 0
    while index < fields.count {
      let field = fields[index]
      index += 1
      if field.name == "version", index < fields.count, fields[index].name == "flags" {
        // Version and flags, which every full atom begins with, share a line.
        let flags = fields[index].value
        index += 1
        try value(of: field.name, indent: indent, column: column) { (text: inout [UInt8]) in
          values.append(field.value, to: &text)
          text.append(contentsOf: ", flags ".utf8)
          values.append(flags, withRemarkBy: clocks, to: &text)
        }
      } else {
        try self.field(field, indent: indent, column: column)
      }
    }
  }

  private func field(
    _ field: Field, indent: Int, column: Int
  ) throws(Failure) {
    switch field.value {
    case .bytes(let bytes):
      let shown = options.bytesInText.limit(bytes.count)
      var dump = HexDump(page, label: field.name, indent: indent, column: column)
      try dump.write(bytes.prefix(shown))
      try dump.end(leavingOut: UInt64(bytes.count - shown), of: UInt64(bytes.count))
    case .fields(let inner):
      try value("", of: field.name, indent: indent, column: column)
      try fields(inner, indent: indent + 2)
    case .rows(let rows):
      try table(rows, of: field.name, indent: indent, column: column)
    case .list(let list):
      let text = TransformationText(list, named: field.name)?.text ?? values.inline(field.value)
      try value(text, of: field.name, indent: indent, column: column)
    default:
      try value(of: field.name, indent: indent, column: column) { (text: inout [UInt8]) in
        values.append(field.value, withRemarkBy: clocks, to: &text)
      }
    }
  }

  /// Prints a field whose value is already text.
  private func value(_ text: String, of name: String, indent: Int, column: Int) throws(Failure) {
    try value(of: name, indent: indent, column: column) { $0.append(contentsOf: text.utf8) }
  }

  /// Prints a field whose value `append` appends as text. Most values fit on the line of the name, and are
  /// composed where they are printed.
  private func value(
    of name: String, indent: Int, column: Int, _ append: (inout [UInt8]) -> Void
  ) throws(Failure) {
    var long: [UInt8]?
    try page.write { (lines: inout [UInt8]) in
      let lineStart = lines.count
      lines.append(spaces: indent)
      let nameWidth = page.append(name, .label, to: &lines)
      let gap = max(2, column - indent - nameWidth)
      lines.append(spaces: gap)
      let start = lines.count
      append(&lines)
      // A character takes at most as many columns as bytes.
      let room = page.width - indent - nameWidth - gap
      if lines.count - start > room,
        String(decoding: lines[start...], as: UTF8.self).columns > room
      {
        long = Array(lines[start...])
        lines.removeSubrange(lineStart...)
      } else {
        lines.append(0x0A)
      }
    }
    guard let long else { return }
    var paragraph = paragraph(of: name, indent: indent, column: column)
    try paragraph.add(wordsOf: long[...])
    try paragraph.end()
  }

  /// Returns a paragraph that begins with the name of a field.
  private func paragraph(of name: String, indent: Int, column: Int) -> TextPage.Paragraph {
    let margin = String.spaces(indent)
    let gap = String.spaces(max(2, column - indent - name.columns))
    return page.paragraph(
      margin + page.styled(name, .label) + gap, width: indent + name.columns + gap.count,
      indent: min(column, page.width / 2))
  }

  /// Returns the value of a field as text, followed by its meaning in parentheses, if it has one.
  private func withRemark(_ field: Field) -> String {
    var text: [UInt8] = []
    values.append(field.value, withRemarkBy: clocks, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: Tables

  private func table(
    _ rows: FieldValue.Rows, of name: String, indent: Int, column: Int
  ) throws(Failure) {
    let shown = options.rowsInText.limit(rows.count)
    guard rows.count > 0 else {
      return try value("none", of: name, indent: indent, column: column)
    }
    if shown > 0, !page.isTerminal, let shape = rows.shape(knowing: tables.layouts), !shape.isList {
      try value(counted(rows.count, "row"), of: name, indent: indent, column: column)
      try self.rows(shown, of: shape, indent: indent + 2)
      try more(than: shown, of: rows, indent: indent + 2)
    } else if shown > 0, case .fields(let first) = rows.row(0) {
      try value(counted(rows.count, "row"), of: name, indent: indent, column: column)
      try records(shown, of: rows, like: first, indent: indent + 2)
      try more(than: shown, of: rows, indent: indent + 2)
    } else if shown > 0, !page.isTerminal, let shape = rows.shape(), shape.isList,
      shape.columns.allSatisfy({ isNumber($0) })
    {
      try self.list(shown, of: rows.count, shape, named: name, indent: indent, column: column)
    } else {
      var paragraph = paragraph(of: name, indent: indent, column: column)
      for index in 0..<shown {
        try paragraph.add(values.scalar(rows.row(index)) + (index + 1 < rows.count ? "," : ""))
      }
      if shown < rows.count { try paragraph.add("… \(rows.count) in all") }
      try paragraph.end()
    }
  }

  /// Says how many rows follow those that are shown.
  private func more(
    than shown: Int, of rows: FieldValue.Rows, indent: Int
  ) throws(Failure) {
    guard shown < rows.count else { return }
    try page.line(
      String.spaces(indent) + page.styled("… \(rows.count - shown) more", .quiet))
  }

  /// Prints the first rows of a table, each of which is a value for each of its fields.
  private func records(
    _ shown: Int, of rows: FieldValue.Rows, like first: [Field], indent: Int
  ) throws(Failure) {
    guard first.allSatisfy(\.value.isScalar) else {
      for index in 0..<shown { try record(rows.row(index), at: index, indent: indent) }
      return
    }
    // Most lists are short, so what their first rows say is not read once more to print it.
    let sample = (0..<min(shown, 64)).map { cells($0 == 0 ? .fields(first) : rows.row($0)) }
    var table = TableText(
      page, indent: indent, header: first.map(\.name), sample: sample, isSimple: true)
    try table.row(0, sample[0])
    if table.isTable, let shape = rows.shape(knowing: tables.layouts) {
      try self.rows(1..<shown, of: shape, texts(of: shape), in: table)
    } else {
      for index in 1..<shown {
        try table.row(index, index < sample.count ? sample[index] : cells(rows.row(index)))
      }
    }
  }

  /// The number of bytes at which what is complete of a row is printed, because a row can be long.
  private static let longText = 1 << 12

  /// Prints a row that has lists in it as a paragraph.
  private func record(_ row: FieldValue, at index: Int, indent: Int) throws(Failure) {
    guard case .fields(let fields) = row else { return }
    var paragraph = page.paragraph(row: index, indent: indent)
    var text: [UInt8] = []
    for (place, field) in fields.enumerated() {
      text.removeAll(keepingCapacity: true)
      text.append(contentsOf: field.name.utf8)
      text.append(0x20)
      if field.value.isScalar {
        values.append(field.value, withRemarkBy: clocks, to: &text)
      } else {
        try values.append(inline: field.value, to: &text) { (text: inout [UInt8]) throws(Failure) in
          guard text.count >= Self.longText, let space = text.lastIndex(of: 0x20) else { return }
          try paragraph.add(wordsOf: text[..<space])
          text.removeSubrange(...space)
        }
      }
      if place + 1 < fields.count { text.append(UInt8(ascii: ",")) }
      try paragraph.add(wordsOf: text[...])
    }
    try paragraph.end()
  }

  private func cells(_ row: FieldValue) -> [TableText.Cell] {
    guard case .fields(let fields) = row else { return [] }
    return fields.map { cell($0) }
  }

  private func cell(_ field: Field) -> TableText.Cell {
    let isNumber =
      switch field.value {
      case .unsigned, .offset, .distance, .signed, .decimal, .flags, .choice, .time: true
      default: false
      }
    return TableText.Cell(name: field.name, text: withRemark(field), isNumber: isNumber)
  }

  // MARK: Many rows

  /// The number of rows that are read before they are printed.
  private static let rowsAtATime = 512

  private func texts(of shape: RowShape) throws(Failure) -> RowTexts {
    let texts = try tables.kept(of: shape) { () throws(Failure) in
      RowTexts(
        shape.columns, areSigned: shape.columns.map { isNumber($0) ? $0.isSigned : nil })
    }
    // The text of a time depends on the track that it is about.
    if shape.layout.hasTimes { texts.forget() }
    return texts
  }

  /// Whether the values of a column are printed as decimal numbers and nothing else.
  private func isNumber(_ column: RowShape.Column) -> Bool {
    switch column.kind {
    case .number, .distance: true
    case .offset: options.offsets == .decimal
    case .time, .other: false
    }
  }

  /// Prints the first rows of a table without a value for each of their fields.
  private func rows(_ shown: Int, of shape: RowShape, indent: Int) throws(Failure) {
    let columns = shape.columns
    let texts = try texts(of: shape)
    var numbers: [UInt64] = []
    shape.read(0..<min(shown, 64), into: &numbers)
    var widths = [Int](repeating: 0, count: columns.count)
    var place = 0
    while !columns.isEmpty, numbers.count - place >= columns.count {
      for column in widths.indices {
        let number = numbers[place + column]
        let width =
          if let isSigned = texts.areSigned[column] {
            number.columns(isSigned: isSigned)
          } else {
            try cell(column, number, columns, texts).columns
          }
        if width > widths[column] { widths[column] = width }
      }
      place += columns.count
    }
    let others = columns.indices.filter { texts.areSigned[$0] == nil }
    let table = TableText(
      page, indent: indent, header: texts.names, widths: widths,
      isSimple: others.allSatisfy { columns[$0].value(of: numbers[$0]).isScalar })
    guard table.isTable else {
      return try paragraphs(shown, of: shape, texts, indent: indent)
    }
    var areNumbers = [Bool](repeating: true, count: columns.count)
    for column in others {
      areNumbers[column] = try cell(column, numbers[column], columns, texts).isNumber
    }
    try table.writeHeader(areNumbers: areNumbers)
    try rows(0..<shown, of: shape, texts, in: table)
  }

  /// Prints the first rows of a table as paragraphs, without a value for each of their fields.
  private func paragraphs(
    _ shown: Int, of shape: RowShape, _ texts: RowTexts, indent: Int
  ) throws(Failure) {
    let columns = shape.columns
    var numbers: [UInt64] = []
    for start in stride(from: 0, to: shown, by: Self.rowsAtATime) {
      shape.read(start..<min(shown, start + Self.rowsAtATime), into: &numbers)
      try texts.paragraphs.write(numbers, from: start, on: page, indent: indent) {
        (column, number) throws(Failure) in
        try texts.words[column, number] { () in
          let cell = cell(columns[column], number)
          let comma = column + 1 < columns.count ? "," : ""
          return TextPage.Words("\(cell.name) \(cell.text)\(comma)")
        }
      }
    }
  }

  private func cell(_ column: RowShape.Column, _ number: UInt64) -> TableText.Cell {
    cell(Field(column.name, column.value(of: number)))
  }

  private func cell(
    _ column: Int, _ number: UInt64, _ columns: [RowShape.Column], _ texts: RowTexts
  ) throws(Failure) -> TableText.Cell {
    try texts.cells[column, number] { () in cell(columns[column], number) }
  }

  /// Prints rows of a table without a value for each of their fields.
  private func rows(
    _ rows: Range<Int>, of shape: RowShape, _ texts: RowTexts, in table: TableText
  ) throws(Failure) {
    let columns = shape.columns
    var numbers: [UInt64] = []
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.rowsAtATime) {
      shape.read(start..<min(rows.upperBound, start + Self.rowsAtATime), into: &numbers)
      try table.rows(numbers, areSigned: texts.areSigned) { (column, number) throws(Failure) in
        try cell(column, number, columns, texts)
      }
    }
  }

  /// Prints the first rows of a list of numbers.
  private func list(
    _ shown: Int, of count: Int, _ shape: RowShape, named name: String, indent: Int, column: Int
  ) throws(Failure) {
    guard let isSigned = shape.columns.first?.isSigned else { return }
    var paragraph = paragraph(of: name, indent: indent, column: column)
    var numbers: [UInt64] = []
    for start in stride(from: 0, to: shown, by: Self.rowsAtATime) {
      let end = min(shown, start + Self.rowsAtATime)
      shape.read(start..<end, into: &numbers)
      for (index, number) in numbers.enumerated() {
        try paragraph.add(number, isSigned: isSigned, comma: start + index + 1 < count)
      }
    }
    if shown < count { try paragraph.add("… \(count) in all") }
    try paragraph.end()
  }

  private mutating func data(_ bytes: FileBytes, indent: Int, at node: AtomNode) throws(Failure) {
    let shown = options.bytesInText.limit(bytes.size)
    var dump = HexDump(page, label: "data", indent: indent, column: indent + 6)
    let failed = try bytes.forEachPiece(upTo: shown) { (piece) throws(Failure) in
      try dump.write(piece)
    }
    if let failed { notes.append(.unreadable(node, failed)) }
    try dump.end(leavingOut: bytes.size - shown, of: bytes.size)
  }
}
