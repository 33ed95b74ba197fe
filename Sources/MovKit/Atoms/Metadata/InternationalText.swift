/// `©nam` and other types that begin with `©`, in `udta`: a text in one or more languages
/// (QuickTime File Format, "User Data Text Strings and Language Codes").
public struct InternationalText: Record {
  public struct Item: Record {
    public var language = LanguageCode(rawValue: 0)
    public var text = TextBytes(bytes: [])

    public init() {}

    /// Writing fails where `text` has more than 65535 bytes.
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

  /// Whether the bytes are texts with their sizes and languages. Some writers have `raw` text.
  public var isStructured = true
  public var items: [Item] = []
  public var raw = TextBytes(bytes: [])

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.optional(&isStructured, bytes: 0, if: Items.explains)
    if isStructured {
      try f.remainingList("texts", &items)
    } else {
      try f.bytes("text", &raw, count: nil)
    }
  }

  private struct Items: Record {
    var items: [Item] = []

    mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.remainingList("texts", &items)
    }
  }

  /// The first text.
  public var string: String { isStructured ? items.first?.text.string ?? "" : raw.string }
}
