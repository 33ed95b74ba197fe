/// A timecode label as a stream or a camera's metadata carries it, before it is known how many frames
/// a second has.
struct EmbeddedLabel: Equatable, Sendable {
  /// The parts of the label, which need not be in range.
  var timecode: Timecode
  /// Whether the label says that numbers are dropped; nil if it says nothing of that.
  var isDropFrame: Bool?

  init(
    _ hours: some BinaryInteger, _ minutes: some BinaryInteger, _ seconds: some BinaryInteger,
    _ frames: some BinaryInteger, isDropFrame: Bool? = nil
  ) {
    timecode = Timecode(
      hours: Int(clamping: hours), minutes: Int(clamping: minutes), seconds: Int(clamping: seconds),
      frames: Int(clamping: frames))
    self.isDropFrame = isDropFrame
  }

  init(_ timecode: Timecode, isDropFrame: Bool?) {
    self.timecode = timecode
    self.isDropFrame = isDropFrame
  }

  /// The label as written: `01:02:03:04`, with `;` if numbers are dropped.
  var text: String { timecode.text(dropFrame: isDropFrame ?? false, quanta: 100) }
}

extension EmbeddedLabel {
  /// Reads the time address of SMPTE ST 12-1 from four bytes of binary coded decimals: frames,
  /// seconds, minutes, hours. The high bits are flags: bit 6 of the frames is drop frame, and the
  /// others are not part of the label.
  ///
  /// Nil if a digit is above 9, as in memory that was never written.
  init?(frames: UInt8, seconds: UInt8, minutes: UInt8, hours: UInt8) {
    guard let frame = Self.decimal(frames & 0x3F), let second = Self.decimal(seconds & 0x7F),
      let minute = Self.decimal(minutes & 0x7F), let hour = Self.decimal(hours & 0x3F)
    else { return nil }
    self.init(hour, minute, second, frame, isDropFrame: frames & 0x40 != 0)
  }

  /// Returns the number of two binary coded decimals; nil if one is above 9.
  static func decimal(_ byte: UInt8) -> Int? {
    guard byte >> 4 < 10, byte & 15 < 10 else { return nil }
    return Int(byte >> 4) * 10 + Int(byte & 15)
  }
}
