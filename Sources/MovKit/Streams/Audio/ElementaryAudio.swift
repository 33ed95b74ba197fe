/// The form in which players read the samples of compressed audio outside a movie: frames that each say
/// how they are decoded, or one header before them all.
///
/// ```swift
/// if let audio = try ElementaryAudio(description: track.sampleDescriptions[0]) {
///   stream += audio.header
///   for sample in try track.samples() {
///     let bytes = try sample.data()
///     stream += try audio.head(ofSampleOf: bytes.count) + bytes
///   }
/// }
/// ```
public struct ElementaryAudio: Hashable, Sendable {
  /// What is written before samples.
  public enum Form: String, CaseIterable, Sendable {
    /// A header before each frame of AAC (ISO/IEC 14496-3, 1.A.2.2: ADTS).
    case adts
    /// A line before the first frame of AMR or AMR-WB (RFC 4867, 5).
    case amr
    /// `fLaC` and the metadata blocks before the first frame of FLAC (RFC 9639, 6).
    case flac
    /// Nothing: frames of AC-3, E-AC-3, DTS, MPEG audio and TrueHD, and packets of MPEG-H audio (MHAS), have headers
    /// of their own.
    case frames
  }

  /// The form of the samples.
  public let form: Form
  /// The bytes before the first sample.
  public let header: [UInt8]
  /// The seven bytes before a frame of AAC, without the size of the frame.
  private let frameHeader: [UInt8]

  /// Reads what an entry of `stsd` says; nil if its samples have no such form.
  ///
  /// - Parameters:
  ///   - description: The entry of `stsd`.
  ///   - isPart: Whether not all samples are written, so that counts and sums in the header would be
  ///     wrong.
  /// - Throws: `FormatError` if the configuration is missing or damaged, or the form cannot say what it
  ///   says.
  public init?(description: Atom, isPart: Bool = false) throws(FormatError) {
    switch description.type {
    case "samr": self.init(.amr, header: Array("#!AMR\n".utf8))
    case "sawb": self.init(.amr, header: Array("#!AMR-WB\n".utf8))
    case "fLaC":
      guard let atom = description.codecAtom("dfLa") else {
        throw FormatError(.missing("FLAC has no configuration (dfLa)"), path: "fLaC")
      }
      self.init(
        .flac, header: try Self.header(atom.decode(FLACConfiguration.self), isPart: isPart))
    case "ac-3", "ec-3", "dtsc", "dtse", "dtsh", "dtsl", ".mp1", ".mp2", ".mp3",
      "mlpa", "mhm1", "mhm2":
      self.init(.frames)
    // "ms" and the format tag of MP3 in WAVE files.
    case FourCC(rawValue: 0x6D73_0055): self.init(.frames)
    case "mp4a":
      guard let atom = description.codecAtom("esds") else {
        throw FormatError(.missing("MPEG-4 audio has no configuration (esds)"), path: "mp4a")
      }
      guard let decoder = try atom.decode(ElementaryStreamDescriptor.self).decoderConfig else {
        throw FormatError(.missing("esds has no decoder configuration"), path: "mp4a")
      }
      try self.init(decoder)
    default: return nil
    }
  }

  private init(_ form: Form, header: [UInt8] = [], frameHeader: [UInt8] = []) {
    self.form = form
    self.header = header
    self.frameHeader = frameHeader
  }

  private init?(_ decoder: ElementaryStreamDescriptor.DecoderConfig) throws(FormatError) {
    switch decoder.kind {
    case .mpeg4Audio, .mpeg2AAC:
      guard let bytes = decoder.decoderSpecificInfo else {
        throw FormatError(.missing("esds has no audio configuration"), path: "mp4a")
      }
      let isMPEG2 = decoder.kind == .mpeg2AAC
      self.init(
        .adts, frameHeader: try Self.frameHeader(AudioSpecificConfig(bytes), isMPEG2: isMPEG2))
    case .mpegAudio, .ac3, .dts: self.init(.frames)
    case .mpeg4Visual, .mpegVideo, .picture, nil: return nil
    }
  }

  /// The number of bytes that are written before each sample that is not empty.
  public var headSize: Int { frameHeader.count }

  /// Returns the bytes before a sample of `size` bytes; none for an empty sample.
  /// - Throws: `FormatError` if the form has no room for the size.
  public func head(ofSampleOf size: Int) throws(FormatError) -> [UInt8] {
    guard !frameHeader.isEmpty, size > 0 else { return [] }
    guard let length = size.adding(frameHeader.count), length < 1 << 13 else {
      throw FormatError(.doesNotFit(bits: 13), path: "aac_frame_length")
    }
    var head = frameHeader
    head[3] |= UInt8(truncatingIfNeeded: length >> 11)
    head[4] = UInt8(truncatingIfNeeded: length >> 3)
    head[5] |= UInt8(truncatingIfNeeded: length & 7) << 5
    return head
  }
}

// MARK: AAC

extension ElementaryAudio {
  /// Returns an ADTS header without the size of the frame (ISO/IEC 14496-3, 1.A.3.2). Band replication
  /// and parametric stereo are not stated in it: decoders find them in the frames.
  private static func frameHeader(
    _ config: AudioSpecificConfig, isMPEG2: Bool
  ) throws(FormatError) -> [UInt8] {
    func unsupported(_ reason: String) -> FormatError {
      FormatError(.unsupported(reason), path: "audio_specific_config")
    }
    func unable(_ reason: String) -> FormatError { unsupported("ADTS has no way to say \(reason)") }
    guard (1...4).contains(config.coreObjectType) else {
      throw unable("that the audio object type is \(config.coreObjectType)")
    }
    guard let rate = config.coreSampleRateIndex else {
      throw unable("that the sample rate is \(config.coreSampleRate) Hz")
    }
    guard (1...7).contains(config.channelConfiguration) else {
      throw config.channelConfiguration == 0
        ? unsupported(
          "the place of the channels is in a program_config_element; ADTS needs that in the frames, and frames "
            + "are copied unchanged")
        : unable("that the channel configuration is \(config.channelConfiguration)")
    }
    guard !config.hasShortFrames else { throw unable("that a frame has 960 samples") }
    let channels = config.channelConfiguration
    return [
      // syncword, ID, layer 0, no error check
      0xFF, 0xF1 | (isMPEG2 ? 0x08 : 0),
      // profile, sampling frequency, the first bit of the channels
      (config.coreObjectType - 1) << 6 | rate << 2 | channels >> 2,
      (channels & 3) << 6, 0,
      // adts_buffer_fullness of a variable bit rate, one frame
      0x1F, 0xFC,
    ]
  }
}

// MARK: FLAC

extension ElementaryAudio {
  private static func header(
    _ configuration: FLACConfiguration, isPart: Bool
  ) throws(FormatError) -> [UInt8] {
    var blocks = configuration.blocks
    guard configuration.streamInfo != nil, blocks.first?.type == 0 else {
      throw FormatError(.missing("dfLa does not begin with the stream information"), path: "fLaC")
    }
    if isPart {
      // 0 says that they are not known.
      blocks[0].streamInfo.totalSamples = 0
      blocks[0].streamInfo.md5 = FLACConfiguration.StreamInfo().md5
      // Seek points are places in the whole stream.
      blocks.removeAll { $0.type == 3 }
    }
    var bytes = Array("fLaC".utf8)
    for index in blocks.indices {
      blocks[index].isLast = index == blocks.count - 1 ? 1 : 0
      bytes += try blocks[index].serialized()
    }
    return bytes
  }
}
