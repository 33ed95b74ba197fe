extension LinearPCMFormat {
  /// Returns the sample description of media in the movie's own file.
  ///
  /// For QuickTime it is `sowt`, `twos` or `raw ` if version 0 is enough, otherwise `lpcm` in
  /// version 2 (QuickTime File Format, "Sound Sample Description (Version 2)"). For ISO files it is
  /// `ipcm` or `fpcm` (ISO/IEC 23003-5), in version 1 with `srat` if the rate is over 65535 Hz, and
  /// with `chnl` if loudspeakers are given.
  /// - Parameter type: The kind of file.
  /// - Throws: `FormatError` if that kind of file does not support such audio, or the numbers of bits, bytes and
  ///   channels are out of range.
  public func sampleDescription(_ type: MovieWriter.Options.FileType) throws(FormatError) -> Atom {
    guard (1...8).contains(bytesPerChannel), (1...bytesPerChannel * 8).contains(bitsPerChannel),
      (1...Int(UInt16.max)).contains(channelCount)
    else {
      throw FormatError(
        .unsupported(
          "PCM audio has 1 to 64 bits and 1 to 65535 channels, and not \(counted(bitsPerChannel, "bit")) in "
            + "\(counted(bytesPerChannel, "byte")) and \(counted(channelCount, "channel"))"))
    }
    switch type {
    case .quickTime: return try quickTimeDescription()
    case .mp4: return try isoDescription()
    }
  }

  private var isPlain: Bool { bitsPerChannel == bytesPerChannel * 8 }

  private func quickTimeDescription() throws(FormatError) -> Atom {
    var description = SoundDescription()
    if isPlain, bytesPerChannel <= 2, channelCount <= 2, !hasOwnSpeakers,
      sampleRate <= UInt32(UInt16.max),
      encoding == (bytesPerChannel == 1 ? .unsigned : .signed)
    {
      description.channelCount = UInt16(channelCount)
      description.sampleSize = UInt16(bitsPerChannel)
      description.sampleRate = UFixed16x16(rawValue: sampleRate << 16)
      let format: FourCC = bytesPerChannel == 1 ? "raw " : isBigEndian ? "twos" : "sowt"
      return try Atom(format, description, children: [])
    }
    description.version = 2
    description.channelCount = 3
    description.compressionID = -2
    description.sampleRate = UFixed16x16(rawValue: 0x1_0000)
    description.extended.audioSampleRate = Float64Bits(Double(sampleRate))
    description.extended.numAudioChannels = UInt32(clamping: channelCount)
    description.extended.constBitsPerChannel = UInt32(clamping: bitsPerChannel)
    typealias Flag = SoundDescription.Extended.FormatFlag
    var flags = isPlain ? Flag.packed : Flag.alignedHigh
    if encoding == .float { flags |= Flag.float }
    if isBigEndian { flags |= Flag.bigEndian }
    if encoding == .signed { flags |= Flag.signedInteger }
    description.extended.formatSpecificFlags = flags
    description.extended.constBytesPerAudioPacket = UInt32(clamping: bytesPerFrame)
    description.extended.constLPCMFramesPerAudioPacket = 1
    var children: [Atom] = []
    if let layout = try channelLayout() { children.append(try Atom("chan", layout)) }
    return try Atom("lpcm", description, children: children)
  }

  private func isoDescription() throws(FormatError) -> Atom {
    // `ipcm` does not support samples of 8 bits (ISO/IEC 23003-5, 5.1).
    guard encoding != .unsigned, isPlain, bytesPerChannel > 1,
      let channels = UInt16(exactly: channelCount)
    else {
      throw FormatError(
        .unsupported(
          "MP4 does not support \(bitsPerChannel)-bit PCM audio of this kind; QuickTime does"))
    }
    var description = SoundDescription()
    description.channelCount = channels
    description.sampleSize = UInt16(clamping: bitsPerChannel)
    var children = try description.setISORate(sampleRate)
    var configuration = PCMConfiguration()
    configuration.formatFlags = isBigEndian ? 0 : 1
    configuration.sampleSize = UInt8(clamping: bitsPerChannel)
    children.append(try Atom("pcmC", configuration))
    if let layout = speakerLayout { children.append(try Atom("chnl", layout)) }
    return try Atom(encoding == .float ? "fpcm" : "ipcm", description, children: children)
  }

  /// Core Audio's layout: a bitmap where it says the same by its labels and as a mask, else the layout's tag,
  /// else what else there is. Readers take the same labels for other loudspeakers in other forms: of 5.1, the
  /// tag has surround, the bitmap has it in the back.
  private func channelLayout() throws(FormatError) -> ChannelLayout? {
    var layout = ChannelLayout()
    let labels = CoreAudioLayouts.labels(ofPositions: positions)
    let isMask = channelMask != 0 && otherPositions.isEmpty
    let isPlainMask = isMask && labels == CoreAudioLayouts.labels(ofBitmap: channelMask)
    if !isPlainMask, labels?.count == channelCount,
      let tag = labels.flatMap(CoreAudioLayouts.tag(ofLabels:))
    {
      layout.layoutTag = tag
      return layout
    }
    if isMask || channelMask != 0 && labels == nil {
      layout.layoutTag = ChannelLayout.bitmapTag
      layout.bitmap = channelMask
      return layout
    }
    guard let labels, !labels.isEmpty else { return nil }
    let descriptions = labels.map { label in
      var description = ChannelLayout.Description()
      description.label = label
      return description
    }
    layout.descriptions = try Table(descriptions, layout: FixedLayout())
    return layout
  }

  /// The layout of ISO files (ISO/IEC 14496-12, 12.2.4).
  private var speakerLayout: SpeakerLayout? {
    let positions = positions
    guard hasOwnSpeakers, positions.count == channelCount else { return nil }
    var layout = SpeakerLayout()
    layout.speakers = positions.map { SpeakerLayout.Speaker(position: $0) }
    return layout
  }
}
