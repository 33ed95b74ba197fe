#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension File {
  /// Opens a file or a pipe so that it can be read at any offset. A regular file is opened as it
  /// is. The content of a pipe is copied into a scratch file first, so that memory does not grow
  /// with it. The scratch file has a name only while it is written, and goes with the `File`.
  /// - Parameters:
  ///   - path: the file or the pipe; `-` is standard input, whatever that is.
  ///   - directory: where the copy goes.
  /// - Throws: `IOError`; of kind `notARegularFile` for directories, named sockets and devices.
  public static func readable(
    _ path: FilePath, spoolingIn directory: FilePath
  ) throws(IOError) -> File {
    if path == FilePath("-") {
      let copy = try system(.open, path) { Int(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)) }
      let input = FileDescriptor(Int32(truncatingIfNeeded: copy), path: path)
      if try FileStatus(of: input).otherKind == nil, lseek(input.number, 0, SEEK_CUR) == 0 {
        return try File(input, path: path, mustStay: true)
      }
      return try spooled(try .standardInput(), path, in: directory)
    }
    // The pipe is opened only once, or its writer would lose its reader.
    guard let status = try? FileStatus(of: path, followingLinks: true), status.otherKind == .pipe
    else { return try File(path) }
    return try spooled(try ByteStream(path), path, in: directory)
  }

  private static func spooled(
    _ stream: ByteStream, _ path: FilePath, in directory: FilePath
  ) throws(IOError) -> File {
    let scratch = try ScratchFile(
      beside: FilePath(bytes: directory.bytes + Array("/movtool".utf8)))
    while true {
      let bytes = try stream.read(upTo: 1 << 18)
      if bytes.isEmpty { break }
      _ = try scratch.append(bytes)
    }
    return try scratch.contents(as: path)
  }
}
