extension CheckRule {
  static let ofReferences: [CheckRule] = [
    CheckRule(
      "track-reference", .warning, .references,
      "a track refers to itself, or to a track or a group of tracks that does not exist",
      why: "ISO/IEC 14496-12, 8.3.3 and 8.3.4",
      so: "programs do not find chapters, timecode or subtitles",
      remedy: "remove the reference"),
    CheckRule(
      "track-reference-cycle", .warning, .references,
      "references of one type form a cycle",
      why: "ISO/IEC 14496-12, 8.3.3: a reference, unless it is sync, says what a track depends on",
      so: "no track can be shown without the others, and careless readers never end"),
    CheckRule(
      "chapter-kind", .warning, .references,
      "a chapter reference names a track that has neither text nor pictures",
      why: "QuickTime File Format, \"Chapter Lists\"", so: "players show no chapters"),
    CheckRule(
      "timecode-kind", .warning, .references,
      "a timecode reference names a track that has no timecode",
      why: "QuickTime File Format, \"Timecode Media\"; TN2310",
      so: "programs find no timecode, or that of another track"),
    CheckRule(
      "data-reference-index", .warning, .references,
      "a sample description names a data reference that does not exist",
      why: "ISO/IEC 14496-12, 8.5.2", so: "readers take the first, or refuse the samples"),
    CheckRule(
      "media-elsewhere", .warning, .references,
      "the samples are in another file, or the movie stands for another one (rmra)",
      why: "ISO/IEC 14496-12, 8.7.2; ffms2#306; QuickTime File Format, \"Reference Movies\"",
      so: "most programs refuse such tracks, and the other file must come along",
      remedy: "make the movie self-contained in the program that wrote it",
      but: [.broadcast: .error, .relink: .error]),
  ]
}
