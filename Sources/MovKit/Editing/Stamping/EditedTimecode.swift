extension Movie {
  /// Returns timecode that stays with the frames of the media through the edits of a video: a run for
  /// each edit that shows something. It counts from the media frame with which the edit begins.
  ///
  /// - Parameters:
  ///   - trackID: The ID of the video.
  ///   - format: How its frames are counted.
  ///   - number: The number of the first frame of the media.
  /// - Throws: `FormatError` if the video does not exist or its tables are damaged.
  package func timecodeRuns(
    ofEditsOf trackID: UInt32, _ format: TimecodeFormat, firstFrame number: Int64
  ) throws(FormatError) -> PackedRuns {
    guard let track = track(trackID) else {
      throw FormatError(.missing("there is no track \(trackID)"), path: "moov")
    }
    let first = try track.firstPresentation()
    let edits = track.shownEdits(try track.sampleTable())
    let half = format.frameDuration.multiplied(by: 1, over: 2)
    var runs = PackedRuns()
    for edit in edits where !edit.isEmpty && edit.source.start.isNumeric {
      guard let rate = edit.rateIn65536, rate >= 0, edit.target.duration > .zero else { continue }
      var (start, duration) = (edit.target.start, edit.target.duration)
      var elapsed = edit.source.start - first
      if elapsed < .zero {
        // The edit begins before the first frame, which shows nothing.
        let missing = MediaTime.zero - elapsed
        let wait = rate == 0 ? MediaTime.zero : missing.multiplied(by: 1 << 16, over: rate)
        start = start + wait
        duration = duration - wait
        elapsed = .zero
      }
      guard duration > .zero,
        let frame = format.frameNumber(number, advancedBy: elapsed + half)
      else { continue }
      runs.append(
        TimecodeRun(
          at: start, duration: duration, format: format.shown(at: rate, for: duration),
          frameNumber: format.withinDay(frame)))
    }
    return runs
  }
}

extension TimecodeFormat {
  /// The format of what an edit shows of this at a rate, in 1/65536: at half speed, each label lasts twice as long;
  /// a frame that is held, at the rate 0, has one label for the duration of the edit.
  func shown(at rate: Int64, for duration: MediaTime) -> TimecodeFormat {
    guard rate != 1 << 16 else { return self }
    var shown = self
    shown.frameQuanta = labelQuanta
    shown.frameDuration = rate == 0 ? duration : frameDuration.multiplied(by: 1 << 16, over: rate)
    return shown
  }
}

extension Track {
  /// Returns the media time of the frame that is presented first, without edits; 0 if there is none.
  fileprivate func firstPresentation() throws(FormatError) -> MediaTime {
    let table = try sampleTable()
    let earliest = Int64(table.compositionOffsets.lowerBound)
    var first: Int64?
    for sample in table {
      // No later sample can be presented before this one.
      let (bound, overflow) = sample.decodeTime.addingReportingOverflow(earliest)
      if let first, overflow || bound >= first { break }
      first = min(first ?? .max, sample.presentationTime)
    }
    return MediaTime(ticks: first ?? 0, per: timescale) ?? .zero
  }
}
