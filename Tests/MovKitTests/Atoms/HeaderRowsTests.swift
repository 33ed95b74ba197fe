import Testing

@testable import MovKit

/// Headers of movie, track and media, and edit lists, byte by byte.
@Suite struct HeaderRowsTests {
  @Test(arguments: rows) func valueBytesText(row: RecordExample) throws { try row.check() }

  private static let identity = """
    00010000 00000000 00000000  00000000 00010000 00000000  00000000 00000000 40000000
    """
  private static let identityText = "[1, 0, 0, 0, 1, 0, 0, 0, 1]"

  static let rows: [RecordExample] = [
    RecordExample(
      "mvhd",
      """
      00 000000  D73A1C60 00000000 00005DC0 0000BBB0  00008000 0100  00000000000000000000
      \(identity)
      00000000 00000000 00000007 00000000 00000000 00000000  00000003
      """,
      """
      version=0 flags=0 creation_time=3610909792(2018-06-03T22:29:52Z) modification_time=0 \
      timescale=24000 duration=48048 rate=0.5 volume=1 matrix=\(identityText) \
      preview_time=0 preview_duration=0 poster_time=7 selection_time=0 \
      selection_duration=0 current_time=0 next_track_ID=3
      """,
      MovieHeader.self
    ) {
      $0.creationTime = MacDate(rawValue: 0xD73A_1C60)
      $0.timescale = 24000
      $0.duration = 48048
      $0.rate = Fixed16x16(rawValue: 0x8000)
      $0.posterTime = 7
      $0.nextTrackID = 3
    },
    RecordExample(
      "mvhd of version 1",
      """
      01 000000  0000000000000000 0000000000000000 00000258 0000000200000001
      00010000 FF80  00000000000000000000
      \(identity)
      00000000 00000000 00000000 00000000 00000000 00000000  FFFFFFFF
      """,
      """
      version=1 flags=0 creation_time=0 modification_time=0 timescale=600 \
      duration=8589934593 rate=1 volume=-0.5 matrix=\(identityText) preview_time=0 \
      preview_duration=0 poster_time=0 selection_time=0 selection_duration=0 \
      current_time=0 next_track_ID=4294967295
      """,
      MovieHeader.self
    ) {
      $0.version = 1
      $0.timescale = 600
      $0.duration = 0x2_0000_0001
      $0.volume = Fixed8x8(rawValue: -0x80)
      $0.nextTrackID = 0xFFFF_FFFF
    },
    RecordExample(
      "tkhd",
      """
      00 00000B  00000000 00000000 00000002 00000000 000003E8  0000000000000000
      FFFF 0001 0100 0000
      \(identity)
      07800000 04388000
      """,
      """
      version=0 flags=11 creation_time=0 modification_time=0 track_ID=2 duration=1000 \
      layer=-1 alternate_group=1 volume=1 matrix=\(identityText) width=1920 \
      height=1080.5
      """,
      TrackHeader.self
    ) {
      $0.flags = TrackHeader.enabled | TrackHeader.inMovie | TrackHeader.inPoster
      $0.trackID = 2
      $0.duration = 1000
      $0.layer = -1
      $0.alternateGroup = 1
      $0.volume = .one
      $0.width = UFixed16x16(rawValue: 0x0780_0000)
      $0.height = UFixed16x16(rawValue: 0x0438_8000)
    },
    RecordExample(
      "tkhd of version 1",
      """
      01 000003  0000000000000000 0000000000000000 00000001 00000000 FFFFFFFFFFFFFFFF
      0000000000000000  0000 0000 0000 0000
      \(identity)
      00000000 00000000
      """,
      """
      version=1 flags=3 creation_time=0 modification_time=0 track_ID=1 \
      duration=18446744073709551615 layer=0 alternate_group=0 volume=0 \
      matrix=\(identityText) width=0 height=0
      """,
      TrackHeader.self
    ) {
      $0.version = 1
      $0.duration = .max
    },
    RecordExample(
      "mdhd", "00 000000  00000000 00000000 00007530 000003E9 0001 4000",
      """
      version=0 flags=0 creation_time=0 modification_time=0 timescale=30000 \
      duration=1001 language=1(fra) quality=16384
      """,
      MediaHeader.self
    ) {
      $0.timescale = 30000
      $0.duration = 1001
      $0.language = LanguageCode(rawValue: 0x1)
      $0.quality = 0x4000
    },
    RecordExample(
      "mdhd of version 1",
      "01 000000  0000000000000000 0000000000000000 00015F90 0000000200000000 15C7 0000",
      """
      version=1 flags=0 creation_time=0 modification_time=0 timescale=90000 \
      duration=8589934592 language=5575(eng) quality=0
      """,
      MediaHeader.self
    ) {
      $0.version = 1
      $0.timescale = 90000
      $0.duration = 1 << 33
      $0.language = LanguageCode(rawValue: 0x15C7)
    },
    RecordExample(
      "elng", "00000000 66722D4341 00", "version=0 flags=0 extended_language='fr-CA'",
      ExtendedLanguage.self
    ) { $0.extendedLanguage = CString("fr-CA") },
    RecordExample(
      "elng without a version", "66722D4341 00", "extended_language='fr-CA'", ExtendedLanguage.self
    ) {
      $0.extendedLanguage = CString("fr-CA")
      $0.hasVersion = false
    },
    RecordExample(
      "elst of an empty edit, half speed and a dwell",
      """
      00 000000  00000003
      00000032 FFFFFFFF 00010000  000003E8 000007D2 00008000  00000019 00000000 00000000
      """,
      """
      version=0 flags=0 entry_count=3 entries=\
      [segment_duration=50 media_time=-1 media_rate=1, \
      segment_duration=1000 media_time=2002 media_rate=0.5, \
      segment_duration=25 media_time=0 media_rate=0]
      """,
      EditList.self
    ) {
      $0 = try EditList([
        .init(segmentDuration: 50, mediaTime: -1),
        .init(segmentDuration: 1000, mediaTime: 2002, mediaRate: Fixed16x16(rawValue: 0x8000)),
        .init(segmentDuration: 25, mediaTime: 0, mediaRate: Fixed16x16(rawValue: 0)),
      ])
    },
    RecordExample(
      "elst of version 1",
      """
      01 000000  00000002
      0000000100000000 FFFFFFFFFFFFFFFF 00010000  0000000000000001 0000000000000004 00010000
      """,
      """
      version=1 flags=0 entry_count=2 entries=\
      [segment_duration=4294967296 media_time=-1 media_rate=1, \
      segment_duration=1 media_time=4 media_rate=1]
      """,
      EditList.self
    ) {
      $0 = try EditList([
        .init(segmentDuration: 1 << 32, mediaTime: -1), .init(segmentDuration: 1, mediaTime: 4),
      ])
    },
    RecordExample(
      "gmin", "00000000 0040 8000 8000 8000 FF00 0000",
      "version=0 flags=0 graphicsmode=64 opcolor=[32768, 32768, 32768] balance=-1",
      BaseMediaInformation.self
    ) { $0.balance = Fixed8x8(rawValue: -0x100) },
    RecordExample(
      "gmin without its reserved bytes", "00000000 0040 8000 8000 8000 FF00",
      "version=0 flags=0 graphicsmode=64 opcolor=[32768, 32768, 32768] balance=-1",
      BaseMediaInformation.self
    ) {
      $0.balance = Fixed8x8(rawValue: -0x100)
      $0.hasReserved = false
    },
    RecordExample(
      "tcmi", "00000000 0000 0001 000C 0000  FFFF00000001 000000000000 07 436F7572696572",
      """
      version=0 flags=0 text_font=0 text_face=1 text_size=12 text_color=[65535, 0, 1] \
      background_color=[0, 0, 0] font_name='Courier'
      """,
      TimecodeMediaInformation.self
    ) {
      $0.textFace = 1
      $0.textColor = RGBColor(red: 0xFFFF, green: 0, blue: 1)
      $0.backgroundColor = RGBColor()
      $0.fontName = PascalString("Courier")
    },
    RecordExample(
      "tcmi without a font's name", "00000000 0000 0001 000C 0000  FFFF00000001 000000000000",
      """
      version=0 flags=0 text_font=0 text_face=1 text_size=12 text_color=[65535, 0, 1] \
      background_color=[0, 0, 0]
      """,
      TimecodeMediaInformation.self
    ) {
      $0.textFace = 1
      $0.textColor = RGBColor(red: 0xFFFF, green: 0, blue: 1)
      $0.backgroundColor = RGBColor()
      $0.hasFontName = false
      $0.fontName = PascalString()
    },
    RecordExample(
      "url of the file itself", "00000001", "version=0 flags=1", URLDataReference.self
    ) { _ in },
    RecordExample(
      "url of another file", "00000000 66696C653A61 00", "version=0 flags=0 location='file:a'",
      URLDataReference.self
    ) {
      $0.flags = 0
      $0.hasLocation = true
      $0.location = CString("file:a")
    },
    // QuickDraw counts the colours of a table from zero, so that none are -1.
    RecordExample(
      "ctab", "00000000 8000 0001  0000000100020003 0000000100020003",
      """
      seed=0 flags=32768 size=1 colors=\
      [value=0 color=[1, 2, 3], value=0 color=[1, 2, 3]]
      """,
      ColorTable.self
    ) {
      var row = ColorTable.Row()
      row.color = RGBColor(red: 1, green: 2, blue: 3)
      $0.colors = try Table([row, row])
    },
    RecordExample(
      "ctab without colours", "00000000 8000 FFFF", "seed=0 flags=32768 size=65535 colors=[]",
      ColorTable.self
    ) { _ in },
    RecordExample(
      "crgn", "000A 0000 0000 0000 0140",
      "region_size=10 top=0 left=0 bottom=0 right=320 region_data=<>", ClippingRegion.self
    ) { $0.right = 320 },
    // `imap` nests a head of its own; its values come with such a head and without.
    RecordExample("a value of imap", "76696465", "value=1986618469", TrackInputValue.self) {
      $0.value = 0x7669_6465
    },
    RecordExample(
      "a value of imap with a head", "00000001 0000 0000 00000000 76696465",
      "atom_ID=1 child_count=0 value=1986618469", TrackInputValue.self
    ) {
      $0.value = 0x7669_6465
      $0.hasAtomHead = true
    },
    RecordExample(
      "ftyp", "71742020 20050300 71742020 6D703432",
      "major_brand='qt  ' minor_version=537199360 compatible_brands=['qt  ', 'mp42']",
      FileType.self
    ) {
      $0 = try FileType(
        majorBrand: "qt  ", minorVersion: 0x2005_0300, compatibleBrands: ["qt  ", "mp42"])
    },
  ]

  @Test func aDurationBeyond32BitsNeedsVersion1() {
    var header = MovieHeader()
    header.duration = 1 << 32
    #expect(throws: FormatError(.doesNotFit(bits: 32), path: "duration")) {
      try header.serialized()
    }
  }

  @Test func referencesToTheFileItself() {
    var elsewhere = URLDataReference()
    elsewhere.flags = 0
    elsewhere.hasLocation = true
    elsewhere.location = CString("file:a")
    #expect(URLDataReference().isSelfContained && !elsewhere.isSelfContained)
  }

  /// The count of a `dref` is that of the references it is given.
  @Test func referencesAreCounted() throws {
    let reference = try Atom("alis", AliasDataReference())
    let atom = try Atom("dref", DataReferences(), children: [reference, reference])
    #expect(
      try atom.serialized()
        == hex(
          """
          00000028 64726566 00000000 00000002
          0000000C 616C6973 00000001  0000000C 616C6973 00000001
          """))
  }

  @Test func aRegionWithoutItsRectangleIsRefused() {
    let bytes = hex("0009 0000 0000 0000 0140")[...]
    #expect(
      throws: FormatError(.invalidValue("invalid region size: 9 bytes"), path: "crgn/region_size")
    ) {
      try Atom("crgn", .bytes(bytes)).decode(ClippingRegion.self)
    }
  }

  @Test func brandsOfAFile() throws {
    let type = try FileType(
      majorBrand: "qt  ", minorVersion: 0x2005_0300, compatibleBrands: ["qt  ", "mp42"])
    #expect(type.has("mp42") && !type.has("isom"))
  }
}
