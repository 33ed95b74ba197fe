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
      "name-brand", .note, .brands,
      "the extension of the file is that of the other format (.mov or .mp4)",
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
}
