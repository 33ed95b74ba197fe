/// `text` in `stsd`: QuickTime text (QuickTime File Format, "Text Sample Description").
public struct TextDescription: Record {
  /// Red, green and blue, 0 to 65535.
  public struct Color: Record {
    public var red: UInt16 = 0
    public var green: UInt16 = 0
    public var blue: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("red", &red)
      try f("green", &green)
      try f("blue", &blue)
    }
  }

  /// In pixels of the track.
  public struct Box: Record {
    public var top: Int16 = 0
    public var left: Int16 = 0
    public var bottom: Int16 = 0
    public var right: Int16 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("top", &top)
      try f("left", &left)
      try f("bottom", &bottom)
      try f("right", &right)
    }
  }

  /// How the text looks where its sample does not say otherwise: a `ScrpSTElement` of the Macintosh.
  ///
  /// The QuickTime File Format prints other fields in its place, a byte more of them. Files do not
  /// have those.
  public struct Style: Record {
    public var startChar: Int32 = 0
    /// Pixels.
    public var lineHeight: Int16 = 0
    /// Pixels.
    public var fontAscent: Int16 = 0
    public var fontNumber: Int16 = 0
    /// 1 bold, 2 italic, 4 underlined, 8 outlined, 16 shadowed, 32 condensed, 64 extended.
    public var fontFace: UInt8 = 0
    var reserved = Reserved()
    /// Points.
    public var fontSize: Int16 = 0
    public var foregroundColor = Color()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("start_char", &startChar)
      try f("line_height", &lineHeight)
      try f("font_ascent", &fontAscent)
      try f("font_number", &fontNumber)
      try f("font_face", &fontFace)
      try f.reserved(&reserved, 1)
      try f("font_size", &fontSize)
      try f("foreground_color", &foregroundColor)
    }
  }

  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  /// False where the entry has the layout of `tx3g`, as ffmpeg writes it for chapters: then
  /// `timedText` counts, and none of the fields below.
  public var isQuickTimeText = true
  public var timedText = TimedTextDescription.Settings()
  public var displayFlags: UInt32 = 0
  /// 0 left, 1 centre, -1 right.
  public var textJustification: Int32 = 0
  public var backgroundColor = Color()
  public var defaultTextBox = Box()
  public var defaultStyle = Style()
  /// Whether the font's name follows, which some writers leave out.
  public var hasTextName = true
  public var textName = PascalString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    try f.optional(&isQuickTimeText, bytes: TimedTextDescription.Settings.size + 1) {
      !beginsWithAtom($0.dropFirst(TimedTextDescription.Settings.size))
    }
    if isQuickTimeText {
      try quickTimeFields(&f)
    } else {
      try timedText.fields(&f)
    }
    try f.children()
  }

  static let displayFlagNames: FlagNames = [
    0x2: "dontAutoScale", 0x8: "useMovieBackgroundColor", 0x20: "scrollIn", 0x40: "scrollOut",
    0x80: "horizontalScroll", 0x100: "reverseScroll", 0x200: "continuousScroll",
    0x1000: "dropShadow", 0x2000: "antiAlias", 0x4000: "keyText",
  ]

  private mutating func quickTimeFields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.flags("display_flags", &displayFlags, named: Self.displayFlagNames)
    try f("text_justification", &textJustification)
    try f("background_color", &backgroundColor)
    try f("default_text_box", &defaultTextBox)
    try f("default_style", &defaultStyle)
    try f.optional(&hasTextName, bytes: 1) {
      guard let length = $0.first else { return false }
      return $0.count > Int(length) && !beginsWithAtom($0)
    }
    if hasTextName { try f("text_name", &textName) }
  }
}
