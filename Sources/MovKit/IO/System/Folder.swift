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
