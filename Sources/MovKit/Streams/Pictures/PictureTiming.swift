/// The picture timing message of H.264 (D.1.3), as far as it tells how long a frame is shown.
struct PictureTiming: Sendable {
  private let payload: RBSPReader

  /// Nil where the unit has no such message.
  init?(in unit: Bytes) {
    guard let payload = SEIMessage.payload(SEIMessage.pictureTiming, in: unit, codec: .h264) else {
      return nil
    }
    self.payload = payload
  }

  /// Times of a field for which a frame is shown, 2 to 6 (`pic_struct`, Table D-1; Table E-6). Nil
  /// where it is not told; what the message holds depends on the sequence's parameters.
  func fields(_ usability: VideoUsability) -> Int? {
    guard usability.hasPictureStructure else { return nil }
    var reader = payload
    do {
      try reader.skip("cpb_removal_delay and dpb_output_delay", usability.delayBits)
      switch try reader.bits("pic_struct", 4) {
      case 0, 3, 4: return 2
      case 5, 6: return 3
      case 7: return 4
      case 8: return 6
      default: return nil
      }
    } catch { return nil }
  }
}
