import Testing

@testable import MovKit

/// `mini`, whose fields are bits one right after the other.
@Suite struct MinimizedImageTests {
  @Test(arguments: rows) func valueBytesText(row: RecordExample) throws { try row.check() }

  private static let av1 = RawBytes(bytes: [0x81, 0x20, 0, 0])

  static let rows: [RecordExample] = [
    // From a file of an encoder: a picture of 256 × 256.
    RecordExample(
      "a picture of AV1",
      """
      08 18 80 ff 01 fe 20 03 40 81200000
      12000a09381dffffd8404341a43226119001861861 00b4835a70508be57df5c7d36e92ea80
      015091c406a3e1ca4443e7b86743ea80
      """,
      "version=0 explicit_codec_types_flag=0 float_flag=0 full_range_flag=1 alpha_flag=0 "
        + "explicit_cicp_flag=0 hdr_flag=0 icc_flag=0 exif_flag=0 xmp_flag=0 "
        + "chroma_subsampling=3 orientation_minus1=0 large_dimensions_flag=1 width_minus1=255 "
        + "height_minus1=255 samples={high_bit_depth_flag=0} large_codec_config_flag=0 "
        + "large_item_data_flag=0 main_item_codec_config_size=4 main_item_data_size_minus1=52 "
        + "main_item_codec_config=<81200000> main_item_data="
        + "<12000a09381dffffd8404341a4322611900186186100b4835a70508be57df5c7d36e92ea80"
        + "015091c406a3e1ca4443e7b86743ea80>",
      MinimizedImage.self
    ) {
      $0.largeDimensions = 1
      ($0.widthMinus1, $0.heightMinus1) = (255, 255)
      $0.parts.configuration = av1
      $0.parts.picture = RawBytes(
        bytes: hex(
          "12000a09381dffffd8404341a43226119001861861 00b4835a70508be57df5c7d36e92ea80"
            + "015091c406a3e1ca4443e7b86743ea80")[...])
    },
    // The bits of the standard's syntax, put one after the other.
    RecordExample(
      "a picture with transparency, a gain map and metadata",
      """
      27ed63634c24402585d8c0c585d8c50ec4c01430c1000ce07d00320000002747a268084000003e87a26808400000
      0787a288086003df360819e143620ea605dc42681f401e89a021004c4b400000001900040000800198000c001000
      0008
      81200000 f1 0102 03 0405 0607 08090a 0b0c0d0e 0f 1011
      """,
      "version=0 explicit_codec_types_flag=1 float_flag=0 full_range_flag=0 alpha_flag=1 "
        + "explicit_cicp_flag=1 hdr_flag=1 icc_flag=1 exif_flag=1 xmp_flag=1 "
        + "chroma_subsampling=1 orientation_minus1=5 large_dimensions_flag=0 width_minus1=99 "
        + "height_minus1=49 samples={chroma_is_horizontally_centered=1 "
        + "chroma_is_vertically_centered=0 high_bit_depth_flag=1 bit_depth_minus9=1} "
        + "alpha_is_premultiplied=1 colour={colour_primaries=9 transfer_characteristics=16 "
        + "matrix_coefficients=9} infe_type='av01' codec_config_type='av1C' "
        + "gainmap_flag=1 gainmap={width_minus1=49 height_minus1=24 matrix_coefficients=2 "
        + "full_range_flag=1 chroma_subsampling=0 samples={float_flag=0 high_bit_depth_flag=0} "
        + "tmap_icc_flag=1 tmap_explicit_cicp_flag=1 tmap_colour={colour_primaries=12 "
        + "transfer_characteristics=16 matrix_coefficients=0} tmap_full_range_flag=1} "
        + "hdr_properties={clli_flag=1 mdcv_flag=0 cclv_flag=0 amve_flag=1 reve_flag=1 "
        + "ndwt_flag=1 clli={max_content_light_level=1000 max_pic_average_light_level=400} "
        + "amve={ambient_illuminance=314 ambient_light_x=15635 ambient_light_y=16450} "
        + "reve={surround_luminance=500 surround_light_x=15635 surround_light_y=16450 "
        + "periphery_luminance=60 periphery_light_x=15636 periphery_light_y=16451} "
        + "diffuse_white_luminance=2030000} tmap_hdr_properties={clli_flag=0 mdcv_flag=1 "
        + "cclv_flag=0 amve_flag=0 reve_flag=0 ndwt_flag=0 mdcv={display_primary_green={x=13250"
        + " y=34500} display_primary_blue={x=7500 y=3000} display_primary_red={x=34000 y=16000}"
        + " white_point={x=15635 y=16450} max_display_mastering_luminance=10000000 "
        + "min_display_mastering_luminance=50}} large_metadata_flag=0 large_codec_config_flag=0"
        + " large_item_data_flag=0 icc_data_size_minus1=1 tmap_icc_data_size_minus1=0 "
        + "gainmap_metadata_size=2 gainmap_item_data_size=3 gainmap_item_codec_config_size=1 "
        + "main_item_codec_config_size=4 main_item_data_size_minus1=3 alpha_item_data_size=2 "
        + "alpha_item_codec_config_size=0 exif_xmp_compressed_flag=0 exif_data_size_minus1=0 "
        + "xmp_data_size_minus1=1 main_item_codec_config=<81200000> "
        + "gainmap_item_codec_config=<f1> icc_data=<0102> tmap_icc_data=<03> "
        + "gainmap_metadata=<0405> alpha_item_data=<0607> gainmap_item_data=<08090a> "
        + "main_item_data=<0b0c0d0e> exif_data=<0f> xmp_data=<1011>",
      MinimizedImage.self
    ) {
      $0.explicitCodecTypes = 1
      ($0.fullRange, $0.alpha, $0.explicitColour, $0.highDynamicRange) = (0, 1, 1, 1)
      ($0.icc, $0.exif, $0.xmp) = (1, 1, 1)
      ($0.chromaSubsampling, $0.orientationMinus1) = (1, 5)
      ($0.widthMinus1, $0.heightMinus1) = (99, 49)
      $0.samples.chromaSubsampling = 1
      $0.samples.chromaIsHorizontallyCentered = 1
      ($0.samples.highBitDepth, $0.samples.bitDepthMinus9) = (1, 1)
      $0.alphaIsPremultiplied = 1
      ($0.colour.primaries, $0.colour.transfer, $0.colour.matrix) = (9, 16, 9)
      ($0.itemType, $0.configurationType) = ("av01", "av1C")
      $0.hasGainMap = 1
      $0.gainMap = gainMap
      $0.range.contentLightLevel = ContentLightLevel()
      $0.range.contentLightLevel?.maxContentLightLevel = 1000
      $0.range.contentLightLevel?.maxPicAverageLightLevel = 400
      $0.range.ambientViewingEnvironment = AmbientViewingEnvironment()
      $0.range.ambientViewingEnvironment?.ambientIlluminance = 314
      $0.range.ambientViewingEnvironment?.ambientLightX = 15635
      $0.range.ambientViewingEnvironment?.ambientLightY = 16450
      $0.range.referenceViewingEnvironment = surround
      $0.range.nominalDiffuseWhite = 2_030_000
      $0.mappedRange.masteringDisplay = display
      $0.parts.configuration = av1
      $0.parts.gainMapConfiguration = RawBytes(bytes: [0xF1])
      $0.parts.icc = RawBytes(bytes: [1, 2])
      $0.parts.mappedICC = RawBytes(bytes: [3])
      $0.parts.gainMapMetadata = RawBytes(bytes: [4, 5])
      $0.parts.alpha = RawBytes(bytes: [6, 7])
      $0.parts.gainMap = RawBytes(bytes: [8, 9, 10])
      $0.parts.picture = RawBytes(bytes: [11, 12, 13, 14])
      $0.parts.exif = RawBytes(bytes: [15])
      $0.parts.xmp = RawBytes(bytes: [16, 17])
    },
  ]

  private static let gainMap: MinimizedImage.GainMap = {
    var map = MinimizedImage.GainMap()
    (map.widthMinus1, map.heightMinus1) = (49, 24)
    (map.matrix, map.chromaSubsampling, map.icc, map.explicitColour) = (2, 0, 1, 1)
    (map.samples.chromaSubsampling, map.samples.storesFloat) = (0, true)
    (map.colour.primaries, map.colour.transfer, map.colour.matrix) = (12, 16, 0)
    return map
  }()

  private static let surround: MinimizedImage.ViewingEnvironment = {
    var environment = MinimizedImage.ViewingEnvironment()
    environment.surroundLuminance = 500
    (environment.surroundLightX, environment.surroundLightY) = (15635, 16450)
    environment.peripheryLuminance = 60
    (environment.peripheryLightX, environment.peripheryLightY) = (15636, 16451)
    return environment
  }()

  private static let display: MasteringDisplay = {
    var display = MasteringDisplay()
    (display.green.x, display.green.y) = (13250, 34500)
    (display.blue.x, display.blue.y) = (7500, 3000)
    (display.red.x, display.red.y) = (34000, 16000)
    (display.whitePoint.x, display.whitePoint.y) = (15635, 16450)
    (display.maxLuminance, display.minLuminance) = (10_000_000, 50)
    return display
  }()

  @Test func aFileOfItNeedsNoMovie() throws {
    let type = atom("ftyp", Array("mif3avif".utf8))
    let picture = atom("mini", hex("08 18 80 ff 01 fe 20 00 00 81200000 aa"))
    #expect(try AtomFile(from: type + picture).missingMovie == nil)
    #expect(try AtomFile(from: type).missingMovie != nil)
  }

  @Test func aPartWithoutItsFlagIsRefused() {
    var image = MinimizedImage()
    image.parts.exif = RawBytes(bytes: [1])
    #expect(throws: FormatError.self) { try image.serialized() }
    image.exif = 1
    #expect(throws: Never.self) { try image.serialized() }
    image.parts.picture = RawBytes()
    #expect(throws: FormatError.self) { try image.serialized() }
  }
}
