#if !canImport(Darwin)
  import LinuxCalls
#endif

/// Sends written data to the medium while more is being written, so that the wait at the end is
/// short. Memory takes a movie faster than the medium does, and both can work at once.
struct WriteBehind {
  /// The offset up to which data was sent to the medium.
  private var begun: UInt64 = 0

  /// The number of bytes that are sent at once: few enough to keep the medium busy, enough to be
  /// cheap.
  static let stretch: UInt64 = 1 << 25

  /// Notes that the file was written from its start to `end`, or has holes there.
  mutating func advance(to end: UInt64, in file: borrowing FileDescriptor) {
    guard end >= begun, end - begun >= Self.stretch else { return }
    file.beginWriting(begun..<end)
    begun = end
  }
}

extension FileDescriptor {
  /// Sends the cached data of this range to the medium, and does not wait. A failure does no harm,
  /// nor does a system without this call: what counts is `sync`, which reports errors.
  fileprivate func beginWriting(_ range: Range<UInt64>) {
    #if !canImport(Darwin)
      guard let start = Int64(exactly: range.lowerBound),
        let count = Int64(exactly: range.length)
      else { return }
      _ = sync_file_range(number, start, count, syncFileRangeWrite)
    #endif
  }
}
