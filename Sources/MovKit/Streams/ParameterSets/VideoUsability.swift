/// The parts of the video usability information (VUI) that a movie needs (H.264, E.1.1; H.265,
/// E.2.1). A sequence parameter set carries it in addition to what decoding needs.
public struct VideoUsability: Hashable, Sendable {
  /// The width of a pixel divided by its height; nil if it is not given.
  public var pixelAspectRatio: Ratio?
  /// How sample values are to be interpreted as colours; nil if no `video_signal_type` is given.
  public var colour: Colour?
  /// How long a frame lasts, or in HEVC a picture, in seconds; nil if it is not given.
  public var frameDuration: Ratio?
  /// H.264: `max_num_reorder_frames`, the most frames that precede a frame in decoding order and
  /// follow it in output order, 0 to 16; nil if it is not given.
  public var maxReorderFrames: Int?
  /// H.264: `max_dec_frame_buffering`, the number of frames that a decoder must be able to hold, 0
  /// to 16; nil if it is not given.
  public var maxDecodedFrames: Int?

  /// A fraction of two numbers, neither of which is 0. It need not be reduced.
  public struct Ratio: Hashable, Sendable {
    /// The number above the fraction bar.
    public var numerator: UInt64
    /// The number below the fraction bar.
    public var denominator: UInt64
  }

  /// H.264: `pic_struct_present_flag`, whether the picture timing SEI says for how many fields each
  /// picture is shown.
  public var hasPictureStructure = false
  /// H.264: the number of bits of `cpb_removal_delay` and `dpb_output_delay` together. They precede
  /// `pic_struct` in the picture timing SEI.
  var delayBits = 0
  /// H.264: the number of bits of each `time_offset` in the picture timing SEI; 24 if the set does not
  /// say (E.2.2).
  var timeOffsetBits = 24

  /// A description of colours in the codes of ISO/IEC 23091-2. 2 means unspecified.
  public struct Colour: Hashable, Sendable {
    /// `colour_primaries`.
    public var primaries: UInt8 = 2
    /// `transfer_characteristics`.
    public var transferCharacteristics: UInt8 = 2
    /// `matrix_coefficients`.
    public var matrixCoefficients: UInt8 = 2
    /// `video_full_range_flag`: whether sample values use the full range, not the narrower one of
    /// television.
    public var isFullRange = false
  }

  init() {}

  /// Reads vui_parameters(), which nothing before them in the set depends on, nor any sample value (Annex E of
  /// both standards). If they are cut short or a value is out of its range, what comes before that is kept, each
  /// part whole or not at all. Where they end in the unit, and so what follows them, is not known then.
  init(_ reader: inout RBSPReader, codec: VideoCodec) {
    do throws(FormatError) { try read(&reader, codec) } catch {}
  }

  private mutating func read(
    _ reader: inout RBSPReader, _ codec: VideoCodec
  ) throws(FormatError) {
    if try reader.flag("aspect_ratio_info_present_flag") { try readAspectRatio(&reader) }
    if try reader.flag("overscan_info_present_flag") {
      try reader.skip("overscan_appropriate_flag", 1)
    }
    if try reader.flag("video_signal_type_present_flag") { try readSignalType(&reader) }
    if try reader.flag("chroma_loc_info_present_flag") {
      _ = try reader.unsigned("chroma_sample_loc_type_top_field")
      _ = try reader.unsigned("chroma_sample_loc_type_bottom_field")
    }
    switch codec {
    case .h264: try readRestOfH264(&reader)
    case .hevc: try readRestOfHEVC(&reader)
    }
  }

  /// Table E-1 of both standards, from `aspect_ratio_idc` 1 on.
  private static let aspectRatios: [(UInt64, UInt64)] = [
    (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33),
    (18, 11), (15, 11), (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
  ]

  private mutating func readAspectRatio(_ reader: inout RBSPReader) throws(FormatError) {
    let code = Int(try reader.bits("aspect_ratio_idc", 8))
    var ratio: (UInt64, UInt64) = (0, 0)
    if code == 255 {
      ratio.0 = UInt64(try reader.bits("sar_width", 16))
      ratio.1 = UInt64(try reader.bits("sar_height", 16))
    } else if (1...Self.aspectRatios.count).contains(code) {
      ratio = Self.aspectRatios[code - 1]
    }
    if ratio.0 > 0, ratio.1 > 0 {
      pixelAspectRatio = Ratio(numerator: ratio.0, denominator: ratio.1)
    }
  }

  private mutating func readSignalType(_ reader: inout RBSPReader) throws(FormatError) {
    try reader.skip("video_format", 3)
    var colour = Colour()
    colour.isFullRange = try reader.flag("video_full_range_flag")
    if try reader.flag("colour_description_present_flag") {
      colour.primaries = try reader.byte("colour_primaries")
      colour.transferCharacteristics = try reader.byte("transfer_characteristics")
      colour.matrixCoefficients = try reader.byte("matrix_coefficients")
    }
    self.colour = colour
  }

  private mutating func readRestOfH264(_ reader: inout RBSPReader) throws(FormatError) {
    if try reader.flag("timing_info_present_flag") {
      let units = UInt64(try reader.bits("num_units_in_tick", 32))
      let scale = UInt64(try reader.bits("time_scale", 32))
      try reader.skip("fixed_frame_rate_flag", 1)
      // A tick is the duration of a field (E.2.1, Table E-6).
      if units > 0, scale > 0 { frameDuration = Ratio(numerator: 2 * units, denominator: scale) }
    }
    let hasNAL = try reader.flag("nal_hrd_parameters_present_flag")
    if hasNAL { try readBufferingOfH264(&reader) }
    let hasVCL = try reader.flag("vcl_hrd_parameters_present_flag")
    if hasVCL { try readBufferingOfH264(&reader) }
    if hasNAL || hasVCL { try reader.skip("low_delay_hrd_flag", 1) }
    let hasStructure = try reader.flag("pic_struct_present_flag")
    let hasRestriction = try reader.flag("bitstream_restriction_flag")
    // Only if the next flag is there too: the last bit of a set that breaks off can be its stop bit.
    hasPictureStructure = hasStructure
    guard hasRestriction else { return }
    try reader.skip("motion_vectors_over_pic_boundaries_flag", 1)
    for _ in 0..<4 { _ = try reader.unsigned("bitstream_restriction") }
    let reorderFrames = try reader.unsigned("max_num_reorder_frames", upTo: 16)
    maxDecodedFrames = try reader.unsigned("max_dec_frame_buffering", upTo: 16)
    maxReorderFrames = reorderFrames
  }

  /// Reads the lengths of fields of the picture timing SEI from hrd_parameters() (H.264, E.1.2).
  private mutating func readBufferingOfH264(_ reader: inout RBSPReader) throws(FormatError) {
    let count = try reader.unsigned("cpb_cnt_minus1", upTo: 31)
    try reader.skip("bit_rate_scale", 8)
    for _ in 0...count {
      _ = try reader.unsigned("bit_rate_value_minus1")
      _ = try reader.unsigned("cpb_size_value_minus1")
      try reader.skip("cbr_flag", 1)
    }
    try reader.skip("initial_cpb_removal_delay_length_minus1", 5)
    let removal = 1 + Int(try reader.bits("cpb_removal_delay_length_minus1", 5))
    let output = 1 + Int(try reader.bits("dpb_output_delay_length_minus1", 5))
    delayBits = removal + output
    timeOffsetBits = Int(try reader.bits("time_offset_length", 5))
  }

  private mutating func readRestOfHEVC(_ reader: inout RBSPReader) throws(FormatError) {
    try reader.skip("neutral_chroma_indication_flag", 1)
    try reader.skip("field_seq_flag", 1)
    try reader.skip("frame_field_info_present_flag", 1)
    if try reader.flag("default_display_window_flag") {
      for _ in 0..<4 { _ = try reader.unsigned("def_disp_win_offset") }
    }
    guard try reader.flag("vui_timing_info_present_flag") else { return }
    let units = UInt64(try reader.bits("vui_num_units_in_tick", 32))
    let scale = UInt64(try reader.bits("vui_time_scale", 32))
    if units > 0, scale > 0 { frameDuration = Ratio(numerator: units, denominator: scale) }
  }
}
