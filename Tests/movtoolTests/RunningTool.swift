import Foundation

/// The built tool while it runs, to be disturbed.
///
/// It is started and waited for by system calls: `Process` waits for a descriptor to be closed, which a
/// process that another test has started at the same moment can hold open.
final class RunningTool {
  private let process: pid_t
  private let messages: URL
  private let results: URL
  private var hasEnded = false

  struct NotStarted: Error { let code: Int32 }

  /// Results and messages go into files of `folder`.
  /// - Parameter ignoresSignals: Whether SIGINT, SIGTERM and SIGHUP are ignored, as SIGHUP is under `nohup`.
  init(_ arguments: [String], in folder: URL, ignoresSignals: Bool = false) throws {
    messages = folder.appendingPathComponent("err-\(UUID().uuidString)")
    results = folder.appendingPathComponent("out-\(UUID().uuidString)")
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(
      &actions, 1, results.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    unsafe posix_spawn_file_actions_addopen(
      &actions, 2, messages.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    // Threads of a pool have signals blocked, and a program inherits that.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    // What runs the tests in the background ignores SIGINT and SIGQUIT, and a program inherits that too.
    var ending = sigset_t()
    unsafe sigemptyset(&ending)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { unsafe sigaddset(&ending, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &ending)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // The shell goes to the folder and becomes the tool. The backtraces of the runtime, which `swift test`
    // turns on, take SIGQUIT from a program that has not set its own handlers yet.
    let words = [
      "/bin/sh", "-c",
      "export SWIFT_BACKTRACE=enable=no && cd \"$0\" && "
        + (ignoresSignals ? "trap '' INT TERM HUP && : > ignoring && " : "")
        + "exec \"$@\"", folder.path, try Tool.binary().path,
    ]
    let texts = unsafe (words + arguments).map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe texts.indices { unsafe free(texts[index]) }
    }
    var number: pid_t = 0
    let code = unsafe posix_spawn(&number, "/bin/sh", &actions, &attributes, texts, environ)
    guard code == 0 else { throw NotStarted(code: code) }
    process = number
    let ignoring = folder.appendingPathComponent("ignoring").path
    while ignoresSignals, unsafe unlink(ignoring) != 0 { usleep(100) }
  }

  deinit {
    guard !hasEnded else { return }
    send(SIGKILL)
    _ = waitpid(process, nil, 0)
  }

  /// Does nothing where the tool has ended already: it is a zombie then, until somebody waits.
  func send(_ signal: Int32) { if !hasEnded { kill(process, signal) } }

  struct End {
    /// The exit status, or the signal.
    let status: Int32
    let wasSignal: Bool
    let stderr: String
    let stdout: String
  }

  func wait() throws -> End {
    var status: Int32 = 0
    let deadline = ContinuousClock.now + .seconds(120)
    while unsafe waitpid(process, &status, WNOHANG) == 0 {
      guard ContinuousClock.now < deadline else {
        send(SIGKILL)
        _ = unsafe waitpid(process, &status, 0)
        hasEnded = true
        throw Tool.Timeout()
      }
      usleep(200)
    }
    hasEnded = true
    let texts = [messages, results].map { file in
      defer { try? FileManager.default.removeItem(at: file) }
      return String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
    }
    let signal = status & 0x7F
    return End(
      status: signal == 0 ? status >> 8 & 0xFF : signal, wasSignal: signal != 0,
      stderr: texts[0], stdout: texts[1])
  }
}

extension RunningTool {
  /// Runs the tool and sends it a signal at a random moment of a time in microseconds.
  static func disturb(
    _ arguments: [String], in folder: URL, with signal: Int32,
    within microseconds: ClosedRange<UInt32>, ignored isIgnored: Bool = false
  ) throws -> End {
    let tool = try RunningTool(arguments, in: folder, ignoresSignals: isIgnored)
    usleep(UInt32.random(in: microseconds))
    tool.send(signal)
    return try tool.wait()
  }

  /// A duration as `disturb` takes it.
  static func microseconds(_ duration: Duration) -> UInt32 {
    let (seconds, attoseconds) = duration.components
    return UInt32(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
  }
}
