/// `vmhd`: how the video is drawn
/// (ISO/IEC 14496-12, 12.1.2; QuickTime File Format, "Video Media Information Header Atoms").
public struct VideoMediaHeader: Record {
  public var version: UInt8 = 0
  /// 1 always, says ISO; QuickTime once told old movies from new by it.
  public var flags: UInt32 = 1
  /// QuickDraw's transfer mode: 0 copies, 0x40 copies with dithering.
  public var graphicsMode: UInt16 = 0
  public var opcolor = RGBColor()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags, named: [1: "noLeanAhead"])
    try f("graphicsmode", &graphicsMode)
    try f("opcolor", &opcolor)
  }
}

/// `smhd`: how the sound is placed
/// (ISO/IEC 14496-12, 12.2.2; QuickTime File Format, "Sound Media Information Header Atoms").
public struct SoundMediaHeader: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// -1 is left, 1 is right.
  public var balance = Fixed8x8(rawValue: 0)
  public var reserved = Reserved()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("balance", &balance)
    try f.reserved(&reserved, 2)
  }
}

/// `hmhd`: what a server needs to know of a hint track (ISO/IEC 14496-12, 12.4.2).
public struct HintMediaHeader: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// Bytes of the largest protocol data unit.
  public var maxPDUSize: UInt16 = 0
  public var avgPDUSize: UInt16 = 0
  /// Bits a second.
  public var maxBitrate: UInt32 = 0
  public var avgBitrate: UInt32 = 0
  public var reserved = Reserved()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("maxPDUsize", &maxPDUSize)
    try f("avgPDUsize", &avgPDUSize)
    try f("maxbitrate", &maxBitrate)
    try f("avgbitrate", &avgBitrate)
    try f.reserved(&reserved, 4)
  }
}

/// `nmhd` and `sthd`: nothing to say (ISO/IEC 14496-12, 8.4.5.2 and 12.6.2).
public struct NullMediaHeader: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
  }
}

/// `gmin`: drawing and sound of a media that has no header of its own
/// (QuickTime File Format, "Base Media Info Atoms").
public struct BaseMediaInformation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// QuickDraw's transfer mode: 0x40 copies with dithering.
  public var graphicsMode: UInt16 = 0x40
  public var opcolor = RGBColor(red: 0x8000, green: 0x8000, blue: 0x8000)
  /// -1 is left, 1 is right.
  public var balance = Fixed8x8(rawValue: 0)
  /// Some writers end with the balance.
  public var hasReserved = true
  public var reserved = Reserved()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("graphics_mode", &graphicsMode)
    try f("opcolor", &opcolor)
    try f("balance", &balance)
    try f.optional(&hasReserved, bytes: 2)
    if hasReserved { try f.reserved(&reserved, 2) }
  }
}

/// `text` in `gmhd`: where the text is drawn
/// (QuickTime File Format, "Text Media Information Atom").
public struct TextMediaInformation: Record {
  public var matrix = Matrix()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("matrix", &matrix)
  }
}

/// `tcmi` in `gmhd/tmcd`: how a timecode is drawn
/// (QuickTime File Format, "Timecode Media Information Atom").
public struct TimecodeMediaInformation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The number of a Macintosh font; 0 is the system's.
  public var textFont: UInt16 = 0
  /// 1 bold, 2 italic, 4 underline, 8 outline, 0x10 shadow, 0x20 condense, 0x40 extend.
  public var textFace: UInt16 = 0
  /// In points.
  public var textSize: UInt16 = 12
  /// Not in the published layout, but in the file all the same.
  public var reserved = Reserved()
  public var textColor = RGBColor()
  public var backgroundColor = RGBColor(red: 0xFFFF, green: 0xFFFF, blue: 0xFFFF)
  /// Some writers end with the colours.
  public var hasFontName = true
  public var fontName = PascalString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("text_font", &textFont)
    try f("text_face", &textFace)
    try f("text_size", &textSize)
    try f.reserved(&reserved, 2)
    try f("text_color", &textColor)
    try f("background_color", &backgroundColor)
    try f.optional(&hasFontName, bytes: 1)
    if hasFontName { try f("font_name", &fontName) }
  }
}
