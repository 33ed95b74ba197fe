import MovKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Messages to the user, one line each, on standard error.
final class Messages {
  /// The number of errors so far. A command that continues with the next file after an error still
  /// fails in the end.
  private(set) var errors = 0
  /// Which messages are printed besides errors.
  var level = Level.normal

  enum Level {
    /// Errors only.
    case quiet
    case normal
    /// Also the steps of the work.
    case verbose
  }

  private let sink: (String) -> Void

  /// `sink` receives complete lines.
  init(sink: @escaping (String) -> Void) { self.sink = sink }

  static func standardError() -> Messages {
    // If this fails, there is nowhere to report it.
    Messages { _ = Output.write(Array($0.utf8)[...], to: STDERR_FILENO) }
  }

  /// Prints `movtool: FILE: text`, and counts it as an error.
  func error(_ text: String, file: FilePath? = nil) {
    errors += 1
    send([file?.description, text])
  }

  /// Prints `movtool: FILE: warning: text [rule]`.
  func warning(_ text: String, rule: String? = nil, file: FilePath? = nil) {
    guard level != .quiet else { return }
    send([file?.description, "warning: " + text + (rule.map { " [\($0)]" } ?? "")])
  }

  /// Prints `movtool: FILE: text` if the user asked to see the steps (`--verbose`).
  func detail(_ text: @autoclosure () -> String, file: FilePath? = nil) {
    if level == .verbose { send([file?.description, text()]) }
  }

  /// Prints `movtool: FILE: warning: PATH at OFFSET: text [rule]`, with the diagnostic's own
  /// severity. It does not count as an error of the command.
  func report(
    _ diagnostic: Diagnostic, file: FilePath? = nil, offsets: OffsetNotation = .decimal
  ) {
    guard level != .quiet || diagnostic.severity == .error else { return }
    let line = diagnostic.line(offsets: offsets)
    send([file?.description, diagnostic.severity.rawValue, "\(line) [\(diagnostic.rule)]"])
  }

  /// How many warnings of one rule are printed of those that are reported together.
  private static let mostOfARule = 64

  /// Prints diagnostics, except notes, which only `inspect` prints. A movie can have a track in every few
  /// hundred bytes, and so a warning for each: after the first of a rule, the others are counted.
  @inline(never)
  func report(_ diagnostics: [Diagnostic], file: FilePath? = nil) {
    var printed: [String: Int] = [:]
    var rest = DiagnosticList(mostOfARule: 0)
    for diagnostic in diagnostics where diagnostic.severity != .note {
      if diagnostic.severity != .error {
        let count = printed[diagnostic.rule, default: 0]
        guard count < Self.mostOfARule else {
          rest.append(diagnostic)
          continue
        }
        printed[diagnostic.rule] = count + 1
      }
      report(diagnostic, file: file)
    }
    for diagnostic in rest.all { report(diagnostic, file: file) }
  }

  /// Warns of what could not be kept of a file that was copied or changed: attributes, permissions, times.
  func report(lost: [IOError]) {
    for error in lost { warning(error.description, rule: "metadata-lost") }
  }

  /// Prints `movtool: FILE: text` unless only errors are wanted (`--quiet`).
  func note(_ text: String, file: FilePath? = nil) {
    if level != .quiet { send([file?.description, text]) }
  }

  /// Returns messages that are kept, for `replay`, and not printed. It is used by one thread at a
  /// time.
  static func kept(at level: Level) -> (messages: Messages, kept: KeptMessages) {
    let kept = KeptMessages()
    let messages = Messages { kept.lines.append($0) }
    messages.level = level
    return (messages, kept)
  }

  /// Prints lines that were kept, and counts the errors among them.
  func replay(_ lines: [String], errors: Int) {
    for line in lines { sink(line) }
    self.errors += errors
  }

  /// Makes the command fail for a reason that has already been reported.
  func fail() { errors += 1 }

  /// Reports the failure that ended a command, and returns the exit status.
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

  /// More than the bytes of any path, or of two in one sentence.
  private static let mostOfAPart = 10_000

  private func send(_ parts: [String?]) {
    let parts = parts.compactMap { $0?.shortened(to: Self.mostOfAPart) }
    let line = (["movtool"] + parts).joined(separator: ": ")
    // Messages can contain names from files, which must not break the line or control the terminal.
    sink(line.escaped + "\n")
  }
}

/// The lines of messages that wait for their turn.
final class KeptMessages {
  fileprivate(set) var lines: [String] = []
}
