#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The properties of the terminal or file that results are written to.
struct Terminal: Sendable {
  /// Whether standard output is a terminal, not a file or a pipe.
  let isTerminal: Bool
  /// The number of columns to wrap text to, from 40 to 400.
  let width: Int
  /// Whether the width was asked for or is that of a terminal, so that tables are made to fit.
  let limitsTables: Bool
  /// Whether to use colour if the user does not choose.
  let prefersColor: Bool

  /// `columns`, `noColor` and `term` are the values of the environment variables COLUMNS, NO_COLOR
  /// and TERM.
  init(isTerminal: Bool, columns: String?, noColor: String?, term: String?) {
    self.isTerminal = isTerminal
    let asked = columns.flatMap { Int($0) } ?? 80
    width = min(max(asked, 40), 400)
    limitsTables = isTerminal || columns != nil
    // https://no-color.org: any value except the empty one means no colour.
    prefersColor = isTerminal && (noColor ?? "").isEmpty && term != "dumb"
  }

  static func current() -> Terminal {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    var columns = Process.environment("COLUMNS")
    var size = winsize()
    if columns == nil, isTerminal,
      unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
    {
      columns = String(size.ws_col)
    }
    return Terminal(
      isTerminal: isTerminal, columns: columns,
      noColor: Process.environment("NO_COLOR"), term: Process.environment("TERM"))
  }

  func usesColor(_ choice: ColorChoice) -> Bool {
    switch choice {
    case .auto: prefersColor
    case .always: true
    case .never: false
    }
  }
}

/// The values of `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
