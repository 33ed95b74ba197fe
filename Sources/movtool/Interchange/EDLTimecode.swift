import MovKit

/// Writes timecode as an edit decision list (CMX 3600): an event for each stretch. The source of an
/// event is its timecode, and the record its place in the movie. Several movies come one after the
/// other.
struct EDLTimecode: TimecodeWriter {
  private let output: Output
  /// The record timecode of the start of the first movie, as it was typed; nil for zero.
  private let recordStart: String?
  /// The names that several of its files have.
  private let sharedNames: Set<ClipName.Key>
  private var place = RecordPlace()
  /// The frame duration of the list; nil before the first event.
  private var frameDuration: MediaTime?
  private var isDropFrame: Bool?
  /// How the record counts, which goes on over all events: as the first of them does.
  private var recordFormat: TimecodeFormat?
  private var eventCount = 0
  /// The list so far. It is written when all of its reels are known, because their names depend on each other.
  private var parts: [Part] = []

  private enum Part {
    case text(String)
    /// The short name of a reel, in its field; nil for a source without one.
    case reel(String?)
    /// The comment with the whole name of a reel, if its short one is another.
    case wholeReel(String)
  }

  /// The largest number that an event can have.
  static let mostEvents = 999

  init(to output: Output, recordStart: String?, sharedNames: Set<ClipName.Key>) {
    self.output = output
    self.recordStart = recordStart
    self.sharedNames = sharedNames
  }

  mutating func write(_ movie: TimecodeMovie) throws(Failure) -> [Diagnostic] {
    var notes = DiagnosticList(movie.tracksLeftOut)
    defer { place.finish(movie) }
    guard let track = movie.tracks.first else { return notes.all }
    if sharedNames.contains(ClipName(of: movie.path).whole) { notes.add(sharedName: movie) }
    notes.add(ifOfOtherRate: track, in: movie)
    try movie.forEachRow(of: track) { (row, next) throws(Failure) in
      guard row.format.hasLabelsAndRate else {
        notes.add(withoutLabel: row)
        return
      }
      try check(row)
      notes.add(ifLongerThanADay: row, in: "an EDL")
      notes.add(ifOutsideOfDay: row, in: "an EDL")
      let format = row.format.forLists
      recordFormat = recordFormat ?? format
      if eventCount == 0 { parts.append(.text("TITLE: \(movie.name.onOneLine)\n")) }
      let start = place.frames
      let gap = place.skip(to: row)
      if gap > 0, start == 0 { try addBlack(place.frames, format) }
      if gap < 0 { notes.add(late: row, by: -gap, in: "an EDL") }
      let count = place.frames(of: row, before: next)
      try add(row, format, count)
      place.pass(row, count)
    }
    return notes.all
  }

  mutating func finish() throws(Failure) {
    let reels = parts.compactMap { part -> String? in
      if case .reel(let reel) = part { reel } else { nil }
    }
    let names = ReelNames(of: reels)
    for part in parts {
      switch part {
      case .text(let text): try output.write(text)
      case .reel(let reel):
        try output.write((reel.map { names[$0] } ?? "AX").padded(to: ReelNames.mostCharacters))
      case .wholeReel(let reel):
        if names[reel] != reel { try output.write("* SOURCE FILE: \(reel.onOneLine)\n") }
      }
    }
    try output.finish()
  }

  /// Throws if an EDL cannot have the row.
  private mutating func check(_ row: TimecodeRow) throws(Failure) {
    let (format, path) = (row.format, row.movie.path)
    if let frameDuration, format.frameDuration != frameDuration {
      throw .problem(
        "an EDL has one rate: this is \(format.shownRate) frames per second, what comes before has "
          + "\(frameDuration.shownRate); write an EDL for each", file: path)
    }
    guard format.labelQuanta <= 100 else {
      throw .problem(
        "an EDL has two digits for frames, and this timecode counts \(format.labelQuanta) per second; "
          + "use --format csv or otio", file: path)
    }
    frameDuration = format.frameDuration
  }

  private mutating func beginEvent(_ format: TimecodeFormat, _ file: FilePath?) throws(Failure) {
    if isDropFrame != format.isDropFrame {
      parts.append(.text("FCM: \(format.isDropFrame ? "DROP FRAME" : "NON-DROP FRAME")\n"))
      if isDropFrame == nil { parts.append(.text("\n")) }
      isDropFrame = format.isDropFrame
    }
    eventCount += 1
    guard eventCount <= Self.mostEvents else {
      throw .problem(
        "an EDL has at most \(Self.mostEvents) events, and there are more: write fewer files into each, "
          + "or use --format csv or otio", file: file)
    }
  }

  /// Adds an event of black from the start of the record, because readers take the first event for
  /// the start.
  private mutating func addBlack(_ frames: Int64, _ format: TimecodeFormat) throws(Failure) {
    try beginEvent(format, nil)
    let source = (format.text(.frameNumber(0)), format.text(.frameNumber(frames)))
    let black = Part.text("BL".padded(to: ReelNames.mostCharacters))
    addEvent(black, source, try record(0, frames, format))
  }

  private mutating func add(
    _ row: TimecodeRow, _ format: TimecodeFormat, _ count: Int64
  ) throws(Failure) {
    try beginEvent(format, row.movie.path)
    let first = row.segment.first
    let end = row.isAtSpeed ? first.advanced(byFrames: count) : row.end
    let reel = Part.reel(row.reel)
    let record = try record(place.frames, count, format)
    addEvent(reel, (format.text(first), format.text(end)), record)
    if !row.isAtSpeed {
      let speed = "       \(Self.speed(row))                \(Self.plain(first, format))\n"
      parts += [.text("M2   "), reel, .text(speed)]
      if row.segment.rate == 0 { parts.append(.text("* * FREEZE FRAME\n")) }
    }
    parts.append(.text("* FROM CLIP NAME:  \(row.movie.name.onOneLine)\n"))
    if let whole = row.reel { parts.append(.wholeReel(whole)) }
  }

  private mutating func addEvent(
    _ reel: Part, _ source: (String, String), _ record: (String, String)
  ) {
    let number = padded(eventCount, 3)
    let times = "\(source.0) \(source.1) \(record.0) \(record.1)"
    parts += [
      .text("\(number)  "), reel, .text(" \("V".padded(to: 5)) C        \(times)\n"),
    ]
  }

  /// The record labels of frames of the list.
  private func record(
    _ start: Int64, _ count: Int64, _ event: TimecodeFormat
  ) throws(Failure) -> (String, String) {
    let format = recordFormat ?? event
    var origin: Int64 = 0
    if let recordStart {
      func problem(_ why: String) -> Failure {
        .problem("invalid value '\(recordStart)' for '--record-start': \(why)", file: nil)
      }
      let text: TimecodeText
      do throws(TimecodeError) {
        text = try TimecodeText(recordStart)
        origin = try format.frameNumber(for: text.timecode)
      } catch {
        throw problem("\(error)")
      }
      guard text.separatorSaysDropFrame != true || format.isDropFrame else {
        throw problem(
          "the timecode of the EDL is not drop frame: write \(format.text(text.timecode))")
      }
    }
    func label(_ frames: Int64) -> String {
      format.text(TimecodeSample.frameNumber(origin).advanced(byFrames: frames))
    }
    return (label(start), label(start &+ count))
  }

  /// The frames per second at which a row is played, with one decimal: `012.5`.
  private static func speed(_ row: TimecodeRow) -> String {
    let frame = row.format.frameDuration
    let below = Int128(frame.value) << 16
    let tenths =
      (Int128(row.segment.rate) * Int128(frame.timescale) * 20 + below) / (below * 2)
    let (whole, rest) = min(tenths, 9999).quotientAndRemainder(dividingBy: 10)
    return "\(padded(whole, 3)).\(rest)"
  }

  /// A label with colons only, which readers of `M2` want even in drop frame.
  private static func plain(_ sample: TimecodeSample, _ format: TimecodeFormat) -> String {
    guard case .frameNumber(let number) = sample else { return "" }
    return format.timecode(forFrameNumber: number)?
      .text(dropFrame: false, quanta: format.labelQuanta) ?? ""
  }
}
