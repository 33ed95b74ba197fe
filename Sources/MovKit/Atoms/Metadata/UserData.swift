/// `name` in `udta`, and other atoms that hold nothing but text.
public struct PlainText: Record {
  /// The text.
  public var text = AssetString(bytes: [])

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bytes("text", &text, count: nil)
  }
}

/// `manu` and `modl` in `udta`: the manufacturer and the model of the camera (Apple; registered with the MP4
/// Registration Authority).
public struct CameraName: Record {
  /// Whether a version, flags and a language precede the text, as in files of Canon.
  public var isFull = false
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The language of the text; used if `isFull` is true.
  public var language = LanguageCode.undetermined
  /// The name.
  public var text = AssetString("")

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.optional(&isFull, bytes: 6) { $0.count >= 6 && $0.first == 0 }
    if isFull {
      try f.version(&version, upTo: 0, flags: &flags)
      try f("language", &language)
    }
    try f.bytes("text", &text, count: nil)
  }
}

/// `WLOC` in `udta`: the position of the movie's window (QuickTime File Format, "User Data Atoms").
public struct WindowLocation: Record {
  /// The horizontal position, in pixels.
  public var x: Int16 = 0
  /// The vertical position, in pixels.
  public var y: Int16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("x", &x)
    try f("y", &y)
  }
}

/// `LOOP` in `udta`: how the movie is repeated (QuickTime File Format, "User Data Atoms").
public struct Looping: Record {
  /// 0: from the start again. 1: forwards and backwards alternately.
  public var style: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("style", &style)
  }
}

/// `SelO` and `AllF` in `udta`: whether only the selection is played, and whether every frame is
/// played (QuickTime File Format, "User Data Atoms").
public struct PlayingOption: Record {
  /// 1 if the option is on, else 0.
  public var isOn: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("is_on", &isOn)
  }
}

/// `ctyp` in `udta`: which controller shows the movie (QuickTime API Reference,
/// `kUserDataMovieControllerType`).
public struct ControllerType: Record {
  /// The controller: `qtvr` for QuickTime VR; `STpn` and `stna` for panoramas and objects of its
  /// version 1.
  public var type: FourCC = "qtvr"

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("controller_type", &type)
  }
}

/// `thmb` in `udta`: a small picture of the movie (3GPP TS 26.244, clause 8).
public struct Thumbnail: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The format of the picture, such as `jpeg`.
  public var format: FourCC = "jpeg"
  /// The picture, as a file of that format.
  public var picture = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("format", &format)
    try f.bytes("picture", &picture, count: nil)
  }
}

extension Schema {
  /// Texts about a clip and its camera, of Apple and of makers of cameras.
  static let cameraTexts: [FourCC] = [
    "date", "clfn", "hinv", "reel", "scen", "shot", "clid", "cmid", "cmnm", "slno", "angl", "FIRM",
    "LENS", "SDLN", "smrd",
  ]
  private static let assetTexts: [FourCC] = ["titl", "auth", "perf", "gnre", "dscp", "cprt"]

  /// `udta` and the atoms in it, and what cameras write beside it.
  static let userDataRules: [Rule] =
    [
      .parent("udta"),
      .anyLeaf(InternationalText.self, .internationalText),
      .leaf("name", PlainText.self, .inside(["udta"])),
      .leaf("manu", CameraName.self, .inside(["udta"])),
      .leaf("modl", CameraName.self, .inside(["udta"])),
      .leaf("WLOC", WindowLocation.self, .inside(["udta"])),
      .leaf("LOOP", Looping.self, .inside(["udta"])),
      .leaf("SelO", PlayingOption.self, .inside(["udta"])),
      .leaf("AllF", PlayingOption.self, .inside(["udta"])),
      .leaf("albm", AssetAlbum.self, .inside(["udta"])),
      .leaf("yrrc", AssetYear.self, .inside(["udta"])),
      .leaf("loci", AssetLocation.self, .inside(["udta"])),
      .leaf("kywd", AssetKeywords.self, .inside(["udta"])),
      .leaf("clsf", AssetClassification.self, .inside(["udta"])),
      .leaf("rtng", AssetRating.self, .inside(["udta"])),
      .leaf("swre", AssetText.self, .inside(["udta"])),
      .leaf("chpl", ChapterList.self, .inside(["udta"])),
      .leaf("Xtra", WindowsMediaMetadata.self, .inside(["udta"])),
      .leaf("kind", TrackKind.self, .inside(["udta"])),
      .leaf("tsel", TrackSelection.self, .inside(["udta"])),
      .parent("strk", Container.self, .inside(["udta"])),
      .leaf("stri", SubTrackInformation.self, .inside(["strk"])),
      .parent("strd", Container.self, .inside(["strk"])),
      .leaf("stsg", SubTrackSampleGroup.self, .inside(["strd", "strk"])),
      .parent("ludt", Container.self, .inside(["udta"])),
      .leaf("tlou", Loudness.self, .inside(["ludt"])),
      .leaf("alou", Loudness.self, .inside(["ludt"])),
      .leaf("HMMT", HighlightTimes.self, .inside(["udta"])),
      .leaf("ptv ", PrintToVideo.self, .inside(["udta"])),
      .leaf("ctyp", ControllerType.self, .inside(["udta"])),
      .leaf("thmb", Thumbnail.self, .inside(["udta"])),
      .leaf("CAME", CameraIdentifier.self, .inside(["udta"])),
      .leaf("GUMI", CameraIdentifier.self, .inside(["udta"])),
      .leaf("MUID", MediaIdentifier.self, .inside(["udta"])),
      .leaf("GPMF", GoProMetadata.self, .inside(["udta"])),
      .leaf("gps ", DashcamPositions.self, .inside(["moov"])),
    ]
    + (cameraTexts + ["XMP_"]).map { .leaf($0, PlainText.self, .inside(["udta"])) }
    + assetTexts.map { .leaf($0, AssetText.self, .inside(["udta"])) }
}
