#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What is known of the place where results are read.
struct Terminal: Sendable {
  /// Standard output is a terminal, not a file or a pipe.
  let isTerminal: Bool
  /// Columns to wrap text to.
  let width: Int
  /// Colour where the user leaves it to us.
  let prefersColor: Bool

  /// `columns`, `noColor` and `term` are the environment's COLUMNS, NO_COLOR and TERM.
  init(isTerminal: Bool, columns: String?, noColor: String?, term: String?) {
    self.isTerminal = isTerminal
    let asked = columns.flatMap { Int($0) } ?? 80
    width = min(max(asked, 40), 400)
    // https://no-color.org: any value but the empty one means no.
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

/// `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
