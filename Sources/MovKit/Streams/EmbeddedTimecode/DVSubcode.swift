/// The timecode in the subcode of a frame of DV (IEC 61834-2, 61834-4; SMPTE ST 306 and ST 314).
struct DVSubcode: Equatable, Sendable {
  var label: EmbeddedLabel
  /// How long a frame lasts, by the system of the frame (525/60 or 625/50).
  var frameDuration: MediaTime
  /// The offset of the pack in the frame.
  var offset: Int

  /// The number of bytes of a DIF block.
  private static let block = 80
  /// The number of bytes at the start of a frame that are read: the header block and the two blocks of subcode.
  static let needed = 3 * block
  /// The number that announces a pack of title timecode.
  private static let timecodePack: UInt8 = 0x13

  /// Reads the start of a frame; nil if it is not DV, or has no timecode.
  init?(_ frame: Bytes) {
    let start = frame.startIndex
    // A header block is of section type 0, the two blocks of subcode after it of type 1.
    guard frame.count >= Self.needed, frame[start] >> 5 == 0, frame[start + 1] >> 4 == 0,
      frame[start + 2] == 0, frame[start + 3] & 0x7F == 0x3F
    else { return nil }
    let is625 = frame[start + 3] & 0x80 != 0
    frameDuration =
      is625 ? MediaTime(value: 1, timescale: 25) : MediaTime(value: 1001, timescale: 30000)
    for block in 1...2 {
      let first = start + block * Self.block
      guard frame[first] >> 5 == 1 else { continue }
      // After an ID of three bytes, six sync blocks, each an ID of three bytes and a pack of five.
      for sync in 0..<6 {
        let pack = first + 3 + 8 * sync + 3
        guard frame[pack] == Self.timecodePack else { continue }
        let bytes = Array(frame[pack + 1..<pack + 5])
        guard bytes != [255, 255, 255, 255],
          var label = EmbeddedLabel(
            frames: bytes[0], seconds: bytes[1], minutes: bytes[2], hours: bytes[3])
        else { continue }
        // Where 625 lines have a flag of the field, 525 lines have drop frame.
        if is625 { label.isDropFrame = false }
        self.label = label
        offset = pack - start
        return
      }
    }
    return nil
  }
}
