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

/// The ways in which a system copies by itself. Ranges have to lie in the file.
extension File {
  /// The first run of data in `range`: what stands before it is a hole. Empty, at the end of
  /// `range`, where there is only a hole; all of `range` where the file system knows no holes.
  func nextData(in range: Range<UInt64>) -> Range<UInt64> {
    #if canImport(Darwin)
      let (seekHole, seekData): (Int32, Int32) = (3, 4)
    #else
      let (seekData, seekHole): (Int32, Int32) = (3, 4)
    #endif
    guard let position = off_t(exactly: range.lowerBound) else { return range }
    let data = lseek(descriptor.number, position, seekData)
    if data < 0 {
      return errno == ENXIO ? range.upperBound..<range.upperBound : range
    }
    let start = min(max(UInt64(data), range.lowerBound), range.upperBound)
    let hole = lseek(descriptor.number, data, seekHole)
    let end = hole > data ? min(UInt64(hole), range.upperBound) : range.upperBound
    return start..<max(start, end)
  }

  /// Lets `target`, which is empty, share all blocks until one of the files changes them.
  /// Returns false where that cannot be.
  func shareAll(with target: borrowing FileDescriptor) -> Bool {
    #if canImport(Darwin)
      return false  // Only a new file can be a clone: `createClone`.
    #else
      let clone: UInt = 0x4004_9409  // FICLONE
      return ioctl(target.number, clone, descriptor.number) == 0
    #endif
  }

  /// Creates the file `name` in the folder `parent`, sharing all blocks with this one, where there
  /// is none of that name, and opens it for reading and writing. Nil where that cannot be.
  func createClone(_ name: [CChar], in parent: Int32) -> FileDescriptor? {
    #if canImport(Darwin)
      guard unsafe fclonefileat(descriptor.number, parent, name, 0) == 0 else { return nil }
      let number = unsafe openat(parent, name, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
      guard number >= 0 else {
        // It has the permissions of this file, which may forbid to write.
        _ = unsafe unlinkat(parent, name, 0)
        return nil
      }
      return FileDescriptor(number, path: path)
    #else
      return nil  // A file that is there can become one: `shareAll`.
    #endif
  }

  /// Lets `target` share the blocks of `range` until one of the files changes them.
  /// Returns false where that cannot be.
  func share(
    _ range: Range<UInt64>, with target: borrowing FileDescriptor, at offset: UInt64
  ) -> Bool {
    #if canImport(Darwin)
      return false  // Whole files only.
    #else
      /// `struct file_clone_range` of <linux/fs.h>.
      var request: (source: Int64, from: UInt64, count: UInt64, to: UInt64) = (
        Int64(descriptor.number), range.lowerBound, range.upperBound - range.lowerBound, offset
      )
      let cloneRange: UInt = 0x4020_940D  // FICLONERANGE
      return unsafe ioctl(target.number, cloneRange, &request) == 0
    #endif
  }

  /// Copies the beginning of `range`; returns how many bytes, 0 where that cannot be.
  func copyInKernel(
    _ range: Range<UInt64>, to target: borrowing FileDescriptor, at offset: UInt64
  ) -> UInt64 {
    #if canImport(Darwin)
      return 0
    #else
      guard var from = Int64(exactly: range.lowerBound), var to = Int64(exactly: offset)
      else { return 0 }
      // Little enough that progress can be told between calls, and the medium can go along.
      let count = UInt(min(range.upperBound - range.lowerBound, WriteBehind.stretch))
      let number = target.number
      let done = try? system(.copy, target.path) {
        unsafe copy_file_range(descriptor.number, &from, number, &to, count, 0)
      }
      return UInt64(done ?? 0)
    #endif
  }
}
