import MovKit

/// What the extension of a file's name says that the samples in it are.
struct NamedSamples {
  /// What such a file is, for a message.
  let name: String
  /// The types of the sample descriptions whose samples, one after another, are that.
  private let types: Set<FourCC>
  /// How the names of codecs begin whose samples are that too, under the type `mp4a`, which many codecs have.
  private let codec: String?
  /// Whether it is video of MPEG, which has very many types.
  private let isMPEGVideo: Bool

  private init(
    _ name: String, _ types: Set<FourCC> = [], codec: String? = nil, isMPEGVideo: Bool = false
  ) {
    self.name = name
    self.types = types
    self.codec = codec
    self.isMPEGVideo = isMPEGVideo
  }

  private static let byExtension: [String: NamedSamples] = {
    let jpeg = NamedSamples("a JPEG picture", ["jpeg", "mjpa", "dmb1"])
    let avc = NamedSamples(
      "an H.264 stream", ["avc1", "avc2", "avc3", "avc4", "dva1", "dvav", "encv"])
    let hevc = NamedSamples(
      "an HEVC stream",
      ["hvc1", "hvc2", "hvc3", "hev1", "hev2", "hev3", "dvh1", "dvhe", "lhv1", "lhe1", "encv"])
    let vvc = NamedSamples("an H.266 stream")
    let enhancedAC3 = NamedSamples("Enhanced AC-3 audio", ["ec-3"], codec: "Enhanced AC-3")
    let mpeg2 = NamedSamples("an MPEG-2 video stream", isMPEGVideo: true)
    let latm = NamedSamples("AAC in LATM")
    let (aiff, sun, ogg) = (
      NamedSamples("an AIFF file"), NamedSamples("a Sun audio file"), NamedSamples("an Ogg file")
    )
    let matroska = NamedSamples("a Matroska file")
    let program = NamedSamples("an MPEG program stream")
    let transport = NamedSamples("an MPEG transport stream")
    return [
      // The second is what QuickTime took over from WAVE files.
      ".mp3": NamedSamples("MP3 audio", [".mp3", FourCC(rawValue: 0x6D73_0055)], codec: "MP3"),
      ".ac3": NamedSamples("AC-3 audio", ["ac-3"], codec: "AC-3"), ".eac3": enhancedAC3,
      ".ec3": enhancedAC3,
      ".dts": NamedSamples("DTS audio", ["dtsc", "dtse", "dtsh", "dtsl"], codec: "DTS"),
      ".264": avc, ".h264": avc, ".avc": avc, ".265": hevc, ".h265": hevc, ".hevc": hevc,
      ".266": vvc, ".h266": vvc, ".vvc": vvc, ".m2v": mpeg2, ".mpv": mpeg2,
      ".obu": NamedSamples("an AV1 stream"),
      ".dv": NamedSamples("a DV stream", Atom.typesOfDV),
      ".srt": NamedSamples("SubRip subtitles"), ".vtt": NamedSamples("WebVTT subtitles"),
      ".ttml": NamedSamples("TTML subtitles", ["stpp"]),
      ".png": NamedSamples("a PNG picture", ["png "]), ".jpg": jpeg, ".jpeg": jpeg,
      ".aiff": aiff, ".aif": aiff, ".aifc": aiff, ".au": sun, ".snd": sun,
      ".caf": NamedSamples("a Core Audio file"), ".w64": NamedSamples("a Wave64 file"),
      ".ogg": ogg, ".oga": ogg, ".opus": ogg, ".latm": latm, ".loas": latm,
      ".ivf": NamedSamples("an IVF file"), ".webm": NamedSamples("a WebM file"),
      ".mkv": matroska, ".mka": matroska, ".mpg": program, ".mpeg": program, ".ts": transport,
      ".mts": transport, ".m2ts": transport, ".avi": NamedSamples("an AVI file"),
      ".mxf": NamedSamples("an MXF file"),
    ]
  }()

  /// What the extension of a file's name promises; nil if it is nothing known.
  init?(_ path: FilePath) {
    guard let found = path.nameExtension.flatMap({ Self.byExtension[$0] }) else { return nil }
    self = found
  }

  /// Returns the type of a description of a track whose samples are something else; nil if none are.
  func otherType(in track: Track) -> FourCC? {
    let isNamed = codec.map { track.facts.codec?.name?.hasPrefix($0) == true } ?? false
    return track.sampleDescriptions.first { description in
      !types.contains(description.type) && !(isNamed && description.type == "mp4a")
        && !(isMPEGVideo && description.mayBeMPEG2)
    }?.type
  }
}
