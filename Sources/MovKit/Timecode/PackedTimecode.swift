/// The record that the QuickTime File Format specification of 1996 defines for a sample: hours, a
/// sign bit and 7 bits of minutes, seconds, frames. Files hold frame numbers instead, and the two
/// cannot be distinguished, so the record is read only on request.
extension Timecode {
  /// The label in four bytes, most significant first. Any four bytes give a label, but such a label
  /// need not exist.
  public init(packed: UInt32) {
    func byte(_ shift: UInt32) -> Int { Int(UInt8(truncatingIfNeeded: packed >> shift)) }
    self.init(
      isNegative: packed & 0x80_0000 != 0, hours: byte(24), minutes: byte(16) & 0x7F,
      seconds: byte(8), frames: byte(0))
  }

  /// Returns the record of this label.
  ///
  /// - Throws: `TimecodeError` if a part does not fit in its bits.
  public func packed() throws(TimecodeError) -> UInt32 {
    guard let hours = UInt8(exactly: hours), let minutes = UInt8(exactly: minutes), minutes < 0x80,
      let seconds = UInt8(exactly: seconds), let frames = UInt8(exactly: frames)
    else { throw .packedOutOfRange(text(dropFrame: false, quanta: 0)) }
    let signAndMinutes = isNegative ? minutes | 0x80 : minutes
    return UInt32(hours) << 24 | UInt32(signAndMinutes) << 16 | UInt32(seconds) << 8
      | UInt32(frames)
  }
}
