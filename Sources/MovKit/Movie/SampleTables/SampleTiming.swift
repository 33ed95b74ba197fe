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

extension SampleTiming: CustomStringConvertible {
  /// Such as `2/25 for 1/25, decoded at 1/25`; without the last part if the decode time is invalid.
  public var description: String {
    "\(presentationTime) for \(duration)" + (decodeTime.isValid ? ", decoded at \(decodeTime)" : "")
  }
}

extension SampleTiming: Codable {
  private enum CodingKeys: String, CodingKey {
    case duration, presentationTime, decodeTime
  }

  /// Reads `duration`, `presentationTime` and `decodeTime`, which is invalid if it is missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      duration: try container.decode(MediaTime.self, forKey: .duration),
      presentationTime: try container.decode(MediaTime.self, forKey: .presentationTime),
      decodeTime: try container.decodeIfPresent(MediaTime.self, forKey: .decodeTime) ?? .invalid)
  }

  /// Writes `duration`, `presentationTime` and, if it is valid, `decodeTime`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(duration, forKey: .duration)
    try container.encode(presentationTime, forKey: .presentationTime)
    if decodeTime.isValid { try container.encode(decodeTime, forKey: .decodeTime) }
  }
}

extension StreamSample {
  /// Returns the times of the sample, for a `MovieWriter`. `timescale` is that of the reader that made it. A
  /// presentation time that is too large for it is rounded, as `MediaTime.adding(_:)` says.
  public func timing(per timescale: Int32) -> SampleTiming {
    let decodeTime = MediaTime(value: decodeTime, timescale: timescale)
    return SampleTiming(
      duration: MediaTime(value: duration, timescale: timescale),
      presentationTime: decodeTime + MediaTime(value: compositionOffset, timescale: timescale),
      decodeTime: decodeTime)
  }
}
