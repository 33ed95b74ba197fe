/// A stretch of audio in which linear timecode counts on evenly, forwards or backwards.
public struct LinearTimecodeStretch: Hashable, Sendable {
  /// When its first frame begins, in the audio or, if a movie's track was read, in the movie.
  public internal(set) var start: MediaTime
  /// The time from the start of the first frame to the end of the last.
  public internal(set) var duration: MediaTime
  /// How its frames are counted. The frame duration is that of the nearest usual rate, or what the
  /// caller gave; the frames of the audio can be longer or shorter (`measuredFrameDuration`).
  public let format: TimecodeFormat
  /// The number of its first frame.
  public internal(set) var frameNumber: Int64
  /// The number of frames from the first to the last, with those that could not be read.
  public internal(set) var frameCount: Int64
  /// Whether it was played backwards, so that each frame has the number before that of the last.
  public let isReversed: Bool
  /// The user bits of its first frame.
  public let userBits: LinearTimecodeUserBits
  /// Whether all frames have these user bits.
  public let hasConstantUserBits: Bool
  /// From the start of the first frame to the start of the last that was read.
  private let span: MediaTime
  private let steps: Int64
  /// The ticks per second that positions in audio are rounded to.
  private let scale: Int32

  /// How long a frame of the audio lasts, on average.
  public var measuredFrameDuration: MediaTime { span.multiplied(by: 1, over: steps) }

  /// The label of its first frame, such as `01:00:00:00`.
  public var label: String { format.text(.frameNumber(frameNumber)) }

  /// The run of timecode; nil if it was played backwards.
  public var run: TimecodeRun? {
    isReversed
      ? nil : TimecodeRun(at: start, duration: duration, format: format, frameNumber: frameNumber)
  }

  /// - Parameters:
  ///   - run: Two or more frames.
  ///   - origin: When the audio begins.
  init?(
    _ run: FrameRun, _ rate: LinearTimecodeRate, sampleRate: UInt32, origin: MediaTime
  ) {
    guard run.steps > 0, let label = run.first.frame.label,
      let frameNumber = rate.count.frameNumber(label)
    else { return nil }
    func time(_ ticks: Int64) -> MediaTime {
      Self.time(ticks, sampleRate)
    }
    scale =
      Int32(exactly: Int64(sampleRate) * AudioTicks.perSample) ?? Int32(clamping: sampleRate)
    let first = time(run.first.start)
    span = time(run.last.start) - first
    steps = run.steps
    start = origin + first
    duration = time(run.last.end) - first
    self.frameNumber = frameNumber
    frameCount = run.steps + 1
    isReversed = run.isReversed
    userBits = LinearTimecodeUserBits(
      value: run.first.frame.userBits,
      flags: run.first.frame.binaryGroupFlags(quanta: rate.count.quanta))
    hasConstantUserBits = run.hasConstantUserBits
    format = TimecodeFormat(
      frameDuration: rate.frameDuration, frameQuanta: rate.count.quanta,
      flags: rate.count.dropsFrames ? [.wraps24Hours, .dropFrame] : [.wraps24Hours])
  }

  /// Returns a place in audio as a time: in samples if it is nearer to one than it can be measured,
  /// else in ticks.
  static func time(_ ticks: Int64, _ sampleRate: UInt32) -> MediaTime {
    let nearest = (ticks + AudioTicks.perSample / 2).dividedDown(by: AudioTicks.perSample)
    let difference = abs(ticks - nearest * AudioTicks.perSample)
    if difference > AudioTicks.perSample / 16,
      let time = MediaTime(ticks: ticks, per: Int64(sampleRate) * AudioTicks.perSample)
    {
      return time
    }
    return MediaTime(ticks: nearest, per: sampleRate) ?? .invalid
  }

  /// Returns when a frame begins, counted from the first.
  private func start(of frame: Int64) -> MediaTime {
    guard frame != 0 else { return start }
    return start + span.multiplied(by: frame, over: steps).converted(to: scale)
  }

  /// Returns the frames that begin in a range, on the same timeline; nil if there are none.
  func frames(in range: MediaTimeRange) -> LinearTimecodeStretch? {
    guard start.isNumeric, duration.isNumeric, range.isValid else { return nil }
    var part = self
    if start < range.start {
      // Start with a frame that is not too late.
      let elapsed = range.start - start
      var frame = max(0, (quotient(elapsed, measuredFrameDuration) ?? 0) - 1)
      while frame < frameCount, start(of: frame) < range.start { frame += 1 }
      guard frame < frameCount else { return nil }
      part.start = start(of: frame)
      part.duration = duration - (part.start - start)
      part.frameCount -= frame
      let day = max(1, format.framesPerDay)
      let number = frameNumber + (isReversed ? -(frame % day) : frame % day)
      part.frameNumber = ((number % day) + day) % day
    }
    guard part.start < range.end else { return nil }
    if range.end.isNumeric, part.start + part.duration > range.end {
      part.duration = range.end - part.start
      var frames = min(
        part.frameCount, (quotient(part.duration, measuredFrameDuration) ?? 0) + 1)
      let first = frameCount - part.frameCount
      while frames > 1, start(of: first + frames - 1) >= range.end { frames -= 1 }
      part.frameCount = frames
    }
    return part
  }
}

/// How often one positive time goes into another, rounded down; nil if that is not a number.
private func quotient(_ time: MediaTime, _ unit: MediaTime) -> Int64? {
  guard time.isNumeric, unit.isNumeric, unit.value > 0, time.value >= 0 else { return nil }
  return Int64(
    exactly: Int128(time.value) * Int128(unit.timescale)
      / (Int128(time.timescale) * Int128(unit.value)))
}
