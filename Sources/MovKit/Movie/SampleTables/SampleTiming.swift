/// The times of a sample: the counterpart of `CMSampleTimingInfo`.
public struct SampleTiming: Hashable, Sendable {
  /// How long the sample lasts.
  public var duration: MediaTime
  /// When the sample is shown.
  public var presentationTime: MediaTime
  /// When the sample is decoded. Invalid means when it is shown: its track is decoded in the order in
  /// which it is shown.
  public var decodeTime: MediaTime

  /// Creates a timing. All times are on one timeline, that of the movie or that of the media.
  public init(
    duration: MediaTime, presentationTime: MediaTime, decodeTime: MediaTime = .invalid
  ) {
    self.duration = duration
    self.presentationTime = presentationTime
    self.decodeTime = decodeTime
  }
}
