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

/// The ways in which a system copies files by itself. Ranges must be within the file.
extension File {
  /// Returns the first run of data that ends after `position`, from there at the earliest; what precedes it is a
  /// hole. The range ends at the greatest offset if the file system does not report holes. Nil if there is only a hole.
  func nextData(at position: UInt64) -> Range<UInt64>? {
    #if canImport(Darwin)
      let (seekHole, seekData): (Int32, Int32) = (3, 4)
    #else
      let (seekData, seekHole): (Int32, Int32) = (3, 4)
    #endif
    guard let offset = off_t(exactly: position) else { return position..<UInt64.max }
    let data = lseek(descriptor.number, offset, seekData)
    if data < 0 { return errno == ENXIO ? nil : position..<UInt64.max }
    let start = max(UInt64(data), position)
    let hole = lseek(descriptor.number, data, seekHole)
    return start..<(hole > data ? max(start, UInt64(hole)) : UInt64.max)
  }

  /// Makes `target`, which is empty, share all blocks with this file until one of the files changes
  /// them. Returns false if that is not possible.
  func shareAll(with target: borrowing FileDescriptor) -> Bool {
    #if canImport(Darwin)
      return false  // Only a new file can be a clone: `createClone`.
    #else
      let clone: UInt = 0x4004_9409  // FICLONE
      return ioctl(target.number, clone, descriptor.number) == 0
    #endif
  }

  /// Creates the file `name` in the directory `parent` as a clone, which shares all blocks with
  /// this file, and opens it for reading and writing. Returns nil if that is not possible, or the
  /// name exists.
  func createClone(_ name: [CChar], in parent: Int32) -> FileDescriptor? {
    #if canImport(Darwin)
      guard unsafe fclonefileat(descriptor.number, parent, name, 0) == 0 else { return nil }
      let number = unsafe openat(parent, name, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
      guard number >= 0 else {
        // The clone has the permissions of this file, which may forbid writing.
        _ = unsafe unlinkat(parent, name, 0)
        return nil
      }
      return FileDescriptor(number, path: path)
    #else
      return nil  // A file that is there can become one: `shareAll`.
    #endif
  }

  /// Makes `target` share the blocks of `range` until one of the files changes them. Returns false
  /// if that is not possible.
  func share(
    _ range: Range<UInt64>, with target: borrowing FileDescriptor, at offset: UInt64
  ) -> Bool {
    #if canImport(Darwin)
      return false  // Whole files only.
    #else
      /// `struct file_clone_range` of <linux/fs.h>.
      var request: (source: Int64, from: UInt64, count: UInt64, to: UInt64) = (
        Int64(descriptor.number), range.lowerBound, range.length, offset
      )
      let cloneRange: UInt = 0x4020_940D  // FICLONERANGE
      return unsafe ioctl(target.number, cloneRange, &request) == 0
    #endif
  }

  /// Copies the beginning of `range`. Returns the number of bytes; 0 if that is not possible.
  func copyInKernel(
    _ range: Range<UInt64>, to target: borrowing FileDescriptor, at offset: UInt64
  ) -> UInt64 {
    #if canImport(Darwin)
      return 0
    #else
      guard var from = Int64(exactly: range.lowerBound), var to = Int64(exactly: offset)
      else { return 0 }
      // Few enough bytes that progress can be reported between calls, and the medium can keep up.
      let count = UInt(min(range.length, WriteBehind.stretch))
      let number = target.number
      let done = try? system(.copy, target.path) {
        unsafe copy_file_range(descriptor.number, &from, number, &to, count, 0)
      }
      return UInt64(done ?? 0)
    #endif
  }
}
