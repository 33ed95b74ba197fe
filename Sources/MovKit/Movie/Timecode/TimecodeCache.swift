import Synchronization

/// The timecode of a movie, read when it is first asked for and kept for all copies of the movie.
final class TimecodeCache: Sendable {
  private struct Known {
    var result: Result<TimecodeTimeline?, ReadingError>?
  }

  private let known = Mutex(Known())

  func value(
    reading read: () throws(ReadingError) -> TimecodeTimeline?
  ) throws(ReadingError) -> TimecodeTimeline? {
    let result = known.withLock { $0.result } ?? Result(catching: read)
    // What the source could not give now it may give later.
    if case .failure(.io) = result {} else { known.withLock { $0.result = result } }
    return try result.get()
  }
}

extension Movie {
  /// The timecode that the movie shows: that of the first timecode track that the first video refers
  /// to, or else of the first timecode track. Nil if the movie has none.
  ///
  /// ```swift
  /// let label = try movie.timecode?.label(at: time)
  /// ```
  ///
  /// The samples are read the first time. `timecodeTracks` lists all timecode tracks.
  /// - Throws: `ReadingError` if the track's tables are damaged, its sample description cannot be
  ///   understood, or the source cannot be read.
  public var timecode: TimecodeTimeline? {
    get throws(ReadingError) {
      try timecodeCache.value { () throws(ReadingError) in
        guard let track = timecodeTrack(of: tracks(.video).first) else {
          if let damaged = unreadableTimecodeTrack { throw .format(damaged.error) }
          return nil
        }
        return TimecodeTimeline(try TimecodeTrack(track))
      }
    }
  }

  /// Reads the timecode while the task is suspended, for `timecode` and `frames(of:)` to use. A movie
  /// that was opened from an `AsyncByteSource` needs this first.
  ///
  /// - Throws: What `timecode` throws; of kind `cancelled` if the task is cancelled.
  public func loadTimecode() async throws(ReadingError) {
    guard let source = source as? BlockingSource else {
      _ = try timecode
      return
    }
    try await source.reading { () throws(ReadingError) in _ = try self.timecode }
  }

  /// The timecode track that belongs to a video, or else the first of the movie.
  package func timecodeTrack(of video: Track?) -> Track? {
    let all = timecodeTracks
    let wanted = video?.references(by: "tmcd") ?? []
    return all.first { wanted.contains($0.id) } ?? all.first
  }
}
