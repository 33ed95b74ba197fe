/// Bytes as lines of hexadecimal digits, with what they are as ASCII beside them.
struct HexDump {
  private let page: TextPage
  private let perLine: Int
  private let margin: String
  /// What the next line begins with.
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
    // Two digits and a space for each byte, two spaces, then a character for each.
    perLine = [16, 8, 4].first { column + 4 * $0 + 1 <= page.width } ?? 4
  }

  /// All pieces but the last have a number of bytes that 16 divides.
  mutating func write(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    var rest = bytes
    while !rest.isEmpty {
      let row = rest.prefix(perLine)
      rest = rest.dropFirst(perLine)
      let digits = row.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
      let ascii = row.map { byte in
        (0x20..<0x7F).contains(byte) ? String(Unicode.Scalar(byte)) : "."
      }
      // Where there is one line only, its characters need not stand below others.
      let isAlone = isEmpty && rest.isEmpty && row.count < perLine
      let gap = isAlone ? "  " : String.spaces(3 * (perLine - row.count) + 2)
      try page.line(start + digits + gap + page.styled(ascii.joined(), .quiet))
      start = margin
      isEmpty = false
    }
  }

  mutating func end(leavingOut count: UInt64, of all: UInt64) throws(Failure) {
    if count > 0 {
      try page.line(start + page.styled("… \(all) bytes in total", .quiet))
    } else if isEmpty {
      try page.line(start + "no bytes")
    }
  }
}
