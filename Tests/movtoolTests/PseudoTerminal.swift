import Foundation

/// Runs the tool as a user does who looks at a terminal.
enum PseudoTerminal {
  /// Runs a command line on a pseudo terminal, and returns what it prints there. Needs `python3`.
  static func output(_ line: String, _ environment: [String: String] = [:]) throws -> String {
    let program = """
      import os, pty, sys
      status = pty.spawn(["/bin/sh", "-c", sys.argv[1]])
      sys.exit(os.waitstatus_to_exitcode(status))
      """
    let script = "exec python3 -c \"$PROGRAM\" \"$LINE\""
    let result = try Tool.shell(
      script,
      environment: ["PROGRAM": program, "LINE": line, "TERM": "xterm", "PAGER": "cat"].merging(
        environment
      ) { $1 })
    return result.text.replacingOccurrences(of: "\r\n", with: "\n")
  }
}
