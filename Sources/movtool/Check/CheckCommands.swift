/// The commands of movtool that mend what a rule finds, by the ID of the rule. FILE, OUT, TC, TIME,
/// RATE, ID, N, NAME, DATE and LANGUAGE stand for what the user gives, PATH for the path of the finding.
enum CheckCommands {
  static let byRule: [String: String] = [
    "moov-last": "movtool remux FILE -o OUT --fast-start",
    "date-epoch":
      "movtool edit atom FILE PATH creation_time=DATE modification_time=DATE -o OUT",
    "media-duration": fix, "edit-list-empty": fix, "track-reference": fix, "track-duration": fix,
    "movie-duration": fix, "next-track-id": fix, "timecode-not-referenced": fix,
    "colour-quicktime": fix,
    "colour-contradiction": "movtool edit atom FILE colr colour_primaries=N -o OUT",
    "language-macintosh": language, "language-unknown": language,
    "chunk-beyond-file": "movtool cut FILE --to TIME -o OUT",
    "interleave": "movtool build OUT --video FILE",
    "fragment-index": fragments, "fragment-decode-time": fragments,
    "cmaf-not-fragmented": fragments,
    "no-samples": "movtool remove track FILE --track ID -o OUT",
    "timecode-missing": "movtool insert timecode FILE --start TC -o OUT",
    "timecode-media-header": stamp,
    "timecode-frame-duration": rate, "timecode-quanta-zero": rate, "timecode-quanta-floor": rate,
    "timecode-quanta-rate": rate, "timecode-rate": rate, "timecode-rate-multiple": multiple,
    "timecode-rate-fraction": multiple,
    "timecode-drop-frame-rate": nonDrop, "timecode-drop-frame-whole-rate": nonDrop,
    "movie-starts-late": "movtool cut FILE --from TIME -o OUT",
    "timecode-edit": "movtool edit timecode FILE --trim-to-video -o OUT",
    "reel-missing": "movtool edit timecode FILE --reel NAME -o OUT",
  ]

  private static let fix = "movtool check --fix FILE -o OUT"
  private static let language = "movtool edit track FILE --track ID --language LANGUAGE -o OUT"
  private static let fragments = "movtool remux FILE -o OUT --fragment SECONDS"
  private static let stamp = "movtool insert timecode FILE --start TC --replace -o OUT"
  private static let rate = "movtool edit timecode FILE --rate RATE --keep labels -o OUT"
  // A label of half or double as many frames per second has another count of frames at the same instant.
  private static let multiple =
    "movtool edit timecode FILE --rate RATE --keep instants -o OUT"
  private static let nonDrop = "movtool edit timecode FILE --non-drop-frame --keep labels -o OUT"
}
