/// What the pictures of a stream are, as its parameter sets tell: from it a sample description is
/// made, as a `CMVideoFormatDescription` is from parameter sets.
public struct VideoStreamFormat: Hashable, Sendable {
  public let codec: VideoCodec
  /// All that the description of the samples holds.
  public let parameterSets: ParameterSets

  /// `profile_idc`; in HEVC `general_profile_idc`.
  public private(set) var profile: UInt8 = 0
  /// `level_idc`: ten times the level's number, in HEVC thirty times.
  public private(set) var level: UInt8 = 0
  /// Luma samples that are coded.
  public private(set) var codedWidth = 0
  public private(set) var codedHeight = 0
  /// Luma samples that are to be shown.
  public private(set) var width = 0
  public private(set) var height = 0
  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  public private(set) var chromaFormat = 1
  public private(set) var bitDepthLuma = 8
  public private(set) var bitDepthChroma = 8
  /// Whether pictures may be fields, or frames made of them (H.264).
  public private(set) var mayBeInterlaced = false
  /// Pictures that may be decoded before one and shown behind it, 0 to 16.
  public private(set) var reorderDepth = 0
  /// Pictures that a decoder holds at most, 0 to 16.
  public private(set) var decodedPictures = 0
  /// Pixel shape, colours, and what else the stream tells.
  public private(set) var usability: VideoUsability?

  /// - Parameter active: the sets of a picture that is described; where none are given, the first
  ///   sequence parameter set describes all.
  /// - Throws: `FormatError` where there is no sequence parameter set, or it cannot be read.
  public init(
    codec: VideoCodec, parameterSets: ParameterSets, active: ParameterSets? = nil
  ) throws(FormatError) {
    self.codec = codec
    self.parameterSets = parameterSets
    guard let unit = (active ?? parameterSets).units(.sequence).first else {
      throw FormatError(.invalid("there is none"), path: "seq_parameter_set")
    }
    switch codec {
    case .h264: describe(try AVCSequenceParameterSet(unit))
    case .hevc: describe(try HEVCSequenceParameterSet(unit))
    }
  }

  /// - Throws: `FormatError` where there is no sequence parameter set, or it cannot be read.
  public init(_ configuration: AVCConfiguration) throws(FormatError) {
    try self.init(codec: .h264, parameterSets: ParameterSets(configuration))
  }

  /// - Throws: `FormatError` where there is no sequence parameter set, or it cannot be read.
  public init(_ configuration: HEVCConfiguration) throws(FormatError) {
    try self.init(codec: .hevc, parameterSets: ParameterSets(configuration))
  }

  /// For an entry of `stsd`; nil where it has neither `avcC` nor `hvcC`.
  /// - Throws: `FormatError` where that cannot be read, or has no sequence parameter set.
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

  /// How long a frame lasts, where the stream tells: seconds as an exact fraction.
  public var frameDuration: MediaTime? {
    usability?.frameDuration.flatMap { MediaTime(ticks: $0.numerator, per: $0.denominator) }
  }

  /// Whether a decoder set up for this format can go on with samples of another: the answer of
  /// `VTDecompressionSessionCanAcceptFormatDescription`.
  ///
  /// It can where codec, profile, coded and shown size, chroma, bit depths and scan are the same, and
  /// neither the level nor the pictures to be held rise. Other parameter sets alone are no
  /// hindrance.
  public func canAccept(_ other: VideoStreamFormat) -> Bool {
    codec == other.codec && profile == other.profile
      && (codedWidth, codedHeight) == (other.codedWidth, other.codedHeight)
      && (width, height) == (other.width, other.height) && chromaFormat == other.chromaFormat
      && (bitDepthLuma, bitDepthChroma) == (other.bitDepthLuma, other.bitDepthChroma)
      && mayBeInterlaced == other.mayBeInterlaced && other.level <= level
      && other.decodedPictures <= decodedPictures
  }
}
