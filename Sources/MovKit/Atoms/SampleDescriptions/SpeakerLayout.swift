/// `chnl`: which loudspeaker each channel is for (ISO/IEC 14496-12, 12.2.4). Loudspeakers and
/// layouts have the numbers of ISO/IEC 23091-3.
public struct SpeakerLayout: Record {
  /// The loudspeaker of one channel.
  public struct Speaker: Record, Hashable {
    /// The loudspeaker: 0 left, 1 right, 2 centre, 3 low frequencies, …; 126: the angles give its
    /// place.
    public var position: UInt8 = 0
    /// The angle in degrees to the left of the front. It is stored only if `position` is 126.
    public var azimuth: Int16 = 0
    /// The angle in degrees above the ears. It is stored only if `position` is 126.
    public var elevation: Int8 = 0

    public init() {}

    /// Makes a loudspeaker from its number in ISO/IEC 23091-3.
    public init(position: UInt8) { self.position = position }

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.choice("speaker_position", &position, named: ChannelNames.positions)
      if position == 126 {
        try f("azimuth", &azimuth)
        try f("elevation", &elevation)
      }
    }
  }

  /// 0 or 1. Version 1 stores the number of channels, which version 0 takes from the sample
  /// description.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// 1: channels are for loudspeakers. 2: channels are objects. 3: both. 4 bits in version 1.
  public var streamStructure: UInt8 = 1
  /// Version 1: what comes first in the stream. 0 not known, 1 channels and then any objects, 2
  /// objects and then any channels. 4 bits.
  public var formatOrdering: UInt8 = 0
  /// Version 1: the number of channels and objects together, without the channels of a downmix.
  public var baseChannelCount: UInt8 = 0
  /// The number of a layout; 0: `speakers` gives the layout.
  public var definedLayout: UInt8 = 0
  /// The loudspeaker of each channel, if `definedLayout` is 0. In version 0, there is one for each
  /// channel of the sample description.
  public var speakers: [Speaker] = []
  var reserved: UInt8 = 0
  /// Version 1: the order of the layout's channels. 0: that of ISO/IEC 23091-3. 1: the default
  /// order of the codec. 2 to 4: further orders of the codec.
  public var channelOrderDefinition: UInt8 = 0
  /// Version 1: 1 if `omittedChannelsMap` is stored.
  public var omittedChannelsPresent: UInt8 = 0
  /// A bit for each channel of the layout that the track does not have. The lowest bit is the first
  /// channel. Not stored if `definedLayout` is 0.
  public var omittedChannelsMap: UInt64 = 0
  /// Version 0: the number of objects.
  public var objectCount: UInt8 = 0
  /// Version 0, if `streamStructure` is 3 and `definedLayout` is 0: a position for each channel of
  /// the sample description, then the number of objects, not decoded.
  public var positionsAndObjects = RawBytes()

  public init() {}

  private var hasChannels: Bool { streamStructure & 1 != 0 }
  private var hasObjects: Bool { streamStructure & 2 != 0 }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    if version == 0 { try fieldsOfVersion0(&f) } else { try fieldsOfVersion1(&f) }
  }

  private mutating func fieldsOfVersion0(_ f: inout some FieldCoder) throws(FormatError) {
    try f("stream_structure", &streamStructure)
    if hasChannels {
      try f.choice("defined_layout", &definedLayout, named: ChannelNames.configurations)
      guard definedLayout == 0 else {
        try f("omitted_channels_map", &omittedChannelsMap)
        return try objects(&f)
      }
      // Only the sample description that holds this atom knows the number of channels.
      guard !hasObjects else {
        return try f.bytes("positions_and_objects", &positionsAndObjects, count: nil)
      }
      return try f.remainingList("speakers", &speakers)
    }
    try objects(&f)
  }

  private mutating func objects(_ f: inout some FieldCoder) throws(FormatError) {
    if hasObjects { try f("object_count", &objectCount) }
  }

  private mutating func fieldsOfVersion1(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bits("stream_structure", &streamStructure, 4)
    try f.bits("format_ordering", &formatOrdering, 4)
    try f("base_channel_count", &baseChannelCount)
    guard hasChannels else { return }
    try f.choice("defined_layout", &definedLayout, named: ChannelNames.configurations)
    if definedLayout == 0 {
      var count = speakers.count
      try f.count("layout_channel_count", &count, bytes: 1)
      try f.list("speakers", &speakers, count: count)
    } else {
      try f.reservedBits(&reserved, 4)
      try f.bits("channel_order_definition", &channelOrderDefinition, 3)
      try f.bits("omitted_channels_present", &omittedChannelsPresent, 1)
      if omittedChannelsPresent == 1 { try f("omitted_channels_map", &omittedChannelsMap) }
    }
  }
}
