/// The configuration of an MPEG-4 video decoder: the decoder specific information of `esds` (ISO/IEC
/// 14496-2, 6.2.2 and 6.2.3).
package struct MPEG4VisualConfig: Hashable, Sendable {
  /// Profile and level (table G.1): 1 to 3 Simple, 0xF0 to 0xF7 Advanced Simple, …; nil if it is not said.
  package private(set) var profileAndLevel: UInt8?
  /// The kind of stream (table 6-10): 1 Simple, 17 Advanced Simple, ….
  package private(set) var objectType: UInt8 = 0
  /// The shape of pixels (table 6-12); 15: `pixelWidth` and `pixelHeight` say it.
  package private(set) var aspectRatioInfo: UInt8 = 0
  /// The width of a pixel, if `aspectRatioInfo` is 15.
  package private(set) var pixelWidth: UInt8 = 0
  /// The height of a pixel, if `aspectRatioInfo` is 15.
  package private(set) var pixelHeight: UInt8 = 0
  /// The number of ticks in a second.
  package private(set) var timeIncrementResolution: UInt16 = 0
  /// The ticks that each picture lasts; nil if they differ.
  package private(set) var fixedTimeIncrement: UInt16?
  /// The width in pixels; 0 if pictures have no rectangular shape.
  package private(set) var width: UInt16 = 0
  /// The height in pixels; 0 if pictures have no rectangular shape.
  package private(set) var height: UInt16 = 0
  /// Whether frames may have two fields; nil if pictures have no rectangular shape.
  package private(set) var isInterlaced: Bool?

  /// Reads the first video object layer in the decoder specific information; nil if there is none.
  /// - Throws: `FormatError` if it is cut short.
  package init?(_ bytes: Bytes) throws(FormatError) {
    for (code, content) in VideoStartCodes(bytes) {
      switch code {
      case 0xB0: profileAndLevel = content.first
      case 0x20...0x2F:
        do throws(FormatError) {
          var reader = BitReader(content)
          try read(&reader)
        } catch { throw error.inside("video_object_layer") }
        return
      default: break
      }
    }
    return nil
  }

  /// Reads VideoObjectLayer up to `interlaced`.
  private mutating func read(_ reader: inout BitReader) throws(FormatError) {
    try reader.skip("random_accessible_vol", 1)
    objectType = UInt8(try reader.bits("video_object_type_indication", 8))
    var version: UInt32 = 1
    if try reader.flag("is_object_layer_identifier") {
      version = try reader.bits("video_object_layer_verid", 4)
      try reader.skip("video_object_layer_priority", 3)
    }
    aspectRatioInfo = UInt8(try reader.bits("aspect_ratio_info", 4))
    if aspectRatioInfo == 15 {
      pixelWidth = UInt8(try reader.bits("par_width", 8))
      pixelHeight = UInt8(try reader.bits("par_height", 8))
    }
    if try reader.flag("vol_control_parameters") {
      try reader.skip("chroma_format and low_delay", 3)
      if try reader.flag("vbv_parameters") { try reader.skip("vbv", 79) }
    }
    let shape = try reader.bits("video_object_layer_shape", 2)
    if shape == 3, version != 1 { try reader.skip("video_object_layer_shape_extension", 4) }
    try reader.skip("marker_bit", 1)
    timeIncrementResolution = UInt16(try reader.bits("vop_time_increment_resolution", 16))
    try reader.skip("marker_bit", 1)
    if try reader.flag("fixed_vop_rate") {
      let largest = max(1, timeIncrementResolution.subtractingReportingOverflow(1).partialValue)
      fixedTimeIncrement = UInt16(
        try reader.bits("fixed_vop_time_increment", 16 - largest.leadingZeroBitCount))
    }
    guard shape == 0 else { return }
    try reader.skip("marker_bit", 1)
    width = UInt16(try reader.bits("video_object_layer_width", 13))
    try reader.skip("marker_bit", 1)
    height = UInt16(try reader.bits("video_object_layer_height", 13))
    try reader.skip("marker_bit", 1)
    isInterlaced = try reader.flag("interlaced")
  }
}
