/// A sequence parameter set of HEVC (H.265, 7.3.2.2.1): the fields that are needed to frame, order
/// and describe pictures.
public struct HEVCSequenceParameterSet: Hashable, Sendable {
  /// `sps_seq_parameter_set_id`, 0 to 15: the number by which picture parameter sets refer to this
  /// set.
  public var id: UInt32 = 0
  /// `sps_video_parameter_set_id` of the video parameter set that this set refers to, 0 to 15.
  public var videoID: UInt32 = 0
  /// `sps_max_sub_layers_minus1`: the highest `TemporalId` in the stream, 0 to 6.
  public var maxTemporalID = 0
  /// `sps_temporal_id_nesting_flag`: whether a decoder may switch up to a higher temporal sub-layer
  /// at any picture of it.
  public var temporalIDNesting = false
  /// Profile, tier and level of the whole stream.
  public var profile: ProfileTierLevel
  /// `chroma_format_idc`: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  public var chromaFormatIdc = 1
  /// Whether the three colour components of a 4:4:4 picture are coded separately, each like a
  /// monochrome picture.
  public var separateColourPlanes = false
  /// The bits per luma sample, 8 to 16.
  public var bitDepthLuma = 8
  /// The bits per chroma sample, 8 to 16.
  public var bitDepthChroma = 8
  /// The width of a picture in luma samples before cropping.
  public var codedWidth = 0
  /// The height of a picture in luma samples before cropping.
  public var codedHeight = 0
  /// The width of the conformance window in luma samples.
  public var width = 0
  /// The height of the conformance window in luma samples.
  public var height = 0
  /// The number of bits of `slice_pic_order_cnt_lsb`.
  var orderLsbBits = 4
  /// `sps_max_dec_pic_buffering_minus1` of the highest sub-layer: the size of the decoded picture
  /// buffer in pictures, less 1.
  public var decodedPictures = 0
  /// `sps_max_num_reorder_pics` of the highest sub-layer: the most pictures that precede a picture
  /// in decoding order and follow it in output order.
  public var reorderPictures = 0
  /// The number of coding tree blocks of a picture.
  var treeBlocks = 1
  /// The parts of the video usability information (VUI) that are kept; nil if the set has none. If the VUI breaks
  /// off or has a value out of its range, these are what comes before that.
  public var usability: VideoUsability?

  /// Reads a sequence parameter set.
  /// - Parameter unit: the NAL unit with its header.
  /// - Throws: `FormatError` if the unit is cut short or a value is out of its range, both before the VUI, or
  ///   cropping leaves no picture.
  public init(_ unit: Bytes) throws(FormatError) {
    do throws(FormatError) {
      var reader = RBSPReader(unit, skipping: 2)
      let videoID = try reader.bits("sps_video_parameter_set_id", 4)
      let subLayers = Int(try reader.bits("sps_max_sub_layers_minus1", 3))
      guard subLayers < 7 else {
        throw FormatError(.invalidValue("8 sub-layers"), path: "sps_max_sub_layers_minus1")
      }
      let isNested = try reader.flag("sps_temporal_id_nesting_flag")
      profile = try ProfileTierLevel(&reader, subLayers: subLayers)
      self.videoID = videoID
      maxTemporalID = subLayers
      temporalIDNesting = isNested
      try read(&reader)
    } catch { throw error.inside("seq_parameter_set") }
  }

  private mutating func read(_ reader: inout RBSPReader) throws(FormatError) {
    id = UInt32(try reader.unsigned("sps_seq_parameter_set_id", upTo: 15))
    try readSize(&reader)
    bitDepthLuma = 8 + (try reader.unsigned("bit_depth_luma_minus8", upTo: 8))
    bitDepthChroma = 8 + (try reader.unsigned("bit_depth_chroma_minus8", upTo: 8))
    orderLsbBits = 4 + (try reader.unsigned("log2_max_pic_order_cnt_lsb_minus4", upTo: 12))
    (decodedPictures, reorderPictures) = try reader.subLayerOrdering(highest: maxTemporalID)
    try readTreeBlocks(&reader)
    for _ in 0..<2 { _ = try reader.unsigned("transform_hierarchy_depth") }
    if try reader.flag("scaling_list_enabled_flag"),
      try reader.flag("sps_scaling_list_data_present_flag")
    {
      try Self.skipScalingLists(&reader)
    }
    try reader.skip("amp_and_sample_adaptive_offset_flags", 2)
    if try reader.flag("pcm_enabled_flag") {
      try reader.skip("pcm_sample_bit_depths", 8)
      for _ in 0..<2 { _ = try reader.unsigned("log2_pcm_luma_coding_block_size") }
      try reader.skip("pcm_loop_filter_disabled_flag", 1)
    }
    try skipReferenceSets(&reader)
    if try reader.flag("long_term_ref_pics_present_flag") {
      let count = try reader.unsigned("num_long_term_ref_pics_sps", upTo: 32)
      for _ in 0..<count { try reader.skip("lt_ref_pic", orderLsbBits + 1) }
    }
    try reader.skip("temporal_mvp_and_strong_smoothing_flags", 2)
    if try reader.flag("vui_parameters_present_flag") {
      usability = VideoUsability(&reader, codec: .hevc)
    }
  }

  private mutating func readSize(_ reader: inout RBSPReader) throws(FormatError) {
    chromaFormatIdc = try reader.unsigned("chroma_format_idc", upTo: 3)
    if chromaFormatIdc == 3 { separateColourPlanes = try reader.flag("separate_colour_plane_flag") }
    codedWidth = try reader.unsigned("pic_width_in_luma_samples", upTo: 65535)
    codedHeight = try reader.unsigned("pic_height_in_luma_samples", upTo: 65535)
    width = codedWidth
    height = codedHeight
    if try reader.flag("conformance_window_flag") {
      let unitX = chromaFormatIdc == 1 || chromaFormatIdc == 2 ? 2 : 1
      let unitY = chromaFormatIdc == 1 ? 2 : 1
      for offset in ["left", "right"] as [String] {
        width -= unitX * (try reader.unsigned(offset, upTo: 65535))
      }
      for offset in ["top", "bottom"] as [String] {
        height -= unitY * (try reader.unsigned(offset, upTo: 65535))
      }
    }
    guard width > 0, height > 0 else {
      throw FormatError(.invalidValue("cropping leaves no picture"), path: "conf_win_offset")
    }
  }

  private mutating func readTreeBlocks(_ reader: inout RBSPReader) throws(FormatError) {
    let least = 3 + (try reader.unsigned("log2_min_luma_coding_block_size_minus3", upTo: 3))
    let more = try reader.unsigned("log2_diff_max_min_luma_coding_block_size", upTo: 3)
    for _ in 0..<2 { _ = try reader.unsigned("log2_luma_transform_block_size") }
    let side = 1 << (least + more)
    treeBlocks = ((codedWidth + side - 1) / side) * ((codedHeight + side - 1) / side)
  }

  /// Skips scaling_list_data() (7.3.4).
  private static func skipScalingLists(_ reader: inout RBSPReader) throws(FormatError) {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        guard try reader.flag("scaling_list_pred_mode_flag") else {
          _ = try reader.unsigned("scaling_list_pred_matrix_id_delta")
          continue
        }
        if size > 1 { _ = try reader.signed("scaling_list_dc_coef_minus8") }
        for _ in 0..<min(64, 1 << (4 + size << 1)) {
          _ = try reader.signed("scaling_list_delta_coef")
        }
      }
    }
  }

  /// Skips st_ref_pic_set() of all sets (7.3.7).
  private func skipReferenceSets(_ reader: inout RBSPReader) throws(FormatError) {
    let sets = try reader.unsigned("num_short_term_ref_pic_sets", upTo: 64)
    var pictures = 0
    for index in 0..<sets {
      if index > 0, try reader.flag("inter_ref_pic_set_prediction_flag") {
        try reader.skip("delta_rps_sign", 1)
        _ = try reader.unsigned("abs_delta_rps_minus1")
        var kept = 0
        for _ in 0...pictures {
          let isUsed = try reader.flag("used_by_curr_pic_flag")
          if isUsed {
            kept += 1
          } else if try reader.flag("use_delta_flag") {
            kept += 1
          }
        }
        pictures = kept
      } else {
        let negative = try reader.unsigned("num_negative_pics", upTo: 16)
        let positive = try reader.unsigned("num_positive_pics", upTo: 16)
        pictures = negative + positive
        for _ in 0..<pictures {
          _ = try reader.unsigned("delta_poc_minus1")
          try reader.skip("used_by_curr_pic_flag", 1)
        }
      }
      guard pictures <= 32 else {
        throw FormatError(
          .invalidValue(counted(pictures, "reference picture")), path: "st_ref_pic_set")
      }
    }
  }
}

/// A picture parameter set of HEVC (H.265, 7.3.2.3.1): the fields that are needed to read slice
/// headers.
public struct HEVCPictureParameterSet: Hashable, Sendable {
  /// `pps_pic_parameter_set_id`, 0 to 63: the number by which slices refer to this set.
  public var id: UInt32 = 0
  /// `pps_seq_parameter_set_id` of the sequence parameter set that this set refers to.
  public var sequenceID: UInt32 = 0
  /// `dependent_slice_segments_enabled_flag`.
  var dependentSlices = false
  var outputFlagPresent = false
  var extraSliceHeaderBits = 0

  /// Reads a picture parameter set.
  /// - Parameter unit: the NAL unit with its header.
  /// - Throws: `FormatError` if the unit is cut short or a value is out of its range.
  public init(_ unit: Bytes) throws(FormatError) {
    do {
      var reader = RBSPReader(unit, skipping: 2)
      try read(&reader)
    } catch { throw error.inside("pic_parameter_set") }
  }

  private mutating func read(_ reader: inout RBSPReader) throws(FormatError) {
    id = UInt32(try reader.unsigned("pps_pic_parameter_set_id", upTo: 63))
    sequenceID = UInt32(try reader.unsigned("pps_seq_parameter_set_id", upTo: 15))
    dependentSlices = try reader.flag("dependent_slice_segments_enabled_flag")
    outputFlagPresent = try reader.flag("output_flag_present_flag")
    extraSliceHeaderBits = Int(try reader.bits("num_extra_slice_header_bits", 3))
  }
}
