/// Where a track stores the parameter sets of its samples (ISO/IEC 14496-15, 5.3.4 and 8.4.1).
public enum ParameterSetPlacement: Hashable, Sendable {
  /// All sets are in the sample description: `avc1`, `hvc1`.
  case description
  /// The samples contain sets too (`avc3`, `hev1`): those that the stream has there and, in each
  /// sample at which decoding can begin, all that it needs.
  case samples

  /// Returns the type of the sample entry: `avc1`, `avc3`, `hvc1` or `hev1`.
  public func format(of codec: VideoCodec) -> FourCC {
    switch (codec, self) {
    case (.h264, .description): "avc1"
    case (.h264, .samples): "avc3"
    case (.hevc, .description): "hvc1"
    case (.hevc, .samples): "hev1"
    }
  }
}
