extension CheckRule {
  static let ofTables: [CheckRule] = [
    CheckRule(
      "stts-count", .warning, .tables,
      "stts has times for more or fewer samples than the track has",
      why: "ISO/IEC 14496-12, 8.6.1.2",
      so: "the last samples have no time, or programs differ in the length"),
    CheckRule(
      "ctts-count", .warning, .tables,
      "ctts has offsets for more or fewer samples than the track has",
      why: "ISO/IEC 14496-12, 8.6.1.3", so: "pictures may be shown in the wrong order"),
    CheckRule(
      "composition-same-time", .warning, .tables,
      "frames of video are shown at the same moment as others that are decoded shortly before them",
      why:
        "ISO/IEC 14496-12, 8.6.1.1 and 8.6.1.3: composition times give the order of the pictures",
      so: "players drop all but one of them, or show them in another order"),
    CheckRule(
      "stsz-count", .warning, .tables,
      "the sizes and the chunks are of different numbers of samples",
      why: "ISO/IEC 14496-12, 8.7.3 and 8.7.4", so: "samples at the end are missing or invented"),
    CheckRule(
      "stsc-first", .warning, .tables, "the first row of stsc is not about the first chunk",
      why: "ISO/IEC 14496-12, 8.7.4", so: "the first chunks have no samples in some readers"),
    CheckRule(
      "stsc-order", .warning, .tables, "the rows of stsc are not in the order of the chunks",
      why: "ISO/IEC 14496-12, 8.7.4", so: "readers find other samples from there on"),
    CheckRule(
      "stsc-description", .warning, .tables,
      "stsc names a sample description that does not exist",
      why: "ISO/IEC 14496-12, 8.7.4; iina#2064",
      so: "readers take another one or refuse the samples"),
    CheckRule(
      "no-samples", .warning, .tables, "a timecode track has no samples",
      why: "QuickTime File Format, \"Timecode Media\"", so: "programs find no timecode",
      remedy: "remove the track, or rewrite its timecode"),
    CheckRule(
      "sync-sample-range", .error, .tables, "stss or stps names a sample that does not exist",
      why: "ISO/IEC 14496-12, 8.6.2; QuickTime File Format, \"Partial Sync Sample Atom\"",
      so: "readers that trust it fail when they search"),
    CheckRule(
      "sync-sample-order", .error, .tables, "the samples in stss are not in increasing order",
      why: "ISO/IEC 14496-12, 8.6.2", so: "readers that search by halves miss frames to start at"),
    CheckRule(
      "sync-sample-first", .warning, .tables,
      "decoding cannot begin at the first sample, or at any (an empty stss)",
      why: "ISO/IEC 14496-12, 8.6.2 and 10.4",
      so: "players show nothing or damaged pictures first, and play what follows of audio early"),
    CheckRule(
      "sync-samples-missing", .note, .tables,
      "every frame of a codec that predicts frames counts as one to start at (no stss)",
      why: "ISO/IEC 14496-12, 8.6.2", so: "if that is not true, searching shows damaged pictures"),
    CheckRule(
      "sample-duration-zero", .note, .tables, "frames other than the last have no duration",
      why: "ISO/IEC 14496-12, 8.6.1.2: only the last may have 0", so: "players skip them"),
    CheckRule(
      "sample-duration-huge", .warning, .tables, "a sample lasts 2^31 ticks or more",
      why: "ffmpeg reads it as 1 tick", so: "programs differ in all later times"),
    CheckRule(
      "sample-empty", .note, .tables, "video samples have no bytes",
      why: "ISOSegmentValidator reports it too", so: "decoders repeat or drop a frame"),
    CheckRule(
      "composition-offset-huge", .warning, .tables,
      "composition offsets are as large as negative numbers of 32 bits",
      why: "ISO/IEC 14496-12, 8.6.1.3 and 8.8.8: version 0 has no negative offsets",
      so: "some readers show frames hours later, ffmpeg ignores such a table",
      only: [.mp4, .cmaf]),
    CheckRule(
      "composition-limits", .warning, .tables,
      "composition offsets are outside the limits that cslg states",
      why: "ISO/IEC 14496-12, 8.6.1.4", so: "readers that shift times by it show frames too early"),
    CheckRule(
      "auxiliary-size-count", .warning, .tables,
      "saiz has sizes for more samples than there are",
      why: "ISO/IEC 14496-12, 8.7.8", so: "readers that trust it refuse the samples"),
    CheckRule(
      "auxiliary-offset-count", .warning, .tables,
      "saio has more than one offset, and not one for each chunk or run of samples",
      why: "ISO/IEC 14496-12, 8.7.9", so: "the information of some samples is not found"),
    CheckRule(
      "encryption-count", .warning, .tables,
      "senc is about another number of samples than there are",
      why: "ISO/IEC 23001-7, 7.2", so: "samples are decrypted with wrong vectors, or not at all"),
    CheckRule(
      "encryption-size", .warning, .tables,
      "the sizes in saiz do not add up to that of the data in senc",
      why: "ISO/IEC 23001-7, 7.1 and 7.2",
      so: "readers that follow saiz decrypt samples with wrong vectors"),
    CheckRule(
      "encryption-vectors-missing", .error, .tables,
      "encrypted samples need initialization vectors, and there are none (senc, saiz)",
      why: "ISO/IEC 23001-7, 7 and 8.2", so: "no player can decrypt them, even with the key",
      remedy: "encrypt them again"),
    CheckRule(
      "encryption-place", .warning, .tables,
      "saio points into senc, but not to the start of its data, or past the end of the file",
      why: "ISO/IEC 23001-7, 7.2; ISO/IEC 14496-12, 8.7.9",
      so: "readers that follow saio decrypt samples with wrong vectors"),
    CheckRule(
      "sample-dependency-count", .warning, .tables, "sdtp has not one row for each sample",
      why: "ISO/IEC 14496-12, 8.6.4", so: "readers apply it to the wrong samples"),
    CheckRule(
      "sample-group-count", .warning, .tables,
      "sbgp or csgp describes more samples than the track, or the fragment, has",
      why: "ISO/IEC 14496-12, 8.9.2 and 8.9.5", so: "readers apply it to the wrong samples"),
    CheckRule(
      "sample-group-description", .warning, .tables,
      "sbgp or csgp names a group description that does not exist",
      why: "ISO/IEC 14496-12, 8.9.2, 8.9.4 and 8.9.5", so: "readers ignore the group or fail"),
  ]

  static let ofPlaces: [CheckRule] = [
    CheckRule(
      "chunk-beyond-file", .error, .places, "chunks extend past the end of the file",
      why: "ISO/IEC 14496-12, 8.7.5", so: "samples cannot be played",
      remedy:
        "if the file is whole (no atom-overrun), the offsets or sizes of samples are wrong, and copying does not help; if "
        + "it was cut off, copy it again from the complete original, or keep the part before the end"
    ),
    CheckRule(
      "media-missing", .error, .places, "the file has none of a track's media",
      why: "ISO/IEC 14496-12, 8.7.5", so: "the track cannot be played",
      remedy:
        "if the file was cut off (atom-overrun) or its media was left out (no mdat, or a small one), copy it again "
        + "from the complete original; if it is whole, the offsets are wrong, and copying does not help"
    ),
    CheckRule(
      "chunk-in-header", .error, .places,
      "chunks, or runs of samples in fragments, lie in a header of the file or in that of its media (mdat, wide)",
      why: "ISO/IEC 14496-12, 8.7.5; c2pa-rs#2488",
      so:
        "the samples are not media: an atom before them was moved or grew, and the offsets were not changed"
    ),
    CheckRule(
      "chunk-in-free-space", .warning, .places,
      "chunks, or runs of samples in fragments, lie in free space (free, skip)",
      why:
        "ISO/IEC 14496-12, 8.1.2: free space is irrelevant and may be deleted without affecting the presentation",
      so: "a program that removes or reuses free space removes the samples"),
    CheckRule(
      "chunk-overlap", .warning, .places, "chunks share bytes with each other",
      why: "ISO/IEC 14496-12, 8.7.5; ISOSegmentValidator reports it too",
      so: "if it is not meant, samples are wrong; copies may be larger than the file"),
    CheckRule(
      "moov-last", .note, .places, "the header of the movie comes after its media",
      why: "progressive download needs the header first",
      so: "playback over a network begins late", remedy: "move the header to the front"),
    CheckRule(
      "interleave", .note, .places,
      "tracks are stored so that samples of one moment are more than 10 seconds of media apart",
      why: "ISO/IEC 14496-12, 8.7.5; players read on from one place",
      so: "playback over a network or from a disc stutters", remedy: "rewrite the movie"),
  ]

  static let ofFragments: [CheckRule] = [
    CheckRule(
      "fragment-index", .warning, .fragments,
      "a sidx, ssix, mfra or mfro contradicts the fragments or one another",
      why: "ISO/IEC 14496-12, 8.16.3, 8.16.4, 8.8.10 and 8.8.11",
      so: "searching leads to a wrong place",
      remedy: "rewrite the movie in fragments"),
    CheckRule(
      "fragment-time-missing", .warning, .fragments,
      "an index cannot be used because fragments do not state their times (tfdt)",
      why: "ISO/IEC 14496-12, 8.8.12", so: "all fragments have to be read to find a time"),
    CheckRule(
      "fragment-sequence", .warning, .fragments, "the numbers of fragments do not increase",
      why: "ISO/IEC 14496-12, 8.8.5", so: "a segment may be twice there, or in the wrong place"),
    CheckRule(
      "fragment-time", .warning, .fragments, "a fragment begins before the one before it has ended",
      why: "ISO/IEC 14496-12, 8.8.12", so: "players drop or repeat frames"),
    CheckRule(
      "fragment-gap", .warning, .fragments,
      "a fragment of video or audio begins more than a frame after the one before it has ended, and no fragment says "
        + "that this time is empty; `remux` says it of every gap that it closes, because tables have none",
      why: "ISO/IEC 14496-12, 8.8.12 allows it; Media Source Extensions, 2.4.4",
      so: "players stop there, or hold the last frame",
      remedy: "put the missing segment in its place"),
    CheckRule(
      "fragment-descriptions", .warning, .fragments,
      "samples in fragments have several sample descriptions, or another than the first",
      why: "ISO/IEC 14496-12, 8.8.7 allows it; ffmpeg 5.1 uses the first for all fragments",
      so: "many players decode them wrongly"),
    CheckRule(
      "fragment-sample-description", .error, .fragments,
      "fragments name a sample description that does not exist (tfhd or, without it, trex)",
      why: "ISO/IEC 14496-12, 8.8.3 and 8.8.7",
      so: "readers take another one or find no samples"),
    CheckRule(
      "fragment-track", .warning, .fragments, "a fragment is of a track that does not exist",
      why: "ISO/IEC 14496-12, 8.8.7", so: "its samples are not played"),
    CheckRule(
      "fragment-defaults", .warning, .fragments, "a track of fragments has no trex",
      why: "ISO/IEC 14496-12, 8.8.3; ffmpeg skips such fragments", so: "its samples are not played"),
    CheckRule(
      "fragment-announcement", .error, .fragments,
      "the file has fragments, and its header (moov) does not say so (mvex)",
      why: "ISO/IEC 14496-12, 8.8.1", so: "many players play only what comes before the fragments"),
    CheckRule(
      "fragment-decode-time", .warning, .fragments, "a fragment does not state its time (tfdt)",
      why: "ISO/IEC 14496-12, 8.8.12; dash.js#3403", so: "players cannot begin at it",
      remedy: "rewrite the movie in fragments", only: [.mp4, .cmaf], but: [.cmaf: .error]),
  ]

  static let ofCMAF: [CheckRule] = [
    CheckRule(
      "cmaf-brand", .warning, .cmaf, "no brand of CMAF is among the compatible brands",
      why: "ISO/IEC 23000-19, 7.2", so: "players do not know that they may rely on CMAF",
      only: [.cmaf]),
    CheckRule(
      "cmaf-quicktime", .error, .cmaf, "the file is a QuickTime movie",
      why: "ISO/IEC 23000-19, 7: CMAF is a form of the ISO base media file format",
      so: "players of CMAF do not know its sample descriptions", only: [.cmaf]),
    CheckRule(
      "cmaf-header", .error, .cmaf,
      "the rate, the volume or the matrix in mvhd, or the matrix in tkhd, is not the usual one, or audio has a size "
        + "in tkhd", why: "ISO/IEC 23000-19, 7.5.1 and 7.5.4",
      so: "players of CMAF ignore it: pictures are not turned", only: [.cmaf]),
    CheckRule(
      "cmaf-one-track", .error, .cmaf, "the header does not have exactly one track",
      why: "ISO/IEC 23000-19, 7.3.1", so: "players of CMAF expect each track in its own file",
      only: [.cmaf]),
    CheckRule(
      "cmaf-not-fragmented", .error, .cmaf, "the header (moov) announces no fragments (mvex)",
      why: "ISO/IEC 23000-19, 7.3.2", so: "it is not a CMAF header",
      remedy: "rewrite the movie in fragments", only: [.cmaf]),
    CheckRule(
      "cmaf-samples-in-header", .error, .cmaf, "the header (moov) describes samples",
      why: "ISO/IEC 23000-19, 7.5.12", so: "players of CMAF do not look for them there",
      only: [.cmaf]),
    CheckRule(
      "cmaf-duration", .error, .cmaf, "the duration in tkhd or mdhd is not 0",
      why: "ISO/IEC 23000-19, 7.5.4 and 7.5.5", so: "players may stop after that duration",
      only: [.cmaf]),
    CheckRule(
      "cmaf-data-reference", .error, .cmaf, "the media is not in the file itself",
      why: "ISO/IEC 23000-19, 7.5.9", so: "players of CMAF do not load other files", only: [.cmaf]),
    CheckRule(
      "cmaf-one-fragment-track", .error, .cmaf,
      "a fragment does not have exactly one track, in one part (traf)",
      why: "ISO/IEC 23000-19, 7.3.2.3", so: "players of CMAF expect one", only: [.cmaf]),
    CheckRule(
      "cmaf-base", .error, .cmaf, "samples are not counted from the start of their fragment",
      why: "ISO/IEC 23000-19, 7.5.16: default-base-is-moof",
      so: "players look for them in a wrong place",
      only: [.cmaf]),
    CheckRule(
      "cmaf-data-offset", .error, .cmaf, "a run of samples does not state where it begins",
      why: "ISO/IEC 23000-19, 7.5.17", so: "strict players refuse the fragment", only: [.cmaf]),
    CheckRule(
      "cmaf-media-data", .error, .cmaf, "a fragment is not followed by its media data (mdat)",
      why: "ISO/IEC 23000-19, 7.3.2.3", so: "players that load chunk by chunk fail", only: [.cmaf]),
    CheckRule(
      "cmaf-edit-list", .error, .cmaf, "video with the brand cmf2 has an edit list",
      why: "ISO/IEC 23000-19, 7.7.2", so: "players of cmf2 ignore it", only: [.cmaf]),
  ]
}
