import MovKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Movies that are only read.
enum Input {
  /// Opens a movie; `-` is standard input. What comes from a pipe is copied into a file without a
  /// name first, because a movie is not read from front to back.
  static func open(_ path: FilePath) throws(IOError) -> File {
    try File.readable(path, spoolingIn: directory)
  }

  /// Whether standard input is a terminal, from which no movie comes.
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// `/var/tmp` is for what may be large; `/tmp` may be memory.
  private static var directory: FilePath {
    if let chosen = Process.environment("TMPDIR"), !chosen.isEmpty { return FilePath(chosen) }
    return FilePath(unsafe access("/var/tmp", W_OK) == 0 ? "/var/tmp" : "/tmp")
  }
}
