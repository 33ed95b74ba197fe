/// What a sample description says of audio. The codec's own configuration takes precedence over the
/// fields of the entry, which many writers fill in from a template.
public struct AudioFacts: Hashable, Sendable {
  /// The number of channels; nil if the description does not give it.
  public private(set) var channels: Int?
  /// `mono`, `stereo`, or the number of channels at ear level and of low-frequency channels, such
  /// as `5.1`. A third number counts the channels above, as in `5.1.2`. Nil if the description does
  /// not say what the channels are for.
  public private(set) var channelLayout: String?
  /// The rate of what decoders put out, in hertz; nil if it is not known.
  public private(set) var sampleRate: Double?
  /// The number of bits of an uncompressed or losslessly compressed sample; nil for other formats.
  public private(set) var bitsPerSample: Int?

  /// Nil if the entry is not a sound description.
  ///
  /// - Parameters:
  ///   - entry: the sample entry.
  ///   - format: the format of the samples, under any protection.
  ///   - timescale: the ticks per second of the media, used as the rate if nothing else gives it.
  init?(_ entry: Atom, format: FourCC, timescale: UInt32) {
    guard let sound = try? entry.decode(SoundDescription.self) else { return nil }
    channels = sound.channels > 0 ? Int(clamping: sound.channels) : nil
    sampleRate = Self.rate(of: sound, entry)
    switch format {
    case "mp4a": readMPEG4(entry)
    case "ac-3": read(configuration("dac3", of: entry, AC3Configuration.self))
    case "ec-3": read(configuration("dec3", of: entry, EnhancedAC3Configuration.self))
    case "ac-4": read(configuration("dac4", of: entry, AC4Configuration.self))
    case "fLaC": read(configuration("dfLa", of: entry, FLACConfiguration.self))
    case "Opus": read(configuration("dOps", of: entry, OpusConfiguration.self))
    case "alac": read(configuration("alac", of: entry, AppleLosslessConfiguration.self))
    case "dtsc", "dtse", "dtsh", "dtsl", "dtsx":
      if let dts = configuration("ddts", of: entry, DTSConfiguration.self),
        dts.samplingFrequency > 0
      {
        sampleRate = Double(dts.samplingFrequency)
      }
    // 3GPP TS 26.071 and 26.171: one channel, whatever the entry says.
    case "samr": (channels, sampleRate) = (1, 8000)
    case "sawb": (channels, sampleRate) = (1, 16000)
    case "mha1", "mha2", "mhm1", "mhm2":
      let layout = configuration("mhaC", of: entry, MPEGHConfiguration.self)
      if let known = layout.flatMap({ SpeakerLayoutName.ofDefinedLayout($0.referenceChannelLayout) }
      ) {
        setLayout(known)
      }
    default:
      let pcm = LinearPCMFormat(description: entry, timescale: timescale)
      bitsPerSample = pcm?.bitsPerChannel
    }
    if sampleRate == nil, timescale > 0 { sampleRate = Double(timescale) }
    if let known = SpeakerLayoutName(in: entry), known.channels == channels {
      channelLayout = known.text
    } else if channelLayout == nil, channels == 1 {
      channelLayout = "mono"
    } else if channelLayout == nil, channels == 2, StatedLayout(in: entry)?.channels != 2 {
      channelLayout = "stereo"
    }
  }

  private mutating func setLayout(_ layout: SpeakerLayoutName) {
    channels = layout.channels
    channelLayout = layout.text
  }

  /// Returns a configuration in the entry, or in QuickTime's `wave`.
  private func configuration<R: Record>(_ type: FourCC, of entry: Atom, _: R.Type) -> R? {
    (try? entry.codecAtom(type)?.decode(R.self)).flatMap { $0 }
  }

  /// Returns the rate in the entry, in hertz, as exactly as its version allows.
  private static func rate(of sound: SoundDescription, _ entry: Atom) -> Double? {
    if let exact = try? entry.first("srat")?.decode(SamplingRate.self).samplingRate, exact > 0 {
      return Double(exact)
    }
    let rate =
      sound.version == 2
      ? sound.extended.audioSampleRate.value : Double(sound.sampleRate.rawValue) / 65536
    return rate.isFinite && rate > 0 ? rate : nil
  }
}

// MARK: Codecs

extension AudioFacts {
  private mutating func readMPEG4(_ entry: Atom) {
    guard let config = entry.decoderConfig?.audioSpecificConfig else { return }
    if let count = config.channels {
      channels = count
      channelLayout = SpeakerLayoutName.ofAAC(config)?.text
    }
    let entryRate = sampleRate
    if config.sampleRate > 0 { sampleRate = Double(config.sampleRate) }
    // Spectral band replication that is only found in the samples doubles the rate. The entry then
    // has the rate after decoding.
    if config.hasBandReplication == nil, config.coreObjectType == 2, let entryRate,
      entryRate == 2 * Double(config.coreSampleRate)
    {
      sampleRate = entryRate
    }
  }

  private mutating func read(_ ac3: AC3Configuration?) {
    guard let ac3 else { return }
    setLayout(.ofAC3(acmod: ac3.acmod, hasLowFrequencies: ac3.lfeon == 1))
    guard let rate = Self.ac3Rate(ac3.fscod) else { return }
    // The table of ETSI TS 102 366 ends at 8. Encoders and decoders use 9 and 10 for half and a
    // quarter of the rate.
    sampleRate = ac3.bsid == 9 ? rate / 2 : ac3.bsid == 10 ? rate / 4 : rate
  }

  private mutating func read(_ ec3: EnhancedAC3Configuration?) {
    guard let main = ec3?.substreams.first else { return }
    var layout = SpeakerLayoutName.ofAC3(acmod: main.acmod, hasLowFrequencies: main.lfeon == 1)
    // The loudspeakers or pairs that dependent substreams add.
    let pairs: [(ear: Int, low: Int, high: Int)] = [
      (2, 0, 0), (2, 0, 0), (1, 0, 0), (0, 0, 1), (2, 0, 0), (2, 0, 0), (0, 0, 2), (0, 0, 1),
      (0, 1, 0),
    ]
    if main.dependentSubstreams > 0 {
      for (bit, added) in pairs.enumerated() where main.channelLocations >> UInt16(bit) & 1 == 1 {
        layout.ear += added.ear
        layout.low += added.low
        layout.high += added.high
      }
    }
    setLayout(layout)
    if let rate = Self.ac3Rate(main.fscod) { sampleRate = rate }
  }

  private static func ac3Rate(_ code: UInt8) -> Double? {
    code < 3 ? [48000, 44100, 32000][Int(code)] : nil
  }

  private mutating func read(_ ac4: AC4Configuration?) {
    if let ac4 { sampleRate = ac4.fsIndex == 0 ? 44100 : 48000 }
  }

  private mutating func read(_ flac: FLACConfiguration?) {
    guard let info = flac?.streamInfo else { return }
    channels = Int(info.channelsMinusOne) + 1
    bitsPerSample = Int(info.bitsPerSampleMinusOne) + 1
    if info.sampleRate > 0 { sampleRate = Double(info.sampleRate) }
    channelLayout = SpeakerLayoutName.ofFLAC(channels: Int(info.channelsMinusOne) + 1)?.text
  }

  /// Opus always puts out 48 kHz; the rate in its configuration is that of the original audio (RFC
  /// 7845, 5.1).
  private mutating func read(_ opus: OpusConfiguration?) {
    guard let opus, opus.outputChannelCount > 0 else { return }
    channels = Int(opus.outputChannelCount)
    sampleRate = 48000
    if opus.channelMappingFamily <= 1 {
      // The orders of Vorbis, whose layouts are those of FLAC (RFC 7845, 5.1.1.2).
      channelLayout = SpeakerLayoutName.ofFLAC(channels: Int(opus.outputChannelCount))?.text
    }
  }

  private mutating func read(_ alac: AppleLosslessConfiguration?) {
    guard let alac else { return }
    if alac.numChannels > 0 { channels = Int(alac.numChannels) }
    if alac.sampleRate > 0 { sampleRate = Double(alac.sampleRate) }
    if alac.bitDepth > 0 { bitsPerSample = Int(alac.bitDepth) }
  }
}
