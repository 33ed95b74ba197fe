/// The language of a `MetadataValue`, as it is shown. It is not as in other atoms: 0 is the default for all
/// languages, up to 255 it is the number of a list of languages, and else three packed letters.
struct ValueLanguage: FieldScalar {
  var rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init?(given value: FieldValue) {
    guard let code = LanguageCode(given: value) else { return nil }
    rawValue = code.rawValue
  }

  var fieldValue: FieldValue {
    .meaning(
      .unsigned(UInt64(rawValue)), name: "language",
      text: rawValue > 255 ? LanguageCode(rawValue: rawValue).iso639 : nil,
      absence: rawValue == 0 ? "not given" : nil)
  }
}

extension FieldCoder {
  /// Codes the language of a `data`.
  mutating func valueLanguage(_ language: inout LanguageCode) throws(FormatError) {
    var shown = ValueLanguage(rawValue: language.rawValue)
    try self("language", &shown)
    language = LanguageCode(rawValue: shown.rawValue)
  }
}
