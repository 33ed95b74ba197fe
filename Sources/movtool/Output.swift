import MovKit
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The destination of results: standard output or a file, through a buffer.
///
/// A file gets its name in `finish()`, when it is complete, so a failure neither leaves half a
/// result nor destroys an existing file. Anything else than a regular file (`/dev/null`, a pipe) is
/// written directly.
final class Output {
  private enum Target {
    case standard
    case captured(Capture)
    case memory
    case direct(Int32, FilePath)
    case file(OutputFile)
    case finished
  }

  /// The number of buffered bytes at which the buffer is written.
  private static let capacity = 1 << 16

  private var target: Target
  private var buffer: [UInt8] = []

  private init(_ target: Target, reserving capacity: Int = Output.capacity) {
    self.target = target
    buffer.reserveCapacity(capacity)
  }

  deinit {
    if case .direct(let descriptor, _) = target { _ = close(descriptor) }
  }

  static func standard() -> Output {
    if let capture = capture.get() { return Output(.captured(capture)) }
    PipeRoom.enlarge(STDOUT_FILENO)
    return Output(.standard)
  }

  /// Returns an output that keeps everything in `contents`, with room for as many bytes as are expected.
  static func memory(reserving capacity: Int = capacity) -> Output {
    Output(.memory, reserving: capacity)
  }

  /// Returns standard output if `place` is nil or `-`, otherwise a file at `place`. Without
  /// `onMedium`, `finish()` does not wait until the file is on the storage medium. This is enough
  /// for results that can be extracted again from the unchanged input.
  static func to(
    _ place: OutputPlace?, onMedium: Bool = true
  ) throws(Failure) -> Output {
    guard let place, !place.path.isStandardOutput else { return .standard() }
    let path = place.path
    guard !path.bytes.isEmpty, !path.bytes.contains(0) else {
      throw .problem("not a file name", file: path)
    }
    switch (try? FileDestination(path))?.otherKind {
    case nil: break
    case .directory: throw .problem("is a directory", file: path)
    default:
      let descriptor = openDevice(path)
      guard descriptor >= 0 else { throw .cannotWrite(path) }
      let output = Output(.direct(descriptor, path))
      // A regular file may have appeared there in the meantime.
      guard FileDestination(standardStream: descriptor)?.otherKind != nil else {
        throw Failure(IOError(.create, path, .exists), about: path)
      }
      PipeRoom.enlarge(descriptor)
      return output
    }
    do throws(IOError) { return Output(.file(try OutputFile(at: place, onMedium: onMedium))) } catch
    {
      throw .cannotWrite(path, error)
    }
  }

  /// The bytes written to a memory output.
  var contents: [UInt8] { buffer }

  func write(_ text: String) throws(Failure) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Output.capacity { try flush() }
  }

  /// Writes what `compose` appends to the buffer.
  @inline(__always)
  func write(_ compose: (inout [UInt8]) -> Void) throws(Failure) {
    compose(&buffer)
    if buffer.count >= Output.capacity { try flush() }
  }

  func write(_ bytes: [UInt8]) throws(Failure) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Output.capacity { try flush() }
  }

  /// Writes bytes. A large piece is written directly, without a copy into the buffer.
  func write(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    if case .memory = target {
      buffer.append(contentsOf: bytes)
    } else if bytes.count >= Output.capacity {
      try flush()
      try pass(bytes)
    } else {
      buffer.append(contentsOf: bytes)
      if buffer.count >= Output.capacity { try flush() }
    }
  }

  /// Writes the buffer and closes the output. A file gets its name now.
  func finish() throws(Failure) {
    try flush()
    switch target {
    case .standard, .captured, .memory, .finished: break
    case .direct(let descriptor, let path):
      target = .finished
      guard close(descriptor) == 0 else { throw .cannotWrite(path) }
    case .file(let file):
      target = .finished
      do throws(IOError) { try file.finish() } catch {
        // A source that cannot be read, or that changed, is not a fault of the output.
        if error.operation == .read { throw Failure(error, about: file.path) }
        throw .cannotWrite(file.path, error)
      }
    }
  }

  /// Writes the buffer to the output.
  func flush() throws(Failure) {
    if case .memory = target { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    try pass(buffer[...])
  }

  /// Whether the output leaves the program.
  private var isWritten: Bool {
    switch target {
    case .standard, .direct, .file: true
    case .captured, .memory, .finished: false
    }
  }

  /// Writes bytes to the target, without the buffer.
  private func pass(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    if isWritten, !bytes.isEmpty { try OutputLimit.countWritten(bytes.count) }
    let descriptor: Int32
    let path: FilePath?
    switch target {
    case .memory, .finished: return
    case .captured(let capture): return capture.bytes.withLock { $0 += bytes }
    case .standard: (descriptor, path) = (STDOUT_FILENO, nil)
    case .direct(let open, let name): (descriptor, path) = (open, name)
    case .file(let file):
      do throws(IOError) { return try file.append(bytes) } catch {
        throw .cannotWrite(file.path, error)
      }
    }
    guard !Output.write(bytes, to: descriptor) else { return }
    if errno == EPIPE { throw .brokenPipe }
    throw .cannotWrite(path)
  }

  /// Writes all bytes to a descriptor. Returns false, with `errno` set, if that fails.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
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
}

extension Output {
  private final class Capture: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  private static let capture = TaskLocal<Capture?>(wrappedValue: nil)

  /// Runs `body`, and returns what it writes to standard output in this thread, instead of writing
  /// it. For tests that run commands within their own process.
  static func capturing(_ body: () -> Void) -> [UInt8] {
    let captured = Capture()
    capture.withValue(captured, operation: body)
    return captured.bytes.withLock { $0 }
  }
}

extension Failure {
  /// The failure of the system call that has just failed, from `errno`.
  fileprivate static func cannotWrite(_ path: FilePath?) -> Failure {
    cannotWrite(path, IOError(.write, path, .system(errno)))
  }

  fileprivate static func cannotWrite(_ path: FilePath?, _ error: IOError) -> Failure {
    .problem(
      "cannot write\(path == nil ? " the output" : ""): \(error.advised(error.reason))", file: path)
  }
}

private func openDevice(_ path: FilePath) -> Int32 {
  unsafe open(path.cString, O_WRONLY | O_CLOEXEC)
}

private func writeSome(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, start, count)
}

extension Session {
  /// Throws if what is no text would go to the terminal.
  func keepFromTerminal(
    _ what: String, _ target: OutputPlace?, use other: String
  ) throws(Failure) {
    guard target?.path.isStandardOutput ?? true, terminal.isTerminal else { return }
    throw .problem("not writing \(what) to the terminal; use \(other)", file: nil)
  }
}
