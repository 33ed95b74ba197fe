import MovKit

extension FrameRate {
  /// Whether the rates differ by at most one part in `parts` of the higher one.
  func isNear(_ other: FrameRate, oneIn parts: UInt128) -> Bool {
    let (one, two) = (
      UInt128(numerator) * UInt128(other.denominator),
      UInt128(other.numerator) * UInt128(denominator)
    )
    return max(one, two) - min(one, two) <= max(one, two) / parts
  }
}
