import MovKit

/// What differs between the timecode of an original and that of its proxy.
struct TimecodeComparison: Sendable {
  let original: DiffSide.Facts
  let proxy: DiffSide.Facts
  /// In the order of `TimecodeProperty`.
  let differences: [TimecodeProperty]
  let offset: LabelOffset
  /// The runs that differ beyond the distance of the first; no more than `mostRuns`.
  let differingRuns: [DifferingRun]

  /// A run that differs: its index, from 0, and what it is in each file; nil if a file has no such run.
  struct DifferingRun: Sendable {
    let index: Int
    let original: DiffSide.Run?
    let proxy: DiffSide.Run?
  }

  static let mostRuns = 100

  /// - Throws: `Failure` if one of the files cannot be read, or one says a time of day and nothing a rate.
  init(_ original: FilePath, _ proxy: FilePath) throws(Failure) {
    var first = try DiffSide(original)
    let second = try DiffSide(proxy, counting: first.facts)
    // Audio may begin at a time of day that only the other file's rate can count.
    if first.facts.isWave, !first.facts.hasTimecode {
      first = try DiffSide(original, counting: second.facts)
    }
    guard !first.facts.hasUncountedStart, !second.facts.hasUncountedStart else {
      throw .problem(
        "neither \(original) nor \(proxy) says a frame rate, so the start of a WAV file cannot be compared as "
          + "timecode; compare it with a movie that has video",
        file: first.facts.hasUncountedStart ? original : proxy)
    }
    self.init(first, second)
  }

  init(_ a: DiffSide, _ b: DiffSide) {
    (original, proxy) = (a.facts, b.facts)
    offset = LabelOffset(a, b)
    var found: Set<TimecodeProperty> = []
    let isWave = original.isWave || proxy.isWave
    if original.hasTimecode != proxy.hasTimecode {
      found.insert(.missing)
    } else if original.hasTimecode, let x = original.format, let y = proxy.format {
      if original.frameDuration != proxy.frameDuration || x.labelQuanta != y.labelQuanta {
        found.insert(.rate)
      }
      if x.isDropFrame != y.isDropFrame { found.insert(.dropFrame) }
      if !isWave, x.flags.contains(.wraps24Hours) != y.flags.contains(.wraps24Hours) {
        found.insert(.wrap)
      }
      if Self.startsDiffer(original, proxy, offset) { found.insert(.start) }
    }
    var runs: [DifferingRun] = []
    if !isWave {
      if Self.lengthsDiffer(original, proxy) { found.insert(.length) }
      if Self.ratesDiffer(original, proxy) { found.insert(.videoRate) }
      if original.hasTimecode, proxy.hasTimecode {
        runs = Self.differingRuns(a, b)
        if original.runCount != proxy.runCount || !runs.isEmpty { found.insert(.runs) }
      }
    }
    if (original.reel ?? "") != (proxy.reel ?? "") { found.insert(.reel) }
    differingRuns = runs
    differences = TimecodeProperty.allCases.filter(found.contains)
  }

  var isSame: Bool { differences.isEmpty && offset.firstDifference == nil }

  /// Whether the first labels differ. At rates of which one is a multiple of the other, labels of the
  /// same time have different frames.
  private static func startsDiffer(
    _ a: DiffSide.Facts, _ b: DiffSide.Facts, _ offset: LabelOffset
  ) -> Bool {
    guard let x = a.format, let y = b.format, let start = a.start, let other = b.start else {
      return false
    }
    let (one, two) = (digits(start), digits(other))
    guard one != two else { return false }
    return x.labelQuanta == y.labelQuanta || offset.first?.time != .zero
  }

  private static func digits(_ label: String) -> String {
    String(label.map { $0 == ";" ? ":" : $0 })
  }

  /// Whether the numbers of frames differ. At different rates, the durations must differ as well.
  private static func lengthsDiffer(_ a: DiffSide.Facts, _ b: DiffSide.Facts) -> Bool {
    guard let x = a.videoFrames, let y = b.videoFrames else {
      guard a.videoFrames == nil, b.videoFrames == nil, let x = a.timecodeFrames,
        let y = b.timecodeFrames
      else { return false }
      return x != y
    }
    guard x != y, ratesDiffer(a, b) else { return x != y }
    guard let one = a.videoDuration, let two = b.videoDuration,
      let frame = [a, b].compactMap(\.videoFrameDuration).max()
    else { return true }
    return (one - two).absoluteValue.multiplied(by: 2) >= frame
  }

  /// Whether the rates of the videos differ by more than rounding.
  private static func ratesDiffer(_ a: DiffSide.Facts, _ b: DiffSide.Facts) -> Bool {
    guard let x = a.videoRate, let y = b.videoRate else { return false }
    return !x.isNear(y, oneIn: TimecodeFormat.ratePrecision)
  }

  /// Returns the runs that do not continue as the first ones do. How far the first ones are apart is
  /// the difference of the starts, and where the last ones end is that of the lengths. Their times count from the
  /// first frame, which a movie may show late.
  private static func differingRuns(_ a: DiffSide, _ b: DiffSide) -> [DifferingRun] {
    guard a.runs.count > 0, b.runs.count > 0, a.facts.frameDuration == b.facts.frameDuration else {
      return []
    }
    let half = a.facts.frameDuration.map { $0.multiplied(by: 1, over: 2) } ?? .zero
    var (originals, proxies) = (a.runs.makeIterator(), b.runs.makeIterator())
    var start: Int128?
    var differing: [DifferingRun] = []
    for index in 0..<max(a.runs.count, b.runs.count) where differing.count < mostRuns {
      let (original, proxy) = (originals.next(), proxies.next())
      if let original, let proxy {
        let distance = Int128(proxy.first) - Int128(original.first)
        let one = max(original.time - a.facts.videoStart, .zero)
        let two = max(proxy.time - b.facts.videoStart, .zero)
        let moved = (one - two).absoluteValue
        let expected = start ?? distance
        start = expected
        if distance == expected, moved < half || moved <= .zero { continue }
      }
      differing.append(DifferingRun(index: index, original: original, proxy: proxy))
    }
    return differing
  }
}
