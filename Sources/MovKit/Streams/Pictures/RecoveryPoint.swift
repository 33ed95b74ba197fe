/// The recovery point SEI message (H.264, D.1.8; H.265, D.2.8).
enum RecoveryPoint {
  /// Returns `recovery_frame_cnt` (H.264) or `recovery_poc_cnt` (HEVC); nil if the unit has no such
  /// message.
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
