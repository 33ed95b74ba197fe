/// The first fields of a slice header of H.264 (7.3.3).
struct AVCSliceHeader: Equatable, Sendable {
  var isIDR = false
  var referenceIdc: UInt8 = 0
  var firstMacroblock: UInt32 = 0
  /// `slice_type` modulo 5: 0 P, 1 B, 2 I, 3 SP, 4 SI.
  var type = 0
  var pictureParameterSetID: UInt32 = 0
  var frameNumber: UInt32 = 0
  var isField = false
  var isBottomField = false
  var idrPictureID: UInt32 = 0
  var orderLsb: UInt32 = 0
  /// `delta_pic_order_cnt_bottom`.
  var deltaBottom: Int32 = 0
  /// `delta_pic_order_cnt[0]`.
  var delta0: Int32 = 0
  /// `delta_pic_order_cnt[1]`.
  var delta1: Int32 = 0
  var redundantCount = 0
  /// Whether it has memory management control operation 5, with which picture order starts over.
  var resetsOrder = false

  var isReference: Bool { referenceIdc != 0 }
  var isIntra: Bool { type == 2 || type == 4 }

  /// Reads the first fields of a slice header.
  /// - Parameters:
  ///   - unit: the slice, with its NAL unit header.
  ///   - header: the NAL unit header.
  ///   - sets: the parameter sets that slices refer to.
  /// - Throws: `FormatError` if the slice is cut short or its parameter sets are missing.
  init(
    _ unit: Bytes, _ header: NALUnitHeader, _ sets: AVCParameterSetTable
  ) throws(FormatError) {
    var reader = RBSPReader(unit, skipping: 1)
    isIDR = header.isIDR
    referenceIdc = header.referenceIdc
    firstMacroblock = try reader.unsigned("first_mb_in_slice")
    type = try reader.unsigned("slice_type", upTo: 9) % 5
    pictureParameterSetID = UInt32(try reader.unsigned("pic_parameter_set_id", upTo: 255))
    guard let (sequence, picture) = sets.active(pictureParameterSetID) else {
      throw FormatError(.missing("no such parameter sets"), path: "pic_parameter_set_id")
    }
    if sequence.separateColourPlanes { try reader.skip("colour_plane_id", 2) }
    frameNumber = try reader.bits("frame_num", sequence.frameNumberBits)
    if !sequence.framesOnly {
      isField = try reader.flag("field_pic_flag")
      if isField { isBottomField = try reader.flag("bottom_field_flag") }
    }
    if isIDR { idrPictureID = try reader.unsigned("idr_pic_id") }
    try readOrder(&reader, sequence, picture)
    if picture.hasRedundantCount {
      redundantCount = try reader.unsigned("redundant_pic_cnt", upTo: 127)
    }
    if isReference, !isIDR {
      // A slice that is damaged after this point is still used, without a reset.
      resetsOrder = (try? readsReset(&reader, sequence, picture)) ?? false
    }
  }

  private mutating func readOrder(
    _ reader: inout RBSPReader, _ sequence: AVCSequenceParameterSet,
    _ picture: AVCPictureParameterSet
  ) throws(FormatError) {
    let hasBottom = picture.hasBottomFieldOrder && !isField
    if sequence.orderType == 0 {
      orderLsb = try reader.bits("pic_order_cnt_lsb", sequence.orderLsbBits)
      if hasBottom { deltaBottom = try reader.signed("delta_pic_order_cnt_bottom") }
    } else if sequence.orderType == 1, !sequence.order1.deltaAlwaysZero {
      delta0 = try reader.signed("delta_pic_order_cnt[0]")
      if hasBottom { delta1 = try reader.signed("delta_pic_order_cnt[1]") }
    }
  }

  /// Reads up to and including dec_ref_pic_marking() (7.3.3.3), and returns whether it has
  /// operation 5.
  private func readsReset(
    _ reader: inout RBSPReader, _ sequence: AVCSequenceParameterSet,
    _ picture: AVCPictureParameterSet
  ) throws(FormatError) -> Bool {
    var counts = (picture.activeReferences0, picture.activeReferences1)
    if type == 1 { try reader.skip("direct_spatial_mv_pred_flag", 1) }
    if !isIntra, try reader.flag("num_ref_idx_active_override_flag") {
      counts.0 = 1 + (try reader.unsigned("num_ref_idx_l0_active_minus1", upTo: 31))
      if type == 1 {
        counts.1 = 1 + (try reader.unsigned("num_ref_idx_l1_active_minus1", upTo: 31))
      }
    }
    if !isIntra { try skipModification(&reader) }
    if type == 1 { try skipModification(&reader) }
    let isWeighted =
      type == 1
      ? picture.weightedBipredictionIdc == 1
      : !isIntra && picture.weightedPrediction
    if isWeighted {
      try skipWeights(
        &reader, lists: type == 1 ? [counts.0, counts.1] : [counts.0],
        hasChroma: sequence.chromaFormatIdc != 0 && !sequence.separateColourPlanes)
    }
    guard try reader.flag("adaptive_ref_pic_marking_mode_flag") else { return false }
    while true {
      switch try reader.unsigned("memory_management_control_operation", upTo: 6) {
      case 0: return false
      case 3:
        _ = try reader.unsigned("difference_of_pic_nums_minus1")
        _ = try reader.unsigned("long_term_frame_idx")
      case 5: return true
      default: _ = try reader.unsigned("long_term_frame_idx")
      }
    }
  }

  /// Skips one list of ref_pic_list_modification() (7.3.3.1).
  private func skipModification(_ reader: inout RBSPReader) throws(FormatError) {
    guard try reader.flag("ref_pic_list_modification_flag") else { return }
    while try reader.unsigned("modification_of_pic_nums_idc", upTo: 5) != 3 {
      _ = try reader.unsigned("abs_diff_pic_num_minus1")
    }
  }

  /// Skips pred_weight_table() (7.3.3.2).
  private func skipWeights(
    _ reader: inout RBSPReader, lists: [Int], hasChroma: Bool
  ) throws(FormatError) {
    _ = try reader.unsigned("luma_log2_weight_denom")
    if hasChroma { _ = try reader.unsigned("chroma_log2_weight_denom") }
    for count in lists {
      for _ in 0..<count {
        for values in hasChroma ? [2, 4] : [2] where try reader.flag("weight_flag") {
          for _ in 0..<values { _ = try reader.signed("weight_and_offset") }
        }
      }
    }
  }

  /// Returns whether the slice begins another primary coded picture than the slice before it
  /// (7.4.1.2.4).
  func beginsPicture(after last: AVCSliceHeader) -> Bool {
    frameNumber != last.frameNumber || pictureParameterSetID != last.pictureParameterSetID
      || isField != last.isField || isBottomField != last.isBottomField
      || isReference != last.isReference || isIDR != last.isIDR
      || idrPictureID != last.idrPictureID || orderLsb != last.orderLsb
      || deltaBottom != last.deltaBottom || delta0 != last.delta0 || delta1 != last.delta1
  }

  /// Returns whether the slice is of the second field of the frame whose first field is `first`
  /// (3.30 and 3.31).
  func completesFrame(begunBy first: AVCSliceHeader) -> Bool {
    isField && first.isField && isBottomField != first.isBottomField
      && frameNumber == first.frameNumber && !isIDR && (first.isReference || !isReference)
      && !resetsOrder && !first.resetsOrder
  }
}

/// The first fields of a slice segment header of HEVC (H.265, 7.3.6.1).
struct HEVCSliceHeader: Equatable, Sendable {
  var isFirst = false
  var pictureParameterSetID: UInt32 = 0
  var isDependent = false
  /// `slice_type`: 0 B, 1 P, 2 I; nil in a dependent segment.
  var type: Int?
  var orderLsb: UInt32 = 0

  var isIntra: Bool { type == nil || type == 2 }

  /// Reads the first fields of a slice segment header.
  /// - Throws: `FormatError` if the segment is cut short or its parameter sets are missing.
  init(
    _ unit: Bytes, _ header: NALUnitHeader, _ sets: HEVCParameterSetTable
  ) throws(FormatError) {
    var reader = RBSPReader(unit, skipping: 2)
    isFirst = try reader.flag("first_slice_segment_in_pic_flag")
    if header.isRandomAccess { try reader.skip("no_output_of_prior_pics_flag", 1) }
    pictureParameterSetID = UInt32(try reader.unsigned("slice_pic_parameter_set_id", upTo: 63))
    guard let (sequence, picture) = sets.active(pictureParameterSetID) else {
      throw FormatError(.missing("no such parameter sets"), path: "slice_pic_parameter_set_id")
    }
    if !isFirst {
      if picture.dependentSlices { isDependent = try reader.flag("dependent_slice_segment_flag") }
      let bits = Int.bitWidth - (sequence.treeBlocks - 1).leadingZeroBitCount
      try reader.skip("slice_segment_address", bits)
    }
    guard !isDependent else { return }
    try reader.skip("slice_reserved_flag", picture.extraSliceHeaderBits)
    type = try reader.unsigned("slice_type", upTo: 2)
    if picture.outputFlagPresent { try reader.skip("pic_output_flag", 1) }
    if sequence.separateColourPlanes { try reader.skip("colour_plane_id", 2) }
    if !header.isIDR {
      orderLsb = try reader.bits("slice_pic_order_cnt_lsb", sequence.orderLsbBits)
    }
  }
}
