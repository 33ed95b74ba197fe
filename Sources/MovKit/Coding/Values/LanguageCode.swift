/// The language of a media or a text: three letters of ISO 639-2/T packed into 15 bits or, in older
/// QuickTime files, a Macintosh language code (QuickTime File Format, "Language Code Values";
/// ISO/IEC 14496-12, 8.4.2.3).
public struct LanguageCode: FieldScalar, Hashable {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The code `und`, for undetermined.
  public static let undetermined = LanguageCode(rawValue: 0x55C4)

  /// The value that means that no language was given.
  static let unspecified = LanguageCode(rawValue: 0x7FFF)

  /// Creates a code from three letters `a` to `z`. Returns nil for any other text.
  public init?(_ letters: String) {
    let bytes = Array(letters.utf8)
    guard bytes.count == 3, bytes.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
    rawValue = bytes.reduce(0) { $0 << 5 | UInt16($1 - 0x60) }
  }

  /// Whether the value is a Macintosh code: these are below 0x400.
  public var isMacintosh: Bool { rawValue < 0x400 }

  /// Three letters of ISO 639-2/T; nil if the value is not the code of a language.
  public var iso639: String? {
    if isMacintosh {
      let codes = Self.macintosh
      let index = Int(rawValue) * 3
      guard index + 3 <= codes.utf8.count else { return nil }
      let start = codes.utf8.index(codes.utf8.startIndex, offsetBy: index)
      let code = String(codes[start..<codes.utf8.index(start, offsetBy: 3)])
      return code == "---" ? nil : code
    }
    let letters = [rawValue >> 10 & 31, rawValue >> 5 & 31, rawValue & 31]
    guard rawValue < 0x8000, letters.allSatisfy({ (1...26).contains($0) }) else { return nil }
    return String(decoding: letters.map { UInt8($0) + 0x60 }, as: UTF8.self)
  }

  /// The code of the same language as files other than QuickTime's have it: three letters, which are `und` if
  /// the value is not the code of a language (ISO/IEC 14496-12, 8.4.2.3).
  var inLetters: LanguageCode { iso639.flatMap { LanguageCode($0) } ?? .undetermined }

  /// The language that a track with this code and the tag of `elng` states: the tag, or three letters. Nil if it
  /// states none, or "undetermined".
  func stated(besides tag: String?) -> String? {
    let code = tag ?? iso639
    return code.flatMap { $0.isEmpty || $0 == "und" ? nil : $0 }
  }

  public var fieldValue: FieldValue {
    .meaning(
      .unsigned(UInt64(rawValue)), name: "language", text: iso639,
      absence: self == .unspecified ? "not given" : nil)
  }

  /// Three letters for each Macintosh language code, from 0 on.
  private static let macintosh =
    // 0 English, French, German, Italian, Dutch, Swedish, Spanish, Danish, Portuguese, Norwegian
    "engfradeuitanldswespadanpornor"
    // 10 Hebrew, Japanese, Arabic, Finnish, Greek, Icelandic, Maltese, Turkish, Croatian
    + "hebjpnarafinellislmltturhrv"
    // 19 traditional Chinese, Urdu, Hindi, Thai, Korean, Lithuanian, Polish, Hungarian, Estonian
    + "zhourdhinthakorlitpolhunest"
    // 28 Latvian, Sami, Faroese, Farsi, Russian, simplified Chinese, Flemish, Irish, Albanian
    + "lavsmefaofasruszhonldglesqi"
    // 37 Romanian, Czech, Slovak, Slovenian, Yiddish, Serbian, Macedonian, Bulgarian, Ukrainian
    + "roncesslkslvyidsrpmkdbulukr"
    // 46 Belarusian, Uzbek, Kazakh, Azerbaijani (Cyrillic, Arabic), Armenian, Georgian, Moldavian
    + "beluzbkazazeazehyekatron"
    // 54 Kirghiz, Tajik, Turkmen, Mongolian (traditional, Cyrillic), Pashto, Kurdish, Kashmiri
    + "kirtgktukmonmonpuskurkas"
    // 62 Sindhi, Tibetan, Nepali, Sanskrit, Marathi, Bengali, Assamese, Gujarati, Punjabi, Oriya
    + "sndbodnepsanmarbenasmgujpanori"
    // 72 Malayalam, Kannada, Tamil, Telugu, Sinhala, Burmese, Khmer, Lao, Vietnamese, Indonesian
    + "malkantamtelsinmyakhmlaovieind"
    // 82 Tagalog, Malay (Roman, Arabic), Amharic, Tigrinya, Oromo, Somali, Swahili, Kinyarwanda
    + "tglmsamsaamhtirormsomswakin"
    // 91 Rundi, Nyanja, Malagasy, Esperanto
    + "runnyamlgepo"
    // 95 to 127 are not assigned
    + String(repeating: "-", count: 33 * 3)
    // 128 Welsh, Basque, Catalan, Latin, Quechua, Guarani, Aymara, Tatar, Uighur, Dzongkha
    + "cymeuscatlatquegrnaymtatuigdzo"
    // 138 Javanese, Sundanese, Galician, Afrikaans, Breton, Inuktitut, Scottish Gaelic, Manx
    + "javsunglgafrbreikuglaglv"
    // 146 Irish with dot, Tongan, ancient Greek, Greenlandic, Azerbaijani (Roman)
    + "gletongrckalaze"
}
