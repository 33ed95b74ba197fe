/// A time or a duration in a field, in ticks of a clock.
public struct FieldTime: Sendable {
  /// The clock that the ticks are of.
  public enum Clock: Sendable {
    /// The movie's timescale, which `mvhd` gives.
    case movie
    /// The timescale of the track's media, which `mdhd` gives.
    case media
    /// A number of ticks per second that the atom itself gives.
    case ticks(perSecond: UInt32)
    /// A number of ticks per second that the atom itself gives, for the duration of one frame. Such a
    /// field states a frame rate.
    case frame(ticksPerSecond: UInt32)
  }

  /// The number of ticks.
  public var value: Int128
  /// The clock that the ticks are of.
  public var clock: Clock
  /// The meaning of the field if all its bits are set, such as "unknown"; nil if the field is a
  /// time.
  public var absence: String?
}
