import MovKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
  import LinuxCalls
#endif

/// The process as the system started it.
enum Process {
  /// The arguments after the program's name, as bytes: a file name need not be UTF-8, and
  /// `CommandLine.arguments` repairs what is not.
  static var arguments: [[UInt8]] {
    var arguments: [[UInt8]] = []
    var index = 1
    while index < Int(CommandLine.argc), let argument = unsafe CommandLine.unsafeArgv[index] {
      let bytes = unsafe UnsafeRawBufferPointer(start: argument, count: strlen(argument))
      unsafe arguments.append(Array(bytes))
      index += 1
    }
    return arguments
  }

  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Makes a vanished reader a write error instead of a signal, and fills standard descriptors
  /// that were closed, so that a file opened later is never taken for standard output.
  static func prepare() {
    keepMemory()
    _ = signal(SIGPIPE, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // Opened for reading only: writing results to a closed standard output must still fail.
      _ = unsafe open("/dev/null", O_RDONLY)
    }
  }

  /// Lets memory that is freed serve what comes next. glibc would give the end of its heap back with
  /// every large buffer and take it again for the next, at the price of a page fault for every 4 KiB:
  /// a fifth of the time of `build`.
  private static func keepMemory() {
    #if canImport(Glibc)
      _ = mallopt(mallocTopPad, 1 << 22)
    #endif
  }

  /// Holds SIGINT, SIGTERM and SIGHUP back while `body` runs. A signal that came meanwhile does
  /// its work right after.
  ///
  /// `body` is told by a call whether one has come.
  static func holdingSignals<Result>(
    _ body: (_ isInterrupted: () -> Bool) throws -> Result
  ) rethrows -> Result {
    var held = sigset_t()
    var before = sigset_t()
    _ = unsafe sigemptyset(&held)
    for number in endingSignals { _ = unsafe sigaddset(&held, number) }
    _ = unsafe pthread_sigmask(SIG_BLOCK, &held, &before)
    defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body {
      var waiting = sigset_t()
      guard unsafe sigpending(&waiting) == 0 else { return false }
      // One that was held back before will not come now either.
      return endingSignals.contains {
        unsafe sigismember(&waiting, $0) == 1 && sigismember(&before, $0) == 0
      }
    }
  }

  private static let endingSignals = [SIGINT, SIGTERM, SIGHUP]

  /// Removes a file; does nothing where that cannot be.
  static func remove(_ path: FilePath) {
    _ = unsafe unlink(path.cString)
  }

  static func exit(_ code: ExitCode) -> Never {
    #if canImport(Darwin)
      Darwin.exit(code.rawValue)
    #elseif canImport(Musl)
      Musl.exit(code.rawValue)
    #else
      Glibc.exit(code.rawValue)
    #endif
  }
}
