#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if !canImport(Darwin)
  import LinuxCalls
#endif

/// Copies metadata from one file to another.
extension FileDescriptor {
  /// Copies owner and group as far as this process may, then permissions, then extended attributes
  /// with the access control lists.
  ///
  /// A change of owner that fails is not reported: only the superuser may give files away. Neither
  /// are attributes that the system reserves for itself, or that the file system of the target
  /// cannot store.
  /// - Returns: the errors of what could not be kept.
  func keepMetadata(of source: File) -> [IOError] {
    var lost: [IOError] = []
    do throws(IOError) {
      let status = try FileStatus(of: source.descriptor)
      if fchown(number, status.owner, status.group) != 0 {
        _ = fchown(number, uid_t.max, status.group)
      }
      try setPermissions(status.permissions)
    } catch {
      lost.append(error)
    }
    return lost + keepAttributes(of: source)
  }

  func setPermissions(_ permissions: UInt32) throws(IOError) {
    let number = number
    _ = try system(.keepPermissions, path) {
      Int(fchmod(number, mode_t(truncatingIfNeeded: permissions)))
    }
  }

  #if canImport(Darwin)
    private func keepAttributes(of source: File) -> [IOError] {
      let flags = copyfile_flags_t(COPYFILE_XATTR | COPYFILE_ACL)
      if unsafe fcopyfile(source.descriptor.number, number, nil, flags) == 0 { return [] }
      return FileDescriptor.isExpected(errno)
        ? [] : [IOError(.keepAttributes, path, .system(errno))]
    }
  #else
    private func keepAttributes(of source: File) -> [IOError] {
      var lost: [IOError] = []
      func keep(_ attempt: () throws(IOError) -> Void) {
        do throws(IOError) { try attempt() } catch {
          if !FileDescriptor.isExpected(error.errno) { lost.append(error) }
        }
      }
      var names: [[CChar]] = []
      keep { () throws(IOError) in names = try source.descriptor.attributeNames() }
      for name in names {
        keep { () throws(IOError) in
          guard let value = try source.descriptor.attribute(name) else { return }
          try setAttribute(name, value)
        }
      }
      return lost
    }

    /// Returns the names of the extended attributes, each with a terminating zero.
    func attributeNames() throws(IOError) -> [[CChar]] {
      let number = number
      let names = try unsafe filled { unsafe flistxattr(number, $0, UInt($1)) }
      return names.split(separator: 0).map { $0.map { CChar(bitPattern: $0) } + [0] }
    }

    /// Returns the value of an attribute; nil if it was removed meanwhile, or the file system has none.
    func attribute(_ name: [CChar]) throws(IOError) -> [UInt8]? {
      let number = number
      do throws(IOError) {
        return try unsafe filled { unsafe fgetxattr(number, name, $0, UInt($1)) }
      } catch {
        guard error.errno == ENODATA || error.errno == ENOTSUP else { throw error }
        return nil
      }
    }

    /// Returns what a call puts into a buffer. Without one, the call returns the size that is needed; that can
    /// grow before the second call, and then both are made again, a few times.
    private func filled(
      _ call: (UnsafeMutablePointer<CChar>?, Int) -> Int
    ) throws(IOError) -> [UInt8] {
      var triesLeft = 8
      while true {
        let room = try system(.keepAttributes, path) { call(nil, 0) }
        guard room > 0 else { return [] }
        var buffer = [CChar](repeating: 0, count: room)
        do throws(IOError) {
          let count = try system(.keepAttributes, path) { unsafe call(&buffer, room) }
          return buffer.prefix(count).map { UInt8(bitPattern: $0) }
        } catch {
          // A file system that states a wrong size would never end it.
          triesLeft -= 1
          guard error.errno == ERANGE, triesLeft > 0 else { throw error }
        }
      }
    }

    func setAttribute(_ name: [CChar], _ value: [UInt8]) throws(IOError) {
      let number = number
      _ = try system(.keepAttributes, path) {
        unsafe Int(fsetxattr(number, name, value, UInt(value.count), 0))
      }
    }
  #endif

  /// Returns whether an error only says that the attribute may not or cannot be stored.
  private static func isExpected(_ code: Int32?) -> Bool {
    code == ENOTSUP || code == EOPNOTSUPP || code == EPERM || code == EACCES
  }
}
