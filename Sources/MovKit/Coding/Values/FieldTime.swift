/// A time or a duration as a field holds it: ticks of a clock.
public struct FieldTime: Sendable {
  /// Whose ticks they are.
  public enum Clock: Sendable {
    /// The movie's timescale, which `mvhd` states.
    case movie
    /// The timescale of the track's media, which `mdhd` states.
    case media
    /// So many ticks a second, which the atom itself states.
    case ticks(perSecond: UInt32)
  }

  public var value: Int128
  public var clock: Clock
  /// What a field whose bits are all set says instead of a time, such as "unknown"; nil for a time.
  public var absence: StaticString?
}
