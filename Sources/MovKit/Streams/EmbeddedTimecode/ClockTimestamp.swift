/// The clock timestamps of video: of the picture timing SEI message of H.264 (D.1.3, D.2.3), and of
/// the time code SEI message of HEVC (D.2.27, D.3.27).
struct ClockTimestamp: Equatable, Sendable {
  var label: EmbeddedLabel
  /// `nuit_field_based_flag`, `units_field_based_flag`: whether `n_frames` counts frames of two
  /// clock ticks.
  var countsPairs: Bool

  /// `payloadType` of the messages.
  static let timeCodeMessage = 136

  /// `counting_type` with which the lowest two numbers are dropped (Table D-2).
  private static let dropping: UInt32 = 4

  /// Reads the first timestamp of a picture timing message of H.264; nil if it has none, or leaves the
  /// hour out.
  /// - Parameters:
  ///   - payload: The message.
  ///   - usability: The VUI of the sequence parameter set, on which the layout depends.
  static func first(
    inPictureTiming payload: RBSPReader, _ usability: VideoUsability
  ) -> ClockTimestamp? {
    guard usability.hasPictureStructure else { return nil }
    var reader = payload
    do {
      try reader.skip("cpb_removal_delay and dpb_output_delay", usability.delayBits)
      let structure = Int(try reader.bits("pic_struct", 4))
      let counts = [1, 1, 1, 2, 2, 3, 3, 2, 3]
      guard structure < counts.count else { return nil }
      for _ in 0..<counts[structure] where try reader.flag("clock_timestamp_flag") {
        try reader.skip("ct_type", 2)
        let found = try read(&reader, frameBits: 8)
        if let found { return found }
        try reader.skip("time_offset", usability.timeOffsetBits)
      }
    } catch {}
    return nil
  }

  /// Reads the first timestamp of a time code message of HEVC; nil if it has none, or leaves the hour
  /// out.
  static func first(inTimeCode payload: RBSPReader) -> ClockTimestamp? {
    var reader = payload
    do {
      for _ in 0..<(try reader.bits("num_clock_ts", 2))
      where try reader.flag("clock_timestamp_flag") {
        let found = try read(&reader, frameBits: 9)
        if let found { return found }
        try reader.skip("time_offset", Int(try reader.bits("time_offset_length", 5)))
      }
    } catch {}
    return nil
  }

  /// Reads from `nuit_field_based_flag` to the hours. Nil if a part is missing: such a timestamp
  /// continues an earlier one.
  private static func read(
    _ reader: inout RBSPReader, frameBits: Int
  ) throws(FormatError) -> ClockTimestamp? {
    let countsPairs = try reader.flag("nuit_field_based_flag")
    let counting = try reader.bits("counting_type", 5)
    let isFull = try reader.flag("full_timestamp_flag")
    try reader.skip("discontinuity_flag and cnt_dropped_flag", 2)
    let frames = try reader.bits("n_frames", frameBits)
    var parts: [UInt32] = []
    for (name, count) in [("seconds_value", 6), ("minutes_value", 6), ("hours_value", 5)]
      as [(String, Int)]
    {
      let isPresent = isFull ? true : try reader.flag("parts_flag")
      guard isPresent else { break }
      parts.append(try reader.bits(name, count))
    }
    guard parts.count == 3 else { return nil }
    return ClockTimestamp(
      label: EmbeddedLabel(
        parts[2], parts[1], parts[0], frames, isDropFrame: counting == dropping),
      countsPairs: countsPairs)
  }
}
