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
    let edit = "movtool edit timecode \(Self.word(proxy))"
    let new = "-o OUT"
    if differences == [.missing] || differences == [.missing, .reel] {
      return "movtool insert timecode \(Self.word(proxy)) --from \(Self.word(original)) \(new)"
    }
    // The labels of a part that was cut out are right as they are.
    if differences == [.start], comparison.differences.contains(.length) { return nil }
    if differences == [.start], comparison.offset.course == .constant, !shiftsBelowZero,
      let frames = comparison.offset.first?.frames, frames != .min
    {
      return "\(edit) --shift \(frames > 0 ? "-" : "+")\(frames.magnitude)f \(new)"
    }
    if differences == [.reel] {
      return a.reel.map { "\(edit) --reel \(Self.word($0)) \(new)" } ?? "\(edit) --no-reel \(new)"
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
    return "movtool insert timecode \(Self.word(proxy)) --from \(Self.word(original)) --replace "
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

  /// Returns a path as a shell takes it.
  private static func word(_ path: FilePath) -> String {
    // What begins with a dash would be an option.
    let prefix = path.bytes.first == UInt8(ascii: "-") ? "./" : ""
    if let name = String(validating: path.bytes, as: UTF8.self), name == name.escaped {
      return word(prefix + name)
    }
    return "$'" + prefix + escapes(path) + "'"
  }

  /// Returns a name with the escapes of a shell's quotes `$'…'`, which are those of names.
  private static func escapes(_ path: FilePath) -> String {
    path.description.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "\\'")
  }

  /// Returns a word as a shell takes it.
  private static func word(_ text: String) -> String {
    let plain = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || "./_-+,:@%".utf8.contains($0)
    }
    if plain, !text.isEmpty { return text }
    guard text == text.escaped else { return "$'" + escapes(FilePath(text)) + "'" }
    let quoted = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + quoted.joined(separator: "'\\''") + "'"
  }
}
