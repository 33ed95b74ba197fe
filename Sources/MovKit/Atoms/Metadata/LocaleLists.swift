/// A country in two letters of ISO 3166, as the metadata of QuickTime has it (QuickTime File Format,
/// "Country Indicator").
public struct CountryCode: FieldScalar, Hashable {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Creates a code from two letters `A` to `Z`. Returns nil for any other text.
  public init?(_ letters: String) {
    let bytes = Array(letters.utf8)
    guard bytes.count == 2, bytes.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
    rawValue = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
  }

  /// Two letters of ISO 3166; nil if the value is not the code of a country.
  public var iso3166: String? {
    let letters = [UInt8(rawValue >> 8), UInt8(rawValue & 0xFF)]
    guard letters.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
    return String(decoding: letters, as: UTF8.self)
  }

  public var fieldValue: FieldValue {
    .meaning(.unsigned(UInt64(rawValue)), name: "country", text: iso3166)
  }

  public static var expectation: String? { "two capital letters such as US, or the stored number" }

  /// Creates a code from two letters, or from the stored number.
  public init?(given value: FieldValue) {
    if let text = value.givenText, let code = CountryCode(text) {
      self = code
      return
    }
    guard let number = value.givenInteger, let raw = UInt16(exactly: number) else { return nil }
    rawValue = raw
  }
}

extension CountryCode: TableRow {
  /// No country.
  public init() { rawValue = 0 }

  public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
    try f("country", &self)
  }
}

extension LanguageCode: TableRow {
  /// Creates a code of the value 0, which in a `lang` and a `data` stands for no language, and in other atoms for
  /// English (a Macintosh code).
  public init() { rawValue = 0 }

  public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
    try f.valueLanguage(&self)
  }
}

/// `ctry` in `meta`: the lists of countries that values are for, which name a list by its number
/// (QuickTime File Format, "Country List Atom").
public struct CountryLists: Record {
  /// A list of countries.
  public struct List: Record {
    /// The countries, at most 65535.
    public var countries = Table<CountryCode>()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      var count = countries.count
      try f.count("country_count", &count, bytes: 2)
      try f.rows("countries", &countries, count: count, layout: FixedLayout())
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The lists, of which values can name the first 255.
  public var lists: RecordList<List> = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = lists.count
    try f.count("entry_count", &count, bytes: 4)
    try f.list("entries", &lists, count: count)
  }
}

/// `lang` in `meta`: the lists of languages that values are for, which name a list by its number
/// (QuickTime File Format, "Language List Atom").
public struct LanguageLists: Record {
  /// A list of languages.
  public struct List: Record {
    /// The languages, at most 65535.
    public var languages = Table<LanguageCode>()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      var count = languages.count
      try f.count("language_count", &count, bytes: 2)
      try f.rows("languages", &languages, count: count, layout: FixedLayout())
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The lists, of which values can name the first 255.
  public var lists: RecordList<List> = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = lists.count
    try f.count("entry_count", &count, bytes: 4)
    try f.list("entries", &lists, count: count)
  }

  /// The languages of the list with a number, counted from 1; none if there is no such list.
  public func languages(ofList number: Int) -> [LanguageCode] {
    guard number >= 1, number <= lists.count else { return [] }
    return Array(lists[number - 1].languages)
  }
}
