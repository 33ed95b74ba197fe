@testable import MovKit

/// A timecode display with wheels: it steps from one label to the next and passes over those that
/// drop-frame leaves out. It counts; it does not compute.
struct Odometer {
  let quanta: Int
  /// Labels left out at the start of a minute, from the standard's own table.
  let dropped: Int
  var hours = 0
  var minutes = 0
  var seconds = 0
  var frames = 0

  init(quanta: Int, dropped: Int) {
    self.quanta = quanta
    self.dropped = dropped
  }

  var timecode: Timecode {
    Timecode(hours: hours, minutes: minutes, seconds: seconds, frames: frames)
  }

  mutating func step() {
    frames += 1
    guard frames == quanta else { return }
    frames = 0
    seconds += 1
    guard seconds == 60 else { return }
    seconds = 0
    startMinute(minutes + 1)
  }

  mutating func startMinute(_ minute: Int) {
    minutes = minute
    if minutes == 60 {
      minutes = 0
      hours += 1
    }
    seconds = 0
    let skips = ![0, 10, 20, 30, 40, 50].contains(minutes)
    frames = skips ? dropped : 0
  }
}

/// A rate that productions use.
struct StandardRate: Sendable, CustomStringConvertible {
  var quanta: Int
  var duration: Int64
  var timescale: Int32
  var dropped = 0

  var description: String { "\(timescale)/\(duration)" + (dropped > 0 ? " drop-frame" : "") }

  func format(_ flags: TimecodeFormat.Flags = []) -> TimecodeFormat {
    TimecodeFormat(
      frameDuration: MediaTime(value: duration, timescale: timescale),
      frameQuanta: UInt32(quanta), flags: dropped > 0 ? flags.union(.dropFrame) : flags)
  }

  static let all: [StandardRate] = [
    StandardRate(quanta: 24, duration: 1001, timescale: 24000),
    StandardRate(quanta: 24, duration: 1, timescale: 24),
    StandardRate(quanta: 25, duration: 1, timescale: 25),
    StandardRate(quanta: 30, duration: 1001, timescale: 30000),
    StandardRate(quanta: 30, duration: 1001, timescale: 30000, dropped: 2),
    StandardRate(quanta: 30, duration: 1, timescale: 30),
    StandardRate(quanta: 48, duration: 1001, timescale: 48000),
    StandardRate(quanta: 48, duration: 1, timescale: 48),
    StandardRate(quanta: 50, duration: 1, timescale: 50),
    StandardRate(quanta: 60, duration: 1001, timescale: 60000),
    StandardRate(quanta: 60, duration: 1001, timescale: 60000, dropped: 4),
    StandardRate(quanta: 60, duration: 1, timescale: 60),
    StandardRate(quanta: 96, duration: 1001, timescale: 96000),
    StandardRate(quanta: 96, duration: 1, timescale: 96),
    StandardRate(quanta: 100, duration: 1, timescale: 100),
    StandardRate(quanta: 120, duration: 1001, timescale: 120000),
    StandardRate(quanta: 120, duration: 1001, timescale: 120000, dropped: 8),
    StandardRate(quanta: 120, duration: 1, timescale: 120),
  ]
}
