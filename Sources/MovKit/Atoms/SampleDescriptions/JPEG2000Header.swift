/// `ihdr` in `jp2h`: the size of a JPEG 2000 picture (ISO/IEC 15444-1, I.5.3.1).
public struct JPEG2000ImageHeader: Record {
  /// The height in pixels.
  public var height: UInt32 = 0
  /// The width in pixels.
  public var width: UInt32 = 0
  /// The number of components.
  public var components: UInt16 = 3
  /// The bits of a component, minus one; the highest bit is set if it has a sign. 255: the
  /// components differ.
  public var bitsPerComponent: UInt8 = 7
  /// The method of compression, which is 7.
  public var compressionType: UInt8 = 7
  /// 1: the colour space is not known.
  public var unknownColourspace: UInt8 = 0
  /// 1: there is information on rights.
  public var intellectualProperty: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("height", &height)
    try f("width", &width)
    try f("num_components", &components)
    try f("bits_per_component", &bitsPerComponent)
    try f("compression_type", &compressionType)
    try f("unknown_colourspace", &unknownColourspace)
    try f("intellectual_property", &intellectualProperty)
  }
}

/// `colr` in `jp2h`: the colours of a JPEG 2000 picture (ISO/IEC 15444-1, I.5.3.3).
public struct JPEG2000Colour: Record {
  /// 1: the colour space has a number. 2: a restricted ICC profile describes it.
  public var method: UInt8 = 1
  /// How much this colour specification is preferred to others.
  public var precedence: Int8 = 0
  /// How exact the colour specification is.
  public var approximation: UInt8 = 0
  /// The colour space, with method 1: 16 sRGB, 17 greys, 18 sYCC.
  public var enumeratedColourspace: UInt32 = 16
  /// The profile, with any other method.
  public var profile = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("method", &method)
    try f("precedence", &precedence)
    try f("approximation", &approximation)
    if method == 1 {
      try f.choice(
        "enumerated_colourspace", &enumeratedColourspace,
        named: [16: "sRGB", 17: "greyscale", 18: "sYCC"])
    } else {
      try f.bytes("icc_profile", &profile, count: nil)
    }
  }
}

/// `cdef` in `jp2h`: what the channels of a JPEG 2000 picture are (ISO/IEC 15444-1, I.5.3.6).
public struct JPEG2000Channels: Record {
  /// The channels, at most 65535.
  public var channels = Table<Channel>()

  /// A channel.
  public struct Channel: TableRow {
    /// The number of the channel, from 0.
    public var channel: UInt16 = 0
    /// 0: colour. 1: opacity. 2: opacity by which the colours were multiplied. 65535: not known.
    public var type: UInt16 = 0
    /// The colour that the channel is or belongs to, from 1; 0 for all of them.
    public var association: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f("channel", &channel)
      try f("type", &type)
      try f("association", &association)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var count = channels.count
    try f.count("num_channel_descriptions", &count, bytes: 2)
    try f.rows("channels", &channels, count: count, layout: FixedLayout())
  }
}
