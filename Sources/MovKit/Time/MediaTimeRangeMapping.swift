/// Maps times into a range and from one range to another.
extension MediaTime {
  /// Returns the nearest time in a range, its end included, as `CMTimeClampToRange`. The result is
  /// invalid if the time or the range is invalid, if the range is empty, or if their epochs differ.
  public func clamped(to range: MediaTimeRange) -> MediaTime {
    guard isValid, range.isValid, !range.isEmpty, !isNumeric || epoch == range.start.epoch else {
      return .invalid
    }
    if self < range.start { return range.start }
    return range.isBeforeEnd(self) ? self : min(self, range.end)
  }

  /// Returns the time of `target` that corresponds to this time of `source`, as
  /// `CMTimeMapTimeFromRangeToRange`: start becomes start, end becomes end, and the times between
  /// and beyond are on the straight line through both.
  ///
  /// The result is invalid if either range is invalid or empty, or if the time is of another epoch
  /// than `source`. An infinite range can only be mapped to an infinite range.
  public func mapped(from source: MediaTimeRange, to target: MediaTimeRange) -> MediaTime {
    guard isValid, source.isValid, target.isValid, !source.isEmpty, !target.isEmpty,
      !isNumeric || epoch == source.start.epoch
    else { return .invalid }
    if isNumeric, source.isNumeric, target.isNumeric {
      return .onLine(
        from: target.start, self, since: source.start, times: target.duration,
        over: source.duration)
    }
    if self == source.end { return target.end }
    let offset = (self - source.start).scaled(from: source, to: target)
    return offset + target.start
  }

  /// Returns a length in `source` as a length in `target`, as `CMTimeMapDurationFromRangeToRange`:
  /// it is multiplied by the ratio of their durations.
  ///
  /// The result is invalid if either range is invalid, if `source` is empty, or if the epoch of the
  /// length is not 0.
  public func scaled(from source: MediaTimeRange, to target: MediaTimeRange) -> MediaTime {
    guard isValid, source.isValid, target.isValid, !source.isEmpty, epoch == 0 else {
      return .invalid
    }
    if source.duration == target.duration { return self }
    guard source.duration.isNumeric, target.duration.isNumeric else { return .invalid }
    guard isNumeric else { return isInfinite && target.isEmpty ? .invalid : self }
    return multiplied(by: target.duration, over: source.duration)
  }

  /// Returns the position in a loop over a range at this time, as `CMTimeFoldIntoRange`. The time,
  /// which may also be before the range, is moved by whole durations until it is in the range.
  ///
  /// The result is invalid if the range is invalid or empty, or has no finite length and does not
  /// contain the time; if their epochs differ; and if the time is infinite.
  public func folded(into range: MediaTimeRange) -> MediaTime {
    guard range.isValid, !range.isEmpty, !isIndefinite else {
      return isIndefinite ? self : .invalid
    }
    guard range.start.isNumeric, range.duration.isNumeric else {
      return range.contains(self) ? self : .invalid
    }
    guard isNumeric, epoch == range.start.epoch else { return .invalid }
    // Over the product of the three timescales, every term has at most 125 bits.
    let (own, start, length) = (
      Int128(timescale), Int128(range.start.timescale), Int128(range.duration.timescale)
    )
    let first = Int128(range.start.value) * own * length
    let period = Int128(range.duration.value) * own * start
    let distance = Int128(value) * start * length - first
    let rest = distance % period
    let wanted = first + (rest < 0 ? rest + period : rest)
    let result = MediaTime(
      ExactFraction(
        isNegative: wanted < 0, factor: wanted.magnitude, divisor: UInt128(own * start * length)),
      near: timescale,
      alreadyRounded: hasBeenRounded || range.start.hasBeenRounded
        || range.duration.hasBeenRounded, epoch: epoch)
    if !result.hasBeenRounded || range.contains(result) { return result }
    // The rounded time is outside the range, so the result is the point where the loop starts
    // again.
    return MediaTime(
      value: range.start.value, timescale: range.start.timescale, flags: [.valid, .hasBeenRounded],
      epoch: epoch)
  }
}
