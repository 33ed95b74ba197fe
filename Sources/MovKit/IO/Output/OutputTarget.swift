#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The path that an output goes to.
extension FilePath {
  /// To replace a file takes no right to write to it, but whoever took that right away did not want
  /// the file to change.
  func mustBeWritable() throws(IOError) {
    let name = try terminated(for: .write)
    _ = try system(.write, self) { unsafe Int(faccessat(AT_FDCWD, name, W_OK, AT_EACCESS)) }
  }

  /// This path, or where it is a symbolic link what the link leads to, there or not.
  func followingLinks() throws(IOError) -> FilePath {
    var path = self
    for _ in 0..<40 {
      let status = try FileStatus.existing(path, followingLinks: false)
      guard status?.otherKind == .symbolicLink else { return path }
      path = path.parent.appending(try path.linkContent())
    }
    throw IOError(.create, self, .system(ELOOP))
  }
}
