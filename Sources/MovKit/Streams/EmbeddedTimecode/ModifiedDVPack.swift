/// The metadata that AVCHD cameras put into H.264: packs of DV in an SEI message of user data ("modified
/// digital video pack metadata").
struct ModifiedDVPack: Equatable, Sendable {
  var label: EmbeddedLabel?
  /// When the picture was taken, by the camera's clock.
  var clock: WallClock?

  /// `payloadType` of user data that no standard registers.
  static let message = 5

  private static let identifier: [UInt8] = [
    0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0x00, 0x20, 0x0C, 0x9A, 0x66,
    0x4D, 0x44, 0x50, 0x4D,
  ]

  /// Reads the payload of a message; nil if it is other user data, or says no time.
  init?(_ payload: [UInt8]) {
    let head = Self.identifier.count
    guard payload.count > head, payload.starts(with: Self.identifier) else { return nil }
    var packs: [UInt8: ArraySlice<UInt8>] = [:]
    var rest = payload[(head + 1)...]
    for _ in 0..<payload[head] {
      guard rest.count >= 5, let tag = rest.first else { break }
      packs[tag] = rest.dropFirst().prefix(4)
      rest = rest.dropFirst(5)
    }
    // Frames, seconds, minutes, hours.
    if let pack = packs[0x13].map(Array.init), pack != [255, 255, 255, 255] {
      label = EmbeddedLabel(frames: pack[0], seconds: pack[1], minutes: pack[2], hours: pack[3])
    }
    // The zone, the century, the year, the month; the day, the hour, the minute, the second.
    if let date = packs[0x18].map(Array.init), let time = packs[0x19].map(Array.init) {
      let parts = (date.dropFirst() + time).compactMap(EmbeddedLabel.decimal)
      if parts.count == 7 {
        clock = WallClock(
          date: "\(padded(parts[0] * 100 + parts[1], 4))-\(padded(parts[2], 2))-"
            + padded(parts[3], 2),
          hours: parts[4], minutes: parts[5], seconds: parts[6], zone: Self.zone(date[0]))
      }
    }
    guard label != nil || clock != nil else { return nil }
  }

  /// Bits 1 to 4 are hours, bit 0 half an hour, bit 5 the sign; all ones are no zone.
  private static func zone(_ byte: UInt8) -> String {
    guard byte != 0xFF else { return "" }
    return (byte & 0x20 == 0 ? "+" : "-") + padded(byte >> 1 & 15, 2)
      + (byte & 1 == 0 ? ":00" : ":30")
  }
}
