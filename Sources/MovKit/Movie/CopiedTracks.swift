import Synchronization

/// The number of bytes that samples of a movie's tracks have together, of the tracks whose bytes were asked
/// for. Each counts once, however often it is read.
final class CopiedTracks: Sendable {
  private struct Sizes {
    /// By the places of the tracks.
    var byTrack: [UInt64: UInt64] = [:]
    var sum: UInt64 = 0
  }

  private let sizes = Mutex(Sizes())

  /// Adds the size of the samples of the track at a place. `check` gets that of all tracks, and throws if
  /// that is too large; then this one is not added.
  func add(
    _ size: UInt64, of place: UInt64?, _ check: (UInt64) throws(FormatError) -> Void
  ) throws(FormatError) {
    guard size > 0, let place else { return try check(size) }
    try sizes.withLock { (sizes) throws(FormatError) in
      guard sizes.byTrack[place] == nil else { return }
      let (sum, overflow) = sizes.sum.addingReportingOverflow(size)
      try check(overflow ? .max : sum)
      sizes.byTrack[place] = size
      sizes.sum = sum
    }
  }
}
