extension CheckRule {
  static let ofEdits: [CheckRule] = [
    CheckRule(
      "edit-rate", .warning, .edits, "an edit has a negative rate",
      why: "QuickTime File Format, \"Edit List Atoms\"", so: "it shows nothing"),
    CheckRule(
      "edit-media-time", .warning, .edits, "an edit begins before its media",
      why: "ISO/IEC 14496-12, 8.6.6", so: "players differ in what they show first"),
    CheckRule(
      "edit-length-zero", .warning, .edits, "an edit other than the last has no duration",
      why: "ISO/IEC 14496-12, 8.6.6", so: "it shows nothing"),
    CheckRule(
      "edit-length-open", .warning, .edits,
      "the last edit of a track has a duration of 0, which is valid only in a movie with fragments",
      why: "ISO/IEC 14496-12, 8.6.6: 0 stands for the media of fragments that follow",
      so: "some readers show all of the media, others one frame or nothing"),
    CheckRule(
      "edit-list-empty", .warning, .edits, "an edit list has no edits",
      why: "QuickTime File Format, \"Edit List Atoms\"; ISO/IEC 14496-12, 8.6.6",
      so: "some readers show everything, others nothing", remedy: "remove the edit list"),
    CheckRule(
      "edit-beyond-media", .warning, .edits, "an edit goes on after its media has ended",
      why: "ISO/IEC 14496-12, 8.6.6", so: "the end is empty or frozen, depending on the player"),
    CheckRule(
      "edit-timescale", .warning, .edits,
      "an edit has the duration of its media in ticks of the media, not of the movie",
      why: "ISO/IEC 14496-12, 8.6.6: segment_duration counts ticks of the movie header",
      so: "the movie lasts much longer than its media in programs that follow edits"),
    CheckRule(
      "edit-shows-nothing", .warning, .edits,
      "no edit of a track shows anything, although it has samples",
      why: "ISO/IEC 14496-12, 8.6.6", so: "players that follow edits show nothing of the track"),
    CheckRule(
      "edit-last-empty", .warning, .edits, "the last edit of a track is empty",
      why: "QuickTime File Format, \"Edit List Atoms\": the last edit is never empty",
      so: "players differ in the length of the movie"),
    CheckRule(
      "edit-rate-unusual", .warning, .edits, "an edit plays at a rate other than 0 or 1",
      why: "ISO/IEC 14496-12, 8.6.6: 0 or 1", so: "players play it at normal speed",
      only: [.mp4, .relink, .broadcast]),
    CheckRule(
      "edits-several", .warning, .edits, "a track shows several pieces of its media",
      why: "readers differ: ffmpeg's timecode ignores edits (trac 9492); HandBrake#568",
      so: "editing programs that ignore edits show other frames at a timecode",
      remedy: "write the pieces as media", only: [.relink, .broadcast]),
    CheckRule(
      "movie-starts-late", .warning, .edits,
      "the movie shows nothing for the first minute or longer; `remux`, `build`, `insert track` and `join` say "
        + "it too",
      why:
        "the times of a part of a stream count from the start of the stream (ISO/IEC 14496-12, 8.8.12)",
      so: "players show nothing up to there, and the movie lasts longer than what it shows",
      remedy: "keep the part that it shows", only: [.relink, .broadcast]),
    CheckRule(
      "edit-missing-reorder", .note, .edits,
      "the first frame is shown later than 0, and no edit list says so",
      why: "ISO/IEC 14496-12, 8.6.1.3 and 8.6.6; gpac#569",
      so: "sound and pictures are apart by that time in some players"),
  ]
}
