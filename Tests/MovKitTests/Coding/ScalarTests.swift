import Foundation
import TestSupport
import Testing

@testable import MovKit

@Suite struct ScalarTests {
  private func decimal(_ value: some FieldScalar) -> String? {
    if case .decimal(let text) = value.fieldValue { text } else { nil }
  }

  private func meaning(_ value: some FieldScalar) -> String? {
    if case .meaning(_, _, let text, _) = value.fieldValue { text } else { nil }
  }

  // MARK: Fixed point

  @Test(
    arguments: [
      (0, "0"), (0x1_0000, "1"), (-0x1_0000, "-1"), (0x8000, "0.5"), (-0x8000, "-0.5"),
      (1, "0.0000152587890625"), (-1, "-0.0000152587890625"),
      (0x7FFF_FFFF, "32767.9999847412109375"), (.min, "-32768"), (0x0002_4000, "2.25"),
    ] as [(Int32, String)])
  func signed16x16(raw: Int32, text: String) {
    #expect(decimal(Fixed16x16(rawValue: raw)) == text)
  }

  @Test(
    arguments: [
      (0xBB80_0000, "48000"), (0xAC44_0000, "44100"), (0xFFFF_FFFF, "65535.9999847412109375"),
      (0x5622_0000, "22050"), (0x56EE_8BA3, "22254.5454559326171875"),
    ] as [(UInt32, String)])
  func unsigned16x16(raw: UInt32, text: String) {
    #expect(decimal(UFixed16x16(rawValue: raw)) == text)
  }

  @Test(
    arguments: [
      (0x100, "1"), (0x80, "0.5"), (-0x100, "-1"), (.min, "-128"), (1, "0.00390625"),
      (.max, "127.99609375"),
    ] as [(Int16, String)])
  func signed8x8(raw: Int16, text: String) { #expect(decimal(Fixed8x8(rawValue: raw)) == text) }

  @Test(
    arguments: [
      (0x4000_0000, "1"), (0x2000_0000, "0.5"), (.min, "-2"), (-0x4000_0000, "-1"),
      (1, "0.000000000931322574615478515625"), (0x6000_0000, "1.5"),
    ] as [(Int32, String)])
  func signed2x30(raw: Int32, text: String) { #expect(decimal(Fixed2x30(rawValue: raw)) == text) }

  /// Exact decimals read back to the number they came from: a Double holds all of 32 bits.
  @Test func randomFixedPoint() throws {
    var random = Seed.generator("fixed point")
    for _ in 0..<2000 {
      let raw = Int32(truncatingIfNeeded: random.next())
      #expect(Double(try #require(decimal(Fixed16x16(rawValue: raw)))) == Double(raw) / 65536)
      #expect(Double(try #require(decimal(Fixed2x30(rawValue: raw)))) == Double(raw) / 0x1p30)
      #expect(
        Double(try #require(decimal(UFixed16x16(rawValue: UInt32(bitPattern: raw)))))
          == Double(UInt32(bitPattern: raw)) / 65536)
    }
  }

  // MARK: Dates

  @Test(
    arguments: [
      (0, nil), (1, "1904-01-01T00:00:01Z"), (86_399, "1904-01-01T23:59:59Z"),
      (86_400, "1904-01-02T00:00:00Z"), (59 * 86_400, "1904-02-29T00:00:00Z"),
      (60 * 86_400, "1904-03-01T00:00:00Z"), (366 * 86_400, "1905-01-01T00:00:00Z"),
      (2_082_844_800, "1970-01-01T00:00:00Z"), (3_034_627_200, "2000-02-29T00:00:00Z"),
      (0xFFFF_FFFF, "2040-02-06T06:28:15Z"), (0x1_0000_0000, "2040-02-06T06:28:16Z"),
      (6_185_462_399, "2100-01-02T23:59:59Z"), (255_485_145_599, "9999-12-31T23:59:59Z"),
      (255_485_145_600, nil), (.max, nil), (1 << 63, nil),
    ] as [(UInt64, String?)])
  func dates(raw: UInt64, text: String?) {
    #expect(MacDate(rawValue: raw).iso8601 == text)
    #expect(meaning(MacDate(rawValue: raw)) == text)
  }

  /// Numbers of `date -u +%s`.
  @Test(
    arguments: [
      (-2_082_844_799, 1), (-1, 2_082_844_799), (0, 2_082_844_800), (1_527_856_200, 0xD736_ECC8),
      (.max, 9_223_372_038_937_620_607),
    ] as [(Int64, UInt64)])
  func datesSince1970(seconds: Int64, raw: UInt64) {
    #expect(MacDate(secondsSince1970: seconds)?.rawValue == raw)
    #expect(MacDate(rawValue: raw).secondsSince1970 == seconds)
  }

  @Test func datesThatAreNone() throws {
    // 0 means that no date is set, and not the start of 1904.
    for seconds in [-2_082_844_800, -2_082_844_801, .min] as [Int64] {
      #expect(MacDate(secondsSince1970: seconds) == nil)
    }
    #expect(MacDate(rawValue: 0).secondsSince1970 == nil)
    #expect(MacDate(rawValue: .max).secondsSince1970 == nil)
    let day = try #require(MacDate(secondsSince1970: 1_527_856_200))
    #expect(day.iso8601 == "2018-06-01T12:30:00Z")
    #expect(MacDate(rawValue: 0) < day && day < MacDate(rawValue: .max))
  }

  @Test func datesAsFoundationHasThem() throws {
    let formatter = ISO8601DateFormatter()
    let epoch = try #require(formatter.date(from: "1904-01-01T00:00:00Z"))
    var random = Seed.generator("dates")
    for index in 0..<3000 {
      let end: UInt64 = index % 2 == 0 ? 255_485_145_600 : 7_000_000_000
      let raw = 1 + random.next() % (end - 1)
      let date = epoch.addingTimeInterval(TimeInterval(raw))
      #expect(
        MacDate(rawValue: raw).iso8601 == formatter.string(from: date),
        "\(Seed.note("dates", index))")
    }
  }

  // MARK: Languages

  @Test(
    arguments: [
      (0x15C7, "eng"), (0x55C4, "und"), (0x10B5, "deu"), (0x1A41, "fra"), (0x2A0E, "jpn"),
      (0x0421, "aaa"), (0x6B5A, "zzz"), (0x7FFF, nil), (0x8000, nil), (0xFFFF, nil),
      (0x0400, nil), (0x0401, nil), (0x95C7, nil), (0x7F7B, nil),
    ] as [(UInt16, String?)])
  func packedLanguages(raw: UInt16, code: String?) {
    #expect(LanguageCode(rawValue: raw).iso639 == code)
    #expect(meaning(LanguageCode(rawValue: raw)) == code)
    if let code { #expect(LanguageCode(code)?.rawValue == raw) }
  }

  @Test(arguments: ["", "en", "engl", "ENG", "e1g", "e g", "éng"])
  func noLanguages(text: String) { #expect(LanguageCode(text) == nil) }

  /// The table of the QuickTime File Format, "Macintosh language codes".
  @Test(
    arguments: [
      (0, "eng"), (1, "fra"), (2, "deu"), (3, "ita"), (4, "nld"), (5, "swe"), (6, "spa"),
      (7, "dan"), (8, "por"), (9, "nor"), (10, "heb"), (11, "jpn"), (12, "ara"), (13, "fin"),
      (14, "ell"), (15, "isl"), (16, "mlt"), (17, "tur"), (18, "hrv"), (19, "zho"), (20, "urd"),
      (21, "hin"), (22, "tha"), (23, "kor"), (24, "lit"), (25, "pol"), (26, "hun"), (27, "est"),
      (28, "lav"), (29, "sme"), (30, "fao"), (31, "fas"), (32, "rus"), (33, "zho"), (34, "nld"),
      (35, "gle"), (36, "sqi"), (37, "ron"), (38, "ces"), (39, "slk"), (40, "slv"), (41, "yid"),
      (42, "srp"), (43, "mkd"), (44, "bul"), (45, "ukr"), (46, "bel"), (47, "uzb"), (48, "kaz"),
      (49, "aze"), (50, "aze"), (51, "hye"), (52, "kat"), (53, "ron"), (54, "kir"), (55, "tgk"),
      (56, "tuk"), (57, "mon"), (58, "mon"), (59, "pus"), (60, "kur"), (61, "kas"), (62, "snd"),
      (63, "bod"), (64, "nep"), (65, "san"), (66, "mar"), (67, "ben"), (68, "asm"), (69, "guj"),
      (70, "pan"), (71, "ori"), (72, "mal"), (73, "kan"), (74, "tam"), (75, "tel"), (76, "sin"),
      (77, "mya"), (78, "khm"), (79, "lao"), (80, "vie"), (81, "ind"), (82, "tgl"), (83, "msa"),
      (84, "msa"), (85, "amh"), (86, "tir"), (87, "orm"), (88, "som"), (89, "swa"), (90, "kin"),
      (91, "run"), (92, "nya"), (93, "mlg"), (94, "epo"), (95, nil), (127, nil), (128, "cym"),
      (129, "eus"), (130, "cat"), (131, "lat"), (132, "que"), (133, "grn"), (134, "aym"),
      (135, "tat"), (136, "uig"), (137, "dzo"), (138, "jav"), (139, "sun"), (140, "glg"),
      (141, "afr"), (142, "bre"), (143, "iku"), (144, "gla"), (145, "glv"), (146, "gle"),
      (147, "ton"), (148, "grc"), (149, "kal"), (150, "aze"), (151, nil), (1023, nil),
    ] as [(UInt16, String?)])
  func macintoshLanguages(code: UInt16, iso: String?) {
    #expect(LanguageCode(rawValue: code).iso639 == iso)
    #expect(LanguageCode(rawValue: code).isMacintosh)
  }

  // MARK: Four characters

  @Test func everyCodeReadsBack() {
    var random = Seed.generator("codes")
    for _ in 0..<2000 {
      let code = FourCC(rawValue: UInt32(truncatingIfNeeded: random.next()))
      #expect(FourCC(code.description) == code)
      #expect(code.bytes.reduce(0) { $0 << 8 | UInt32($1) } == code.rawValue)
    }
  }

  @Test(arguments: ["\\x+1abc", "\\x 1abc", "\\xg1abc", "\\x1", "ab\\x000\\x00"])
  func noCodes(text: String) { #expect(FourCC(text) == nil) }
}
