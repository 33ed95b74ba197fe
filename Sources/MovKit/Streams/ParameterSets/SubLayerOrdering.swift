extension RBSPReader {
  /// Reads the ordering information of sub-layers of a video or a sequence parameter set (H.265, 7.3.2.1
  /// and 7.3.2.2), and returns that of the highest: the size of the decoded picture buffer in pictures,
  /// less 1, and how many pictures can precede another in decoding order and follow it in output order.
  mutating func subLayerOrdering(
    highest: Int
  ) throws(FormatError) -> (decodedPictures: Int, reorderPictures: Int) {
    let hasAll = try flag("sub_layer_ordering_info_present_flag")
    var ordering = (decodedPictures: 0, reorderPictures: 0)
    for _ in 0...(hasAll ? highest : 0) {
      ordering.decodedPictures = try unsigned("max_dec_pic_buffering_minus1", upTo: 15)
      ordering.reorderPictures = try unsigned("max_num_reorder_pics", upTo: 15)
      _ = try unsigned("max_latency_increase_plus1")
    }
    return ordering
  }
}
