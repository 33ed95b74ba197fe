extension CheckRule {
  static let ofBrands: [CheckRule] = [
    CheckRule(
      "ftyp-missing", .note, .brands, "there is no file type atom",
      why: "ISO/IEC 14496-12, 4.3.1; QuickTime files before 2001 have none",
      so: "the file is read as QuickTime"),
    CheckRule(
      "ftyp-late", .warning, .brands, "the file type comes after the movie or the media",
      why: "ISO/IEC 14496-12, 4.3.1: as early as possible",
      so: "readers that look at the first bytes do not recognize the file"),
    CheckRule(
      "brand-major", .note, .brands, "the major brand is not among the compatible brands",
      why: "ISO/IEC 14496-12, 4.3.3: readers may look only at the compatible brands",
      so: "a reader may refuse the file"),
    CheckRule(
      "name-brand", .note, .brands, "the name of a file is that of the other kind of movie",
      why: "programs that go by the name read QuickTime as MP4 or the reverse",
      so: "upload sites and players refuse the file", remedy: "give it the name of its kind"),
    CheckRule(
      "sound-version-in-mp4", .warning, .brands,
      "an MP4 file has a sound description of QuickTime's version 1 or 2",
      why: "ISO/IEC 14496-12, 12.2.3: version 1 needs a stsd of version 1 and has other fields",
      so: "readers of MP4 take its fields for atoms",
      only: [.mp4]),
    CheckRule(
      "language-macintosh", .note, .brands,
      "an MP4 file has a Macintosh code for the language of a track",
      why:
        "ISO/IEC 14496-12, 8.4.2: three letters of ISO 639-2; QuickTime File Format, \"Language Code Values\"",
      so: "readers of MP4 show no language or a wrong one",
      remedy: "give the track its language in letters", only: [.mp4]),
    CheckRule(
      "colour-quicktime", .note, .brands,
      "an MP4 file has the colours of video in QuickTime's form (colr of type nclc)",
      why: "ISO/IEC 14496-12, 12.1.5: nclx, rICC or prof",
      so: "readers of MP4 that do not know it guess the colours",
      remedy: "write them in the form of MP4", only: [.mp4]),
    CheckRule(
      "hevc-in-band", .warning, .brands,
      "HEVC is stored as hev1, with parameter sets among the samples",
      why: "HTTP Live Streaming Authoring Specification, 1.5: hvc1; ISO/IEC 14496-15, 8.4.1",
      so: "QuickTime, Safari and Final Cut do not play it"),
  ]

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
      "the duration of a media is not the sum of the durations of its samples",
      why: "ISO/IEC 14496-12, 8.4.2",
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
      "matrix-perspective", .warning, .headers,
      "the last column of a matrix is not 0, 0, 1",
      why: "ISO/IEC 14496-12, 6.2.2; ComplianceWarden reports it too",
      so: "players ignore the matrix, or distort the pictures"),
    CheckRule(
      "track-size-zero", .warning, .headers, "a video track has a width or height of 0",
      why: "ISO/IEC 14496-12, 8.3.2; NVEnc#660", so: "players that trust the header show nothing"),
    CheckRule(
      "date-epoch", .note, .headers,
      "the date of creation lies between 1930 and 1970, as if it counted from 1970 and not from 1904",
      why: "ISO/IEC 14496-12, 8.2.2: seconds since the start of 1904",
      so: "programs show a wrong date"),
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

  static let ofReferences: [CheckRule] = [
    CheckRule(
      "track-reference", .warning, .references,
      "a track refers to itself, or to a track or a group of tracks that does not exist",
      why: "ISO/IEC 14496-12, 8.3.3 and 8.3.4",
      so: "programs do not find chapters, timecode or subtitles",
      remedy: "remove the reference"),
    CheckRule(
      "track-reference-cycle", .warning, .references,
      "tracks refer to each other in a circle by one type of reference",
      why: "ISO/IEC 14496-12, 8.3.3: a reference, unless it is sync, says what a track depends on",
      so: "no track can be shown without the others, and careless readers never end"),
    CheckRule(
      "chapter-kind", .warning, .references,
      "a chapter reference names a track that has neither text nor pictures",
      why: "QuickTime File Format, \"Chapter Lists\"", so: "players show no chapters"),
    CheckRule(
      "data-reference-index", .warning, .references,
      "a sample description names a data reference that does not exist",
      why: "ISO/IEC 14496-12, 8.5.2", so: "readers take the first, or refuse the samples"),
    CheckRule(
      "media-elsewhere", .warning, .references, "the samples are in another file",
      why: "ISO/IEC 14496-12, 8.7.2; ffms2#306",
      so: "most programs refuse such tracks, and the other file must come along",
      remedy: "make the movie self-contained in the program that wrote it",
      but: [.broadcast: .error, .relink: .error]),
  ]

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
      why: "ISO/IEC 14496-12, 8.6.6: 0 or 1", so: "players play it at normal speed", only: [.mp4]),
    CheckRule(
      "edits-several", .warning, .edits, "a track shows several pieces of its media",
      why: "readers differ: ffmpeg's timecode ignores edits (trac 9492); HandBrake#568",
      so: "editing programs that ignore edits show other frames at a timecode",
      remedy: "write the pieces as media", only: [.relink, .broadcast]),
    CheckRule(
      "edit-missing-reorder", .note, .edits,
      "the first frame is shown later than 0, and no edit list says so",
      why: "ISO/IEC 14496-12, 8.6.1.3 and 8.6.6; gpac#569",
      so: "sound and pictures are apart by that time in some players"),
  ]
}
