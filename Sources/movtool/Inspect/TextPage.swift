/// Prints lines of text, wrapped to the width of the terminal.
struct TextPage {
  /// A style of text. The raw value is the parameter of the terminal's escape sequence (SGR).
  enum Style: String {
    case type = "1;34"
    case label = "36"
    case quiet = "2"
    case title = "1"
  }

  private let output: Output
  let width: Int
  let isTerminal: Bool
  private let color: Bool

  init(to output: Output, terminal: Terminal, color: ColorChoice) {
    self.output = output
    width = terminal.width
    isTerminal = terminal.isTerminal
    self.color = terminal.usesColor(color)
  }

  func styled(_ text: String, _ style: Style) -> String {
    color && !text.isEmpty ? "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m" : text
  }

  func line(_ text: String = "") throws(Failure) { try output.write(text + "\n") }

  /// Writes the buffer to the output, so that later messages come after it.
  func flush() throws(Failure) { try output.flush() }

  /// Prints `first`, then `words`, separated by spaces and wrapped to the width. Further lines are
  /// indented by `indent` columns. `firstWidth` is the width of `first` without its style.
  func fill(
    _ first: String, firstWidth: Int, words: some Sequence<String>, indent: Int
  ) throws(Failure) {
    var line = first
    var used = firstWidth
    var isEmpty = true
    let margin = String.spaces(indent)
    for word in words {
      var rest = word
      if !isEmpty, used + 1 + rest.columns > width {
        try self.line(line)
        (line, used, isEmpty) = (margin, indent, true)
      }
      // On a terminal, a word longer than a line is broken, so that nobody has to scroll.
      while isTerminal, used + (isEmpty ? 0 : 1) + rest.columns > width, width - indent >= 8 {
        let room = width - used - (isEmpty ? 0 : 1)
        if room > 0 {
          line += (isEmpty ? "" : " ") + rest.prefix(room)
          rest = String(rest.dropFirst(room))
        }
        try self.line(line)
        (line, used, isEmpty) = (margin, indent, true)
      }
      line += (isEmpty ? "" : " ") + rest
      used += (isEmpty ? 0 : 1) + rest.columns
      isEmpty = false
    }
    try self.line(line)
  }
}
