import MovKit

/// What a list of segments says: runs of timecode for one movie.
struct SegmentList: Equatable {
  /// The runs, in the order of time, which do not overlap.
  var runs: [TimecodeRun] = []
  /// What was read in a way that the list does not state, a sentence each.
  var notes: [String] = []
  /// What a document of `extract timecode` says of its movie, with all tracks; nil in other lists.
  var stored: StoredTimecode?
  /// Whether it says formats with their types and flags, and not only rates.
  var saysFormats = false
  /// Whether its times count from the first frame that the movie shows, because it says nothing of the movie's own
  /// time.
  var countsFromFirstFrame = false

  /// What the reader of a list knows about the movie.
  struct Context: Equatable {
    /// The name of the movie's file, with or without its folder.
    var movieName: String
    /// The rate of the video; nil if it is not known.
    var videoRate: CountingRate?
    /// The rate of the timecode, whatever the list says; nil for what the list says or, if it says
    /// nothing, the rate of the video.
    var rate: CountingRate?
    /// Whether labels begin again after 24 hours.
    var wraps = true
    /// Whether labels may be before zero.
    var allowsNegative = false
    /// Whether the list is read for several movies, so that a name in it says which it is about.
    var isOneOfSeveral = false
    /// The shortest time that a run can last in the movie; 0 if it is not known.
    var shortest = MediaTime.zero
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
    self.reason = reason.shortened()
  }

  /// Why a table or a document of `list` is no list of segments: the rate of the table is that of the video, and
  /// neither says where timecode jumps.
  static let listOfClips =
    "this is what 'movtool list' prints, which does not say where timecode jumps; take an Avid log instead, of 'movtool list --ale'"

  var description: String { (line.map { "line \($0): " } ?? "") + reason }
}

extension SegmentList.Context {
  /// The rate of timecode for which a list says `stated`.
  func rate(stated: CountingRate?, line: Int?) throws(SegmentListError) -> CountingRate {
    guard let rate = rate ?? stated ?? videoRate else {
      throw SegmentListError(
        "neither the list nor the movie says the rate; give --rate", line: line)
    }
    return rate
  }

  /// Whether the video has a rate.
  fileprivate func hasVideo(of rate: CountingRate) -> Bool {
    videoRate?.frameDuration == rate.frameDuration
  }
}

/// Collects the runs of a list.
struct RunCollector {
  private(set) var runs: [TimecodeRun] = []
  /// The most ticks per second in which the list has a time. It rounds times to these.
  private var ticksPerSecond: Int32 = 1
  /// The shortest time that a run may last.
  private let shortest: MediaTime

  init(shortest: MediaTime = .zero) { self.shortest = shortest }

  /// Adds a run, which must begin after the one before.
  ///
  /// Runs without a duration that count on from the one before are joined to it, so that a list with
  /// a row for each frame makes as many runs as there are jumps.
  mutating func add(_ run: TimecodeRun, line: Int?) throws(SegmentListError) {
    guard run.time.isNumeric, run.time >= .zero else {
      throw SegmentListError("the time is before the start of the movie", line: line)
    }
    if let duration = run.duration, !duration.isNumeric || duration <= .zero {
      throw SegmentListError("the duration is not above zero", line: line)
    }
    if let duration = run.duration, duration < shortest {
      throw SegmentListError("the duration is shorter than a tick of the movie", line: line)
    }
    ticksPerSecond = max(ticksPerSecond, run.time.ticksAsWritten)
    if let before = runs.last {
      let end = before.duration.map { before.time + $0 }
      guard run.time > before.time, end.map({ $0 <= run.time }) ?? true else {
        throw SegmentListError(
          "the segment begins at \(run.time.inSeconds), before the end of the one before it",
          line: line)
      }
      guard before.duration != nil || run.time - before.time >= shortest else {
        throw SegmentListError(
          "the segment begins at \(run.time.inSeconds), less than a tick of the movie after the one before it",
          line: line)
      }
      if run.duration == nil, before.duration == nil, run.format == before.format,
        let frames = (run.time - before.time).frames(lasting: run.format.frameDuration)
      {
        var passed: [Int64] = []
        // A label that comes earlier does not count on from the beginning of the one before.
        if !run.format.isEarly(run.time - before.time, before: frames, ticksPerSecond) {
          passed.append(frames)
        }
        // Where frames of video are shorter than those of timecode, several have one label.
        if run.format.lasts(run.time - before.time, fromFrame: frames - 1) {
          passed.append(frames - 1)
        }
        for frames in passed {
          let (next, overflow) = before.frameNumber.addingReportingOverflow(frames)
          if !overflow, run.format.isSameLabel(next, run.frameNumber) { return }
        }
      }
    }
    runs.append(run)
  }

  /// Ends the last run at a time, unless it ends before or its end is given.
  mutating func end(at time: MediaTime) {
    guard let last = runs.last, last.duration == nil, time.isNumeric, time > last.time else {
      return
    }
    runs[runs.count - 1].duration = time - last.time
  }
}

extension TimecodeFormat.SourceName {
  /// The name of the reel that a list gives; nil if it gives none.
  static func ofList(_ reel: String?, line: Int?) throws(SegmentListError) -> Self? {
    guard let reel, !reel.isEmpty else { return nil }
    guard reel.utf8.count <= UInt16.max else {
      throw SegmentListError("\(StampError.reelTooLong)", line: line)
    }
    return Self(reel: reel)
  }
}

extension String {
  /// Whether a word of a list says drop frame or not; nil if it says neither.
  var saysDropFrame: Bool? {
    switch uppercased().filter({ $0.isLetter || $0.isNumber }) {
    case "YES", "Y", "TRUE", "1", "DROPFRAME", "DROP", "DF": true
    case "NO", "N", "FALSE", "0", "NONDROPFRAME", "NONDROP", "NDF": false
    default: nil
    }
  }
}

extension TimecodeText {
  /// Whether a label in a list counts by drop frame.
  /// - Parameter stated: What the list says of it otherwise; nil if nothing.
  /// - Throws: `SegmentListError` if nothing says it: programs write a dot for either.
  func isDropFrame(
    at rate: CountingRate, stated: Bool?, line: Int?
  ) throws(SegmentListError) -> Bool {
    let canDropFrames = (try? rate.timecodeFormat(isDropFrame: true)) != nil
    // A movie can have the flag, and so its labels the separator, where nothing is dropped.
    if stated == false, !canDropFrames { return false }
    if let separatorSaysDropFrame { return separatorSaysDropFrame || stated ?? false }
    if let stated { return stated }
    guard !canDropFrames else {
      throw SegmentListError(
        "a dot before the frames is ambiguous at this rate: write a colon, or a semicolon for drop frame",
        line: line)
    }
    return false
  }
}

extension TimecodeText {
  /// The same for a label in a row of a table or a log, beside which `stated` is.
  /// - Throws: `SegmentListError` also if they contradict each other.
  func isDropFrameInRow(
    at rate: CountingRate, stated: Bool?, line: Int?
  ) throws(SegmentListError) -> Bool {
    let isDropFrame = try isDropFrame(at: rate, stated: stated, line: line)
    guard stated != false || !isDropFrame else {
      throw SegmentListError(
        "the timecode is written as drop frame, and the row says that it is not: write a colon before the frames, "
          + "or leave out what the row says", line: line)
    }
    return isDropFrame
  }
}

extension MediaTime {
  /// The ticks per second of a time in a list: of a decimal, those of the digits that it needs.
  fileprivate var ticksAsWritten: Int32 {
    var (ticks, scale) = (value, timescale)
    var power: Int32 = 1
    while power < scale, power <= 100_000_000 { power *= 10 }
    guard power == scale else { return scale }
    while scale > 1, ticks % 10 == 0 { (ticks, scale) = (ticks / 10, scale / 10) }
    return scale
  }
}

extension TimecodeFormat {
  /// Whether a frame, counted from 0, is shown after a time, and for at least a tenth of a frame more: times in
  /// lists are rounded.
  fileprivate func lasts(_ elapsed: MediaTime, fromFrame index: Int64) -> Bool {
    guard index >= 0, elapsed.isNumeric, frameDuration.isNumeric, frameDuration.value > 0 else {
      return false
    }
    let tenths =
      Int128(elapsed.value) * Int128(frameDuration.timescale) * 10
      / (Int128(elapsed.timescale) * Int128(frameDuration.value))
    return tenths >= Int128(index) * 10 && tenths < Int128(index) * 10 + 9
  }

  /// Whether a time is before the beginning of a frame, which is counted from 0, by more than the rounding of
  /// the list: a tick of it, or a tenth of a frame.
  fileprivate func isEarly(_ elapsed: MediaTime, before frame: Int64, _ ticks: Int32) -> Bool {
    let early = frameDuration.multiplied(by: frame) - elapsed
    guard early.isNumeric, early > .zero else { return false }
    return early
      >= max(MediaTime(value: 1, timescale: ticks), frameDuration.multiplied(by: 1, over: 10))
  }

  /// Whether two frame numbers have the same label.
  fileprivate func isSameLabel(_ a: Int64, _ b: Int64) -> Bool {
    if a == b { return true }
    guard flags.contains(.wraps24Hours), framesPerDay > 0 else { return false }
    let (difference, overflow) = a.subtractingReportingOverflow(b)
    return !overflow && difference % framesPerDay == 0
  }

  /// The format of labels in a list.
  /// - Parameter context: Says whether labels wrap and may be negative; nil for a list whose labels are those
  ///   of one day.
  static func ofList(
    _ rate: CountingRate, isDropFrame: Bool, reel: String?, _ context: SegmentList.Context? = nil,
    line: Int?
  ) throws(SegmentListError) -> TimecodeFormat {
    var format: TimecodeFormat
    do throws(BadValue) {
      // Of a video with so few pictures, the timecode can have its rate.
      guard rate.countsFrames || context.map({ $0.hasVideo(of: rate) }) ?? true else {
        throw .tooFewFrames
      }
      format = try rate.timecodeFormat(isDropFrame: isDropFrame, wraps: context?.wraps ?? true)
      if context?.allowsNegative == true {
        format.flags.insert(.negativeTimesOK)
      } else {
        format.flags.remove(.negativeTimesOK)
      }
      guard format.frameQuanta <= 255 else {
        throw BadValue("\(StampError.quantaOutOfRange(Int64(format.frameQuanta)))")
      }
    } catch {
      throw SegmentListError(error.reason ?? "the rate is not one of timecode", line: line)
    }
    format.sourceName = try SourceName.ofList(reel, line: line)
    return format
  }

  /// Whether a text is the label of a sample, with any separators.
  func isLabel(_ text: String, of sample: TimecodeSample) -> Bool {
    guard case .frameNumber(let number) = sample, let own = timecode(forFrameNumber: number) else {
      return text == label(of: sample)
    }
    return (try? TimecodeText(text))?.timecode == own
  }

  /// Returns the frame number of a label.
  /// - Parameter namesOptions: Whether an option can make the format one that has the label.
  func frameNumber(
    of label: TimecodeText, line: Int?, namesOptions: Bool = true
  ) throws(SegmentListError) -> Int64 {
    do throws(TimecodeError) { return try frameNumber(for: label.timecode) } catch {
      throw SegmentListError(namesOptions ? InsertTimecode.hint(error) : "\(error)", line: line)
    }
  }

  /// Returns the frame number of a label with which a stretch can end: the end of a day is written as its 24th
  /// hour, too.
  func numberOfEnd(
    _ label: TimecodeText, line: Int?, namesOptions: Bool = true
  ) throws(SegmentListError) -> Int64 {
    if label.timecode == Timecode(hours: 24, minutes: 0, seconds: 0, frames: 0) {
      return framesPerDay
    }
    return try frameNumber(of: label, line: line, namesOptions: namesOptions)
  }

  /// Returns the duration of what begins with a frame and ends before the one with a label.
  func duration(
    from first: Int64, toEnd text: String, line: Int?
  ) throws(SegmentListError) -> MediaTime {
    guard let label = try? TimecodeText(text) else {
      throw SegmentListError("the end '\(text)' is not a timecode", line: line)
    }
    guard let count = frames(from: first, to: try numberOfEnd(label, line: line)), count > 0 else {
      throw SegmentListError(
        "the end \(text) is not after the start \(self.text(.frameNumber(first)))", line: line)
    }
    return try duration(ofFrames: count, line: line)
  }

  /// The duration of a number of frames.
  func duration(ofFrames count: Int64, line: Int?) throws(SegmentListError) -> MediaTime {
    do throws(MediaTimeError) { return try frameDuration.multiplied(exactlyBy: count) } catch {
      throw SegmentListError("\(count) frames are too long", line: line)
    }
  }

  /// The number of frames from one frame number to another, over midnight if that comes between. Lists have the
  /// labels of a day also where those of the movie count past it.
  func frames(from first: Int64, to end: Int64) -> Int64? {
    var (count, overflow) = end.subtractingReportingOverflow(first)
    if count < 0, flags.contains(.wraps24Hours) || end >= 0 && first < framesPerDay {
      (count, overflow) = count.addingReportingOverflow(framesPerDay)
    }
    return overflow || count < 0 ? nil : count
  }
}
