#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Bytes that can be read only once and in order: from a pipe, a device, or a file.
public final class ByteStream {
  /// The name to use in messages.
  public let path: FilePath
  private let descriptor: FileDescriptor
  private let watch = SourceWatch.current
  /// What a file was when it was opened; nil for anything else.
  private let opened: FileStatus?

  /// Opens the pipe, device or file at `path`. If it is a pipe without a writer, this waits for
  /// one.
  public init(_ path: some FilePathConvertible) throws(IOError) {
    let path = path.filePath
    self.path = path
    descriptor = try FileDescriptor(opening: path, flags: O_RDONLY | O_NOCTTY)
    opened = try Self.status(of: descriptor)
    PipeRoom.enlarge(descriptor.number)
  }

  private init(duplicating number: Int32, path: FilePath) throws(IOError) {
    self.path = path
    let copy = try system(.open, path) { Int(fcntl(number, F_DUPFD_CLOEXEC, 0)) }
    descriptor = FileDescriptor(Int32(truncatingIfNeeded: copy), path: path)
    opened = try Self.status(of: descriptor)
    PipeRoom.enlarge(number)
  }

  /// Opens the standard input of this process, named `-` in messages.
  public static func standardInput() throws(IOError) -> ByteStream {
    try ByteStream(duplicating: STDIN_FILENO, path: FilePath("-"))
  }

  /// The most bytes that are read at once.
  private static let mostBytes = 1 << 24

  /// Reads the next bytes: as many as are available, at most `count`, and at most 16 MiB. Waits if there are
  /// none yet.
  /// - Returns: the bytes; none at the end.
  /// - Throws: `IOError` if the system reports one.
  public func read(upTo count: Int) throws(IOError) -> [UInt8] {
    guard count > 0 else { return [] }
    let count = min(count, Self.mostBytes)
    let (number, path) = (descriptor.number, path)
    let bytes: [UInt8]
    do throws(IOError) {
      bytes = try [UInt8](capacity: count) { (output: inout OutputSpan<UInt8>) throws(IOError) in
        try unsafe output.withUnsafeMutableBufferPointer { (buffer, filled) throws(IOError) in
          filled = try system(.read, path) {
            unsafe systemRead(number, UnsafeMutableRawPointer(buffer.baseAddress), count)
          }
        }
      }
    } catch {
      watch?.failed(error)
      throw error
    }
    if bytes.isEmpty { noteChange() }
    guard bytes.count < count / 2 else { return bytes }
    // A pipe may deliver few bytes at a time: the result gets not much more room than it needs.
    var few: [UInt8] = []
    few.reserveCapacity(bytes.count)
    few += bytes
    return few
  }

  private static func status(
    of descriptor: borrowing FileDescriptor
  ) throws(IOError) -> FileStatus? {
    let status = try FileStatus(of: descriptor)
    return status.otherKind == nil ? status : nil
  }

  /// Notes if another program has changed the file while it was read.
  private func noteChange() {
    guard let watch, let opened else { return }
    do throws(IOError) {
      guard try FileStatus(of: descriptor).hasContent(of: opened) else {
        throw IOError(.read, path, .changed)
      }
    } catch { watch.changed(error) }
  }
}
