/// `©nam` and other types in `udta` that begin with `©`: a text in one or more languages (QuickTime
/// File Format, "User Data Text Strings and Language Codes").
public struct InternationalText: Record {
  /// The text in one language.
  public struct Item: Record {
    /// The language of the text.
    public var language = LanguageCode(rawValue: 0)
    /// The text, at most 65535 bytes.
    public var text = TextBytes(bytes: [])

    public init() {}

    /// A text in UTF-8. Writing it throws if it has more than 65535 bytes.
    public init(_ text: String, language: LanguageCode) {
      self.text = TextBytes(text)
      self.language = language
    }

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      var size = text.bytes.count
      try f.count("text_size", &size, bytes: 2)
      try f("language", &language)
      try f.bytes("text", &text, count: size)
    }
  }

  /// Whether the atom holds texts with their sizes and languages. If false, it holds only `raw`, as
  /// some writers store it.
  public var isStructured = true
  /// The texts; used if `isStructured` is true.
  public var items: RecordList<Item> = []
  /// The whole content as one text; used if `isStructured` is false.
  public var raw = TextBytes(bytes: [])

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.whole(&isStructured, "texts", &items)
    if !isStructured { try f.bytes("text", &raw, count: nil) }
  }

  /// Whether `raw`, if it is used, can be a text: bytes whose sizes are wrong have control characters before the end.
  public var isText: Bool {
    guard !isStructured else { return true }
    let scalars = raw.string.unicodeScalars.reversed().drop { $0.value == 0 }
    return scalars.allSatisfy { $0.value >= 0x20 || [0x09, 0x0A, 0x0D].contains($0.value) }
  }

  /// The first text, or all of `raw`; empty if there is none.
  public var string: String { isStructured ? items.first?.text.string ?? "" : raw.string }
}
