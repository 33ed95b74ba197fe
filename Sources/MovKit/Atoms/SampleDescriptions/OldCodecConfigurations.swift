// Apple, Sorenson and QDesign publish no specification. What the fields mean is known from files and from
// decoders.

/// `SMI ` in a description of Sorenson Video 3: the header of the stream, which also says its own name and
/// size, in the opposite order of an atom.
public struct SorensonHeader: Record {
  /// `SEQH`.
  public var tag: FourCC = "SEQH"
  /// The sizes of pictures that have a code: 160×120, 128×96, 176×144, 352×288, 704×576, 240×180, 320×240,
  /// from 0 on. 7: the size follows.
  public var frameSizeCode: UInt8 = 7
  /// The width in pixels, with code 7; 12 bits.
  public var width: UInt16 = 0
  /// The height in pixels, with code 7; 12 bits.
  public var height: UInt16 = 0
  /// 1: motion is measured in half pixels.
  public var halfPixelMotion: UInt8 = 0
  /// 1: motion is measured in thirds of a pixel.
  public var thirdPixelMotion: UInt8 = 0
  var unknown: UInt8 = 0
  /// 1: there are no B-frames.
  public var lowDelay: UInt8 = 0
  var unknownAfterDelay: UInt8 = 0
  /// What follows.
  public var rest = RawBytes()

  /// The bytes between the size and the rest: 16 bits, and 24 for the width and the height.
  private var fixedSize: Int { frameSizeCode == 7 ? 5 : 2 }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("tag", &tag)
    var size = fixedSize + rest.bytes.count
    try f.count("size", &size, bytes: 4)
    try f.bits("frame_size_code", &frameSizeCode, 3)
    if frameSizeCode == 7 {
      try f.bits("width", &width, 12)
      try f.bits("height", &height, 12)
    }
    try f.bits("half_pixel_motion", &halfPixelMotion, 1)
    try f.bits("third_pixel_motion", &thirdPixelMotion, 1)
    try f.reservedBits(&unknown, 4)
    try f.bits("low_delay", &lowDelay, 1)
    try f.reservedBits(&unknownAfterDelay, 6)
    let left = size - fixedSize
    guard left >= 0 else {
      throw f.invalid("size", counted(size, "byte", "is too few", "are too few"))
    }
    try f.bytes("rest", &rest, count: left)
  }
}

/// `QDCA` in `wave`: what a decoder of QDesign Music needs.
public struct QDesignConfiguration: Record {
  /// 1 in all known files.
  public var version: UInt32 = 1
  /// The number of channels.
  public var channels: UInt32 = 2
  /// The samples a second.
  public var sampleRate: UInt32 = 44100
  /// The bits a second.
  public var bitRate: UInt32 = 0
  /// The samples of a block.
  public var blockSize: UInt32 = 0
  /// The samples of a frame, in one channel.
  public var frameSize: UInt32 = 0
  /// The bytes of a packet.
  public var packetSize: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("version", &version)
    try f("channels", &channels)
    try f("sample_rate", &sampleRate)
    try f("bit_rate", &bitRate)
    try f("block_size", &blockSize)
    try f("frame_size", &frameSize)
    try f("packet_size", &packetSize)
  }
}

/// `srcq` in `wave`: how well sample rates were converted (`kAudioConverterSampleRateConverterQuality` of
/// Apple's Audio Toolbox).
public struct ConverterQuality: Record {
  /// The quality.
  public var quality: UInt32 = 0x40

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.choice(
      "quality", &quality,
      named: [0: "minimum", 0x20: "low", 0x40: "medium", 0x60: "high", 0x7F: "maximum"])
  }
}

extension Schema {
  static let oldCodecRules: [Rule] = [
    .leaf("SMI ", SorensonHeader.self),
    .leaf("QDCA", QDesignConfiguration.self, .inside(["wave"])),
    .leaf("srcq", ConverterQuality.self, .inside(["wave"])),
  ]
}
