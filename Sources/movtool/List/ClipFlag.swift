import MovKit

/// What is worth a look at a clip among the others of a list.
enum ClipFlag: String, CaseIterable, Sendable {
  /// The file cannot be read as a movie.
  case unreadable
  /// The file ends before its media does.
  case truncated
  /// The movie shows no timecode.
  case noTimecode = "no-timecode"
  /// The frame rate is another than that of most clips of its folder.
  case rate
  /// The timecode is drop frame and that of most clips of its folder is not, or the reverse.
  case dropFrame = "drop-frame"
  /// The stretches of the timecode have different reels, or count at different rates or drop frame and not; what else
  /// is said is that of the first.
  case mixedTimecode = "mixed-timecode"
  /// The pictures have another size than those of most clips of its folder.
  case size
  /// A label occurs in another clip of the reel as well.
  case overlap
  /// The number before its own is missing in its folder.
  case gap
}

extension [Clip] {
  /// Sets the flags of all clips.
  mutating func setFlags() {
    // A bit for each flag, in the order of all: there can be very many clips.
    let all = ClipFlag.allCases
    func bit(_ flag: ClipFlag) -> UInt16 { 1 << UInt16(all.firstIndex(of: flag) ?? 0) }
    var flags = map { clip in
      clip.error != nil ? bit(.unreadable) : clip.timecode == nil ? bit(.noTimecode) : 0
    }
    func add(_ flag: ClipFlag, _ indexes: some Sequence<Int>) {
      for index in indexes { flags[index] |= bit(flag) }
    }
    add(.truncated, indices.filter { self[$0].isTruncated })
    add(
      .mixedTimecode,
      indices.filter {
        self[$0].timecode.map { $0.hasSeveralReels || $0.countsDifferently } ?? false
      })
    for folder in Dictionary(grouping: indices, by: { self[$0].file.parent }).values {
      add(.rate, others(in: folder) { $0.rate.map { "\($0.numerator)/\($0.denominator)" } })
      add(.dropFrame, others(in: folder) { $0.isDropFrame })
      add(.size, others(in: folder) { $0.size.map { "\($0.width) \($0.height)" } })
      add(.gap, ClipNumbers(folder.map { ($0, self[$0].file.lastComponent) }).afterGaps)
    }
    add(.overlap, overlapping)
    var sets: [UInt16: [ClipFlag]] = [:]
    for index in indices {
      let bits = flags[index]
      self[index].flags = sets[bits] ?? all.filter { bits & bit($0) != 0 }
      sets[bits] = self[index].flags
    }
  }

  /// Returns the clips whose value is not the commonest; of equally common values, the one that
  /// comes first counts. Clips without a value are left out.
  private func others<Value: Hashable>(
    in folder: [Int], _ value: (Clip) -> Value?
  ) -> [Int] {
    let values = folder.compactMap { index in value(self[index]).map { (index, $0) } }
    var counts: [Value: Int] = [:]
    for (_, value) in values { counts[value, default: 0] += 1 }
    let most = counts.values.max()
    guard counts.count > 1, let common = values.first(where: { counts[$0.1] == most })?.1 else {
      return []
    }
    return values.filter { $0.1 != common }.map(\.0)
  }

  // MARK: Overlaps

  /// What the labels of two clips must have in common to be compared.
  private struct LabelSpace: Hashable {
    let reel: String?
    /// Where no reel is named.
    let folder: FilePath?
    let numerator: UInt64
    let denominator: UInt64
    let isDropFrame: Bool

    /// That of a stretch; nil if it has no labels. The metadata names the reel of timecode that names none.
    init?(of clip: Clip, _ timecode: TimecodeFacts, _ format: TimecodeFormat) {
      guard !format.isCounter, let rate = format.rate else { return nil }
      let reel = format.sourceName?.text ?? ""
      self.reel = !reel.isEmpty ? reel : timecode.reel == nil ? clip.reel : nil
      folder = self.reel == nil ? clip.file.parent : nil
      (numerator, denominator) = (rate.numerator, rate.denominator)
      isDropFrame = format.isDropFrame
    }
  }

  private struct Run {
    let clip: Int
    let first: Int64
    let last: Int64
  }

  /// The clips of which another clip of the same reel has a label too.
  private var overlapping: Set<Int> {
    var spaces: [LabelSpace: [Run]] = [:]
    // A file that is listed twice is one clip.
    var known: [File.Identity: Int] = [:]
    var own = indices.map(\.self)
    for (index, clip) in enumerated() {
      guard let identity = clip.identity else { continue }
      if let first = known[identity] { own[index] = first } else { known[identity] = index }
    }
    for (index, clip) in enumerated() where own[index] == index {
      guard let timecode = clip.timecode else { continue }
      let labels = timecode.runFormats.map { LabelSpace(of: clip, timecode, $0) }
      for run in timecode.runs {
        guard let space = labels[run.format] else { continue }
        for (first, last) in Self.withinDay(
          (run.first, run.last), of: timecode.runFormats[run.format])
        {
          spaces[space, default: []].append(Run(clip: index, first: first, last: last))
        }
      }
    }
    var found: Set<Int> = []
    for runs in spaces.values {
      // The clip that reaches furthest so far, and the furthest of another clip.
      var furthest: Run?
      var other: Run?
      for run in runs.sorted(by: { ($0.first, $0.last) < ($1.first, $1.last) }) {
        for before in [furthest, other].compactMap(\.self)
        where before.clip != run.clip && before.last >= run.first {
          found.formUnion([before.clip, run.clip])
        }
        if furthest.map({ run.last > $0.last }) ?? true {
          if furthest?.clip != run.clip { other = furthest }
          furthest = run
        } else if run.clip != furthest?.clip, other.map({ run.last > $0.last }) ?? true {
          other = run
        }
      }
    }
    return Set(indices.filter { found.contains(own[$0]) })
  }

  /// Splits a run at midnight, where labels begin again.
  private static func withinDay(
    _ run: (first: Int64, last: Int64), of format: TimecodeFormat
  ) -> [(Int64, Int64)] {
    let day = format.framesPerDay
    guard format.flags.contains(.wraps24Hours), day > 0, run.first >= 0 else { return [run] }
    let (length, overflow) = run.last.subtractingReportingOverflow(run.first)
    guard !overflow, length < day - 1 else { return [(0, day - 1)] }
    let first = run.first % day
    // Both are less than a day, which has less than 32 bits of seconds times 32 bits of frames.
    let (last, carry) = first.addingReportingOverflow(length)
    guard !carry, last >= day else { return [(first, last)] }
    return [(first, day - 1), (0, last - day)]
  }
}

extension TimecodeFacts {
  /// Whether the first stretches, of which there are `runs`, have different reels.
  var hasSeveralReels: Bool {
    runFormats.contains { $0.sourceName?.text ?? "" != runFormats[0].sourceName?.text ?? "" }
  }

  /// Whether the first stretches count at different rates, or drop frame and not.
  var countsDifferently: Bool {
    guard let first = runFormats.first else { return false }
    return runFormats.contains {
      $0.frameDuration != first.frameDuration || $0.labelQuanta != first.labelQuanta
        || $0.isDropFrame != first.isDropFrame
    }
  }
}
