import MovKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where results go: standard output or a file, through a buffer.
///
/// A file is written under another name beside its own and takes its name in `finish()`, so that
/// a failure leaves neither half a result nor a lost file. What is no regular file (`/dev/null`, a
/// pipe, a link) is written directly.
final class Output {
  private enum Target {
    case standard
    case memory
    case direct(Int32, FilePath)
    case replacing(Int32, temporary: FilePath, final: FilePath)
    case finished
  }

  private static let capacity = 1 << 16

  private var target: Target
  private var buffer: [UInt8] = []

  private init(_ target: Target) {
    self.target = target
    buffer.reserveCapacity(Output.capacity)
  }

  deinit {
    switch target {
    case .replacing(let descriptor, let temporary, _):
      _ = close(descriptor)
      _ = unsafe unlink(temporary.cString)
    case .direct(let descriptor, _): _ = close(descriptor)
    case .standard, .memory, .finished: break
    }
  }

  static func standard() -> Output { Output(.standard) }

  /// Keeps everything in `contents`.
  static func memory() -> Output { Output(.memory) }

  /// Standard output where no path is given or it is `-`, otherwise that file, which must be none
  /// of `inputs`.
  static func to(_ path: FilePath?, sparing inputs: [FilePath]) throws(Failure) -> Output {
    guard let path, path != FilePath("-") else { return .standard() }
    guard !path.bytes.isEmpty, !path.bytes.contains(0) else {
      throw .problem("not a file name", file: path)
    }
    guard let existing = status(of: path, followingLinks: false) else {
      guard errno == ENOENT else { throw .cannotWrite(path) }
      return try replacing(path, mode: nil)
    }
    let here = status(of: path, followingLinks: true) ?? existing
    for input in inputs {
      guard let there = status(of: input, followingLinks: true) else { continue }
      if here.st_dev == there.st_dev, here.st_ino == there.st_ino {
        throw .problem("is the input; give another output file", file: path)
      }
    }
    switch existing.st_mode & S_IFMT {
    case S_IFREG: return try replacing(path, mode: existing.st_mode & 0o7777)
    case S_IFDIR: throw .problem("is a directory", file: path)
    default:
      let descriptor = openFile(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
      guard descriptor >= 0 else { throw .cannotWrite(path) }
      return Output(.direct(descriptor, path))
    }
  }

  /// What was written to memory.
  var contents: [UInt8] { buffer }

  func write(_ text: String) throws(Failure) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Output.capacity { try flush() }
  }

  func write(_ bytes: [UInt8]) throws(Failure) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Output.capacity { try flush() }
  }

  /// Hands over what is buffered and, where a file was asked for, gives it its name.
  func finish() throws(Failure) {
    try flush()
    switch target {
    case .standard, .memory, .finished: break
    case .direct(let descriptor, let path):
      target = .finished
      guard close(descriptor) == 0 else { throw .cannotWrite(path) }
    case .replacing(let descriptor, let temporary, let path):
      target = .finished
      let closed = close(descriptor) == 0
      guard closed, unsafe rename(temporary.cString, path.cString) == 0 else {
        let failure = Failure.cannotWrite(path)
        _ = unsafe unlink(temporary.cString)
        throw failure
      }
    }
  }

  /// Writes what is buffered now.
  func flush() throws(Failure) {
    let descriptor: Int32
    let path: FilePath?
    switch target {
    case .memory, .finished: return
    case .standard: (descriptor, path) = (STDOUT_FILENO, nil)
    case .direct(let open, let name): (descriptor, path) = (open, name)
    case .replacing(let open, _, let name): (descriptor, path) = (open, name)
    }
    defer { buffer.removeAll(keepingCapacity: true) }
    guard !Output.write(buffer, to: descriptor) else { return }
    if errno == EPIPE { throw .brokenPipe }
    throw .cannotWrite(path)
  }

  /// Writes all bytes; false, with `errno` set, where that fails.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { all in
      var rest = unsafe all[...]
      while unsafe !rest.isEmpty {
        let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
        let count = unsafe writeSome(descriptor, part.baseAddress, part.count)
        if count < 0 {
          guard errno == EINTR else { return false }
        } else {
          unsafe rest = rest.dropFirst(count)
        }
      }
      return true
    }
  }

  private static func replacing(_ path: FilePath, mode: mode_t?) throws(Failure) -> Output {
    let slash = path.bytes.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { path.bytes[...$0] } ?? []
    // Not built from the name, which may be as long as names can be already.
    let temporary = FilePath(bytes: folder + Array(".movtool-\(getpid()).tmp".utf8))
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = openFile(temporary, flags, mode: 0o666)
    guard descriptor >= 0 else { throw .cannotWrite(path) }
    if let mode { _ = fchmod(descriptor, mode) }
    return Output(.replacing(descriptor, temporary: temporary, final: path))
  }
}

extension Failure {
  /// The reason is the system's, of the call that has just failed.
  fileprivate static func cannotWrite(_ path: FilePath?) -> Failure {
    let reason = unsafe String(cString: strerror(errno))
    return .problem("cannot write\(path == nil ? " the output" : ""): \(reason)", file: path)
  }
}

extension FilePath {
  fileprivate var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}

private func openFile(_ path: FilePath, _ flags: Int32, mode: mode_t = 0) -> Int32 {
  unsafe open(path.cString, flags, mode)
}

private func writeSome(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, start, count)
}

private func status(of path: FilePath, followingLinks: Bool) -> stat? {
  var result = stat()
  let failed =
    followingLinks ? unsafe stat(path.cString, &result) : unsafe lstat(path.cString, &result)
  return failed == 0 ? result : nil
}
