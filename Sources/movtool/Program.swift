import MovKit

/// The tool, from its arguments to its exit status.
enum Program {
  /// Runs the command that the arguments name, and returns the exit status.
  static func run(_ arguments: [[UInt8]], session: Session) -> ExitCode {
    do throws(Failure) {
      switch try Arguments.parse(arguments, root: .movtool) {
      case .help(let path):
        try print(Help(path: path, width: session.terminal.width).text)
      case .incomplete(let path):
        let name = path.fullName
        throw .usage("no command after '\(name)'", command: name)
      case .version:
        try print("movtool \(Version.current)\n")
      case .run(let run, var arguments):
        if arguments[CommonOptions.quiet] { session.messages.level = .quiet }
        if arguments[CommonOptions.verbose] { session.messages.level = .verbose }
        CommonOptions.setLimits(arguments)
        try arguments.separateFiles()
        try SourceWatch.run(about: nil) { () throws(Failure) in try run(arguments, session) }
      }
    } catch {
      return session.messages.report(error)
    }
    return session.messages.errors == 0 ? .success : .failure
  }

  private static func print(_ text: String) throws(Failure) {
    let output = Output.standard()
    try output.write(text)
    try output.finish()
  }
}
