#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Bytes that come one behind the other and only once: from a pipe, a device, or a file.
public final class ByteStream {
  /// The name to use in messages.
  public let path: FilePath
  private let descriptor: FileDescriptor
  private var buffer: [UInt8] = []

  /// Opens what stands at `path`. Of a pipe without a writer, this waits for one.
  public init(_ path: FilePath) throws(IOError) {
    self.path = path
    descriptor = try FileDescriptor(opening: path, flags: O_RDONLY | O_NOCTTY)
    PipeRoom.enlarge(descriptor.number)
  }

  private init(duplicating number: Int32, path: FilePath) throws(IOError) {
    self.path = path
    let copy = try system(.open, path) { Int(fcntl(number, F_DUPFD_CLOEXEC, 0)) }
    descriptor = FileDescriptor(Int32(truncatingIfNeeded: copy), path: path)
    PipeRoom.enlarge(number)
  }

  /// What is passed to this process, named `-`.
  public static func standardInput() throws(IOError) -> ByteStream {
    try ByteStream(duplicating: STDIN_FILENO, path: FilePath("-"))
  }

  /// The next bytes, at most `count` of them, as many as are there now; none at the end. Waits where
  /// there are none yet.
  public func read(upTo count: Int) throws(IOError) -> [UInt8] {
    guard count > 0 else { return [] }
    // A pipe gives little at a time: what is passed on has no more room than it needs.
    if buffer.count != count { buffer = [UInt8](repeating: 0, count: count) }
    let number = descriptor.number
    let filled = try system(.read, path) {
      unsafe buffer.withUnsafeMutableBytes { unsafe systemRead(number, $0.baseAddress, count) }
    }
    return Array(buffer.prefix(filled))
  }
}

/// `read`, which inside a type with a method of that name cannot be called by it.
private func systemRead(_ number: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, start, count)
}
