// The country and the language of a `MetadataValue` are not as in other atoms: 0 is the default for all,
// up to 255 they are the number of a list in `ctry` or `lang`, and else a code (QuickTime File Format, "Country
// Indicator" and "Language Indicator").

/// The numbers that stand for lists of countries or languages.
private let listNumbers: ClosedRange<UInt16> = 1...255

extension LanguageCode {
  /// The number of the list of languages that the language of a `data` stands for; nil if it stands for none.
  var listNumber: Int? { listNumbers.contains(rawValue) ? Int(rawValue) : nil }
}

/// The language of a `MetadataValue`, as it is shown.
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
      text: rawValue > listNumbers.upperBound ? LanguageCode(rawValue: rawValue).iso639 : nil,
      absence: rawValue == 0 ? "not given" : nil)
  }
}

/// The country of a `MetadataValue`, as it is shown: the number, which JSON had before, with the letters as its name.
struct ValueCountry: FieldScalar {
  static var expectation: String? { CountryCode.expectation }

  var rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init?(given value: FieldValue) {
    guard let code = CountryCode(given: value) else { return nil }
    rawValue = code.rawValue
  }

  var fieldValue: FieldValue {
    let number = UInt64(rawValue)
    let letters = CountryCode(rawValue: rawValue).iso3166
    return .choice(number, letters.map { [number: $0] } ?? [:])
  }
}

extension FieldCoder {
  /// Codes the country and the language of a `data`.
  mutating func valueLocale(
    _ country: inout UInt16, _ language: inout LanguageCode
  ) throws(FormatError) {
    var shownCountry = ValueCountry(rawValue: country)
    try self("country", &shownCountry)
    country = shownCountry.rawValue
    try valueLanguage(&language)
  }

  /// Codes the language of a `data`, or one of a list of them.
  mutating func valueLanguage(_ language: inout LanguageCode) throws(FormatError) {
    var shown = ValueLanguage(rawValue: language.rawValue)
    try self("language", &shown)
    language = LanguageCode(rawValue: shown.rawValue)
  }
}
