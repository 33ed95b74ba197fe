/// The times of a sample: the counterpart of `CMSampleTimingInfo`.
public struct SampleTiming: Hashable, Sendable {
  /// The duration of the sample in decode order, as `stts` says.
  public var duration: MediaTime
  /// The time at which the sample is shown, in media time.
  public var presentationTime: MediaTime
  /// The time at which the sample is decoded, in media time.
  public var decodeTime: MediaTime

  /// A timing with these times, all in media time.
  public init(duration: MediaTime, presentationTime: MediaTime, decodeTime: MediaTime) {
    self.duration = duration
    self.presentationTime = presentationTime
    self.decodeTime = decodeTime
  }
}
