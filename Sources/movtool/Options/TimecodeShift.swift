import MovKit

extension Option where Value == TimecodeChange.Shift {
  /// An option whose value is a distance: a sign, and a timecode, frames or seconds.
  static func shift(_ name: String, help: String) -> Option {
    Option(
      name, placeholder: "±TC|±Nf|±Ns",
      expected: "a sign and a timecode, frames or seconds: +01:00:00:00, -100f, -100 or +2.5s",
      help: help
    ) { (text) throws(BadValue) in
      guard let shift = TimecodeChange.Shift(text) else { throw BadValue() }
      return shift
    }
  }
}

extension TimecodeChange.Shift {
  /// Reads `+01:00:00:00`, `-100f`, `+100` or `-2.5s`. Nil for anything else.
  init?(_ text: String) {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let word = String(text.dropFirst())
    let isNegative = sign == "-"
    if let frames = wholeNumber(word.hasSuffix("f") ? String(word.dropLast()) : word) {
      self = .frames(Int64(isNegative ? -frames : frames))
    } else if word.hasSuffix("s"),
      let seconds = DecimalNumber(String(word.dropLast()), mostDecimals: 9),
      let time = MediaTime(ticks: isNegative ? -seconds.units : seconds.units, per: seconds.scale)
    {
      self = .time(time)
    } else if !word.hasPrefix("-"), let text = try? TimecodeText(word),
      // After a dot, some write frames, and others parts of a second.
      text.separatorSaysDropFrame != nil
    {
      var label = text.timecode
      label.isNegative = isNegative
      self = .label(label)
    } else {
      return nil
    }
  }
}
