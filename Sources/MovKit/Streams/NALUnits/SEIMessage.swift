/// Supplemental enhancement information: messages, each with its type and size
/// (H.264, 7.3.2.3.1; H.265, 7.3.5).
enum SEIMessage {
  /// `payloadType` of the messages that are read.
  static let pictureTiming = 1
  static let recoveryPoint = 6

  /// A reader that stands at the first message of a type; nil where the unit has none.
  static func payload(_ wanted: Int, in unit: Bytes, codec: VideoCodec) -> RBSPReader? {
    var reader = RBSPReader(unit, skipping: codec.headerSize)
    do {
      while reader.hasMoreBytes {
        let type = try number(&reader)
        let size = try number(&reader)
        if type == wanted { return reader }
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
