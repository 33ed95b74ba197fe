extension TimecodeFormat {
  /// Returns the number of the frame that begins at a time which is counted in whole ticks, such as the samples of
  /// audio since midnight. Few frames begin with a tick, and whoever wrote the time rounded it to one, so less than a
  /// tick before a frame is that frame. Nil if `frames(in:)` is nil.
  ///
  /// - Parameters:
  ///   - time: In its own ticks.
  ///   - later: How long after that time the frame is asked for.
  package func frameNumber(atTicks time: MediaTime, plus later: MediaTime = .zero) -> Int64? {
    let moment = time + later
    guard let tick = tick(of: time) else { return frames(in: moment) }
    // The last frame that begins before the next tick.
    guard let after = frames(in: (moment + tick).negated()) else { return nil }
    let (number, overflow) = (-1 as Int64).subtractingReportingOverflow(after)
    return overflow ? nil : number
  }

  /// Whether a time which is counted in whole ticks is that of the beginning of a frame, to a tick.
  package func begins(_ number: Int64, atTicks time: MediaTime) -> Bool {
    let apart = (frameDuration.multiplied(by: number) - time).absoluteValue
    return apart.isNumeric && apart <= (tick(of: time) ?? .zero)
  }

  /// One tick of a time; nil if a frame is two ticks or less, so that a tick says nothing about it.
  private func tick(of time: MediaTime) -> MediaTime? {
    guard time.isNumeric, time.timescale > 0, frameDuration.isNumeric else { return nil }
    let tick = MediaTime(value: 1, timescale: time.timescale)
    return tick.multiplied(by: 2) < frameDuration ? tick : nil
  }
}
