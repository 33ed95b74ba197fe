import MovKit

/// Prints samples as a table for people.
struct SampleTableText: SampleForm {
  private enum Column: String, Sendable {
    case sample, count, key, dts, pts, duration
    case decoded = "decoded at"
    case shown = "shown at"
    case timecode, size, position, chunk
    case description = "desc"
    case dependencies, groups

    /// Whether the values are aligned to the right.
    var isNumber: Bool {
      switch self {
      case .key, .timecode, .dependencies, .groups: false
      default: true
      }
    }

    /// Those that a narrow terminal has no room for, in the order in which they are left out.
    static let expendable: [Column] = [
      .decoded, .duration, .chunk, .groups, .dependencies, .dts, .position,
    ]
  }

  /// What is the same for all rows.
  private struct Layout: Sendable {
    let hasMark: Bool
    let columns: [(column: Column, width: Int)]
  }

  /// The words for the attachments of samples, which mostly are those of the sample before.
  private final class Words {
    private var last: (attachments: SampleAttachments, words: String?)?

    func of(_ attachments: SampleAttachments) -> String? {
      if let last, last.attachments == attachments { return last.words }
      let words = attachments.words
      last = (attachments, words)
      return words
    }
  }

  private let page: TextPage
  private let layout: Layout
  private let words = Words()

  init(_ listing: SampleListing, on page: TextPage) {
    self.page = page
    let widths = Self.widths(listing)
    let hasMark = listing.asked != nil
    var kept = Self.columns(listing)
    func width() -> Int {
      kept.reduce(hasMark ? 0 : -2) { $0 + 2 + max($1.rawValue.count, widths[$1] ?? 0) }
    }
    if page.isTerminal {
      for column in Column.expendable where width() > page.width {
        kept.removeAll { $0 == column }
      }
    }
    layout = Layout(
      hasMark: hasMark, columns: kept.map { ($0, max($0.rawValue.count, widths[$0] ?? 0)) })
  }

  private init(_ layout: Layout, on page: TextPage) {
    self.layout = layout
    self.page = page
  }

  var further: @Sendable (Output) throws(Failure) -> any SampleForm {
    let (layout, look) = (layout, page.look)
    return { SampleTableText(layout, on: TextPage(to: $0, look)) }
  }

  func pass() throws(Failure) { try page.flush() }

  /// The columns that say something about some samples of the track.
  private static func columns(_ listing: SampleListing) -> [Column] {
    let rows = listing.rows
    var columns: [Column] = [.sample]
    if listing.hasRuns { columns.append(.count) }
    columns += [.key, .dts]
    if rows.samples.compositionOffsets != 0...0 { columns.append(.pts) }
    columns += [.duration, .decoded, .shown]
    if rows.timeline != nil { columns.append(.timecode) }
    columns += [.size, .position, .chunk]
    if rows.track.sampleDescriptions.count > 1 { columns.append(.description) }
    columns.append(.dependencies)
    if rows.hasGroups { columns.append(.groups) }
    return columns
  }

  /// The widths that the values of most files need; more is no harm but to the alignment.
  private static func widths(_ listing: SampleListing) -> [Column: Int] {
    let samples = listing.rows.samples
    let ticks = samples.duration.decimalDigits
    let last = samples.count - 1
    let first = samples.isEmpty ? 1 : samples[0].size.decimalDigits
    return [
      .sample: UInt64(clamping: last).decimalDigits, .dts: ticks, .pts: ticks,
      .decoded: 12, .shown: 12, .timecode: 11, .size: max(6, first),
      .position: (listing.rows.track.source.size).decimalDigits,
      .chunk: samples.isEmpty ? 1 : UInt64(clamping: samples.chunk(of: last).number).decimalDigits,
      .dependencies: 12,
    ]
  }

  /// Prints the lines before the first sample.
  func begin(_ listing: SampleListing) throws(Failure) {
    let (track, count) = (listing.rows.track, listing.rows.samples.count)
    try page.line(
      page.styled("track \([track].listed)", .title)
        + ", \(counted(count, "sample")), \(counted(track.timescale, "tick")) per second")
    guard count > 0 else { return }
    let names = layout.columns.map { column, width in
      column.isNumber
        ? column.rawValue.aligned(to: width) : column.rawValue.padded(to: width)
    }
    var line = (layout.hasMark ? "  " : "") + names.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    try page.line(page.styled(line, .label))
  }

  func write(_ row: SampleRow, isAsked: Bool, _ units: SampleUnits?) throws(Failure) {
    try page.write { line in
      let start = line.count
      if layout.hasMark { line.append(contentsOf: (isAsked ? "> " : "  ").utf8) }
      if isAsked { page.begin(.title, in: &line) }
      var isFirst = true
      for (column, width) in layout.columns {
        if !isFirst { line.append(spaces: 2) }
        isFirst = false
        if let (number, isSigned) = Self.number(column, of: row) {
          line.append(spaces: width - number.columns(isSigned: isSigned))
          line.append(decimal: number, isSigned: isSigned)
          continue
        }
        let before = line.count
        append(column, of: row, to: &line)
        let room = width - (line.count - before)
        guard room > 0 else { continue }
        if column.isNumber {
          line.insert(contentsOf: repeatElement(0x20, count: room), at: before)
        } else {
          line.append(spaces: room)
        }
      }
      while line.count > start, line.last == 0x20 { line.removeLast() }
      if isAsked { page.end(in: &line) }
      line.append(0x0A)
    }
    guard let units else { return }
    var number = 0
    let problem = try units.forEach(of: row.samples) { (unit) throws(Failure) in
      let place = row.samples.sample.offset &+ UInt64(clamping: unit.offset)
      try page.line(
        "        unit \(number)  \(unit.name), \(counted(unit.size, "byte")) at \(place)"
      )
      number += 1
    }
    if let problem { try page.line("        " + problem.escaped) }
  }

  /// The number that a column shows; nil if it shows something else.
  private static func number(
    _ column: Column, of row: SampleRow
  ) -> (number: UInt64, isSigned: Bool)? {
    let sample = row.samples.sample
    switch column {
    case .sample: return (UInt64(clamping: sample.index), false)
    case .count: return (UInt64(clamping: row.samples.sampleCount), false)
    case .dts: return (UInt64(bitPattern: sample.decodeTime), true)
    case .pts: return (UInt64(bitPattern: sample.presentationTime), true)
    case .duration: return (sample.duration, false)
    case .size: return (row.samples.size, false)
    case .position: return (sample.offset, false)
    case .chunk: return (UInt64(clamping: row.chunk), false)
    case .description: return (UInt64(clamping: sample.descriptionIndex), false)
    case .key, .decoded, .shown, .timecode, .dependencies, .groups: return nil
    }
  }

  private func append(_ column: Column, of row: SampleRow, to line: inout [UInt8]) {
    let sample = row.samples.sample
    switch column {
    case .key: line.append(contentsOf: sample.attachments.keyWord.utf8)
    case .decoded: append(row.samples.decodeTime, to: &line)
    case .shown: append(row.shown?.start ?? .invalid, to: &line)
    case .timecode: append(row.timecode, to: &line)
    case .dependencies: append(words.of(sample.attachments), to: &line)
    case .groups: append(row.groups.isEmpty ? nil : row.groups.listed, to: &line)
    case .sample, .count, .dts, .pts, .duration, .size, .position, .chunk, .description: break
    }
  }

  /// Appends a text, which may come from the file, or a dash if there is none.
  private func append(_ text: String?, to line: inout [UInt8]) {
    if let text { line.append(contentsOf: text.escaped.utf8) } else { line.append(0x2D) }
  }

  private func append(_ time: MediaTime, to line: inout [UInt8]) {
    guard time.isNumeric else { return line.append(0x2D) }
    line.append(clock: time.value, per: UInt32(clamping: time.timescale))
  }
}
