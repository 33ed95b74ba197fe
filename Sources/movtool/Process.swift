#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
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
    _ = signal(SIGPIPE, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // Opened for reading only: writing results to a closed standard output must still fail.
      _ = unsafe open("/dev/null", O_RDONLY)
    }
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
