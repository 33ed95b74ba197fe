/// Bytes that can be read at any offset: a file, memory, or whatever a program has.
public protocol ByteSource: Sendable {
  /// The number of bytes. It does not change while the source exists.
  var size: UInt64 { get }

  /// Reads exactly `count` bytes from byte `offset` on.
  ///
  /// The range is checked against `size` before anything is allocated, so a count from a damaged
  /// file costs nothing.
  /// - Throws: `IOError`, of kind `truncated` if the source has fewer bytes.
  func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8]

  /// Reads exactly `count` bytes from byte `offset` on and appends them to `output`, which has room
  /// for them. Bytes from many places can so be gathered without a copy. A source need not
  /// implement it.
  /// - Throws: What `read(at:count:)` throws. Some of the bytes may have been appended.
  func read(
    at offset: UInt64, count: Int, appendingTo output: inout OutputSpan<UInt8>
  ) throws(IOError)
}

extension ByteSource {
  public func read(
    at offset: UInt64, count: Int, appendingTo output: inout OutputSpan<UInt8>
  ) throws(IOError) {
    for byte in try read(exactly: count, at: offset) { output.append(byte) }
  }

  /// Reads as `read(at:count:)` does, and throws `IOError` of kind `changed` if the source of a program gives
  /// another number of bytes. All that reads a source that is not known to be a `File` reads by this.
  func read(exactly count: Int, at offset: UInt64) throws(IOError) -> [UInt8] {
    let bytes = try read(at: offset, count: count)
    guard bytes.count == count else { throw IOError(.read, nil, .changed) }
    return bytes
  }

  /// Appends as `read(at:count:appendingTo:)` does, and throws `IOError` of kind `changed` if the source of a
  /// program appends another number of bytes.
  func read(
    exactly count: Int, at offset: UInt64, appendingTo output: inout OutputSpan<UInt8>
  ) throws(IOError) {
    let before = output.count
    try read(at: offset, count: count, appendingTo: &output)
    guard output.count - before == count else { throw IOError(.read, nil, .changed) }
  }

  /// Throws `IOError` of kind `truncated` unless the source has `count` bytes from `offset` on.
  func check(at offset: UInt64, count: UInt64, path: FilePath? = nil) throws(IOError) {
    try IOError.checkRange(.read, path, at: offset, count: count, within: size)
  }
}

/// A source in memory.
public struct MemorySource: ByteSource {
  /// All bytes of the source.
  public let bytes: [UInt8]

  /// Creates a source from the bytes of any sequence, such as `[UInt8]` or Foundation's `Data`.
  public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  public var size: UInt64 { UInt64(bytes.count) }

  public func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
    guard count >= 0 else { throw IOError(.read, nil, .tooLarge) }
    try check(at: offset, count: UInt64(count))
    let start = Int(offset)
    return Array(bytes[start..<start + count])
  }
}

extension ByteSource {
  /// Whether `count` bytes from an offset on are those that another source has from an offset of its own on.
  ///
  /// Throws `IOError` if one of them cannot be read, of kind `changed` if it has become shorter meanwhile.
  func hasSameBytes(
    at offset: UInt64, count: Int, as other: some ByteSource, at place: UInt64
  ) throws(IOError) -> Bool {
    try read(exactly: count, at: offset)[...]
      .hasSameBytes(as: other.read(exactly: count, at: place)[...])
  }
}
