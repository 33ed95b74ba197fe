import MovKit

extension DiagnosticList {
  /// Adds a warning that a row has no label, which a format needs. There can be one in every few bytes.
  mutating func add(withoutLabel row: TimecodeRow) {
    add(
      "timecode-without-label", .warning,
      (row.format.isCounter
        ? "a counter has no label" : "the timecode has no rate to count labels by")
        + ", which this format needs; leaving out the stretch at \(row.segment.movieTime.inSeconds)",
      path: row.track.track.path)
  }
}

extension DiagnosticList {
  /// Adds a warning that a row comes later in a list than in the movie, because those before it are shorter
  /// than a frame.
  mutating func add(late row: TimecodeRow, by frames: Int64, in list: String) {
    add(
      "timecode-place", .warning,
      "\(list) counts whole frames, and stretches before the one at \(row.segment.movieTime.inSeconds) are shorter than "
        + "a frame, so that one begins \(counted(frames, "frame")) late; use --format csv or json to keep that",
      path: row.track.track.path)
  }
}

extension DiagnosticList {
  /// Adds a warning if a row lasts a day or longer, which the labels of a list cannot say: they begin again.
  mutating func add(ifLongerThanADay row: TimecodeRow, in list: String) {
    let day = row.format.forLists.framesPerDay
    guard day > 0, max(row.frames, row.shownFrames) >= day else { return }
    add(
      "timecode-place", .warning,
      "\(list) has the labels of one day, so it cannot say that the stretch at "
        + "\(row.segment.movieTime.inSeconds) lasts \(row.segment.duration.inSeconds); use --format csv "
        + "or json to keep that", path: row.track.track.path)
  }
}

extension DiagnosticList {
  /// Adds a warning if the labels of a row are not those of a day, as all labels of a list are.
  mutating func add(ifOutsideOfDay row: TimecodeRow, in list: String) {
    guard case .frameNumber(let first) = row.segment.first,
      let number = row.format.numberOutsideOfDay(
        from: first, to: first.addingClamping(max(row.frames, 1) - 1))
    else { return }
    add(
      "timecode-place", .warning,
      "\(list) has the labels of one day, so it says \(row.format.forLists.text(.frameNumber(number))) for "
        + "\(row.format.text(.frameNumber(number))) in the stretch at \(row.segment.movieTime.inSeconds); use "
        + "--format csv or json to keep that", path: row.track.track.path)
  }
}

extension DiagnosticList {
  /// Adds a warning that several files of an EDL have the name of one, so that only their reels tell them apart.
  mutating func add(sharedName movie: TimecodeMovie) {
    add(
      "timecode-place", .warning,
      "an EDL names files without their folders, and several are called '\(movie.name)', so its reader has to know "
        + "their reels; use --format csv, ale or json to keep them apart", path: "")
  }

  /// Adds a warning if timecode counts at another rate than the video, which an EDL cannot say: it is read at the rate
  /// of the video.
  mutating func add(ifOfOtherRate track: TimecodeTrack, in movie: TimecodeMovie) {
    guard let own = track.formats.first?.frameDuration, own.isNumeric, own > .zero,
      let frame = movie.movie.videoFrameDuration, own.shownRate != frame.shownRate
    else { return }
    add(
      "timecode-place", .warning,
      "an EDL does not say its rate, and this one counts \(own.shownRate) frames per second on video of "
        + "\(frame.shownRate); read it with 'insert timecode --rate \(own.shownRate)', or use --format csv, ale or json "
        + "to keep that", path: track.track.path)
  }
}

extension TimecodeFormat {
  /// Returns the first or the last of some frame numbers if it is not one of a day, as all that a list has labels
  /// for are; nil if both are.
  func numberOutsideOfDay(from first: Int64, to last: Int64) -> Int64? {
    [first, last].first { $0 < 0 || framesUntilWrap == nil && $0 >= framesPerDay }
  }
}
