/// `tx3g` in `stsd`: timed text (3GPP TS 26.245, 5.16; ISO/IEC 14496-17).
public struct TimedTextDescription: Record {
  /// A colour of red, green, blue and opacity, each from 0 to 255.
  public struct Color: Record {
    public var red: UInt8 = 0
    public var green: UInt8 = 0
    public var blue: UInt8 = 0
    /// The opacity: 0 is transparent, 255 opaque.
    public var alpha: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("red", &red)
      try f("green", &green)
      try f("blue", &blue)
      try f("alpha", &alpha)
    }
  }

  /// The look of a range of characters (3GPP TS 26.245, 5.16, StyleRecord).
  public struct Style: Record {
    /// The first character that has the style. 0 in a sample description.
    public var startChar: UInt16 = 0
    /// The character after the last one that has the style. 0 in a sample description.
    public var endChar: UInt16 = 0
    /// The `id` of a font in the table `ftab`.
    public var fontID: UInt16 = 1
    /// The bits of the face: 1 bold, 2 italic, 4 underlined. 0 is plain.
    public var faceStyleFlags: UInt8 = 0
    /// The size of the font in pixels.
    public var fontSize: UInt8 = 0
    /// The colour of the text.
    public var textColor = Color()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("start_char", &startChar)
      try f("end_char", &endChar)
      try f("font_id", &fontID)
      try f.flags(
        "face_style_flags", &faceStyleFlags, named: [1: "bold", 2: "italic", 4: "underline"])
      try f("font_size", &fontSize)
      try f("text_color_rgba", &textColor)
    }
  }

  /// The fields of `tx3g` after those that every sample description has.
  public struct Settings: Record {
    /// How text is shown. 0x20: it scrolls in. 0x40: it scrolls out. 0x180: the direction in which
    /// it scrolls. 0x800: karaoke highlights add up. 0x20000: it is written vertically. 0x40000:
    /// the background fills the region.
    public var displayFlags: UInt32 = 0
    /// The horizontal alignment: 0 left, 1 centre, -1 right.
    public var horizontalJustification: Int8 = 1
    /// The vertical alignment: 0 top, 1 centre, -1 bottom.
    public var verticalJustification: Int8 = -1
    /// The colour behind the text.
    public var backgroundColor = Color()
    /// The rectangle of the text, if its sample does not say otherwise.
    public var defaultTextBox = TextDescription.Box()
    /// The style of the text, if its sample does not say otherwise.
    public var defaultStyle = Style()

    public init() {}

    /// The size of the fields in bytes.
    static let size = 30

    static let displayFlagNames: FlagNames = [
      0x20: "scrollIn", 0x40: "scrollOut", 0x800: "continuousKaraoke",
      0x2_0000: "writeTextVertically", 0x4_0000: "fillTextRegion",
    ]

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.flags("display_flags", &displayFlags, named: Self.displayFlagNames)
      try f("horizontal_justification", &horizontalJustification)
      try f("vertical_justification", &verticalJustification)
      try f("background_color_rgba", &backgroundColor)
      try f("default_text_box", &defaultTextBox)
      try f("default_style", &defaultStyle)
    }
  }

  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  /// The fields after those that every sample description has.
  public var settings = Settings()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    try settings.fields(&f)
    try f.children()
  }
}

/// `ftab`: the fonts that styles use (3GPP TS 26.245, 5.16).
public struct FontTable: Record {
  /// A font and its number.
  public struct Font: Record {
    /// The number that `fontID` of a style names.
    public var id: UInt16 = 1
    /// The name of the font, at most 255 bytes. It can be a list, separated by commas, in order of
    /// preference.
    public var name = PascalString()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("font_id", &id)
      try f("font_name", &name)
    }
  }

  /// The fonts, at most 65535.
  public var fonts: [Font] = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var count = fonts.count
    try f.count("entry_count", &count, bytes: 2)
    try f.list("fonts", &fonts, count: count)
  }
}
