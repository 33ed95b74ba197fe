/// The time code of a group of pictures of MPEG-1 and MPEG-2 video (ISO/IEC 13818-2, 6.2.2.6 and
/// 6.3.8).
struct MPEG2GroupHeader: Equatable, Sendable {
  /// The label of the picture of the group that is shown first.
  var label: EmbeddedLabel
  /// `temporal_reference` of the first coded picture: how many pictures are shown before it.
  var picturesBefore: UInt16
  /// How long a frame lasts, by the sequence header; nil if there is none.
  var frameDuration: MediaTime?
  /// The offset of the group header in the sample.
  var offset: Int

  /// Finds the first group header of a sample; nil if there is none before the first picture.
  init?(_ sample: Bytes) {
    var duration: MediaTime?
    var group: (label: EmbeddedLabel, offset: Int)?
    var position = sample.startIndex
    while sample.endIndex - position >= 8 {
      guard sample[position] == 0, sample[position + 1] == 0, sample[position + 2] == 1 else {
        position += 1
        continue
      }
      let code = sample[position + 3]
      var reader = BitReader(sample[(position + 4)...].prefix(8))
      switch code {
      case 0xB3: duration = Self.frameDuration(&reader)
      case 0xB8:
        guard let label = try? Self.label(&reader) else { return nil }
        group = (label, position - sample.startIndex)
      case 0x00:
        guard let group else { return nil }
        label = group.label
        offset = group.offset
        picturesBefore = UInt16(
          truncatingIfNeeded: (try? reader.bits("temporal_reference", 10)) ?? 0)
        frameDuration = duration
        return
      default: break
      }
      position += 4
    }
    return nil
  }

  private static func label(_ reader: inout BitReader) throws(FormatError) -> EmbeddedLabel {
    let isDropFrame = try reader.flag("drop_frame_flag")
    let hours = try reader.bits("time_code_hours", 5)
    let minutes = try reader.bits("time_code_minutes", 6)
    try reader.skip("marker_bit", 1)
    let seconds = try reader.bits("time_code_seconds", 6)
    let pictures = try reader.bits("time_code_pictures", 6)
    return EmbeddedLabel(hours, minutes, seconds, pictures, isDropFrame: isDropFrame)
  }

  /// Reads up to `frame_rate_code` (6.2.2.1, Table 6-4).
  private static func frameDuration(_ reader: inout BitReader) -> MediaTime? {
    let rates: [(Int64, Int32)] = [
      (1001, 24000), (1, 24), (1, 25), (1001, 30000), (1, 30), (1, 50), (1001, 60000), (1, 60),
    ]
    do throws(FormatError) {
      try reader.skip("size and aspect_ratio_information", 28)
      let code = Int(try reader.bits("frame_rate_code", 4))
      guard code > 0, code <= rates.count else { return nil }
      return MediaTime(value: rates[code - 1].0, timescale: rates[code - 1].1)
    } catch { return nil }
  }
}
