/// `mini`: a whole picture in one atom, in place of `meta` and `mdat` (ISO/IEC 23008-12, Amendment 2,
/// "Low-overhead image file format"). All but the parts at the end are bits, one field right after the
/// other.
///
/// Files of early drafts, in which the flags of sizes are the other way round, cannot be distinguished.
public struct MinimizedImage: Record {
  var version: UInt8 = 0
  /// 1: `itemType` and `configurationType` are stored; otherwise the brand says them.
  public var explicitCodecTypes: UInt8 = 0
  /// 1: the samples are floating-point numbers.
  public var float: UInt8 = 0
  /// 1: the samples use the full range.
  public var fullRange: UInt8 = 1
  /// 1: there is a picture of the transparency.
  public var alpha: UInt8 = 0
  /// 1: the codes of the colours are stored.
  public var explicitColour: UInt8 = 0
  /// 1: there is more about a high dynamic range.
  public var highDynamicRange: UInt8 = 0
  /// 1: there is an ICC profile.
  public var icc: UInt8 = 0
  /// 1: there is Exif.
  public var exif: UInt8 = 0
  /// 1: there is XMP.
  public var xmp: UInt8 = 0
  /// How chroma is sampled: 0 there is none, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  public var chromaSubsampling: UInt8 = 3
  /// The orientation of Exif, minus 1; 3 bits.
  public var orientationMinus1: UInt8 = 0
  /// 1: sizes in pixels have 15 bits, and not 7.
  public var largeDimensions: UInt8 = 0
  /// The width in pixels, minus 1.
  public var widthMinus1: UInt16 = 0
  /// The height in pixels, minus 1.
  public var heightMinus1: UInt16 = 0
  /// Where chroma is, and the depth of the samples.
  public var samples = Samples()
  /// 1: the colours have been multiplied by the transparency.
  public var alphaIsPremultiplied: UInt8 = 0
  /// The colours, if they are explicit.
  public var colour = Colour()
  /// The type of the item, if it is explicit.
  public var itemType: FourCC = "av01"
  /// The type of the atom whose content the configurations are, if it is explicit.
  public var configurationType: FourCC = "av1C"
  /// 1: there is a gain map, with which the picture becomes one of a high dynamic range.
  public var hasGainMap: UInt8 = 0
  /// The gain map, if there is one.
  public var gainMap = GainMap()
  /// The range of the picture, if there is more about it.
  public var range = DynamicRange()
  /// The range of the picture with the gain map.
  public var mappedRange = DynamicRange()
  /// 1: sizes of metadata have 20 bits, and not 10.
  public var largeMetadata: UInt8 = 0
  /// 1: sizes of configurations have 12 bits, and not 3.
  public var largeConfiguration: UInt8 = 0
  /// 1: sizes of pictures have 28 bits, and not 15.
  public var largeData: UInt8 = 0
  /// 1: Exif and XMP are compressed.
  public var metadataIsCompressed: UInt8 = 0
  var padding: UInt8 = 0
  /// The parts, each after the other.
  public var parts = Parts()

  /// The bytes of the parts; empty for those that are not there.
  public struct Parts: Equatable, Sendable {
    /// The configuration of the picture's codec, such as the content of `av1C`.
    public var configuration = RawBytes()
    /// That of the transparency; empty if it is the same.
    public var alphaConfiguration = RawBytes()
    /// That of the gain map; empty if it is the same.
    public var gainMapConfiguration = RawBytes()
    /// The ICC profile.
    public var icc = RawBytes()
    /// The ICC profile of the picture with the gain map.
    public var mappedICC = RawBytes()
    /// How the gain map is used (ISO 21496-1).
    public var gainMapMetadata = RawBytes()
    /// The transparency.
    public var alpha = RawBytes()
    /// The gain map.
    public var gainMap = RawBytes()
    /// The picture, which has a byte at least.
    public var picture = RawBytes(bytes: [0])
    /// Exif.
    public var exif = RawBytes()
    /// XMP.
    public var xmp = RawBytes()
  }

  /// The sizes of the parts in bytes.
  private struct Sizes {
    var configuration, alphaConfiguration, gainMapConfiguration: Int
    var icc, mappedICC, gainMapMetadata, alpha, gainMap, picture, exif, xmp: Int

    init(_ parts: Parts) {
      configuration = parts.configuration.bytes.count
      alphaConfiguration = parts.alphaConfiguration.bytes.count
      gainMapConfiguration = parts.gainMapConfiguration.bytes.count
      icc = parts.icc.bytes.count
      mappedICC = parts.mappedICC.bytes.count
      gainMapMetadata = parts.gainMapMetadata.bytes.count
      alpha = parts.alpha.bytes.count
      gainMap = parts.gainMap.bytes.count
      picture = parts.picture.bytes.count
      exif = parts.exif.bytes.count
      xmp = parts.xmp.bytes.count
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var sizes = Sizes(parts)
    try header(&f, &sizes)
    var measurer = Measurer()
    var (copy, ignored) = (self, sizes)
    try copy.header(&measurer, &ignored)
    if measurer.bits % 8 > 0 { try f.reservedBits(&padding, 8 - measurer.bits % 8) }
    try f.bytes("main_item_codec_config", &parts.configuration, count: sizes.configuration)
    try part("alpha_item_codec_config", &parts.alphaConfiguration, sizes.alphaConfiguration, &f)
    try part(
      "gainmap_item_codec_config", &parts.gainMapConfiguration, sizes.gainMapConfiguration, &f)
    try part("icc_data", &parts.icc, sizes.icc, &f)
    try part("tmap_icc_data", &parts.mappedICC, sizes.mappedICC, &f)
    try part("gainmap_metadata", &parts.gainMapMetadata, sizes.gainMapMetadata, &f)
    try part("alpha_item_data", &parts.alpha, sizes.alpha, &f)
    try part("gainmap_item_data", &parts.gainMap, sizes.gainMap, &f)
    try f.bytes("main_item_data", &parts.picture, count: sizes.picture)
    try part("exif_data", &parts.exif, sizes.exif, &f)
    try part("xmp_data", &parts.xmp, sizes.xmp, &f)
  }

  private func part(
    _ name: String, _ bytes: inout RawBytes, _ size: Int, _ f: inout some FieldCoder
  ) throws(FormatError) {
    // Bytes that have no size are not left out, but refused.
    if size > 0 || !bytes.bytes.isEmpty { try f.bytes(name, &bytes, count: size) }
  }

  /// Codes everything before the parts.
  private mutating func header(
    _ f: inout some FieldCoder, _ sizes: inout Sizes
  ) throws(FormatError) {
    try f.bits("version", &version, 2)
    guard version == 0 else { throw f.invalid("version", "version \(version) is not known") }
    try f.bits("explicit_codec_types_flag", &explicitCodecTypes, 1)
    try f.bits("float_flag", &float, 1)
    try f.bits("full_range_flag", &fullRange, 1)
    try f.bits("alpha_flag", &alpha, 1)
    try f.bits("explicit_cicp_flag", &explicitColour, 1)
    try f.bits("hdr_flag", &highDynamicRange, 1)
    try f.bits("icc_flag", &icc, 1)
    try f.bits("exif_flag", &exif, 1)
    try f.bits("xmp_flag", &xmp, 1)
    try f.bits("chroma_subsampling", &chromaSubsampling, 2)
    try f.bits("orientation_minus1", &orientationMinus1, 3)
    try f.bits("large_dimensions_flag", &largeDimensions, 1)
    let dimension = largeDimensions == 1 ? 15 : 7
    try f.bits("width_minus1", &widthMinus1, dimension)
    try f.bits("height_minus1", &heightMinus1, dimension)
    samples.chromaSubsampling = chromaSubsampling
    samples.float = float
    try f("samples", &samples)
    if alpha == 1 { try f.bits("alpha_is_premultiplied", &alphaIsPremultiplied, 1) }
    if explicitColour == 1 {
      colour.hasMatrix = chromaSubsampling > 0
      try f("colour", &colour)
    }
    if explicitCodecTypes == 1 {
      try f("infe_type", &itemType)
      try f("codec_config_type", &configurationType)
    }
    if highDynamicRange == 1 {
      try f.bits("gainmap_flag", &hasGainMap, 1)
      if hasGainMap == 1 {
        gainMap.dimension = dimension
        try f("gainmap", &gainMap)
      }
      try f("hdr_properties", &range)
      if hasGainMap == 1 { try f("tmap_hdr_properties", &mappedRange) }
    }
    try codeSizes(&f, &sizes)
  }

  private mutating func codeSizes(
    _ f: inout some FieldCoder, _ sizes: inout Sizes
  ) throws(FormatError) {
    let isMapped = highDynamicRange == 1 && hasGainMap == 1
    if icc == 1 || exif == 1 || xmp == 1 || isMapped {
      try f.bits("large_metadata_flag", &largeMetadata, 1)
    }
    try f.bits("large_codec_config_flag", &largeConfiguration, 1)
    try f.bits("large_item_data_flag", &largeData, 1)
    let metadata = largeMetadata == 1 ? 20 : 10
    let configuration = largeConfiguration == 1 ? 12 : 3
    let data = largeData == 1 ? 28 : 15
    try Self.size("icc_data_size_minus1", &sizes.icc, metadata, less: 1, if: icc == 1, &f)
    try Self.size(
      "tmap_icc_data_size_minus1", &sizes.mappedICC, metadata, less: 1,
      if: isMapped && gainMap.icc == 1, &f)
    try Self.size("gainmap_metadata_size", &sizes.gainMapMetadata, metadata, if: isMapped, &f)
    try Self.size("gainmap_item_data_size", &sizes.gainMap, data, if: isMapped, &f)
    try Self.size(
      "gainmap_item_codec_config_size", &sizes.gainMapConfiguration, configuration,
      if: sizes.gainMap > 0, &f)
    try Self.size("main_item_codec_config_size", &sizes.configuration, configuration, &f)
    try Self.size("main_item_data_size_minus1", &sizes.picture, data, less: 1, &f)
    try Self.size("alpha_item_data_size", &sizes.alpha, data, if: alpha == 1, &f)
    try Self.size(
      "alpha_item_codec_config_size", &sizes.alphaConfiguration, configuration,
      if: sizes.alpha > 0, &f)
    if exif == 1 || xmp == 1 {
      try f.bits("exif_xmp_compressed_flag", &metadataIsCompressed, 1)
    }
    try Self.size("exif_data_size_minus1", &sizes.exif, metadata, less: 1, if: exif == 1, &f)
    try Self.size("xmp_data_size_minus1", &sizes.xmp, metadata, less: 1, if: xmp == 1, &f)
  }

  /// Codes the size of a part, or the size less one. A size that is not stored is 0.
  private static func size(
    _ name: String, _ size: inout Int, _ width: Int, less one: Int = 0,
    if isStored: Bool = true, _ f: inout some FieldCoder
  ) throws(FormatError) {
    guard isStored else {
      size = 0
      return
    }
    // A part without bytes has no size less one; that fits no field.
    var stored = UInt64(bitPattern: Int64(size - one))
    try f.bits(name, &stored, width)
    // What is read has 28 bits at most, but a document can give any number.
    guard stored < 1 << 28 else { throw f.invalid(name, "invalid size: \(stored)") }
    size = Int(stored) + one
  }
}

extension MinimizedImage {
  /// Where the chroma of a picture is, and the depth of its samples.
  public struct Samples: Record {
    /// How chroma is sampled. The record around this one sets it.
    var chromaSubsampling: UInt8 = 3
    /// 1: the samples are floating-point numbers. `MinimizedImage` sets it for the picture.
    public var float: UInt8 = 0
    /// Whether `float` is stored here. The record around this one sets it.
    var storesFloat = false
    /// 1: chroma is in the middle of two pixels from left to right.
    public var chromaIsHorizontallyCentered: UInt8 = 0
    /// 1: chroma is in the middle of two pixels from top to bottom.
    public var chromaIsVerticallyCentered: UInt8 = 0
    /// The binary logarithm of the bits of a floating-point number, minus 4.
    public var bitDepthLog2Minus4: UInt8 = 0
    /// 1: integers have more than 8 bits.
    public var highBitDepth: UInt8 = 0
    /// Their bits, minus 9; 3 bits.
    public var bitDepthMinus9: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      if chromaSubsampling == 1 || chromaSubsampling == 2 {
        try f.bits("chroma_is_horizontally_centered", &chromaIsHorizontallyCentered, 1)
      }
      if chromaSubsampling == 1 {
        try f.bits("chroma_is_vertically_centered", &chromaIsVerticallyCentered, 1)
      }
      if storesFloat { try f.bits("float_flag", &float, 1) }
      if float == 1 {
        try f.bits("bit_depth_log2_minus4", &bitDepthLog2Minus4, 2)
      } else {
        try f.bits("high_bit_depth_flag", &highBitDepth, 1)
        if highBitDepth == 1 { try f.bits("bit_depth_minus9", &bitDepthMinus9, 3) }
      }
    }
  }

  /// Colours by their codes (ISO/IEC 23091-2).
  public struct Colour: Record {
    /// The primaries.
    public var primaries: UInt8 = 1
    /// The transfer function.
    public var transfer: UInt8 = 13
    /// The matrix; 2 if there is no chroma.
    public var matrix: UInt8 = 6
    /// Whether the matrix is stored. The record around this one sets it.
    var hasMatrix = true

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.bits("colour_primaries", &primaries, 8)
      try f.bits("transfer_characteristics", &transfer, 8)
      if hasMatrix { try f.bits("matrix_coefficients", &matrix, 8) }
    }
  }

  /// What a gain map is made of, and the picture that it makes.
  public struct GainMap: Record {
    /// The width in pixels, minus 1.
    public var widthMinus1: UInt16 = 0
    /// The height in pixels, minus 1.
    public var heightMinus1: UInt16 = 0
    /// The matrix of the gain map (ISO/IEC 23091-2).
    public var matrix: UInt8 = 6
    /// 1: the samples use the full range.
    public var fullRange: UInt8 = 1
    /// How chroma is sampled, as in the picture.
    public var chromaSubsampling: UInt8 = 3
    /// 1: the samples are floating-point numbers.
    public var float: UInt8 = 0
    /// Where chroma is, and the depth of the samples.
    public var samples = Samples()
    /// 1: the picture that it makes has an ICC profile.
    public var icc: UInt8 = 0
    /// 1: the colours of the picture that it makes are stored.
    public var explicitColour: UInt8 = 0
    /// Those colours.
    public var colour = Colour()
    /// 1: the samples of the picture that it makes use the full range.
    public var mappedFullRange: UInt8 = 1
    /// The bits of a size in pixels. `MinimizedImage` sets it.
    var dimension = 7

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.bits("width_minus1", &widthMinus1, dimension)
      try f.bits("height_minus1", &heightMinus1, dimension)
      try f.bits("matrix_coefficients", &matrix, 8)
      try f.bits("full_range_flag", &fullRange, 1)
      try f.bits("chroma_subsampling", &chromaSubsampling, 2)
      samples.chromaSubsampling = chromaSubsampling
      samples.storesFloat = true
      try f("samples", &samples)
      try f.bits("tmap_icc_flag", &icc, 1)
      try f.bits("tmap_explicit_cicp_flag", &explicitColour, 1)
      if explicitColour == 1 {
        try f("tmap_colour", &colour)
        try f.bits("tmap_full_range_flag", &mappedFullRange, 1)
      }
    }
  }

  /// What is known of the colours and the light of a picture, as in the properties of these names.
  public struct DynamicRange: Record {
    /// How bright the content is; nil if it is not stored.
    public var contentLightLevel: ContentLightLevel?
    /// The display that it was made on; nil if it is not stored.
    public var masteringDisplay: MasteringDisplay?
    /// The light around the viewer that it was made for; nil if it is not stored.
    public var ambientViewingEnvironment: AmbientViewingEnvironment?
    /// The light next to the display and in the rest of the room; nil if it is not stored.
    public var referenceViewingEnvironment: ViewingEnvironment?
    /// The luminance of diffuse white, in units of 0.0001 candela per square metre; nil if it is not stored.
    public var nominalDiffuseWhite: UInt32?

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try Self.flag("clli_flag", &contentLightLevel, ContentLightLevel(), &f)
      try Self.flag("mdcv_flag", &masteringDisplay, MasteringDisplay(), &f)
      var volume: UInt8 = 0
      try f.bits("cclv_flag", &volume, 1)
      guard volume == 0 else { throw f.invalid("cclv_flag", "unsupported colour volume") }
      try Self.flag("amve_flag", &ambientViewingEnvironment, AmbientViewingEnvironment(), &f)
      try Self.flag("reve_flag", &referenceViewingEnvironment, ViewingEnvironment(), &f)
      try Self.flag("ndwt_flag", &nominalDiffuseWhite, 0, &f)
      try Self.value("clli", &contentLightLevel, &f)
      try Self.value("mdcv", &masteringDisplay, &f)
      try Self.value("amve", &ambientViewingEnvironment, &f)
      try Self.value("reve", &referenceViewingEnvironment, &f)
      if var luminance = nominalDiffuseWhite {
        try f("diffuse_white_luminance", &luminance)
        nominalDiffuseWhite = luminance
      }
    }

    private static func value<R: Record>(
      _ name: String, _ value: inout R?, _ f: inout some FieldCoder
    ) throws(FormatError) {
      guard var record = value else { return }
      try f(name, &record)
      value = record
    }

    private static func flag<Value>(
      _ name: String, _ value: inout Value?, _ empty: Value, _ f: inout some FieldCoder
    ) throws(FormatError) {
      var flag: UInt8 = value == nil ? 0 : 1
      try f.bits(name, &flag, 1)
      value = flag == 1 ? value ?? empty : nil
    }
  }

  /// Light around a viewer, as in `reve` after its version and flags.
  public struct ViewingEnvironment: Record {
    /// The luminance around the display, in units of 0.0001 candela per square metre.
    public var surroundLuminance: UInt32 = 0
    /// The x coordinate of that light in the CIE 1931 diagram, in units of 0.00002.
    public var surroundLightX: UInt16 = 0
    /// The y coordinate of that light.
    public var surroundLightY: UInt16 = 0
    /// The luminance of the rest of the room, in units of 0.0001 candela per square metre.
    public var peripheryLuminance: UInt32 = 0
    /// The x coordinate of that light.
    public var peripheryLightX: UInt16 = 0
    /// The y coordinate of that light.
    public var peripheryLightY: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("surround_luminance", &surroundLuminance)
      try f("surround_light_x", &surroundLightX)
      try f("surround_light_y", &surroundLightY)
      try f("periphery_luminance", &peripheryLuminance)
      try f("periphery_light_x", &peripheryLightX)
      try f("periphery_light_y", &peripheryLightY)
    }
  }
}
