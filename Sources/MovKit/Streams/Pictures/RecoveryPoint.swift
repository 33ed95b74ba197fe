/// The recovery point message (H.264, D.1.8; H.265, D.2.8).
enum RecoveryPoint {
  /// `recovery_frame_cnt` or `recovery_poc_cnt`; nil where no such message is in the unit.
  static func count(in unit: Bytes, codec: VideoCodec) -> Int32? {
    guard var reader = SEIMessage.payload(SEIMessage.recoveryPoint, in: unit, codec: codec) else {
      return nil
    }
    switch codec {
    case .h264:
      return (try? reader.unsigned("recovery_frame_cnt", upTo: 65535)).map { Int32($0) }
    case .hevc: return try? reader.signed("recovery_poc_cnt")
    }
  }
}
