/// An exact decimal number, as the user typed it: `units` divided by `scale`.
struct DecimalNumber: Equatable {
  let units: Int
  /// The divisor, a power of ten.
  let scale: Int

  /// Reads `5`, `0.25` or `.25`: digits, and at most `mostDecimals` digits after the point. Nil for
  /// anything else.
  init?(_ text: String, mostDecimals: Int) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    // Many programs take a fraction without the 0 before it.
    guard parts.count <= 2, let first = parts.first,
      let whole = parts.count == 2 && first.isEmpty ? 0 : wholeNumber(first)
    else { return nil }
    var units = whole
    var scale = 1
    if parts.count == 2 {
      let decimals = parts[1]
      guard (1...mostDecimals).contains(decimals.utf8.count), let part = wholeNumber(decimals)
      else { return nil }
      for _ in decimals.utf8 { scale *= 10 }
      let (scaled, overflow) = whole.multipliedReportingOverflow(by: scale)
      let (sum, carry) = scaled.addingReportingOverflow(part)
      guard !overflow, !carry else { return nil }
      units = sum
    }
    self.units = units
    self.scale = scale
  }
}

/// Reads a number that has only decimal digits; nil for anything else. `Int("+5")` would accept a
/// sign.
func wholeNumber(_ text: String) -> Int? {
  guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  return Int(text)
}
