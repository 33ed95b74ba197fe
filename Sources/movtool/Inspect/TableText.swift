/// Prints rows in columns if they fit the width, otherwise each row as a paragraph.
struct TableText {
  struct Cell {
    let name: String
    let text: String
    let isNumber: Bool
  }

  private let page: TextPage
  private let indent: Int
  private let header: [String]
  private let widths: [Int]
  /// Whether rows are printed in columns.
  let isTable: Bool
  private var isBegun = false

  /// `sample` contains the first rows, which determine the widths of the columns.
  init(_ page: TextPage, indent: Int, header: [String], sample: [[Cell]], isSimple: Bool) {
    self.init(
      page, indent: indent, header: header,
      widths: header.indices.map { column in
        sample.reduce(0) { width, row in
          max(width, column < row.count ? row[column].text.columns : 0)
        }
      }, isSimple: isSimple && sample.allSatisfy { $0.map(\.name) == header })
  }

  /// `widths` are those of the values of the first rows, and `isSimple` is whether each row has a value
  /// on one line for each name of `header`.
  init(_ page: TextPage, indent: Int, header: [String], widths: [Int], isSimple: Bool) {
    self.page = page
    self.indent = indent
    self.header = header
    self.widths = zip(header, widths).map { max($0.columns, $1) }
    let total = self.widths.reduce(indent + 2 * max(0, header.count - 1), +)
    isTable = isSimple && total <= page.width
  }

  mutating func row(_ index: Int, _ cells: [Cell]) throws(Failure) {
    let margin = String.spaces(indent)
    guard isTable else {
      var paragraph = page.paragraph(row: index, indent: indent)
      for (place, cell) in cells.enumerated() {
        let comma = place + 1 < cells.count ? "," : ""
        for word in "\(cell.name) \(cell.text)\(comma)".words { try paragraph.add(word) }
      }
      return try paragraph.end()
    }
    if !isBegun {
      isBegun = true
      let names = header.indices.map { aligned(header[$0], cells, $0) }
      try page.line(margin + page.styled(names.joined(separator: "  ").trimmed, .label))
    }
    let texts = cells.indices.map { aligned(cells[$0].text, cells, $0) }
    try page.line(margin + texts.joined(separator: "  ").trimmed)
  }

  /// Prints further rows in columns. `numbers` are their values, row after row; `areSigned` says of
  /// the columns that show nothing but decimal numbers whether these are signed, and `cell` returns
  /// the cell of a number in another column.
  func rows(
    _ numbers: [UInt64], areSigned: [Bool?],
    cell: (_ column: Int, _ number: UInt64) throws(Failure) -> Cell
  ) throws(Failure) {
    guard !areSigned.isEmpty else { return }
    if !areSigned.contains(nil) {
      return try rows(numbers, areSigned: areSigned.map { $0 ?? false })
    }
    var lines: [UInt8] = []
    lines.reserveCapacity(numbers.count * 16)
    var place = 0
    while numbers.count - place >= areSigned.count {
      lines.append(spaces: indent)
      for column in areSigned.indices {
        let number = numbers[place]
        place += 1
        if column > 0 { lines.append(spaces: 2) }
        let width = width(of: column)
        if let isSigned = areSigned[column] {
          lines.append(spaces: width - number.columns(isSigned: isSigned))
          lines.append(decimal: number, isSigned: isSigned)
        } else {
          let cell = try cell(column, number)
          let room = width - cell.text.columns
          if cell.isNumber { lines.append(spaces: room) }
          lines.append(contentsOf: cell.text.utf8)
          if !cell.isNumber { lines.append(spaces: room) }
        }
      }
      while lines.last == 0x20 { lines.removeLast() }
      lines.append(0x0A)
    }
    try page.write(lines: lines)
  }

  private func width(of column: Int) -> Int { column < widths.count ? widths[column] : 0 }

  /// Prints further rows of nothing but decimal numbers.
  private func rows(_ numbers: [UInt64], areSigned: [Bool]) throws(Failure) {
    let columns = areSigned.indices.map { (isSigned: areSigned[$0], width: width(of: $0)) }
    // A number that is wider than its column has at most 20 characters.
    let room = columns.reduce(indent + 1) { $0 + 2 + max($1.width, 20) }
    var lines: [UInt8] = []
    var place = 0
    lines.append(addingCapacity: numbers.count / columns.count * room) { lines in
      while numbers.count - place >= columns.count {
        lines.append(spaces: indent)
        for column in columns.indices {
          let number = numbers[place]
          let (isSigned, width) = columns[column]
          place += 1
          if column > 0 { lines.append(spaces: 2) }
          lines.append(spaces: width - number.columns(isSigned: isSigned))
          lines.append(decimal: number, isSigned: isSigned)
        }
        lines.append(0x0A)
      }
    }
    try page.write(lines: lines)
  }

  /// Prints rows as paragraphs, the first of which has the number `first`. `numbers` are their values,
  /// row after row; `columns` are what is known of the columns. `words` returns the words of a number in a
  /// column that shows more than that.
  func paragraphs(
    _ numbers: [UInt64], from first: Int, _ columns: [(name: TextPage.Words, isSigned: Bool?)],
    words: (_ column: Int, _ number: UInt64) throws(Failure) -> TextPage.Words
  ) throws(Failure) {
    guard !columns.isEmpty else { return }
    var start: [UInt8] = []
    var paragraph: TextPage.Paragraph?
    var place = 0
    var row = first
    while numbers.count - place >= columns.count {
      start.removeAll(keepingCapacity: true)
      start.append(spaces: indent)
      page.append("[\(row)]", .quiet, to: &start)
      start.append(spaces: 1)
      let width = indent + 3 + UInt64(row).decimalDigits
      if paragraph == nil {
        paragraph = page.paragraph(start, width: width, indent: indent + 4)
      } else {
        try paragraph?.begin(start, width: width)
      }
      for column in columns.indices {
        let number = numbers[place]
        place += 1
        if let isSigned = columns[column].isSigned {
          try paragraph?.add(columns[column].name)
          try paragraph?.add(number, isSigned: isSigned, comma: column + 1 < columns.count)
        } else {
          try paragraph?.add(try words(column, number))
        }
      }
      row += 1
    }
    try paragraph?.end()
  }

  private func aligned(_ text: String, _ cells: [Cell], _ column: Int) -> String {
    guard column < widths.count, column < cells.count else { return text }
    return cells[column].isNumber
      ? text.aligned(to: widths[column]) : text.padded(to: widths[column])
  }
}

extension String {
  /// The text without trailing spaces.
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
