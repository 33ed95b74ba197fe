/// The 32 bits of each frame that timecode leaves to its users, and how its flags say they are to be
/// read (SMPTE ST 12-1, "Binary groups"; ST 309 for dates).
public struct LinearTimecodeUserBits: Hashable, Sendable {
  /// 8 groups of 4 bits, the first group in the lowest bits.
  public var value: UInt32
  /// The binary group flags, flag 0 in the lowest bit: 3 bits.
  public var flags: UInt8

  /// User bits with their flags.
  public init(value: UInt32, flags: UInt8) {
    self.value = value
    self.flags = flags
  }

  /// Whether the flags say that the time is that of a clock (flag 1).
  public var isClockTime: Bool { flags & 2 != 0 }
  /// Whether the flags say that the user bits are characters of 8 bits (flag 0 alone).
  public var holdsText: Bool { flags & 5 == 1 }
  /// Whether the flags say that the user bits are a date and a time zone (flag 2 alone).
  public var holdsDate: Bool { flags & 5 == 4 }

  /// The eight groups as people write them, as hexadecimal digits, the last group first.
  public var digits: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }

  /// The four characters, if the flags say that there are some: two groups each, the lower one first.
  public var text: [UInt8]? {
    guard holdsText else { return nil }
    return (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
  }

  /// A date, and how local time differs from UTC.
  public struct Date: Hashable, Sendable {
    /// The last two digits of the year.
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// 1 to 31.
    public var day: Int
    /// The minutes by which local time is ahead of UTC; nil if the code stands for no zone.
    public var minutesFromUTC: Int?
  }

  /// The date, if the flags say that there is one and it exists. Groups 1 to 6 are day, month and
  /// year in decimal, the units first; groups 7 and 8 are the zone. A modified Julian date is not
  /// read.
  public var date: Date? {
    func group(_ number: UInt32) -> Int { Int(value >> (4 * (number - 1)) & 15) }
    func decimal(_ units: UInt32) -> Int? {
      group(units) < 10 && group(units + 1) < 10 ? group(units) + 10 * group(units + 1) : nil
    }
    guard holdsDate, group(8) < 4, let day = decimal(1), (1...31).contains(day),
      let month = decimal(3), (1...12).contains(month), let year = decimal(5)
    else { return nil }
    return Date(
      year: year, month: month, day: day,
      minutesFromUTC: Self.minutesFromUTC(tens: group(8), units: group(7)))
  }

  /// Decimal codes count whole hours: 0 to 12 behind UTC, then from 13 ahead down to 1. Codes with a
  /// unit above 9 do the same with half hours.
  private static func minutesFromUTC(tens: Int, units: Int) -> Int? {
    if units > 9 {
      let number = tens * 6 + units - 10
      return number < 12 ? -(number * 60 + 30) : (23 - number) * 60 + 30
    }
    switch tens * 10 + units {
    case let number where number <= 12: return -number * 60
    case let number where number <= 25: return (26 - number) * 60
    case 32: return 12 * 60 + 45
    default: return nil
    }
  }
}
