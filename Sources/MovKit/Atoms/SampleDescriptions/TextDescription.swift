/// `text` in `stsd`: QuickTime text (QuickTime File Format, "Text Sample Description").
public struct TextDescription: Record {
  /// A colour of red, green and blue, each from 0 to 65535.
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

  /// A rectangle in pixels of the track, from its top left corner.
  public struct Box: Record {
    /// The distance of the top edge from the top of the track.
    public var top: Int16 = 0
    /// The distance of the left edge from the left side of the track.
    public var left: Int16 = 0
    /// The distance of the bottom edge from the top of the track.
    public var bottom: Int16 = 0
    /// The distance of the right edge from the left side of the track.
    public var right: Int16 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("top", &top)
      try f("left", &left)
      try f("bottom", &bottom)
      try f("right", &right)
    }
  }

  /// The look of text whose sample does not say otherwise. The layout is the `ScrpSTElement` of the
  /// Macintosh.
  ///
  /// The QuickTime File Format documents other fields here, one byte longer in total. Files do not
  /// have those.
  public struct Style: Record {
    /// The first character that has the style; 0 in a sample description.
    public var startChar: Int32 = 0
    /// The height of a line in pixels.
    public var lineHeight: Int16 = 0
    /// The height of the font above the baseline, in pixels.
    public var fontAscent: Int16 = 0
    /// The number of the font on the Macintosh.
    public var fontNumber: Int16 = 0
    /// The bits of the face: 1 bold, 2 italic, 4 underlined, 8 outlined, 16 shadowed, 32 condensed,
    /// 64 extended. 0 is plain.
    public var fontFace: UInt8 = 0
    var reserved = Reserved()
    /// The size of the font in points.
    public var fontSize: Int16 = 0
    /// The colour of the text.
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
  /// Whether the entry has the layout of QuickTime text. If not, it has that of `tx3g`, which
  /// ffmpeg writes for chapters: `timedText` then applies, and none of the fields after it.
  public var isQuickTimeText = true
  /// The fields in the layout of `tx3g`, if `isQuickTimeText` is false.
  public var timedText = TimedTextDescription.Settings()
  /// How text is shown. 0x2: it is not scaled with the track. 0x8: the background has the colour of
  /// the movie. 0x20: it scrolls in. 0x40: it scrolls out. 0x80: it scrolls horizontally, not
  /// vertically. 0x100: it scrolls backwards, or down. 0x200: new text pushes the old out. 0x1000:
  /// it has a drop shadow. 0x2000: it is anti-aliased. 0x4000: its background is transparent (key
  /// text).
  public var displayFlags: UInt32 = 0
  /// The alignment: 0 left, 1 centre, -1 right.
  public var textJustification: Int32 = 0
  /// The colour behind the text.
  public var backgroundColor = Color()
  /// The rectangle of the text, if its sample does not say otherwise.
  public var defaultTextBox = Box()
  /// The style of the text, if its sample does not say otherwise.
  public var defaultStyle = Style()
  /// Whether the name of the font is stored. Some writers leave it out.
  public var hasTextName = true
  /// The name of the font, if `hasTextName` is true.
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
