// Stretches of time through a mapping, from the media to the timeline and back.

extension MediaTimeMapping {
  /// Where on the timeline a stretch of media is shown, cut to what the edit shows: nil where none
  /// of it is. A stretch without length is shown where its moment is; in a dwell, whatever holds the
  /// moment is shown all along.
  ///
  /// Exact where a timescale up to 2147483647 holds it.
  public func targetRange(of media: MediaTimeRange) -> MediaTimeRange? {
    guard !isEmpty, media.isValid, source.isValid, target.isValid, media.start.isNumeric,
      media.duration.isNumeric, source.duration.isNumeric, target.duration.isNumeric
    else { return nil }
    if source.duration == .zero {
      return media.contains(source.start) || media.start == source.start ? target : nil
    }
    if media.isEmpty {
      return source.contains(media.start)
        ? MediaTimeRange(start: targetTime(of: media.start), duration: .zero) : nil
    }
    let shown = source.intersection(media)
    guard shown.isValid, !shown.isEmpty else { return nil }
    return MediaTimeRange(start: targetTime(of: shown.start), end: targetTime(of: shown.end))
  }

  /// Which media a stretch of the timeline shows through this edit: nil where it shows none.
  public func sourceRange(of movie: MediaTimeRange) -> MediaTimeRange? {
    isEmpty ? nil : MediaTimeMapping(source: target, target: source).targetRange(of: movie)
  }

  /// `time` lies in the source, which has a length, or at its end.
  private func targetTime(of time: MediaTime) -> MediaTime {
    let elapsed = time - source.start
    if source.duration == target.duration { return target.start + elapsed }
    guard elapsed.isNumeric else { return .invalid }
    let length = target.duration
    let fraction = ExactFraction(
      isNegative: elapsed.value < 0,
      factor: UInt128(elapsed.value.magnitude) * UInt128(length.value.magnitude),
      cofactor: source.duration.timescale.magnitude,
      divisor: UInt128(elapsed.timescale.magnitude) * UInt128(length.timescale.magnitude)
        * UInt128(source.duration.value.magnitude))
    let rounded = elapsed.hasBeenRounded || length.hasBeenRounded
    return target.start
      + MediaTime(fraction, near: length.timescale, alreadyRounded: rounded, epoch: 0)
  }
}
