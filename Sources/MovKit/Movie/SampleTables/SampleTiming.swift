/// When a sample is decoded and shown, and how long: the counterpart of `CMSampleTimingInfo`.
public struct SampleTiming: Hashable, Sendable {
  /// How long the sample lasts in decode order, as `stts` tells.
  public var duration: MediaTime
  /// When it is shown, on the timeline of the media.
  public var presentationTime: MediaTime
  /// When it is decoded, on the timeline of the media.
  public var decodeTime: MediaTime

  public init(duration: MediaTime, presentationTime: MediaTime, decodeTime: MediaTime) {
    self.duration = duration
    self.presentationTime = presentationTime
    self.decodeTime = decodeTime
  }
}
