/// Uncompressed sound: how its numbers are laid out.
public struct PCMFormat: Hashable, Sendable {
  /// Hertz.
  public var sampleRate: UInt32
  public var channels: UInt16
  /// Of a number: 8, 16, 24, 32 or 64. Numbers of 8 bits are unsigned in QuickTime and in WAV.
  public var bitsPerSample: UInt16
  public var isFloat = false
  public var isBigEndian = false
  /// A bit for each loudspeaker, as WAV files and Core Audio have them; 0 where nothing is told.
  public var channelMask: UInt32 = 0

  public init(sampleRate: UInt32, channels: UInt16, bitsPerSample: UInt16) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.bitsPerSample = bitsPerSample
  }

  /// Bytes of one moment in all channels.
  public var frameSize: Int { Int(channels) * Int(bitsPerSample) / 8 }

  /// The sample description of media in the file itself.
  ///
  /// QuickTime's is `sowt`, `twos` or `raw ` where version 0 is enough, else `lpcm` in version 2
  /// (QuickTime File Format, "Sound Sample Description (Version 2)"); that of ISO files is `ipcm` or
  /// `fpcm` (ISO/IEC 23003-5).
  ///
  /// Throws where the format has no such number.
  public func sampleDescription(_ type: MovieWriter.Options.FileType) throws(FormatError) -> Atom {
    switch type {
    case .quickTime: try quickTimeDescription()
    case .mp4: try isoDescription()
    }
  }

  private func quickTimeDescription() throws(FormatError) -> Atom {
    var description = SoundDescription()
    if !isFloat, bitsPerSample <= 16, channels <= 2, sampleRate <= UInt32(UInt16.max) {
      description.channelCount = channels
      description.sampleSize = bitsPerSample
      description.sampleRate = UFixed16x16(rawValue: sampleRate << 16)
      let format: FourCC = bitsPerSample == 8 ? "raw " : isBigEndian ? "twos" : "sowt"
      return try Atom(format, description, children: [])
    }
    description.version = 2
    description.channelCount = 3
    description.compressionID = -2
    description.sampleRate = UFixed16x16(rawValue: 0x1_0000)
    description.extended.audioSampleRate = Float64Bits(Double(sampleRate))
    description.extended.numAudioChannels = UInt32(channels)
    description.extended.constBitsPerChannel = UInt32(bitsPerSample)
    // Core Audio's flags: 1 float, 2 big-endian, 4 signed, 8 packed.
    let isSigned = !isFloat && bitsPerSample > 8
    description.extended.formatSpecificFlags =
      (isFloat ? 1 : 0) | (isBigEndian ? 2 : 0) | (isSigned ? 4 : 0) | 8
    description.extended.constBytesPerAudioPacket = UInt32(frameSize)
    description.extended.constLPCMFramesPerAudioPacket = 1
    var children: [Atom] = []
    if channelMask != 0 {
      var layout = ChannelLayout()
      layout.layoutTag = 0x1_0000
      layout.bitmap = channelMask
      children.append(try Atom("chan", layout))
    }
    return try Atom("lpcm", description, children: children)
  }

  private func isoDescription() throws(FormatError) -> Atom {
    guard bitsPerSample > 8 else {
      throw FormatError(.invalid("MP4 has no unsigned sound of 8 bits; write a .mov file"))
    }
    guard sampleRate <= UInt32(UInt16.max) else {
      throw FormatError(.invalid("MP4 has no sound of \(sampleRate) Hz here; write a .mov file"))
    }
    var description = SoundDescription()
    description.channelCount = channels
    description.sampleSize = bitsPerSample
    description.sampleRate = UFixed16x16(rawValue: sampleRate << 16)
    var configuration = PCMConfiguration()
    configuration.formatFlags = isBigEndian ? 0 : 1
    configuration.sampleSize = UInt8(clamping: bitsPerSample)
    return try Atom(
      isFloat ? "fpcm" : "ipcm", description, children: [try Atom("pcmC", configuration)])
  }
}
