/// What a file was when it was opened. It does not keep the file open.
struct OpenedFile: Sendable {
  let path: FilePath
  let size: UInt64
  let times: FileTimes
  /// The number of its descriptor.
  let number: Int32

  /// Throws `IOError` of kind `changed` if somebody has written to the file since then. The file must
  /// still be open.
  func checkUnchanged() throws(IOError) {
    let now = try FileStatus(ofDescriptor: number, path)
    guard now.size == size, now.times.modified == times.modified else {
      throw IOError(.read, path, .changed)
    }
  }
}
