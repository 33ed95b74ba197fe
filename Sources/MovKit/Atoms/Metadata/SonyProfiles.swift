// Sony's cameras and players describe the streams of a file in `uuid` atoms. No specification is public. What
// the fields mean is known from programs that decode them (ExifTool).

/// `FPRF` in the `uuid` atom of kind PROF: what is special about the file.
public struct FileProfile: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// 0x10000000: it has fragments. 0x20000000: it has further tracks. 0x40000000: it was edited.
  public var functionFlags: UInt32 = 0
  var reserved = Reserved()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.flags(
      "function_flags", &functionFlags,
      named: [0x1000_0000: "fragmented", 0x2000_0000: "additionalTracks", 0x4000_0000: "edited"])
    try f.reserved(&reserved, 4)
  }
}

/// `APRF` in the `uuid` atom of kind PROF: an audio track.
public struct AudioProfile: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The ID of the track.
  public var trackID: UInt32 = 1
  /// The format of the samples, such as `mp4a`.
  public var codec: FourCC = "mp4a"
  /// What the format needs to be known by: object type or profile.
  public var codecInfo: UInt32 = 0
  /// 1: encrypted. 2: the bit rate varies. 4: two channels of one voice each.
  public var attributes: UInt32 = 0
  /// The average bit rate, in thousands of bits per second.
  public var averageBitrate: UInt32 = 0
  /// The highest bit rate, in thousands of bits per second.
  public var maximumBitrate: UInt32 = 0
  /// The sample rate, in hertz.
  public var sampleRate: UInt32 = 0
  /// The number of channels.
  public var channelCount: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("track_ID", &trackID)
    try f("codec", &codec)
    try f("codec_info", &codecInfo)
    try f.flags(
      "attributes", &attributes, named: [1: "encrypted", 2: "variableBitrate", 4: "dualMono"])
    try f("average_bitrate", &averageBitrate)
    try f("maximum_bitrate", &maximumBitrate)
    try f("sample_rate", &sampleRate)
    try f("channel_count", &channelCount)
  }
}

/// `VPRF` in the `uuid` atom of kind PROF: a video track.
public struct VideoProfile: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The ID of the track.
  public var trackID: UInt32 = 1
  /// The format of the samples, such as `avc1`.
  public var codec: FourCC = "avc1"
  /// What the format needs to be known by: profile and level.
  public var codecInfo: UInt32 = 0
  /// 1: encrypted. 2: the bit rate varies. 4: the frame rate varies. 8: interlaced.
  public var attributes: UInt32 = 0
  /// The average bit rate, in thousands of bits per second.
  public var averageBitrate: UInt32 = 0
  /// The highest bit rate, in thousands of bits per second.
  public var maximumBitrate: UInt32 = 0
  /// The average number of frames per second.
  public var averageFrameRate = UFixed16x16(rawValue: 0)
  /// The highest number of frames per second.
  public var maximumFrameRate = UFixed16x16(rawValue: 0)
  /// The width, in pixels.
  public var width: UInt16 = 0
  /// The height, in pixels.
  public var height: UInt16 = 0
  /// The width of a pixel in relation to `pixelHeight`.
  public var pixelWidth: UInt16 = 1
  /// The height of a pixel in relation to `pixelWidth`.
  public var pixelHeight: UInt16 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("track_ID", &trackID)
    try f("codec", &codec)
    try f("codec_info", &codecInfo)
    try f.flags(
      "attributes", &attributes,
      named: [1: "encrypted", 2: "variableBitrate", 4: "variableFrameRate", 8: "interlaced"])
    try f("average_bitrate", &averageBitrate)
    try f("maximum_bitrate", &maximumBitrate)
    try f("average_frame_rate", &averageFrameRate)
    try f("maximum_frame_rate", &maximumFrameRate)
    try f("width", &width)
    try f("height", &height)
    try f("pixel_width", &pixelWidth)
    try f("pixel_height", &pixelHeight)
  }
}

extension Schema {
  /// What Sony writes into `uuid` atoms.
  static let sonyRules: [Rule] = [
    .parent(uuid: UserTypes.profile, CountedContainer.self),
    .leaf("FPRF", FileProfile.self, .inside(["uuid"])),
    .leaf("APRF", AudioProfile.self, .inside(["uuid"])),
    .leaf("VPRF", VideoProfile.self, .inside(["uuid"])),
  ]
}
