/// The range of the times of samples in fragments, in ticks of the media.
struct FragmentExtent: Sendable {
  /// From the first decode time to the last.
  var decode: ClosedRange<Int64>
  /// From the first presentation time to the last.
  var shown: ClosedRange<Int64>
  /// The least and the greatest composition offset.
  var offsets: ClosedRange<Int32>
  /// The longest duration.
  var longest: UInt64
  /// Whether no sample is decoded before the sample that precedes it in the file.
  var isInOrder = true

  /// Samples that share one composition offset.
  init(decode: ClosedRange<Int64>, offset: Int32, longest: UInt64) {
    self.decode = decode
    shown =
      decode.lowerBound.addingClamping(
        Int64(offset))...decode.upperBound.addingClamping(
        Int64(offset))
    offsets = offset...offset
    self.longest = longest
  }

  /// Returns the extent of these samples and of `next`, which follow them in the file.
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

  /// How far the presentation times of samples not read may be from their decode times: twice as
  /// far as those of the samples read, because the others may differ a little.
  var margin: Int64 {
    2 * (Int64(max(0, offsets.upperBound)) - Int64(min(0, offsets.lowerBound)))
  }
}
