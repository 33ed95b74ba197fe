#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A regular file that is open for reading and for changes in place, locked against others who ask
/// for the same lock (`flock`) as long as it is open.
///
/// A symbolic link stays one: what it leads to is opened.
public final class EditableFile: ByteSource, PatchTarget {
  private let file: File
  private let descriptor: FileDescriptor

  /// Throws `IOError`; of kind `locked` where another program changes the file at this moment, and
  /// `notARegularFile` for anything else than a file.
  public init(_ path: FilePath) throws(IOError) {
    let status = try FileStatus(of: path, followingLinks: true)
    try status.mustBeRegular(for: .open, path)
    descriptor = try FileDescriptor(opening: path, flags: O_RDWR | O_NONBLOCK | O_NOCTTY)
    let number = descriptor.number
    do {
      _ = try system(.open, path) { Int(flock(number, LOCK_EX | LOCK_NB)) }
    } catch {
      throw error.errno == EWOULDBLOCK ? IOError(.open, path, .locked) : error
    }
    // The size counts from when nobody else may change it.
    file = try File(descriptor.duplicate(), path: path)
  }

  /// Bytes of the file when it was opened.
  public var size: UInt64 { file.size }
  public var path: FilePath { file.path }

  public func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
    try file.read(at: offset, count: count)
  }

  /// Throws `changed` where somebody who did not ask for the lock has written to the file.
  public func checkUnchanged() throws(IOError) { try file.checkUnchanged() }

  public func write(_ bytes: [UInt8], at offset: UInt64) throws(IOError) {
    try descriptor.write(bytes, at: offset)
  }

  public func flush() throws(IOError) { try descriptor.sync() }

  public func setSize(_ size: UInt64) throws(IOError) { try descriptor.setSize(size) }
}
