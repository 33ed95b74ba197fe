/// How uncompressed audio is stored in samples: the counterpart of an `AudioStreamBasicDescription`
/// of linear PCM.
public struct LinearPCMFormat: Hashable, Sendable {
  /// How a value represents the amplitude.
  public enum Encoding: Hashable, Sendable {
    /// Two's complement.
    case signed
    /// Silence is in the middle of the range, as in the 8 bits of `raw `.
    case unsigned
    /// IEEE 754 floating point.
    case float
  }

  /// How values are encoded.
  public var encoding: Encoding
  /// Whether the most significant byte of a value comes first.
  public var isBigEndian: Bool
  /// The number of bits of a value that are used; they are the upper bits of its bytes.
  public var bitsPerChannel: Int
  /// The number of bytes of a value, from 1 to 8.
  public var bytesPerChannel: Int
  /// The number of channels, from 1.
  public var channelCount: Int
  /// The number of frames per second.
  public var sampleRate: UInt32
  /// The loudspeakers, the lowest bit first, as WAVE files number them; 0 if they are not known.
  public var channelMask: UInt32 = 0 {
    didSet { otherPositions = [] }
  }
  /// The loudspeakers as ISO files number them, one a channel, where the mask does not say them;
  /// otherwise empty.
  private(set) var otherPositions: [UInt8] = []

  /// The names of the loudspeakers of the channels, if their order is one that no mask has, so that a
  /// WAVE file cannot state it; otherwise nil.
  package var speakersWithoutMask: [String]? {
    otherPositions.isEmpty || channelMask != 0
      ? nil : otherPositions.map { ChannelNames.positions[UInt64($0)] ?? "position \($0)" }
  }

  /// The number of bytes of one frame: one value for every channel. The greatest integer if it is more than that.
  public var bytesPerFrame: Int {
    return bytesPerChannel.timesOrGreatest(channelCount)
  }

  /// Whether loudspeakers are given that differ from the usual ones for one or two channels.
  var hasOwnSpeakers: Bool {
    let isUsual = (channelCount, channelMask) == (1, 4) || (channelCount, channelMask) == (2, 3)
    return channelMask != 0 && !isUsual || !otherPositions.isEmpty
  }

  /// Reads the format of a sample description. Nil if the description is of another kind, or its
  /// values are impossible.
  ///
  /// - Parameters:
  ///   - description: the sample description.
  ///   - timescale: the ticks per second of the media, used as the rate if the description cannot
  ///     hold it.
  public init?(description: Atom, timescale: UInt32) {
    guard let sound = try? description.decode(SoundDescription.self) else { return nil }
    let little = Self.isLittleEndian(description)
    let bits = Int(sound.sampleSize)
    switch description.type {
    case "raw ", "NONE": self.init(bits <= 8 ? .unsigned : .signed, bits, isBigEndian: true)
    case "twos": self.init(.signed, bits, isBigEndian: true)
    case "sowt": self.init(.signed, bits, isBigEndian: false)
    case "in24": self.init(.signed, 24, isBigEndian: !little)
    case "in32": self.init(.signed, 32, isBigEndian: !little)
    case "fl32": self.init(.float, 32, isBigEndian: !little)
    case "fl64": self.init(.float, 64, isBigEndian: !little)
    case "lpcm": self.init(sound.extended, version: sound.version)
    case "ipcm", "fpcm":
      guard let configuration = try? description.first("pcmC")?.decode(PCMConfiguration.self)
      else { return nil }
      self.init(
        description.type == "fpcm" ? .float : .signed, Int(configuration.sampleSize),
        isBigEndian: configuration.formatFlags & 1 == 0)
    default: return nil
    }
    channelCount = Int(sound.channels)
    guard (1...8).contains(bytesPerChannel), (1...bytesPerChannel * 8).contains(bitsPerChannel),
      (1...Int(UInt16.max)).contains(channelCount)
    else { return nil }
    sampleRate = Self.rate(sound, description) ?? timescale
    readSpeakers(description)
  }

  /// A format whose values are whole bytes, the least significant byte first.
  ///
  /// - Parameters:
  ///   - encoding: how values are encoded.
  ///   - bits: the number of bits of a value.
  ///   - channels: the number of channels.
  ///   - sampleRate: the number of frames per second.
  ///   - channelMask: the loudspeakers as WAVE files number them; 0 if they are not known.
  public init(
    _ encoding: Encoding, bits: Int, channels: Int, sampleRate: UInt32, channelMask: UInt32 = 0
  ) {
    self.init(encoding, bits, isBigEndian: false)
    channelCount = channels
    self.sampleRate = sampleRate
    self.channelMask = channelMask
  }

  private init(_ encoding: Encoding, _ bits: Int, isBigEndian: Bool) {
    self.encoding = encoding
    self.isBigEndian = isBigEndian
    bitsPerChannel = bits
    bytesPerChannel = bits / 8 + (bits % 8 > 0 ? 1 : 0)
    channelCount = 0
    sampleRate = 0
  }

  /// Reads version 2 (QuickTime File Format, "Sound Sample Description (Version 2)").
  private init?(_ sound: SoundDescription.Extended, version: UInt16) {
    typealias Flag = SoundDescription.Extended.FormatFlag
    let flags = sound.formatSpecificFlags
    guard version == 2, sound.obstacle == nil else { return nil }
    let encoding: Encoding =
      flags & Flag.float != 0 ? .float : flags & Flag.signedInteger != 0 ? .signed : .unsigned
    self.init(
      encoding, Int(sound.constBitsPerChannel), isBigEndian: flags & Flag.bigEndian != 0)
    bytesPerChannel = Int(sound.constBytesPerAudioPacket / sound.numAudioChannels)
  }

  /// Returns why audio that says that it is uncompressed (`lpcm`) has no such format; nil if it has one, or is
  /// of another kind.
  ///
  /// - Parameter description: the sample description.
  package static func obstacle(in description: Atom) -> String? {
    guard description.type == "lpcm",
      LinearPCMFormat(description: description, timescale: 1) == nil
    else { return nil }
    let sound = try? description.decode(SoundDescription.self)
    let known = sound.flatMap { $0.version == 2 ? $0.extended.obstacle : nil }
    return known ?? "its sample description has values that are impossible for uncompressed audio"
  }

  private static func isLittleEndian(_ description: Atom) -> Bool {
    let enda = description.codecAtom("enda")
    return (try? enda?.decode(Endianness.self))?.littleEndian == 1
  }

  /// Returns the rate; nil if the description has no whole rate.
  private static func rate(_ sound: SoundDescription, _ description: Atom) -> UInt32? {
    if let exact = try? description.first("srat")?.decode(SamplingRate.self).samplingRate,
      exact > 0
    {
      return exact
    }
    if sound.version == 2 {
      return UInt32(exactly: sound.extended.audioSampleRate.value)
    }
    let rate = sound.sampleRate.rawValue >> 16
    return rate > 0 ? rate : nil
  }

  /// Reads the loudspeakers from `chnl` or `chan`, if either names those of all channels.
  private mutating func readSpeakers(_ description: Atom) {
    if let layout = try? description.first("chnl")?.decode(SpeakerLayout.self) {
      guard layout.streamStructure == 1, layout.omittedChannelsMap == 0 else { return }
      let positions =
        layout.definedLayout == 0
        ? layout.speakers.map(\.position)
        : SpeakerPositions.ofDefinedLayout(layout.definedLayout)
      guard let positions, positions.count == channelCount else { return }
      return setSpeakers(positions)
    }
    let chan = description.codecAtom("chan")
    guard let layout = try? chan?.decode(ChannelLayout.self) else {
      channelMask = channelCount == 1 ? 4 : channelCount == 2 ? 3 : 0
      return
    }
    guard let positions = CoreAudioLayouts.positions(of: layout, channels: channelCount) else {
      return
    }
    setSpeakers(positions)
  }

  private mutating func setSpeakers(_ positions: [UInt8]) {
    channelMask = SpeakerPositions.mask(of: positions) ?? 0
    if SpeakerPositions.positions(inMask: channelMask) != positions { otherPositions = positions }
  }

  /// The loudspeakers as ISO files number them, one a channel; empty if they are not known.
  var positions: [UInt8] {
    otherPositions.isEmpty ? SpeakerPositions.positions(inMask: channelMask) : otherPositions
  }
}

extension SoundDescription.Extended {
  /// Why values of `lpcm` are not those of a frame one after another, in the upper bits of their bytes; nil if
  /// they are.
  fileprivate var obstacle: String? {
    let channels = numAudioChannels
    guard constLPCMFramesPerAudioPacket == 1, channels > 0, constBytesPerAudioPacket % channels == 0
    else { return "its sample description gives no number of bytes for a value" }
    if formatSpecificFlags & FormatFlag.nonInterleaved != 0, channels > 1 {
      return "the values of its channels are not interleaved"
    }
    let isHigh = formatSpecificFlags & FormatFlag.alignedHigh != 0
    let width = UInt64(constBytesPerAudioPacket / channels) * 8
    guard !isHigh, UInt64(constBitsPerChannel) < width else { return nil }
    return "its values are \(counted(constBitsPerChannel, "bit")) in the lower part of \(width)"
  }
}

extension Atom {
  /// For a sample description: the number of bytes of a frame of uncompressed audio, that is one sample of
  /// every channel; nil for other media.
  func audioFrameSize(_ timescale: UInt32) -> UInt64? {
    if let format = LinearPCMFormat(description: self, timescale: timescale) {
      return UInt64(format.bytesPerFrame)
    }
    return (try? decode(SoundDescription.self))?.uncompressedFrameSize(format: type)
  }
}
