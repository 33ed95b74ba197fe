#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FilePath {
  /// Throws unless this user may write to the file. Replacing a file does not need that right, but
  /// whoever removed the right did not want the file to change.
  package func mustBeWritable() throws(IOError) {
    let name = try terminated(for: .write)
    _ = try system(.write, self) { unsafe Int(faccessat(AT_FDCWD, name, W_OK, AT_EACCESS)) }
  }

  /// Returns this path, or if it is a symbolic link the path that the link leads to, whether that
  /// exists or not.
  func followingLinks() throws(IOError) -> FilePath {
    let (path, status) = try endOfLinks()
    // Links such as those of /dev/fd lead to files that are open, even if they have no name any more.
    if status == nil, path != self, try FileStatus.existing(self, followingLinks: true) != nil {
      throw IOError(.create, self, .failed("it leads to a file that was deleted"))
    }
    return path
  }

  /// Returns the same, and the status of what is there; nil if there is nothing.
  func endOfLinks() throws(IOError) -> (path: FilePath, status: FileStatus?) {
    var path = self
    for _ in 0..<40 {
      let status = try FileStatus.existing(path, followingLinks: false)
      guard status?.otherKind == .symbolicLink else { return (path, status) }
      path = path.parent.appending(try path.linkContent())
    }
    throw IOError(.create, self, .system(ELOOP))
  }
}
