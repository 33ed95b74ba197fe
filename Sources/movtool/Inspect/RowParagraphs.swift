/// Prints rows of numbers as paragraphs, each value after the name of its column:
/// `[0] sample_duration 24, sample_size 1`.
struct RowParagraphs {
  private struct Column {
    /// Where the name is in `names`.
    let name: Range<Int>
    /// The number of columns of the page that the name takes.
    let width: Int
    /// Whether the numbers are signed; nil if more than decimal numbers is printed.
    let isSigned: Bool?
  }

  /// The names, one after another.
  private let names: ContiguousArray<UInt8>
  private let columns: ContiguousArray<Column>

  init(names texts: [String], areSigned: [Bool?]) {
    var names: ContiguousArray<UInt8> = []
    let columns = zip(texts, areSigned).map { text, isSigned in
      let start = names.count
      names.append(contentsOf: text.utf8)
      return Column(name: start..<names.count, width: text.columns, isSigned: isSigned)
    }
    self.columns = ContiguousArray(columns)
    self.names = names
  }

  /// Prints rows, the first of which has the number `first`. `numbers` are their values, row after row.
  /// `words` returns the words of a number, with its name, in a column that shows more than that.
  func write(
    _ numbers: [UInt64], from first: Int, on page: TextPage, indent: Int,
    words: (_ column: Int, _ number: UInt64) throws(Failure) -> TextPage.Words
  ) throws(Failure) {
    guard !columns.isEmpty else { return }
    let start = page.rowStart
    // The number of a row has at most 20 characters, like each value, which has a comma. A word can
    // begin a line.
    let most = columns.reduce(indent + start.before.count + start.after.count + 24) {
      $0 + $1.name.count + 21 + 2 * (indent + 6)
    }
    var texts: [TextPage.Words] = []
    var (row, place) = (first, 0)
    while numbers.count - place >= columns.count {
      texts.removeAll(keepingCapacity: true)
      var room = most
      for column in columns.indices where columns[column].isSigned == nil {
        let text = try words(column, numbers[place + column])
        texts.append(text)
        room += text.room(indent: indent + 4)
      }
      try page.write { (lines: inout [UInt8]) in
        lines.append(addingCapacity: room) { output in
          write(
            row, numbers[place..<place + columns.count], texts, start, page.width, indent,
            to: &output)
        }
      }
      row += 1
      place += columns.count
    }
  }

  @inline(__always)
  private func write(
    _ row: Int, _ numbers: ArraySlice<UInt64>, _ texts: [TextPage.Words],
    _ start: TextPage.RowStart, _ width: Int, _ indent: Int,
    to output: inout OutputSpan<UInt8>
  ) {
    output.append(spaces: indent)
    output.append(start.before.span, start.before.indices)
    output.append(0x5B)
    output.append(decimal: UInt64(row))
    output.append(0x5D)
    output.append(start.after.span, start.after.indices)
    output.append(0x20)
    var line = WrappedLine(
      width: width, indent: indent + 4, used: indent + 3 + UInt64(row).decimalDigits)
    let (names, columns, numbers) = (names.span, columns.span, numbers.span)
    var text = 0
    for index in columns.indices {
      guard let isSigned = columns[index].isSigned else {
        texts[text].append(to: &output, &line)
        text += 1
        continue
      }
      line.begin(wordOf: columns[index].width, in: &output)
      output.append(names, columns[index].name)
      let (number, hasComma) = (numbers[index], index + 1 < columns.count)
      line.begin(wordOf: number.columns(isSigned: isSigned) + (hasComma ? 1 : 0), in: &output)
      output.append(decimal: number, isSigned: isSigned)
      if hasComma { output.append(0x2C) }
    }
    output.append(0x0A)
  }
}
