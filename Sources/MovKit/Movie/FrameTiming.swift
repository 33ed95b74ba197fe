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
    guard let commonest = try sampleTable().commonestDuration, commonest.ticks > 0,
      let duration = MediaTime(ticks: commonest.ticks, per: timescale)
    else { return nil }
    return FrameTiming(frameDuration: duration, isConstant: commonest.isConstant)
  }
}
