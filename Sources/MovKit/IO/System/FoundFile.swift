/// What a path leads to, through symbolic links.
package struct FoundFile {
  /// Which file it is, under all its names.
  package let identity: File.Identity
  /// The type if it is not a regular file; nil for a regular file.
  package let otherKind: IOError.OtherFile?
  /// The number of its bytes.
  package let size: UInt64

  /// Throws if there is nothing, or the system refuses to say what there is.
  package init(_ path: FilePath) throws(IOError) {
    let status = try FileStatus(of: path, followingLinks: true)
    identity = status.identity
    otherKind = status.otherKind
    size = status.size
  }
}
