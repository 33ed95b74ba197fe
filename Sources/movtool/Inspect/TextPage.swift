/// Prints lines of text, wrapped to the width of the terminal.
struct TextPage {
  /// A style of text. The raw value is the parameter of the terminal's escape sequence (SGR).
  enum Style: String {
    case type = "1;34"
    case label = "36"
    case quiet = "2"
    case title = "1"
  }

  /// How pages for one terminal look.
  struct Look: Sendable {
    fileprivate let width: Int
    fileprivate let isTerminal: Bool
    fileprivate let color: Bool
  }

  private let output: Output
  let look: Look
  var width: Int { look.width }
  var isTerminal: Bool { look.isTerminal }
  private var color: Bool { look.color }

  init(to output: Output, terminal: Terminal, color: ColorChoice) {
    self.init(
      to: output,
      Look(
        width: terminal.width, isTerminal: terminal.isTerminal, color: terminal.usesColor(color)))
  }

  init(to output: Output, _ look: Look) {
    self.output = output
    self.look = look
  }

  func styled(_ text: String, _ style: Style) -> String {
    color && !text.isEmpty ? "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m" : text
  }

  func line(_ text: String = "") throws(Failure) {
    try output.write(text)
    try output.write("\n")
  }

  /// Prints a text in a style at a column, and another after a gap.
  func line(
    indent: Int, _ first: String, _ style: Style, gap: Int, _ second: String
  ) throws(Failure) {
    try output.write { buffer in
      buffer.append(spaces: indent)
      append(first, style, to: &buffer)
      buffer.append(spaces: gap)
      buffer.append(contentsOf: second.utf8)
      buffer.append(0x0A)
    }
  }

  /// Appends a text in a style.
  func append(_ text: String, _ style: Style, to buffer: inout [UInt8]) {
    if text.isEmpty { return }
    begin(style, in: &buffer)
    buffer.append(contentsOf: text.utf8)
    end(in: &buffer)
  }

  /// What is appended from now on is in a style.
  func begin(_ style: Style, in buffer: inout [UInt8]) {
    if color { buffer.append(contentsOf: "\u{1b}[\(style.rawValue)m".utf8) }
  }

  /// What is appended from now on is in no style.
  func end(in buffer: inout [UInt8]) {
    if color { buffer.append(contentsOf: "\u{1b}[0m".utf8) }
  }

  /// Writes whole lines.
  func write(lines: [UInt8]) throws(Failure) { try output.write(lines[...]) }

  /// Writes the whole lines that `compose` appends to the buffer.
  func write(_ compose: (inout [UInt8]) -> Void) throws(Failure) { try output.write(compose) }

  /// Writes the buffer to the output, so that later messages come after it.
  func flush() throws(Failure) { try output.flush() }

  /// Prints `first`, then `words`, separated by spaces and wrapped to the width. Further lines are
  /// indented by `indent` columns. `firstWidth` is the width of `first` without its style.
  func fill(
    _ first: String, firstWidth: Int, words: some Sequence<String>, indent: Int
  ) throws(Failure) {
    var paragraph = paragraph(first, width: firstWidth, indent: indent)
    for word in words { try paragraph.add(word) }
    try paragraph.end()
  }

  /// Returns a paragraph that begins with `first`, which is `width` columns wide. Further lines are
  /// indented by `indent` columns.
  func paragraph(_ first: String, width: Int, indent: Int) -> Paragraph {
    paragraph(Array(first.utf8), width: width, indent: indent)
  }

  /// Returns a paragraph that begins with the number of a row.
  func paragraph(row: Int, indent: Int) -> Paragraph {
    let number = "[\(row)]"
    return paragraph(
      String.spaces(indent) + styled(number, .quiet) + " ", width: indent + number.columns + 1,
      indent: indent + 4)
  }

  func paragraph(_ first: [UInt8], width: Int, indent: Int) -> Paragraph {
    Paragraph(page: self, line: first, used: width, indent: indent)
  }

  /// The words of a text that is printed many times. It is a class because a structure would retain each
  /// of its arrays whenever the words are printed.
  final class Words {
    fileprivate let bytes: [UInt8]
    /// Each word: its end in `bytes`, and its number of columns.
    fileprivate let words: [(end: Int, columns: Int)]

    init(_ text: String) {
      var bytes: [UInt8] = []
      words = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
        bytes.append(contentsOf: word.utf8)
        return (bytes.count, String(word).columns)
      }
      self.bytes = bytes
    }
  }

  /// Words with spaces between them, wrapped to the width of the page.
  struct Paragraph {
    fileprivate let page: TextPage
    fileprivate var line: [UInt8]
    /// The number of columns of the line.
    fileprivate var used: Int
    fileprivate let indent: Int
    /// Whether the line has no word.
    private var isEmpty = true

    fileprivate init(page: TextPage, line: [UInt8], used: Int, indent: Int) {
      self.page = page
      self.line = line
      self.used = used
      self.indent = indent
    }

    mutating func add(_ word: String) throws(Failure) {
      var rest = word[...]
      var columns = word.columns
      try makeRoom(columns)
      // On a terminal, a word longer than a line is broken, so that nobody has to scroll.
      while page.isTerminal, used + gap + columns > page.width, page.width - indent >= 8 {
        let room = page.width - used - gap
        if room > 0 {
          addSpace()
          line.append(contentsOf: rest.prefix(room).utf8)
          rest = rest.dropFirst(room)
          columns = String(rest).columns
        }
        try endLine()
      }
      addSpace()
      line.append(contentsOf: rest.utf8)
      used += columns
      isEmpty = false
    }

    /// Adds words that are not broken.
    mutating func add(_ words: Words) throws(Failure) {
      var start = 0
      for (end, columns) in words.words {
        try makeRoom(columns)
        addSpace()
        line.append(contentsOf: words.bytes[start..<end])
        used += columns
        isEmpty = false
        start = end
      }
    }

    /// Ends the line, and begins another paragraph of the same indent with `first`, which is `width`
    /// columns wide.
    mutating func begin(_ first: [UInt8], width: Int) throws(Failure) {
      try end()
      line.removeAll(keepingCapacity: true)
      line.append(contentsOf: first)
      used = width
      isEmpty = true
    }

    /// Adds a number, not broken, and a comma after it.
    mutating func add(_ number: UInt64, isSigned: Bool, comma: Bool) throws(Failure) {
      let columns = number.columns(isSigned: isSigned) + (comma ? 1 : 0)
      try makeRoom(columns)
      addSpace()
      line.append(decimal: number, isSigned: isSigned)
      if comma { line.append(UInt8(ascii: ",")) }
      used += columns
      isEmpty = false
    }

    mutating func end() throws(Failure) {
      line.append(UInt8(ascii: "\n"))
      try page.write(lines: line)
    }

    /// The width of the space before the next word.
    private var gap: Int { isEmpty ? 0 : 1 }

    private mutating func makeRoom(_ columns: Int) throws(Failure) {
      if !isEmpty, used + 1 + columns > page.width { try endLine() }
    }

    private mutating func addSpace() {
      guard !isEmpty else { return }
      line.append(UInt8(ascii: " "))
      used += 1
    }

    private mutating func endLine() throws(Failure) {
      try end()
      line.removeAll(keepingCapacity: true)
      line.append(spaces: indent)
      used = indent
      isEmpty = true
    }
  }
}
