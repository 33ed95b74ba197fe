import MovKit

/// How far the labels of a proxy are from those of its original, frame by frame.
struct LabelOffset: Sendable {
  enum Course: String, Sendable {
    /// The same for all frames.
    case constant
    /// It changes little by little.
    case drifting
    /// It changes from one frame to the next.
    case jumping
  }

  /// The distance of one frame, proxy less original.
  struct Amount: Equatable, Sendable {
    /// The difference of the frame numbers; nil if the rates differ, so that the numbers count
    /// different things.
    let frames: Int64?
    /// The difference of the times that the labels stand for, counted from 00:00:00:00 at the rate of
    /// each.
    let time: MediaTime
  }

  /// A frame whose labels differ.
  struct Place: Sendable {
    /// The index of the frame in the original, from 0, as it is shown.
    let frame: Int64
    let time: MediaTime
    let original: String?
    let proxy: String?
  }

  /// Whether a frame of the original was compared with what the proxy shows as long after its first frame, and not
  /// with the frame of the same number, because the rates of the videos have nothing in common.
  let isByTime: Bool
  /// The number of frames that were compared.
  private(set) var count: Int64 = 0
  private(set) var firstDifference: Place?
  /// Nil if no frame has labels in both.
  private(set) var first: Amount?
  private(set) var last: Amount?
  private(set) var course = Course.constant

  /// Compares all frames. Memory use does not grow with their number.
  init(_ original: DiffSide, _ proxy: DiffSide) {
    isByTime = Self.isByTime(original.facts, proxy.facts)
    let meter = Meter(original.facts, proxy.facts)
    guard let a = original.timeline, let b = proxy.timeline else {
      compareStarts(original.facts, proxy.facts, meter)
      return
    }
    guard let video = original.video, let frames = try? TimecodedFrames(a, of: video) else {
      compareRuns(a, b, meter)
      return
    }
    if isByTime {
      let end = proxy.facts.videoDuration ?? .positiveInfinity
      let delay = proxy.facts.videoStart - original.facts.videoStart
      for frame in frames {
        let time = frame.time + delay
        guard time < end else { break }
        add(frame.time, Value(frame.value, a), Value(b.value(at: time), b), meter)
      }
    } else if let other = proxy.video, let others = try? TimecodedFrames(b, of: other) {
      var steady: Steady?
      for (frame, its) in zip(frames, others) {
        if steady?.goesOn(frame.value, its.value) == true {
          count += 1
          continue
        }
        let (one, other) = (Value(frame.value, a), Value(its.value, b))
        add(frame.time, one, other, meter)
        steady =
          meter.isSameRate
          ? Steady(frame.value, a, its.value, b, isDifferent: firstDifference != nil) : nil
      }
    } else {
      compareRuns(a, b, meter)
    }
  }

  /// Whether the rates of the videos differ by more than a conversion such as 24 to 24000/1001, which
  /// keeps the frames.
  private static func isByTime(_ a: DiffSide.Facts, _ b: DiffSide.Facts) -> Bool {
    guard let x = a.videoRate, let y = b.videoRate else { return false }
    return !x.isNear(y, oneIn: 500)
  }

  /// A number with its format.
  fileprivate struct Value {
    let number: Int64
    /// A format is too large to be copied for each frame.
    private let formats: [TimecodeFormat]
    private let formatIndex: Int

    init?(_ value: (value: TimecodeSample, formatIndex: Int)?, _ timeline: TimecodeTimeline) {
      guard let value, case .frameNumber(let number) = value.value,
        timeline.track.formats.indices.contains(value.formatIndex)
      else { return nil }
      self.number = number
      formats = timeline.track.formats
      formatIndex = value.formatIndex
    }

    init?(label: String?, _ format: TimecodeFormat?) {
      guard let label, let format, let number = try? format.frameNumber(parsing: label) else {
        return nil
      }
      self.number = number
      (formats, formatIndex) = ([format], 0)
    }

    /// The label as digits: whether it is drop frame is another question.
    var timecode: Timecode? { formats[formatIndex].timecode(forFrameNumber: number) }
    var text: String { formats[formatIndex].text(.frameNumber(number)) }
    var framesUntilWrap: Int64? { formats[formatIndex].framesUntilWrap }
  }

  /// What distances are measured with.
  fileprivate struct Meter {
    let original: MediaTime
    let proxy: MediaTime
    let isSameRate: Bool
    /// What counts as no change of a distance in time: the frames of different rates do not coincide.
    let tolerance: MediaTime

    init(_ a: DiffSide.Facts, _ b: DiffSide.Facts) {
      original = a.frameDuration ?? .zero
      proxy = b.frameDuration ?? .zero
      isSameRate = original == proxy && a.format?.labelQuanta == b.format?.labelQuanta
      tolerance = max(original, proxy)
    }

    func amount(_ a: Value, _ b: Value) -> Amount? {
      guard isSameRate else {
        let time = proxy.multiplied(by: b.number) - original.multiplied(by: a.number)
        return time.isNumeric ? Amount(frames: nil, time: time) : nil
      }
      var (one, other) = (a.number, b.number)
      let days = (a.framesUntilWrap, b.framesUntilWrap)
      if let day = days.0, let otherDay = days.1 {
        (one, other) = ((one % day + day) % day, (other % otherDay + otherDay) % otherDay)
      }
      var (frames, overflow) = other.subtractingReportingOverflow(one)
      guard !overflow else { return nil }
      if let day = days.0, let otherDay = days.1 {
        // The shorter way around the clock. Drop-frame numbers are fewer, but count the same frames.
        let longer = max(day, otherDay)
        if frames > longer / 2 { frames -= longer }
        if frames <= -(longer / 2) { frames += longer }
      }
      return Amount(frames: frames, time: original.multiplied(by: frames))
    }
  }

  /// Two labels after which others that are as far apart say nothing new: mostly those of all frames.
  private struct Steady {
    private let formatIndexes: (Int, Int)
    private let distance: Int64

    typealias Label = (value: TimecodeSample, formatIndex: Int)?

    /// Nil if others may say something new.
    /// - Parameter isDifferent: Whether labels that differ are known already.
    init?(
      _ one: Label, _ a: TimecodeTimeline, _ other: Label, _ b: TimecodeTimeline, isDifferent: Bool
    ) {
      guard let one, let other, let distance = Self.distance(one.value, other.value) else {
        return nil
      }
      var (format, otherFormat) =
        (a.track.formats[one.formatIndex], b.track.formats[other.formatIndex])
      guard format.framesUntilWrap == otherFormat.framesUntilWrap,
        // Farther apart, it depends on the time of day which way around the clock is shorter.
        format.framesUntilWrap.map({ distance.magnitude < $0.magnitude / 2 }) ?? true
      else { return nil }
      (format.sourceName, otherFormat.sourceName) = (nil, nil)
      guard isDifferent || distance == 0 && format == otherFormat else { return nil }
      formatIndexes = (one.formatIndex, other.formatIndex)
      self.distance = distance
    }

    /// Whether two labels are as far apart as these.
    func goesOn(_ one: Label, _ other: Label) -> Bool {
      guard let one, let other else { return false }
      return one.formatIndex == formatIndexes.0 && other.formatIndex == formatIndexes.1
        && Self.distance(one.value, other.value) == distance
    }

    private static func distance(_ one: TimecodeSample, _ other: TimecodeSample) -> Int64? {
      guard case .frameNumber(let a) = one, case .frameNumber(let b) = other else { return nil }
      return b.subtracting(a)
    }
  }

  // MARK: Comparing

  /// - Parameter frame: The index of the frame in the original; nil for the number of those that were compared.
  private mutating func add(
    _ time: MediaTime, _ a: Value?, _ b: Value?, _ meter: Meter, frame: Int64? = nil
  ) {
    let frame = frame ?? count
    defer { count += 1 }
    guard let a, let b else {
      if (a == nil) != (b == nil), firstDifference == nil {
        firstDifference = Place(frame: frame, time: time, original: a?.text, proxy: b?.text)
      }
      return
    }
    if firstDifference == nil, a.timecode != b.timecode {
      firstDifference = Place(frame: frame, time: time, original: a.text, proxy: b.text)
    }
    guard let amount = meter.amount(a, b) else { return }
    if let first, let last { measure(amount, from: first, after: last, meter) }
    if first == nil { first = amount }
    last = amount
  }

  private mutating func measure(
    _ amount: Amount, from first: Amount, after last: Amount, _ meter: Meter
  ) {
    if let now = amount.frames, let start = first.frames, let before = last.frames {
      if now != before, (Int128(now) - Int128(before)).magnitude > 1 {
        course = .jumping
      } else if now != start, course == .constant {
        course = .drifting
      }
      return
    }
    if (amount.time - last.time).absoluteValue > meter.tolerance {
      course = .jumping
    } else if (amount.time - first.time).absoluteValue > meter.tolerance, course == .constant {
      course = .drifting
    }
  }

  /// Audio says only where it begins.
  private mutating func compareStarts(
    _ original: DiffSide.Facts, _ proxy: DiffSide.Facts, _ meter: Meter
  ) {
    guard original.hasTimecode, proxy.hasTimecode else { return }
    add(
      .zero, Value(label: original.start, original.format),
      Value(label: proxy.start, proxy.format), meter)
  }

  /// Without video, the beginnings of the runs of both are compared. Frames are those of the original's
  /// timecode.
  private mutating func compareRuns(
    _ original: TimecodeTimeline, _ proxy: TimecodeTimeline, _ meter: Meter
  ) {
    let times = [original.segments, proxy.segments].joined().map(\.movieTime).sorted()
    for time in times {
      add(
        time, Value(original.value(at: time), original), Value(proxy.value(at: time), proxy), meter,
        frame: time.frames(lasting: meter.original))
    }
  }
}
