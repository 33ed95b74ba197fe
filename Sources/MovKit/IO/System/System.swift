#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Makes a system call, repeats it while it is interrupted, and turns -1 into an error.
func system(
  _ operation: IOError.Operation, _ path: FilePath?, _ call: () -> Int
) throws(IOError) -> Int {
  while true {
    let result = call()
    if result >= 0 { return result }
    let code = errno
    if code != EINTR { throw IOError(operation, path, .system(code)) }
  }
}

/// Calls `read` of the system, which a type with a method of that name cannot call directly.
func systemRead(_ number: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, start, count)
}

/// The most bytes that one call moves: macOS refuses 2 GiB and more.
private let callLimit = 1 << 30

/// The most slices that one call writes: every system accepts at least 16 (`_XOPEN_IOV_MAX`).
private let vectorLimit = 16

/// Calls `body` with the memory of the slices: as many slices as one call writes, and at most
/// `limit` bytes.
private func gathered(
  _ slices: ArraySlice<ArraySlice<UInt8>>, limit: Int, after vectors: [iovec],
  _ body: ([iovec]) -> Int
) -> Int {
  guard unsafe vectors.count < vectorLimit, limit > 0, let slice = slices.first else {
    return unsafe body(vectors)
  }
  return unsafe slice.prefix(limit).withUnsafeBytes { bytes in
    let vector = unsafe iovec(
      iov_base: .init(mutating: bytes.baseAddress), iov_len: .init(bytes.count))
    return unsafe gathered(
      slices.dropFirst(), limit: limit - bytes.count, after: vectors + [vector], body)
  }
}

extension FilePath {
  /// Returns the path with a terminating zero. Throws if it has a zero byte, which would make it
  /// name another file.
  func terminated(for operation: IOError.Operation) throws(IOError) -> [CChar] {
    guard !bytes.isEmpty, !bytes.contains(0) else {
      throw IOError(operation, self, .invalidPath)
    }
    return cString
  }

  /// Returns the path that a symbolic link contains.
  func linkContent() throws(IOError) -> [UInt8] {
    let name = try terminated(for: .examine)
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = try system(.examine, self) {
      unsafe readlink(name, &buffer, buffer.count)
    }
    return buffer.prefix(count).map { UInt8(bitPattern: $0) }
  }
}

/// An open file, which is closed when this value goes.
struct FileDescriptor: ~Copyable, Sendable {
  let number: Int32
  /// The path to use in errors.
  let path: FilePath

  /// Takes ownership of an open descriptor.
  init(_ number: Int32, path: FilePath) {
    self.number = number
    self.path = path
  }

  /// Opens `path`. Child processes do not inherit the descriptor.
  init(opening path: FilePath, flags: Int32) throws(IOError) {
    let name = try path.terminated(for: .open)
    let result = try system(.open, path) { unsafe Int(open(name, flags | O_CLOEXEC)) }
    self.init(Int32(truncatingIfNeeded: result), path: path)
  }

  deinit { close(number) }

  /// Returns another descriptor of the same open file.
  func duplicate() throws(IOError) -> FileDescriptor {
    let number = number
    let result = try system(.open, path) { Int(fcntl(number, F_DUPFD_CLOEXEC, 0)) }
    return FileDescriptor(Int32(truncatingIfNeeded: result), path: path)
  }

  /// Fills the buffer from `offset` on, or as far as the file goes. Returns the number of bytes
  /// that were read.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(IOError) -> Int {
    let number = number
    var done = 0
    while done < buffer.count {
      let position = try offset.position(after: done, .read, path)
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = try system(.read, path) {
        unsafe pread(number, rest.baseAddress, min(rest.count, callLimit), position)
      }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Writes all the bytes from `offset` on.
  func write(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(IOError) {
    try write([bytes], count: bytes.count, at: offset)
  }

  /// Writes all the bytes from `offset` on.
  func write(_ bytes: [UInt8], at offset: UInt64) throws(IOError) {
    try write(bytes[...], at: offset)
  }

  /// Writes the first `count` bytes of the slices, one after another, from `offset` on: without
  /// joining them, and in one call if the system takes them all.
  func write(_ slices: [ArraySlice<UInt8>], count: Int, at offset: UInt64) throws(IOError) {
    let number = number
    var rest = slices[...]
    var done = 0
    while done < count {
      let position = try offset.position(after: done, .write, path)
      let written = try system(.write, path) {
        unsafe gathered(rest, limit: min(count - done, callLimit), after: []) { vectors in
          unsafe pwritev(number, vectors, Int32(vectors.count), position)
        }
      }
      done += written
      rest.drop(bytes: written)
    }
  }

  /// Sets the size of the file. Bytes that were never written read as zeros and take no space.
  func setSize(_ size: UInt64) throws(IOError) {
    let number = number
    let end = try size.position(after: 0, .write, path)
    _ = try system(.write, path) { Int(ftruncate(number, end)) }
  }

  /// Waits until what was written is on the medium.
  func sync() throws(IOError) {
    let number = number
    #if canImport(Darwin)
      // Only this call also empties the cache of the drive; network volumes do not support it.
      if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    _ = try system(.sync, path) { Int(fsync(number)) }
  }

  /// Waits until what was written can be read from the medium. The modification time may not be on
  /// the medium yet.
  func syncData() throws(IOError) {
    #if canImport(Darwin)
      try sync()
    #else
      let number = number
      _ = try system(.sync, path) { Int(fdatasync(number)) }
    #endif
  }
}

extension UInt64 {
  /// Returns this offset plus `count` bytes as an offset of the system. Throws `tooLarge` if it
  /// does not fit.
  func position(
    after count: Int, _ operation: IOError.Operation, _ path: FilePath
  ) throws(IOError) -> off_t {
    let (sum, overflow) = addingReportingOverflow(UInt64(count))
    guard !overflow, let position = off_t(exactly: sum) else {
      throw IOError(operation, path, .tooLarge)
    }
    return position
  }
}
