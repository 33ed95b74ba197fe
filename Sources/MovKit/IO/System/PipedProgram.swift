#if canImport(Darwin)
  @unsafe @preconcurrency import Darwin
#elseif canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#endif

/// Another program that takes bytes from a pipe and gives bytes to a pipe, without a shell and without
/// files.
package struct PipedProgram: Sendable {
  /// What has become of the program.
  package enum End: Hashable, Sendable {
    /// It ended with this status.
    case exited(Int32)
    /// A signal ended it.
    case signalled(Int32)
    /// It neither took nor gave anything for a long time, and was ended.
    case stalled
    /// It gave more than was wanted, and was ended.
    case gaveTooMuch
  }

  /// What the program gave.
  package struct Result: Sendable {
    package var end: End
    package var output: [UInt8]
    /// The start of what it wrote to standard error.
    package var messages: [UInt8]
  }

  /// The most bytes of messages that are kept, and after which a program that writes nothing else is
  /// ended.
  private static let mostMessages = (kept: 1 << 16, read: 1 << 24)
  private static let blockSize = 1 << 16
  /// A pipe is made and given to a program by one thread at a time: no other program may inherit it.
  private static let starting = Monitor(())

  private let name: String
  private let arguments: [String]
  private let mostOutput: Int
  private let patience: Int32

  /// - Parameters:
  ///   - name: The program, which is searched in the folders of `PATH`.
  ///   - arguments: Its arguments. None may have a zero byte.
  ///   - mostOutput: The most bytes that it may give.
  ///   - patience: The milliseconds after which a program that does nothing is ended.
  package init(
    _ name: String, _ arguments: [String], mostOutput: Int, patience: Int32 = 60_000
  ) {
    self.name = name
    self.arguments = arguments
    self.mostOutput = mostOutput
    self.patience = patience
  }

  /// Runs the program until it ends.
  /// - Parameter next: Returns the next bytes for the program; none at the end. What it throws ends the
  ///   program.
  /// - Throws: `IOError` if the program cannot be started or nothing says how it ended, and what `next` throws.
  package func run(input next: () throws(IOError) -> [UInt8]) throws(IOError) -> Result {
    let child = try start()
    var exchange = Exchange(child, mostOutput: mostOutput, patience: patience)
    let stop: End?
    do throws(IOError) { stop = try exchange.run(next) } catch {
      exchange.closeAll()
      Self.kill(child.process)
      throw error
    }
    exchange.closeAll()
    let end: End
    if let stop {
      Self.kill(child.process)
      end = stop
    } else {
      end = try wait(child.process)
    }
    return Result(end: end, output: exchange.output, messages: exchange.messages)
  }

  // MARK: The process

  private struct Child {
    var process: pid_t
    /// The ends of the pipes on this side.
    var input: Int32
    var output: Int32
    var messages: Int32
  }

  private func start() throws(IOError) -> Child {
    let path = FilePath(name)
    var child: Child?
    var code: Int32 = 0
    Self.starting.update { _ in
      var ends: [Int32] = []
      for _ in 0..<3 {
        var pair: [Int32] = [-1, -1]
        guard unsafe pipe(&pair) == 0 else {
          code = errno
          break
        }
        ends += pair
        for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      }
      guard ends.count == 6 else {
        for end in ends { _ = close(end) }
        return
      }
      var process: pid_t = 0
      code = spawn(&process, ends[0], ends[3], ends[5])
      for end in [ends[0], ends[3], ends[5]] { _ = close(end) }
      guard code == 0 else {
        for end in [ends[1], ends[2], ends[4]] { _ = close(end) }
        return
      }
      child = Child(process: process, input: ends[1], output: ends[2], messages: ends[4])
    }
    guard let child else { throw IOError(.open, path, .system(code)) }
    // A program that takes nothing must not block this one.
    for end in [child.input, child.output, child.messages] {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    PipeRoom.enlarge(child.input)
    #if canImport(Darwin)
      _ = fcntl(child.input, F_SETNOSIGPIPE, 1)
    #endif
    return child
  }

  /// Starts the program with three descriptors as its standard streams. Returns an error of the system,
  /// or 0.
  private func spawn(
    _ process: inout pid_t, _ input: Int32, _ output: Int32, _ messages: Int32
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return ENOMEM }
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    guard unsafe posix_spawnattr_init(&attributes) == 0 else { return ENOMEM }
    defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
    for (end, stream) in [
      (input, STDIN_FILENO), (output, STDOUT_FILENO), (messages, STDERR_FILENO),
    ] {
      let code = unsafe posix_spawn_file_actions_adddup2(&actions, end, stream)
      guard code == 0 else { return code }
    }
    // This program ignores SIGPIPE, which another must not inherit.
    var signals = sigset_t()
    _ = unsafe sigemptyset(&signals)
    _ = unsafe sigaddset(&signals, SIGPIPE)
    _ = unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    _ = unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let words = unsafe ([name] + arguments).map { unsafe strdup($0) }
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
    }
    return unsafe posix_spawnp(&process, name, &actions, &attributes, words + [nil], environ)
  }

  private static func kill(_ process: pid_t) {
    _ = sendSignal(process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  /// Waits until a program that has closed its pipes ends.
  ///
  /// Throws if the system does not say how it ended, as where a process ignores `SIGCHLD`.
  private func wait(_ process: pid_t) throws(IOError) -> End {
    var left = patience
    while true {
      var status: Int32 = 0
      let found = try system(.examine, FilePath(name)) {
        unsafe Int(waitpid(process, &status, left > 0 ? WNOHANG : 0))
      }
      if found != 0 {
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
      }
      // At first it is about to end.
      let pause: Int32 = left > patience - 100 ? 1 : 50
      _ = poll(nil, 0, pause)
      left -= pause
      if left <= 0 {
        Self.kill(process)
        return .stalled
      }
    }
  }

  // MARK: The pipes

  /// Serves all pipes at once: a program that writes before it has read all must not wait for us while
  /// we wait for it.
  private struct Exchange {
    private var input: Int32?
    private var results: Int32?
    private var errors: Int32?
    private let mostOutput: Int
    private let patience: Int32
    private var pending: ArraySlice<UInt8> = []
    private var messageCount = 0
    private(set) var output: [UInt8] = []
    private(set) var messages: [UInt8] = []

    init(_ child: Child, mostOutput: Int, patience: Int32) {
      (input, results, errors) = (child.input, child.output, child.messages)
      self.mostOutput = mostOutput
      self.patience = patience
    }

    /// Returns why the program must be ended; nil if it has closed its pipes.
    mutating func run(_ next: () throws(IOError) -> [UInt8]) throws(IOError) -> End? {
      while results != nil || errors != nil {
        if input != nil, pending.isEmpty {
          pending = try next()[...]
          if pending.isEmpty { Self.close(&input) }
        }
        // A negative number is no descriptor, and is left out.
        var polled = [
          pollfd(fd: input ?? -1, events: Int16(POLLOUT), revents: 0),
          pollfd(fd: results ?? -1, events: Int16(POLLIN), revents: 0),
          pollfd(fd: errors ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        let ready = unsafe poll(&polled, 3, patience)
        if ready < 0, errno == EINTR { continue }
        guard ready > 0 else { return .stalled }
        if polled[0].revents != 0 { write() }
        if polled[1].revents != 0, let bytes = Self.read(&results) {
          output += bytes
          if output.count > mostOutput { return .gaveTooMuch }
        }
        if polled[2].revents != 0, let bytes = Self.read(&errors) {
          messages += bytes.prefix(max(0, PipedProgram.mostMessages.kept - messages.count))
          messageCount += bytes.count
          if messageCount > PipedProgram.mostMessages.read { return .gaveTooMuch }
        }
      }
      return nil
    }

    private mutating func write() {
      guard let number = input else { return }
      let part = pending.prefix(PipedProgram.blockSize)
      let count = unsafe part.withUnsafeBytes {
        unsafe systemWrite(number, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        pending = pending.dropFirst(count)
      } else if errno != EAGAIN, errno != EINTR {
        // The program has what it needs.
        pending = []
        Self.close(&input)
      }
    }

    /// Returns what a pipe has; nil if it has nothing now or any more.
    private static func read(_ end: inout Int32?) -> [UInt8]? {
      guard let number = end else { return nil }
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: PipedProgram.blockSize) {
        buffer, filled in
        let count = unsafe systemRead(number, buffer.baseAddress, buffer.count)
        filled = max(0, count)
        if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) {
          _ = systemClose(number)
          end = nil
        }
      }
      return bytes.isEmpty ? nil : bytes
    }

    private static func close(_ end: inout Int32?) {
      if let number = end { _ = systemClose(number) }
      end = nil
    }

    mutating func closeAll() {
      for number in [input, results, errors].compactMap(\.self) { _ = systemClose(number) }
      (input, results, errors) = (nil, nil, nil)
    }
  }
}

// Calls of the system that have the names of methods here.

/// Writes to a pipe. That nobody reads any more is an error, and no signal, which would end this program
/// if it does not ignore that.
private func systemWrite(_ number: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    return unsafe write(number, start, count)
  #else
    var signals = sigset_t()
    var old = sigset_t()
    _ = unsafe sigemptyset(&signals)
    _ = unsafe sigaddset(&signals, SIGPIPE)
    _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, &old)
    let result = unsafe write(number, start, count)
    let code = errno
    if result < 0, code == EPIPE {
      var now = timespec()
      while unsafe sigtimedwait(&signals, nil, &now) < 0, errno == EINTR {}
    }
    _ = unsafe pthread_sigmask(SIG_SETMASK, &old, nil)
    errno = code
    return result
  #endif
}

private func systemClose(_ number: Int32) -> Int32 { close(number) }

private func sendSignal(_ process: pid_t, _ signal: Int32) -> Int32 { kill(process, signal) }
