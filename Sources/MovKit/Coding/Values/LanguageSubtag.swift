extension LanguageCode {
  /// Creates the code of the language that a tag such as `de-CH` begins with: three letters, or two of
  /// ISO 639-1 (BCP 47, 2.2.1). Returns nil if there is no such language of two letters, or if the tag begins
  /// with neither.
  init?(ofTag tag: String) {
    let subtag = Array(tag.prefix { $0 != "-" }.lowercased().utf8)
    guard subtag.count == 2 else {
      self.init(String(decoding: subtag, as: UTF8.self))
      return
    }
    let codes = Array(Self.codesOfTwoLetters.utf8)
    let step = Self.codeLength
    guard
      let place = stride(from: 0, to: codes.count, by: step).first(where: {
        codes[$0] == subtag[0] && codes[$0 + 1] == subtag[1]
      })
    else { return nil }
    self.init(String(decoding: codes[place + 2..<place + step], as: UTF8.self))
  }

  /// The same language by the code that files have, that of ISO 639-2/T. Twenty languages have another one in lists of
  /// books (ISO 639-2/B), such as `ger` for `deu` (ISO/IEC 14496-12, 8.4.2.3).
  var terminological: LanguageCode {
    iso639.flatMap { Self.terminological[$0] }.flatMap { LanguageCode($0) } ?? self
  }

  private static let terminological = [
    "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces",
    "dut": "nld", "fre": "fra", "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl",
    "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas", "rum": "ron", "slo": "slk",
    "tib": "bod", "wel": "cym",
  ]

  /// Whether a text is the code of a language, three letters in either case, or a tag.
  package static func isLanguage(_ text: String) -> Bool {
    LanguageCode(text.lowercased()) != nil || isTag(text)
  }

  /// Whether a text is a tag such as `de-CH`: subtags of up to eight letters and digits, of which the first is a
  /// language of two or three letters, or begins a tag of private use or an old registered one (BCP 47, 2.1).
  static func isTag(_ text: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    let subtags = text.utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
    guard let first = subtags.first, first.allSatisfy(isLetter),
      subtags.allSatisfy({
        (1...8).contains($0.count)
          && $0.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
      })
    else { return false }
    return (2...3).contains(first.count)
      || subtags.count > 1 && ["i", "x"].contains(text.prefix(1).lowercased()) && first.count == 1
  }

  /// Two letters of ISO 639-1 and the three of ISO 639-2/T.
  private static let codeLength = 5

  /// Every language of ISO 639-1: its two letters, then the three letters of ISO 639-2/T.
  private static let codesOfTwoLetters =
    "aaaarababkaeaveafafrakakaamamhanargararaasasmavavaayaymazazebabakbebelbgbulbhbihbibisbmbam"
    + "bnbenbobodbrbrebsboscacatcechechchacocoscrcrecscescuchucvchvcycymdadandedeudvdivdzdzoeeewe"
    + "elellenengeoepoesspaetesteueusfafasfffulfifinfjfijfofaofrfrafyfrygaglegdglaglglggngrnguguj"
    + "gvglvhahauhehebhihinhohmohrhrvhthathuhunhyhyehzheriainaidindieileigiboiiiiiikipkioidoisisl"
    + "ititaiuikujajpnjvjavkakatkgkonkikikkjkuakkkazklkalkmkhmknkankokorkrkaukskaskukurkvkomkwcor"
    + "kykirlalatlbltzlgluglilimlnlinlolaoltlitlulublvlavmgmlgmhmahmimrimkmkdmlmalmnmonmrmarmsmsa"
    + "mtmltmymyananaunbnobndndenenepngndonlnldnnnnononornrnblnvnavnynyaocociojojiomormororiososs"
    + "papanpipliplpolpspusptporququermrohrnrunroronrurusrwkinsasanscsrdsdsndsesmesgsagsisinskslk"
    + "slslvsmsmosnsnasosomsqsqisrsrpsssswstsotsusunsvsweswswatatamteteltgtgkththatitirtktuktltgl"
    + "tntsntotontrturtstsotttattwtwitytahuguigukukrururduzuzbvevenvivievovolwawlnwowolxhxhoyiyid"
    + "yoyorzazhazhzhozuzul"
}
