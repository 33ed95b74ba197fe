/// A time or a duration as a whole number of ticks: `value / timescale` seconds.
///
/// The counterpart of Core Media's `CMTime`, with its flags, epochs and order. Arithmetic is
/// exact where any timescale up to 2147483647 can hold the result, says so in `flags` where it
/// had to round, and becomes an infinity instead of trapping where the result is too large.
public struct MediaTime: Sendable {
  /// Ticks; 0 unless the time is numeric.
  public let value: Int64
  /// Ticks a second; positive in a numeric time, else 0.
  public let timescale: Int32
  /// What kind of time this is. `valid` with nothing else, or with `hasBeenRounded`, is a number.
  public let flags: Flags
  /// Tells apart timelines that cannot be measured against each other; nearly always 0.
  public let epoch: Int64

  /// The bits of `CMTimeFlags`.
  public struct Flags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let valid = Flags(rawValue: 1 << 0)
    public static let hasBeenRounded = Flags(rawValue: 1 << 1)
    public static let positiveInfinity = Flags(rawValue: 1 << 2)
    public static let negativeInfinity = Flags(rawValue: 1 << 3)
    public static let indefinite = Flags(rawValue: 1 << 4)
  }

  /// What happens to the part of a tick that a timescale cannot hold.
  public enum Rounding: Hashable, Sendable, CaseIterable {
    case roundHalfAwayFromZero
    case towardZero
    case awayFromZero
    case towardPositiveInfinity
    case towardNegativeInfinity
    /// Towards zero into a coarser timescale, away from zero into a finer one; what is below zero
    /// stays below it.
    case quickTime
  }

  /// A time of `value` ticks, `timescale` to a second; invalid where `timescale` is not positive.
  public init(value: Int64, timescale: Int32) {
    self.init(value: value, timescale: timescale, flags: .valid)
  }

  /// A time with all its parts.
  ///
  /// Parts that contradict each other are settled here: a number whose timescale is not positive
  /// is invalid, and what is not a number has no value, timescale or epoch.
  public init(value: Int64, timescale: Int32, flags: Flags, epoch: Int64 = 0) {
    let special: Flags?
    if !flags.contains(.valid) {
      special = []
    } else if flags.contains(.positiveInfinity) {
      special = [.valid, .positiveInfinity]
    } else if flags.contains(.negativeInfinity) {
      special = [.valid, .negativeInfinity]
    } else if flags.contains(.indefinite) {
      special = [.valid, .indefinite]
    } else {
      special = timescale > 0 ? nil : []
    }
    self.value = special == nil ? value : 0
    self.timescale = special == nil ? timescale : 0
    self.flags = special ?? flags.intersection([.valid, .hasBeenRounded])
    self.epoch = special == nil ? epoch : 0
  }

  /// Ticks and a timescale as files store them (durations of up to 64 unsigned bits, timescales
  /// of 32), exactly; a timescale over 2147483647 is kept where the fraction reduces below it.
  ///
  /// Nil where the timescale is not positive or the time cannot be held without loss.
  public init?(ticks: some BinaryInteger, per timescale: some BinaryInteger) {
    guard timescale > 0 else { return nil }
    if let scale = Int32(exactly: timescale) {
      guard let value = Int64(exactly: ticks) else { return nil }
      self.init(value: value, timescale: scale)
      return
    }
    guard let wideTicks = Int128(exactly: ticks), let wideScale = UInt128(exactly: timescale)
    else { return nil }
    let common = greatestCommonDivisor(wideTicks.magnitude, wideScale)
    guard let scale = Int32(exactly: wideScale / common),
      let divisor = Int128(exactly: common), let value = Int64(exactly: wideTicks / divisor)
    else { return nil }
    self.init(value: value, timescale: scale)
  }

  public static let zero = MediaTime(value: 0, timescale: 1)
  public static let invalid = MediaTime(value: 0, timescale: 0, flags: [])
  public static let indefinite = MediaTime(
    value: 0, timescale: 0, flags: [.valid, .indefinite])
  public static let positiveInfinity = MediaTime(
    value: 0, timescale: 0, flags: [.valid, .positiveInfinity])
  public static let negativeInfinity = MediaTime(
    value: 0, timescale: 0, flags: [.valid, .negativeInfinity])

  public var isValid: Bool { flags.contains(.valid) }
  public var isIndefinite: Bool { flags.contains(.indefinite) }
  public var isPositiveInfinity: Bool { flags.contains(.positiveInfinity) }
  public var isNegativeInfinity: Bool { flags.contains(.negativeInfinity) }
  public var isInfinite: Bool { isPositiveInfinity || isNegativeInfinity }
  /// Whether `value`, `timescale` and `epoch` mean anything.
  public var isNumeric: Bool { flags.subtracting(.hasBeenRounded) == .valid }
  public var hasBeenRounded: Bool { flags.contains(.hasBeenRounded) }

  /// Seconds, for showing to people: it is not exact, and nothing may be computed from it.
  /// Not a number where the time is invalid or indefinite.
  public var seconds: Double {
    if isNumeric { return Double(value) / Double(timescale) }
    if isInfinite { return isPositiveInfinity ? .infinity : -.infinity }
    return .nan
  }
}

extension MediaTime: Comparable {
  /// The order of `CMTimeCompare`: negative infinity, numbers (by epoch, then by exact value),
  /// indefinite, positive infinity, invalid. Times that are equal may be written in different
  /// timescales, and rounding is not looked at.
  public static func < (a: MediaTime, b: MediaTime) -> Bool {
    guard a.isNumeric, b.isNumeric else { return a.rank < b.rank }
    guard a.epoch == b.epoch else { return a.epoch < b.epoch }
    return a.product(over: b) < b.product(over: a)
  }

  public static func == (a: MediaTime, b: MediaTime) -> Bool {
    guard a.isNumeric, b.isNumeric else { return a.rank == b.rank }
    return a.epoch == b.epoch && a.product(over: b) == b.product(over: a)
  }

  private var rank: Int {
    if isNegativeInfinity { return 0 }
    if isNumeric { return 1 }
    if isIndefinite { return 2 }
    return isPositiveInfinity ? 3 : 4
  }

  /// This value in the common denominator of two times: at most 95 bits.
  private func product(over other: MediaTime) -> Int128 {
    Int128(value) * Int128(other.timescale)
  }
}

extension MediaTime: Hashable {
  /// Hashes the fraction in lowest terms, because 1/2 and 2/4 are equal.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    guard isNumeric else { return }
    let common = greatestCommonDivisor(value.magnitude, UInt64(timescale.magnitude))
    hasher.combine(epoch)
    hasher.combine(value < 0)
    hasher.combine(value.magnitude / common)
    hasher.combine(UInt64(timescale.magnitude) / common)
  }
}
