// Maps stretches of time from the media to the timeline and back.

extension MediaTimeMapping {
  /// Returns where on the timeline a stretch of media is shown, limited to what the edit shows; nil
  /// if none of it is shown. The stretch may be infinite. A stretch without length is shown at its
  /// moment. In a dwell, a stretch that contains the moment is shown for the whole edit. An edit without
  /// length on the timeline shows nothing.
  ///
  /// The result is exact if a timescale up to 2147483647 can hold it.
  public func targetRange(of media: MediaTimeRange) -> MediaTimeRange? {
    target.duration == .zero ? nil : image(of: media)
  }

  /// Returns the time of the timeline at which a media time is shown, which is the start in a dwell.
  ///
  /// The result is exact if a timescale up to 2147483647 can hold it. Nil outside the source, in an
  /// empty edit, and if either range is not finite or the target has no length.
  public func targetTime(at mediaTime: MediaTime) -> MediaTime? {
    targetRange(of: MediaTimeRange(start: mediaTime, duration: .zero))?.start
  }

  /// Returns which media a stretch of the timeline shows through this edit; nil if it shows none.
  public func sourceRange(of movie: MediaTimeRange) -> MediaTimeRange? {
    guard !isEmpty, target.duration != .zero else { return nil }
    return MediaTimeMapping(source: target, target: source).image(of: movie)
  }

  /// What `targetRange` returns of a target with a length.
  private func image(of media: MediaTimeRange) -> MediaTimeRange? {
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
    // Most often all of an edit is shown.
    if shown == source, target.isExact { return target }
    return MediaTimeRange(
      start: targetTime(of: shown.start), duration: shown.duration.scaled(from: source, to: target))
  }

  /// `time` is in the source, which has a length, or at its end.
  private func targetTime(of time: MediaTime) -> MediaTime {
    guard time.isNumeric, source.isNumeric, target.isNumeric else {
      return target.start + (time - source.start).scaled(from: source, to: target)
    }
    return .onLine(
      from: target.start, time, since: source.start, times: target.duration, over: source.duration)
  }
}

extension MediaTimeRange {
  /// Whether start and duration count the same ticks, and are not rounded.
  fileprivate var isExact: Bool {
    isNumeric && start.timescale == duration.timescale && !start.hasBeenRounded
      && !duration.hasBeenRounded
  }
}
