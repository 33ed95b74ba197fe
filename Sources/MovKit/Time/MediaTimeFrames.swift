/// Times in frames.
extension MediaTime {
  /// Returns the number of frames of a duration in this time; nil if either is not a number, the frame's is not
  /// positive, or the result does not fit in 64 bits. `quickTime` rounds as into a coarser timescale.
  package func frames(
    lasting frame: MediaTime, rounding: Rounding = .roundHalfAwayFromZero
  ) -> Int64? {
    guard let (above, below) = ratio(to: frame) else { return nil }
    return ExactFraction(above, over: below.magnitude).ticks(per: 1, rounding: rounding)?.value
  }

  /// Returns the number of the first frame of a duration that shows what begins at this time, from 0: the first
  /// whose middle is not before it, as each frame has the label of its middle. Nil as for `frames(lasting:)`.
  package func firstFrame(lasting frame: MediaTime) -> Int64? {
    guard let (above, below) = ratio(to: frame) else { return nil }
    return ExactFraction(above * 2 - below, over: below.magnitude * 2)
      .ticks(per: 1, rounding: .towardPositiveInfinity)?.value
  }

  /// The time divided by another, as a fraction of whole numbers of at most 94 bits. Nil if either is not a number,
  /// or the other is not positive.
  func ratio(to other: MediaTime) -> (above: Int128, below: Int128)? {
    guard isNumeric, other.isNumeric, other.value > 0 else { return nil }
    return (Int128(value) * Int128(other.timescale), Int128(timescale) * Int128(other.value))
  }
}
