/// Points on straight lines through times, each rounded at most once.
extension MediaTime {
  /// Returns `base + (time - origin) * length / unit`, in a timescale that suits `base` and
  /// `length` if the result is exact there, else rounded once. `unit` is not 0.
  ///
  /// All arguments are numbers; the result is in the epoch of `base`.
  static func onLine(
    from base: MediaTime, _ time: MediaTime, since origin: MediaTime, times length: MediaTime,
    over unit: MediaTime
  ) -> MediaTime {
    let rounded = [base, time, origin, length, unit].contains(where: \.hasBeenRounded)
    if length == unit {
      // Over the product of the three timescales, every term has at most 125 bits.
      let scales = (
        Int128(base.timescale), Int128(time.timescale), Int128(origin.timescale)
      )
      let sum =
        Int128(base.value) * scales.1 * scales.2 + Int128(time.value) * scales.0 * scales.2
        - Int128(origin.value) * scales.0 * scales.1
      return MediaTime(
        ExactFraction(sum, over: UInt128(scales.0 * scales.1 * scales.2)),
        near: common(time.timescale, base.timescale), alreadyRounded: rounded, epoch: base.epoch)
    }
    let distance =
      Int128(time.value) * Int128(origin.timescale) - Int128(origin.value) * Int128(time.timescale)
    let isNegative = [distance < 0, length.value < 0, unit.value < 0].count(where: \.self) % 2 == 1
    let product = ExactFraction(
      isNegative: isNegative,
      numerator: UInt256(
        product: distance.magnitude,
        UInt128(length.value.magnitude) * UInt128(unit.timescale.magnitude)),
      divisor: UInt256(
        product: UInt128(time.timescale.magnitude) * UInt128(origin.timescale.magnitude),
        UInt128(length.timescale.magnitude) * UInt128(unit.value.magnitude)))
    return MediaTime(
      product.adding(base.value, over: base.timescale),
      near: common(length.timescale, base.timescale), alreadyRounded: rounded, epoch: base.epoch)
  }

  /// Returns `a + b - c` of numbers in one epoch, as a duration, rounded at most once.
  static func sum(_ a: MediaTime, _ b: MediaTime, minus c: MediaTime) -> MediaTime {
    let one = MediaTime(value: 1, timescale: 1)
    let sum = onLine(from: b, a, since: c, times: one, over: one)
    return MediaTime(value: sum.value, timescale: sum.timescale, flags: sum.flags)
  }

  /// Returns the least common multiple of two timescales; the finer of both if the multiple does
  /// not fit in 32 bits.
  private static func common(_ a: Int32, _ b: Int32) -> Int32 {
    let divisor = greatestCommonDivisor(a.magnitude, b.magnitude)
    return Int32(exactly: UInt64(a.magnitude / divisor) * UInt64(b.magnitude)) ?? max(a, b)
  }
}
