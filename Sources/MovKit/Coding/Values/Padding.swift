/// Returns a decimal number with at least `width` digits, padded with zeros in front.
package func padded(_ value: some BinaryInteger, _ width: Int) -> String {
  // `String(value)` of any type divides step by step; each type has a faster way of its own.
  let digits = value.description
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

extension [UInt8] {
  /// Appends a decimal number with at least `digits` digits, padded with zeros in front, as `padded`
  /// returns it.
  mutating func append(decimal value: Int, digits: Int) {
    guard value >= 0, digits == 2, value < 100 else {
      return append(contentsOf: padded(value, digits).utf8)
    }
    append(UInt8(ascii: "0") + UInt8(value / 10))
    append(UInt8(ascii: "0") + UInt8(value % 10))
  }
}

/// Returns a fraction as a decimal number, rounded and without zeros at the end: 29.97 for 30000
/// over 1001 and 3 places.
///
/// `denominator` is above 0, and 10 to the power of `places` times `numerator` must fit.
package func decimal(_ numerator: UInt128, over denominator: UInt128, places: Int) -> String {
  let unit = (0..<places).reduce(UInt128(1)) { power, _ in power * 10 }
  let (whole, rest) = ((numerator * unit + denominator / 2) / denominator)
    .quotientAndRemainder(dividingBy: unit)
  guard rest > 0 else { return "\(whole)" }
  var digits = padded(rest, places)
  while digits.last == "0" { digits.removeLast() }
  return "\(whole).\(digits)"
}
