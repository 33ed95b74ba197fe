import Testing

@testable import MovKit

@Suite struct UserDataAndMetadataTests {
  @Test(arguments: rows) func valueBytesText(row: RecordExample) throws { try row.check() }

  static let rows: [RecordExample] = [
    RecordExample(
      "a text in two languages", "0003 0000 4f6e65 0004 0001 446575 78",
      "texts=[text_size=3 language=0(eng) text='One', text_size=4 language=1(fra) text='Deux']",
      InternationalText.self
    ) {
      $0.items = [
        InternationalText.Item("One", language: LanguageCode(rawValue: 0)),
        InternationalText.Item("Deux", language: LanguageCode(rawValue: 1)),
      ]
    },
    RecordExample(
      "a text of an asset", "00000000 15c7 5469746c6500",
      "version=0 flags=0 language=5575(eng) text='Title'", AssetText.self
    ) {
      $0.language = LanguageCode(rawValue: 0x15C7)
      $0.text = AssetString("Title")
    },
    RecordExample(
      "a place",
      "00000000 55c4 4b00 00 000d8000 fff08000 00000000 656172746800 00",
      "version=0 flags=0 language=21956(und) name='K' role=0 longitude=13.5 latitude=-15.5 "
        + "altitude=0 astronomical_body='earth' additional_notes=''",
      AssetLocation.self
    ) {
      $0.name = AssetString("K")
      $0.longitude = Fixed16x16(rawValue: 27 << 15)
      $0.latitude = Fixed16x16(rawValue: -31 * 32768)
      $0.astronomicalBody = AssetString("earth")
    },
    RecordExample(
      "a place in UTF-16",
      "00000000 15c7 feff005a00fc0000 00 00088000 002f4000 00000000 fffe650061000000 656e00",
      "version=0 flags=0 language=5575(eng) name='Zü' role=0 longitude=8.5 latitude=47.25 "
        + "altitude=0 astronomical_body='ea' additional_notes='en'",
      AssetLocation.self
    ) {
      $0.language = LanguageCode(rawValue: 0x15C7)
      $0.name = AssetString(bytes: hex("feff005a00fc0000")[...])
      $0.longitude = Fixed16x16(rawValue: 17 << 15)
      $0.latitude = Fixed16x16(rawValue: 189 << 14)
      $0.astronomicalBody = AssetString(bytes: hex("fffe650061000000")[...])
      $0.additionalNotes = AssetString("en")
    },
    // Some writers end a byte order mark without text by one byte. What comes after it shows that.
    RecordExample(
      "a place without a name, which ends with one byte",
      "00000000 15c7 feff00 01 00088000 002f4000 00000000 656172746800 00",
      "version=0 flags=0 language=5575(eng) name='' role=1 longitude=8.5 latitude=47.25 "
        + "altitude=0 astronomical_body='earth' additional_notes=''",
      AssetLocation.self
    ) {
      $0.language = LanguageCode(rawValue: 0x15C7)
      $0.name = AssetString(bytes: hex("feff00")[...])
      $0.role = 1
      $0.longitude = Fixed16x16(rawValue: 17 << 15)
      $0.latitude = Fixed16x16(rawValue: 189 << 14)
      $0.astronomicalBody = AssetString("earth")
    },
    RecordExample(
      "a place without a name or a role, which ends with one byte",
      "00000000 15c7 fffe00 00 00088000 ffd0c000 00000000 656172746800 00",
      "version=0 flags=0 language=5575(eng) name='' role=0 longitude=8.5 latitude=-47.25 "
        + "altitude=0 astronomical_body='earth' additional_notes=''",
      AssetLocation.self
    ) {
      $0.language = LanguageCode(rawValue: 0x15C7)
      $0.name = AssetString(bytes: hex("fffe00")[...])
      $0.longitude = Fixed16x16(rawValue: 17 << 15)
      $0.latitude = Fixed16x16(rawValue: -189 << 14)
      $0.astronomicalBody = AssetString("earth")
    },
    RecordExample(
      "a place without a name, which ends with two bytes",
      "00000000 15c7 feff0000 00 00088000 002f4000 00000000 656172746800 00",
      "version=0 flags=0 language=5575(eng) name='' role=0 longitude=8.5 latitude=47.25 "
        + "altitude=0 astronomical_body='earth' additional_notes=''",
      AssetLocation.self
    ) {
      $0.language = LanguageCode(rawValue: 0x15C7)
      $0.name = AssetString(bytes: hex("feff0000")[...])
      $0.longitude = Fixed16x16(rawValue: 17 << 15)
      $0.latitude = Fixed16x16(rawValue: 189 << 14)
      $0.astronomicalBody = AssetString("earth")
    },
    RecordExample(
      "an album without a title, which ends with one byte", "00000000 15c7 feff00 07",
      "version=0 flags=0 language=5575(eng) album_title='' track_number=7", AssetAlbum.self
    ) {
      $0.language = LanguageCode(rawValue: 0x15C7)
      $0.title = AssetString(bytes: hex("feff00")[...])
      $0.hasTrackNumber = true
      $0.trackNumber = 7
    },
    RecordExample(
      "an album of a letter without an end", "00000000 15c7 feff0041",
      "version=0 flags=0 language=5575(eng) album_title='A'", AssetAlbum.self
    ) {
      $0.language = LanguageCode(rawValue: 0x15C7)
      $0.title = AssetString(bytes: hex("feff0041")[...])
    },
    // The last byte of the first unit and the first byte of the second are zero, and do not end the title.
    RecordExample(
      "an album in UTF-16", "00000000 15c7 feff010000410000 07",
      "version=0 flags=0 language=5575(eng) album_title='ĀA' track_number=7", AssetAlbum.self
    ) {
      $0.language = LanguageCode(rawValue: 0x15C7)
      $0.title = AssetString(bytes: hex("feff010000410000")[...])
      $0.hasTrackNumber = true
      $0.trackNumber = 7
    },
    RecordExample(
      "a primary item of 32 bits", "01000000 00010203", "version=1 flags=0 item_ID=66051",
      PrimaryItem.self
    ) {
      $0.version = 1
      $0.itemID = 0x10203
    },
    RecordExample(
      "keys", "00000000 00000002 0000000f 6d647461 656e636f646572 0000000c 75647461 a96e616d",
      "version=0 flags=0 entry_count=2 keys=["
        + "key_size=15 key_namespace='mdta' key_value='encoder', "
        + "key_size=12 key_namespace='udta' key_value='©nam']",
      KeyList.self
    ) {
      var name = KeyList.Key()
      name.namespace = "udta"
      name.value = TextBytes(bytes: [0xA9, 0x6E, 0x61, 0x6D])
      $0.keys = [KeyList.Key("encoder"), name]
    },
    RecordExample(
      "countries", "00000000 00000002 0002 5553 4742 0001 0000",
      "version=0 flags=0 entry_count=2 entries=[country_count=2 countries=[21843(US), 18242(GB)], "
        + "country_count=1 countries=[0]]",
      CountryLists.self
    ) {
      var (two, one) = (CountryLists.List(), CountryLists.List())
      two.countries = try Table([CountryCode(rawValue: 0x5553), CountryCode(rawValue: 0x4742)])
      one.countries = try Table([CountryCode(rawValue: 0)])
      $0.lists = [two, one]
    },
    RecordExample(
      "languages", "00000000 00000003 0002 15c7 10b5 0000 0002 0000 0005",
      "version=0 flags=0 entry_count=3 entries=[language_count=2 "
        + "languages=[5575(eng), 4277(deu)], language_count=0 languages=[], language_count=2 "
        + "languages=[0, 5]]",
      LanguageLists.self
    ) {
      var (known, others) = (LanguageLists.List(), LanguageLists.List())
      known.languages = try Table([LanguageCode(rawValue: 0x15C7), LanguageCode(rawValue: 0x10B5)])
      others.languages = try Table([LanguageCode(rawValue: 0), LanguageCode(rawValue: 5)])
      $0.lists = [known, LanguageLists.List(), others]
    },
    RecordExample(
      "a value for a country", "00000001 5553 15c7 4c617666",
      "type_indicator=1 country=21843 language=5575(eng) text='Lavf'", MetadataValue.self
    ) {
      $0 = MetadataValue(utf8: "Lavf")
      $0.country = 0x5553
      $0.language = LanguageCode(rawValue: 0x15C7)
    },
    RecordExample(
      "a value in UTF-8", "00000001 0000 0000 4c617666",
      "type_indicator=1 country=0 language=0 text='Lavf'", MetadataValue.self
    ) { $0 = MetadataValue(utf8: "Lavf") },
    RecordExample(
      "a value in UTF-16", "00000002 0000 0000 00e9 d83d de00",
      "type_indicator=2 country=0 language=0 text='é😀'", MetadataValue.self
    ) {
      $0.typeIndicator = 2
      $0.value = RawBytes(bytes: [0x00, 0xE9, 0xD8, 0x3D, 0xDE, 0x00])
    },
    RecordExample(
      "a value in Shift JIS that is ASCII", "00000003 0000 0000 4c617666",
      "type_indicator=3 country=0 language=0 text='Lavf'", MetadataValue.self
    ) {
      $0.typeIndicator = 3
      $0.value = RawBytes(bytes: ascii("Lavf")[...])
    },
    RecordExample(
      "a value in Shift JIS", "00000003 0000 0000 8d60",
      "type_indicator=3 country=0 language=0 bytes=<8d60>", MetadataValue.self
    ) {
      $0.typeIndicator = 3
      $0.value = RawBytes(bytes: [0x8D, 0x60])
    },
    RecordExample(
      "a signed value", "00000015 0000 0000 fffe",
      "type_indicator=21 country=0 language=0 number=-2", MetadataValue.self
    ) {
      $0.typeIndicator = 21
      $0.value = RawBytes(bytes: [0xFF, 0xFE])
    },
    RecordExample(
      "an unsigned value", "00000016 0000 0000 fffe00",
      "type_indicator=22 country=0 language=0 number=16776704", MetadataValue.self
    ) {
      $0.typeIndicator = 22
      $0.value = RawBytes(bytes: [0xFF, 0xFE, 0x00])
    },
    RecordExample(
      "a number of 32 bits", "00000017 0000 0000 3dcccccd",
      "type_indicator=23 country=0 language=0 number=0.1", MetadataValue.self
    ) {
      $0.typeIndicator = 23
      $0.value = RawBytes(bytes: [0x3D, 0xCC, 0xCC, 0xCD])
    },
    RecordExample(
      "no number of 64 bits", "00000018 0000 0000 7ff8000000000000",
      "type_indicator=24 country=0 language=0 number=nan", MetadataValue.self
    ) {
      $0.typeIndicator = 24
      $0.value = RawBytes(bytes: [0x7F, 0xF8, 0, 0, 0, 0, 0, 0])
    },
    RecordExample(
      "a picture", "0000000d 0000 0000 ffd8",
      "type_indicator=13 country=0 language=0 bytes=<ffd8>", MetadataValue.self
    ) {
      $0.typeIndicator = 13
      $0.value = RawBytes(bytes: [0xFF, 0xD8])
    },
    RecordExample(
      "a domain of names", "00000000 636f6d2e6170706c65",
      "version=0 flags=0 text='com.apple'", FreeFormName.self
    ) { $0.text = TextBytes("com.apple") },
    RecordExample("meta of ISO files", "00000000", "version=0 flags=0", MetadataContainer.self) {
      _ in
    },
    RecordExample("meta of QuickTime files", "", "", MetadataContainer.self) { $0.isFull = false },
  ]

  private static let items = [
    handler("mdta"),
    atom(
      "keys", u32(0), u32(2), u32(15), ascii("mdtaencoder"), u32(12), ascii("mdtamake")),
    atom(
      "ilst",
      atom(FourCC(rawValue: 2), atom("data", u32(1), u32(0), ascii("Nobody"))),
      atom(
        "----", atom("mean", u32(0), ascii("com.apple")), atom("name", u32(0), ascii("x")),
        atom("data", u32(0), u32(0), u8(7)))),
  ].flatMap { $0 }

  @Test(arguments: [[], u32(0)]) func metaWithAndWithoutVersion(head: [UInt8]) throws {
    let moov = atom("moov", atom("udta", atom("meta", head, Self.items), u32(0)))
    let file = try AtomFile(from: MemorySource(fileType + moov))
    #expect(try file.first("moov")?.serialized() == moov)
    let meta = try #require(file.first("moov")?.descendant("udta", "meta"))
    #expect(try meta.decode(MetadataContainer.self).isFull == !head.isEmpty)
    #expect(meta.children.map(\.type) == ["hdlr", "keys", "ilst"])
    let keys = try #require(try meta.first("keys")?.decode(KeyList.self))
    let items = try #require(meta.first("ilst")?.children)
    #expect(keys.key(for: items[0].type)?.value.string == "make")
    #expect(keys.key(for: items[1].type) == nil)
    #expect(keys.key(for: FourCC(rawValue: 0)) == nil)
    #expect(try items[0].first("data")?.decode(MetadataValue.self).string == "Nobody")
    #expect(try items[1].first("mean")?.decode(FreeFormName.self).text.string == "com.apple")
    #expect(try items[1].first("data")?.decode(MetadataValue.self).string == nil)
  }

  /// What one type means in `udta`, in an item of `ilst` and in a timecode's description.
  @Test func namesDependOnWhereTheyAre() {
    let schema = Schema.standard
    func record(_ type: FourCC, _ parents: FourCC...) -> Any.Type? {
      var context = AtomContext()
      for parent in parents { context = context.entering(parent, firstByte: nil) }
      return schema.rule(for: type, in: context)?.record
    }
    #expect(record("name", "moov", "udta") == PlainText.self)
    #expect(record("name", "ilst", "----") == FreeFormName.self)
    #expect(record("name", "stsd", "tc64") == SourceName.self)
    #expect(record("©nam", "moov", "udta") == InternationalText.self)
    #expect(record("©nam", "meta", "ilst") == Container.self)
    #expect(record("keys", "moov", "meta") == KeyList.self)
    #expect(record("keys", "stsd", "mebx") == Container.self)
    #expect(record("keyd", "keys", "\\x00\\x00\\x00\\x01") == MetadataKeyDeclaration.self)
  }

  @Test(arguments: ["", "5465787420", "0010 0000 41", "0000000c 64617461"])
  func textWithoutSizes(bytes: String) throws {
    let text = try Atom("©cmt", .bytes(hex(bytes)[...])).decode(InternationalText.self)
    #expect(text.isStructured == bytes.isEmpty)
    #expect(try text.serialized() == hex(bytes))
  }

  /// Without a right size before it, what has no control characters is a text, but for zeros at its end; other bytes
  /// stay bytes.
  @Test(
    arguments: [
      ("0004 0000 54657874", true), ("5465787420", true), ("54657874 0000", true), ("", true),
      ("54090A0D54", true), ("0063 0000 61626364", false), ("0000000c 64617461", false),
    ])
  func textThatIsNone(bytes: String, isText: Bool) throws {
    let moov = Atom(
      "moov", children: [Atom("udta", children: [Atom("©nam", .bytes(hex(bytes)[...]))])])
    let text = try #require(moov.descendant("udta", "©nam")).decode(InternationalText.self)
    #expect(text.isText == isText)
    guard !isText else { return }
    #expect(moov.metadata(at: "moov").map(\.value) == [.bytes(hex(bytes)[...], type: 0)])
  }

  /// The type says how wide a floating-point number is, whatever the old value was.
  @Test(
    arguments: [
      (23, "", "5.5", "40b00000"), (23, "3f800000", "-2", "c0000000"),
      (23, "00", "0.1", "3dcccccd"),
      (24, "3f800000", "5.5", "4016000000000000"), (24, "", "1e300", "7e37e43c8800759c"),
      (23, "3f800000", "1e300", nil), (23, "", "inf", nil), (24, "", "nan", nil),
      (24, "", "x", nil),
      (23, "3f800000", "40b00000", nil),
    ] as [(UInt32, String, String, String?)])
  func floatingPoint(type: UInt32, old: String, text: String, new: String?) throws {
    var value = MetadataValue()
    value.typeIndicator = type
    value.value = RawBytes(bytes: hex(old)[...])
    guard let new else {
      #expect(throws: FormatError.self) { try value.set(text) }
      #expect(Array(value.value.bytes) == hex(old))
      return
    }
    try value.set(text)
    #expect(Array(value.value.bytes) == hex(new))
  }

  /// A text keeps its encoding if that has all its characters; otherwise it gets one that all versions of ID3 have.
  @Test(arguments: [
    ("01 feff 0041", ["Neu"], "01 fffe 4e00 6500 7500"),
    ("01 fffe", ["a", "ł"], "01 fffe 6100 0000 fffe 4201"), ("00 61", ["ü"], "00 fc"),
    ("00 61", ["ł"], "01 fffe 4201"), ("02 0061", ["a", "b"], "02 0061 0000 0062"),
    ("03 61", ["ü", "b"], "03 c3bc 00 62"), ("", ["a"], "00 61"), ("07 61", ["a"], "00 61"),
  ])
  func textOfID3(old: String, texts: [String], new: String) throws {
    let text = ID3Text(bytes: hex(old)[...])
    let changed = try #require(text.taking(.list(texts.map { .text($0) }), count: nil))
    #expect(Array(changed.bytes) == hex(new))
    #expect(changed.strings == texts)
    #expect(texts.count > 1 || text.taking(.text(texts[0]), count: nil) == changed)
  }

  /// In version 2.3 a size has all 8 bits of each byte, in 2.4 seven. A frame has the form of its tag.
  @Test func versionOfATag() throws {
    let text = [3] + ascii(String(repeating: "x", count: 200))
    func tag(_ version: UInt8, size: [UInt8]) -> [UInt8] {
      ascii("ID3") + [version, 0, 0, 0, 0, 1, 0x53] + ascii("TIT2") + size + [0, 0] + text
    }
    let old = tag(4, size: [0, 0, 1, 0x49])
    var record = ID3Tag()
    var reader = Reader(old[...])
    try record.fields(&reader)
    record.majorVersion = 3
    #expect(try record.serialized() == tag(3, size: [0, 0, 0, 201]))
    record.majorVersion = 4
    #expect(try record.serialized() == old)
  }

  @Test func textOfAnAssetInUTF16() throws {
    #expect(AssetString(bytes: [0xFE, 0xFF, 0x00, 0x41, 0x00, 0xE9, 0, 0]).string == "Aé")
    #expect(AssetString(bytes: [0xFE, 0xFF, 0x00, 0x41]).string == "A")
    #expect(AssetString(bytes: [0x41]).string == "A")
  }

  /// iMovie writes keywords as nothing but text, and other writers other texts.
  @Test(arguments: ["kywd", "titl", "auth", "cprt"] as [FourCC])
  func assetTextsWithoutAVersion(type: FourCC) throws {
    let file = try AtomFile(
      from: MemorySource(
        fileType + atom("moov", atom("udta", atom(type, ascii("iMovie"))))))
    let node = try #require(AtomWalk(file).first { $0.atom.type == type })
    var describer = AtomDescriber()
    let description = describer.describe(node)
    #expect(description.diagnostics.isEmpty)
    #expect(RecordExample.text(of: .fields(description.fields)) == "text='iMovie'")
  }
}
