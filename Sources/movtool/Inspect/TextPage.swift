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

  /// Appends a text in a style. Returns the number of columns that it takes.
  @discardableResult
  func append(_ text: String, _ style: Style, to buffer: inout [UInt8]) -> Int {
    if text.isEmpty { return 0 }
    begin(style, in: &buffer)
    let columns = buffer.append(measuring: text)
    end(in: &buffer)
    return columns
  }

  /// What is appended from now on is in a style.
  func begin(_ style: Style, in buffer: inout [UInt8]) {
    if color { buffer.append(contentsOf: "\u{1b}[\(style.rawValue)m".utf8) }
  }

  /// What is appended from now on is in no style.
  func end(in buffer: inout [UInt8]) {
    if color { buffer.append(contentsOf: "\u{1b}[0m".utf8) }
  }

  /// Writes what was composed apart, which ends where the page goes on.
  func write(lines: [UInt8]) throws(Failure) { try output.write(lines[...]) }

  /// Writes the whole lines that `compose` appends to the buffer.
  func write(_ compose: (inout [UInt8]) -> Void) throws(Failure) { try output.write(compose) }

  /// Writes the buffer to the output, so that later messages come after it.
  func flush() throws(Failure) { try output.flush() }

  typealias RowStart = (before: ContiguousArray<UInt8>, after: ContiguousArray<UInt8>)

  /// The bytes before and after the number of a row, which is in a style.
  var rowStart: RowStart {
    var (before, after) = ([UInt8](), [UInt8]())
    begin(.quiet, in: &before)
    end(in: &after)
    return (ContiguousArray(before), ContiguousArray(after))
  }

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
    Paragraph(
      page: self, text: Array(first.utf8),
      line: WrappedLine(width: self.width, indent: indent, used: width))
  }

  /// Returns a paragraph that begins with the number of a row.
  func paragraph(row: Int, indent: Int) -> Paragraph {
    // A movie can have a record in every three bytes.
    let number = UInt64(row)
    var text: [UInt8] = []
    text.reserveCapacity(indent + 100)
    text.append(spaces: indent)
    begin(.quiet, in: &text)
    text.append(UInt8(ascii: "["))
    text.append(decimal: number)
    text.append(UInt8(ascii: "]"))
    end(in: &text)
    text.append(0x20)
    return Paragraph(
      page: self, text: text,
      line: WrappedLine(
        width: width, indent: indent + 4, used: indent + number.decimalDigits + 3))
  }

  /// The words of a text that is printed many times. It is a class because a structure would retain each
  /// of its arrays whenever the words are printed.
  final class Words {
    private let bytes: ContiguousArray<UInt8>
    /// Each word: its end in `bytes`, and its number of columns.
    private let words: ContiguousArray<(end: Int, columns: Int)>

    init(_ text: String) {
      var bytes: ContiguousArray<UInt8> = []
      var words: ContiguousArray<(end: Int, columns: Int)> = []
      for word in text.split(separator: " ", omittingEmptySubsequences: false) {
        bytes.append(contentsOf: word.utf8)
        words.append((bytes.count, String(word).columns))
      }
      (self.bytes, self.words) = (bytes, words)
    }

    /// The most bytes that the words take in a paragraph of an indent.
    func room(indent: Int) -> Int { bytes.count + words.count * (indent + 1) }

    /// Appends the words, not broken. There must be room for them.
    @inline(__always)
    func append(to output: inout OutputSpan<UInt8>, _ line: inout WrappedLine) {
      let (allBytes, allWords) = (bytes, words)
      let (bytes, words) = (allBytes.span, allWords.span)
      var start = 0
      for index in words.indices {
        line.begin(wordOf: words[index].columns, in: &output)
        output.append(bytes, start..<words[index].end)
        start = words[index].end
      }
    }
  }

  /// Words with spaces between them, wrapped to the width of the page.
  struct Paragraph {
    /// The number of bytes at which they are written, because a paragraph can be long.
    private static let most = 1 << 12

    fileprivate let page: TextPage
    /// What is not written so far.
    fileprivate var text: [UInt8]
    fileprivate var line: WrappedLine

    mutating func add(_ word: String) throws(Failure) {
      var (rest, columns) = (word[...], word.columns)
      if page.isTerminal {
        if line.isFull(before: columns) { endLine() }
        // A word longer than a line is broken, so that nobody has to scroll.
        while line.isEmpty, line.used + columns > line.width, line.width - line.indent >= 8 {
          let room = line.width - line.used
          if room > 0 {
            let part = rest.prefix(columns: room)
            text.append(contentsOf: part.utf8)
            rest = rest[part.endIndex...]
            columns = String(rest).columns
          }
          endLine()
        }
      }
      line.begin(wordOf: columns, in: &text)
      text.append(contentsOf: rest.utf8)
      try writeIfLong()
    }

    private mutating func endLine() {
      line.end()
      text.append(0x0A)
      text.append(spaces: line.indent)
    }

    /// Adds the parts of a text between its spaces.
    mutating func add(wordsOf words: String) throws(Failure) {
      try add(wordsOf: Array(words.utf8)[...])
    }

    /// Adds the parts of a text in UTF-8 between its spaces.
    mutating func add(wordsOf words: ArraySlice<UInt8>) throws(Failure) {
      let bytes = words.span
      var isASCII = true
      for index in bytes.indices where bytes[index] >= 0x80 { isASCII = false }
      // A character of each byte takes a column.
      guard !page.isTerminal, isASCII else {
        let text = String(decoding: words, as: UTF8.self)
        for word in text.words { try add(word) }
        return
      }
      var start = 0
      for index in 0...bytes.count where index == bytes.count || bytes[index] == 0x20 {
        line.begin(wordOf: index - start, in: &text)
        text.append(addingCapacity: index - start) { $0.append(bytes, start..<index) }
        start = index + 1
      }
      try writeIfLong()
    }

    /// Adds a number, not broken, and a comma after it.
    mutating func add(_ number: UInt64, isSigned: Bool, comma: Bool) throws(Failure) {
      line.begin(wordOf: number.columns(isSigned: isSigned) + (comma ? 1 : 0), in: &text)
      text.append(decimal: number, isSigned: isSigned)
      if comma { text.append(UInt8(ascii: ",")) }
      try writeIfLong()
    }

    mutating func end() throws(Failure) {
      text.append(UInt8(ascii: "\n"))
      try page.write(lines: text)
    }

    private mutating func writeIfLong() throws(Failure) {
      guard text.count >= Self.most else { return }
      try page.write(lines: text)
      text.removeAll(keepingCapacity: true)
    }
  }
}
