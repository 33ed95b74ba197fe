import MovKit

/// A comparison for people: a line if nothing differs, and a block otherwise.
struct DiffText {
  let line: DiffReport.Line

  private static let mostRuns = 5

  var text: String {
    let (original, proxy) = (line.pair.original?.path, line.pair.proxy?.path)
    let names = [original, proxy].compactMap { $0?.description }.joined(separator: " = ")
    guard let comparison = line.comparison else {
      // The reason is on standard error.
      return line.status == .unmatched ? "\(names): \(line.pair.problem ?? "")\n" : ""
    }
    if comparison.isSame { return "\(names): \(Self.short(comparison.original))\n" }
    var lines = [
      "\(original?.description ?? ""), \(proxy?.description ?? ""): \(Self.heading(comparison))"
    ]
    lines += Self.rows(comparison)
    lines += Self.runs(comparison)
    lines += Self.offset(comparison)
    for rule in RelinkRule.all {
      let broken = rule.broken(by: comparison.differences)
      guard !broken.isEmpty else { continue }
      lines.append(
        "  \(rule.program) would not relink (\(broken.map(\.rawValue).joined(separator: ", ")))")
    }
    if let command = line.advice?.command { lines.append("  To fix it: \(command)") }
    if let note = line.advice?.note { lines.append("  No change of timecode fixes that \(note)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Says which properties differ.
  private static func heading(_ comparison: TimecodeComparison) -> String {
    let names = comparison.differences.filter { $0 != .missing }.map(\.rawValue)
    var parts: [String] = []
    if names.count < comparison.differences.count {
      let side = comparison.original.hasTimecode ? "original" : "proxy"
      parts.append("only the \(side) has timecode")
    }
    if !names.isEmpty {
      parts.append(names.joined(separator: ", ") + (names.count == 1 ? " differs" : " differ"))
    }
    return parts.isEmpty ? "labels differ" : parts.joined(separator: "; ")
  }

  private static func short(_ facts: DiffSide.Facts) -> String {
    guard let start = facts.start else { return "the same, no timecode" }
    return
      (["the same, \(start)" + (facts.last.map { " to \($0)" } ?? "")]
      + [facts.videoFrames.map(frames), rate(facts)].compactMap(\.self)).joined(separator: ", ")
  }

  private static func frames(_ count: Int64) -> String {
    counted(count, "frame")
  }

  // MARK: What both say

  private static func rows(_ comparison: TimecodeComparison) -> [String] {
    let (a, b) = (comparison.original, comparison.proxy)
    let differences = Set(comparison.differences)
    func value(_ facts: DiffSide.Facts, _ value: (DiffSide.Facts) -> String?) -> String {
      value(facts) ?? "none"
    }
    var rows: [(name: String, original: String, proxy: String)] = []
    func add(_ name: String, _ text: (DiffSide.Facts) -> String?) {
      rows.append((name, value(a, text), value(b, text)))
    }
    // What differs later only is said of the runs.
    func addDiffering(_ name: String, _ text: (DiffSide.Facts) -> String?) {
      if text(a) != text(b) { add(name, text) }
    }
    add("start") { $0.start }
    if !a.isWave, !b.isWave { add("last") { $0.last } }
    if !differences.isDisjoint(with: [.rate, .dropFrame]) {
      addDiffering("timecode") { facts in
        rate(facts).map {
          "\($0), \(facts.format?.labelQuanta ?? 0) numbers a second"
            + (facts.format?.isDropFrame == true ? ", drop frame" : "")
        }
      }
    }
    if differences.contains(.wrap) {
      addDiffering("24 hours") {
        $0.format.map { $0.flags.contains(.wraps24Hours) ? "begins again" : "counts on" }
      }
    }
    if differences.contains(.reel) { addDiffering("reel") { $0.reel?.escaped } }
    if differences.contains(.runs) {
      add("runs") { "\($0.runCount)" }
    }
    if !differences.isDisjoint(with: [.length, .videoRate]) {
      add("video") { facts in
        let parts = [
          facts.videoFrames.map(frames),
          facts.videoDuration?.readable,
          facts.videoRate.flatMap { readableRate($0.numerator, per: $0.denominator) },
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
      }
    }
    let width = (rows.map(\.original.columns) + ["original".columns]).max() ?? 0
    return (rows.isEmpty ? [] : [("", "original", "proxy")] + rows).map { row in
      "  " + row.0.padded(to: 10) + row.1.padded(to: width + 2) + row.2
    }
  }

  private static func rate(_ facts: DiffSide.Facts) -> String? {
    facts.frameDuration.flatMap {
      readableRate(UInt64($0.timescale.magnitude), per: UInt64(clamping: $0.value))
    }
  }

  private static func runs(_ comparison: TimecodeComparison) -> [String] {
    let differing = comparison.differingRuns
    let rest = differing.count - mostRuns
    return differing.prefix(mostRuns).map {
      let (original, proxy) = ($0.original, $0.proxy)
      return "  run \($0.index + 1): \(text(original, besides: proxy)), "
        + text(proxy, besides: original)
    }
      + (rest > 0
        ? [
          "  and \(rest)\(differing.count == TimecodeComparison.mostRuns ? " or more" : "") other runs"
        ] : [])
  }

  /// Returns the first label of a run, with how it counts and its reel where the other run counts otherwise or has
  /// another.
  private static func text(_ run: DiffSide.Run?, besides other: DiffSide.Run?) -> String {
    guard let run else { return "none" }
    let format = run.format
    var parts: [String] = []
    if let other = other?.format {
      if format.frameDuration != other.frameDuration { parts.append(format.shownRate + " fps") }
      if format.labelQuanta != other.labelQuanta {
        parts.append("\(format.labelQuanta) numbers a second")
      }
      if format.isDropFrame != other.isDropFrame {
        parts.append(format.isDropFrame ? "drop frame" : "non-drop frame")
      }
      let wraps = format.flags.contains(.wraps24Hours)
      if wraps != other.flags.contains(.wraps24Hours) {
        parts.append(wraps ? "begins again after 24 hours" : "counts on after 24 hours")
      }
      let reel = format.sourceName?.text ?? ""
      if reel != other.sourceName?.text ?? "" {
        parts.append(reel.isEmpty ? "no reel" : "reel '\(reel.escaped)'")
      }
    }
    return run.label + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
      + " at \(run.time.readableOrKind)"
  }

  // MARK: How far apart

  private static func offset(_ comparison: TimecodeComparison) -> [String] {
    let offset = comparison.offset
    var lines: [String] = []
    if let place = offset.firstDifference {
      let start =
        place.frame == 0
        ? "  labels differ from the first frame on"
        : "  labels differ from frame \(place.frame + 1) on"
      lines.append("\(start): \(place.original ?? "none"), \(place.proxy ?? "none")")
    } else if offset.count > 0 {
      lines.append("  labels are the same in all frames")
    }
    guard let first = offset.first, let last = offset.last else { return lines }
    let isMoved = (first.frames ?? 0) != 0 || first.time != .zero || last != first
    guard isMoved else {
      guard offset.firstDifference != nil else { return lines }
      return lines + [
        first.frames == nil
          ? "  the times since 00:00:00:00 are the same" : "  the frame numbers are the same"
      ]
    }
    switch offset.course {
    case .constant:
      lines.append("  the proxy is \(text(first, comparison)), throughout")
    case .drifting, .jumping:
      lines.append(
        "  the proxy is \(text(first, comparison)) at first, and \(text(last, comparison)) in the end"
          + (offset.course == .drifting ? ", little by little" : ", with jumps"))
    }
    return lines
  }

  /// Returns how far the proxy is off: `1 frame later (0.04 s)`, by the number of the frame or, if the rates
  /// differ, by the time that the label stands for.
  private static func text(
    _ amount: LabelOffset.Amount, _ comparison: TimecodeComparison
  ) -> String {
    let (time, isEarlier) = (amount.time, amount.time < .zero)
    let seconds = decimal(
      UInt128(time.value.magnitude), over: UInt128(max(1, time.timescale.magnitude)), places: 3)
    let side = isEarlier ? "earlier" : "later"
    if let count = amount.frames {
      return count == 0
        ? "at the same frame numbers"
        : "\(counted(count.magnitude, "frame")) \(side) (\(seconds) s)"
    }
    if time == .zero { return "at the same time" }
    let counts = [comparison.original, comparison.proxy].compactMap { facts in
      facts.frameDuration.flatMap { frame in
        rate(facts).map { "\(Self.frames(of: time, lasting: frame)) frames at \($0)" }
      }
    }
    return "\(seconds) s \(side) by the time since 00:00:00:00 (\(counts.joined(separator: ", ")))"
  }

  private static func frames(of time: MediaTime, lasting frame: MediaTime) -> String {
    let (up, down) = (
      UInt128(time.value.magnitude) * UInt128(frame.timescale.magnitude),
      UInt128(max(1, time.timescale.magnitude)) * UInt128(max(1, frame.value.magnitude))
    )
    return up % down == 0 ? "\(up / down)" : decimal(up, over: down, places: 2)
  }
}
