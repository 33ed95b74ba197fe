/// A timecode label: what is shown for a frame.
///
/// The parts are held as given; which of them can occur is for a `TimecodeFormat` to say.
public struct Timecode: Hashable, Sendable {
  public var isNegative: Bool
  /// From 0; over 23 only where the format does not wrap.
  public var hours: Int
  /// 0 to 59.
  public var minutes: Int
  /// 0 to 59.
  public var seconds: Int
  /// From 0 up to, and without, the quanta of the format.
  public var frames: Int

  public init(isNegative: Bool = false, hours: Int, minutes: Int, seconds: Int, frames: Int) {
    self.isNegative = isNegative
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
    self.frames = frames
  }

  /// `HH:MM:SS:FF`, with `;` before the frames where `dropFrame`, and a minus sign before
  /// negative ones. Hours take two digits or more, frames as many as the largest frame number of
  /// a second at `quanta` needs and never less than two.
  public func text(dropFrame: Bool, quanta: UInt32) -> String {
    let frameDigits = max(2, String(max(1, quanta) - 1).count)
    return (isNegative ? "-" : "") + padded(hours, 2) + ":" + padded(minutes, 2) + ":"
      + padded(seconds, 2) + (dropFrame ? ";" : ":") + padded(frames, frameDigits)
  }
}
