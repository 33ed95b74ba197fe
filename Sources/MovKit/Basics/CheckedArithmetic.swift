/// Arithmetic on numbers that come from files, which may be anything.
extension FixedWidthInteger {
  /// Returns the sum; nil if it does not fit.
  package func adding(_ other: Self) -> Self? {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? nil : sum
  }

  /// Returns the difference; nil if it does not fit.
  package func subtracting(_ other: Self) -> Self? {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? nil : difference
  }

  /// Returns the product; nil if it does not fit.
  package func times(_ factor: Self) -> Self? {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? nil : product
  }

  /// Returns the sum, or the number nearest to it that fits.
  @inlinable
  package func addingClamping(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the sum, or the greatest number if it does not fit. Writers refuse that as a time.
  package func addingOrGreatest(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// Returns the quotient rounded down, also of a negative number. The divisor must be positive.
  package func dividedDown(by divisor: Self) -> Self {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }

  /// Returns the product, or the greatest number if it does not fit.
  package func timesOrGreatest(_ factor: Self) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
