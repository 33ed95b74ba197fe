// Stretches of time through a mapping, from the media to the timeline and back.

extension MediaTimeMapping {
  /// Where on the timeline a stretch of media is shown, cut to what the edit shows: nil where none
  /// of it is. The stretch may be infinite. One without length is shown where its moment is; in a
  /// dwell, whatever holds the moment is shown all along.
  ///
  /// Exact where a timescale up to 2147483647 holds it.
  public func targetRange(of media: MediaTimeRange) -> MediaTimeRange? {
    guard !isEmpty, media.isValid, source.isValid, target.isValid, source.duration.isNumeric,
      target.duration.isNumeric
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
    return MediaTimeRange(
      start: targetTime(of: shown.start), duration: shown.duration.scaled(from: source, to: target))
  }

  /// Which media a stretch of the timeline shows through this edit: nil where it shows none.
  public func sourceRange(of movie: MediaTimeRange) -> MediaTimeRange? {
    isEmpty ? nil : MediaTimeMapping(source: target, target: source).targetRange(of: movie)
  }

  /// `time` lies in the source, which has a length, or at its end.
  private func targetTime(of time: MediaTime) -> MediaTime {
    guard time.isNumeric, source.isNumeric, target.isNumeric else {
      return target.start + (time - source.start).scaled(from: source, to: target)
    }
    return .onLine(
      from: target.start, time, since: source.start, times: target.duration, over: source.duration)
  }
}
