/// How many loudspeakers a layout has, and where they are.
struct SpeakerLayoutName: Hashable, Sendable {
  /// The number of loudspeakers at ear level.
  var ear: Int
  /// The number of low-frequency loudspeakers.
  var low = 0
  /// The number of loudspeakers above and below.
  var high = 0

  var channels: Int { ear + low + high }

  /// A name for display: `mono`, `stereo`, `5.1`, `5.1.2`.
  var text: String {
    if low == 0, high == 0, ear == 1 { return "mono" }
    if low == 0, high == 0, ear == 2 { return "stereo" }
    return "\(ear).\(low)" + (high > 0 ? ".\(high)" : "")
  }

  init(_ ear: Int, _ low: Int = 0, _ high: Int = 0) {
    (self.ear, self.low, self.high) = (ear, low, high)
  }

  /// Returns the layout of an audio coding mode: front and back (ETSI TS 102 366, 4.4.2.3). Mode 0
  /// is two mono programmes.
  static func ofAC3(acmod: UInt8, hasLowFrequencies: Bool) -> Self {
    let counts = [2, 1, 2, 3, 3, 4, 4, 5]
    return Self(counts[Int(acmod & 7)], hasLowFrequencies ? 1 : 0)
  }

  /// Returns the layout of an AAC configuration (ISO/IEC 14496-3, table 1.19); nil if it is not
  /// known.
  static func ofAAC(_ config: AudioSpecificConfig) -> Self? {
    if config.channels == 2, config.coreChannels == 1 { return Self(2) }
    return switch config.channelConfiguration {
    case 1...5: Self(Int(config.channelConfiguration))
    case 6: Self(5, 1)
    case 7, 12: Self(7, 1)
    case 11: Self(6, 1)
    case 13: Self(10, 2, 12)
    case 14: Self(5, 1, 2)
    default: nil
    }
  }

  /// Returns the layout of a number of channels in FLAC (RFC 9639, 9.1.3); nil if it has none.
  static func ofFLAC(channels: Int) -> Self? {
    switch channels {
    case 1...5: Self(channels)
    case 6...8: Self(channels - 1, 1)
    default: nil
    }
  }

  /// Returns the layout of a ChannelConfiguration of ISO/IEC 23091-3; nil if it is not known.
  static func ofDefinedLayout(_ number: UInt8) -> Self? {
    if let positions = SpeakerPositions.ofDefinedLayout(number) {
      var layout = Self(0)
      for position in positions { layout.count(position: position) }
      return layout
    }
    return switch number {
    case 13: Self(10, 2, 12)
    case 15: Self(5, 2, 5)
    case 16: Self(5, 1, 4)
    case 17: Self(6, 1, 5)
    case 18: Self(6, 1, 7)
    case 19: Self(7, 1, 4)
    case 20: Self(9, 1, 4)
    default: nil
    }
  }

  /// Reads `chnl` or `chan`. Nil if neither names every channel.
  init?(in entry: Atom) {
    if let layout = (try? entry.first("chnl")?.decode(SpeakerLayout.self)).flatMap({ $0 }) {
      guard layout.streamStructure == 1 else { return nil }
      if layout.definedLayout > 0 {
        guard layout.omittedChannelsMap == 0,
          let known = Self.ofDefinedLayout(layout.definedLayout)
        else { return nil }
        self = known
      } else {
        self.init(0)
        for speaker in layout.speakers { count(position: speaker.position) }
      }
      return
    }
    let atom = entry.codecAtom("chan")
    guard let layout = (try? atom?.decode(ChannelLayout.self)).flatMap({ $0 }) else { return nil }
    let tag = layout.layoutTag
    // Two channels that stand for left and right: matrix stereo, XY, binaural. Those of mid/side do not.
    if [103, 105, 106].contains(tag >> 16), tag & 0xFFFF == 2 {
      self.init(2)
      return
    }
    let channels =
      switch tag {
      case ChannelLayout.descriptionsTag: layout.descriptions.count
      case ChannelLayout.bitmapTag: (layout.bitmap & 0x3_FFFF).nonzeroBitCount
      default: Int(tag & 0xFFFF)
      }
    guard let labels = CoreAudioLayouts.labels(of: layout, channels: channels) else { return nil }
    self.init(0)
    for label in labels {
      guard count(label: label) else { return nil }
    }
  }

  /// Counts one of Core Audio's channel labels, which begin like the bits of a WAVE file's mask.
  /// Returns false if the label is not known.
  private mutating func count(label: UInt32) -> Bool {
    switch label {
    case 1...3, 5...11, 33...36, 38, 39, 42, 44, 55, 56, 63...66: ear += 1
    case 4, 37, 62: low += 1
    case 12...18, 49, 51...54, 57...61: high += 1
    default: return false
    }
    return true
  }

  /// Counts an OutputChannelPosition of ISO/IEC 23091-3.
  private mutating func count(position: UInt8) {
    switch position {
    case 3, 26, 36: low += 1
    case 17...25, 30...35, 27...29, 39...42: high += 1
    default: ear += 1
    }
  }
}
