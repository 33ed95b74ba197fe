/// Taking times into ranges and from one range to another.
extension MediaTime {
  /// The nearest time in a range, its end included, as `CMTimeClampToRange`. Invalid where the time
  /// or the range is, where the range is empty, and where their epochs differ.
  public func clamped(to range: MediaTimeRange) -> MediaTime {
    guard isValid, range.isValid, !range.isEmpty, !isNumeric || epoch == range.start.epoch else {
      return .invalid
    }
    if self < range.start { return range.start }
    return range.isBeforeEnd(self) ? self : min(self, range.end)
  }

  /// The time of one range that stands where this time stands in another, as
  /// `CMTimeMapTimeFromRangeToRange`: start becomes start, end becomes end, and the times between
  /// and beyond lie on the straight line through both.
  ///
  /// Invalid where either range is invalid or empty, or the time is of another epoch than `source`.
  /// An infinite range can only be taken to an infinite one.
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

  /// This length of one range as a length of another, as `CMTimeMapDurationFromRangeToRange`: it is
  /// multiplied by the ratio of their durations.
  ///
  /// Invalid where either range is, where `source` is empty, and where the epoch of the length is
  /// not 0.
  public func scaled(from source: MediaTimeRange, to target: MediaTimeRange) -> MediaTime {
    guard isValid, source.isValid, target.isValid, !source.isEmpty, epoch == 0 else {
      return .invalid
    }
    if source.duration == target.duration { return self }
    guard source.duration.isNumeric, target.duration.isNumeric else { return .invalid }
    guard isNumeric else { return isInfinite && target.isEmpty ? .invalid : self }
    return multiplied(by: target.duration, over: source.duration)
  }

  /// The time that a loop over a range has come to at this time, as `CMTimeFoldIntoRange`: it is
  /// moved by whole durations until it lies in the range, times before the range too.
  ///
  /// Invalid where the range is invalid, empty or without finite length, unless the time lies in
  /// it; where their epochs differ; and where the time is infinite.
  public func folded(into range: MediaTimeRange) -> MediaTime {
    guard range.isValid, !range.isEmpty, !isIndefinite else {
      return isIndefinite ? self : .invalid
    }
    guard range.start.isNumeric, range.duration.isNumeric else {
      return range.contains(self) ? self : .invalid
    }
    guard isNumeric, epoch == range.start.epoch else { return .invalid }
    // Over the product of the three timescales every term takes at most 125 bits.
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
    // Rounding took it over an end, to the seam of the loop.
    return MediaTime(
      value: range.start.value, timescale: range.start.timescale, flags: [.valid, .hasBeenRounded],
      epoch: epoch)
  }
}
