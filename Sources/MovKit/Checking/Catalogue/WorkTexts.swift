extension CheckRule {
  static let ofWork: [CheckRule] = [
    CheckRule(
      ofWork: "timecode-tracks-left-out", .warning,
      "the format of a list has a place for one timecode track only"),
    CheckRule(
      ofWork: "timecode-without-label", .warning,
      "a list leaves out timecode samples that have no label"),
    CheckRule(
      ofWork: "timecode-place", .warning,
      "an Avid log cannot say that timecode begins late, has gaps or runs at another speed, and its heading has only "
        + "the rate of the first row; neither an Avid log nor an EDL can say that timecode lasts a day or longer; an EDL "
        + "cannot say at which rate it counts, nor in which folder a clip is, and an EDL and a timeline cannot say that "
        + "timecode lasts less than a frame"),
    CheckRule(
      ofWork: "backup-not-written", .warning, "nothing was changed, so there is nothing to undo"),
    CheckRule(ofWork: "no-timecode-track", .warning, "there is no timecode track to print"),
    CheckRule(ofWork: "no-video-track", .warning, "there is no video whose frames could be listed"),
    CheckRule(
      ofWork: "nothing-extracted", .warning, "nothing was written, because there is nothing"),
    CheckRule(ofWork: "frames-left-out", .warning, "a list leaves out frames"),
    CheckRule(ofWork: "samples-left-out", .warning, "a list leaves out samples"),
    CheckRule(
      ofWork: "wav-speakers", .warning,
      "a WAV file that `extract track` writes does not say which loudspeakers its channels are for"),
    CheckRule(
      ofWork: "timecode-packed", .warning,
      "timecode samples are not packed labels, and are read as frame numbers"),
    CheckRule(
      ofWork: "timecode-sources-disagree", .warning,
      "with `--all-sources`: two places of the file say different timecode for the same moment"),
    CheckRule(
      ofWork: "timecode-source-unreadable", .warning,
      "with `--all-sources`: something that may say a timecode is damaged"),
    CheckRule(
      ofWork: "clip-left-out", .warning,
      "what `list --ale` has no row for: a clip without timecode, with timecode that jumps, or of "
        + "another rate"),
    CheckRule(
      ofWork: "picture-left-out", .warning,
      "a clip, or all clips, whose picture `list --thumbnails` cannot show"),
    CheckRule(
      ofWork: "from-length", .warning,
      "with `insert timecode --from OTHER`, without `--offset`: OTHER and the movie have different lengths, and OTHER's "
        + "timecode does not end early"),
    CheckRule(
      ofWork: "from-ends-early", .warning,
      "with `insert timecode --from OTHER`: OTHER's timecode ends before the video, and counts on"),
    CheckRule(
      ofWork: "timecode-source", .note,
      "with `insert timecode --source` or `--from`: what was found where"),
    CheckRule(
      ofWork: "timecode-assumed", .warning,
      "with `insert timecode --source` or `--from`: what was assumed about what was found; a note if it is stated there"
    ),
    CheckRule(
      ofWork: "timecode-extended", .warning,
      "with `insert timecode --source` or `--from`: how long no timecode was found, so that labels count on"
    ),
    CheckRule(
      ofWork: "segments-read", .warning,
      "what `insert timecode --segments` read in a way that the list does not state"),
    CheckRule(
      ofWork: "timecode-rounded", .warning,
      "samples begin between two frames of the rate that `edit timecode --rate` asks for"),
    CheckRule(
      ofWork: "timecode-repeats", .warning,
      "a time that is given as timecode: several stretches of the movie's timecode have the label"),
    CheckRule(
      ofWork: "timecode-shifts-differ", .warning,
      "with `edit timecode --start`: the stretches of the timecode count at different rates, or drop frame and not"
    ),
    CheckRule(
      ofWork: "timecode-dropped", .warning,
      "what `--replace` does not keep of the timecode that it replaces"),
    CheckRule(
      ofWork: "reference-removed", .warning,
      "a reference of another track or atom to the track that `remove track` removes"),
    CheckRule(
      ofWork: "reference-left-out", .warning,
      "another track refers to the track that `insert track` adds, and is not added itself"),
    CheckRule(
      ofWork: "media-remains", .warning,
      "samples of the track that `remove track -o` removes stay in the copy, because they are among other media"
    ),
    CheckRule(
      ofWork: "reference-remains", .warning,
      "an atom beside moov names a track that `remove track --in-place` removes"),
    CheckRule(
      ofWork: "samples-changed", .warning,
      "a change of its tables or fragments by `edit atom`, `insert atom` or `remove atom` leaves a track "
        + "more or fewer samples"),
    CheckRule(
      ofWork: "track-start-rounded", .warning,
      "a track that `insert track` adds starts at another time than asked for, because the movie counts in "
        + "ticks that are too long"),
    CheckRule(
      ofWork: "metadata-missing", .warning,
      "what `remove metadata` is to remove is not there"),
    CheckRule(
      ofWork: "metadata-shortened", .warning,
      "of a date that `edit metadata` writes, `yrrc` of 3GPP holds the year only"),
    CheckRule(
      ofWork: "free-space-blanked", .note,
      "`remove metadata` of `location` or `--all` filled free space with zeros, where an earlier change in "
        + "place may have left a header"),
    CheckRule(
      ofWork: "location-remains", .warning,
      "what may still say where the movie was recorded after `remove metadata location`"),
    CheckRule(
      ofWork: "signature-broken", .warning,
      "the movie has a C2PA signature, which the change makes invalid"),
    CheckRule(
      ofWork: "frame-rate-differs", .warning, "the frame rate differs between videos"),
    CheckRule(
      ofWork: "samples-not-compared", .warning,
      "`diff` without `--media` cannot read the samples of a timecode track"),
    CheckRule(
      ofWork: "items-not-compared", .warning,
      "`diff` without `--media` cannot read the bytes of items in either file"),
    CheckRule(
      ofWork: "joined-rate-differs", .warning,
      "the video of a movie that `join` puts after another has another frame rate"),
    CheckRule(
      ofWork: "joined-rest-hidden", .warning,
      "in a movie that `join` puts before another, a track lasts longer than the video, by more than one sample or "
        + "more than 1/20 s; the rest is hidden, because the next movie begins where the video ends"
    ),
    CheckRule(
      ofWork: "joined-starts-late", .warning,
      "a movie that `join` puts after another shows nothing at first, such as a part of a stream whose times go on from "
        + "the part before, so there is a hole between the two"),
    CheckRule(
      ofWork: "changed-meanwhile", .warning,
      "another program truncated, extended or replaced the file while it was changed in place"),
    CheckRule(
      ofWork: "atom-left-out", .warning,
      "an atom that `remux`, `build`, `cut` or `join` cannot carry into the new movie"),
    CheckRule(
      ofWork: "table-left-out", .warning,
      "a table that `remux`, `build`, `cut` or `join` cannot carry into the new movie"),
    CheckRule(
      ofWork: "index-left-out", .warning,
      "an index that `remux`, `build`, `cut` or `join` cannot carry into the new movie"),
    CheckRule(
      ofWork: "folder-empty", .warning,
      "there is no movie in a folder that is named beside other files or folders"),
    CheckRule(
      ofWork: "file-name", .warning,
      "OUT has the name of the other kind of movie (`.mp4` for QuickTime), which does not convert it, or, where no "
        + "option says the form, the name of a form that it does not have, such as `.srt` for the samples of a track "
        + "or `.xlsx` for a list"
    ),
    CheckRule(
      ofWork: "quicktime-only", .warning,
      "a track whose format MP4 does not define goes into an MP4 file"),
    CheckRule(
      ofWork: "layers-not-described", .warning,
      "a byte stream of HEVC has layers, such as the two views of MV-HEVC, that the new track does not "
        + "describe"),
    CheckRule(
      ofWork: "track-empty", .warning,
      "a track has nothing to show in the part that `cut` keeps, or no timecode at its start"
    ),
    CheckRule(
      ofWork: "timecode-mid-label", .warning,
      "a part, or timecode that is taken, starts in the middle of a label, which not all programs see"
    ),
    CheckRule(
      ofWork: "open-group-seam", .warning,
      "a movie that `join` puts after another begins with an open group of pictures, as after a cut in "
        + "the middle of one; decoders that go on through the edit may lose or damage pictures, or show them in "
        + "another order, up to the next key frame"),
    CheckRule(
      ofWork: "start-picture-predicted", .warning,
      "the picture with which decoding begins after `cut`, `join` or `extract picture` is no key frame, "
        + "although the movie says that it is: its `stss` is missing or wrong"),
    CheckRule(
      ofWork: "hints-not-changed", .warning,
      "a hint track that `cut` or `join` copies as it is, although its samples name others by number"
    ),
    CheckRule(
      ofWork: "text-times-not-changed", .warning,
      "subtitles in XML (`stpp`) that `cut`, `join` or `insert track --at` moves, although their text says when they are shown"
    ),
    CheckRule(
      ofWork: "start-not-changed", .warning,
      "metadata (Sony's XML, XMP or `©TIM`) that `cut` copies as it is, although it says with which timecode the "
        + "whole movie begins"),
    CheckRule(
      ofWork: "timecode-not-moved", .warning,
      "timecode that `cut` cannot read, and copies as it is"),
    CheckRule(ofWork: "audio-cut", .warning, "a WAV file has less audio than it declares"),
    CheckRule(ofWork: "no-audio", .warning, "a WAV file has no audio"),
    CheckRule(
      ofWork: "ltc-unreadable", .warning,
      "an audio track that `extract timecode --source ltc` cannot read, such as a compressed one"),
    CheckRule(
      ofWork: "ltc-drop-out", .warning,
      "frames of linear timecode could not be read although the count goes on"),
    CheckRule(
      ofWork: "ltc-stray", .warning, "frames of linear timecode fit to none beside them"),
    CheckRule(ofWork: "ltc-reversed", .warning, "linear timecode was played backwards"),
    CheckRule(
      ofWork: "ltc-speed", .warning,
      "linear timecode was played at another speed than its rate, so that labels and audio move apart"
    ),
    CheckRule(
      ofWork: "ltc-rate", .warning,
      "the rate of linear timecode is a guess, or contradicts the one that was given"),
    CheckRule(
      ofWork: "ltc-drop-frame", .warning,
      "the drop-frame flag of linear timecode contradicts its count"),
    CheckRule(
      ofWork: "metadata-lost", .warning,
      "permissions or attributes could not be set on the copy"),
  ]
}
