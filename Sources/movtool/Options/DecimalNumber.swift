/// A decimal number as somebody wrote it, exact: `units` of one part in `scale`.
struct DecimalNumber: Equatable {
  let units: Int
  /// A power of ten.
  let scale: Int

  /// Reads `5` or `0.25`: digits, and up to `mostDecimals` decimals; nil for anything else.
  init?(_ text: String, mostDecimals: Int) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let whole = parts.first.flatMap(wholeNumber), parts.count <= 2 else { return nil }
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

/// Decimal digits alone: `Int("+5")` would be a number too.
func wholeNumber(_ text: String) -> Int? {
  guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  return Int(text)
}
