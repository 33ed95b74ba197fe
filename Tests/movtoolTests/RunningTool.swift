import Foundation

/// The built tool as a running process, which tests can disturb.
final class RunningTool {
  private let process = Process()
  private let ended = DispatchSemaphore(value: 0)
  private let messages: URL

  /// Standard output is discarded. Messages go to a file in `folder`.
  init(_ arguments: [String], in folder: URL) throws {
    messages = folder.appendingPathComponent("err-\(UUID().uuidString)")
    try Data().write(to: messages)
    process.executableURL = try Tool.binary()
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let errors = try FileHandle(forWritingTo: messages)
    defer { try? errors.close() }
    process.standardError = errors
    let ended = ended
    process.terminationHandler = { _ in ended.signal() }
    // The threads of a pool have signals blocked, and a new process inherits that.
    var signals = sigset_t()
    var before = sigset_t()
    _ = unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = unsafe sigaddset(&signals, number) }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  /// Sends a signal; does nothing if the tool has already ended.
  func send(_ signal: Int32) { _ = kill(process.processIdentifier, signal) }

  struct End {
    /// The exit status, or the number of the signal.
    let status: Int32
    let wasSignal: Bool
    let stderr: String
  }

  func wait() throws -> End {
    guard ended.wait(timeout: .now() + 60) == .success else {
      send(SIGKILL)
      throw Tool.Timeout()
    }
    defer { try? FileManager.default.removeItem(at: messages) }
    return End(
      status: process.terminationStatus, wasSignal: process.terminationReason == .uncaughtSignal,
      stderr: String(decoding: try Data(contentsOf: messages), as: UTF8.self))
  }
}
