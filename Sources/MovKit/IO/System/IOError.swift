#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The reason why the system, or this library on its behalf, did not do what was asked.
public struct IOError: Error, Hashable, Sendable {
  /// The operation that failed. The raw value is a verb for messages.
  public enum Operation: String, Hashable, Sendable {
    /// The basic operations on a file. `sync` is to wait until its data is on the medium. `examine`
    /// is to get its status, or the path that a symbolic link contains.
    case open, read, write, create, copy, rename, sync, examine
    /// To get memory.
    case allocate = "get memory for"
    /// To give a file the permissions of the old one.
    case keepPermissions = "keep the permissions of"
    /// To give a file the times of access and modification of the old one.
    case keepTimes = "keep the times of"
    /// To give a file the extended attributes of the old one.
    case keepAttributes = "keep the extended attributes of"
  }

  /// The type of something that is not a regular file. The raw value is a noun for messages.
  public enum OtherFile: String, Hashable, Sendable {
    /// A directory.
    case directory
    /// A pipe (FIFO).
    case pipe
    /// A socket.
    case socket
    /// A character or block device.
    case device
    /// A symbolic link.
    case symbolicLink = "symbolic link"
    /// Something else that is not a regular file.
    case unknown = "special file"
  }

  /// What went wrong.
  public enum Kind: Hashable, Sendable {
    /// The system refused, with this `errno`.
    case system(Int32)
    /// `wanted` bytes were asked for at the byte `offset` of a source that has `size` bytes.
    case truncated(offset: UInt64, wanted: UInt64, size: UInt64)
    /// Another program changed the file while it was in use.
    case changed
    /// An output is the same file as an input or another output, whatever their names.
    case sameFile
    /// A file with the name of the output exists and may not be replaced.
    case exists
    /// It is not a regular file. Only regular files can be read at any offset and replaced as a
    /// whole.
    case notARegularFile(OtherFile)
    /// There are more bytes than a file or memory can hold, or an offset or count is out of range.
    case tooLarge
    /// `wanted` more bytes of memory would exceed the limit of the process.
    case memoryLimit(wanted: UInt64, limit: UInt64)
    /// The system has no memory for `wanted` more bytes.
    case noMemory(wanted: UInt64)
    /// The path contains a zero byte, is empty, or ends in a slash.
    case invalidPath
    /// Another program holds the lock on the file.
    case locked
    /// The output was finished or discarded before.
    case closed
    /// The source is an `AsyncByteSource`, which only `async` functions can read.
    case asynchronous
    /// The task was cancelled while it waited for bytes.
    case cancelled
    /// A source that is not a file could not be read. The text says why.
    case failed(String)
  }

  private struct Parts: Hashable, Sendable {
    var operation: Operation
    var path: FilePath?
    var kind: Kind
  }

  private var parts: Boxed<Parts>

  /// The operation that failed.
  public var operation: Operation {
    get { parts.value.operation }
    set { self = IOError(newValue, path, kind) }
  }

  /// The file that the operation was about; nil if the bytes do not come from a file.
  public var path: FilePath? {
    get { parts.value.path }
    set { self = IOError(operation, newValue, kind) }
  }

  /// What went wrong.
  public var kind: Kind {
    get { parts.value.kind }
    set { self = IOError(operation, path, newValue) }
  }

  /// Creates an error.
  /// - Parameters:
  ///   - operation: The operation that failed.
  ///   - path: The file; nil if the bytes do not come from a file.
  ///   - kind: What went wrong.
  @inline(never)
  public init(_ operation: Operation, _ path: FilePath?, _ kind: Kind) {
    parts = Boxed(Parts(operation: operation, path: path, kind: kind))
  }

  /// The `errno` of the system; nil if the error does not come from the system.
  public var errno: Int32? {
    if case .system(let code) = kind { code } else { nil }
  }
}

extension IOError {
  /// Whether the system did not allow the operation, because of the user's rights or a read-only
  /// medium.
  public var isPermissionDenied: Bool {
    errno.map { [EACCES, EPERM, EROFS, ETXTBSY].contains($0) } ?? false
  }

  /// Whether a name in a folder leads nowhere: it is a link to what does not exist or to itself, or
  /// it is gone.
  package var isLinkToNothing: Bool {
    errno.map { [ENOENT, ENOTDIR, ELOOP].contains($0) } ?? false
  }

  /// Whether no file has the name, or could have it.
  package var saysThereIsNoFile: Bool {
    if case .notARegularFile = kind { return true }
    return isLinkToNothing || errno == ENAMETOOLONG
  }

  /// Whether there was not enough space, on the disk or for this user or file.
  public var isOutOfSpace: Bool {
    errno.map { [ENOSPC, EDQUOT, EFBIG].contains($0) } ?? false
  }

  /// The earlier name of `isPermissionDenied`.
  @available(*, deprecated, renamed: "isPermissionDenied")
  public var isRefusal: Bool { isPermissionDenied }

  /// The earlier name of `isOutOfSpace`.
  @available(*, deprecated, renamed: "isOutOfSpace")
  public var isWantOfSpace: Bool { isOutOfSpace }
}

extension IOError {
  /// Throws an error of kind `truncated` unless there are `count` bytes from `offset` on within `size`.
  static func checkRange(
    _ operation: Operation, _ path: FilePath?, at offset: UInt64, count: UInt64, within size: UInt64
  ) throws(IOError) {
    guard offset <= size, count <= size - offset else {
      throw IOError(operation, path, .truncated(offset: offset, wanted: count, size: size))
    }
  }
}

extension IOError: IdentifiedError {
  public var id: String {
    switch kind {
    case .system: "system-error"
    case .truncated: "truncated"
    case .changed: "changed-meanwhile"
    case .sameFile: "same-file"
    case .exists: "exists"
    case .notARegularFile: "not-a-regular-file"
    case .tooLarge: "too-large"
    case .memoryLimit: "memory-limit"
    case .noMemory: "out-of-memory"
    case .invalidPath: "invalid-path"
    case .locked: "locked"
    case .closed: "closed"
    case .asynchronous: "asynchronous"
    case .cancelled: "cancelled"
    case .failed: "source-failed"
    }
  }

  /// The error as one line for people: `cannot open a.mov: no such file or directory`.
  public var description: String {
    "cannot \(operation.rawValue) \(path.map(\.description) ?? "the source"): \(reason)"
  }

  /// The part of `description` after the colon, for messages that name the file themselves.
  public var reason: String {
    switch kind {
    case .system(let code): IOError.words(for: code)
    case .truncated(let offset, let wanted, let size):
      "cannot read \(counted(wanted, "byte")) at \(offset): the file has only \(counted(size, "byte"))"
    case .changed: "it changed while it was being read; try again when no program is writing to it"
    case .sameFile: "the output is the same file as an input or another output"
    case .exists: "the file already exists"
    case .notARegularFile(.unknown): "it is not a regular file"
    case .notARegularFile(let other): "it is a \(other.rawValue), not a regular file"
    case .tooLarge: "too large"
    case .memoryLimit(let wanted, let limit):
      "it needs \(counted(wanted, "byte")) of memory more, and the limit is \(counted(limit, "byte")) in all"
    case .noMemory(let wanted):
      "it needs \(counted(wanted, "byte")) of memory more than the system gives this program"
    case .invalidPath:
      path?.endsInSlash == true
        ? "a name that ends in a slash is that of a directory" : "not a valid file name"
    case .locked: "another program is changing it; try again when it has finished"
    case .closed: "it is already finished"
    case .asynchronous: "it can only be read asynchronously, by functions that are async"
    case .cancelled: "the task was cancelled"
    case .failed(let reason): reason
    }
  }

  /// Returns the words for common errors, which are the same on every system and in every locale.
  private static func words(for code: Int32) -> String {
    switch code {
    case ENOENT: "no such file or directory"
    case EACCES: "permission denied"
    case EPERM: "operation not permitted"
    case EEXIST: "file exists"
    case EISDIR: "it is a directory"
    case ENOTDIR: "a part of the path is not a directory"
    case ENOSPC: "no space left on the device"
    case EDQUOT: "disk quota exceeded"
    case EFBIG: "the file would exceed the size limit (ulimit -f, or that of the file system)"
    case EROFS: "read-only file system"
    case ENAMETOOLONG: "the name is too long"
    case ELOOP: "too many symbolic links"
    case EMFILE, ENFILE: "too many open files"
    case EIO: "input/output error"
    case ENOTSUP: "not supported by the file system"
    default: systemWords(for: code)
    }
  }

  private static func systemWords(for code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    let words = unsafe String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
