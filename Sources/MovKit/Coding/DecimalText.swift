/// Decimal numbers as text, which is as exact as it is written.
enum DecimalText {
  /// Whether two numbers are the same, however each is written: `1e-05` is `0.00001`, and `1.0` is `1`. That a zero is
  /// negative counts.
  static func areSame(_ first: String, _ second: String) -> Bool {
    first == second || shortest(first) == shortest(second)
  }

  /// The number without an exponent, and without zeros at the end of its fraction.
  private static func shortest(_ number: String) -> Substring {
    var digits = withoutExponent(number)[...]
    guard digits.contains(".") else { return digits }
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    return digits
  }

  /// Returns a number without an exponent, which programs write for small and for large numbers; as it is if the
  /// exponent is large.
  static func withoutExponent(_ number: String) -> String {
    let parts = number.split { $0 == "e" || $0 == "E" }
    guard parts.count == 2, let exponent = Int(parts[1]), (-400...400).contains(exponent) else {
      return number
    }
    let isNegative = parts[0].hasPrefix("-")
    let mantissa = parts[0].dropFirst(isNegative ? 1 : 0)
      .split(separator: ".", omittingEmptySubsequences: false)
    var digits = mantissa.joined()
    // The number of digits before the point.
    var whole = (mantissa.first?.count ?? 0) + exponent
    if whole < 1 {
      digits = String(repeating: "0", count: 1 - whole) + digits
      whole = 1
    }
    digits += String(repeating: "0", count: max(0, whole - digits.count))
    let useless = digits.prefix(whole - 1).prefix { $0 == "0" }.count
    (digits, whole) = (String(digits.dropFirst(useless)), whole - useless)
    let fraction = digits.dropFirst(whole)
    return (isNegative ? "-" : "") + digits.prefix(whole) + (fraction.isEmpty ? "" : "." + fraction)
  }
}
