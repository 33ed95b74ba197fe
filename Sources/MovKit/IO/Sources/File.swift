#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A regular file that is open for reading. It is closed with the last reference to it.
///
/// It can be read at any offset and from any thread. Nothing is cached.
public final class File: ByteSource {
  /// Identifies a file under all its names, hard and symbolic links included.
  public struct Identity: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
  }

  /// The path under which the file was opened.
  public let path: FilePath
  /// The size in bytes when the file was opened.
  public let size: UInt64
  /// Which file this is.
  public let identity: Identity

  let descriptor: FileDescriptor
  /// The unit in which the file system hands out space, in bytes.
  let blockSize: UInt64
  /// When the file was opened.
  let times: FileTimes
  private let watch = SourceWatch.current
  /// Whether other programs must leave the file as it is.
  private let mustStay: Bool

  /// Opens a regular file.
  /// - Throws: `IOError`; of kind `notARegularFile` for directories, pipes, sockets, devices.
  public convenience init(_ path: some FilePathConvertible) throws(IOError) {
    let path = path.filePath
    let descriptor: FileDescriptor
    do throws(IOError) {
      // Without O_NONBLOCK, a pipe that nobody writes to would block for ever.
      descriptor = try FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
    } catch {
      // A socket cannot be opened at all, and the system's message for that does not say so.
      if error.errno == ENXIO || error.errno == EOPNOTSUPP {
        try FileStatus(of: path, followingLinks: true).mustBeRegular(for: .open, path)
      }
      throw error
    }
    try self.init(descriptor, path: path, mustStay: true)
  }

  /// Takes over a descriptor that is open for reading.
  /// - Parameter mustStay: Whether the current `SourceWatch` notes changes of the file. It must be
  ///   false for a file that this program writes to.
  init(
    _ descriptor: consuming FileDescriptor, path: FilePath, mustStay: Bool = false
  ) throws(IOError) {
    let status = try FileStatus(of: descriptor)
    try status.mustBeRegular(for: .open, path)
    self.path = path
    size = status.size
    identity = status.identity
    blockSize = status.blockSize
    times = status.times
    self.descriptor = descriptor
    self.mustStay = mustStay
    if mustStay { watch?.opened(opened, by: ObjectIdentifier(self)) }
  }

  deinit {
    guard mustStay, let watch else { return }
    var change: IOError?
    do throws(IOError) { try checkUnchanged() } catch { change = error }
    watch.closed(ObjectIdentifier(self), change)
  }

  /// Reads exactly `count` bytes from byte `offset` on.
  /// - Throws: `IOError`: `truncated` if the range goes beyond `size`, `changed` if the file has
  ///   become shorter since it was opened.
  public func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
    guard count >= 0 else { throw IOError(.read, path, .tooLarge) }
    try check(at: offset, count: UInt64(count), path: path)
    do throws(IOError) { try Memory.check(count) } catch { throw IOError(.read, path, error.kind) }
    return try [UInt8](capacity: count) { (output: inout OutputSpan<UInt8>) throws(IOError) in
      try read(at: offset, count: count, appendingTo: &output)
    }
  }

  public func read(
    at offset: UInt64, count: Int, appendingTo output: inout OutputSpan<UInt8>
  ) throws(IOError) {
    guard count >= 0, count <= output.freeCapacity else { throw IOError(.read, path, .tooLarge) }
    try check(at: offset, count: UInt64(count), path: path)
    do throws(IOError) {
      let before = output.count
      try unsafe output.withUnsafeMutableBufferPointer { (buffer, filled) throws(IOError) in
        let rest = unsafe UnsafeMutableRawBufferPointer(
          UnsafeMutableBufferPointer(rebasing: buffer[filled..<filled + count]))
        unsafe Memory.prepareToFill(rest)
        filled += try unsafe descriptor.read(into: rest, at: offset)
      }
      guard output.count == before + count else { throw IOError(.read, path, .changed) }
    } catch {
      watch?.failed(error)
      throw error
    }
  }

  /// Throws `IOError` of kind `changed` if somebody has written to the file since it was opened.
  public func checkUnchanged() throws(IOError) {
    try opened.checkUnchanged()
  }

  /// Asks the system to read the file from the medium the next time, and not from its cache.
  package func forgetCache() {
    #if canImport(Darwin)
      _ = fcntl(descriptor.number, F_NOCACHE, 1)
    #else
      _ = posix_fadvise(descriptor.number, 0, 0, POSIX_FADV_DONTNEED)
    #endif
  }

  private var opened: OpenedFile {
    OpenedFile(path: path, size: size, times: times, number: descriptor.number)
  }
}
