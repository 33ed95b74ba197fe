/// The part of a movie that a cut shows, moved to frames of the first video.
struct CutRange {
  /// What is shown, in movie time.
  private(set) var range: MediaTimeRange
  /// The first frame of video that is shown ends at this time; nil if there is no video, or its
  /// first frame does not begin with the range.
  private(set) var firstFrameEnd: MediaTime?
  /// The number of frames of video that are shown; nil if there is no video.
  private(set) var frameCount: Int?

  /// Moves both ends of `wanted` to frames.
  ///
  /// An end becomes the nearest beginning of a frame, or the end of the video, if that is at most
  /// half a frame away: the frames of a rate such as 24000/1001 begin at times that people round.
  /// Parts that meet at any time so share no frame and lose none. In the middle of a frame that
  /// lasts long, such as a slide, the end stays where it is.
  ///
  /// - Parameter end: The end of the movie.
  init(
    _ wanted: MediaTimeRange, in movie: Movie, end: MediaTime, accuracy: MovieCut.Accuracy
  ) throws(CutError) {
    let video = movie.tracks(.video).first
    var (from, to) = (wanted.start, min(wanted.end, .positiveInfinity))
    if let video {
      let moved: [MediaTime]
      do throws(FormatError) { moved = try video.frameStarts(near: [from, to], end: end) } catch {
        throw .format(error)
      }
      // The start of the movie is where it is, even if its video begins a little later than other tracks.
      (from, to) = (from == .zero ? from : moved[0], moved[1])
    }
    guard from < end else { throw .startsAfterEnd(end) }
    // The end of an edit, in ticks of the movie, can be a little after that of the last frame.
    let tick = MediaTime(ticks: 1, per: movie.timescale) ?? .zero
    if to.isPositiveInfinity || to > end && to - end < tick { to = end }
    guard to <= end else { throw .endsAfterEnd(end) }
    guard from < to else { throw .empty }
    do throws(FormatError) {
      if accuracy == .atSync, let video {
        let entries = try ReadTrack(video)
        from = entries.syncTime(atOrBefore: from)
        to = entries.syncTime(atOrAfter: to, end: end)
      }
      range = MediaTimeRange(start: from, end: to)
      guard let video else { return }
      var frames = try PresentedFrames(video)
      var (count, second) = (0, MediaTime?.none)
      var held = 0
      var isFirst = false
      var next = frames.next()
      while let frame = next, frame.time < to {
        next = frames.next()
        guard frame.time >= from else {
          // What is shown at the start may have begun long before.
          if next.map({ $0.time > from }) ?? true,
            let end = frames.end(of: frame, before: next), end > from
          {
            held = 1
          }
          continue
        }
        if frame.time == from { isFirst = true }
        count += 1
        if count == 2 { second = frame.time }
      }
      frameCount = count + held
      if isFirst { firstFrameEnd = second ?? to }
    } catch { throw .format(error) }
  }
}

extension Track {
  /// Returns for each time the nearest beginning of a frame, if it is at most half a frame away;
  /// otherwise the time itself. After the last frame, the end of the track counts.
  fileprivate func frameStarts(
    near times: [MediaTime], end: MediaTime
  ) throws(FormatError) -> [MediaTime] {
    guard let duration = try frameTiming()?.frameDuration else { return times }
    let half = duration.multiplied(by: 1, over: 2)
    var nearest = times
    var distances = times.map { _ in MediaTime.positiveInfinity }
    func look(_ moment: MediaTime) {
      for index in times.indices where times[index].isNumeric && moment.isNumeric {
        let distance = (times[index] - moment).absoluteValue
        if distance <= half, distance < distances[index] {
          (nearest[index], distances[index]) = (moment, distance)
        }
      }
    }
    // Frames come in the order in which they are shown, and there can be very many.
    let last = times.filter(\.isNumeric).max().map { $0 + half }
    var frames = try PresentedFrames(self)
    while let time = frames.next()?.time, let last, time <= last { look(time) }
    look(shownEnd(try sampleTable()))
    look(end)
    return nearest
  }
}

extension ReadTrack {
  /// The edit that shows media at a movie time, and the media time in ticks.
  private func place(at time: MediaTime) -> (edit: MediaTimeMapping, tick: Int64)? {
    for edit in edits where !edit.isEmpty {
      guard let source = edit.sourceTime(at: time),
        let tick = ticks(source, rounding: .towardNegativeInfinity)
      else { continue }
      return (edit, tick)
    }
    return nil
  }

  private func movieTime(_ tick: Int64, through edit: MediaTimeMapping) -> MediaTime? {
    edit.targetTime(at: time(tick))
  }

  /// Returns when the movie shows the frame at which decoding must begin to show what it shows at
  /// `time`: the beginning of the edit if that frame is hidden.
  fileprivate func syncTime(atOrBefore time: MediaTime) -> MediaTime {
    guard let (edit, tick) = place(at: time), let index = times.index(shownAt: tick) else {
      return time
    }
    let entry = times.time(of: times.entryPoint(for: index))
    return movieTime(entry, through: edit) ?? edit.target.start
  }

  /// Returns when the movie shows the first frame, at `time` or later, at which decoding can begin:
  /// the end of the edit if there is none.
  fileprivate func syncTime(atOrAfter time: MediaTime, end: MediaTime) -> MediaTime {
    guard let (edit, tick) = place(at: time) else { return time }
    let last = min(edit == edits.last ? track.shownEnd(samples) : edit.target.end, end)
    // A frame that is shown before a sync sample can be decoded after it.
    let shown = times.index(shownAt: tick).map { times.entryPoint(for: $0) }
    var walk = SampleTable.Iterator(samples, at: shown ?? 0)
    // A file cannot hold more samples than bytes, whatever its tables claim.
    var budget = track.fileSize
    while budget > 0, let sample = walk.next() {
      budget -= 1
      guard sample.attachments.isEntryPoint, sample.presentationTime >= tick else { continue }
      return movieTime(sample.presentationTime, through: edit).map { min($0, last) } ?? last
    }
    return last
  }
}
