/// `name` in a timecode's sample description: the reel or tape that the timecode came from
/// (QuickTime File Format, "Timecode Sample Description", source reference).
public struct SourceName: Record {
  public var language = LanguageCode(rawValue: 0)
  public var text = TextBytes(bytes: [])

  public init() {}

  /// Writing fails where `text` has more than 65535 bytes.
  public init(_ text: String, language: LanguageCode = LanguageCode(rawValue: 0)) {
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
