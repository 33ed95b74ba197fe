extension CheckRule {
  static let ofTimecode: [CheckRule] = [
    CheckRule(
      "timecode-description", .warning, .timecode, "a timecode description cannot be read",
      why: "QuickTime File Format, \"Timecode Sample Description\"",
      so: "its samples are only numbers"),
    CheckRule(
      "timecode-sample-unreadable", .warning, .timecode, "a timecode sample cannot be read",
      why: "TN2310: 4 bytes, 8 of tc64", so: "there is no timecode from there on"),
    CheckRule(
      "timecode-frame-duration", .warning, .timecode, "timecode frames have no duration",
      why: "QuickTime File Format, \"Timecode Sample Description\"",
      so: "labels cannot be counted on",
      remedy: "rewrite the timecode at its rate"),
    CheckRule(
      "timecode-quanta-zero", .warning, .timecode, "timecode counts 0 frames in a second",
      why: "QuickTime File Format, \"Timecode Sample Description\"",
      so: "programs divide by zero or show no timecode",
      remedy: "rewrite the timecode at its rate"),
    CheckRule(
      "timecode-quanta-floor", .warning, .timecode,
      "timecode counts the frames of the rate without its fraction, such as 29 at 29.97",
      why: "SMPTE ST 12-1; MediaInfo#929", so: "labels differ by a second each half minute",
      remedy: "rewrite the timecode at its rate"),
    CheckRule(
      "timecode-quanta-rate", .warning, .timecode,
      "timecode counts another number of frames in a second than its frame duration gives",
      why: "SMPTE ST 12-1; MediaInfo#929",
      so: "labels drift from the clock, and proxies do not relink",
      remedy: "rewrite the timecode at its rate"),
    CheckRule(
      "timecode-drop-frame-rate", .warning, .timecode,
      "the drop-frame flag is set at a rate for which no standard drops labels",
      why: "SMPTE ST 12-1; MediaInfoLib#1511, buttercut#141",
      so: "some programs drop labels, others do not", remedy: "clear the flag"),
    CheckRule(
      "timecode-drop-frame-whole-rate", .warning, .timecode,
      "the drop-frame flag is set at a whole rate, such as exactly 30",
      why: "SMPTE ST 12-1; buttercut#123", so: "timecode runs faster than real time",
      remedy: "clear the flag, or correct the rate"),
    CheckRule(
      "timecode-unknown-flags", .warning, .timecode, "a timecode description has unknown flags",
      why: "QuickTime File Format, \"Timecode Sample Description\"", so: "their meaning is unknown"),
    CheckRule(
      "timecode-negative", .warning, .timecode,
      "a frame number is negative, which the flags do not allow",
      why: "QuickTime File Format, \"Timecode Sample Description\"",
      so: "programs show a very large number"),
    CheckRule(
      "timecode-over-24-hours", .warning, .timecode,
      "a frame number is 24 hours or more, although labels begin again at 24 hours",
      why: "QuickTime File Format, \"Timecode Sample Description\"",
      so: "programs differ in the label"),
    CheckRule(
      "timecode-rate", .warning, .timecode,
      "the timecode does not count as many frames per second as the video has",
      why: "SMPTE ST 12-1; the threads in Timecode.md",
      so: "labels are repeated or left out, and proxies do not relink",
      remedy: "rewrite the timecode at the rate of the video", but: [.relink: .error]),
    CheckRule(
      "timecode-rate-multiple", .note, .timecode,
      "each label holds for several frames of the video, such as 29.97 timecode on 59.94",
      why: "SMPTE ST 12-3 allows it; MediaInfoLib#1511",
      so: "programs that count each frame come to other labels",
      remedy: "rewrite the timecode at the rate of the video", but: [.relink: .warning]),
    CheckRule(
      "timecode-rate-fraction", .warning, .timecode,
      "each frame of the video lasts for several labels, such as 59.94 timecode on 29.97",
      why: "SMPTE ST 12-3 has such labels for high frame rates only",
      so: "only some labels are used, and proxies do not relink",
      remedy: "rewrite the timecode at the rate of the video", but: [.relink: .error]),
    CheckRule(
      "timecode-edit", .warning, .timecode,
      "the timecode begins or ends more than a frame before or after the video",
      why: "the threads in Timecode.md; ffmpeg -ss 1 -c copy writes it",
      so: "frames have no timecode, or programs relink by a wrong length",
      remedy: "trim it to the video",
      but: [.relink: .error]),
    CheckRule(
      "timecode-not-referenced", .warning, .timecode,
      "no track refers to the timecode track (tref)",
      why: "QuickTime File Format, \"Timecode Media\"; TN2310",
      so: "QuickTime and Final Cut find no timecode", remedy: "make the video refer to it",
      but: [.relink: .error]),
    CheckRule(
      "timecode-tracks", .warning, .timecode, "there are several timecode tracks",
      why: "ffmpeg and MediaInfo read only one", so: "programs may show another one"),
    CheckRule(
      "timecode-media-header", .warning, .timecode,
      "a timecode track lacks the header of timecode media (gmhd with tmcd)",
      why: "QuickTime File Format, \"Timecode Media\"", so: "QuickTime may not show the timecode",
      remedy: "rewrite the timecode", only: [.quicktime]),
    CheckRule(
      "timecode-timescale", .note, .timecode,
      "the timescale of a timecode description is not that of its media",
      why: "TN2310", so: "programs that mix them up count at another rate"),
  ]

  static let ofRelinking: [CheckRule] = [
    CheckRule(
      "timecode-missing", .warning, .relinking, "a movie with video has no timecode",
      why: "Resolve, Final Cut and Avid link by timecode: the threads in Timecode.md",
      so: "programs count from 00:00:00:00, and copies do not relink", remedy: "give it timecode",
      only: [.relink, .broadcast]),
    CheckRule(
      "reel-missing", .note, .relinking, "the timecode names no reel",
      why: "Avid relinks by reel name and timecode: its manuals",
      so: "programs take the file name for the reel, or nothing", remedy: "give it a reel name",
      only: [.relink]),
    CheckRule(
      "frame-rate-varies", .warning, .relinking,
      "the frames of a video have different durations; of a command, the one that it takes",
      why: "timecode counts even frames; SMPTE ST 12-1",
      so: "editing programs drop or repeat frames, and sound moves apart",
      remedy: "convert the video to a constant rate", only: [.relink, .broadcast]),
    CheckRule(
      "video-missing", .warning, .relinking, "the movie has no video",
      why: "a programme has pictures", so: "it is not a finished programme", only: [.broadcast]),
  ]
}
