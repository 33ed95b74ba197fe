/// Bytes that can be read at any offset: a file, or memory.
public protocol ByteSource: Sendable {
  /// How many bytes there are; constant while the source lives.
  var size: UInt64 { get }

  /// Reads exactly `count` bytes from byte `offset` on.
  ///
  /// Nothing is allocated before the range is known to lie in the source, so a count taken
  /// from a damaged file costs nothing.
  /// - Throws: `IOError` of kind `truncated` where fewer bytes are there, and whatever the
  ///   system has to say.
  func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8]

  /// Reads exactly `count` bytes from byte `offset` on, to the end of `output`, which has room for
  /// them: what is gathered from many places needs no copy then.
  /// - Throws: as `read(at:count:)` does; then nothing, or a part, was added.
  func read(
    at offset: UInt64, count: Int, appendingTo output: inout OutputSpan<UInt8>
  ) throws(IOError)
}

extension ByteSource {
  public func read(
    at offset: UInt64, count: Int, appendingTo output: inout OutputSpan<UInt8>
  ) throws(IOError) {
    for byte in try read(at: offset, count: count) { output.append(byte) }
  }

  /// Throws `truncated` unless the source has `count` bytes from `offset` on.
  func check(at offset: UInt64, count: UInt64, path: FilePath? = nil) throws(IOError) {
    guard offset <= size, count <= size - offset else {
      throw IOError(.read, path, .truncated(offset: offset, wanted: count, size: size))
    }
  }
}

/// A source held in memory.
public struct MemorySource: ByteSource {
  /// The whole content.
  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public var size: UInt64 { UInt64(bytes.count) }

  public func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
    guard count >= 0 else { throw IOError(.read, nil, .tooLarge) }
    try check(at: offset, count: UInt64(count))
    let start = Int(offset)
    return Array(bytes[start..<start + count])
  }
}
