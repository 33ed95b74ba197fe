/// A time or a duration as a whole number of ticks: `value / timescale` seconds.
///
/// It is the counterpart of Core Media's `CMTime`, with its flags, epochs and order. Arithmetic is
/// exact if a timescale up to 2147483647 can hold the result; otherwise it rounds and sets
/// `hasBeenRounded` in `flags`. A result that is too large becomes an infinity and does not trap.
public struct MediaTime: Sendable {
  /// The number of ticks; 0 if the time is not numeric.
  public let value: Int64
  /// The number of ticks per second: positive if the time is numeric, else 0.
  public let timescale: Int32
  /// The kind of time. `valid` alone, or with `hasBeenRounded`, is a number.
  public let flags: Flags
  /// A number that distinguishes timelines whose times cannot be subtracted from each other; nearly
  /// always 0.
  public let epoch: Int64

  /// The bits of `CMTimeFlags`.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The bits as a number.
    public let rawValue: UInt32
    /// Flags of these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The time is valid. Without this flag, it is invalid whatever the other flags are.
    public static let valid = Flags(rawValue: 1 << 0)
    /// The time is a number that was rounded and so may not be exact.
    public static let hasBeenRounded = Flags(rawValue: 1 << 1)
    /// The time is later than every number.
    public static let positiveInfinity = Flags(rawValue: 1 << 2)
    /// The time is earlier than every number.
    public static let negativeInfinity = Flags(rawValue: 1 << 3)
    /// The time is not known, such as the duration of a live stream.
    public static let indefinite = Flags(rawValue: 1 << 4)
  }

  /// How a time that is not a whole number of ticks is rounded.
  public enum Rounding: Hashable, Sendable, CaseIterable {
    /// To the nearest tick; half a tick away from zero.
    case roundHalfAwayFromZero
    /// Towards zero.
    case towardZero
    /// Away from zero.
    case awayFromZero
    /// Up to the later tick.
    case towardPositiveInfinity
    /// Down to the earlier tick.
    case towardNegativeInfinity
    /// Towards zero into a coarser timescale, away from zero into a finer one. A time below zero
    /// stays below zero. The timescale of a fraction is its denominator, and that of a decimal the
    /// power of ten that its digits need.
    case quickTime
  }

  /// A time of `value` ticks with `timescale` ticks per second; invalid if `timescale` is not
  /// positive.
  public init(value: Int64, timescale: Int32) {
    self.init(value: value, timescale: timescale, flags: .valid)
  }

  /// A time with all its parts.
  ///
  /// Contradictions are resolved here: a number whose timescale is not positive is invalid, and a
  /// time that is not a number has value, timescale and epoch 0.
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

  /// Ticks and a timescale as files store them (durations of up to 64 bits unsigned, timescales of
  /// 32 bits), exactly. A timescale above 2147483647 is possible if the fraction can be reduced
  /// below that.
  ///
  /// Nil if the timescale is not positive or the time cannot be held without loss. Ticks that need more than 64
  /// bits with a sign are not reduced in other timescales: files write such for a duration that is not known.
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

  /// 0 seconds, in timescale 1.
  public static let zero = MediaTime(value: 0, timescale: 1)
  /// The invalid time: the result of an operation that has none.
  public static let invalid = MediaTime(value: 0, timescale: 0, flags: [])
  /// A time that is not known.
  public static let indefinite = MediaTime(
    value: 0, timescale: 0, flags: [.valid, .indefinite])
  /// A time later than every number.
  public static let positiveInfinity = MediaTime(
    value: 0, timescale: 0, flags: [.valid, .positiveInfinity])
  /// A time earlier than every number.
  public static let negativeInfinity = MediaTime(
    value: 0, timescale: 0, flags: [.valid, .negativeInfinity])

  /// Whether the time is a number, an infinity or indefinite.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether the time is valid but not known.
  public var isIndefinite: Bool { flags.contains(.indefinite) }
  /// Whether the time is later than every number.
  public var isPositiveInfinity: Bool { flags.contains(.positiveInfinity) }
  /// Whether the time is earlier than every number.
  public var isNegativeInfinity: Bool { flags.contains(.negativeInfinity) }
  /// Whether the time is one of the infinities.
  public var isInfinite: Bool { isPositiveInfinity || isNegativeInfinity }
  /// Whether the time is a number, so that `value`, `timescale` and `epoch` have a meaning.
  public var isNumeric: Bool { flags.subtracting(.hasBeenRounded) == .valid }
  /// Whether the time, or a time that it was computed from, was rounded.
  public var hasBeenRounded: Bool { flags.contains(.hasBeenRounded) }

  /// The time in seconds, for display only: it is not exact, so do not compute with it. An infinity
  /// for infinite times; NaN if the time is invalid or indefinite.
  public var seconds: Double {
    if isNumeric { return Double(value) / Double(timescale) }
    if isInfinite { return isPositiveInfinity ? .infinity : -.infinity }
    return .nan
  }
}

extension MediaTime: Comparable {
  /// The order of `CMTimeCompare`: negative infinity, numbers (by epoch, then by exact value),
  /// indefinite, positive infinity, invalid. Equal times may have different timescales, and
  /// `hasBeenRounded` is not compared.
  public static func < (a: MediaTime, b: MediaTime) -> Bool {
    guard a.isNumeric, b.isNumeric else { return a.rank < b.rank }
    guard a.epoch == b.epoch else { return a.epoch < b.epoch }
    if a.timescale == b.timescale { return a.value < b.value }
    return a.product(over: b) < b.product(over: a)
  }

  public static func == (a: MediaTime, b: MediaTime) -> Bool {
    guard a.isNumeric, b.isNumeric else { return a.rank == b.rank }
    guard a.epoch == b.epoch else { return false }
    return a.timescale == b.timescale
      ? a.value == b.value : a.product(over: b) == b.product(over: a)
  }

  private var rank: Int {
    if isNegativeInfinity { return 0 }
    if isNumeric { return 1 }
    if isIndefinite { return 2 }
    return isPositiveInfinity ? 3 : 4
  }

  /// The value in the common denominator of two times; at most 95 bits.
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
