import MovKit

extension StampRequest {
  /// Returns the track whose first frame has the label of a time of day, and notes.
  ///
  /// Clocks count drop frame where that keeps up with them, unless the request says otherwise. Labels
  /// in names do as they are written.
  func stamp(
    at clock: ClockTime, for movie: Movie, _ path: FilePath
  ) throws -> (TimecodeStamp, [Diagnostic]) {
    var request = self
    // The label does not exist yet, but the rate does not depend on it.
    request.start = "00:00:00:00"
    guard case .wholeVideo(var format, _) = try request.stamp(for: movie).0.content else {
      throw Failure.problem("the video has no rate", file: path)
    }
    if request.dropFrame == nil {
      switch clock.rest {
      case .nanoseconds:
        var dropping = format
        dropping.flags.insert(.dropFrame)
        // The quanta may be another than that of the rate.
        request.dropFrame =
          TimecodeFormat.dropsNumbers(at: format.frameDuration)
          && dropping.framesDroppedPerMinute > 0
      case .frames: request.dropFrame = clock.isDropFrame ?? false
      }
    }
    format = try format.counting(dropFrame: request.dropFrame ?? false, path)
    request.start = format.text(clock.label(in: format))
    do throws(StampError) { return try request.stamp(for: movie) } catch {
      guard case .timecode(let problem) = error else { throw error }
      throw Failure.problem("\(clock.source): \(problem)", file: path)
    }
  }
}

extension TimecodeStamp {
  /// Returns the same timecode as that of the media of the first video, which its edits show, and what is odd about
  /// how it counts the frames of edits that do not play at their speed.
  func throughEdits(
    of movie: Movie, _ path: FilePath
  ) throws -> (stamp: TimecodeStamp, notes: [Diagnostic]) {
    guard case .wholeVideo(let format, let number) = content, let id = trackIDs.first else {
      return (self, [])
    }
    let runs = try movie.timecodeRuns(ofEditsOf: id, format, firstFrame: number)
    guard !runs.isEmpty else {
      throw Failure.problem("the edits of track \(id) show nothing", file: path)
    }
    var stamp = self
    stamp.content = .runs(runs)
    var known = Set(format.oddities)
    var notes = DiagnosticList()
    for oddity in runs.formats.lazy.flatMap(\.oddities) where known.insert(oddity).inserted {
      // The format is right about the frames of the edit, so nothing about it can be corrected.
      if case .quantaRate(let quanta, let frame) = oddity {
        let speed = TimecodeOddity.speed(quanta, frame)
        notes.add(
          oddity.ruleID, .warning,
          "an edit of track \(id) plays at another speed, so its timecode runs \(speed) as real time"
        )
      } else {
        notes.add(oddity.ruleID, .warning, oddity.message)
      }
    }
    return (stamp, notes.all)
  }
}
