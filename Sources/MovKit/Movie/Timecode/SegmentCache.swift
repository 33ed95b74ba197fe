import Synchronization

/// The segments of a timecode track, found when they are first asked for.
final class SegmentCache: Sendable {
  private let mutex = Mutex<TimecodeTrack.Segments.Kept?>(nil)

  /// What was found; nil until then.
  var known: TimecodeTrack.Segments.Kept? { mutex.withLock { $0 } }

  func value(
    finding find: () -> TimecodeTrack.Segments.Kept
  ) -> TimecodeTrack.Segments.Kept {
    if let known { return known }
    let found = find()
    mutex.withLock { $0 = found }
    return found
  }
}
