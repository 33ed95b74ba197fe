import MovKit

/// Returns a time for people, rounded to a millisecond, in the form that options accept:
/// `00:00:02.500`. Nil if the timescale is 0.
func readableTime(_ ticks: Int64, per timescale: UInt32) -> String? {
  guard timescale > 0 else { return nil }
  var text: [UInt8] = []
  text.append(clock: ticks, per: timescale)
  return String(decoding: text, as: UTF8.self)
}

extension MediaTime {
  /// The time for people, as `readableTime` has it; nil if it is not numeric.
  var readable: String? {
    isNumeric ? readableTime(value, per: timescale.magnitude) : nil
  }

  /// The time for people or, if it is not numeric, what it is.
  var readableOrKind: String { readable ?? description }
}

extension [UInt8] {
  /// Appends a time for people, as `readableTime` has it. The timescale is not 0.
  mutating func append(clock ticks: Int64, per timescale: UInt32) {
    let scale = UInt64(Swift.max(1, timescale))
    let (whole, rest) = ticks.magnitude.quotientAndRemainder(dividingBy: scale)
    // A rest is less than the timescale, so that the product fits.
    let fraction = (rest * 1000 + scale / 2) / scale
    let (seconds, thousandths) = fraction < 1000 ? (whole, fraction) : (whole + 1, 0)
    if ticks < 0 { append(0x2D) }
    let hours = seconds / 3600
    if hours < 10 { append(0x30) }
    append(decimal: hours)
    for number in [seconds / 60 % 60, seconds % 60] {
      append(0x3A)
      append(0x30 + UInt8(number / 10))
      append(0x30 + UInt8(number % 10))
    }
    append(0x2E)
    append(0x30 + UInt8(thousandths / 100))
    append(0x30 + UInt8(thousandths / 10 % 10))
    append(0x30 + UInt8(thousandths % 10))
  }
}

/// Returns a frame rate as people call it, and exactly: `25 fps`, `29.97 fps (30000/1001)`.
/// `exactly` formats the exact fraction. Nil if one of the numbers is 0.
func readableRate(
  _ timescale: UInt64, per duration: UInt64, exactly: (String) -> String = { " (\($0))" }
) -> String? {
  guard timescale > 0, duration > 0 else { return nil }
  let (numerator, denominator) = lowestTerms(timescale, duration)
  if denominator == 1 { return "\(numerator) fps" }
  let thousandths =
    (Int128(numerator) * 1000 + Int128(denominator) / 2) / Int128(denominator)
  var text = "\(thousandths / 1000)." + String(String(thousandths % 1000 + 1000).dropFirst())
  while text.last == "0" { text.removeLast() }
  if text.last == "." { text.removeLast() }
  if text == "0" { return "\(numerator)/\(denominator) fps" }
  return "\(text) fps" + exactly("\(numerator)/\(denominator)")
}

/// Returns a number of bytes for people, rounded: `1.5 MB`. Nil below a thousand bytes.
func readableSize(_ bytes: UInt64) -> String? {
  guard bytes >= 1000 else { return nil }
  var unit: UInt64 = 1000
  for name in ["kB", "MB", "GB", "TB", "PB", "EB"] {
    let (tenths, rest) = bytes.quotientAndRemainder(dividingBy: unit / 10)
    let rounded = tenths + (rest >= unit / 20 ? 1 : 0)
    if rounded < 10_000 || name == "EB" { return "\(rounded / 10).\(rounded % 10) \(name)" }
    unit *= 1000
  }
  return nil
}
