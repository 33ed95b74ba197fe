/// `name` in `udta`, and texts like it: nothing but text.
public struct PlainText: Record {
  public var text = AssetString(bytes: [])

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bytes("text", &text, count: nil)
  }
}

/// `WLOC` in `udta`: where the movie's window was (QuickTime File Format, "User Data Atoms").
public struct WindowLocation: Record {
  public var x: Int16 = 0
  public var y: Int16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("x", &x)
    try f("y", &y)
  }
}

/// `LOOP` in `udta`: how the movie is repeated (QuickTime File Format, "User Data Atoms").
public struct Looping: Record {
  /// 0 from the start again, 1 forth and back.
  public var style: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("style", &style)
  }
}

/// `SelO` and `AllF` in `udta`: whether only the selection is played, and whether every frame is
/// (QuickTime File Format, "User Data Atoms").
public struct PlayingOption: Record {
  public var isOn: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("is_on", &isOn)
  }
}

extension Schema {
  private static let assetTexts: [FourCC] = ["titl", "auth", "perf", "gnre", "dscp", "cprt"]

  /// `udta` and its texts.
  static let userDataRules: [Rule] =
    [
      .parent("udta"),
      .anyLeaf(InternationalText.self, .internationalText),
      .leaf("name", PlainText.self, .inside(["udta"])),
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
    ] + assetTexts.map { .leaf($0, AssetText.self, .inside(["udta"])) }
}
