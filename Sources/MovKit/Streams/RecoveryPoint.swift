/// The recovery point message among supplemental enhancement information
/// (H.264, 7.3.2.3.1 and D.1.8; H.265, 7.3.5 and D.2.8).
enum RecoveryPoint {
  /// `recovery_frame_cnt` or `recovery_poc_cnt`; nil where no such message is in the unit.
  static func count(in unit: Bytes, codec: VideoCodec) -> Int32? {
    var reader = RBSPReader(unit, skipping: codec.headerSize)
    do {
      while reader.hasMoreBytes {
        let type = try number(&reader)
        let size = try number(&reader)
        if type == 6 {
          return codec == .h264
            ? Int32(try reader.unsigned("recovery_frame_cnt", upTo: 65535))
            : try reader.signed("recovery_poc_cnt")
        }
        try reader.skip("sei_payload", 8 * size)
      }
    } catch {}
    return nil
  }

  /// A number of bytes, all but the last 255. It is not more than 255 times the unit's bytes.
  private static func number(_ reader: inout RBSPReader) throws(FormatError) -> Int {
    var number = 0
    while true {
      let byte = Int(try reader.byte("sei_payload"))
      number += byte
      if byte < 255 { return number }
    }
  }
}
