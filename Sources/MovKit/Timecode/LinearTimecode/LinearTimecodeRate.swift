/// The rate of a run of linear timecode, which does not state it. The labels say which numbers are
/// counted, and the length of frames in the audio says the rest.
struct LinearTimecodeRate {
  let count: LinearTimecodeCount
  /// The duration of a frame at the usual rate.
  let frameDuration: MediaTime
  /// By how many millionths the frames of the audio are faster than that; negative if slower.
  let excess: Int64
  /// The caller's rate does not fit the labels, and was not used.
  let contradictsCaller: Bool
  /// Other frames per second of labels are possible, and the length of frames does not decide.
  let isGuess: Bool

  /// A rate that is nearer than this to the usual one is certain. Real rates differ by 1000, and
  /// clocks of recorders by less than 100.
  private static let certain: Int64 = 400

  /// - Parameters:
  ///   - run: Two or more frames.
  ///   - frameDuration: The duration of a frame, if the caller knows it. That of a rate above 30 is
  ///     doubled, because each label then holds for two frames.
  init?(_ run: FrameRun, sampleRate: UInt32, frameDuration given: MediaTime?) {
    let span = run.last.start - run.first.start
    guard run.steps > 0, span > 0, let first = run.counts.first else { return nil }
    /// The millionths by which frames are faster than at a rate of `frames` per `seconds`.
    func measure(_ frames: Int64, _ seconds: Int64) -> Int64 {
      let usual = Int128(span) * Int128(frames)
      let measured =
        Int128(run.steps) * Int128(sampleRate) * Int128(AudioTicks.perSample) * Int128(seconds)
      return Int64(clamping: (measured - usual) * 1_000_000 / max(1, usual))
    }
    let own = given.flatMap(Self.labelled)
    if let own, let count = run.counts.first(where: { $0.quanta == own.quanta }) {
      self.count = count
      frameDuration = own.duration
      excess = measure(Int64(own.duration.timescale), own.duration.value)
      (contradictsCaller, isGuess) = (false, false)
      return
    }
    contradictsCaller = own != nil
    var best: (count: LinearTimecodeCount, frames: Int64, seconds: Int64, excess: Int64) = (
      first, Int64(first.quanta), 1, measure(Int64(first.quanta), 1)
    )
    for count in run.counts {
      // Of counts with the same quanta, the first is the most likely.
      guard run.counts.first(where: { $0.quanta == count.quanta }) == count else { continue }
      let quanta = Int64(count.quanta)
      var rates: [(Int64, Int64)] = [(quanta, 1)]
      if quanta != 25 { rates.append((quanta * 1000, 1001)) }
      for (frames, seconds) in rates {
        let found = measure(frames, seconds)
        if abs(found) < abs(best.excess) { best = (count, frames, seconds, found) }
      }
    }
    let isCertain = abs(best.excess) <= Self.certain
    if !isCertain, best.count.quanta != 25 {
      // At another speed, the factor of 1.001 cannot be measured.
      let quanta = Int64(best.count.quanta)
      (best.frames, best.seconds) = best.count.dropsFrames ? (quanta * 1000, 1001) : (quanta, 1)
      best.excess = measure(best.frames, best.seconds)
    }
    count = best.count
    frameDuration = MediaTime(value: best.seconds, timescale: Int32(clamping: best.frames))
    self.excess = best.excess
    isGuess = !isCertain && Set(run.counts.map(\.quanta)).count > 1
  }

  /// Returns the frames per second of labels, and the duration of a label, at a frame duration; nil
  /// if linear timecode does not have it.
  private static func labelled(_ frame: MediaTime) -> (quanta: UInt32, duration: MediaTime)? {
    guard frame.isNumeric, frame.value > 0 else { return nil }
    var duration = frame
    for factor in [1, 2, 4] as [Int64] {
      duration = frame.multiplied(by: factor)
      let format = TimecodeFormat(frameDuration: duration, frameQuanta: 0)
      guard let quanta = format.nominalQuanta else { return nil }
      if quanta <= 30 { return [24, 25, 30].contains(quanta) ? (quanta, duration) : nil }
    }
    return nil
  }
}
