import MovKit

/// The speed of an event of an EDL, as an `M2` line says it.
struct EDLSpeed {
  private let line: Int
  private let isNegative: Bool
  /// Frames per second, without the sign; nil if it cannot be read.
  private let number: DecimalNumber?

  init(_ words: [String], line: Int) {
    let speed = words.dropFirst(2).dropLast().last ?? ""
    isNegative = speed.hasPrefix("-")
    let digits = isNegative || speed.hasPrefix("+") ? String(speed.dropFirst()) : speed
    number = DecimalNumber(digits, mostDecimals: 6)
    self.line = line
  }

  /// Returns why the speed is refused; nil if it is that of a movie. It is in frames per second with one decimal, so
  /// it is compared to a tenth.
  func problem(at rate: CountingRate) -> SegmentListError? {
    guard let number else {
      return SegmentListError("expected 'M2 REEL SPEED TIMECODE'", line: line)
    }
    let difference =
      Int128(number.units) * Int128(rate.denominator) - Int128(rate.numerator)
      * Int128(number.scale)
    let tenth = Int128(number.scale) * Int128(rate.denominator)
    guard isNegative || difference.magnitude * 10 > tenth.magnitude else { return nil }
    let text = decimal(UInt128(number.units.magnitude), over: UInt128(number.scale), places: 6)
    return SegmentListError(
      "the event is played at \(isNegative ? "-" : "")\(text) frames per second, and the movie has "
        + "\(rate.shownRate); timecode that runs at another speed cannot be written from an EDL",
      line: line)
  }
}
