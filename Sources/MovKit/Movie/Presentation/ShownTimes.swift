extension Track {
  /// When the movie stops showing the track: the end of its edits or, without an edit list, of the media that its
  /// header declares and by how much composition offsets move the last frame past it. The end of fragments, which
  /// no header declares, is that of what they show.
  package var shownEnd: MediaTime {
    if hasEditList { return (try? sampleTable()).map(shownEnd) ?? editedDuration }
    guard !hasFragments, let samples = try? sampleTable(),
      let decoded = MediaTime(ticks: samples.duration, per: timescale),
      case let late = shownEnd(samples) - decoded, late.isNumeric, late > .zero
    else { return editedDuration }
    return editedDuration + late
  }

  /// When the movie stops showing the track: the end of the last edit or, without an edit list, of
  /// the last frame, which composition offsets may move past the end of the media.
  ///
  /// An edit counts ticks of the movie, often of a millisecond, in which frames have no exact length. One that ends
  /// with the last frame but for that ends with it, as long as that is less than half of a frame.
  func shownEnd(_ samples: SampleTable) -> MediaTime {
    let lastFrame = MediaTime(ticks: samples.presentationEnd, per: timescale)
    guard hasEditList else { return lastFrame ?? mediaDuration }
    guard let edit = edits.last, !edit.isEmpty, edit.source.duration == edit.target.duration,
      edit.target.duration > .zero, let lastFrame, let tick = movieTick, !samples.isEmpty,
      let frame = MediaTime(ticks: samples.times(of: samples.count - 1).duration, per: timescale)
    else { return editedDuration }
    let end = edit.target.start + (lastFrame - edit.source.start)
    let rounded = (end - edit.target.end).absoluteValue
    guard rounded.isNumeric, rounded > .zero, rounded < tick, rounded.multiplied(by: 2) < frame,
      end > edit.target.start
    else { return edit.target.end }
    return end
  }
}

extension Track {
  /// The edits, of which the last ends when `shownEnd(_:)` says; without an edit list, one edit that shows all of
  /// the media.
  func shownEdits(_ samples: SampleTable) -> EditMappings {
    let end = shownEnd(samples)
    guard hasEditList, let last = edits.last else {
      let all = MediaTimeRange(start: .zero, end: end)
      return EditMappings(one: MediaTimeMapping(source: all, target: all))
    }
    guard end != last.target.end else { return edits }
    let length = end - last.target.start
    return EditMappings(
      edits,
      endingWith: MediaTimeMapping(
        source: MediaTimeRange(start: last.source.start, duration: length),
        target: MediaTimeRange(start: last.target.start, duration: length)))
  }

  /// When the movie shows the last frame of the track, through its last edit; nil if that shows none.
  var lastFrameShown: MediaTimeRange? {
    guard let samples = try? sampleTable(), let scale = Int32(exactly: timescale), scale > 0,
      let edit = shownEdits(samples).last, !edit.isEmpty, edit.rateIn65536 ?? 0 > 0
    else { return nil }
    let end = edit.source.end.converted(to: scale, rounding: .towardPositiveInfinity)
    guard end.isNumeric, case let last = min(end.value, samples.presentationEnd), last > 0 else {
      return nil
    }
    let index = PresentationIndex(samples)
    guard let sample = index.index(shownAt: last - 1) else { return nil }
    let start = max(MediaTime(value: index.time(of: sample), timescale: scale), edit.source.start)
    return edit.targetRange(of: MediaTimeRange(start: start, end: edit.source.end))
  }

  /// When the movie shows the first frame of the track; nil if it shows none.
  var firstFrameTime: MediaTime? {
    var frames = try? PresentedFrames(self)
    return frames?.next()?.time
  }
}

/// When videos begin and stop being shown. Many timecode tracks can be for one video, whose tables are read once.
package struct ShownTimes {
  private var starts: [String: MediaTime?] = [:]
  private var ends: [String: MediaTime] = [:]

  package init() {}

  /// Returns when the first frame is shown; nil if none is.
  mutating func start(of video: Track) -> MediaTime? {
    if let start = starts[video.path] { return start }
    let start = video.firstFrameTime
    starts.updateValue(start, forKey: video.path)
    return start
  }

  package mutating func end(of video: Track) -> MediaTime {
    if let end = ends[video.path] { return end }
    let end = video.shownEnd
    ends[video.path] = end
    return end
  }
}

extension SampleTable {
  /// When the last sample is no longer shown, in ticks of the media: the end of the decode times, or past it if
  /// composition offsets move the last samples there.
  var presentationEnd: Int64 {
    var end = Int64(clamping: duration)
    guard compositionOffsets.upperBound > 0 else { return end }
    // No codec reorders over so many frames.
    for index in indices.suffix(256) { end = Swift.max(end, shownEnd(of: index)) }
    return end
  }

  /// When a sample is no longer shown, in ticks of the media.
  func shownEnd(of index: Int) -> Int64 {
    let times = times(of: index)
    return times.presentation.addingClamping(Int64(clamping: times.duration))
  }
}
