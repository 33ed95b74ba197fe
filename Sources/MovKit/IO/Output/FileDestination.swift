/// What a path leads to, with symbolic links followed: a file, or the place for one in a directory.
package struct FileDestination: Sendable {
  /// Which file is there, of whatever kind; nil where there is none.
  package let file: File.Identity?
  /// What is there, where it is no regular file.
  package let otherKind: IOError.OtherFile?
  /// Where a file would be made.
  private let directory: File.Identity?
  private let name: [UInt8]

  /// - Throws: `IOError` if the system cannot resolve the path, such as for links in a circle. A
  ///   missing directory is no error.
  package init(_ path: FilePath) throws(IOError) {
    let target = try path.followingLinks()
    let status = try FileStatus.existing(path, followingLinks: true)
    file = status?.identity
    otherKind = status?.otherKind
    directory = try FileStatus.existing(target.parent, followingLinks: true)?.identity
    name = target.lastComponent
  }

  /// What is open under the number of a standard stream; nil where that is closed.
  package init?(standardStream number: Int32) {
    guard let status = FileStatus(ofOpen: number) else { return nil }
    file = status.identity
    otherKind = status.otherKind
    directory = nil
    name = []
  }

  /// Whether both are the same file by any names and mounts, or will be once it exists.
  package func isSame(as other: FileDestination) -> Bool {
    if file != nil || other.file != nil { return file == other.file }
    return directory != nil && directory == other.directory && name == other.name
  }
}
