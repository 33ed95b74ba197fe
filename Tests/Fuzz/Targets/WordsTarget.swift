@testable import MovKit
@testable import movtool

enum WordsTarget {
  static func run(_ bytes: [UInt8]) throws {
    guard let kind = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    let text = String(decoding: rest, as: UTF8.self)
    switch kind % 8 {
    case 0: try timecode(text)
    case 1:
      try path(text)
      try location(text)
    case 2: _ = (CountingRate(text), DecimalNumber(text, mostDecimals: 9), MediaTime(text))
    case 3: _ = (try? GivenMoment(text), try? GivenMoment.duration(text))
    case 4:
      _ = (TrackSelector(text), AtomSelector(text), TimecodeChange.Shift(text), AtomQuery(text))
    case 5: try sum(text)
    case 6: pattern(text)
    default: commandLine(rest)
    }
  }

  /// The sums of frame rates that people use, and extreme ones.
  private static let formats: [TimecodeFormat] = [
    (25, 1, 25), (30000, 1001, 30), (60000, 1001, 60), (1, 1, 1), (120, 1, 120), (.max, 1, 255),
  ].flatMap { (timescale: Int32, value: Int64, quanta: UInt32) in
    [[], .dropFrame, .negativeTimesOK, [.dropFrame, .wraps24Hours]].map {
      (flags: TimecodeFormat.Flags) in
      TimecodeFormat(
        frameDuration: MediaTime(value: value, timescale: timescale), frameQuanta: quanta,
        flags: flags)
    }
  }

  private static func timecode(_ text: String) throws {
    guard let read = try? TimecodeText(text) else { return }
    for format in formats {
      guard let number = try? format.frameNumber(for: read.timecode),
        let label = format.timecode(forFrameNumber: number)
      else { continue }
      try law(!format.text(label).isEmpty, "a label without text")
      guard !format.flags.contains(.wraps24Hours) else { continue }
      let again = try? format.frameNumber(for: label)
      try law(again == number, "\(text): frame \(number) is \(label), which is \(again ?? -1)")
    }
  }

  private static func path(_ text: String) throws {
    if let path = AtomPath(text) {
      try law(AtomPath(path.description) == path, "\(path) is another path")
    }
    if let code = FourCC(text) {
      try law(FourCC(code.description) == code, "\(code) is another code")
    }
  }

  /// A location is written as one that reads back to the same point.
  private static func location(_ text: String) throws {
    for place in [GeographicLocation(iso6709: text), GeographicLocation(coordinates: text)] {
      guard let place else { continue }
      try law(GeographicLocation(iso6709: place.iso6709) == place, "\(place) is another place")
    }
  }

  private static func sum(_ text: String) throws {
    guard let sum = try? TimecodeExpression(text) else { return }
    _ = (sum.isPlace, sum.firstLabel)
    for rate in ["25", "29.97", "1", "1000000/1"] {
      guard let rate = CountingRate(rate) else { continue }
      _ = try? sum.frames(at: rate)
    }
  }

  /// The first line is a pattern, the second a name.
  private static func pattern(_ text: String) {
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2, let pattern = NamePattern(String(lines[0])) else { return }
    _ = pattern.part(of: String(lines[1].prefix(255)))
  }

  /// Words with a zero byte after each. They are parsed, not run.
  private static func commandLine(_ bytes: [UInt8]) {
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    _ = try? Arguments.parse(words, root: .movtool)
  }
}
