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
    for (code, content) in VideoStartCodes(sample) {
      var reader = BitReader(content.prefix(8))
      switch code {
      case MPEG2SequenceHeader.code:
        duration = (try? MPEG2SequenceHeader(afterCode: content))?.frameDuration
      case 0xB8:
        guard let label = try? Self.label(&reader) else { return nil }
        group = (label, content.startIndex - 4 - sample.startIndex)
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
}
