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
    let edit = "movtool edit timecode \(proxy.shellWord)"
    let new = "-o OUT"
    if differences == [.missing] || differences == [.missing, .reel] {
      return "movtool insert timecode \(proxy.shellWord) --from \(original.shellWord) \(new)"
    }
    // The labels of a part that was cut out are right as they are.
    if differences == [.start], comparison.differences.contains(.length) { return nil }
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
    return "movtool insert timecode \(proxy.shellWord) --from \(original.shellWord) --replace "
      + new
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
