/// Prints bytes as lines of hexadecimal digits, with the same bytes as ASCII beside them.
struct HexDump {
  private let page: TextPage
  /// The number of bytes per line: 16, 8 or 4.
  private let perLine: Int
  private let margin: String
  /// The text at the start of the next line: the label on the first one, then spaces.
  private var start: String
  private var isEmpty = true

  init(_ page: TextPage, label: String, indent: Int, column: Int) {
    self.page = page
    let gap = max(2, column - indent - label.count)
    let column = indent + label.count + gap
    start =
      String.spaces(indent) + page.styled(label, .label)
      + String.spaces(gap)
    margin = String.spaces(column)
    // Two digits and a space for each byte, one more space, then a character for each byte.
    perLine = [16, 8, 4].first { column + 4 * $0 + 1 <= page.width } ?? 4
  }

  /// Prints a piece of the bytes. The size of each piece except the last must be a multiple of 16.
  mutating func write(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    var rest = bytes
    while !rest.isEmpty {
      let row = rest.prefix(perLine)
      rest = rest.dropFirst(perLine)
      // If there is only one line, its characters need not be aligned with others.
      let isAlone = isEmpty && rest.isEmpty && row.count < perLine
      let gap = isAlone ? 2 : 3 * (perLine - row.count) + 2
      try page.write { [page, start] lines in
        lines.append(contentsOf: start.utf8)
        for (index, byte) in row.enumerated() {
          if index > 0 { lines.append(0x20) }
          lines.append(hexadecimal: byte)
        }
        lines.append(spaces: gap)
        page.begin(.quiet, in: &lines)
        for byte in row { lines.append((0x20..<0x7F).contains(byte) ? byte : 0x2E) }
        page.end(in: &lines)
        lines.append(0x0A)
      }
      start = margin
      isEmpty = false
    }
  }

  /// Ends the dump. If `count` bytes were left out, prints how many there are in all.
  mutating func end(leavingOut count: UInt64, of all: UInt64) throws(Failure) {
    if count > 0 {
      try page.line(start + page.styled("… \(all) bytes in total", .quiet))
    } else if isEmpty {
      try page.line(start + "no bytes")
    }
  }
}
