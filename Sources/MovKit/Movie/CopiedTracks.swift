import Synchronization

/// The number of bytes that samples of a movie's tracks have together, of the tracks whose bytes were asked
/// for. Each counts once, however often it is read.
final class CopiedTracks: Sendable {
  private struct Sizes {
    /// By the places of the tracks.
    var byTrack: [UInt64: UInt64] = [:]
    var sum: UInt64 = 0
    /// What tracks may read, by their places.
    var allowances: [UInt64: UInt64] = [:]
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

  /// How many bytes the track at a place may read, at most `most`, if all tracks may read `all` together. It is the
  /// same each time that the track is read.
  func allowance(of place: UInt64?, upTo most: UInt64, within all: UInt64) -> UInt64 {
    guard let place else { return most }
    return sizes.withLock { sizes in
      if let known = sizes.allowances[place] { return known }
      let allowance = min(most, all - min(sizes.sum, all))
      sizes.allowances[place] = allowance
      return allowance
    }
  }

  /// Counts what the track at a place has read.
  func count(_ size: UInt64, of place: UInt64?) {
    guard let place else { return }
    sizes.withLock { sizes in
      guard sizes.byTrack.updateValue(size, forKey: place) == nil else { return }
      sizes.sum = sizes.sum.addingClamping(size)
    }
  }
}
