/// What a sample description says of pictures, the codec's own configuration before the entry.
public struct VideoFacts: Hashable, Sendable {
  /// Pixels of a picture as decoders put it out; 0 where that is not said.
  public private(set) var width = 0
  public private(set) var height = 0
  /// Pixels to show: the clean aperture, stretched in width by the shape of a pixel.
  public private(set) var displayWidth = 0
  public private(set) var displayHeight = 0
  /// The shape of a pixel as width to height; 1 to 1 where that is not said.
  public private(set) var pixelAspectRatio: (horizontal: UInt32, vertical: UInt32) {
    get { (pixelWidth, pixelHeight) }
    set { (pixelWidth, pixelHeight) = newValue }
  }
  /// Bits of a colour; nil where that is not said.
  public private(set) var bitDepth: Int?
  /// Nil where nothing is said.
  public private(set) var colour: ColourFacts?

  private var pixelWidth: UInt32 = 1
  private var pixelHeight: UInt32 = 1

  /// Nil where the entry is no video description.
  init?(_ entry: Atom) {
    guard let video = try? entry.decode(VideoDescription.self) else { return nil }
    (width, height) = (Int(video.width), Int(video.height))
    let stream = (try? VideoStreamFormat(description: entry)).flatMap { $0 }
    if let stream {
      (width, height) = (stream.width, stream.height)
      bitDepth = stream.bitDepthLuma
    } else if let av1 = try? entry.first("av1C")?.decode(AV1Configuration.self) {
      bitDepth = av1.highBitdepth == 0 ? 8 : av1.twelveBit == 1 ? 12 : 10
      if let header = (try? AV1SequenceHeader(obus: av1.configOBUs.bytes)).flatMap({ $0 }) {
        (width, height) = (header.maxFrameWidth, header.maxFrameHeight)
      }
    } else if let vp = try? entry.first("vpcC")?.decode(VPConfiguration.self) {
      bitDepth = Int(vp.bitDepth)
    }
    colour = ColourFacts(entry, stream: stream?.usability?.colour)
    if let pasp = try? entry.first("pasp")?.decode(PixelAspectRatio.self),
      pasp.horizontalSpacing > 0, pasp.verticalSpacing > 0
    {
      pixelAspectRatio = (pasp.horizontalSpacing, pasp.verticalSpacing)
    } else if let ratio = stream?.usability?.pixelAspectRatio,
      let horizontal = UInt32(exactly: ratio.numerator),
      let vertical = UInt32(exactly: ratio.denominator)
    {
      pixelAspectRatio = (horizontal, vertical)
    }
    setDisplaySize(entry)
  }

  private mutating func setDisplaySize(_ entry: Atom) {
    var (shownWidth, widthOver) = (UInt64(width), UInt64(1))
    var (shownHeight, heightOver) = (UInt64(height), UInt64(1))
    if let clap = try? entry.first("clap")?.decode(CleanAperture.self), clap.widthN > 0,
      clap.widthD > 0, clap.heightN > 0, clap.heightD > 0
    {
      (shownWidth, widthOver) = (UInt64(clap.widthN), UInt64(clap.widthD))
      (shownHeight, heightOver) = (UInt64(clap.heightN), UInt64(clap.heightD))
    }
    // 96 bits at most.
    displayWidth = Self.rounded(
      UInt128(shownWidth) * UInt128(pixelWidth), UInt128(widthOver) * UInt128(pixelHeight))
    displayHeight = Self.rounded(UInt128(shownHeight), UInt128(heightOver))
  }

  private static func rounded(_ above: UInt128, _ below: UInt128) -> Int {
    Int(clamping: (above + below / 2) / below)
  }
}
