import MovKit

/// The one command that gives a proxy the timecode of its original.
struct DiffAdvice {
  let original: FilePath
  let proxy: FilePath
  let comparison: TimecodeComparison

  private static let noTimecodeToMend: Set<TimecodeProperty> = [.length, .videoRate]

  /// The command; nil if there is nothing that a command for timecode can mend.
  var command: String? {
    let (a, b) = (comparison.original, comparison.proxy)
    // Timecode counts the frames of the video, and a proxy of another rate has other frames.
    guard a.hasTimecode, !a.isWave, !b.isWave, !comparison.differences.contains(.videoRate) else {
      return nil
    }
    let differences = Set(comparison.differences).subtracting(Self.noTimecodeToMend)
    // The labels of a part that was cut out are right as they are.
    if differences.contains(.start), differences.isSubset(of: [.start, .reel, .runs]),
      comparison.differences.contains(.length)
    {
      return nil
    }
    // A change is made of all runs.
    guard comparison.differingRuns.isEmpty, comparison.varying.isDisjoint(with: differences) else {
      return replacement
    }
    let edit = "movtool edit timecode \(proxy.shellWord)"
    let new = "-o OUT"
    if differences == [.missing] || differences == [.missing, .reel] {
      return "movtool insert timecode \(proxy.shellWord) --from \(original.shellWord) \(new)"
    }
    if differences == [.start], comparison.offset.course == .constant, !shiftsBelowZero,
      let frames = comparison.offset.first?.frames, frames != .min
    {
      return "\(edit) --shift \(frames > 0 ? "-" : "+")\(frames.magnitude)f \(new)"
    }
    if differences == [.reel] {
      return a.reel.map { "\(edit) --reel \($0.shellWord) \(new)" } ?? "\(edit) --no-reel \(new)"
    }
    if differences == [.wrap] {
      return
        "\(edit) \(a.format?.flags.contains(.wraps24Hours) == true ? "--wrap" : "--no-wrap") \(new)"
    }
    let isConstant = comparison.offset.course == .constant
    let hasSameNumbers = isConstant && comparison.offset.first?.frames == 0
    if differences == [.dropFrame] || differences == [.dropFrame, .start] && hasSameNumbers {
      let flag = a.format?.isDropFrame == true ? "--drop-frame" : "--non-drop-frame"
      return "\(edit) \(flag) --keep \(hasSameNumbers ? "instants" : "labels") \(new)"
    }
    guard !differences.isEmpty || comparison.offset.firstDifference != nil else { return nil }
    return replacement
  }

  /// The command that gives the proxy all timecode of the original. A reel of the proxy stays where the original has
  /// none; nil if the original has one elsewhere, because then no command takes it away there only.
  private var replacement: String? {
    let (a, b) = (comparison.original, comparison.proxy)
    let hasReelInSome = a.hasRunWithoutReel && a.reel != nil && (a.namedReel ?? "").isEmpty
    if hasReelInSome, b.reel != nil { return nil }
    let keepsReel = comparison.differences.contains(.reel) && a.reel == nil
    return "movtool insert timecode \(proxy.shellWord) --from \(original.shellWord) --replace "
      + (keepsReel ? "--no-reel " : "") + "-o OUT"
  }

  /// What no command can mend; nil if there is nothing.
  var note: String? {
    let parts = comparison.differences.filter(Self.noTimecodeToMend.contains).map {
      $0 == .length ? "other frames" : "another frame rate"
    }
    return parts.isEmpty
      ? nil : "the proxy has \(parts.joined(separator: " and ")): make it again"
  }

  /// Whether the labels of the original are below zero, and those of the proxy may not be.
  private var shiftsBelowZero: Bool {
    comparison.original.start?.first == "-"
      && comparison.proxy.format?.flags.contains(.negativeTimesOK) != true
  }
}
