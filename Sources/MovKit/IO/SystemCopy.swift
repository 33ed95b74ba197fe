#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
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

  /// Lets `target` share the blocks of `range` until one of the files changes them.
  /// Returns false where that cannot be.
  func share(
    _ range: Range<UInt64>, with target: borrowing FileDescriptor, at offset: UInt64
  ) -> Bool {
    #if canImport(Darwin)
      return false  // Whole files only, and a changed movie is never the whole file.
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
      guard let copyFileRange = unsafe LateBound.copyFileRange,
        var from = Int64(exactly: range.lowerBound), var to = Int64(exactly: offset)
      else { return 0 }
      // Small enough that progress can be told between calls.
      let count = Int(min(range.upperBound - range.lowerBound, 1 << 26))
      let number = target.number
      let done = try? system(.copy, target.path) {
        unsafe copyFileRange(descriptor.number, &from, number, &to, count, 0)
      }
      return UInt64(done ?? 0)
    #endif
  }
}
