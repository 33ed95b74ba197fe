/// `tx3g` in `stsd`: timed text (3GPP TS 26.245, 5.16; ISO/IEC 14496-17).
public struct TimedTextDescription: Record {
  /// Red, green, blue and opacity, 0 to 255.
  public struct Color: Record {
    public var red: UInt8 = 0
    public var green: UInt8 = 0
    public var blue: UInt8 = 0
    public var alpha: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("red", &red)
      try f("green", &green)
      try f("blue", &blue)
      try f("alpha", &alpha)
    }
  }

  public struct Style: Record {
    /// Characters from `startChar` on and before `endChar`.
    public var startChar: UInt16 = 0
    public var endChar: UInt16 = 0
    public var fontID: UInt16 = 1
    public var faceStyleFlags: UInt8 = 0
    public var fontSize: UInt8 = 0
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

  /// What follows the common head of a sample description.
  public struct Settings: Record {
    public var displayFlags: UInt32 = 0
    /// 0 left, 1 centre, -1 right.
    public var horizontalJustification: Int8 = 1
    /// 0 top, 1 centre, -1 bottom.
    public var verticalJustification: Int8 = -1
    public var backgroundColor = Color()
    public var defaultTextBox = TextDescription.Box()
    public var defaultStyle = Style()

    public init() {}

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
  public var settings = Settings()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    try settings.fields(&f)
    try f.children()
  }
}

/// `ftab`: the fonts that styles refer to (3GPP TS 26.245, 5.16).
public struct FontTable: Record {
  public struct Font: Record {
    public var id: UInt16 = 1
    public var name = PascalString()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("font_id", &id)
      try f("font_name", &name)
    }
  }

  public var fonts: [Font] = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var count = fonts.count
    try f.count("entry_count", &count, bytes: 2)
    try f.list("fonts", &fonts, count: count)
  }
}
