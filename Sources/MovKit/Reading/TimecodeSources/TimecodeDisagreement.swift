/// Two sources that say different timecode for the same moment.
public struct TimecodeDisagreement: Hashable, Sendable {
  /// The index of the source that comes first, in `TimecodeSources.sources`.
  public var first: Int
  /// The index of the other.
  public var second: Int
  /// By how many frames of the first the second is later; negative if it is earlier.
  public var frames: Int64
  /// Whether only one of the two drops frame numbers.
  public var differsInDropFrame: Bool

  /// Compares all sources with the first one that has timecode. Clocks are not compared: timecode
  /// need not be the time of day.
  static func all(in sources: [TimecodeSource]) -> [TimecodeDisagreement] {
    guard
      let first = sources.firstIndex(where: { !$0.kind.isClock && $0.eachRun.first != nil }),
      let reference = sources[first].eachRun.first
    else { return [] }
    var found: [TimecodeDisagreement] = []
    for second in sources.indices where second > first {
      let source = sources[second]
      guard !source.kind.isClock, let run = source.eachRun.first,
        let frames = sources[first].timeOfDay == nil && source.timeOfDay == nil
          ? difference(reference, run)
          : difference(reference, run, timeOfDay: source.timeOfDay)
      else { continue }
      // A time of day says nothing of how labels are counted, unless its rate is stated.
      let saysDropFrame = [sources[first], source].allSatisfy {
        $0.timeOfDay == nil || $0.certainty == .stated
      }
      let differs =
        saysDropFrame
        && (run.format.framesDroppedPerMinute > 0)
          != (reference.format.framesDroppedPerMinute > 0)
      guard frames != 0 || differs else { continue }
      found.append(
        TimecodeDisagreement(
          first: first, second: second, frames: frames, differsInDropFrame: differs))
    }
    return found
  }

  /// Returns by how many frames of `a` the labels of `b` are later at the same moment; nil if that
  /// cannot be said.
  private static func difference(_ a: TimecodeRun, _ b: TimecodeRun) -> Int64? {
    let half = b.format.frameDuration.multiplied(by: 1, over: 2)
    let apart = a.time - b.time
    guard apart.isNumeric, half.isNumeric,
      let number = b.format.frameNumber(b.frameNumber, advancedBy: apart + half),
      let label = b.format.timecode(forFrameNumber: number)
    else { return nil }
    let (own, other) = (a.format.labelQuanta, b.format.labelQuanta)
    guard own > 0, other > 0 else { return nil }
    let earliest = frame(label, of: other, in: a.format)
    guard let earliest else { return nil }
    let (distance, overflow) = earliest.subtractingReportingOverflow(a.frameNumber)
    guard !overflow else { return nil }
    // A label of fewer frames per second stands for several of the other.
    let span = other < own ? Int64(own / other) : 1
    if distance <= 0, distance > -span { return 0 }
    return wrapped(distance, day: a.format.framesPerDay)
  }

  /// The same where one of the two says a time of day, and not a label: both are compared as time since
  /// midnight. Labels that do not drop numbers fall behind that at 30000/1001 frames per second.
  private static func difference(
    _ a: TimecodeRun, _ b: TimecodeRun, timeOfDay: MediaTime?
  ) -> Int64? {
    let frame = b.format.frameDuration
    let apart = a.time - b.time
    // A label is the middle of its frame.
    let middle = frame.multiplied(by: b.frameNumber) + frame.multiplied(by: 1, over: 2)
    guard
      let number = timeOfDay.map({ a.format.frameNumber(atTicks: $0, plus: apart) })
        ?? a.format.frames(in: middle + apart)
    else { return nil }
    let (distance, overflow) = number.subtractingReportingOverflow(a.frameNumber)
    return overflow ? nil : wrapped(distance, day: a.format.framesPerDay)
  }

  /// Returns the number of the first frame of a format at or after a label of another quanta.
  private static func frame(
    _ label: Timecode, of quanta: UInt32, in format: TimecodeFormat
  ) -> Int64? {
    var label = label
    let (product, overflow) = label.frames.multipliedReportingOverflow(by: Int(format.labelQuanta))
    guard !overflow else { return nil }
    label.frames = product / Int(quanta)
    if let number = try? format.frameNumber(for: label) { return number }
    // Drop frame leaves the label out.
    label.frames = Int(format.framesDroppedPerMinute)
    return try? format.frameNumber(for: label)
  }

  /// The shorter way around the clock.
  private static func wrapped(_ distance: Int64, day: Int64) -> Int64 {
    guard day > 0 else { return distance }
    let rest = distance % day
    if rest > day / 2 { return rest - day }
    return rest < -(day / 2) ? rest + day : rest
  }

  /// Returns the warning about it.
  package func diagnostic(in sources: [TimecodeSource]) -> Diagnostic {
    let (a, b) = (sources[first], sources[second])
    func name(_ source: TimecodeSource) -> String {
      "\(source.kind.rawValue)\(source.field.map { " (\($0))" } ?? "") says "
        + "\(source.start ?? "nothing") at \(source.path)"
    }
    let what =
      frames == 0
      ? "only one of them drops frame numbers"
      : "\(counted(frames.magnitude, "frame")) "
        + "\(frames > 0 ? "later" : "earlier")"
        + (differsInDropFrame ? ", and only one of them drops frame numbers" : "")
    return Diagnostic(
      "timecode-sources-disagree", .warning, "\(name(a)), \(name(b)): \(what)", path: b.path,
      at: b.offset)
  }
}
