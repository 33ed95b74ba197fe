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
  /// Whether the descriptor is another's, and stays open.
  private let number: Int32

  /// Opens what stands at `path`. Of a pipe without a writer, this waits for one.
  public init(_ path: FilePath) throws(IOError) {
    self.path = path
    descriptor = try FileDescriptor(opening: path, flags: O_RDONLY | O_NOCTTY)
    number = descriptor.number
  }

  private init(duplicating number: Int32, path: FilePath) throws(IOError) {
    self.path = path
    let copy = try system(.open, path) { Int(fcntl(number, F_DUPFD_CLOEXEC, 0)) }
    descriptor = FileDescriptor(Int32(truncatingIfNeeded: copy), path: path)
    self.number = descriptor.number
  }

  /// What is passed to this process, named `-`.
  public static func standardInput() throws(IOError) -> ByteStream {
    try ByteStream(duplicating: STDIN_FILENO, path: FilePath("-"))
  }

  /// The next bytes, at most `count` of them, as many as are there now; none at the end. Waits where
  /// there are none yet.
  public func read(upTo count: Int) throws(IOError) -> [UInt8] {
    guard count > 0 else { return [] }
    return try [UInt8](capacity: count) { (output: inout OutputSpan<UInt8>) throws(IOError) in
      try unsafe output.withUnsafeMutableBufferPointer { (buffer, filled) throws(IOError) in
        let start = buffer.baseAddress
        filled = try system(.read, path) {
          unsafe systemRead(number, start, count)
        }
      }
    }
  }
}

/// `read`, which inside a type with a method of that name cannot be called by it.
private func systemRead(
  _ number: Int32, _ start: UnsafeMutablePointer<UInt8>?, _ count: Int
) -> Int {
  unsafe read(number, start, count)
}
