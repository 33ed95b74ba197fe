/// How long the frames of a video last.
public struct FrameTiming: Equatable, Sendable {
  /// The commonest duration.
  public var frameDuration: MediaTime
  /// Whether all frames but the last last so long.
  public var isConstant: Bool
}

extension Track {
  /// How long the samples last; nil where there are none, or they last no time.
  ///
  /// Throws where the sample table is damaged.
  public func frameTiming() throws(FormatError) -> FrameTiming? {
    try sampleTable().frameTiming(timescale: timescale)
  }

  /// How long a sample lasts where that is longer than a second; nil where it is not, or not known.
  var pictureDuration: MediaTime? {
    guard let ticks = durationTally?.commonest?.ticks,
      let duration = MediaTime(ticks: ticks, per: timescale),
      duration > MediaTime(value: 1, timescale: 1)
    else { return nil }
    return duration
  }

  /// The durations of the samples, counted. Of a table with more than 65536 runs only so many are.
  var durationTally: DurationTally? {
    if hasFragments { return (try? sampleTable())?.durationTally }
    guard let stts = atom.descendant("mdia", "minf", "stbl", "stts"),
      let runs = try? stts.decode(TimeToSample.self, readingCutTables: { _ in }).entries
    else { return nil }
    var tally = DurationTally()
    for run in runs.prefix(65_536) {
      tally.add(UInt64(run.sampleCount), lasting: UInt64(run.sampleDelta))
    }
    return tally
  }
}

extension SampleTable {
  /// How long the samples last, in a media of `timescale` ticks a second; nil where there are none,
  /// or they last no time.
  func frameTiming(timescale: UInt32) -> FrameTiming? {
    guard let commonest = commonestDuration, commonest.ticks > 0,
      let duration = MediaTime(ticks: commonest.ticks, per: timescale)
    else { return nil }
    return FrameTiming(frameDuration: duration, isConstant: commonest.isConstant)
  }
}
