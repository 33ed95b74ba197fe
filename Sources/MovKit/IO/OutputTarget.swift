#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What stands where an output is to go.
extension FilePath {
  /// The file this path leads to, which an output may replace; nil where there is none.
  /// - Throws: `IOError` where something else is there, or a file that may not be written.
  func replaceableFile() throws(IOError) -> FileStatus? {
    guard let status = try FileStatus.existing(self, followingLinks: true) else {
      // A name that ends in a slash can only be that of a directory.
      if !lastComponent.isEmpty { return nil }
      throw IOError(.create, self, .notARegularFile(.directory))
    }
    try status.mustBeRegular(for: .write, self)
    // To replace a file takes no right to write to it, but whoever took that right away
    // did not want the file to change.
    let name = try terminated(for: .write)
    _ = try system(.write, self) { unsafe Int(faccessat(AT_FDCWD, name, W_OK, AT_EACCESS)) }
    return status
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

extension FileStatus {
  /// The status of a file that need not be there.
  fileprivate static func existing(
    _ path: FilePath, followingLinks: Bool
  ) throws(IOError) -> FileStatus? {
    do throws(IOError) {
      return try FileStatus(of: path, followingLinks: followingLinks)
    } catch {
      if error.errno == ENOENT { return nil }
      throw error
    }
  }
}
