import MovKit

/// Says what a command did to movies: a line for each, as text or as JSON, and a summary.
final class ChangeReport {
  /// What became of a movie.
  enum Status: String, Sendable { case written, planned, unchanged, skipped, failed }

  /// What a timecode track says.
  struct Timecode: Equatable, Sendable {
    let trackID: UInt32
    /// The label that is shown first; nil if nothing is shown.
    let start: String?
    let format: TimecodeFormat
    /// Other formats that the track has, such as those of other reels, in order; no more than `mostOthers`.
    let otherFormats: [TimecodeFormat]

    /// A track can have a format for each of a million samples.
    private static let mostOthers = 100

    fileprivate init(
      trackID: UInt32, start: String?, format: TimecodeFormat, of formats: [TimecodeFormat]
    ) {
      (self.trackID, self.start, self.format) = (trackID, start, format)
      var others: [TimecodeFormat] = []
      // A movie can have very many tracks, mostly of one format each.
      guard formats.contains(where: { $0 != format }) else {
        otherFormats = others
        return
      }
      var known: Set = [format]
      var last = format
      for format in formats where format != last {
        last = format
        guard known.insert(format).inserted else { continue }
        others.append(format)
        if others.count == Self.mostOthers { break }
      }
      otherFormats = others
    }

    /// The readable timecode tracks of a movie.
    fileprivate static func all(in movie: Movie) -> [Timecode] {
      let tracks = movie.timecodeTracks
      var all: [Timecode] = []
      // A list that grows by itself would take up to three times as much.
      all.reserveCapacity(tracks.count)
      for track in tracks {
        guard let timecode = try? TimecodeTrack(track) else { continue }
        let (start, format) = timecode.start
        all.append(
          Timecode(trackID: track.id, start: start, format: format, of: timecode.formats))
      }
      return all
    }
  }

  struct Line: Sendable {
    let file: FilePath
    var output: FilePath?
    var status: Status
    var problem: String?
    var before: [Timecode] = []
    var after: [Timecode] = []
    /// Whether the report says what timecode the movie has. If not, it need not be read.
    let saysTimecode: Bool
    /// The steps of the plan, if nothing is written.
    var plan: String?
    /// The rules whose findings are corrected; nil unless the command corrects what it finds.
    var corrected: [String]?

    /// Returns the timecode of a movie for the report, which is read only if the report says it.
    func timecode(in movie: @autoclosure () throws -> Movie) rethrows -> [Timecode] {
      saysTimecode ? Timecode.all(in: try movie()) : []
    }

    /// Returns the timecode that a movie will have for the report.
    func timecode(of planned: RewrittenMovie) -> [Timecode] {
      guard saysTimecode else { return [] }
      return planned.timecodes.map {
        Timecode(trackID: $0.trackID, start: $0.start, format: $0.format, of: $0.formats)
      }
    }

    /// Notes a problem. The line is about its file; the problem may be one of another.
    mutating func fail(_ text: String, about other: FilePath?) {
      (status, output) = (.failed, nil)
      problem = other.map { $0 == file ? text : "\($0): \(text)" } ?? text
    }
  }

  private let output: Output
  private var json: JSONWriter?
  /// Whether the text says only what is planned.
  private let isShort: Bool
  private let isQuiet: Bool
  /// Whether a plan begins with the name of its file.
  private let namesPlans: Bool
  /// What became of each movie.
  private var statuses: [Status] = []
  /// How many of those that were written had nothing to correct.
  private var copiedCount = 0
  private var failed: [FilePath] = []
  /// Why the report cannot be written. What it is about is done all the same.
  private var failure: Failure?

  /// The report on so many files, as the options ask for it: as JSON Lines, or as text.
  /// - Parameter saysOne: Whether the text says what became of a single file too.
  init(on count: Int, _ arguments: Arguments, saysOne: Bool = false) {
    output = .standard()
    json = arguments[MovieChange.json] ? JSONWriter(to: output, layout: .compact) : nil
    isQuiet = arguments[CommonOptions.quiet]
    isShort = count == 1 && !saysOne || isQuiet
    namesPlans = count > 1 || !isShort
  }

  /// Whether the lines say what timecode the movies have.
  var saysTimecode: Bool { json != nil || !isShort }

  /// Adds the line of a file that `work` fills in. If `work` throws a problem, the line says so, and the
  /// problem is thrown on.
  func add(
    about file: FilePath, output: FilePath? = nil,
    _ work: (inout Line) throws(Failure) -> Void
  ) throws(Failure) {
    var line = Line(file: file, output: output, status: .failed, saysTimecode: saysTimecode)
    do throws(Failure) {
      try SourceWatch.run(about: file) { () throws(Failure) in try work(&line) }
    } catch {
      guard case .problem(let text, let about) = error else { throw error }
      line.fail(text, about: about)
      try add(line)
      throw error
    }
    try add(line)
  }

  func add(_ line: Line) throws(Failure) {
    statuses.append(line.status)
    if line.status == .failed { failed.append(line.file) }
    if line.status == .written, line.corrected?.isEmpty == true { copiedCount += 1 }
    guard failure == nil else { return }
    do throws(Failure) { try write(line) } catch { failure = error }
  }

  private func write(_ line: Line) throws(Failure) {
    if json != nil {
      try writeJSON(line)
    } else if let plan = line.plan {
      let heading =
        line.corrected.map { " " + Self.text(corrected: $0, "corrects") }
        ?? (line.after.isEmpty ? nil : Self.changes(of: line)).map { " " + $0 } ?? ""
      try output.write(
        (namesPlans ? "\(line.file):\(isShort ? "" : heading)\n" : "") + plan)
    } else if isShort ? line.status == .skipped && !isQuiet : line.status != .failed {
      // Who names one file must not take an old OUT for a new one.
      try output.write("\(line.file): \(Self.text(line))\n")
    }
    // A signal can end the program at any time, and nothing else says what was written by then.
    if line.status == .written {
      try json?.endLines()
      try output.flush()
    }
  }

  /// Adds to a failure of the report itself that files have been changed: nothing else says it then.
  private func sayingWhatIsDone(_ write: () throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) { try write() } catch {
      let count = count(of: .written)
      guard case .problem(let text, nil) = error, count > 0 else { throw error }
      throw .problem(
        "\(text); by then \(counted(count, "file")) had been changed", file: nil)
    }
  }

  private func count(of status: Status) -> Int { statuses.count { $0 == status } }

  /// Writes the summary.
  func finish() throws(Failure) {
    try sayingWhatIsDone { () throws(Failure) in
      if let failure { throw failure }
      try writeEnd()
      try output.finish()
    }
  }

  private func writeEnd() throws(Failure) {
    if json != nil {
      try writeSummary()
      try json?.endLines()
    } else if !isShort {
      let words = [
        (count(of: .written) - copiedCount, "changed"), (copiedCount, "with nothing to correct"),
        (count(of: .planned), "planned"), (count(of: .unchanged), "unchanged"),
        (count(of: .skipped), "skipped"), (count(of: .failed), "failed"),
      ].compactMap { count, word in count > 0 ? "\(count) \(word)" : nil }
      let total = statuses.count
      if total > 1 {
        try output.write("\(total) files: \(words.joined(separator: ", "))\(failedNames)\n")
      }
    }
  }

  // MARK: Text

  /// How many of the files that failed the last line names. A message names each.
  private static let mostNamed = 20

  private var failedNames: String {
    guard !failed.isEmpty else { return "" }
    let names = failed.prefix(Self.mostNamed).map(\.description).joined(separator: ", ")
    let rest = failed.count - Self.mostNamed
    return ": " + names + (rest > 0 ? " … and \(rest) more" : "")
  }

  /// Returns what became of the timecode, such as `10:00:00:00 -> 11:00:00:00`.
  private static func text(_ line: Line) -> String {
    let target = line.output.map { " (\($0))" } ?? ""
    if line.status == .skipped { return "skipped" + target }
    if let corrected = line.corrected { return text(corrected: corrected, "corrected") + target }
    if line.status == .unchanged { return "unchanged" }
    return (changes(of: line) ?? "written") + target
  }

  /// Returns what becomes of the timecode; nil if it stays.
  private static func changes(of line: Line) -> String? {
    let ids = (line.before + line.after).map(\.trackID)
    // A movie can have very many timecode tracks.
    let (allBefore, allAfter) = (byTrack(line.before), byTrack(line.after))
    var known: Set<UInt32> = []
    let changes = ids.filter { known.insert($0).inserted }.compactMap { id -> String? in
      let (before, after) = (allBefore[id], allAfter[id])
      guard before != after || ids.count == 2 else { return nil }
      let isShown = before.map { text($0) } != after.map { text($0) }
      return [before, after].map {
        $0.map { text($0, inFull: !isShown && before != after) } ?? "no timecode"
      }.joined(separator: " -> ")
    }
    return changes.isEmpty ? nil : changes.joined(separator: "; ")
  }

  private static func text(corrected rules: [String], _ verb: String) -> String {
    rules.isEmpty ? "nothing to correct" : "\(verb) \(rules.joined(separator: ", "))"
  }

  private static func byTrack(_ timecodes: [Timecode]) -> [UInt32: Timecode] {
    Dictionary(timecodes.map { ($0.trackID, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// How many of the other formats of a track are named.
  private static let mostFormats = 3

  /// Returns what a track shows first, how it counts and what its other stretches have: `10:00:00:00 (25 fps, reel 'A';
  /// also 25 fps, reel 'B')`.
  /// - Parameter inFull: Whether also what is rarely changed, and does not change the labels, is said.
  private static func text(_ timecode: Timecode, inFull: Bool = false) -> String {
    let others = timecode.otherFormats
    var texts: [String] = []
    // Of formats that differ in what is not said, one is enough.
    for format in [timecode.format] + others.prefix(mostFormats) {
      let counting = text(format, inFull: inFull)
      if !counting.isEmpty, !texts.contains(counting) { texts.append(counting) }
    }
    let rest = others.count - mostFormats
    let all = texts.joined(separator: "; also ") + (rest > 0 ? "; and \(rest) more" : "")
    return (timecode.start ?? "nothing shown") + (all.isEmpty ? "" : " (\(all))")
  }

  /// Returns how a format counts, and its reel.
  private static func text(_ format: TimecodeFormat, inFull: Bool) -> String {
    let rate = readableRate(
      UInt64(clamping: Int64(format.frameDuration.timescale)),
      per: UInt64(clamping: format.frameDuration.value))
    var parts = [
      rate, format.isDropFrame ? "drop frame" : nil,
      format.sourceName.map { "reel '\($0.text.escaped)'" },
    ].compactMap(\.self)
    if inFull {
      parts.append(
        format.flags.contains(.wraps24Hours) ? "wraps at 24 hours" : "counts on after 24 hours")
      if format.flags.contains(.negativeTimesOK) { parts.append("may be negative") }
      parts.append("stored as \(format.mediaSubType.fourCC) with quanta \(format.frameQuanta)")
    }
    return parts.joined(separator: ", ")
  }

  // MARK: JSON

  private func writeJSON(_ line: Line) throws(Failure) {
    try json?.beginObject()
    try json?.member("file", line.file.description)
    try json?.member("status", line.status.rawValue)
    try json?.member("output", line.output?.description)
    try json?.member("problem", line.problem)
    try write("before", line.before)
    try write("after", line.after)
    if let corrected = line.corrected {
      try json?.key("corrected")
      try json?.beginArray()
      for rule in corrected { try json?.value(rule) }
      try json?.endArray()
    }
    try json?.endObject()
    try json?.endLine()
  }

  private func write(_ key: String, _ timecodes: [Timecode]) throws(Failure) {
    try json?.key(key)
    try json?.beginArray()
    for timecode in timecodes {
      try json?.beginObject()
      try json?.member("trackID", timecode.trackID)
      try json?.member("start", timecode.start)
      try write(timecode.format)
      try json?.key("otherFormats")
      try json?.beginArray()
      for format in timecode.otherFormats {
        try json?.beginObject()
        try write(format)
        try json?.endObject()
      }
      try json?.endArray()
      try json?.endObject()
    }
    try json?.endArray()
  }

  /// Writes the members of a format.
  private func write(_ format: TimecodeFormat) throws(Failure) {
    try json?.member("frameDuration", format.frameDuration)
    try json?.member("frameQuanta", format.frameQuanta)
    try json?.member("dropFrame", format.isDropFrame)
    try json?.member("wraps", format.flags.contains(.wraps24Hours))
    try json?.member("negativeAllowed", format.flags.contains(.negativeTimesOK))
    try json?.member("type", format.mediaSubType.fourCC.description)
    try json?.member("sourceName", format.sourceName?.text)
  }

  private func writeSummary() throws(Failure) {
    try json?.beginObject()
    try json?.key("summary")
    try json?.beginObject()
    for status in [Status.written, .planned, .unchanged, .skipped, .failed] {
      try json?.member(status.rawValue, count(of: status))
    }
    try json?.key("failedFiles")
    try json?.beginArray()
    for file in failed { try json?.value(file.description) }
    try json?.endArray()
    try json?.endObject()
    try json?.endObject()
    try json?.endLine()
  }
}
