/// `chnl`: which loudspeaker each channel is for (ISO/IEC 14496-12, 12.2.4). Loudspeakers and layouts
/// have the numbers of ISO/IEC 23091-3.
public struct SpeakerLayout: Record {
  /// One channel's loudspeaker.
  public struct Speaker: Record, Hashable {
    /// 0 left, 1 right, 2 centre, 3 low frequencies, …; 126: where the angles say.
    public var position: UInt8 = 0
    /// Degrees to the left of the front.
    public var azimuth: Int16 = 0
    /// Degrees above the ears.
    public var elevation: Int8 = 0

    public init() {}

    public init(position: UInt8) { self.position = position }

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("speaker_position", &position)
      if position == 126 {
        try f("azimuth", &azimuth)
        try f("elevation", &elevation)
      }
    }
  }

  /// 1 counts channels by itself.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// 1: channels are for loudspeakers. 2: channels are objects. 3: both. 4 bits in version 1.
  public var streamStructure: UInt8 = 1
  /// Version 1: 1 where channels are in the order of ISO/IEC 23091-3.
  public var formatOrdering: UInt8 = 0
  /// Version 1: channels, without those of a downmix.
  public var baseChannelCount: UInt8 = 0
  /// The number of a layout; 0: `speakers` tell.
  public var definedLayout: UInt8 = 0
  /// Version 0: one for each channel of the sample description.
  public var speakers: [Speaker] = []
  var reserved: UInt8 = 0
  /// Version 1: how the channels of a layout are ordered.
  public var channelOrderDefinition: UInt8 = 0
  /// Version 1: whether `omittedChannelsMap` is there.
  public var omittedChannelsPresent: UInt8 = 0
  /// A bit for each channel of the layout that is not there, the lowest for the first.
  public var omittedChannelsMap: UInt64 = 0
  public var objectCount: UInt8 = 0
  /// Version 0, where loudspeakers and objects are both told: as many positions as the description
  /// has channels, and the number of objects.
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
      try f("defined_layout", &definedLayout)
      guard definedLayout == 0 else {
        try f("omitted_channels_map", &omittedChannelsMap)
        return try objects(&f)
      }
      // The number of channels stands in the description around.
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
    try f("defined_layout", &definedLayout)
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
