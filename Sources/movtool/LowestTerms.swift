import MovKit

/// Returns a fraction in lowest terms. Both numbers of 0/0 stay 0.
func lowestTerms(
  _ numerator: UInt64, _ denominator: UInt64
) -> (numerator: UInt64, denominator: UInt64) {
  let common = max(1, greatestCommonDivisor(numerator, denominator))
  return (numerator / common, denominator / common)
}
