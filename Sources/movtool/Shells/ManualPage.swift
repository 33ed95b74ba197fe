import MovKit

/// Makes the manual page, with the man macros of roff, from the command table.
struct ManualPage {
  private var lines: [String] = []

  static func text(for root: Command) -> String {
    var page = ManualPage()
    page.write(root)
    return page.lines.joined(separator: "\n") + "\n"
  }

  private mutating func write(_ root: Command) {
    lines.append(
      ".TH \(root.name.uppercased()) 1 \(Version.date) \"\(root.name) \(Version.current)\"")
    lines.append(".SH NAME")
    line("\(root.name) - \(root.summary)")
    lines.append(".SH SYNOPSIS")
    let leaves = root.everything.filter { $0.command.run != nil }
    for (index, (name, _, command)) in leaves.enumerated() {
      if index > 0 { lines.append(".br") }
      synopsis(name, command)
    }
    lines.append(".SH DESCRIPTION")
    paragraphs(root.discussion)
    lines.append(".SH OPTIONS OF EVERY COMMAND")
    options(CommonOptions.declarations)
    lines.append(".SH COMMANDS")
    for (name, _, command) in leaves {
      lines.append(".SS \(Self.escaped(name))")
      line(Self.sentence(command.summary))
      paragraphs(command.discussion, followsText: true)
      terms(command.positionals.map { ($0.shown, $0.help) })
      options(command.options)
      terms(command.examples.map { ($0.line, $0.effect) })
    }
    lines.append(".SH EXIT STATUS")
    terms([
      ("0", "Success; there may have been warnings."),
      (
        "1",
        "A file could not be read, understood or written, or does not have what was asked for; or check, diff or "
          + "hash --check found something wrong or different, or inspect --find nothing."
      ),
      ("2", "The command line is wrong, and nothing was done."),
    ])
    lines.append(".SH ENVIRONMENT")
    terms([
      (
        "MOVTOOL_PAGER, PAGER",
        "The program that shows what inspect and samples print on a terminal; less where neither is set. Empty, "
          + "or cat, means none."
      ),
      ("LESS", "Options of less; FRX where it is not set."),
      ("NO_COLOR", "No colours, where it is not empty."),
      ("COLUMNS", "How wide text is, where that is not the width of the terminal."),
      (
        "TMPDIR",
        "Where a movie that comes through a pipe is kept, in a file without a name (else /var/tmp), and the page "
          + "of view (else /tmp)."
      ),
      ("BROWSER", "The program that view opens its page in."),
    ])
  }

  private mutating func synopsis(_ name: String, _ command: Command) {
    lines.append(".B \(Self.escaped(name))")
    for word in Help.usageWords(of: command) { line(word) }
  }

  private mutating func options(_ options: [OptionDeclaration]) {
    terms(options.map { (Help.shown($0), $0.help) })
  }

  /// Writes terms, each with its meaning below it.
  private mutating func terms(_ terms: [(String, String)]) {
    for (term, meaning) in terms {
      lines.append(".TP")
      lines.append(".B \(Self.escaped(term))")
      line(Self.sentence(meaning))
    }
  }

  private mutating func paragraphs(_ paragraphs: [String], followsText: Bool = false) {
    for (index, paragraph) in paragraphs.enumerated() {
      if followsText || index > 0 { lines.append(".PP") }
      line(paragraph)
    }
  }

  /// Writes text on lines of at most 80 columns. Each sentence begins on a new line.
  private mutating func line(_ text: String) {
    var current = ""
    for word in text.split(separator: " ") {
      let isNewSentence = current.last == "." && !current.hasSuffix("..")
      let longer = current + (current.isEmpty ? "" : " ") + word
      if !current.isEmpty, isNewSentence || Self.escaped(longer).utf8.count > 80 {
        lines.append(Self.escaped(current))
        current = String(word)
      } else {
        current = longer
      }
    }
    if !current.isEmpty { lines.append(Self.escaped(current)) }
  }

  /// Returns a text as a sentence: with a capital letter and a full stop. A text that begins with a
  /// value and a colon, such as `raw:`, keeps its first letter.
  private static func sentence(_ text: String) -> String {
    let isValue = text.prefix { $0 != " " }.last == ":"
    return (isValue ? text.prefix(1) : text.prefix(1).uppercased()[...]) + text.dropFirst()
      + (text.last == "." ? "" : ".")
  }

  /// Returns a text with escapes for the characters that roff interprets.
  private static func escaped(_ text: String) -> String {
    var result = text.first == "." ? "\\&" : ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      default: result.append(character)
      }
    }
    return result
  }
}
