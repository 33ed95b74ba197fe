/// What a path leads to, with symbolic links followed: a file, or the place for one in a directory.
package struct FileDestination: Sendable {
  /// The identity of what is there, of whatever type; nil if there is nothing.
  package let file: File.Identity?
  /// The type of what is there; nil if it is a regular file or nothing.
  package let otherKind: IOError.OtherFile?
  /// The directory in which a file would be created; nil if there is something already, or no directory.
  private let directory: File.Identity?
  private let name: [UInt8]

  /// Finds what a path leads to.
  /// - Throws: `IOError` if the system cannot resolve the path, for example if links form a circle.
  ///   A missing directory is not an error.
  package init(_ path: FilePath) throws(IOError) {
    let (target, found) = try path.endOfLinks()
    // Links such as those of /dev/fd lead to what has no path.
    let status = target == path ? found : try FileStatus.existing(path, followingLinks: true)
    file = status?.identity
    otherKind = status?.otherKind
    directory =
      status == nil
      ? try FileStatus.existing(target.parent, followingLinks: true)?.identity : nil
    name = directory == nil ? [] : target.lastComponent
  }

  /// What a standard stream is open on; nil if the stream is closed.
  package init?(standardStream number: Int32) {
    guard let status = FileStatus(ofOpen: number) else { return nil }
    file = status.identity
    otherKind = status.otherKind
    directory = nil
    name = []
  }

  /// Whether there is a regular file.
  package var isRegularFile: Bool { file != nil && otherKind == nil }

  /// What is equal for two paths that lead to the same file by any names and mounts, or will once it
  /// exists.
  package enum Key: Hashable, Sendable {
    case file(File.Identity)
    case place(in: File.Identity, name: [UInt8])
    /// Nothing can be created there.
    case nowhere
  }

  /// What is equal for paths that lead to the same file.
  package var key: Key {
    if let file { return .file(file) }
    return directory.map { .place(in: $0, name: name) } ?? .nowhere
  }

  /// Returns whether both are the same file by any names and mounts, or will be once it exists.
  package func isSame(as other: FileDestination) -> Bool { key != .nowhere && key == other.key }
}
