extension TimecodeTimeline {
  /// Returns when the movie first shows a label, in movie time; nil if it never does.
  ///
  /// The label after the last one of a stretch is at the end of that stretch, with a duration of 0,
  /// so that a range can be given by its first label and the one that no longer belongs to it. If
  /// labels wrap at 24 hours, a label that is shown after midnight is found too.
  ///
  /// - Throws: `TimecodeError` if the label is not one of the track's: drop frame skips it, its
  ///   frames are out of range, or the track is a counter.
  public func range(of label: Timecode) throws(TimecodeError) -> MediaTimeRange? {
    var problem: TimecodeError?
    var isLabel = false
    var end: MediaTimeRange?
    for segment in segments {
      let format = track.formats[segment.formatIndex]
      do throws(TimecodeError) {
        let number = try format.frameNumber(for: label)
        isLabel = true
        switch segment.place(of: number, in: format) {
        case .shown(let range): return range
        case .end(let time): end = end ?? MediaTimeRange(start: time, duration: .zero)
        case nil: break
        }
      } catch { problem = problem ?? error }
    }
    if let problem, !isLabel { throw problem }
    return end
  }
}

extension TimecodeTrack.Segment {
  fileprivate enum Place {
    /// When the frame number is shown.
    case shown(MediaTimeRange)
    /// The number is the one after the last; the stretch ends at this time.
    case end(MediaTime)
  }

  /// Returns where a frame number, or the same number a number of days later, is in this stretch;
  /// nil if it is not in it.
  fileprivate func place(of number: Int64, in format: TimecodeFormat) -> Place? {
    guard case .frameNumber(let first) = first, case .frameNumber(let last) = last,
      case .frameNumber(let sample) = sampleValue, format.frameDuration.isNumeric,
      format.frameDuration.value > 0
    else { return nil }
    let day = Int128(format.framesPerDay)
    var wanted = Int128(number)
    if format.flags.contains(.wraps24Hours), day > 0 {
      // The first of its occurrences from `first` on.
      let distance = (Int128(first) - wanted) % day
      wanted = Int128(first) - distance + (distance > 0 ? day : 0)
    }
    guard wanted >= Int128(first), wanted <= Int128(last) + 1,
      let frames = Int64(exactly: wanted - Int128(sample))
    else { return nil }
    let movieEnd = movieTime + duration
    if wanted > Int128(last) { return .end(movieEnd) }
    guard rate > 0 else {
      return .shown(MediaTimeRange(start: movieTime, duration: duration))
    }
    let start = sampleStart + format.frameDuration.multiplied(by: frames)
    let begin = inMovie(max(start, source.start))
    let end = min(inMovie(start + format.frameDuration), movieEnd)
    return .shown(MediaTimeRange(start: begin, end: end))
  }

  private func inMovie(_ mediaTime: MediaTime) -> MediaTime {
    movieTime + (mediaTime - source.start).multiplied(by: 1 << 16, over: rate)
  }
}
