/// Prints rows in columns if they fit the width, otherwise each row as a paragraph.
struct TableText {
  /// It is a class because most tables repeat a few cells, and a structure would be copied each time.
  final class Cell {
    let name: String
    let text: String
    let isNumber: Bool
    /// The text in UTF-8, and the number of columns that it takes.
    let bytes: [UInt8]
    let columns: Int

    init(name: String, text: String, isNumber: Bool) {
      self.name = name
      self.text = text
      self.isNumber = isNumber
      bytes = Array(text.utf8)
      columns = text.columns
    }
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
          max(width, column < row.count ? row[column].columns : 0)
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
    guard isTable else {
      var paragraph = page.paragraph(row: index, indent: indent)
      for (place, cell) in cells.enumerated() {
        let comma = place + 1 < cells.count ? "," : ""
        try paragraph.add(wordsOf: "\(cell.name) \(cell.text)\(comma)")
      }
      return try paragraph.end()
    }
    if !isBegun {
      isBegun = true
      try writeHeader(areNumbers: cells.map(\.isNumber))
    }
    try page.write { lines in
      lines.append(spaces: indent)
      let start = lines.count
      for column in cells.indices {
        if column > 0 { lines.append(spaces: 2) }
        append(cells[column], column, to: &lines)
      }
      while lines.count > start, lines.last == 0x20 { lines.removeLast() }
      lines.append(0x0A)
    }
  }

  /// Appends a cell as wide as its column.
  private func append(_ cell: Cell, _ column: Int, to lines: inout [UInt8]) {
    let spaces = width(of: column) - cell.columns
    if cell.isNumber { lines.append(spaces: spaces) }
    lines.append(contentsOf: cell.bytes)
    if !cell.isNumber { lines.append(spaces: spaces) }
  }

  /// Prints the names of the columns.
  func writeHeader(areNumbers: [Bool]) throws(Failure) {
    try page.write { lines in
      lines.append(spaces: indent)
      page.begin(.label, in: &lines)
      let start = lines.count
      for column in header.indices {
        if column > 0 { lines.append(spaces: 2) }
        // Above a column of numbers, the name is at its right; without values, it is as it is.
        let isNumber = column < areNumbers.count ? areNumbers[column] : nil
        let spaces = isNumber == nil ? 0 : width(of: column) - header[column].columns
        if isNumber == true { lines.append(spaces: spaces) }
        lines.append(contentsOf: header[column].utf8)
        if isNumber == false { lines.append(spaces: spaces) }
      }
      while lines.count > start, lines.last == 0x20 { lines.removeLast() }
      page.end(in: &lines)
      lines.append(0x0A)
    }
  }

  /// Prints rows in columns. `numbers` are their values, row after row; `areSigned` says of the columns that
  /// show nothing but decimal numbers whether these are signed, and `cell` returns the cell of a number in
  /// another column.
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
      let start = lines.count
      lines.append(spaces: indent)
      for column in areSigned.indices {
        let number = numbers[place]
        place += 1
        if column > 0 { lines.append(spaces: 2) }
        if let isSigned = areSigned[column] {
          lines.append(spaces: width(of: column) - number.columns(isSigned: isSigned))
          lines.append(decimal: number, isSigned: isSigned)
        } else {
          append(try cell(column, number), column, to: &lines)
        }
      }
      while lines.count > start, lines.last == 0x20 { lines.removeLast() }
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
}
