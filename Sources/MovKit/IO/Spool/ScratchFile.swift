/// A file for bytes that are needed for a while. It has a temporary name, and is removed with this
/// object or when the process ends.
package final class ScratchFile {
  /// The number of bytes that were appended.
  package private(set) var size: UInt64 = 0
  private let temporary: TemporaryFile
  private let path: FilePath
  /// The bytes that were appended but not written yet.
  private var pending: [UInt8] = []
  private static let pendingLimit = 1 << 18

  /// Creates the file in the directory of `path`, which has the space for what is made of it.
  package init(beside path: FilePath) throws(IOError) {
    self.path = path
    temporary = try TemporaryFile(beside: path, permissions: 0o600)
  }

  /// Adds bytes at the end. Returns their range in the file.
  package func append(_ bytes: some Collection<UInt8>) throws(IOError) -> Range<UInt64> {
    let start = size
    pending.append(contentsOf: bytes)
    size += UInt64(bytes.count)
    if pending.count >= Self.pendingLimit { try flush() }
    return start..<size
  }

  /// Opens what was appended so far for reading.
  /// - Parameter name: the path to use in messages; nil to use the path that the file was created
  ///   beside.
  package func contents(as name: FilePath? = nil) throws(IOError) -> File {
    try flush()
    return try File(try temporary.descriptor.duplicate(), path: name ?? path)
  }

  private func flush() throws(IOError) {
    guard !pending.isEmpty else { return }
    try temporary.descriptor.write(pending, at: size - UInt64(pending.count))
    pending.removeAll(keepingCapacity: true)
  }
}
