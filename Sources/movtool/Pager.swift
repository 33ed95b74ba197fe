import MovKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The program that shows long output page by page, as in git. From `begin` to `end`, standard
/// output goes through it, and also standard error if that is the terminal.
final class Pager {
  let command: String
  private let savedOutput: Int32
  private let savedErrors: Int32?
  /// Closes the pager's input and waits until the pager ends. Returns its status as `wait` does.
  private let close: () -> Int32

  /// Returns the command for the shell to run; nil for no pager. `environment` returns the value of
  /// a variable.
  ///
  /// The command is `MOVTOOL_PAGER`, else `PAGER`, else `less` if it is in the path. An empty
  /// command or `cat` means no pager.
  static func command(environment: (String) -> String?) -> String? {
    guard environment("TERM") != "dumb" else { return nil }
    guard let chosen = environment("MOVTOOL_PAGER") ?? environment("PAGER") else {
      return Process.isInPath("less", environment("PATH") ?? "") ? "less" : nil
    }
    let words = chosen.split { $0 == " " || $0 == "\t" }
    return words.isEmpty || words == ["cat"] ? nil : chosen
  }

  /// Starts the pager and sends all further output through it. Returns nil if no pager is wanted or
  /// it cannot be started.
  static func begin(_ terminal: Terminal) -> Pager? {
    guard terminal.isTerminal, let command = command(environment: Process.environment) else {
      return nil
    }
    return Pager(command)
  }

  private init?(_ command: String) {
    // Quit if the text fits the screen, show colours, and leave the text on the screen. These
    // variables are read by less and lv only.
    _ = unsafe setenv("LESS", "FRX", 0)
    _ = unsafe setenv("LV", "-c", 0)
    guard let stream = unsafe Process.starting({ unsafe popen(command, "w") }) else { return nil }
    self.command = command
    close = { unsafe pclose(stream) }
    let input = unsafe fileno(stream)
    _ = fcntl(input, F_SETFD, FD_CLOEXEC)
    savedOutput = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    _ = dup2(input, STDOUT_FILENO)
    // Messages appear next to the output that they are about, and do not disturb the page.
    if isatty(STDERR_FILENO) == 1 {
      savedErrors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
      _ = dup2(input, STDERR_FILENO)
    } else {
      savedErrors = nil
    }
    // An interrupt is for the pager, where it may end a search. When the pager exits, the next
    // write of this program fails, and this program exits too.
    _ = signal(SIGINT, SIG_IGN)
  }

  /// Waits until the user quits the pager. All output must have been written before. Returns false
  /// if the pager's command was not found.
  func end() -> Bool {
    // The pager sees the end of its input only when all copies of the descriptor are closed.
    _ = dup2(savedOutput, STDOUT_FILENO)
    closeDescriptor(savedOutput)
    if let savedErrors {
      _ = dup2(savedErrors, STDERR_FILENO)
      closeDescriptor(savedErrors)
    }
    return close() >> 8 != 127
  }
}

/// Calls `close` of the system, which the member `close` of `Pager` hides.
private func closeDescriptor(_ number: Int32) { _ = close(number) }

extension Session {
  /// Runs `body`, whose output goes through the pager if there is a terminal and the user wants one.
  func paged(
    unless isRefused: Bool, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    let pager = isRefused ? nil : Pager.begin(terminal)
    defer {
      if let pager, !pager.end() {
        messages.error(
          "the pager '\(pager.command)' cannot be run: set MOVTOOL_PAGER to another, or give "
            + "--no-pager")
      }
    }
    try body()
  }
}
