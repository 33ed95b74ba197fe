/// A file for bytes that are needed for a while: it has no name anybody knows, and goes with this
/// object or the process.
package final class ScratchFile {
  /// How many bytes it has.
  package private(set) var size: UInt64 = 0
  private let temporary: TemporaryFile
  private let path: FilePath
  /// What was appended but not written yet.
  private var pending: [UInt8] = []
  private static let pendingLimit = 1 << 18

  /// Makes the file in the directory that `path` is in: where there is space for what becomes of it.
  package init(beside path: FilePath) throws(IOError) {
    self.path = path
    temporary = try TemporaryFile(beside: path, permissions: 0o600)
  }

  /// Adds bytes at the end. Returns where they are.
  package func append(_ bytes: some Collection<UInt8>) throws(IOError) -> Range<UInt64> {
    let start = size
    pending.append(contentsOf: bytes)
    size += UInt64(bytes.count)
    if pending.count >= Self.pendingLimit { try flush() }
    return start..<size
  }

  /// What was appended so far, to be read.
  ///
  /// `name` is what it is called in messages.
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
