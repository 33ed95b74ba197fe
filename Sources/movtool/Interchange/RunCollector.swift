import MovKit

/// Collects the runs of a list.
struct RunCollector {
  private(set) var runs = PackedRuns()
  /// The most ticks per second in which the list has a time. It rounds times to these.
  private var ticksPerSecond: Int32 = 1
  /// The shortest time that a run may last.
  private let shortest: MediaTime

  init(shortest: MediaTime = .zero) { self.shortest = shortest }

  /// Adds a run, which must begin after the one before.
  ///
  /// Runs without a duration that count on from the one before are joined to it, so that a list with
  /// a row for each frame makes as many runs as there are jumps.
  mutating func add(_ run: TimecodeRun, line: Int?) throws(SegmentListError) {
    guard run.time.isNumeric, run.time >= .zero else {
      throw SegmentListError("the time is before the start of the movie", line: line)
    }
    if let duration = run.duration, !duration.isNumeric || duration <= .zero {
      throw SegmentListError("the duration is not above zero", line: line)
    }
    if let duration = run.duration, duration < shortest {
      throw SegmentListError("the duration is shorter than a tick of the movie", line: line)
    }
    ticksPerSecond = max(ticksPerSecond, run.time.ticksAsWritten)
    if let before = runs.last {
      let end = before.duration.map { before.time + $0 }
      guard run.time > before.time, end.map({ $0 <= run.time }) ?? true else {
        throw SegmentListError(
          "the segment begins at \(run.time.inSeconds), before the end of the one before it",
          line: line)
      }
      guard before.duration != nil || run.time - before.time >= shortest else {
        throw SegmentListError(
          "the segment begins at \(run.time.inSeconds), less than a tick of the movie after the one before it",
          line: line)
      }
      if goesOn(before, run) { return }
    }
    runs.append(run)
  }

  /// Whether a run only counts on from the one before it, so that it says nothing new.
  private func goesOn(_ before: TimecodeRun, _ run: TimecodeRun) -> Bool {
    guard run.duration == nil, before.duration == nil, run.format == before.format else {
      return false
    }
    let elapsed = run.time - before.time
    guard let frames = elapsed.frames(lasting: run.format.frameDuration) else { return false }
    func isNext(_ frames: Int64) -> Bool {
      let (next, overflow) = before.frameNumber.addingReportingOverflow(frames)
      return !overflow && run.format.isSameLabel(next, run.frameNumber)
    }
    // A label that comes earlier does not count on from the beginning of the one before.
    if !run.format.isEarly(elapsed, before: frames, ticksPerSecond), isNext(frames) { return true }
    // Where frames of video are shorter than those of timecode, several have one label.
    return run.format.lasts(elapsed, fromFrame: frames - 1) && isNext(frames - 1)
  }

  /// Ends the last run at a time, unless it ends before or its end is given.
  mutating func end(at time: MediaTime) {
    guard let last = runs.last, last.duration == nil, time.isNumeric, time > last.time else {
      return
    }
    runs[runs.count - 1].duration = time - last.time
  }
}

extension MediaTime {
  /// The ticks per second of a time in a list: of a decimal, those of the digits that it needs.
  fileprivate var ticksAsWritten: Int32 {
    var (ticks, scale) = (value, timescale)
    var power: Int32 = 1
    while power < scale, power <= 100_000_000 { power *= 10 }
    guard power == scale else { return scale }
    while scale > 1, ticks % 10 == 0 { (ticks, scale) = (ticks / 10, scale / 10) }
    return scale
  }
}

extension TimecodeFormat {
  /// Whether a frame, counted from 0, is shown after a time, and for at least a tenth of a frame more: times in
  /// lists are rounded.
  fileprivate func lasts(_ elapsed: MediaTime, fromFrame index: Int64) -> Bool {
    guard index >= 0, elapsed.isNumeric, frameDuration.isNumeric, frameDuration.value > 0 else {
      return false
    }
    let tenths =
      Int128(elapsed.value) * Int128(frameDuration.timescale) * 10
      / (Int128(elapsed.timescale) * Int128(frameDuration.value))
    return tenths >= Int128(index) * 10 && tenths < Int128(index) * 10 + 9
  }

  /// Whether a time is before the beginning of a frame, which is counted from 0, by more than the rounding of
  /// the list: a tick of it, or a tenth of a frame.
  fileprivate func isEarly(_ elapsed: MediaTime, before frame: Int64, _ ticks: Int32) -> Bool {
    let early = frameDuration.multiplied(by: frame) - elapsed
    guard early.isNumeric, early > .zero else { return false }
    return early
      >= max(MediaTime(value: 1, timescale: ticks), frameDuration.multiplied(by: 1, over: 10))
  }

  /// Whether two frame numbers have the same label.
  fileprivate func isSameLabel(_ a: Int64, _ b: Int64) -> Bool {
    if a == b { return true }
    guard flags.contains(.wraps24Hours), framesPerDay > 0 else { return false }
    let (difference, overflow) = a.subtractingReportingOverflow(b)
    return !overflow && difference % framesPerDay == 0
  }
}
