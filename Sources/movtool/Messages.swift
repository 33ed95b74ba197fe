import MovKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Messages to the person at the terminal: one line each, on standard error.
final class Messages {
  /// Errors so far. A command that goes on to the next file after one still fails in the end.
  private(set) var errors = 0
  /// What is worth a line besides errors.
  var level = Level.normal

  enum Level {
    /// Errors only.
    case quiet
    case normal
    /// Also what is done.
    case verbose
  }

  private let sink: (String) -> Void

  /// `sink` gets whole lines.
  init(sink: @escaping (String) -> Void) { self.sink = sink }

  static func standardError() -> Messages {
    // Nobody is left to tell when this fails.
    Messages { _ = Output.write(Array($0.utf8)[...], to: STDERR_FILENO) }
  }

  /// `movtool: FILE: text`
  func error(_ text: String, file: FilePath? = nil) {
    errors += 1
    send([file?.description, text])
  }

  /// `movtool: FILE: warning: text [rule]`
  func warning(_ text: String, rule: String? = nil, file: FilePath? = nil) {
    guard level != .quiet else { return }
    send([file?.description, "warning: " + text + (rule.map { " [\($0)]" } ?? "")])
  }

  /// `movtool: FILE: text`, for those who want to know what is done.
  func detail(_ text: @autoclosure () -> String, file: FilePath? = nil) {
    if level == .verbose { send([file?.description, text()]) }
  }

  /// `movtool: FILE: warning: PATH at OFFSET: text [rule]`, with the diagnostic's own severity. It is
  /// no error of the command.
  func report(
    _ diagnostic: Diagnostic, file: FilePath? = nil, offsets: OffsetNotation = .decimal
  ) {
    guard level != .quiet || diagnostic.severity == .error else { return }
    let line = diagnostic.line(offsets: offsets)
    send([file?.description, diagnostic.severity.rawValue, "\(line) [\(diagnostic.rule)]"])
  }

  /// Diagnostics, but for notes, which `inspect` reports.
  func report(_ diagnostics: [Diagnostic], file: FilePath? = nil) {
    for diagnostic in diagnostics where diagnostic.severity != .note {
      report(diagnostic, file: file)
    }
  }

  /// Lets the command fail for a reason that was reported.
  func fail() { errors += 1 }

  /// Reports what ended a command, and says what the shell gets to see.
  func report(_ failure: Failure) -> ExitCode {
    switch failure {
    case .usage(let text, let command):
      error("\(text); see '\(command) --help'")
      return .usage
    case .problem(let text, let file):
      error(text, file: file)
      return .failure
    case .brokenPipe:
      return errors == 0 ? .success : .failure
    }
  }

  private func send(_ parts: [String?]) {
    let line = (["movtool"] + parts.compactMap { $0 }).joined(separator: ": ")
    // Texts can quote names from files, which must not break the line or command the terminal.
    sink(line.escaped + "\n")
  }
}
