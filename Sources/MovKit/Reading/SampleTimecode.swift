extension SampleBuffer {
  /// Returns the label that a timeline shows with the sample, such as `01:00:00:00`, or the number of a
  /// counter; nil if the movie does not show the sample, or no timecode with it.
  ///
  /// For a frame of video it is the label of that frame, as in `Movie.frames(of:)`. For other samples
  /// it is the label at their beginning. `shownRange` says which time is meant if the movie shows the
  /// sample several times.
  public func timecode(in timeline: TimecodeTimeline) -> String? {
    var recent = TimecodeTimeline.RecentSegments()
    return shownRange.flatMap { timecode(in: timeline, shown: $0, &recent) }
  }

  /// The same for a caller that knows `shownRange`, whose calculation takes as long, and asks for one sample
  /// after another.
  package func timecode(
    in timeline: TimecodeTimeline, shown: MediaTimeRange,
    _ recent: inout TimecodeTimeline.RecentSegments
  ) -> String? {
    let value =
      track.mediaType == .video
      ? timeline.value(ofFrameFrom: shown.start, to: shown.end, &recent)
      : timeline.value(at: shown.start, &recent)
    return value.map { timeline.track.formats[$0.formatIndex].text($0.value) }
  }
}
