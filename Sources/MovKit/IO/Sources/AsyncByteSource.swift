/// Bytes that can be read at any offset, but not at once: a file on a server, for example, which an app
/// reads with its own HTTP client.
///
/// `Movie(from:)` and `AtomFile(from:)` take such a source where they take a `ByteSource`, and read the
/// same few ranges of it: headers, but no media.
public protocol AsyncByteSource: Sendable {
  /// The number of bytes. It does not change while the source exists.
  var size: UInt64 { get }

  /// Returns exactly `count` bytes from byte `offset` on. The range lies in the source.
  ///
  /// - Throws: `IOError` if the bytes cannot be had; `IOError(.read, nil, .failed("…"))` takes the
  ///   words of an HTTP client. If the task is cancelled, the call should end soon, whatever the
  ///   result.
  func read(at offset: UInt64, count: Int) async throws(IOError) -> [UInt8]
}
