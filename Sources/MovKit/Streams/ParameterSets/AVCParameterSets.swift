/// A sequence parameter set of H.264 (7.3.2.1.1): the fields that are needed to frame, order and
/// describe pictures.
public struct AVCSequenceParameterSet: Hashable, Sendable {
  /// `profile_idc`: 66 Baseline, 77 Main, 88 Extended, 100 High, …
  public var profileIdc: UInt8 = 0
  /// `constraint_set0_flag` to `constraint_set5_flag` from the top bit down, then two zero bits.
  public var constraintFlags: UInt8 = 0
  /// `level_idc`: ten times the level's number.
  public var levelIdc: UInt8 = 0
  /// `seq_parameter_set_id`, 0 to 31: the number by which picture parameter sets refer to this set.
  public var id: UInt32 = 0
  /// `chroma_format_idc`: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  public var chromaFormatIdc = 1
  /// Whether the three colour components of a 4:4:4 picture are coded separately, each like a
  /// monochrome picture.
  public var separateColourPlanes = false
  /// The bits per luma sample, 8 to 14.
  public var bitDepthLuma = 8
  /// The bits per chroma sample, 8 to 14.
  public var bitDepthChroma = 8
  /// The number of bits of `frame_num`.
  var frameNumberBits = 4
  /// `pic_order_cnt_type`, 0 to 2.
  var orderType = 0
  /// The number of bits of `pic_order_cnt_lsb`, for order type 0.
  var orderLsbBits = 4
  /// The parameters of order type 1.
  var order1 = OrderType1()
  /// `max_num_ref_frames`: the most reference frames that decoding a picture can need, 0 to 16.
  public var maxReferenceFrames = 0
  /// The width of a frame in luma samples before cropping, a multiple of 16.
  public var codedWidth = 0
  /// The height of a frame in luma samples before cropping, a multiple of 16.
  public var codedHeight = 0
  /// `frame_mbs_only_flag`: whether no picture is a field or contains field macroblocks.
  public var framesOnly = true
  /// The width of a frame in luma samples after cropping.
  public var width = 0
  /// The height of a frame in luma samples after cropping.
  public var height = 0
  /// The parts of the video usability information (VUI) that are kept; nil if the set has none. If the VUI breaks
  /// off or has a value out of its range, these are what comes before that.
  public var usability: VideoUsability?

  /// The cycle of picture order counts of type 1 (7.4.2.1.1).
  struct OrderType1: Hashable, Sendable {
    var deltaAlwaysZero = false
    var offsetForNonReference: Int64 = 0
    var offsetTopToBottom: Int64 = 0
    var offsetsForReferences: [Int64] = []
  }

  /// Reads a sequence parameter set.
  /// - Parameter unit: the NAL unit with its header.
  /// - Throws: `FormatError` if the unit is cut short or a value is out of its range, both before the VUI, or
  ///   cropping leaves no picture.
  public init(_ unit: Bytes) throws(FormatError) {
    do {
      var reader = RBSPReader(unit, skipping: 1)
      try read(&reader)
    } catch { throw error.inside("seq_parameter_set") }
  }

  /// 144 is the High 4:4:4 profile of 2005, which later editions of H.264 have no more.
  private static let profilesWithChroma: [UInt8] = [
    100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135, 144,
  ]

  private mutating func read(_ reader: inout RBSPReader) throws(FormatError) {
    profileIdc = try reader.byte("profile_idc")
    constraintFlags = try reader.byte("constraint_set_flags")
    levelIdc = try reader.byte("level_idc")
    id = UInt32(try reader.unsigned("seq_parameter_set_id", upTo: 31))
    if Self.profilesWithChroma.contains(profileIdc) { try readChroma(&reader) }
    frameNumberBits = 4 + (try reader.unsigned("log2_max_frame_num_minus4", upTo: 12))
    try readOrder(&reader)
    maxReferenceFrames = try reader.unsigned("max_num_ref_frames", upTo: 16)
    try reader.skip("gaps_in_frame_num_value_allowed_flag", 1)
    try readSize(&reader)
    if try reader.flag("vui_parameters_present_flag") {
      usability = VideoUsability(&reader, codec: .h264)
    }
  }

  private mutating func readChroma(_ reader: inout RBSPReader) throws(FormatError) {
    chromaFormatIdc = try reader.unsigned("chroma_format_idc", upTo: 3)
    if chromaFormatIdc == 3 { separateColourPlanes = try reader.flag("separate_colour_plane_flag") }
    bitDepthLuma = 8 + (try reader.unsigned("bit_depth_luma_minus8", upTo: 6))
    bitDepthChroma = 8 + (try reader.unsigned("bit_depth_chroma_minus8", upTo: 6))
    try reader.skip("qpprime_y_zero_transform_bypass_flag", 1)
    guard try reader.flag("seq_scaling_matrix_present_flag") else { return }
    for list in 0..<(chromaFormatIdc == 3 ? 12 : 8) {
      if try reader.flag("seq_scaling_list_present_flag") {
        try Self.skipScalingList(&reader, size: list < 6 ? 16 : 64)
      }
    }
  }

  /// Skips scaling_list() (7.3.2.1.1.1).
  private static func skipScalingList(
    _ reader: inout RBSPReader, size: Int
  ) throws(FormatError) {
    var last = 8
    for _ in 0..<size {
      let delta = Int(try reader.signed("delta_scale"))
      last = (last + delta) & 255
      if last == 0 { return }
    }
  }

  private mutating func readOrder(_ reader: inout RBSPReader) throws(FormatError) {
    orderType = try reader.unsigned("pic_order_cnt_type", upTo: 2)
    if orderType == 0 {
      orderLsbBits = 4 + (try reader.unsigned("log2_max_pic_order_cnt_lsb_minus4", upTo: 12))
    } else if orderType == 1 {
      order1.deltaAlwaysZero = try reader.flag("delta_pic_order_always_zero_flag")
      order1.offsetForNonReference = Int64(try reader.signed("offset_for_non_ref_pic"))
      order1.offsetTopToBottom = Int64(try reader.signed("offset_for_top_to_bottom_field"))
      let count = try reader.unsigned("num_ref_frames_in_pic_order_cnt_cycle", upTo: 255)
      for _ in 0..<count {
        order1.offsetsForReferences.append(Int64(try reader.signed("offset_for_ref_frame")))
      }
    }
  }

  private mutating func readSize(_ reader: inout RBSPReader) throws(FormatError) {
    // A side of the largest picture of any level has 1055 macroblocks: the square root of 8 times 139264 (A.3.1).
    // Streams that keep to no level are read too, of up to 65536 pixels a side.
    let columns = 1 + (try reader.unsigned("pic_width_in_mbs_minus1", upTo: 4095))
    let rows = 1 + (try reader.unsigned("pic_height_in_map_units_minus1", upTo: 4095))
    framesOnly = try reader.flag("frame_mbs_only_flag")
    if !framesOnly { try reader.skip("mb_adaptive_frame_field_flag", 1) }
    try reader.skip("direct_8x8_inference_flag", 1)
    codedWidth = 16 * columns
    codedHeight = 16 * rows * (framesOnly ? 1 : 2)
    width = codedWidth
    height = codedHeight
    guard try reader.flag("frame_cropping_flag") else { return }
    let separate = separateColourPlanes || chromaFormatIdc == 0
    let unitX = separate || chromaFormatIdc == 3 ? 1 : 2
    let unitY = (separate || chromaFormatIdc != 1 ? 1 : 2) * (framesOnly ? 1 : 2)
    for offset in ["left", "right"] as [String] {
      width -= unitX * (try reader.unsigned(offset, upTo: 65535))
    }
    for offset in ["top", "bottom"] as [String] {
      height -= unitY * (try reader.unsigned(offset, upTo: 65535))
    }
    guard width > 0, height > 0 else {
      throw FormatError(.invalidValue("cropping leaves no picture"), path: "frame_crop_offset")
    }
  }
}

extension AVCSequenceParameterSet {
  /// Whether all pictures are intra coded, so that none waits for another (A.2.8 to A.2.11).
  private var isIntraOnly: Bool {
    profileIdc == 44
      || [100, 110, 122, 244].contains(profileIdc) && constraintFlags & 0x10 != 0
  }

  /// The most frames that a decoder must hold, 0 to 16: `max_dec_frame_buffering`, or the value
  /// that E.2.1 infers if the set does not give it (MaxDpbFrames of A.3.1).
  public var decodedFrames: Int {
    if let told = usability?.maxDecodedFrames { return max(told, maxReferenceFrames) }
    if isIntraOnly { return 0 }
    let macroblocks = (codedWidth / 16) * (codedHeight / 16)
    return max(1, min(16, maxDecodedMacroblocks / macroblocks), maxReferenceFrames)
  }

  /// The most frames that precede a frame in decoding order and follow it in output order:
  /// `max_num_reorder_frames`, or the value that E.2.1 infers if the set does not give it. 0 if
  /// output order is decoding order (order type 2).
  public var reorderFrames: Int {
    if orderType == 2 { return 0 }
    return usability?.maxReorderFrames ?? decodedFrames
  }

  /// Whether the level is 1b: level 11 says so by a flag in the profiles that are older than it (A.3.1).
  private var isLevel1b: Bool {
    levelIdc == 11 && constraintFlags & 0x10 != 0 && [66, 77, 88].contains(profileIdc)
  }

  /// MaxDpbMbs of the level (Table A-1): the decoded picture buffer in macroblocks.
  private var maxDecodedMacroblocks: Int {
    switch isLevel1b ? 10 : levelIdc {
    case ...10: 396
    case 11: 900
    case 12...20: 2376
    case 21: 4752
    case 22...30: 8100
    case 31: 18000
    case 32: 20480
    case 40, 41: 32768
    case 42: 34816
    case 50: 110400
    case 51, 52: 184320
    default: 696320
    }
  }
}

/// A picture parameter set of H.264 (7.3.2.2): the fields that are needed to read slice headers.
public struct AVCPictureParameterSet: Hashable, Sendable {
  /// `pic_parameter_set_id`, 0 to 255: the number by which slices refer to this set.
  public var id: UInt32 = 0
  /// `seq_parameter_set_id` of the sequence parameter set that this set refers to.
  public var sequenceID: UInt32 = 0
  /// `bottom_field_pic_order_in_frame_present_flag`.
  var hasBottomFieldOrder = false
  /// `num_ref_idx_l0_default_active_minus1` plus 1.
  var activeReferences0 = 1
  /// `num_ref_idx_l1_default_active_minus1` plus 1.
  var activeReferences1 = 1
  var weightedPrediction = false
  var weightedBipredictionIdc = 0
  /// `redundant_pic_cnt_present_flag`.
  var hasRedundantCount = false

  /// Reads a picture parameter set.
  /// - Parameter unit: the NAL unit with its header.
  /// - Throws: `FormatError` if the unit is cut short or a value is out of its range.
  public init(_ unit: Bytes) throws(FormatError) {
    do {
      var reader = RBSPReader(unit, skipping: 1)
      try read(&reader)
    } catch { throw error.inside("pic_parameter_set") }
  }

  private mutating func read(_ reader: inout RBSPReader) throws(FormatError) {
    id = UInt32(try reader.unsigned("pic_parameter_set_id", upTo: 255))
    sequenceID = UInt32(try reader.unsigned("seq_parameter_set_id", upTo: 31))
    try reader.skip("entropy_coding_mode_flag", 1)
    hasBottomFieldOrder = try reader.flag("bottom_field_pic_order_in_frame_present_flag")
    try skipSliceGroups(&reader)
    activeReferences0 = 1 + (try reader.unsigned("num_ref_idx_l0_default_active", upTo: 31))
    activeReferences1 = 1 + (try reader.unsigned("num_ref_idx_l1_default_active", upTo: 31))
    weightedPrediction = try reader.flag("weighted_pred_flag")
    weightedBipredictionIdc = Int(try reader.bits("weighted_bipred_idc", 2))
    for _ in 0..<3 { _ = try reader.signed("pic_init_qp") }
    try reader.skip("deblocking_filter_control_present_flag", 2)
    hasRedundantCount = try reader.flag("redundant_pic_cnt_present_flag")
  }

  private func skipSliceGroups(_ reader: inout RBSPReader) throws(FormatError) {
    let groups = try reader.unsigned("num_slice_groups_minus1", upTo: 7)
    guard groups > 0 else { return }
    switch try reader.unsigned("slice_group_map_type", upTo: 6) {
    case 0: for _ in 0...groups { _ = try reader.unsigned("run_length_minus1") }
    case 2: for _ in 0..<2 * groups { _ = try reader.unsigned("top_left_and_bottom_right") }
    case 3, 4, 5:
      try reader.skip("slice_group_change_direction_flag", 1)
      _ = try reader.unsigned("slice_group_change_rate_minus1")
    case 6:
      let count = try reader.unsigned("pic_size_in_map_units_minus1", upTo: 1 << 24)
      let width = groups < 2 ? 1 : groups < 4 ? 2 : 3
      // Every pass reads bits, so the loop ends when the unit does, whatever the count.
      for _ in 0...count { try reader.skip("slice_group_id", width) }
    default: break
    }
  }
}
