/// The arithmetic between frame numbers and labels, for one quanta.
///
/// It works on magnitudes: `TimecodeFormat` handles signs and days. No quanta of 32 bits and no
/// frame number of 64 bits overflows it.
struct TimecodeLabels {
  let quanta: UInt64
  /// The number of labels skipped at the start of each minute that is not a multiple of 10; less
  /// than the quanta.
  let dropped: UInt64

  init?(quanta: UInt32, dropped: UInt32) {
    guard quanta > 0, dropped < quanta else { return nil }
    self.quanta = UInt64(quanta)
    self.dropped = UInt64(dropped)
  }

  /// Returns how many labels drop frame skips at the start of those minutes: 2 for each 30 of the quanta (SMPTE
  /// ST 12-1, ST 12-3), and none at others.
  static func dropped(perMinuteAt quanta: UInt32) -> UInt32 {
    quanta % 30 == 0 ? quanta / 15 : 0
  }

  /// The number of frames in a minute that skips no label.
  private var framesPerFullMinute: UInt64 { 60 * quanta }
  private var framesPerTenMinutes: UInt64 { 10 * framesPerFullMinute - 9 * dropped }
  var framesPerDay: UInt64 { 144 * framesPerTenMinutes }

  func timecode(_ frame: UInt64) -> Timecode {
    var (minutes, rest) = frame.quotientAndRemainder(dividingBy: framesPerTenMinutes)
    minutes *= 10
    if rest >= framesPerFullMinute {
      // Each further minute begins with the first label that it does not skip.
      let (further, within) = (rest - framesPerFullMinute)
        .quotientAndRemainder(dividingBy: framesPerFullMinute - dropped)
      minutes += 1 + further
      rest = within + dropped
    }
    let (seconds, frames) = rest.quotientAndRemainder(dividingBy: quanta)
    return Timecode(
      hours: Int(clamping: minutes / 60), minutes: Int(clamping: minutes % 60),
      seconds: Int(clamping: seconds), frames: Int(clamping: frames))
  }

  /// Returns the frame number of a label; nil if a part is out of range or the number does not fit
  /// in 64 bits. A skipped label gets the number that it would have had.
  func frameNumber(_ timecode: Timecode) -> UInt64? {
    let parts = (
      UInt64(exactly: timecode.hours), UInt64(exactly: timecode.minutes),
      UInt64(exactly: timecode.seconds), UInt64(exactly: timecode.frames)
    )
    guard case (let hours?, let minutes?, let seconds?, let frames?) = parts,
      minutes < 60, seconds < 60, frames < quanta
    else { return nil }
    let (hourFrames, overflow) = hours.multipliedReportingOverflow(by: 6 * framesPerTenMinutes)
    // Within an hour, no term exceeds 3600 times a quanta of 32 bits.
    let within =
      minutes * framesPerFullMinute + seconds * quanta + frames
      - (minutes - minutes / 10) * dropped
    let (sum, carry) = hourFrames.addingReportingOverflow(within)
    return overflow || carry ? nil : sum
  }

  func isSkipped(_ timecode: Timecode) -> Bool {
    timecode.minutes % 10 != 0 && timecode.seconds == 0 && timecode.frames < Int(clamping: dropped)
  }
}
