/// Where the parameter sets of a track's samples are (ISO/IEC 14496-15, 5.3.4 and 8.4.1).
public enum ParameterSetPlacement: Hashable, Sendable {
  /// All in the sample description: `avc1`, `hvc1`.
  case description
  /// In the samples too, as the stream has them, and in each with which decoding can begin all that
  /// it needs: `avc3`, `hev1`.
  case samples

  /// The format of a sample description.
  public func format(of codec: VideoCodec) -> FourCC {
    switch (codec, self) {
    case (.h264, .description): "avc1"
    case (.h264, .samples): "avc3"
    case (.hevc, .description): "hvc1"
    case (.hevc, .samples): "hev1"
    }
  }
}
