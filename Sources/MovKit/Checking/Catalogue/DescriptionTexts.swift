extension CheckRule {
  static let ofDescriptions: [CheckRule] = [
    CheckRule(
      "description-missing", .error, .descriptions,
      "a track with samples has no sample description",
      why: "ISO/IEC 14496-12, 8.5.2", so: "nobody knows the codec"),
    CheckRule(
      "description-kind", .warning, .descriptions,
      "a sample description of video, audio or timecode is in a track with the handler of another kind, or of none",
      why: "ISO/IEC 14496-12, 8.4.3 and 8.5.2",
      so: "readers show it as the one or the other, or not at all"),
    CheckRule(
      "codec-configuration-missing", .error, .descriptions,
      "a sample description lacks the configuration of its codec, such as avcC",
      why: "ISO/IEC 14496-15, 5.4.2 and 8.4.1; ISO/IEC 14496-14, 6.7; AV1 in ISOBMFF, 2.3",
      so: "decoders cannot be set up"),
    CheckRule(
      "configuration-contradiction", .warning, .descriptions,
      "the level in avcC or hvcC is lower than in its sequence parameter set, or profile, chroma format or depth differ",
      why: "ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1",
      so:
        "a player or playlist that chooses by it may refuse a stream that it can play, or choose one that it cannot"
    ),
    CheckRule(
      "picture-size-zero", .error, .descriptions,
      "a sample description of video has a width or height of 0",
      why: "ISO/IEC 14496-12, 12.1.3", so: "programs that make room for pictures by it fail"),
    CheckRule(
      "picture-size", .warning, .descriptions,
      "the size of pictures in the sample description is not that in the codec's configuration",
      why: "ISO/IEC 14496-15, 5.4.2", so: "programs show borders, cut pictures or scale them"),
    CheckRule(
      "pixel-aspect-zero", .error, .descriptions, "the shape of a pixel (pasp) has a 0",
      why: "ISO/IEC 14496-12, 12.1.4; TN2162", so: "players ignore it, or divide by zero"),
    CheckRule(
      "clean-aperture", .error, .descriptions,
      "a clean aperture (clap) has no size, or a denominator of 0",
      why: "ISO/IEC 14496-12, 12.1.4", so: "programs cut pictures to nothing or fail"),
    CheckRule(
      "clean-aperture-outside", .warning, .descriptions,
      "a clean aperture is larger than the pictures, or reaches beyond their edges",
      why: "ISO/IEC 14496-12, 12.1.4",
      so: "programs ignore it or fail"),
    CheckRule(
      "track-shape", .note, .descriptions,
      "the shape of pixels (pasp) and the size of the track give the pictures different shapes",
      why: "ISO/IEC 14496-12, 8.3.2 and 12.1.4; QuickTime File Format, \"Track Header Atoms\"",
      so: "QuickTime shows the pictures wider or narrower than other programs"),
    CheckRule(
      "encoded-size", .warning, .descriptions,
      "the size of the encoded pixels in tapt (enof) is not that of the sample description",
      why: "QuickTime File Format, \"Track Encoded Pixels Dimensions Atom\"",
      so: "QuickTime scales the pictures when it shows all that is encoded"),
    CheckRule(
      "apertures-partial", .warning, .descriptions, "tapt lacks one of its three sizes",
      why: "QuickTime File Format, \"Track Aperture Mode Dimensions Atom\"",
      so: "QuickTime shows pictures of different sizes in its modes"),
    CheckRule(
      "field-order-value", .error, .descriptions,
      "the order of fields (fiel) is not one that exists",
      why: "QuickTime File Format, \"Field Handling\"; TN2162",
      so: "fields are shown in the wrong order"),
    CheckRule(
      "colour-missing", .warning, .descriptions, "video does not say its colours (colr)",
      why: "TN2162; gpac#1319",
      so: "programs take the colours from the stream, or guess them from the size of the pictures",
      only: [.broadcast]),
    CheckRule(
      "colour-contradiction", .warning, .descriptions,
      "the colours in the sample description (colr) are not those that the stream states",
      why: "ISO/IEC 14496-12, 12.1.5; ISO/IEC 23091-2; TN2162",
      so: "QuickTime and browsers show other colours than programs that believe the stream",
      remedy:
        "find out which values are right; if the stream's are, set colr to them; if not, encode it again or correct the stream",
      but: [.broadcast: .error]),
    CheckRule(
      "colour-range-contradiction", .note, .descriptions,
      "full or video range in the sample description (colr) is not the one that the stream states",
      why: "ISO/IEC 14496-12, 12.1.5; ISO/IEC 23091-2",
      so: "some programs show it with less contrast, or without details in shadows and highlights",
      but: [.broadcast: .warning]),
    CheckRule(
      "dolby-vision-contradiction", .warning, .descriptions,
      "the configuration of Dolby Vision contradicts its own type, the codec or the colours, or says that there is no metadata",
      why: "Dolby Vision Streams within the ISO Base Media File Format",
      so: "players do not find Dolby Vision, or show wrong colours"),
    CheckRule(
      "gamma-with-colour", .warning, .descriptions, "video has a gamma atom beside its colours",
      why: "TN2162: gama absent where colr is present", so: "programs differ in the brightness",
      only: [.broadcast]),
    CheckRule(
      "field-order-missing", .note, .descriptions,
      "video does not say whether it has fields (fiel)",
      why: "TN2162", so: "programs guess whether it is interlaced", only: [.broadcast]),
    CheckRule(
      "sound-sample-size", .warning, .descriptions,
      "samples of uncompressed audio have another size than their description gives them",
      why:
        "ISO/IEC 14496-12, 8.7.3 and 12.2.3; QuickTime File Format, \"Sound Sample Descriptions\"",
      so: "programs differ in where samples are, and play noise or another speed"),
    CheckRule(
      "sound-rate", .warning, .descriptions,
      "the sampling rate of uncompressed audio is not the timescale of its media, or samples of compressed audio do "
        + "not last as long as the audio frames in them at the rate of the codec",
      why: "ISO/IEC 14496-12, 12.2.3; QuickTime File Format, \"Sound Sample Descriptions\"",
      so: "some programs play it at the wrong speed, or sound and pictures drift apart"),
    CheckRule(
      "sound-configuration", .warning, .descriptions,
      "the sample description gives AAC another channel count (but 2) or rate (but 44100) than its configuration",
      why: "ISO/IEC 14496-12, 12.2.3; ISO/IEC 14496-3, 1.6.2.1",
      so:
        "a program that trusts the description plays it with the wrong rate or channels, or refuses the track"
    ),
    CheckRule(
      "sound-fields-missing", .error, .descriptions,
      "a sound description of version 1 lacks the fields of QuickTime's version 1",
      why:
        "QuickTime File Format, \"Sound Sample Description (Version 1)\"; ISO/IEC 14496-12, 12.2.3: its own version 1 "
        + "needs a stsd of version 1",
      so: "readers take its atoms for the fields, and do not find the configuration of the codec"),
    CheckRule(
      "sound-channels-zero", .warning, .descriptions, "audio has no channels",
      why: "ISO/IEC 14496-12, 12.2.3", so: "programs that trust the field play nothing"),
    CheckRule(
      "channel-layout-count", .warning, .descriptions,
      "the layout of channels (chan or chnl) names another number of them than the audio has",
      why: "QuickTime File Format, \"Audio Channel Layout Atom\"; ISO/IEC 14496-12, 12.2.4",
      so: "programs assign channels to loudspeakers as they like, or refuse the track"),
    CheckRule(
      "channel-layout-missing", .warning, .descriptions,
      "audio of more than two channels does not say what they are for",
      why: "QuickTime File Format, \"Audio Channel Layout Atom\"; MOVMetaEdit corrects it",
      so: "programs assign channels to loudspeakers as they like", only: [.broadcast]),
    CheckRule(
      "protection-scheme-missing", .error, .descriptions,
      "an encrypted sample description does not say how (sinf, frma, schm)",
      why: "ISO/IEC 14496-12, 8.12; ISO/IEC 23001-7, 4", so: "no player can decrypt it"),
    CheckRule(
      "encryption-parameters", .error, .descriptions,
      "an encrypted sample description has no tenc, initialization vectors of an invalid size, or an unknown scheme",
      why: "ISO/IEC 23001-7, 8.2 and 10: tenc is required, and vectors have 8 or 16 bytes",
      so: "no player can decrypt it, even with the key"),
  ]
}
