import MovKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Arguments {
  /// Reads a document that says what the command is to do. One that cannot be read is a mistake in the command line,
  /// and nothing is said of the files.
  func document(_ path: FilePath) throws(Failure) -> [UInt8] {
    do throws(Failure) { return try Input.document(path) } catch {
      guard case .problem(let text, let about) = error else { throw error }
      throw usage("\(about ?? path): \(text)")
    }
  }
}

/// Opens movies for reading.
enum Input {
  /// Opens a movie; `-` is standard input. The data of a pipe is first copied into a file without a
  /// name, because a movie cannot be read from front to back.
  static func open(_ path: FilePath) throws(IOError) -> File {
    let directory = directory
    do throws(IOError) {
      return counted(try File.readable(path, spoolingIn: directory))
    } catch {
      guard error.path == directory else { throw error }
      throw IOError(
        error.operation, directory,
        .failed("\(error.reason); TMPDIR names the folder that keeps the data of a pipe"))
    }
  }

  /// Opens a file by its name, which is not `-`.
  static func file(_ path: FilePath) throws(IOError) -> File { counted(try File(path)) }

  /// Reads a document that a command needs besides its files, as UTF-8.
  static func document(_ path: FilePath) throws(Failure) -> [UInt8] {
    let bytes: [UInt8]
    do throws(IOError) {
      let file = try file(path)
      guard let count = Int(exactly: file.size), count <= 1 << 28 else {
        throw IOError(.read, path, .tooLarge)
      }
      bytes = try file.read(at: 0, count: count)
    } catch { throw Failure(error, about: path) }
    return try bytes.documentInUTF8(from: path)
  }

  /// The output may be as large as what is read allows.
  private static func counted(_ file: File) -> File {
    OutputLimit.countRead(file.size)
    return file
  }

  /// Whether standard input is a terminal, which cannot supply a movie.
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// The directory for the copy of a pipe: `TMPDIR` if set, otherwise `/var/tmp`, which is meant
  /// for large files, while `/tmp` may be in memory.
  private static var directory: FilePath {
    if let chosen = Process.environment("TMPDIR"), !chosen.isEmpty { return FilePath(chosen) }
    return FilePath(unsafe access("/var/tmp", W_OK) == 0 ? "/var/tmp" : "/tmp")
  }
}
