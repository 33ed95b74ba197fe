extension CheckRule {
  static let ofHeaders: [CheckRule] = [
    CheckRule(
      "timescale-zero", .warning, .headers, "the movie or a media has a timescale of 0",
      why: "ISO/IEC 14496-12, 8.2.2 and 8.4.2", so: "no time can be calculated; gpac assumes 600",
      but: [.broadcast: .error]),
    CheckRule(
      "timescale-large", .warning, .headers,
      "the movie or a media has a timescale of 2147483648 or more",
      why: "the field has 32 bits; CMTime and AVRational count ticks per second in 31",
      so: "programs take it for negative or refuse it; movtool calculates no time with it"),
    CheckRule(
      "track-id-zero", .warning, .headers, "a track has ID 0",
      why: "ISO/IEC 14496-12, 8.3.2: IDs are never zero", so: "nothing can refer to the track"),
    CheckRule(
      "track-id-duplicate", .warning, .headers, "two tracks have the same ID",
      why: "ISO/IEC 14496-12, 8.3.2: IDs are unique", so: "references mean the first of them"),
    CheckRule(
      "encrypted-samples", .warning, .headers,
      "the samples are encrypted; they are extracted without decryption",
      why: "ISO/IEC 14496-12, 8.12; ISO/IEC 23001-7", so: "nobody plays them without the keys"),
    CheckRule(
      "movie-duration", .warning, .headers,
      "the duration of the movie is not that of its longest track",
      why: "ISO/IEC 14496-12, 8.2.2", so: "players show the wrong length or stop early",
      remedy: "correct the duration"),
    CheckRule(
      "track-duration", .warning, .headers,
      "the duration of a track is not that of its edits or, without edits, of its media (for audio, of the part "
        + "that iTunSMPB says is played)",
      why: "ISO/IEC 14496-12, 8.3.2", so: "players show the wrong length or stop early",
      remedy: "correct the duration"),
    CheckRule(
      "media-duration", .warning, .headers,
      "the duration of a media is neither the sum of the durations of its samples nor the time for which they are shown",
      why: "ISO/IEC 14496-12, 8.4.2.3",
      so: "programs that trust the header lose the end, or add time without samples",
      remedy: "correct the duration"),
    CheckRule(
      "next-track-id", .warning, .headers,
      "next_track_ID is not larger than the IDs of all tracks",
      why: "ISO/IEC 14496-12, 8.2.2", so: "a program that adds a track may give it an ID in use",
      remedy: "correct the ID"),
    CheckRule(
      "tracks-disabled", .warning, .headers, "all video and audio tracks are disabled",
      why: "ISO/IEC 14496-12, 8.3.2: a disabled track is not presented",
      so: "QuickTime shows nothing, other players everything"),
    CheckRule(
      "matrix-flat", .warning, .headers, "the matrix of a video gives its pictures no area",
      why: "ISO/IEC 14496-12, 6.2.2", so: "the video is invisible in players that use the matrix"),
    CheckRule(
      "movie-matrix-flat", .note, .headers,
      "the matrix of a movie with video gives its pictures no area",
      why: "ISO/IEC 14496-12, 6.2.2 and 8.2.2",
      so: "programs that use it show nothing or no rotation; most ignore it"),
    CheckRule(
      "matrix-perspective", .warning, .headers,
      "the last column of a matrix is not 0, 0, 1",
      why: "ISO/IEC 14496-12, 6.2.2; ComplianceWarden reports it too",
      so: "players ignore the matrix, or distort the pictures"),
    CheckRule(
      "track-size-zero", .warning, .headers,
      "a video track has a width or height of less than a pixel",
      why: "ISO/IEC 14496-12, 8.3.2; NVEnc#660", so: "players that trust the header show nothing"),
    CheckRule(
      "date-epoch", .note, .headers,
      "dates of the movie, its tracks or their media are between 1929-12-31 and 1970: they probably count seconds from "
        + "1970, not from 1904",
      why: "ISO/IEC 14496-12, 8.2.2, 8.3.2 and 8.4.2: seconds since the start of 1904",
      so: "programs show a wrong date",
      remedy: "correct both dates of mvhd and of each tkhd and mdhd"),
    CheckRule(
      "language-unknown", .note, .headers,
      "the language of a media is neither three letters nor a code of the Macintosh",
      why: "ISO/IEC 14496-12, 8.4.2; QuickTime File Format, \"Language Code Values\"",
      so: "programs show no language",
      remedy: "give the track its language in letters"),
    CheckRule(
      "media-header-missing", .warning, .headers,
      "a media lacks the header of its kind, such as vmhd of video",
      why: "ISO/IEC 14496-12, 8.4.5; ComplianceWarden reports it too",
      so: "strict readers refuse the track"),
    CheckRule(
      "data-references-missing", .warning, .headers,
      "a media does not say where its data is (dinf, dref)",
      why: "ISO/IEC 14496-12, 8.7.1", so: "strict readers refuse the track"),
    CheckRule(
      "alternates-enabled", .note, .headers,
      "two tracks of one kind that are alternatives of each other are enabled",
      why: "QuickTime File Format, \"Track Header Atoms\"", so: "players choose differently"),
  ]
}
