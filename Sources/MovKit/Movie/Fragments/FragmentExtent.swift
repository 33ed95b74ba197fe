/// What the times of samples in fragments span, in ticks of the media.
struct FragmentExtent: Sendable {
  /// From the first decode time to the last.
  var decode: ClosedRange<Int64>
  /// From the first presentation time to the last.
  var shown: ClosedRange<Int64>
  /// The least and the greatest composition offset.
  var offsets: ClosedRange<Int32>
  /// The longest duration.
  var longest: UInt64
  /// Whether no decode time comes before the one ahead of it.
  var isInOrder = true

  /// Samples of one composition offset.
  init(decode: ClosedRange<Int64>, offset: Int32, longest: UInt64) {
    self.decode = decode
    shown =
      decode.lowerBound.addingClamping(
        Int64(offset))...decode.upperBound.addingClamping(
        Int64(offset))
    offsets = offset...offset
    self.longest = longest
  }

  func followed(by next: FragmentExtent) -> FragmentExtent {
    var both = self
    both.isInOrder =
      isInOrder && next.isInOrder && decode.upperBound <= next.decode.lowerBound
    both.decode = decode.lowerBound...max(decode.lowerBound, next.decode.upperBound)
    both.shown =
      min(shown.lowerBound, next.shown.lowerBound)...max(shown.upperBound, next.shown.upperBound)
    both.offsets =
      min(
        offsets.lowerBound, next.offsets.lowerBound)...max(
        offsets.upperBound, next.offsets.upperBound)
    both.longest = max(longest, next.longest)
    return both
  }

  /// How far samples not seen may lie from their decode times: twice as far as those seen do,
  /// because the others may be a little different.
  var margin: Int64 {
    2 * (Int64(max(0, offsets.upperBound)) - Int64(min(0, offsets.lowerBound)))
  }
}

extension Int64 {
  /// The sum, held within 64 bits.
  func addingClamping(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
