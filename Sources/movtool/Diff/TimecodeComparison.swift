import MovKit

/// What differs between the timecode of an original and that of its proxy.
struct TimecodeComparison: Sendable {
  let original: DiffSide.Facts
  let proxy: DiffSide.Facts
  /// In the order of `TimecodeProperty`.
  let differences: [TimecodeProperty]
  let offset: LabelOffset
  /// The runs that differ otherwise than the first: in where they are, in how they count or in their reel. No more
  /// than `mostRuns`.
  let differingRuns: [DifferingRun]
  /// The properties that are not the same in all runs of the original that are compared.
  let varying: Set<TimecodeProperty>

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
      found = Counting(x).properties(differingFrom: Counting(y))
      // Metadata may name the reel, and audio does not say what comes after midnight.
      found.subtract(isWave ? [.reel, .wrap] : [.reel])
      if Self.startsDiffer(original, proxy, offset) { found.insert(.start) }
    }
    var runs: [DifferingRun] = []
    var varying: Set<TimecodeProperty> = []
    if !isWave {
      if Self.lengthsDiffer(original, proxy) { found.insert(.length) }
      if Self.ratesDiffer(original, proxy) { found.insert(.videoRate) }
      if original.hasTimecode, proxy.hasTimecode {
        let differing: Set<TimecodeProperty>
        (runs, differing, varying) = Self.differingRuns(a, b)
        found.formUnion(differing)
      }
    }
    if (original.reel ?? "") != (proxy.reel ?? "") { found.insert(.reel) }
    differingRuns = runs
    self.varying = varying
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

  /// Whether the numbers of frames differ. At different rates, and if frames last differently long, so that a cut can
  /// divide one, the durations must differ as well.
  private static func lengthsDiffer(_ a: DiffSide.Facts, _ b: DiffSide.Facts) -> Bool {
    guard let x = a.videoFrames, let y = b.videoFrames else {
      guard a.videoFrames == nil, b.videoFrames == nil, let x = a.timecodeFrames,
        let y = b.timecodeFrames
      else { return false }
      return x != y
    }
    let isUneven = [a, b].contains { $0.commonestFrame != nil }
    guard x != y, isUneven || ratesDiffer(a, b) else { return x != y }
    guard let one = a.videoDuration, let two = b.videoDuration,
      let frame = [a, b].compactMap(\.videoFrameDuration).max()
    else { return true }
    return (one - two).absoluteValue.multiplied(by: 2) >= frame
  }

  /// Whether the rates of the videos differ by more than rounding. The averages of two parts of one recording whose
  /// frames last differently long are never the same, but the commonest of their frames is.
  private static func ratesDiffer(_ a: DiffSide.Facts, _ b: DiffSide.Facts) -> Bool {
    guard let x = a.videoRate, let y = b.videoRate else { return false }
    if let one = a.commonestFrame, let two = b.commonestFrame, one == two { return false }
    return !x.isNear(y, oneIn: TimecodeFormat.ratePrecision)
  }

  /// Returns the runs that do not continue as the first ones do, and the properties in which runs differ. How far the
  /// first ones are apart is the difference of the starts, and where the last ones end is that of the lengths: a run
  /// that begins after the end of the other video is not missing in that. Times count from the first frame, which a
  /// movie may show late.
  private static func differingRuns(
    _ a: DiffSide, _ b: DiffSide
  ) -> (
    runs: [DifferingRun], properties: Set<TimecodeProperty>, varying: Set<TimecodeProperty>
  ) {
    guard a.runs.count > 0, b.runs.count > 0 else { return ([], [], []) }
    let countsAlike = a.facts.frameDuration == b.facts.frameDuration
    let half = a.facts.frameDuration.map { $0.multiplied(by: 1, over: 2) } ?? .zero
    let ends = (a.facts.shownLength, b.facts.shownLength)
    func isAfter(_ end: MediaTime?, _ time: MediaTime) -> Bool {
      end.map { time >= $0 - half } ?? false
    }
    var (originals, proxies) = (a.runs.makeIterator(), b.runs.makeIterator())
    var counting = RunCounting(a.facts, b.facts)
    var start: Int128?
    // Where one has no more runs, its last one goes on.
    var last: (original: DiffSide.Run?, proxy: DiffSide.Run?)
    var differing: [DifferingRun] = []
    var properties: Set<TimecodeProperty> = []
    for index in 0..<max(a.runs.count, b.runs.count) where differing.count < mostRuns {
      let (original, proxy) = (originals.next(), proxies.next())
      last = (original ?? last.original, proxy ?? last.proxy)
      let one = original.map { max($0.time - a.facts.videoStart, .zero) }
      let two = proxy.map { max($0.time - b.facts.videoStart, .zero) }
      if let original, let proxy, let one, let two {
        let distance = Int128(proxy.first) - Int128(original.first)
        let moved = (one - two).absoluteValue
        let expected = start ?? distance
        start = expected
        if moved < half || moved <= .zero {
          let (own, isNew) = counting.compare(original, proxy)
          properties.formUnion(own)
          // Numbers that count otherwise than those of the first runs say nothing.
          let counts = countsAlike && !(isNew && !own.isDisjoint(with: [.rate, .dropFrame]))
          let isFar = counts && distance != expected
          guard isNew || isFar else { continue }
          if isFar { properties.insert(.runs) }
        } else {
          properties.insert(.runs)
        }
      } else if let time = one ?? two, isAfter(one == nil ? ends.0 : ends.1, time) {
        continue
      } else {
        properties.insert(.runs)
        if let original = last.original, let proxy = last.proxy {
          properties.formUnion(counting.compare(original, proxy).differing)
        }
      }
      differing.append(DifferingRun(index: index, original: original, proxy: proxy))
    }
    return (differing, properties, counting.varying)
  }

  /// How the runs of two files count, one pair after another. Mostly all pairs are alike.
  private struct RunCounting {
    private let reels: (String?, String?)
    /// How the files count as a whole, which is how their first runs do, and in what they differ.
    private let first: (original: Counting, proxy: Counting, differing: Set<TimecodeProperty>)?
    private var last: (formats: (TimecodeFormat, TimecodeFormat), differing: Set<TimecodeProperty>)?
    private var isNew = false
    /// The properties that are not the same in all runs of the original.
    private(set) var varying: Set<TimecodeProperty> = []

    init(_ a: DiffSide.Facts, _ b: DiffSide.Facts) {
      reels = (a.namedReel, b.namedReel)
      if let x = a.format, let y = b.format {
        let (one, two) = (Counting(x, orReel: a.reel), Counting(y, orReel: b.reel))
        first = (one, two, one.properties(differingFrom: two))
      } else {
        first = nil
      }
    }

    /// Returns the properties in which two runs differ, and whether the files as a whole do not differ in the same way:
    /// in the same properties, and by the same values of them.
    mutating func compare(
      _ original: DiffSide.Run, _ proxy: DiffSide.Run
    ) -> (differing: Set<TimecodeProperty>, isNew: Bool) {
      if let last, last.formats == (original.format, proxy.format) {
        return (last.differing, isNew)
      }
      let (one, two) = (
        Counting(original.format, orReel: reels.0), Counting(proxy.format, orReel: reels.1)
      )
      let differing = one.properties(differingFrom: two)
      isNew = !differing.isEmpty
      if let first {
        let changes = one.properties(differingFrom: first.original)
        varying.formUnion(changes)
        if differing == first.differing,
          changes.union(two.properties(differingFrom: first.proxy)).isDisjoint(with: differing)
        {
          isNew = false
        }
      }
      last = ((original.format, proxy.format), differing)
      return (differing, isNew)
    }
  }

  /// What of a format must be the same in both files.
  private struct Counting {
    private let frameDuration: MediaTime?
    private let quanta: UInt32
    private let isDropFrame: Bool
    private let wraps: Bool
    private let reel: String

    /// - Parameter reel: The reel of timecode that names none.
    init(_ format: TimecodeFormat, orReel reel: String? = nil) {
      frameDuration = DiffSide.exact(format.frameDuration)
      quanta = format.labelQuanta
      isDropFrame = format.isDropFrame
      wraps = format.flags.contains(.wraps24Hours)
      let name = format.sourceName?.text ?? ""
      self.reel = name.isEmpty ? reel ?? "" : name
    }

    func properties(differingFrom other: Counting) -> Set<TimecodeProperty> {
      var found: Set<TimecodeProperty> = []
      if frameDuration != other.frameDuration || quanta != other.quanta { found.insert(.rate) }
      if isDropFrame != other.isDropFrame { found.insert(.dropFrame) }
      if wraps != other.wraps { found.insert(.wrap) }
      if reel != other.reel { found.insert(.reel) }
      return found
    }
  }
}
