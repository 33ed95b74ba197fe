/// The position of a picture in output order.
package struct PictureOrder: Hashable, Comparable, Sendable {
  /// The number of the period: order starts over with an IDR picture, in HEVC with a BLA picture
  /// and a random access picture after an end of sequence, and in H.264 with a picture that has
  /// memory management control operation 5. All pictures of a period are shown before those of the
  /// next.
  package var period: Int
  /// PicOrderCnt(): of two pictures of a period, the one with the lower count is shown first
  /// (H.264, 8.2.1; H.265, 8.3.1).
  package var count: Int64

  package init(period: Int, count: Int64) {
    self.period = period
    self.count = count
  }

  package static func < (a: Self, b: Self) -> Bool {
    (a.period, a.count) < (b.period, b.count)
  }
}

/// Returns the upper part of a counter of which a stream has only the lower bits, so that the whole
/// is closest to the last one (H.264, 8-3; H.265, 8-1).
private func upperPart(lower: Int64, bits: Int, lastUpper: Int64, lastLower: Int64) -> Int64 {
  let size = Int64(1) << Int64(bits)
  if lower < lastLower, lastLower - lower >= size / 2 { return lastUpper &+ size }
  if lower > lastLower, lower - lastLower > size / 2 { return lastUpper &- size }
  return lastUpper
}

/// Computes the picture order counts of H.264 (8.2.1) from slice headers in decoding order.
///
/// Sums wrap around on overflow, which only a malformed stream can cause.
struct AVCPictureOrderCounter: Sendable {
  private var period = -1
  private var lastUpper: Int64 = 0
  private var lastLower: Int64 = 0
  private var lastFrameNumber: Int64 = 0
  private var lastFrameNumberOffset: Int64 = 0

  /// Returns the order of the picture whose first slice this is.
  mutating func next(
    _ slice: AVCSliceHeader, _ sequence: AVCSequenceParameterSet
  ) -> PictureOrder {
    if slice.isIDR || period < 0 {
      period += 1
      (lastUpper, lastLower, lastFrameNumber, lastFrameNumberOffset) = (0, 0, 0, 0)
    }
    let fields: (top: Int64, bottom: Int64)
    switch sequence.orderType {
    case 0: fields = type0(slice, sequence)
    case 1: fields = type1(slice, sequence)
    default: fields = type2(slice, sequence)
    }
    var count: Int64
    if slice.isField {
      count = slice.isBottomField ? fields.bottom : fields.top
    } else {
      count = min(fields.top, fields.bottom)
    }
    if slice.resetsOrder {
      // The picture is then the first of a new period, and counts from 0 (8.2.1).
      period += 1
      lastUpper = 0
      lastLower = slice.isField ? 0 : fields.top &- count
      lastFrameNumber = 0
      lastFrameNumberOffset = 0
      count = 0
    }
    return PictureOrder(period: period, count: count)
  }

  private mutating func type0(
    _ slice: AVCSliceHeader, _ sequence: AVCSequenceParameterSet
  ) -> (Int64, Int64) {
    let lower = Int64(slice.orderLsb)
    let upper = upperPart(
      lower: lower, bits: sequence.orderLsbBits, lastUpper: lastUpper, lastLower: lastLower)
    if slice.isReference { (lastUpper, lastLower) = (upper, lower) }
    let top = upper &+ lower
    return (top, top &+ Int64(slice.deltaBottom))
  }

  /// Returns FrameNumOffset + frame_num.
  private mutating func frameNumber(
    _ slice: AVCSliceHeader, _ sequence: AVCSequenceParameterSet
  ) -> Int64 {
    let number = Int64(slice.frameNumber)
    if lastFrameNumber > number {
      lastFrameNumberOffset &+= Int64(1) << Int64(sequence.frameNumberBits)
    }
    lastFrameNumber = number
    return lastFrameNumberOffset &+ number
  }

  private mutating func type1(
    _ slice: AVCSliceHeader, _ sequence: AVCSequenceParameterSet
  ) -> (Int64, Int64) {
    let order = sequence.order1
    let cycle = Int64(order.offsetsForReferences.count)
    var number = frameNumber(slice, sequence)
    var expected: Int64 = 0
    if cycle == 0 { number = 0 }
    if !slice.isReference, number > 0 { number -= 1 }
    if number > 0, cycle > 0 {
      let whole = order.offsetsForReferences.reduce(0, &+)
      let (cycles, rest) = (number - 1).quotientAndRemainder(dividingBy: cycle)
      expected = cycles &* whole
      expected &+= order.offsetsForReferences.prefix(Int(rest) + 1).reduce(0, &+)
    }
    if !slice.isReference { expected &+= order.offsetForNonReference }
    let top = expected &+ Int64(slice.delta0)
    return slice.isField
      ? (top, top &+ order.offsetTopToBottom)
      : (top, top &+ order.offsetTopToBottom &+ Int64(slice.delta1))
  }

  private mutating func type2(
    _ slice: AVCSliceHeader, _ sequence: AVCSequenceParameterSet
  ) -> (Int64, Int64) {
    let number = 2 &* frameNumber(slice, sequence) &- (slice.isReference ? 0 : 1)
    return (number, number)
  }
}

/// Computes the picture order counts of HEVC (H.265, 8.3.1) from slice headers in decoding order.
struct HEVCPictureOrderCounter: Sendable {
  private var period = -1
  private var lastUpper: Int64 = 0
  private var lastLower: Int64 = 0
  private var isAfterEnd = true

  /// Notes that the stream has an end of sequence here.
  mutating func end() { isAfterEnd = true }

  /// Returns the order of the picture whose first slice this is.
  mutating func next(
    _ slice: HEVCSliceHeader, _ header: NALUnitHeader, _ sequence: HEVCSequenceParameterSet
  ) -> PictureOrder {
    let beginsPeriod =
      header.isIDR || header.isBLA || header.isRandomAccess && isAfterEnd || period < 0
    if header.isRandomAccess { isAfterEnd = false }
    let lower = Int64(slice.orderLsb)
    let upper =
      beginsPeriod
      ? 0
      : upperPart(
        lower: lower, bits: sequence.orderLsbBits, lastUpper: lastUpper, lastLower: lastLower)
    if beginsPeriod { period += 1 }
    if header.temporalID == 0, !header.isLeading, !header.isNonReference {
      (lastUpper, lastLower) = (upper, lower)
    }
    return PictureOrder(period: period, count: upper &+ lower)
  }
}
