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

extension FileDescriptor {
  /// Reserves space for `count` bytes from `offset` on, so that writing them cannot fail for lack
  /// of space. Neither the content nor the size of the file changes.
  ///
  /// Throws if there is no space, or not for this user. Does nothing if the file system cannot
  /// reserve space; a lack of space then shows only when the bytes are written.
  func reserve(_ count: UInt64, at offset: UInt64) throws(IOError) {
    let start = try offset.position(after: 0, .write, path)
    guard let count = off_t(exactly: count) else { throw IOError(.write, path, .tooLarge) }
    guard count > 0 else { return }
    let error = IOError(.write, path, .system(allocate(count, at: start)))
    if error.isOutOfSpace { throw error }
  }

  /// Returns 0 or an `errno`.
  private func allocate(_ count: off_t, at offset: off_t) -> Int32 {
    #if canImport(Darwin)
      // Only space after the end of the file can be reserved.
      let beyond = count + offset - lseek(number, 0, SEEK_END)
      guard beyond > 0 else { return 0 }
      var request = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
        fst_length: beyond, fst_bytesalloc: 0)
      return unsafe fcntl(number, F_PREALLOCATE, &request) == -1 ? errno : 0
    #else
      while fallocate(number, fallocateKeepSize, Int(offset), Int(count)) != 0 {
        if errno != EINTR { return errno }
      }
      return 0
    #endif
  }
}
