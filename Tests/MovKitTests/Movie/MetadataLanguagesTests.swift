import Testing

@testable import MovKit

/// The languages of values of metadata, which can be those of a list (QuickTime File Format, "Language Indicator"
/// and "Language List Atom").
@Suite struct MetadataLanguagesTests {
  /// English and German; Japanese; none.
  private static let lists = atom(
    "lang", u32(0), u32(3), u16(2), u16(0x15C7), u16(0x10B5), u16(1), u16(0x2A0E), u16(0))

  /// A `moov` with a title in a language.
  private func item(_ language: UInt16, _ lists: [UInt8]) throws -> MetadataItem {
    let data = atom("data", u32(1), u16(0), u16(language), ascii("Face"))
    let keys = atom("keys", u32(0), u32(1), u32(13), ascii("mdtatitle"))
    let list = atom("ilst", atom(#"\x00\x00\x00\x01"#, data))
    let moov = atom("moov", atom("meta", handler("mdta"), lists, keys, list))
    let read = try #require(try AtomFile(from: MemorySource(fileType + moov)).first("moov"))
    return try #require(read.metadata(at: "moov").first)
  }

  @Test(
    arguments: [
      (0, "und", []), (0x10B5, "deu", []), (1, "eng", ["deu"]), (2, "jpn", []), (3, "und", []),
      (4, "und", []), (255, "und", []),
    ] as [(UInt16, String, [String])])
  func ofAValue(language: UInt16, first: String, others: [String]) throws {
    let item = try item(language, Self.lists)
    #expect(item.text == "Face")
    #expect(item.language.iso639 == first)
    #expect(item.otherLanguages.map(\.iso639) == others)
  }

  /// The number of a list is no code of the Macintosh: 5 would be Swedish.
  @Test(arguments: [[], atom("lang", u32(0), u32(9), u16(1), u16(0x15C7))])
  func withoutTheList(lists: [UInt8]) throws {
    let item = try item(5, lists)
    #expect(item.language == .undetermined)
    #expect(item.otherLanguages.isEmpty)
  }

  /// A change keeps a value of each list, though two begin with English and the others are not there. Only a second
  /// value of a list is removed.
  @Test func changedValuesOfLists() throws {
    let lists = atom("lang", u32(0), u32(2), u16(2), u16(0x15C7), u16(0x10B5), u16(1), u16(0x15C7))
    let numbers: [UInt16] = [1, 2, 5, 6, 1]
    let values = numbers.flatMap { atom("data", u32(1), u16(0), u16($0), ascii("Old")) }
    let bytes = atom(
      "moov", atom("meta", handler("mdir"), lists, atom("ilst", atom("©nam", values))))
    var moov = try #require(try AtomFile(from: MemorySource(fileType + bytes)).first("moov"))
    let original = moov
    var batch = MetadataBatch()
    let isTaken = batch.take(MetadataKey("title"), "New")
    #expect(isTaken)
    let edits = try batch.set(
      in: &moov, at: MetadataPlace(path: "moov", trackID: nil), as: original, isQuickTime: false,
      isTrack: false)
    #expect(edits.map { $0.map(\.kind) } == [[.changed, .changed, .changed, .changed, .removed]])
    let list = try #require(moov.descendant("meta", "ilst"))
    let left = try (list.children.first?.children ?? []).map { try $0.decode(MetadataValue.self) }
    #expect(left.map(\.language.rawValue) == [1, 2, 5, 6])
    #expect(left.map(\.string) == ["New", "New", "New", "New"])
  }

  @Test func languagesOfAListByItsNumber() throws {
    var lists = LanguageLists()
    #expect(lists.languages(ofList: 1).isEmpty)
    var list = LanguageLists.List()
    list.languages = try Table([.undetermined])
    lists.lists = [list]
    #expect(lists.languages(ofList: 0).isEmpty)
    #expect(lists.languages(ofList: 1) == [.undetermined])
    #expect(lists.languages(ofList: 2).isEmpty)
  }
}
