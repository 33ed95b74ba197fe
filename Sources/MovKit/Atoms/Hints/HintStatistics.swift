/// `sdp ` in `hnti`: what a server says of a hint track (ISO/IEC 14496-12, 9.1.4).
public struct SessionDescription: Record {
  /// The text, in the form of RFC 8866.
  public var text = TextBytes(bytes: [])

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bytes("sdp_text", &text, count: nil)
  }
}

/// `rtp ` in `hnti`: what a server says of the movie (ISO/IEC 14496-12, 9.1.4).
public struct MovieSessionDescription: Record {
  /// The form of the text, which is `sdp `.
  public var descriptionFormat: FourCC = "sdp "
  /// The text, in the form of RFC 8866.
  public var text = TextBytes(bytes: [])

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("description_format", &descriptionFormat)
    try f.bytes("sdp_text", &text, count: nil)
  }
}

/// An atom in `hinf` that holds a number of 32 bits: the bytes with (`totl`) and without (`tpay`)
/// RTP headers, the packets (`npck`), the size of the largest (`pmax`) and its duration in
/// milliseconds (`dmax`) (ISO/IEC 14496-12, 9.1.5).
public struct HintCount: Record {
  /// The number.
  public var value: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("value", &value)
  }
}

/// An atom in `hinf` that holds a number of 64 bits: the bytes with (`trpy`) and without (`tpyl`)
/// RTP headers, the packets (`nump`), the bytes from the media track (`dmed`), from the hint track
/// (`dimm`), and those that are sent again (`drep`) (ISO/IEC 14496-12, 9.1.5).
public struct LargeHintCount: Record {
  /// The number.
  public var value: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("value", &value)
  }
}

/// `tmin` and `tmax` in `hinf`: the smallest and the largest difference between the time at which a
/// packet is sent and its own (ISO/IEC 14496-12, 9.1.5).
public struct HintTime: Record {
  /// The difference in milliseconds.
  public var milliseconds: Int32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("milliseconds", &milliseconds)
  }
}

/// `maxr` in `hinf`: the most that is sent within a period (ISO/IEC 14496-12, 9.1.5).
public struct HintMaximumRate: Record {
  /// The period in milliseconds.
  public var period: UInt32 = 1000
  /// The number of bytes, with RTP headers.
  public var bytes: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("period", &period)
    try f("byte_count", &bytes)
  }
}

/// `payt` in `hinf`: the format of the packets (ISO/IEC 14496-12, 9.1.5).
public struct HintPayload: Record {
  /// The payload type of RTP.
  public var payloadID: UInt32 = 0
  /// The format, such as `MP4V-ES/90000`.
  public var rtpMap = PascalString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("payload_ID", &payloadID)
    try f("rtpmap_string", &rtpMap)
  }
}
