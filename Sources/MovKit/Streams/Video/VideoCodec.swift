/// A codec whose streams are made of NAL units.
public enum VideoCodec: Hashable, Sendable, CaseIterable {
  /// ITU-T H.264, ISO/IEC 14496-10: Advanced Video Coding.
  case h264
  /// ITU-T H.265, ISO/IEC 23008-2: High Efficiency Video Coding.
  case hevc

  /// The number of bytes of a NAL unit header (H.264, 7.3.1; H.265, 7.3.1.2).
  var headerSize: Int { self == .h264 ? 1 : 2 }
}

extension VideoCodec: CustomStringConvertible {
  public var description: String { self == .h264 ? "H.264" : "HEVC" }
}
