import MovKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
  import LinuxCalls
#endif

/// The process: its arguments, environment and signals.
enum Process {
  /// The arguments after the program's name, as bytes. A file name need not be UTF-8, and
  /// `CommandLine.arguments` replaces invalid UTF-8.
  static var arguments: [[UInt8]] {
    var arguments: [[UInt8]] = []
    var index = 1
    // Each of them asks for all arguments.
    let (count, values) = unsafe (Int(CommandLine.argc), CommandLine.unsafeArgv)
    while index < count, let argument = unsafe values[index] {
      let bytes = unsafe UnsafeRawBufferPointer(start: argument, count: strlen(argument))
      unsafe arguments.append(Array(bytes))
      index += 1
    }
    return arguments
  }

  /// Returns the value of an environment variable; nil if it is not set.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The folder from which relative paths count; nil if the system does not know it.
  static var workingFolder: FilePath? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return FilePath(bytes: unsafe Array(UnsafeRawBufferPointer(start: path, count: strlen(path))))
  }

  /// Prepares the process. A closed pipe causes a write error instead of a signal. Standard
  /// descriptors that were closed are opened, so that a file opened later is never taken for
  /// standard output.
  static func prepare() {
    keepMemory()
    _ = signal(SIGPIPE, SIG_IGN)
    // Where it is ignored, the system does not say how a program ended.
    _ = signal(SIGCHLD, SIG_DFL)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // Opened for reading only, so that writing results to a closed standard output still fails.
      _ = unsafe open("/dev/null", O_RDONLY)
    }
  }

  /// Makes glibc keep freed memory for later use. By default it returns the end of its heap to the
  /// system with every large buffer and requests it again for the next, which costs a page fault
  /// for every 4 KiB: a fifth of the time of `build`.
  private static func keepMemory() {
    #if canImport(Glibc)
      _ = mallopt(mallocTopPad, 1 << 22)
    #endif
  }

  /// Whether a program is in one of the folders of `path`, the value of PATH; or, if its name has a slash,
  /// there.
  static func isInPath(_ name: String, _ path: String) -> Bool {
    if name.contains("/") { return unsafe access(name, X_OK) == 0 }
    return path.split(separator: ":").contains { unsafe access("\($0)/\(name)", X_OK) == 0 }
  }

  /// Makes a new folder that nobody else can read, in `place` or, if that is nil, in the folder for
  /// temporary files: `TMPDIR` if set, otherwise `/tmp`.
  static func makeTemporaryFolder(in place: FilePath? = nil) throws(Failure) -> FilePath {
    let chosen = environment("TMPDIR") ?? ""
    let parent = place ?? FilePath(chosen.isEmpty ? "/tmp" : chosen)
    var name = parent.appending(Array("movtool-XXXXXX".utf8)).cString
    guard unsafe mkdtemp(&name) != nil else {
      throw Failure(IOError(.create, parent, .system(errno)), about: parent)
    }
    return FilePath(bytes: name.dropLast().map { UInt8(bitPattern: $0) })
  }

  /// Runs a command of the shell and waits for its end. Returns whether it succeeded.
  static func run(_ command: String) -> Bool {
    guard let stream = unsafe starting({ unsafe popen(command, "w") }) else { return false }
    return unsafe pclose(stream) == 0
  }

  /// Starts another program. This one ignores SIGPIPE, and the other must not inherit that. No other thread may write
  /// to a pipe meanwhile.
  static func starting<Started>(_ start: () -> Started) -> Started {
    _ = signal(SIGPIPE, SIG_DFL)
    defer { _ = signal(SIGPIPE, SIG_IGN) }
    return start()
  }

  /// Removes a folder; does nothing if that fails, as it does if something is in it.
  static func removeFolder(_ path: FilePath) {
    _ = unsafe rmdir(path.cString)
  }

  /// Removes a file; does nothing if that fails.
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
