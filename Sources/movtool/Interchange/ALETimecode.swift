import MovKit

/// Writes timecode as an Avid Log Exchange: a row for each stretch.
struct ALETimecode: TimecodeWriter {
  private let output: Output
  /// Whether each row has the path of its file, because several files have one name.
  private let namesPaths: Bool
  /// The rate of the heading; nil as long as there is none.
  private var rate: String?

  static let columns = ["Name", "Tracks", "Start", "End", "Duration", "FPS", "Tape", "Source File"]

  init(to output: Output, namesPaths: Bool) {
    self.output = output
    self.namesPaths = namesPaths
  }

  mutating func write(_ movie: TimecodeMovie) throws(Failure) -> [Diagnostic] {
    var notes = DiagnosticList()
    // It is the same in all rows, and a movie can have very many tracks, each with a row.
    let tracks = Self.tracks(of: movie.movie)
    for track in movie.tracks {
      var place = RecordPlace()
      for row in movie.rows(of: track) {
        guard row.format.hasLabelsAndRate else {
          notes.add(withoutLabel: row)
          continue
        }
        if let rate {
          if rate != row.format.shortRate { notes.add(row, besideRate: rate) }
        } else {
          try writeHeading(row)
        }
        if place.skip(to: row) > 0 { notes.add(afterGap: row) }
        if !row.isAtSpeed { notes.add(notAtSpeed: row) }
        notes.add(ifLongerThanADay: row, in: "an Avid log")
        notes.add(ifOutsideOfDay: row, in: "an Avid log")
        let path = namesPaths ? [movie.path.description] : []
        try write(Self.fields(of: row, tracks) + path)
        place.pass(row, row.shownFrames)
      }
    }
    return notes.all
  }

  mutating func finish() throws(Failure) { try output.finish() }

  private mutating func writeHeading(_ row: TimecodeRow) throws(Failure) {
    rate = row.format.shortRate
    let video = row.movie.video(of: row.track)?.facts.video
    try output.write(
      AvidLog.heading(
        width: video?.width ?? 0, height: video?.height ?? 0, rate: row.format.shortRate,
        columns: Self.columns + (namesPaths ? [AvidLog.pathColumn] : [])))
  }

  private static func fields(of row: TimecodeRow, _ tracks: String) -> [String] {
    let format = row.format.forLists
    let name = row.movie.name
    return [
      name, tracks, format.text(row.segment.first), format.text(row.end),
      format.text(.frameNumber(row.frames)), format.shortRate, row.reel ?? "",
      row.reel == nil ? name : "",
    ]
  }

  private static func tracks(of movie: Movie) -> String {
    AvidLog.tracks(
      hasVideo: !movie.tracks(.video).isEmpty,
      channels: movie.tracks(.audio).reduce(0) {
        $0 + min(max($1.facts.audio?.channels ?? 1, 1), 64)
      })
  }

  private func write(_ fields: [String]) throws(Failure) {
    try output.write(fields.map(\.onOneLine).joined(separator: "\t") + "\n")
  }
}

extension DiagnosticList {
  /// Adds a warning that a row has another rate than the heading of an Avid log, by which programs count.
  fileprivate mutating func add(_ row: TimecodeRow, besideRate rate: String) {
    add(
      "timecode-place", .warning,
      "the heading of the Avid log says \(rate) frames per second, and the stretch at "
        + "\(row.segment.movieTime.inSeconds) has \(row.format.shortRate): programs that go by the heading "
        + "count its labels at another rate; write a log for each rate",
      path: row.track.track.path)
  }

  /// Adds a warning that a row has no place in an Avid log: its rows follow each other without gaps.
  fileprivate mutating func add(afterGap row: TimecodeRow) {
    add(
      "timecode-place", .warning,
      "an Avid log does not say where its rows are in the movie, and there is no timecode before "
        + "\(row.segment.movieTime.inSeconds); use --format csv or json to keep that",
      path: row.track.track.path)
  }

  /// Adds a warning that a row is shown for another time than its frames last.
  fileprivate mutating func add(notAtSpeed row: TimecodeRow) {
    add(
      "timecode-place", .warning,
      "an Avid log does not say at what speed its rows are played, and that at "
        + "\(row.segment.movieTime.inSeconds) is not played at the speed of the movie; use --format json "
        + "to keep that",
      path: row.track.track.path)
  }
}
