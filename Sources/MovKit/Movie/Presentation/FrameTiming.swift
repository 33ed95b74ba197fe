/// The duration of the frames of a video.
public struct FrameTiming: Hashable, Sendable {
  /// How long a frame lasts. If durations differ only because times were rounded, to the ticks of the media
  /// or to milliseconds as in Matroska files, the duration at the rate in use that they were rounded
  /// from; else the most frequent one, and of durations that are equally frequent, the shortest.
  public var frameDuration: MediaTime
  /// Whether all frames have this duration, as far as rounding goes. The last frame may differ.
  public var isConstant: Bool
}

extension Track {
  /// Returns how long the samples last; nil if there are no samples, or the most frequent duration is 0.
  ///
  /// - Throws: `FormatError` if the sample table is damaged.
  public func frameTiming() throws(FormatError) -> FrameTiming? {
    frameTiming(try sampleTable())
  }

  /// The same, if the sample table was read already.
  func frameTiming(_ samples: SampleTable) -> FrameTiming? {
    let timing = samples.frameTiming(timescale: timescale)
    guard let timing, !timing.isConstant, let even = evenShownCadence?.frameInUse else {
      return timing
    }
    return FrameTiming(frameDuration: even, isConstant: true)
  }

  /// The most frequent duration of a sample if it is longer than a second; nil if it is not, or is
  /// not known.
  var pictureDuration: MediaTime? {
    guard let ticks = durationTally?.commonest?.ticks,
      let duration = MediaTime(ticks: ticks, per: timescale),
      duration > MediaTime(value: 1, timescale: 1)
    else { return nil }
    return duration
  }

  /// Whether the track is cover art or a slide show: pictures that last longer than a second, of which none needs
  /// another.
  var isSlideShow: Bool {
    // Few videos have only sync samples, and durations take longer to count.
    guard mediaType == .video, let samples = try? sampleTable() else { return false }
    return samples.prefix(16).allSatisfy(\.isSync) && pictureDuration != nil
  }

  /// The durations of the samples, counted. If `stts` has more than 65536 runs, only the first
  /// 65536 are counted.
  var durationTally: DurationTally? {
    if hasFragments { return (try? sampleTable())?.durationTally }
    guard let stbl = atom.descendant("mdia", "minf", "stbl"),
      let rows = try? stbl.first("stts")?
        .decode(TimeToSample.self, readingCutTables: { _ in }).entries
    else { return nil }
    var tally = DurationTally()
    // Of a damaged track without samples, the rows alone say how long they were.
    let count = stbl.sampleCount
    rows.forEachRun(ofFirst: count > 0 ? count : .max, inFirst: 65_536) {
      tally.add($0, lasting: $1)
    }
    return tally
  }
}

extension SampleTable {
  /// Returns how long the samples last in a media of `timescale` ticks per second; nil if there are no
  /// samples, or the most frequent duration is 0.
  func frameTiming(timescale: UInt32) -> FrameTiming? {
    guard let commonest = commonestDuration, commonest.ticks > 0,
      let duration = MediaTime(ticks: commonest.ticks, per: timescale)
    else { return nil }
    if !commonest.isConstant,
      let even = FrameCadence(timescale: timescale, forEachRun: forEachDurationRun)?.frameInUse
    {
      return FrameTiming(frameDuration: even, isConstant: true)
    }
    return FrameTiming(frameDuration: duration, isConstant: commonest.isConstant)
  }
}
