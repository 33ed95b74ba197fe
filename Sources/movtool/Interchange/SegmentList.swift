import MovKit

/// What a list of segments says: runs of timecode for one movie.
struct SegmentList: Equatable {
  /// The runs, in the order of time, which do not overlap.
  var runs: [TimecodeRun] = []
  /// What was read in a way that the list does not state, a sentence each.
  var notes: [String] = []
  /// What a document of `extract timecode` says of its movie, with all tracks; nil in other lists.
  var stored: StoredTimecode?

  /// What the reader of a list knows about the movie.
  struct Context: Equatable {
    /// The name of the movie's file, with or without its folder.
    var movieName: String
    /// The rate of the video; nil if it is not known.
    var videoRate: FrameRate?
    /// The rate of the timecode, whatever the list says; nil for what the list says or, if it says
    /// nothing, the rate of the video.
    var rate: FrameRate?
  }

  /// Reads a list in any of the forms: CSV, an EDL (CMX 3600), an Avid log, or JSON of `extract
  /// timecode`. The content decides which it is.
  /// - Throws: `SegmentListError` with the line.
  static func read(_ bytes: [UInt8], _ context: Context) throws(SegmentListError) -> SegmentList {
    let text = ListText(bytes)
    var list: SegmentList
    switch text.kind {
    case .json: list = try JSONSegments.read(text.bytes, context)
    case .ale: list = try ALESegments.read(text, context)
    case .edl: list = try EDLSegments.read(text, context)
    case .csv: list = try CSVSegments.read(text, context)
    }
    if text.isRepaired {
      list.notes.append("the list is not valid UTF-8; characters that cannot be read are replaced")
    }
    guard !list.runs.isEmpty || list.stored != nil else {
      throw SegmentListError("the list has no segments")
    }
    return list
  }
}

/// Why a list of segments cannot be read.
struct SegmentListError: Error, Equatable, CustomStringConvertible {
  /// The line, from 1; nil if the list as a whole is meant.
  var line: Int?
  /// One sentence without a full stop.
  var reason: String

  init(_ reason: String, line: Int? = nil) {
    self.line = line
    self.reason = reason
  }

  var description: String { (line.map { "line \($0): " } ?? "") + reason }

  /// The error as that of an option's value.
  var badValue: BadValue { BadValue(description) }
}

extension SegmentList.Context {
  /// The rate of timecode for which a list says `stated`.
  func rate(stated: FrameRate?, line: Int?) throws(SegmentListError) -> FrameRate {
    guard let rate = rate ?? stated ?? videoRate else {
      throw SegmentListError(
        "neither the list nor the movie says the rate; give --rate", line: line)
    }
    return rate
  }
}

/// Collects the runs of a list.
struct RunCollector {
  private(set) var runs: [TimecodeRun] = []

  /// Adds a run, which must begin after the one before.
  ///
  /// Runs without a duration that count on from the one before are joined to it, so that a list with
  /// a row for each frame makes as many runs as there are jumps.
  mutating func add(_ run: TimecodeRun, line: Int?) throws(SegmentListError) {
    guard run.time.isNumeric, run.time >= .zero else {
      throw SegmentListError("the time is not zero or later", line: line)
    }
    if let duration = run.duration, !duration.isNumeric || duration <= .zero {
      throw SegmentListError("the duration is not above zero", line: line)
    }
    if let before = runs.last {
      let end = before.duration.map { before.time + $0 }
      guard run.time > before.time, end.map({ $0 <= run.time }) ?? true else {
        throw SegmentListError(
          "the segment begins at \(run.time) s, before the end of the one before it", line: line)
      }
      if run.duration == nil, before.duration == nil, run.format == before.format,
        let frames = (run.time - before.time).frames(lasting: run.format.frameDuration)
      {
        let (next, overflow) = before.frameNumber.addingReportingOverflow(frames)
        if !overflow, run.format.isSameLabel(next, run.frameNumber) { return }
      }
    }
    runs.append(run)
  }
}

extension TimecodeFormat {
  /// Whether two frame numbers have the same label.
  fileprivate func isSameLabel(_ a: Int64, _ b: Int64) -> Bool {
    if a == b { return true }
    guard flags.contains(.wraps24Hours), framesPerDay > 0 else { return false }
    let (difference, overflow) = a.subtractingReportingOverflow(b)
    return !overflow && difference % framesPerDay == 0
  }

  /// The format of labels in a list.
  static func ofList(
    _ rate: FrameRate, isDropFrame: Bool, reel: String?, line: Int?
  ) throws(SegmentListError) -> TimecodeFormat {
    do throws(BadValue) {
      var format = try rate.timecodeFormat(isDropFrame: isDropFrame, wraps: true)
      format.sourceName = reel.flatMap { $0.isEmpty ? nil : TimecodeFormat.SourceName(reel: $0) }
      return format
    } catch {
      throw SegmentListError(error.reason ?? "the rate is not one of timecode", line: line)
    }
  }

  /// Returns the frame number of a label.
  func frameNumber(of label: TimecodeText, line: Int?) throws(SegmentListError) -> Int64 {
    do throws(TimecodeError) { return try frameNumber(for: label.timecode) } catch {
      throw SegmentListError(error.description, line: line)
    }
  }

  /// The duration of a number of frames.
  func duration(ofFrames count: Int64, line: Int?) throws(SegmentListError) -> MediaTime {
    do throws(MediaTimeError) { return try frameDuration.multiplied(exactlyBy: count) } catch {
      throw SegmentListError("\(count) frames are too long", line: line)
    }
  }

  /// The number of frames from one frame number to another, over midnight if that comes between.
  func frames(from first: Int64, to end: Int64) -> Int64? {
    var (count, overflow) = end.subtractingReportingOverflow(first)
    if count < 0, flags.contains(.wraps24Hours) {
      (count, overflow) = count.addingReportingOverflow(framesPerDay)
    }
    return overflow || count < 0 ? nil : count
  }
}
