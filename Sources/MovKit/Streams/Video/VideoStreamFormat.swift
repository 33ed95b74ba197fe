/// The format of the pictures of a stream, as its parameter sets describe it. A sample description
/// is made from it, as a `CMVideoFormatDescription` is made from parameter sets.
public struct VideoStreamFormat: Hashable, Sendable {
  /// The codec of the stream.
  public let codec: VideoCodec
  /// The parameter sets for the description of the samples.
  public let parameterSets: ParameterSets

  /// `profile_idc`; in HEVC `general_profile_idc`.
  public private(set) var profile: UInt8 = 0
  /// `level_idc`: ten times the level's number. In HEVC `general_level_idc`: thirty times the
  /// level's number.
  public private(set) var level: UInt8 = 0
  /// The width of the coded pictures in luma samples, before cropping.
  public private(set) var codedWidth = 0
  /// The height of the coded pictures in luma samples, before cropping.
  public private(set) var codedHeight = 0
  /// The width of the pictures in luma samples, after cropping.
  public private(set) var width = 0
  /// The height of the pictures in luma samples, after cropping.
  public private(set) var height = 0
  /// `chroma_format_idc`: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  public private(set) var chromaFormat = 1
  /// The bits per luma sample.
  public private(set) var bitDepthLuma = 8
  /// The bits per chroma sample.
  public private(set) var bitDepthChroma = 8
  /// H.264: whether pictures may be fields, or frames that contain field macroblocks. Always false
  /// in HEVC.
  public private(set) var mayBeInterlaced = false
  /// The most pictures that precede a picture in decoding order and follow it in output order, 0 to
  /// 16.
  public private(set) var reorderDepth = 0
  /// The most pictures that a decoder must hold, 0 to 16.
  public private(set) var decodedPictures = 0
  /// The video usability information (VUI): pixel shape, colours and timing; nil if the sequence parameter set has
  /// none. `frameDuration` also knows timing that is elsewhere.
  public private(set) var usability: VideoUsability?
  /// HEVC: how long a picture lasts by the video parameter set, if the VUI does not say.
  private var videoSetDuration: VideoUsability.Ratio?

  /// Reads the format from parameter sets.
  /// - Parameters:
  ///   - codec: the codec of the stream.
  ///   - parameterSets: the sets for the description of the samples.
  ///   - active: the sets of the picture to describe; nil to describe the first sequence parameter
  ///     set in `parameterSets`.
  /// - Throws: `FormatError` if there is no sequence parameter set, or it cannot be read.
  public init(
    codec: VideoCodec, parameterSets: ParameterSets, active: ParameterSets? = nil
  ) throws(FormatError) {
    self.codec = codec
    self.parameterSets = parameterSets
    guard let unit = (active ?? parameterSets).units(.sequence).first else {
      throw FormatError(.missing("there is none"), path: "seq_parameter_set")
    }
    switch codec {
    case .h264: describe(try AVCSequenceParameterSet(unit))
    case .hevc:
      let set = try HEVCSequenceParameterSet(unit)
      describe(set)
      if usability?.frameDuration == nil {
        // A video parameter set that cannot be read does not keep pictures from being decoded.
        let video = (active ?? parameterSets).unit(.video, set.videoID)
        videoSetDuration = video.flatMap { try? HEVCVideoParameterSet($0) }?.frameDuration
      }
    }
  }

  /// Reads the format from the configuration of an H.264 sample description.
  /// - Throws: `FormatError` if there is no sequence parameter set, or a parameter set cannot be
  ///   read.
  public init(_ configuration: AVCConfiguration) throws(FormatError) {
    try self.init(codec: .h264, parameterSets: ParameterSets(configuration))
  }

  /// Reads the format from the configuration of an HEVC sample description.
  /// - Throws: `FormatError` if there is no sequence parameter set, or a parameter set cannot be
  ///   read.
  public init(_ configuration: HEVCConfiguration) throws(FormatError) {
    try self.init(codec: .hevc, parameterSets: ParameterSets(configuration))
  }

  /// Reads the format from an entry of `stsd`; nil if the entry has neither `avcC` nor `hvcC`.
  /// - Throws: `FormatError` if the configuration cannot be read or has no sequence parameter set.
  public init?(description: Atom) throws(FormatError) {
    guard let configuration = try CodecConfiguration(description: description) else { return nil }
    try self.init(codec: configuration.codec, parameterSets: configuration.parameterSets)
  }

  private mutating func describe(_ set: AVCSequenceParameterSet) {
    profile = set.profileIdc
    level = set.levelIdc
    (codedWidth, codedHeight) = (set.codedWidth, set.codedHeight)
    (width, height) = (set.width, set.height)
    chromaFormat = set.chromaFormatIdc
    (bitDepthLuma, bitDepthChroma) = (set.bitDepthLuma, set.bitDepthChroma)
    mayBeInterlaced = !set.framesOnly
    reorderDepth = set.reorderFrames
    decodedPictures = set.orderType == 2 ? 0 : set.decodedFrames
    usability = set.usability
  }

  private mutating func describe(_ set: HEVCSequenceParameterSet) {
    profile = set.profile.profileIdc
    level = set.profile.levelIdc
    (codedWidth, codedHeight) = (set.codedWidth, set.codedHeight)
    (width, height) = (set.width, set.height)
    chromaFormat = set.chromaFormatIdc
    (bitDepthLuma, bitDepthChroma) = (set.bitDepthLuma, set.bitDepthChroma)
    reorderDepth = set.reorderPictures
    decodedPictures = max(set.decodedPictures, set.reorderPictures)
    usability = set.usability
  }

  /// How long a frame lasts, as an exact fraction of seconds; nil if the stream does not say. In HEVC the video
  /// parameter set to which the sequence parameter set refers says it if the VUI does not (H.265, 7.4.3.1 and
  /// E.3.1).
  public var frameDuration: MediaTime? {
    (usability?.frameDuration ?? videoSetDuration)
      .flatMap { MediaTime(ticks: $0.numerator, per: $0.denominator) }
  }

  /// Returns whether a decoder that was set up for this format can continue with samples of another
  /// format, as `VTDecompressionSessionCanAcceptFormatDescription` does.
  ///
  /// It can if codec, profile, coded and shown size, chroma format, bit depths and scan are the
  /// same, and neither the level nor the number of pictures to hold is higher. Other parameter sets
  /// alone do not matter.
  public func canAccept(_ other: VideoStreamFormat) -> Bool {
    codec == other.codec && profile == other.profile
      && (codedWidth, codedHeight) == (other.codedWidth, other.codedHeight)
      && (width, height) == (other.width, other.height) && chromaFormat == other.chromaFormat
      && (bitDepthLuma, bitDepthChroma) == (other.bitDepthLuma, other.bitDepthChroma)
      && mayBeInterlaced == other.mayBeInterlaced && other.level <= level
      && other.decodedPictures <= decodedPictures
  }
}
