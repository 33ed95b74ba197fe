#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
  import LinuxCalls
#elseif canImport(Musl)
  import Musl
#endif

/// A way to give a file a name that must be free, without a gap between the check and the change.
enum FreeName: CaseIterable {
  /// A rename that replaces nothing, in one step. Not every file system supports it, nor does musl.
  case rename
  /// A hard link, after which the first name is removed. FAT file systems have no hard links.
  case link
  /// An empty file, created exclusively, which is then replaced.
  case placeholder

  /// Renames `name` in a directory to `final`, in the first way that the file system supports.
  /// - Parameter target: the path to use in errors.
  /// - Throws: `IOError` of kind `exists` if something already has the name.
  static func take(
    _ final: [CChar], for name: [CChar], in directory: Int32, target: FilePath,
    ways: [FreeName] = allCases
  ) throws(IOError) {
    for (index, way) in ways.enumerated() {
      do throws(IOError) {
        return try way.take(final, for: name, in: directory, target: target)
      } catch {
        if error.errno == EEXIST { throw IOError(.rename, target, .exists) }
        guard error.isUnknownWay, index + 1 < ways.count else { throw error }
      }
    }
  }

  private func take(
    _ final: [CChar], for name: [CChar], in directory: Int32, target: FilePath
  ) throws(IOError) {
    switch self {
    case .rename:
      _ = try system(.rename, target) { FreeName.rename(name, to: final, in: directory) }
    case .link:
      _ = try system(.rename, target) { unsafe Int(linkat(directory, name, directory, final, 0)) }
      _ = unsafe unlinkat(directory, name, 0)
    case .placeholder:
      let number = try system(.rename, target) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        return unsafe Int(openat(directory, final, flags, mode_t(0o600)))
      }
      let placeholder = FileDescriptor(Int32(truncatingIfNeeded: number), path: target)
      let identity = try FileStatus(of: placeholder).identity
      // Another program may have replaced it.
      guard FileStatus(of: final, in: directory)?.identity == identity else {
        throw IOError(.rename, target, .exists)
      }
      do throws(IOError) {
        _ = try system(.rename, target) { unsafe Int(renameat(directory, name, directory, final)) }
      } catch {
        _ = unsafe unlinkat(directory, final, 0)
        throw error
      }
    }
  }

  private static func rename(_ name: [CChar], to final: [CChar], in directory: Int32) -> Int {
    #if canImport(Darwin)
      return unsafe Int(renameatx_np(directory, name, directory, final, UInt32(RENAME_EXCL)))
    #elseif canImport(Glibc)
      return unsafe Int(renameat2(directory, name, directory, final, renameNoReplace))
    #else
      errno = ENOSYS
      return -1
    #endif
  }
}

extension IOError {
  /// Whether the file system, the kernel or a sandbox does not support the call.
  fileprivate var isUnknownWay: Bool {
    errno.map { [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM, EACCES, EMLINK].contains($0) } ?? false
  }
}
