import MovKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The program that shows long output page by page, as in git: standard output goes through it from
/// `begin` to `end`, and standard error too where that is the terminal.
final class Pager {
  let command: String
  private let savedOutput: Int32
  private let savedErrors: Int32?
  /// Closes the pager's input, and waits for it. Returns its status as `wait` has it.
  private let close: () -> Int32

  /// Which command the shell is to run; nil for none. `environment` gives a variable's value.
  ///
  /// `MOVTOOL_PAGER`, else `PAGER`, else `less`. Empty, or `cat`, means none.
  static func command(environment: (String) -> String?) -> String? {
    guard environment("TERM") != "dumb" else { return nil }
    guard let chosen = environment("MOVTOOL_PAGER") ?? environment("PAGER") else {
      return isInPath("less", environment("PATH") ?? "") ? "less" : nil
    }
    let words = chosen.split { $0 == " " || $0 == "\t" }
    return words.isEmpty || words == ["cat"] ? nil : chosen
  }

  /// Sends what is written from now on through the pager; nil where nobody wants one, or it cannot
  /// be started.
  static func begin(_ terminal: Terminal) -> Pager? {
    guard terminal.isTerminal, let command = command(environment: Process.environment) else {
      return nil
    }
    return Pager(command)
  }

  private init?(_ command: String) {
    // Quit where it fits the screen, show colours, leave the text there. Less and lv only.
    _ = unsafe setenv("LESS", "FRX", 0)
    _ = unsafe setenv("LV", "-c", 0)
    // This program ignores what a vanished reader sends, but the pager must not inherit that.
    _ = signal(SIGPIPE, SIG_DFL)
    let started = unsafe popen(command, "w")
    _ = signal(SIGPIPE, SIG_IGN)
    guard let stream = unsafe started else { return nil }
    self.command = command
    close = { unsafe pclose(stream) }
    let input = unsafe fileno(stream)
    _ = fcntl(input, F_SETFD, FD_CLOEXEC)
    savedOutput = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    _ = dup2(input, STDOUT_FILENO)
    // Messages stand among what they are about, and do not break the page.
    if isatty(STDERR_FILENO) == 1 {
      savedErrors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
      _ = dup2(input, STDERR_FILENO)
    } else {
      savedErrors = nil
    }
    // An interrupt is the pager's, where it may end a search. When the pager goes, this program's
    // next write fails, and it goes too.
    _ = signal(SIGINT, SIG_IGN)
  }

  /// Waits until the person has done with the pager. What was written before has been handed over.
  /// Returns false where there was no such program.
  func end() -> Bool {
    // The pager sees the end of its input only when no copy is open.
    _ = dup2(savedOutput, STDOUT_FILENO)
    closeDescriptor(savedOutput)
    if let savedErrors {
      _ = dup2(savedErrors, STDERR_FILENO)
      closeDescriptor(savedErrors)
    }
    return close() >> 8 != 127
  }

  private static func isInPath(_ name: String, _ path: String) -> Bool {
    path.split(separator: ":").contains { unsafe access("\($0)/\(name)", X_OK) == 0 }
  }
}

/// `close`, which inside a type with a member of that name cannot be called by it.
private func closeDescriptor(_ number: Int32) { _ = close(number) }
