import MovKit

/// `movtool insert timecode`
enum InsertTimecode {
  /// The timecode media that can be written.
  enum MediaType: String, CaseIterable, Sendable {
    case tmcd, tc64
  }

  static let file = Positional(name: "FILE", help: "Movie to copy; it is not changed")
  static let start = Option.text(
    "--start", placeholder: "TC",
    expected: "HH:MM:SS:FF, or HH:MM:SS;FF for drop frame",
    help: "Timecode of the first video frame, such as 01:00:00:00; a ; or , before the frames "
      + "means drop frame, a minus sign in front a time before zero"
  ).required()
  static let output = Option<FilePath>.path(
    "-o", "--output", placeholder: "OUT",
    help: "File to write; it must not be FILE. Not needed with --dry-run"
  ).required(unless: "--dry-run")
  static let rate = Option<FrameRate>.rate(
    "--rate",
    help: "Frames a second, such as 25 or 30000/1001 (default: the commonest frame duration of "
      + "the video)")
  static let quanta = Option.number(
    "--quanta", in: 1...255,
    help: "Frame numbers a second (default: the rate, rounded to the nearest whole number)")
  static let dropFrame = Option.flag(
    "--drop-frame", help: "Drop frame, even where --start has no ; or ,"
  ).excluding("--non-drop-frame")
  static let nonDropFrame = Option.flag(
    "--non-drop-frame", help: "Non-drop frame, even where --start has a ; or ,"
  ).excluding("--drop-frame")
  static let type = Option<MediaType>.choice(
    "--type", help: "Frame numbers of 32 bits (tmcd, the default) or 64 bits (tc64)")
  static let noWrap = Option.flag(
    "--no-wrap", help: "Count on after 23:59:59 instead of starting again at 0")
  static let allowNegative = Option.flag(
    "--allow-negative", help: "Mark the track as one that may hold times before zero")
  static let reel = Option.text(
    "--reel", placeholder: "NAME", expected: "a name",
    help: "Source name to write into the track: the name of the tape, card or clip")
  static let track = Option.number(
    "--track", placeholder: "ID", in: 1...Int(UInt32.max),
    help: "Video track to give the timecode to; repeat it for several (default: all of them)"
  ).repeating()
  static let replace = Option.flag(
    "--replace", help: "Remove the timecode tracks that the movie has already")
  static let dryRun = Option.flag(
    "--dry-run", help: "Print what would be written, and write nothing")

  static let command = Command(
    name: "timecode", summary: "write a copy of a movie with a timecode track",
    discussion: [
      "The track has one sample that lasts as long as the video and is referred to by it. Video "
        + "and sound are copied as they are, not encoded again. The copy appears under its name "
        + "when it is whole and has been read back."
    ],
    positionals: [file],
    options: [
      start.declaration, output.declaration, rate.declaration, quanta.declaration,
      dropFrame.declaration, nonDropFrame.declaration, type.declaration, noWrap.declaration,
      allowNegative.declaration, reel.declaration, track.declaration, replace.declaration,
      dryRun.declaration,
    ],
    examples: [
      Example(
        line: "movtool insert timecode clip.mov --start 01:00:00:00 --reel A001 -o stamped.mov",
        effect: "Write a copy that starts at one hour, on reel A001."),
      Example(
        line: "movtool insert timecode clip.mp4 --start '10:20:30;12' -o stamped.mp4 --replace",
        effect: "Write a copy with drop-frame timecode in place of what it has. The quotes keep "
          + "the ; from the shell."),
      Example(
        line: "movtool insert timecode clip.mov --start -00:00:04:00 --allow-negative --dry-run",
        effect: "Show how a movie with a four second leader would be stamped."),
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    throw .problem("'insert timecode' is not built yet", file: nil)
  }
}
