/// Seconds for people: `0.04 s`, `12.5 s`, `1:23:45.67`. nil where there is no timescale.
func readableTime(_ ticks: Int64, per timescale: UInt32) -> String? {
  guard timescale > 0 else { return nil }
  let scale = Int128(timescale)
  let sign = ticks < 0 ? "-" : ""
  let thousandths = (Int128(ticks.magnitude) * 1000 + scale / 2) / scale
  let (seconds, fraction) = thousandths.quotientAndRemainder(dividingBy: 1000)
  var tail = ""
  if fraction > 0 {
    tail = String(String(fraction + 1000).dropFirst())
    while tail.last == "0" { tail.removeLast() }
    tail = "." + tail
  }
  if seconds < 60 { return "\(sign)\(seconds)\(tail) s" }
  let two = { (number: Int128) in (number < 10 ? "0" : "") + String(number) }
  return "\(sign)\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))\(tail)"
}

/// A frame rate, as people call it and exact: `25 fps`, `29.97 fps (30000/1001)`. nil where one of
/// the numbers is 0.
func readableRate(
  _ timescale: UInt64, per duration: UInt64, exactly: (String) -> String = { " (\($0))" }
) -> String? {
  guard timescale > 0, duration > 0 else { return nil }
  var (a, b) = (timescale, duration)
  while b > 0 { (a, b) = (b, a % b) }
  let (numerator, denominator) = (timescale / a, duration / a)
  if denominator == 1 { return "\(numerator) fps" }
  let thousandths =
    (Int128(numerator) * 1000 + Int128(denominator) / 2) / Int128(denominator)
  var text = "\(thousandths / 1000)." + String(String(thousandths % 1000 + 1000).dropFirst())
  while text.last == "0" { text.removeLast() }
  if text.last == "." { text.removeLast() }
  return "\(text) fps" + exactly("\(numerator)/\(denominator)")
}

/// A number of bytes for people: `1.5 MB`. nil below a thousand.
func readableSize(_ bytes: UInt64) -> String? {
  var unit: UInt64 = 1000
  for name in ["kB", "MB", "GB", "TB", "PB", "EB"] {
    if bytes / unit < 1000 {
      guard bytes >= unit else { return nil }
      let tenths = bytes / (unit / 10)
      return "\(tenths / 10).\(tenths % 10) \(name)"
    }
    unit *= 1000
  }
  return nil
}
