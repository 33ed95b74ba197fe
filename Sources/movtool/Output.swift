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
/// A file takes its name in `finish()`, when it is whole, so that a failure leaves neither half a
/// result nor a lost file. What is no regular file (`/dev/null`, a pipe) is written directly.
final class Output {
  private enum Target {
    case standard
    case memory
    case direct(Int32, FilePath)
    case file(OutputFile)
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
    if case .direct(let descriptor, _) = target { _ = close(descriptor) }
  }

  static func standard() -> Output {
    PipeRoom.enlarge(STDOUT_FILENO)
    return Output(.standard)
  }

  /// Keeps everything in `contents`.
  static func memory() -> Output { Output(.memory) }

  /// Standard output where no place is given or it is `-`, otherwise a file there. Without `onMedium` a file is not waited for: what can be extracted again from the
  /// input, which stays, is not worth that.
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

  /// Many bytes at once are written from where they stand.
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

  /// Hands over what is buffered and, where a file was asked for, gives it its name.
  func finish() throws(Failure) {
    try flush()
    switch target {
    case .standard, .memory, .finished: break
    case .direct(let descriptor, let path):
      target = .finished
      guard close(descriptor) == 0 else { throw .cannotWrite(path) }
    case .file(let file):
      target = .finished
      do throws(IOError) { try file.finish() } catch {
        throw .cannotWrite(file.path, error)
      }
    }
  }

  /// Writes what is buffered now.
  func flush() throws(Failure) {
    if case .memory = target { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    try pass(buffer[...])
  }

  private func pass(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    let descriptor: Int32
    let path: FilePath?
    switch target {
    case .memory, .finished: return
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

  /// Writes all bytes; false, with `errno` set, where that fails.
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

extension Failure {
  /// The reason is the system's, of the call that has just failed.
  fileprivate static func cannotWrite(_ path: FilePath?) -> Failure {
    cannotWrite(path, IOError(.write, path, .system(errno)))
  }

  fileprivate static func cannotWrite(_ path: FilePath?, _ error: IOError) -> Failure {
    .problem("cannot write\(path == nil ? " the output" : ""): \(error.advice)", file: path)
  }
}

private func openDevice(_ path: FilePath) -> Int32 {
  unsafe open(path.cString, O_WRONLY | O_CLOEXEC)
}

private func writeSome(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, start, count)
}
