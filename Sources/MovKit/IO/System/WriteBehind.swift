#if !canImport(Darwin)
  import LinuxCalls
#endif

/// Has what is written go on to the medium while more is being written, so that the wait at the
/// end is short: memory takes a movie faster than the medium does, and both can work at once.
struct WriteBehind {
  /// Up to where in the file the way to the medium has begun.
  private var begun: UInt64 = 0

  /// How many bytes are sent on at once: few enough to keep the medium busy, enough to be cheap.
  static let stretch: UInt64 = 1 << 25

  /// Tells that the file was written from its start to `end`, or has holes there.
  mutating func advance(to end: UInt64, in file: borrowing FileDescriptor) {
    guard end >= begun, end - begun >= Self.stretch else { return }
    file.beginWriting(begun..<end)
    begun = end
  }
}

extension FileDescriptor {
  /// Sends what stands in memory of this range on to the medium, and does not wait. What cannot be
  /// sent, or a system that cannot be asked, does no harm: `sync` is what counts, and it tells.
  fileprivate func beginWriting(_ range: Range<UInt64>) {
    #if !canImport(Darwin)
      guard let start = Int64(exactly: range.lowerBound),
        let count = Int64(exactly: range.upperBound - range.lowerBound)
      else { return }
      _ = sync_file_range(number, start, count, syncFileRangeWrite)
    #endif
  }
}
