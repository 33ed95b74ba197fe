import MovKit

/// A column of `list`.
enum ListColumn: String, CaseIterable, Sendable {
  case name, first, last, frames, rate, df, reel, video, size, audio, duration, date, camera, flags
  case file, error

  /// The columns of a table for people, if none are chosen, in order. Those that are empty or do not
  /// fit the terminal are left out.
  static let shown = allCases.filter { $0 != .file && $0 != .error }

  /// The order in which columns are left out if the terminal is narrow: the last one first.
  static let byImportance: [ListColumn] = [
    .name, .first, .last, .flags, .rate, .df, .frames, .duration, .size, .reel, .video, .audio,
    .date, .camera, .file, .error,
  ]

  /// The least width to which a column may be cut; nil if its values are of use only as a whole.
  var leastWidth: Int? {
    switch self {
    case .name, .file: 16
    case .reel: 8
    case .video, .date, .camera, .audio, .error: 10
    case .flags: 11
    case .first, .last, .frames, .rate, .df, .size, .duration: nil
    }
  }

  var isNumber: Bool { self == .frames || self == .rate }

  /// Returns the value of a clip as text on one line; empty if there is none.
  func text(of clip: Clip) -> String {
    switch self {
    case .name: clip.name.description
    case .file: clip.file.description
    case .first: clip.timecode?.first ?? ""
    case .last: clip.timecode?.last ?? ""
    case .frames: clip.frames.map { "\($0)" } ?? ""
    case .rate:
      clip.rate.map { ($0.isConstant ? "" : "~") + Self.text($0.numerator, $0.denominator) } ?? ""
    case .df: clip.isDropFrame.map { $0 ? "DF" : "NDF" } ?? ""
    case .reel: clip.reel?.escaped ?? ""
    case .video: clip.video?.codec?.shownName ?? ""
    case .size: clip.size.map { "\($0.width)x\($0.height)" } ?? ""
    case .audio:
      clip.audio.map { audio in
        (audio.codec?.shownName ?? "audio") + (clip.channels > 0 ? " \(clip.channels)ch" : "")
      } ?? ""
    case .duration:
      clip.duration?.readable ?? ""
    case .date: clip.date?.escaped ?? ""
    case .camera: clip.camera.text?.escaped ?? ""
    case .flags: clip.flags.map(\.rawValue).joined(separator: " ")
    case .error: clip.error?.escaped ?? ""
    }
  }

  /// Returns a rate without its unit: `25`, `29.97`.
  static func text(_ numerator: UInt64, _ denominator: UInt64) -> String {
    let text = readableRate(numerator, per: denominator, exactly: { _ in "" }) ?? ""
    return text.split(separator: " ").first.map(String.init) ?? ""
  }
}

extension CodecFacts {
  /// The name, or else the type.
  fileprivate var shownName: String { (name ?? "\(format)").escaped }
}

// MARK: Choice

extension [ListColumn] {
  /// Reads names with commas between them.
  init(names text: String) throws(BadValue) {
    self = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let column = try ListColumn(named: String(word))
      guard !contains(column) else { throw BadValue("'\(word)' occurs twice") }
      append(column)
    }
  }
}

extension ListColumn {
  /// The column with a name; `tc` is the first timecode.
  init(named word: String) throws(BadValue) {
    if let column = ListColumn(rawValue: word == "tc" ? "first" : word) {
      self = column
      return
    }
    let names = ListColumn.allCases.map(\.rawValue)
    let guess = nearest(to: word, among: names).map { " (did you mean '\($0)'?)" }
    throw BadValue(
      "there is no column '\(word)'"
        + (guess ?? "; the columns are " + names.joined(separator: ", ")))
  }
}

// MARK: Order

extension ListColumn {
  /// What clips are ordered by.
  private enum Key {
    case time(MediaTime)
    case number(UInt128)
    case text(String)
  }

  /// Returns the clips by the values of this column, the least first, and those without a value
  /// last. Timecode is ordered by frame number, in time if rates differ. Clips with the same value
  /// keep their order.
  func sorted(_ clips: [Clip]) -> [Clip] {
    clips.enumerated().map { (place: $0.offset, key: key(of: $0.element), clip: $0.element) }
      .sorted { a, b in
        guard let first = a.key else { return b.key == nil && a.place < b.place }
        guard let second = b.key else { return true }
        if Self.isBefore(first, second) { return true }
        return !Self.isBefore(second, first) && a.place < b.place
      }.map(\.clip)
  }

  private func key(of clip: Clip) -> Key? {
    switch self {
    case .first: return time(clip.timecode?.runs.first?.first, clip)
    case .last: return time(clip.timecode?.runs.last?.last, clip)
    case .duration: return clip.duration.map { .time($0) }
    case .frames: return clip.frames.flatMap { UInt128(exactly: $0) }.map { .number($0) }
    case .rate:
      // Rates of less than 2^32 compare exactly in 2^64ths.
      return clip.rate.map {
        .number((UInt128($0.numerator) << 64) / UInt128(Swift.max($0.denominator, 1)))
      }
    case .size:
      return clip.size.map { .number(UInt128($0.width.magnitude) * UInt128($0.height.magnitude)) }
    case .date:
      if let moment = clip.localDate.flatMap(WallClock.init(iso8601:))?.moment {
        return .number(UInt128(clamping: moment))
      }
      return clip.created.rawValue > 0 ? .number(UInt128(clip.created.rawValue) * 1000) : nil
    default:
      let text = text(of: clip)
      return text.isEmpty ? nil : .text(text)
    }
  }

  private func time(_ frame: Int64?, _ clip: Clip) -> Key? {
    guard let frame, let duration = clip.timecode?.format?.frameDuration, duration.isNumeric else {
      return nil
    }
    return .time(duration.multiplied(by: frame))
  }

  private static func isBefore(_ a: Key, _ b: Key) -> Bool {
    switch (a, b) {
    case (.time(let a), .time(let b)): a < b
    case (.number(let a), .number(let b)): a < b
    case (.text(let a), .text(let b)): NaturalOrder.isBefore(a, b)
    default: false
    }
  }
}
