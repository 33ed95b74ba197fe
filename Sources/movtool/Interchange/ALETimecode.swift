import MovKit

/// Writes timecode as an Avid Log Exchange: a row for each stretch.
struct ALETimecode: TimecodeWriter {
  private let output: Output
  private var hasHeading = false

  static let columns = ["Name", "Tracks", "Start", "End", "Duration", "FPS", "Tape", "Source File"]

  init(to output: Output) { self.output = output }

  mutating func write(_ movie: TimecodeMovie) throws(Failure) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    for track in movie.tracks {
      for row in movie.rows(of: track) {
        guard row.format.hasLabelsAndRate else {
          notes.append(row.withoutLabel)
          continue
        }
        if !hasHeading { try writeHeading(row) }
        try write(Self.fields(of: row))
      }
    }
    return notes
  }

  mutating func finish() throws(Failure) { try output.finish() }

  private mutating func writeHeading(_ row: TimecodeRow) throws(Failure) {
    hasHeading = true
    let video = row.movie.video(of: row.track)?.facts.video
    let rows = [
      "Heading", "FIELD_DELIM\tTABS",
      "VIDEO_FORMAT\t\(Self.videoFormat(video?.width ?? 0, video?.height ?? 0))",
      "AUDIO_FORMAT\t48khz", "FPS\t\(row.format.shortRate)", "", "Column",
      Self.columns.joined(separator: "\t"), "", "Data",
    ]
    try output.write(rows.joined(separator: "\n") + "\n")
  }

  /// The project format of a size in pixels.
  static func videoFormat(_ width: Int, _ height: Int) -> String {
    switch height {
    case 1080 where width <= 1920: "1080"
    case 720: "720"
    case 576: "PAL"
    case 486: "NTSC"
    default: "CUSTOM"
    }
  }

  private static func fields(of row: TimecodeRow) -> [String] {
    let format = row.format.forLists
    let name = row.movie.name
    return [
      name, tracks(of: row.movie.movie), format.text(row.segment.first), format.text(row.end),
      format.text(.frameNumber(row.frames)), format.shortRate, row.reel ?? "",
      row.reel == nil ? name : "",
    ]
  }

  /// The tracks of a movie, such as `VA1A2`: the video, and each channel of the audio.
  private static func tracks(of movie: Movie) -> String {
    let video = movie.tracks(.video).isEmpty ? "" : "V"
    let channels = movie.tracks(.audio).reduce(0) {
      $0 + min(max($1.facts.audio?.channels ?? 1, 1), 64)
    }
    let audio = channels == 0 ? "" : (1...min(channels, 64)).map { "A\($0)" }.joined()
    return video + audio
  }

  private func write(_ fields: [String]) throws(Failure) {
    try output.write(fields.map(\.onOneLine).joined(separator: "\t") + "\n")
  }
}
