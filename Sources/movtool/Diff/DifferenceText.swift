import MovKit

/// Differences between two files as lines for people.
struct DifferenceText {
  private let values: FieldText

  init(_ options: InspectOptions) { values = FieldText(options) }

  func lines(_ difference: AtomDifference) -> String {
    let path = difference.path.isEmpty ? "top level" : difference.path
    let place = path.escaped + (difference.field.map { " \($0.escaped)" } ?? "")
    return switch difference.kind {
    case .onlyInFirst: "< \(place)\n"
    case .onlyInSecond: "> \(place)\n"
    case .value(let a, let b): "\(place): \(text(a)) -> \(text(b))\n"
    case .rows(let rows): self.lines(rows, place)
    case .content(let a, let b):
      a == b
        ? "\(place): other bytes (\(a))\n"
        : "\(place): \(counted(a, "byte")) -> \(counted(b, "byte"))\n"
    case .order(let a, let b): order(a, b, place)
    }
  }

  private func lines(_ rows: RowDifference, _ place: String) -> String {
    var line = "\(place): "
    line +=
      rows.firstCount == rows.secondCount
      ? counted(rows.firstCount, "row")
      : "\(counted(rows.firstCount, "row")) -> \(rows.secondCount)"
    if rows.differing > 0 {
      line += ", \(rows.differing) \(rows.differing == 1 ? "differs" : "differ")"
    }
    line += "\n"
    for (row, a, b) in rows.examples { line += "  row \(row): \(text(a)) -> \(text(b))\n" }
    return line
  }

  /// The value, with its meaning if it has one.
  private func text(_ value: FieldValue) -> String {
    let text = values.inline(value)
    return value.remark.map { "\(text) (\($0.escaped))" } ?? text
  }

  /// The number of atoms of a list that are named.
  private static let mostAtoms = 12

  /// The beginnings of both lists or, where these are the same, what comes from the first atom that differs on.
  private func order(_ a: [Atom], _ b: [Atom], _ place: String) -> String {
    var same = 0
    while same < min(a.count, b.count), a[same].distinctName == b[same].distinctName { same += 1 }
    let start = same < Self.mostAtoms ? 0 : same
    func list(_ atoms: [Atom]) -> String {
      let names = atoms.dropFirst(start).prefix(Self.mostAtoms).map(\.distinctName.escaped)
      let isCut = atoms.count - start > Self.mostAtoms
      return (start > 0 ? "…, " : "") + names.joined(separator: ", ")
        + (atoms.count > Self.mostAtoms ? ",\(isCut ? " …" : "") \(atoms.count) in all" : "")
    }
    return "\(place): order \(list(a)) -> \(list(b))\n"
  }

  /// How the times of samples differ: those of the first, and whether all are as far away as another.
  private static func times(_ media: MediaComparison, of sample: UInt64) -> [String] {
    guard let (a, b) = media.firstTimes else { return [] }
    let pairs = [
      ("is decoded at", a.decodeTime, b.decodeTime),
      ("is shown at", a.presentationTime, b.presentationTime), ("lasts", a.duration, b.duration),
    ].filter { $0.1 != $0.2 }.map { "\($0.0) \(ticks($0.1)) -> \(ticks($0.2))" }
    let parts = ["sample \(sample) " + pairs.joined(separator: ", ")]
    let shown = media.shiftedSamples
    guard shown > 0 else { return parts + ["presentation times are the same"] }
    guard let shift = media.shift else {
      return parts + [
        counted(shown, "sample", "is", "are") + " shown at different times, by different amounts"
      ]
    }
    let isLater = shift > .zero
    return parts + [
      counted(shown, "sample", "is", "are")
        + " shown \(ticks(isLater ? shift : shift.negated())) \(isLater ? "later" : "earlier")"
        + (shown > 1 ? ", all by the same amount" : "")
    ]
  }

  /// A time in seconds, and exactly: `0.045417 s (2180/48000)`.
  private static func ticks(_ time: MediaTime) -> String {
    time.isNumeric ? "\(time.inSeconds) (\(time.value)/\(time.timescale))" : time.description
  }

  /// A line about the samples of two tracks, with `advice` at its end.
  static func line(
    _ media: MediaComparison, of track: Track, _ other: Track, _ advice: String = ""
  ) -> String {
    let name = "track \(track.id)" + (other.id == track.id ? "" : " and track \(other.id)")
    func samples(_ count: UInt64) -> String { counted(count, "sample") }
    var parts: [String] = []
    let (a, b) = media.sampleCounts
    if a != b { parts.append("\(samples(a)) -> \(b)") }
    if let first = media.firstDifferentBytes {
      parts.append("the bytes of \(samples(media.differentBytes)) differ, from sample \(first) on")
    }
    if let first = media.firstDifferentTimes {
      parts.append("the times of \(samples(media.differentTimes)) differ, from sample \(first) on")
      parts += times(media, of: first)
    }
    return "\(name): "
      + (parts.isEmpty ? "the same \(samples(a))" : parts.joined(separator: "; ")) + advice + "\n"
  }
}
