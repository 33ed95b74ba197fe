/// The start of the sequence header of an AV1 stream (AV1 Bitstream & Decoding Process Specification,
/// 5.5).
package struct AV1SequenceHeader: Hashable, Sendable {
  /// The profile: 0 Main, 1 High, 2 Professional.
  package private(set) var profile = 0
  /// Whether there is only one picture.
  package private(set) var isStillPicture = false
  /// The level of the first operating point (`seq_level_idx`): 0 is 2.0, 5 is 3.1, 8 is 4.0, ….
  package private(set) var level = 0
  /// The tier of the first operating point: 0 Main, 1 High.
  package private(set) var tier = 0
  /// The largest width of a frame in pixels.
  package private(set) var maxFrameWidth = 0
  /// The largest height of a frame in pixels.
  package private(set) var maxFrameHeight = 0
  /// How values map to colours; nil if the header does not say it, or is cut short before it.
  package private(set) var colour: VideoUsability.Colour?

  /// Reads the first sequence header among OBUs, as `av1C` contains them; nil if there is none.
  /// - Throws: `FormatError` if it is cut short.
  package init?(obus: Bytes) throws(FormatError) {
    var rest = obus
    while let head = rest.first {
      let type = head >> 3 & 15
      let hasExtension = head & 4 != 0
      let hasSize = head & 2 != 0
      rest = rest.dropFirst(hasExtension ? 2 : 1)
      var size = rest.count
      if hasSize {
        guard let length = Self.leb128(&rest), let exact = Int(exactly: length),
          exact <= rest.count
        else { throw FormatError(.invalidValue("an OBU is cut short"), path: "config_obus") }
        size = exact
      }
      if type == 1 {
        do throws(FormatError) {
          var reader = BitReader(rest.prefix(size))
          try read(&reader)
        } catch { throw error.inside("sequence_header_obu") }
        return
      }
      rest = rest.dropFirst(size)
    }
    return nil
  }

  private static func leb128(_ bytes: inout Bytes) -> UInt64? {
    var value: UInt64 = 0
    for shift in 0..<8 {
      guard let byte = bytes.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << UInt64(7 * shift)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }

  private mutating func read(_ reader: inout BitReader) throws(FormatError) {
    profile = Int(try reader.bits("seq_profile", 3))
    isStillPicture = try reader.flag("still_picture")
    let isReduced = try reader.flag("reduced_still_picture_header")
    if isReduced {
      level = Int(try reader.bits("seq_level_idx", 5))
    } else {
      try readOperatingPoints(&reader)
    }
    let widthBits = Int(try reader.bits("frame_width_bits_minus_1", 4)) + 1
    let heightBits = Int(try reader.bits("frame_height_bits_minus_1", 4)) + 1
    maxFrameWidth = Int(try reader.bits("max_frame_width_minus_1", widthBits)) + 1
    maxFrameHeight = Int(try reader.bits("max_frame_height_minus_1", heightBits)) + 1
    do throws(FormatError) {
      try Self.skipTools(&reader, isReduced: isReduced)
      colour = try readColour(&reader)
    } catch {
      // The sizes hold without the rest.
      colour = nil
    }
  }

  /// Skips what is between the sizes and the colours: the tools that frames use.
  private static func skipTools(
    _ reader: inout BitReader, isReduced: Bool
  ) throws(FormatError) {
    if !isReduced, try reader.flag("frame_id_numbers_present_flag") {
      try reader.skip("delta_frame_id_length_minus_2 and additional_frame_id_length_minus_1", 7)
    }
    try reader.skip("use_128x128_superblock to enable_intra_edge_filter", 3)
    if !isReduced {
      try reader.skip("enable_interintra_compound to enable_dual_filter", 4)
      let hasOrderHint = try reader.flag("enable_order_hint")
      if hasOrderHint { try reader.skip("enable_jnt_comp and enable_ref_frame_mvs", 2) }
      var hasScreenContent = try reader.flag("seq_choose_screen_content_tools")
      if !hasScreenContent {
        hasScreenContent = try reader.flag("seq_force_screen_content_tools")
      }
      if hasScreenContent, try !reader.flag("seq_choose_integer_mv") {
        try reader.skip("seq_force_integer_mv", 1)
      }
      if hasOrderHint { try reader.skip("order_hint_bits_minus_1", 3) }
    }
    try reader.skip("enable_superres to enable_restoration", 3)
  }

  /// Reads `color_config` (5.5.2); nil if it does not describe colours.
  private func readColour(
    _ reader: inout BitReader
  ) throws(FormatError) -> VideoUsability.Colour? {
    let isHigh = try reader.flag("high_bitdepth")
    if profile == 2, isHigh { try reader.skip("twelve_bit", 1) }
    let isMonochrome = profile == 1 ? false : try reader.flag("mono_chrome")
    guard try reader.flag("color_description_present_flag") else { return nil }
    var colour = VideoUsability.Colour()
    colour.primaries = UInt8(truncatingIfNeeded: try reader.bits("color_primaries", 8))
    colour.transferCharacteristics = UInt8(
      truncatingIfNeeded: try reader.bits("transfer_characteristics", 8))
    colour.matrixCoefficients = UInt8(
      truncatingIfNeeded: try reader.bits("matrix_coefficients", 8))
    // sRGB has no flag, and the full range.
    let isSRGB =
      !isMonochrome && colour.primaries == 1 && colour.transferCharacteristics == 13
      && colour.matrixCoefficients == 0
    colour.isFullRange = isSRGB ? true : try reader.flag("color_range")
    return colour
  }

  private mutating func readOperatingPoints(_ reader: inout BitReader) throws(FormatError) {
    var delayBits: Int?
    if try reader.flag("timing_info_present_flag") {
      try reader.skip("num_units_in_display_tick", 32)
      try reader.skip("time_scale", 32)
      if try reader.flag("equal_picture_interval") { try Self.skipUVLC(&reader) }
      if try reader.flag("decoder_model_info_present_flag") {
        delayBits = Int(try reader.bits("buffer_delay_length_minus_1", 5)) + 1
        try reader.skip("num_units_in_decoding_tick", 32)
        try reader.skip("buffer_removal_and_presentation_time_lengths", 10)
      }
    }
    let hasInitialDelay = try reader.flag("initial_display_delay_present_flag")
    let points = try reader.bits("operating_points_cnt_minus_1", 5)
    for point in 0...points {
      try reader.skip("operating_point_idc", 12)
      let level = Int(try reader.bits("seq_level_idx", 5))
      let tier = level > 7 ? Int(try reader.bits("seq_tier", 1)) : 0
      if point == 0 { (self.level, self.tier) = (level, tier) }
      if let delayBits, try reader.flag("decoder_model_present_for_this_op") {
        try reader.skip("operating_parameters_info", 2 * delayBits + 1)
      }
      if hasInitialDelay, try reader.flag("initial_display_delay_present_for_this_op") {
        try reader.skip("initial_display_delay_minus_1", 4)
      }
    }
  }

  private static func skipUVLC(_ reader: inout BitReader) throws(FormatError) {
    var zeros = 0
    while try !reader.flag("num_ticks_per_picture_minus_1") {
      zeros += 1
      guard zeros < 32 else { return }
    }
    try reader.skip("num_ticks_per_picture_minus_1", zeros)
  }
}
