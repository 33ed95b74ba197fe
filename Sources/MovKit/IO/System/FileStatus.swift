#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the system says about a file, without its C types.
struct FileStatus {
  var identity: File.Identity
  /// The type if it is not a regular file; nil for a regular file.
  var otherKind: IOError.OtherFile?
  var size: UInt64
  var times: FileTimes
  /// The read, write and execute bits for owner, group and others, without set-user-ID and the
  /// like.
  var permissions: UInt32
  var owner: UInt32
  var group: UInt32
  /// The unit in which the file system allocates space, in bytes.
  var blockSize: UInt64

  /// Reads the status of what `path` names. With `followingLinks`, a symbolic link is followed.
  init(of path: FilePath, followingLinks: Bool) throws(IOError) {
    let name = try path.terminated(for: .examine)
    var status = stat()
    _ = try system(.examine, path) {
      unsafe Int(followingLinks ? stat(name, &status) : lstat(name, &status))
    }
    self.init(status)
  }

  init(of descriptor: borrowing FileDescriptor) throws(IOError) {
    try self.init(ofDescriptor: descriptor.number, descriptor.path)
  }

  /// Reads the status of a descriptor that is open.
  init(ofDescriptor number: Int32, _ path: FilePath) throws(IOError) {
    var status = stat()
    _ = try system(.examine, path) { unsafe Int(fstat(number, &status)) }
    self.init(status)
  }

  /// Reads the status of a name in a directory; nil if there is nothing. A symbolic link is not
  /// followed.
  init?(of name: [CChar], in directory: Int32) {
    var status = stat()
    guard unsafe fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    self.init(status)
  }

  /// Reads the status of an open descriptor; nil if it is not open.
  init?(ofOpen number: Int32) {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Returns the status of a file; nil if there is none.
  static func existing(
    _ path: FilePath, followingLinks: Bool
  ) throws(IOError) -> FileStatus? {
    do throws(IOError) {
      return try FileStatus(of: path, followingLinks: followingLinks)
    } catch {
      if error.errno == ENOENT { return nil }
      throw error
    }
  }

  private init(_ status: stat) {
    identity = File.Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino))
    otherKind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: nil
      case S_IFDIR: .directory
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFCHR, S_IFBLK: .device
      case S_IFLNK: .symbolicLink
      default: .unknown
      }
    size = UInt64(clamping: status.st_size)
    #if canImport(Darwin)
      times = FileTimes(accessed: status.st_atimespec, modified: status.st_mtimespec)
    #else
      times = FileTimes(accessed: status.st_atim, modified: status.st_mtim)
    #endif
    permissions = UInt32(status.st_mode) & 0o777
    owner = status.st_uid
    group = status.st_gid
    blockSize = UInt64(clamping: status.st_blksize)
  }

  /// Whether nobody has written to the file between the two, as far as size and time say.
  func hasContent(of other: FileStatus) -> Bool {
    size == other.size && times.modified == other.times.modified
  }

  /// Throws `notARegularFile` unless this is a regular file.
  func mustBeRegular(for operation: IOError.Operation, _ path: FilePath) throws(IOError) {
    if let otherKind { throw IOError(operation, path, .notARegularFile(otherKind)) }
  }
}
