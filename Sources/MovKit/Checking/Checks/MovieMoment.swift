/// A time of a movie, exactly.
struct MovieMoment {
  private let seconds: UInt128
  /// What is left of a second, less than `units`.
  private let rest: UInt128
  /// The number of parts of a second that `rest` counts, at most 95 bits.
  private let units: UInt128

  /// The time of `value` parts of a second, of which a second has `units`, at least 1.
  init(_ value: UInt128, units: UInt128) {
    (seconds, rest) = value.quotientAndRemainder(dividingBy: units)
    self.units = units
  }

  static func < (a: MovieMoment, b: MovieMoment) -> Bool {
    guard a.seconds == b.seconds else { return a.seconds < b.seconds }
    return UInt256(product: a.rest, b.units) < UInt256(product: b.rest, a.units)
  }

  /// How much later this time is than another one, in whole seconds and whether there is more; none if
  /// it is not later.
  func seconds(after other: MovieMoment) -> (whole: UInt128, hasMore: Bool) {
    guard other < self else { return (0, false) }
    let (mine, others) = (UInt256(product: rest, other.units), UInt256(product: other.rest, units))
    return mine < others
      ? (seconds - other.seconds - 1, true) : (seconds - other.seconds, others < mine)
  }
}
