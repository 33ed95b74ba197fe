import Testing

@testable import MovKit

/// Headers of movie, track and media, and edit lists, byte by byte.
@Suite struct HeaderRowsTests {
  private static let identity = """
    00010000 00000000 00000000  00000000 00010000 00000000  00000000 00000000 40000000
    """
  private static let identityText = "(1 0 0 0 1 0 0 0 1)"

  @Test func movieHeader() throws {
    try RecordRow(
      make { (header: inout MovieHeader) in
        header.creationTime = MacDate(rawValue: 0xD73A_1C60)
        header.timescale = 24000
        header.duration = 48048
        header.rate = Fixed16x16(rawValue: 0x8000)
        header.posterTime = 7
        header.nextTrackID = 3
      },
      """
      00 000000  D73A1C60 00000000 00005DC0 0000BBB0  00008000 0100  00000000000000000000
      \(Self.identity)
      00000000 00000000 00000007 00000000 00000000 00000000  00000003
      """,
      """
      version 0, flags 0, creation_time 2018-06-03T22:29:52Z, modification_time 0, \
      timescale 24000, duration 48048, rate 0.5, volume 1, matrix \(Self.identityText), \
      preview_time 0, preview_duration 0, poster_time 7, selection_time 0, \
      selection_duration 0, current_time 0, next_track_ID 3
      """
    ).check()
    try RecordRow(
      make { (header: inout MovieHeader) in
        header.version = 1
        header.timescale = 600
        header.duration = 0x2_0000_0001
        header.volume = Fixed8x8(rawValue: -0x80)
        header.nextTrackID = 0xFFFF_FFFF
      },
      """
      01 000000  0000000000000000 0000000000000000 00000258 0000000200000001
      00010000 FF80  00000000000000000000
      \(Self.identity)
      00000000 00000000 00000000 00000000 00000000 00000000  FFFFFFFF
      """,
      """
      version 1, flags 0, creation_time 0, modification_time 0, timescale 600, \
      duration 8589934593, rate 1, volume -0.5, matrix \(Self.identityText), preview_time 0, \
      preview_duration 0, poster_time 0, selection_time 0, selection_duration 0, \
      current_time 0, next_track_ID 4294967295
      """
    ).check()
  }

  @Test func aDurationBeyond32BitsNeedsVersion1() {
    let header = make { (header: inout MovieHeader) in header.duration = 1 << 32 }
    #expect(throws: FormatError(.doesNotFit(bits: 32), path: "duration")) {
      try header.serialized()
    }
  }

  @Test func trackHeader() throws {
    try RecordRow(
      make { (header: inout TrackHeader) in
        header.flags = TrackHeader.enabled | TrackHeader.inMovie | TrackHeader.inPoster
        header.trackID = 2
        header.duration = 1000
        header.layer = -1
        header.alternateGroup = 1
        header.volume = .one
        header.width = UFixed16x16(rawValue: 0x0780_0000)
        header.height = UFixed16x16(rawValue: 0x0438_8000)
      },
      """
      00 00000B  00000000 00000000 00000002 00000000 000003E8  0000000000000000
      FFFF 0001 0100 0000
      \(Self.identity)
      07800000 04388000
      """,
      """
      version 0, flags 11, creation_time 0, modification_time 0, track_ID 2, duration 1000, \
      layer -1, alternate_group 1, volume 1, matrix \(Self.identityText), width 1920, \
      height 1080.5
      """
    ).check()
    try RecordRow(
      make { (header: inout TrackHeader) in
        header.version = 1
        header.duration = .max
      },
      """
      01 000003  0000000000000000 0000000000000000 00000001 00000000 FFFFFFFFFFFFFFFF
      0000000000000000  0000 0000 0000 0000
      \(Self.identity)
      00000000 00000000
      """,
      """
      version 1, flags 3, creation_time 0, modification_time 0, track_ID 1, \
      duration 18446744073709551615, layer 0, alternate_group 0, volume 0, \
      matrix \(Self.identityText), width 0, height 0
      """
    ).check()
  }

  @Test func mediaHeader() throws {
    try RecordRow(
      make { (header: inout MediaHeader) in
        header.timescale = 30000
        header.duration = 1001
        header.language = LanguageCode(rawValue: 0x1)
        header.quality = 0x4000
      },
      "00 000000  00000000 00000000 00007530 000003E9 0001 4000",
      """
      version 0, flags 0, creation_time 0, modification_time 0, timescale 30000, \
      duration 1001, language fra, quality 16384
      """
    ).check()
    try RecordRow(
      make { (header: inout MediaHeader) in
        header.version = 1
        header.timescale = 90000
        header.duration = 1 << 33
        header.language = LanguageCode(rawValue: 0x15C7)
      },
      "01 000000  0000000000000000 0000000000000000 00015F90 0000000200000000 15C7 0000",
      """
      version 1, flags 0, creation_time 0, modification_time 0, timescale 90000, \
      duration 8589934592, language eng, quality 0
      """
    ).check()
  }

  @Test func extendedLanguage() throws {
    let language = make { $0.extendedLanguage = CString("fr-CA") } as ExtendedLanguage
    let text = "extended_language 'fr-CA'"
    try RecordRow(language, "00000000 66722D4341 00", "version 0, flags 0, " + text).check()
    var bare = language
    bare.hasVersion = false
    try RecordRow(bare, "66722D4341 00", text).check()
  }

  @Test func editList() throws {
    try RecordRow(
      EditList([
        .init(segmentDuration: 50, mediaTime: -1),
        .init(segmentDuration: 1000, mediaTime: 2002, mediaRate: Fixed16x16(rawValue: 0x8000)),
        .init(segmentDuration: 25, mediaTime: 0, mediaRate: Fixed16x16(rawValue: 0)),
      ]),
      """
      00 000000  00000003
      00000032 FFFFFFFF 00010000  000003E8 000007D2 00008000  00000019 00000000 00000000
      """,
      """
      version 0, flags 0, entry_count 3, entries \
      [{segment_duration 50, media_time -1, media_rate 1}; \
      {segment_duration 1000, media_time 2002, media_rate 0.5}; \
      {segment_duration 25, media_time 0, media_rate 0}]
      """
    ).check()
    try RecordRow(
      EditList([
        .init(segmentDuration: 1 << 32, mediaTime: -1), .init(segmentDuration: 1, mediaTime: 4),
      ]),
      """
      01 000000  00000002
      0000000100000000 FFFFFFFFFFFFFFFF 00010000  0000000000000001 0000000000000004 00010000
      """,
      """
      version 1, flags 0, entry_count 2, entries \
      [{segment_duration 4294967296, media_time -1, media_rate 1}; \
      {segment_duration 1, media_time 4, media_rate 1}]
      """
    ).check()
  }

  @Test func baseMediaInformation() throws {
    let text = "version 0, flags 0, graphics_mode 64, opcolor (32768 32768 32768), balance -1"
    let whole = make { (info: inout BaseMediaInformation) in
      info.balance = Fixed8x8(rawValue: -0x100)
    }
    try RecordRow(whole, "00000000 0040 8000 8000 8000 FF00 0000", text).check()
    var short = whole
    short.hasReserved = false
    try RecordRow(short, "00000000 0040 8000 8000 8000 FF00", text).check()
  }

  @Test func timecodeMediaInformation() throws {
    let named = make { (info: inout TimecodeMediaInformation) in
      info.textFace = 1
      info.textColor = RGBColor(red: 0xFFFF, green: 0, blue: 1)
      info.backgroundColor = RGBColor()
      info.fontName = PascalString("Courier")
    }
    let text = """
      version 0, flags 0, text_font 0, text_face 1, text_size 12, text_color (65535 0 1), \
      background_color (0 0 0)
      """
    let fixed = "00000000 0000 0001 000C 0000  FFFF00000001 000000000000"
    try RecordRow(named, fixed + "07 436F7572696572", text + ", font_name 'Courier'").check()
    var nameless = named
    nameless.hasFontName = false
    nameless.fontName = PascalString()
    try RecordRow(nameless, fixed, text).check()
  }

  @Test func dataReferences() throws {
    try RecordRow(URLDataReference(), "00000001", "version 0, flags 1").check()
    let elsewhere = make { (reference: inout URLDataReference) in
      reference.flags = 0
      reference.hasLocation = true
      reference.location = CString("file:a")
    }
    try RecordRow(
      elsewhere, "00000000 66696C653A61 00", "version 0, flags 0, location 'file:a'"
    ).check()
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

  /// QuickDraw counts the colours of a table from zero, so that none are -1.
  @Test func colorTable() throws {
    var row = ColorTable.Row()
    row.color = RGBColor(red: 1, green: 2, blue: 3)
    try RecordRow(
      make { $0.colors = try Table([row, row]) } as ColorTable,
      "00000000 8000 0001  0000000100020003 0000000100020003",
      """
      seed 0, flags 32768, size 1, colors \
      [{value 0, color (1 2 3)}; {value 0, color (1 2 3)}]
      """
    ).check()
    try RecordRow(
      ColorTable(), "00000000 8000 FFFF", "seed 0, flags 32768, size 65535, colors []"
    ).check()
  }

  @Test func clippingRegion() throws {
    try RecordRow(
      make { $0.right = 320 } as ClippingRegion, "000A 0000 0000 0000 0140",
      "region_size 10, top 0, left 0, bottom 0, right 320, region_data <>"
    ).check()
    let bytes = hex("0009 0000 0000 0000 0140")[...]
    #expect(
      throws: FormatError(.invalidValue("invalid region size: 9 bytes"), path: "crgn/region_size")
    ) {
      try Atom("crgn", .bytes(bytes)).decode(ClippingRegion.self)
    }
  }

  /// `imap` nests a head of its own; its values come with such a head and without.
  @Test func trackInputs() throws {
    let input = make { (input: inout TrackInputValue) in input.value = 0x7669_6465 }
    try RecordRow(input, "76696465", "value 1986618469").check()
    var headed = input
    headed.hasAtomHead = true
    try RecordRow(
      headed, "00000001 0000 0000 00000000 76696465", "atom_ID 1, child_count 0, value 1986618469"
    ).check()
  }

  @Test func fileType() throws {
    let type = try FileType(
      majorBrand: "qt  ", minorVersion: 0x2005_0300, compatibleBrands: ["qt  ", "mp42"])
    try RecordRow(
      type, "71742020 20050300 71742020 6D703432",
      "major_brand 'qt  ', minor_version 537199360, compatible_brands ['qt  '; 'mp42']"
    ).check()
    #expect(type.has("mp42") && !type.has("isom"))
  }
}
