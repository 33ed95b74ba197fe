/// What a sample description says of pictures. The codec's own configuration takes precedence over
/// the fields of the entry.
public struct VideoFacts: Hashable, Sendable {
  /// The width of a decoded picture in pixels; 0 if it is not known.
  public private(set) var width = 0
  /// The height of a decoded picture in pixels; 0 if it is not known.
  public private(set) var height = 0
  /// The width to show, in pixels: that of the clean aperture, stretched by the shape of a pixel.
  public private(set) var displayWidth = 0
  /// The height to show, in pixels: that of the clean aperture.
  public private(set) var displayHeight = 0
  /// The shape of a pixel as width to height: that of the sample description or of a stream whose pixels are not square;
  /// without either, the one with which the pictures fill the size in the track's header. 1 to 1 if it is not known.
  public private(set) var pixelAspectRatio: (horizontal: UInt32, vertical: UInt32) {
    get { (pixelWidth, pixelHeight) }
    set { (pixelWidth, pixelHeight) = newValue }
  }
  /// The number of bits of a luma sample; nil if it is not known.
  public private(set) var bitDepth: Int?
  /// How values map to colours; nil if that is not known.
  public private(set) var colour: ColourFacts?
  /// The views of two eyes and the projection; nil if nothing is stated about them.
  public private(set) var views: ViewFacts?
  /// How the pictures carry Dolby Vision; nil if nothing is stated about it.
  public private(set) var dolbyVision: DolbyVisionFacts?
  /// The display on which the pictures were made; nil if that is not stated.
  public private(set) var masteringDisplay: MasteringDisplayFacts?
  /// How bright the pictures get; nil if that is not stated.
  public private(set) var contentLight: ContentLightFacts?

  private var pixelWidth: UInt32 = 1
  private var pixelHeight: UInt32 = 1

  /// Nil if the entry is not a video description. `trak` is the track that it is from, if that matters.
  init?(_ entry: Atom, in trak: Atom? = nil) {
    guard let video = try? entry.decode(VideoDescription.self) else { return nil }
    (width, height) = (Int(video.width), Int(video.height))
    let stream = (try? VideoStreamFormat(description: entry)).flatMap { $0 }
    var streamColour = stream?.usability?.colour
    if let stream {
      (width, height) = (stream.width, stream.height)
      bitDepth = stream.bitDepthLuma
    } else if let av1 = try? entry.first("av1C")?.decode(AV1Configuration.self) {
      bitDepth = av1.bitDepth
      if let header = (try? AV1SequenceHeader(obus: av1.configOBUs.bytes)).flatMap({ $0 }) {
        (width, height) = (header.maxFrameWidth, header.maxFrameHeight)
        streamColour = header.colour
      }
    } else if let vp = try? entry.first("vpcC")?.decode(VPConfiguration.self) {
      bitDepth = Int(vp.bitDepth)
    }
    colour = ColourFacts(entry, stream: streamColour)
    if let pasp = try? entry.first("pasp")?.decode(PixelAspectRatio.self),
      pasp.horizontalSpacing > 0, pasp.verticalSpacing > 0
    {
      pixelAspectRatio = (pasp.horizontalSpacing, pasp.verticalSpacing)
    } else if let ratio = stream?.usability?.pixelAspectRatio,
      // Encoders say that pixels are square when they know nothing of the file around the stream.
      ratio.numerator != ratio.denominator,
      let horizontal = UInt32(exactly: ratio.numerator),
      let vertical = UInt32(exactly: ratio.denominator)
    {
      pixelAspectRatio = (horizontal, vertical)
    } else if let header = trak?.trackHeader,
      let ratio = header.pixelAspectRatio(of: PictureShape(entry, width, height))
    {
      pixelAspectRatio = ratio
    }
    setDisplaySize(entry)
    views = trak.flatMap { ViewFacts(entry, in: $0) }
    dolbyVision = DolbyVisionFacts(entry)
    masteringDisplay = MasteringDisplayFacts(entry)
    contentLight = ContentLightFacts(entry)
  }

  private mutating func setDisplaySize(_ entry: Atom) {
    let shape = PictureShape(entry, width, height)
    // The products have at most 96 bits.
    displayWidth = Self.rounded(
      UInt128(shape.width) * UInt128(pixelWidth), UInt128(shape.widthOver) * UInt128(pixelHeight))
    displayHeight = Self.rounded(UInt128(shape.height), UInt128(shape.heightOver))
  }

  private static func rounded(_ above: UInt128, _ below: UInt128) -> Int {
    Int(clamping: (above + below / 2) / below)
  }
}
