import TestSupport

extension MediaTools {
  /// Whether strace may trace programs here and make their system calls fail. It is asked about another program
  /// than the tool, so that no fault of the tool passes for a missing permission.
  private static let mayTrace: Bool = {
    let result = try? Tool.shell(
      "strace -o /dev/null -e trace=execve,getpid -e inject=getpid:error=EIO true")
    return result?.status == 0
  }()

  /// Whether strace is installed and may trace programs. If not, the test is listed as not run.
  static func canTrace(by function: String = #function, in file: String = #fileID) -> Bool {
    guard has("strace", by: function, in: file) else { return false }
    if !mayTrace {
      NotRun.add(.permission("to trace programs (ptrace)"), by: function, in: file)
    }
    return mayTrace
  }
}
