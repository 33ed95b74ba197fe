import MovKit

/// A time of day from which timecode can start, and where it was found.
struct ClockTime: Equatable {
  /// Whole seconds since midnight, below a day.
  var seconds: Int
  /// What comes after the seconds: frames, nil if none are written, or, of a clock, billionths of a second.
  enum Rest: Equatable {
    case frames(Int?)
    case nanoseconds(Int64)
  }
  var rest: Rest
  /// Whether it is written as drop frame; nil if it does not say.
  var isDropFrame: Bool?
  /// A sentence about where it was found, without a full stop.
  var source: String

  private static let day: Int64 = 86400

  /// A moment: seconds since the start of 1970 (UTC), and billionths.
  init?(moment: Int64, nanoseconds: Int64, zone: TimeZoneChoice, source: String) {
    guard let ahead = zone.secondsFromUTC(at: moment) else { return nil }
    let (sum, overflow) = moment.addingReportingOverflow(ahead)
    guard !overflow else { return nil }
    let rest = sum % Self.day
    seconds = Int(rest < 0 ? rest + Self.day : rest)
    self.rest = .nanoseconds(nanoseconds)
    self.source = source
  }

  init(seconds: Int, rest: Rest, isDropFrame: Bool? = nil, source: String) {
    self.seconds = seconds
    self.rest = rest
    self.isDropFrame = isDropFrame
    self.source = source
  }

  /// Returns the label of the frame that holds this time, or the first after it that exists.
  func label(in format: TimecodeFormat) -> Timecode {
    var label = Timecode(
      hours: seconds / 3600, minutes: seconds / 60 % 60, seconds: seconds % 60, frames: 0)
    switch rest {
    case .frames(let frames?):
      // Whether a label that somebody wrote exists is said where it is used.
      label.frames = frames
      return label
    case .frames(nil): break
    case .nanoseconds(let billionths):
      label.frames = Int(
        clamping: Int128(billionths) * Int128(format.labelQuanta) / 1_000_000_000)
    }
    if label.minutes % 10 != 0, label.seconds == 0 {
      label.frames = max(label.frames, Int(clamping: format.framesDroppedPerMinute))
    }
    return label
  }
}

// MARK: - Of a movie

extension ClockTime {
  /// When a camera or a program says that a movie was created: the date that has a time zone, as it is
  /// written there; else the date of the header, which is UTC.
  /// - Parameter zone: The zone to convert to; nil for the one that is stated.
  init(
    creationOf movie: Movie, in zone: TimeZoneChoice?, _ path: FilePath
  ) throws(Failure) {
    let sources: TimecodeSources
    do throws(ReadingError) { sources = try movie.timecodeSources() } catch {
      throw .problem(error.advised(), file: path)
    }
    let dates = sources.sources.filter { $0.kind == .creationDate }.compactMap { source in
      source.clock.flatMap { WallClock(iso8601: $0) }.map { (source, $0) }
    }
    let found =
      dates.first { $0.1.minutesFromUTC != nil && $0.1.zone != "Z" }
      ?? dates.first { $0.1.minutesFromUTC != nil && !$0.0.isOfMovieHeader }
      ?? dates.first { $0.0.isOfMovieHeader } ?? dates.first
    guard let (source, clock) = found else {
      throw .problem(
        "the movie does not say when it was created; --from file-date takes the date of the file, "
          + "--from name a time in its name", file: path)
    }
    let name = "\(source.field ?? "date") at \(source.path) says \(clock.text)"
    guard let zone else {
      self.init(
        seconds: clock.milliseconds / 1000,
        rest: .nanoseconds(Int64(clock.milliseconds % 1000) * 1_000_000), source: name)
      return
    }
    guard clock.minutesFromUTC != nil else {
      throw .problem("\(name), without a time zone, so '--time-zone' cannot be applied", file: path)
    }
    guard let moment = clock.secondsSince1970,
      let converted = ClockTime(
        moment: moment, nanoseconds: Int64(clock.milliseconds % 1000) * 1_000_000, zone: zone,
        source: name)
    else { throw .problem("\(name), which is no date that a clock has", file: path) }
    self = converted
  }

  /// When the recording of a file began: cameras change a file last when the recording ends.
  init(
    fileDateOf movie: Movie, in zone: TimeZoneChoice?, _ path: FilePath
  ) throws(Failure) {
    let end: (seconds: Int64, nanoseconds: Int64)
    do throws(IOError) { end = try File.modified(path) } catch { throw Failure(error, about: path) }
    let length = movie.shownStart + movie.shownDuration
    guard length.isNumeric, length.timescale > 0 else {
      throw .problem("the movie has no duration", file: path)
    }
    let billion: Int128 = 1_000_000_000
    let elapsed = Int128(length.value) * billion / Int128(length.timescale)
    let start = Int128(end.seconds) * billion + Int128(end.nanoseconds) - elapsed
    var (moment, rest) = start.quotientAndRemainder(dividingBy: billion)
    if rest < 0 { (moment, rest) = (moment - 1, rest + billion) }
    guard let whole = Int64(exactly: moment),
      let clock = ClockTime(
        moment: whole, nanoseconds: Int64(rest), zone: zone ?? .local,
        source: "the file was last changed when its recording ended, \(length.inSeconds) after its "
          + "start")
    else { throw .problem("the date of the file is out of range", file: path) }
    self = clock
  }
}

extension WallClock {
  /// The moment in seconds since the start of 1970, without its fraction; nil if it has no date from 1904 on.
  fileprivate var secondsSince1970: Int64? {
    moment.map {
      ($0 - Int64(milliseconds % 1000)) / 1000 - Int64(CivilDate.daysFrom1904To1970) * 86_400
    }
  }
}

// MARK: - In a name

extension ClockTime {
  /// The time in the name of a file without its extension.
  /// - Parameter pattern: What takes it; nil for the only time in the name.
  init(nameOf path: FilePath, _ pattern: NameClock?) throws(Failure) {
    let name = path.baseName
    let time: NameTime
    if let pattern {
      guard let found = pattern.time(in: name) else {
        throw .problem("the name does not match the pattern of --from name:PATTERN", file: path)
      }
      time = found
    } else {
      let times = NameTimes(name)
      guard let only = times.only else { throw .problem(Self.unclear(times), file: path) }
      time = only
    }
    guard time.exists else {
      throw .problem(
        "the name says \(time.text), which is no time of day", file: path)
    }
    self.init(
      seconds: (time.hours * 60 + time.minutes) * 60 + time.seconds,
      rest: time.thousandths.map { .nanoseconds(Int64($0) * 1_000_000) } ?? .frames(time.frames),
      isDropFrame: time.isDropFrame,
      source: "the name says \(time.text)"
        + (time.thousandths.map { "." + String($0 + 1000).dropFirst() } ?? ""))
  }

  private static func unclear(_ times: NameTimes) -> String {
    let all = times.certain + times.possible
    guard let first = all.first else {
      return "there is no time in the name; give it with --start, or a pattern such as --from "
        + "'name:*_{HH}{MM}{SS}*'"
    }
    let what =
      all.count > 1
      ? "the name has several numbers that can be a time"
      : "the name may say the time \(first.time.text), but also a date or a number"
    return "\(what); say which with a pattern, such as --from 'name:\(first.pattern)'"
  }
}

extension NameTime {
  /// The time as timecode is written; without frames if it has none.
  var text: String {
    "\(padded(hours, 2)):\(padded(minutes, 2)):\(padded(seconds, 2))"
      + (frames.map { (isDropFrame == true ? ";" : ":") + padded($0, 2) } ?? "")
  }
}
