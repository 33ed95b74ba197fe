/// A video parameter set of HEVC (H.265, 7.3.2.1): what holds for all layers of a stream.
public struct HEVCVideoParameterSet: Hashable, Sendable {
  /// `vps_video_parameter_set_id`, 0 to 15: the number by which sequence parameter sets refer to this
  /// set.
  public var id: UInt32 = 0
  /// `vps_max_layers_minus1`: the number of layers less 1, 0 to 62.
  public var layersMinusOne = 0
  /// `vps_max_sub_layers_minus1`: the highest `TemporalId` in the stream, 0 to 6.
  public var maxTemporalID = 0
  /// `vps_temporal_id_nesting_flag`: whether a decoder may switch up to a higher temporal sub-layer at
  /// any picture of it.
  public var temporalIDNesting = false
  /// Profile, tier and level of the whole stream.
  public var profile: ProfileTierLevel
  /// `vps_max_dec_pic_buffering_minus1` of the highest sub-layer: the size of the decoded picture buffer
  /// in pictures, less 1.
  public var decodedPictures = 0
  /// `vps_max_num_reorder_pics` of the highest sub-layer.
  public var reorderPictures = 0
  /// The time between pictures in seconds, if they come at a constant rate; nil if the set does not say.
  public var frameDuration: VideoUsability.Ratio?

  /// Reads a video parameter set.
  /// - Parameter unit: The NAL unit with its header.
  /// - Throws: `FormatError` if the unit is cut short or a value is out of its range.
  public init(_ unit: Bytes) throws(FormatError) {
    do throws(FormatError) {
      var reader = RBSPReader(unit, skipping: 2)
      let id = try reader.bits("vps_video_parameter_set_id", 4)
      try reader.skip("vps_base_layer_flags", 2)
      let layers = Int(try reader.bits("vps_max_layers_minus1", 6))
      let subLayers = Int(try reader.bits("vps_max_sub_layers_minus1", 3))
      guard subLayers < 7 else {
        throw FormatError(.invalidValue("8 sub-layers"), path: "vps_max_sub_layers_minus1")
      }
      let isNested = try reader.flag("vps_temporal_id_nesting_flag")
      try reader.skip("vps_reserved_0xffff_16bits", 16)
      profile = try ProfileTierLevel(&reader, subLayers: subLayers)
      self.id = id
      layersMinusOne = layers
      maxTemporalID = subLayers
      temporalIDNesting = isNested
      try read(&reader)
    } catch { throw error.inside("video_parameter_set") }
  }

  private mutating func read(_ reader: inout RBSPReader) throws(FormatError) {
    (decodedPictures, reorderPictures) = try reader.subLayerOrdering(highest: maxTemporalID)
    let lastLayer = Int(try reader.bits("vps_max_layer_id", 6))
    let sets = try reader.unsigned("vps_num_layer_sets_minus1", upTo: 1023)
    for _ in 0..<sets { try reader.skip("layer_id_included_flags", lastLayer + 1) }
    guard try reader.flag("vps_timing_info_present_flag") else { return }
    let tick = UInt64(try reader.bits("vps_num_units_in_tick", 32))
    let scale = UInt64(try reader.bits("vps_time_scale", 32))
    if tick > 0, scale > 0 { frameDuration = .init(numerator: tick, denominator: scale) }
  }
}
