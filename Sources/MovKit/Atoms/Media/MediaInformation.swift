/// `vmhd`: how video is drawn (ISO/IEC 14496-12, 12.1.2; QuickTime File Format, "Video Media
/// Information Header Atoms").
public struct VideoMediaHeader: Record {
  public var version: UInt8 = 0
  /// Bit 0x1, QuickTime's `noLeanAhead`, distinguished new movies from old ones. ISO requires it to
  /// be set.
  public var flags: UInt32 = 1
  /// QuickDraw's transfer mode: 0 copies, 0x40 copies with dithering.
  public var graphicsMode: UInt16 = 0
  /// The colour that some transfer modes use.
  public var opcolor = RGBColor()

  /// QuickDraw's transfer modes that copy the picture, without and with dithering.
  static let modesOfCopying: Set<UInt16> = [0, 0x40]

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags, named: [1: "noLeanAhead"])
    try f("graphicsmode", &graphicsMode)
    try f("opcolor", &opcolor)
  }
}

/// `smhd`: the stereo balance of audio (ISO/IEC 14496-12, 12.2.2; QuickTime File Format, "Sound
/// Media Information Header Atoms").
public struct SoundMediaHeader: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The balance, as 8.8 fixed point: -1 is left, 0 is centre, 1 is right.
  public var balance = Fixed8x8(rawValue: 0)
  /// Reserved, 2 bytes.
  public var reserved = Reserved()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("balance", &balance)
    try f.reserved(&reserved, 2)
  }
}

/// `hmhd`: the packet sizes and bit rates of a hint track, for a server (ISO/IEC 14496-12, 12.4.2).
public struct HintMediaHeader: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The size of the largest protocol data unit, in bytes.
  public var maxPDUSize: UInt16 = 0
  /// The average size of a protocol data unit, in bytes.
  public var avgPDUSize: UInt16 = 0
  /// The maximum bit rate, in bits per second.
  public var maxBitrate: UInt32 = 0
  /// The average bit rate, in bits per second.
  public var avgBitrate: UInt32 = 0
  /// Reserved, 4 bytes.
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

/// `nmhd` and `sthd`: the header of a media that has no header fields (ISO/IEC 14496-12, 8.4.5.2
/// and 12.6.2).
public struct NullMediaHeader: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
  }
}

/// `gmin`: drawing mode and audio balance of a media that has no header atom of its own (QuickTime
/// File Format, "Base Media Info Atoms").
public struct BaseMediaInformation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// QuickDraw's transfer mode: 0x40 copies with dithering.
  public var graphicsMode: UInt16 = 0x40
  /// The colour that some transfer modes use.
  public var opcolor = RGBColor(red: 0x8000, green: 0x8000, blue: 0x8000)
  /// The balance, as 8.8 fixed point: -1 is left, 0 is centre, 1 is right.
  public var balance = Fixed8x8(rawValue: 0)
  /// Whether `reserved` is stored. Some writers end the atom after the balance.
  public var hasReserved = true
  /// Reserved, 2 bytes.
  public var reserved = Reserved()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("graphicsmode", &graphicsMode)
    try f("opcolor", &opcolor)
    try f("balance", &balance)
    try f.optional(&hasReserved, bytes: 2)
    if hasReserved { try f.reserved(&reserved, 2) }
  }
}

/// `text` in `gmhd`: where text is drawn (QuickTime File Format, "Text Media Information Atom").
public struct TextMediaInformation: Record {
  /// The transformation of the text.
  public var matrix = Matrix()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("matrix", &matrix)
  }
}

/// `tcmi` in `gmhd/tmcd`: how a timecode is drawn (QuickTime File Format, "Timecode Media
/// Information Atom").
public struct TimecodeMediaInformation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The number of a Macintosh font; 0 is the system font.
  public var textFont: UInt16 = 0
  /// The sum of style bits: 1 bold, 2 italic, 4 underline, 8 outline, 0x10 shadow, 0x20 condense,
  /// 0x40 extend.
  public var textFace: UInt16 = 0
  /// The size of the font in points.
  public var textSize: UInt16 = 12
  /// Reserved, 2 bytes. The published layout does not have them, but files do.
  public var reserved = Reserved()
  /// The colour of the text.
  public var textColor = RGBColor()
  /// The colour behind the text.
  public var backgroundColor = RGBColor(red: 0xFFFF, green: 0xFFFF, blue: 0xFFFF)
  /// Whether the name of the font is stored. Some writers end the atom after the colours.
  public var hasFontName = true
  /// The name of the font.
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
