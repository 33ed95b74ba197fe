/// The picture timing SEI message of H.264 (D.1.3), of which only the time that a frame is shown is
/// read.
struct PictureTiming: Sendable {
  private let payload: RBSPReader

  /// Finds the message in an SEI unit; nil if the unit has none.
  init?(in unit: Bytes) {
    guard let payload = SEIMessage.payload(SEIMessage.pictureTiming, in: unit, codec: .h264) else {
      return nil
    }
    self.payload = payload
  }

  /// Returns how many field times a frame is shown, 2 to 6 (`pic_struct`, Table D-1; Table E-6);
  /// nil if the message does not say.
  /// - Parameter usability: the VUI of the sequence parameter set, on which the layout of the
  ///   message depends.
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
