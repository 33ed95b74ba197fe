#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FilePath {
  /// Creates a directory of this name, unless there is one.
  /// - Throws: `IOError` if the directory around it is missing, or something else has the name.
  package func makeDirectory() throws(IOError) {
    let name = try terminated(for: .create)
    do throws(IOError) {
      _ = try system(.create, self) { unsafe Int(mkdir(name, 0o777)) }
    } catch {
      guard try FileStatus.existing(self, followingLinks: true)?.otherKind == .directory else {
        throw error
      }
    }
  }
}

/// The folders of the file system.
package enum Folder {
  /// Returns the names in a folder, without `.` and `..`, in no particular order.
  package static func names(in path: FilePath) throws(IOError) -> [[UInt8]] {
    let name = try path.terminated(for: .open)
    guard let stream = unsafe opendir(name) else {
      throw IOError(.open, path, .system(errno))
    }
    defer { _ = unsafe closedir(stream) }
    let nameOffset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        if errno != 0 { throw IOError(.read, path, .system(errno)) }
        return names
      }
      // The system may give an entry less memory than its declaration claims.
      let start = unsafe UnsafeRawPointer(entry) + nameOffset
      let bytes = unsafe start.assumingMemoryBound(to: CChar.self)
      let found = unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: strlen(bytes)))
      if found != [0x2E], found != [0x2E, 0x2E] { names.append(found) }
    }
  }
}
