/// Supplemental enhancement information (SEI): messages, each with its type and size (H.264,
/// 7.3.2.3.1; H.265, 7.3.5).
enum SEIMessage {
  /// `payloadType` of the messages that this library reads.
  static let pictureTiming = 1
  static let recoveryPoint = 6

  /// Returns a reader at the start of the first message of a type; nil if the unit has none.
  static func payload(_ wanted: Int, in unit: Bytes, codec: VideoCodec) -> RBSPReader? {
    var found: RBSPReader?
    forEach(in: unit, codec: codec) { type, _, payload in
      if type == wanted { found = payload }
      return found == nil
    }
    return found
  }

  /// Calls `body` for each message of a unit, with its type, its size in bytes and a reader at its
  /// start, until `body` returns false or a message is cut off.
  static func forEach(
    in unit: Bytes, codec: VideoCodec, _ body: (Int, Int, RBSPReader) -> Bool
  ) {
    var reader = RBSPReader(unit, skipping: codec.headerSize)
    do {
      while reader.hasMoreBytes {
        let type = try number(&reader)
        let size = try number(&reader)
        guard body(type, size, reader) else { return }
        try reader.skip("sei_payload", 8 * size)
      }
    } catch {}
  }

  /// Reads a number that is coded as the sum of its bytes, all of which but the last are 255. It is
  /// not more than 255 times the number of bytes of the unit.
  private static func number(_ reader: inout RBSPReader) throws(FormatError) -> Int {
    var number = 0
    while true {
      let byte = Int(try reader.byte("sei_payload"))
      number += byte
      if byte < 255 { return number }
    }
  }
}
