/// `name` in the sample description of a timecode track: the reel or tape that the timecode came
/// from (QuickTime File Format, "Timecode Sample Description", source reference).
public struct SourceName: Record {
  /// The language of `text`.
  public var language = LanguageCode(rawValue: 0)
  /// The name of the reel or tape. At most 65535 bytes.
  public var text = TextBytes(bytes: [])

  public init() {}

  /// Makes a source name. Writing fails if `text` has more than 65535 bytes.
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
