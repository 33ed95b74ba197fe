import Testing

@testable import MovKit

/// User data, metadata and what says things about the file as a whole, byte by byte.
@Suite struct UserDataRowsTests {
  @Test(arguments: rows) func valueBytesText(row: RecordExample) throws { try row.check() }

  static let rows: [RecordExample] = [
    // The number 99, the start of 2025 and the UUID 00112233-4455-6677-8899-aabbccddeeff.
    RecordExample(
      "Xtra of other values",
      """
      00000040 00000002 574d 00000003 0000000e 0013 6300000000000000 0000000e 0015 0040ba19e05bdb01
      00000016 0048 33221100 5544 7766 8899aabbccddeeff
      """,
      "attributes=[size=64 name_length=2 name='WM' value_count=3 values=[value_size=14 "
        + "value_type=19 number=99, value_size=14 value_type=21 "
        + "file_time=133801632000000000(2025-01-01T00:00:00Z), value_size=22 value_type=72 "
        + "uuid='00112233-4455-6677-8899-aabbccddeeff']]",
      WindowsMediaMetadata.self
    ) {
      let values =
        [
          (19, "6300000000000000"), (21, "0040ba19e05bdb01"),
          (72, "33221100554477668899aabbccddeeff"),
        ] as [(UInt16, String)]
      var attribute = WindowsMediaMetadata.Attribute()
      attribute.name = TextBytes("WM")
      attribute.values = RecordList(
        values.map { type, bytes in
          var value = WindowsMediaMetadata.Value()
          value.type = type
          value.value = RawBytes(bytes: hex(bytes)[...])
          return value
        })
      $0.attributes = [attribute]
    },
    RecordExample("manu", "43616e6f6e", "text='Canon'", CameraName.self) {
      $0.text = AssetString(bytes: ascii("Canon")[...])
    },
    RecordExample(
      "manu of Canon", "00000000 55c4 43616e6f6e00",
      "version=0 flags=0 language=21956(und) text='Canon'", CameraName.self
    ) {
      $0.isFull = true
      $0.text = AssetString("Canon")
    },
    RecordExample("ctyp", "73746e61", "controller_type='stna'", ControllerType.self) {
      $0.type = "stna"
    },
    RecordExample(
      "thmb", "00000000 6a706567 ffd8ffd9", "version=0 flags=0 format='jpeg' picture=<ffd8ffd9>",
      Thumbnail.self
    ) { $0.picture = RawBytes(bytes: [0xFF, 0xD8, 0xFF, 0xD9]) },
    RecordExample(
      "mhdr", "00000000 00000007", "version=0 flags=0 next_item_id=7", MetadataHeader.self
    ) { $0.nextItemID = 7 },
    // Both from a file of a HERO7.
    RecordExample(
      "CAME", "5f868fe0899aa39083f25bfba6e72a95", "identifier=<5f868fe0899aa39083f25bfba6e72a95>",
      CameraIdentifier.self
    ) { $0.identifier = RawBytes(bytes: hex("5f868fe0899aa39083f25bfba6e72a95")[...]) },
    RecordExample(
      "MUID", "5f868fe0899aa39083f25bfba6e72a95 07e3518b0003035c0bc3000000000000",
      "camera_identifier=<5f868fe0899aa39083f25bfba6e72a95> "
        + "file_identifier=<07e3518b0003035c0bc3000000000000>",
      MediaIdentifier.self
    ) {
      $0.camera = RawBytes(bytes: hex("5f868fe0899aa39083f25bfba6e72a95")[...])
      $0.file = RawBytes(bytes: hex("07e3518b0003035c0bc3000000000000")[...])
    },
    // GPMF Introduction: a device with its ID, its name and a stream, and what is not used.
    RecordExample(
      "GPMF",
      """
      44455643 00 01 0054 44564944 4c 04 0001 00000001 44564e4d 63 01 0005 48656c6c6f 000000
      5354524d 00 01 0030 53434c41 73 02 0002 0001 fffe 4f464653 66 04 0001 3fc00000
      554e4954 63 01 0002 6db2 0000 54595045 3f 02 0001 0102 0000 00000000 0000
      """,
      "elements=[key='DEVC' type=0 structure_size=1 repeat=84 elements=[key='DVID' type=76 "
        + "structure_size=4 repeat=1 value=1, key='DVNM' type=99 structure_size=1 repeat=5 "
        + "text='Hello', key='STRM' type=0 structure_size=1 repeat=48 elements=[key='SCLA' "
        + "type=115 structure_size=2 repeat=2 values=[1, -2], key='OFFS' type=102 "
        + "structure_size=4 repeat=1 value=1.5, key='UNIT' type=99 structure_size=1 repeat=2 "
        + "text='m²', key='TYPE' type=63 structure_size=2 repeat=1 data=<0102>]], "
        + "key='\\x00\\x00\\x00\\x00' unused=<0000>]", GoProMetadata.self
    ) {
      func element(_ key: FourCC, _ type: Unicode.Scalar, _ size: UInt8, _ value: String)
        -> GoProElement
      {
        var element = GoProElement()
        (element.key, element.type, element.structureSize) = (key, UInt8(type.value), size)
        element.value = hex(value)[...]
        return element
      }
      var (device, stream, end) = (GoProElement(), GoProElement(), GoProElement())
      stream.key = "STRM"
      stream.elements = [
        element("SCLA", "s", 2, "0001 fffe"), element("OFFS", "f", 4, "3fc00000"),
        element("UNIT", "c", 1, "6db2"), element("TYPE", "?", 2, "0102"),
      ]
      device.elements = [
        element("DVID", "L", 4, "00000001"), element("DVNM", "c", 1, "48656c6c6f"), stream,
      ]
      end.key = FourCC(rawValue: 0)
      end.value = [0, 0]
      $0.elements = [device, end]
    },
    RecordExample(
      "GPMF that is cut off", "44455643 00 01 0050 44564944", "data=<444556430001005044564944>",
      GoProMetadata.self
    ) {
      $0.isStructured = false
      $0.data = RawBytes(bytes: hex("44455643 00 01 0050 44564944")[...])
    },
    // ID3 tag version 2.4.0: a size has 7 bits in each byte. The texts are in each of the encodings.
    RecordExample(
      "ID32 of version 2.4",
      """
      00000000 15c7 494433 04 00 00 00000053 54495432 00000005 0000 00 4dfc6e6c
      54414c42 00000007 0000 01 fffe 4100 4200 54505542 00000005 0000 02 0041 0042
      54585858 00000006 0000 03 61 00 c3bc 00 50524956 00000002 0000 6100 00000000 00000000
      """,
      "version=0 flags=0 language=5575(eng) id3v2_tag={identifier='ID3' major_version=4 revision=0 "
        + "flags=0 size=83 frames=[id='TIT2' size=5 flags=0 text=['Münl'], id='TALB' size=7 flags=0 "
        + "text=['AB'], id='TPUB' size=5 flags=0 text=['AB'], id='TXXX' size=6 flags=0 text=['a', 'ü'], "
        + "id='PRIV' size=2 flags=0 data=<6100>, id='\\x00\\x00\\x00\\x00' unused=<00000000>]}",
      ID3Metadata.self
    ) {
      $0.language = LanguageCode(rawValue: 0x15C7)
      $0.tag = RawBytes(
        bytes: hex(
          """
          494433 04 00 00 00000053 54495432 00000005 0000 00 4dfc6e6c
          54414c42 00000007 0000 01 fffe 4100 4200 54505542 00000005 0000 02 0041 0042
          54585858 00000006 0000 03 61 00 c3bc 00 50524956 00000002 0000 6100 00000000 00000000
          """)[...])
    },
    // ID3 tag version 2.3.0: a size has all 8 bits, and each text in UTF-16 has a byte order mark.
    RecordExample(
      "ID32 of version 2.3",
      """
      00000000 15c7 494433 03 00 00 0000001d
      54585858 00000013 0000 01 fffe 4b00 fc00 0000 feff 0057 0065 0000 6100
      """,
      "version=0 flags=0 language=5575(eng) id3v2_tag={identifier='ID3' major_version=3 revision=0 "
        + "flags=0 size=29 frames=[id='TXXX' size=19 flags=0 text=['Kü', 'We', '愀']]}",
      ID3Metadata.self
    ) {
      $0.language = LanguageCode(rawValue: 0x15C7)
      $0.tag = RawBytes(
        bytes: hex(
          """
          494433 03 00 00 0000001d
          54585858 00000013 0000 01 fffe 4b00 fc00 0000 feff 0057 0065 0000 6100
          """)[...])
    },
    RecordExample(
      "ID32 that is no tag", "00000000 15c7 494434",
      "version=0 flags=0 language=5575(eng) id3v2_data=<494434>",
      ID3Metadata.self
    ) {
      $0.language = LanguageCode(rawValue: 0x15C7)
      $0.tag = RawBytes(bytes: hex("494434")[...])
    },
    RecordExample(
      "chpl", "01000000 00000000 01 0000000000989680 03 4f6e65",
      "version=1 flags=0 chapter_count=1 chapters=[start_time=10000000 title='One']",
      ChapterList.self
    ) {
      var chapter = ChapterList.Chapter()
      chapter.start = 10_000_000
      chapter.title = PascalString("One")
      $0.chapters = [chapter]
    },
    RecordExample(
      "chpl of version 0", "00000000 00", "version=0 flags=0 chapter_count=0 chapters=[]",
      ChapterList.self
    ) { $0.version = 0 },
    RecordExample(
      "Xtra",
      """
      00000024 00000004 574d2f41 00000002 0000000a 0008 41000000 0000000a 0013 01020304
      """,
      "attributes=[size=36 name_length=4 name='WM/A' value_count=2 values=[value_size=10 "
        + "value_type=8 text='A', value_size=10 value_type=19 bytes=<01020304>]]",
      WindowsMediaMetadata.self
    ) {
      var text = WindowsMediaMetadata.Value()
      text.value = RawBytes(bytes: [0x41, 0, 0, 0])
      var number = WindowsMediaMetadata.Value()
      number.type = 19
      number.value = RawBytes(bytes: [1, 2, 3, 4])
      var attribute = WindowsMediaMetadata.Attribute()
      attribute.name = TextBytes("WM/A")
      attribute.values = [text, number]
      $0.attributes = [attribute]
    },
    RecordExample(
      "kind", "00000000 753a00 6d61696e00", "version=0 flags=0 scheme_URI='u:' value='main'",
      TrackKind.self
    ) {
      $0.schemeURI = CString("u:")
      $0.value = CString("main")
    },
    RecordExample(
      "tsel", "00000000 00000001 62776173",
      "version=0 flags=0 switch_group=1 attribute_list=['bwas']", TrackSelection.self
    ) {
      $0.switchGroup = 1
      $0.attributes = try Table([TrackAttribute("bwas")])
    },
    RecordExample(
      "stri", "00000000 0001 0001 00000002 62697472",
      "version=0 flags=0 switch_group=1 alternate_group=1 sub_track_ID=2 "
        + "attribute_list=['bitr']",
      SubTrackInformation.self
    ) {
      $0.switchGroup = 1
      $0.alternateGroup = 1
      $0.subTrackID = 2
      $0.attributes = try Table([TrackAttribute("bitr")])
    },
    RecordExample(
      "stsg", "00000000 74656c65 0002 00000001 00000002",
      "version=0 flags=0 grouping_type='tele' item_count=2 group_description_indices=[1, 2]",
      SubTrackSampleGroup.self
    ) {
      $0.groupingType = "tele"
      $0.groupDescriptionIndices = try Table([1, 2])
    },
    RecordExample(
      "tlou", "00000000 0000 0800 7f 12 01 01 48 23",
      "version=0 flags=0 loudness_bases=[downmix_ID=0 DRC_set_ID=0 bs_sample_peak_level=128 "
        + "bs_true_peak_level=127 measurement_system_for_TP=1 reliability_for_TP=2 "
        + "measurement_count=1 measurements=[method_definition=1 method_value=72 "
        + "measurement_system=2 reliability=3]]",
      Loudness.self
    ) {
      $0.bases[0].samplePeakLevel = 128
      $0.bases[0].truePeakLevel = 127
      $0.bases[0].truePeakSystem = 1
      $0.bases[0].truePeakReliability = 2
      var row = Loudness.Measurement()
      row.methodValue = 72
      row.measurementSystem = 2
      row.reliability = 3
      $0.bases[0].measurements = try Table([row])
    },
    RecordExample(
      "alou of version 1", "01000000 01 02 0041 fff001 00 00",
      "version=1 flags=0 loudness_base_count=1 loudness_bases=[EQ_set_ID=2 downmix_ID=1 "
        + "DRC_set_ID=1 bs_sample_peak_level=-1 bs_true_peak_level=1 "
        + "measurement_system_for_TP=0 reliability_for_TP=0 measurement_count=0 "
        + "measurements=[]]",
      Loudness.self
    ) {
      $0.version = 1
      $0.bases[0].hasEQ = true
      $0.bases[0].eqSetID = 2
      $0.bases[0].downmixID = 1
      $0.bases[0].drcSetID = 1
      $0.bases[0].samplePeakLevel = -1
      $0.bases[0].truePeakLevel = 1
    },
    RecordExample(
      "HMMT", "00000001 00000bb8 00000000", "highlight_count=1 milliseconds=[3000, 0]",
      HighlightTimes.self
    ) {
      $0.count = 1
      $0.times = try Table([3000, 0])
    },
    RecordExample(
      "gps in moov", "00000101 00000002 00001388 00000140 00000000 00000000",
      "unknown=257 block_count=2 blocks=[offset=5000 size=320, offset=0 size=0]",
      DashcamPositions.self
    ) {
      var block = DashcamPositions.Block()
      (block.offset, block.size) = (5000, 320)
      $0.blocks = [block, DashcamPositions.Block()]
    },
    RecordExample(
      "gps in moov without a list", "24475052 4d432c30", "data=<244750524d432c30>",
      DashcamPositions.self
    ) {
      $0.isList = false
      $0.data = RawBytes(bytes: ascii("$GPRMC,0")[...])
    },
    RecordExample(
      "ptv", "0000 00000000 00 01", "display_size=0 slide_show=0 play_on_open=1",
      PrintToVideo.self
    ) { $0.playOnOpen = 1 },
    RecordExample(
      "MTDT", "0002 000c 0000000b 55c4 0000 003c 000e 00000001 55c4 0001 00410042",
      "entry_count=2 entries=[size=12 type=11 language=21956(und) encoding=0 data=<003c>, "
        + "size=14 type=1 language=21956(und) encoding=1 text='AB']",
      UserMetadata.self
    ) {
      var number = UserMetadata.Entry()
      number.type = 11
      number.encoding = 0
      number.value = RawBytes(bytes: [0, 0x3C])
      var text = UserMetadata.Entry()
      text.value = RawBytes(bytes: [0, 0x41, 0, 0x42])
      $0.entries = [number, text]
    },
    RecordExample(
      "trkn", "00000000 0000 0000 0000 0003 000c 0000",
      "type_indicator=0 country=0 language=0 number=3 total=12", NumberOfTotal.self
    ) {
      $0.number = 3
      $0.total = 12
      $0.hasReservedEnd = true
    },
    RecordExample(
      "disk", "00000000 0000 0000 0000 0001 0002",
      "type_indicator=0 country=0 language=0 number=1 total=2", NumberOfTotal.self
    ) {
      $0.number = 1
      $0.total = 2
    },
    RecordExample(
      "trkn that is something else", "00000015 0000 0000 05",
      "type_indicator=21 country=0 language=0 data=<05>", NumberOfTotal.self
    ) {
      $0.typeIndicator = 21
      $0.isPair = false
      $0.data = RawBytes(bytes: [5])
    },
    RecordExample(
      "pdin", "00000000 000013f2 00005148",
      "version=0 flags=0 entries=[rate=5106 initial_delay=20808]", ProgressiveDownload.self
    ) {
      var row = ProgressiveDownload.Row()
      row.rate = 5106
      row.initialDelay = 20808
      $0.entries = try Table([row])
    },
    RecordExample(
      "tyco", "69736f6d 6d703432", "compatible_brands=['isom', 'mp42']", TypeCombination.self
    ) {
      $0.compatibleBrands = try Table([TypeCombination.Brand("isom"), .init("mp42")])
    },
    RecordExample(
      "mere", "00000000 6d703774 6d703762 05",
      "version=0 flags=0 first_metabox_handler_type='mp7t' second_metabox_handler_type='mp7b' "
        + "metabox_relation=5",
      MetadataRelation.self
    ) {
      $0.secondHandler = "mp7b"
      $0.relation = 5
    },
    RecordExample(
      "bloc", "00000000 61" + String(repeating: "00", count: 255 + 256 + 512),
      "version=0 flags=0 base_location='a' purchase_location=''", BaseLocation.self
    ) { $0.baseLocation = AssetString(bytes: [0x61] + Bytes(repeating: 0, count: 255)) },
    RecordExample(
      "ainf", "00000000 68313667 753a00",
      "version=0 flags=0 profile_version='h16g' APID='u:'", AssetInformation.self
    ) {
      $0.profileVersion = "h16g"
      $0.assetID = CString("u:")
    },
    RecordExample(
      "iods",
      "00000000 10 0d 004f ff ff 0f 01 ff 0e 04 00000003",
      "version=0 flags=0 object_descriptor={tag=16 object_descriptor_id=1 url_flag=0 "
        + "include_inline_profile_level_flag=0 profiles={od_profile_level_indication=255 "
        + "scene_profile_level_indication=255 audio_profile_level_indication=15 "
        + "visual_profile_level_indication=1 graphics_profile_level_indication=255} "
        + "descriptors=[tag=14 data=<00000003>]}",
      ObjectDescriptor.self
    ) {
      $0.descriptor = RawBytes(bytes: hex("10 0d 004f ff ff 0f 01 ff 0e 04 00000003")[...])
    },
    RecordExample(
      "iods that is not a descriptor", "00000000 0102", "version=0 flags=0 descriptor=<0102>",
      ObjectDescriptor.self
    ) { $0.descriptor = RawBytes(bytes: [1, 2]) },
    RecordExample(
      "rdrf", "00000000 75726c20 00000003 723a00",
      "flags=0 data_reference_type='url ' data_reference_size=3 url='r:'", ReferenceMovie.self
    ) { $0.url = AssetString("r:") },
    RecordExample(
      "rdrf of an alias", "00000001 616c6973 00000002 0102",
      "flags=1 data_reference_type='alis' data_reference_size=2 data=<0102>",
      ReferenceMovie.self
    ) {
      $0.flags = 1
      $0.referenceType = "alis"
      $0.data = RawBytes(bytes: [1, 2])
    },
    RecordExample("rmcs", "00000000 012c", "flags=0 speed=300", ReferenceMovieSpeed.self) {
      $0.isLong = false
      $0.speed = 300
    },
    RecordExample(
      "rmla", "00000000 15c7", "flags=0 language=5575(eng)", ReferenceMovieLanguage.self
    ) { $0.language = LanguageCode(rawValue: 0x15C7) },
    RecordExample("rmcs", "00000000 000002bc", "flags=0 value=700", ReferenceMovieSpeed.self) {
      $0.value = 700
    },
    RecordExample("rmqu", "00000005", "quality=5", ReferenceMovieQuality.self) { $0.quality = 5 },
    RecordExample(
      "rmvc", "00000000 7174696d 06000000 ff000000 0001",
      "flags=0 software_package='qtim' version=100663296 mask=4278190080 check_type=1",
      ReferenceMovieVersion.self
    ) {
      $0.version = 0x0600_0000
      $0.mask = 0xFF00_0000
      $0.checkType = 1
    },
    RecordExample(
      "rmcd", "00000000 696d6463 53565133 6170706c 00000000 00000000 00000001",
      "flags=0 component_type='imdc' component_subtype='SVQ3' component_manufacturer='appl' "
        + "component_flags=0 component_flags_mask=0 min_version=1",
      ReferenceMovieComponent.self
    ) {
      $0.componentType = "imdc"
      $0.componentSubtype = "SVQ3"
      $0.componentManufacturer = "appl"
      $0.minVersion = 1
    },
    RecordExample("dcom", "7a6c6962", "compression_method='zlib'", DataCompression.self) { _ in },
    RecordExample(
      "cmvd", "00000100 789c", "uncompressed_size=256 data=<789c>", CompressedMovieData.self
    ) {
      $0.uncompressedSize = 256
      $0.data = RawBytes(bytes: [0x78, 0x9C])
    },
  ]

  /// `uuid` atoms are what their user type says, in every place.
  @Test func userTypesDecide() throws {
    let time = hex("6d1d9b0542d544e680e2141daff757b2 00000000 00000005 00000006")
    let other = hex("000102030405060708090a0b0c0d0e0f 00000000 00000005 00000006")
    let file = try AtomFile(
      from: MemorySource(
        fileType + atom("uuid", time) + atom("moov", atom("uuid", time), atom("uuid", other))))
    var describer = AtomDescriber()
    let found = AtomWalk(file).filter { $0.atom.type == "uuid" }.map { describer.describe($0) }
    let text = { (description: AtomDescription) in
      RecordExample.text(of: .fields(Array(description.fields.dropFirst())))
    }
    #expect(
      found.map(\.name) == [
        "Track Fragment Time (tfxd)", "Track Fragment Time (tfxd)", "Extended Type",
      ])
    let decoded = "version=0 flags=0 fragment_absolute_time=5 fragment_duration=6"
    #expect(found.map(text) == [decoded, decoded, "data=<000000000000000500000006>"])
  }

  /// Elements in elements without end take no stack: they are bytes.
  @Test(arguments: [(depth: 8, isStructured: true), (depth: 9, isStructured: false)])
  func depthOfGoPro(depth: Int, isStructured: Bool) throws {
    func nested(_ depth: Int) -> [UInt8] {
      (0..<depth).reduce([]) { inner, _ in
        ascii("DEVC") + [0, 4] + u16(UInt16(inner.count / 4)) + inner
      }
    }
    for depth in [depth, isStructured ? depth : 8000] {
      let metadata = try Atom("GPMF", .bytes(nested(depth)[...])).decode(GoProMetadata.self)
      #expect(metadata.isStructured == isStructured)
    }
  }

  /// ID3 tag version 2.4.0, 6.2: seven bits in each byte.
  @Test(arguments: [(0, 0), (127, 0x7F), (128, 0x100), (257, 0x201), ((1 << 28) - 1, 0x7F7F_7F7F)])
  func synchsafe(value: Int, stored: UInt32) {
    #expect(SynchsafeInteger(exactly: value)?.rawValue == stored)
    #expect(SynchsafeInteger(rawValue: stored).value == UInt32(value))
  }

  @Test func synchsafeHasNoMore() {
    #expect(SynchsafeInteger(exactly: 1 << 28) == nil && SynchsafeInteger(exactly: -1) == nil)
  }

  /// Values of Exif that are the same bytes would make much of little.
  @Test func valuesThatOverlap() throws {
    func directory(_ entries: Int, _ step: Int) -> Bytes {
      let after = 10 + 12 * entries
      return
        (hex("4d4d 002a 00000008") + u16(UInt16(entries))
        + (0..<entries).flatMap { hex("010f 0002 00000006") + u32(UInt32(after + step * $0)) }
        + zeros(entries * 6))[...]
    }
    func isShown(_ bytes: Bytes) -> Bool {
      if case .fields = ExifBytes<PictureTags>(bytes: bytes).fieldValue { true } else { false }
    }
    #expect(isShown(directory(40, 6)))
    #expect(isShown(directory(2, 0)))
    // 40 values of 6 bytes in 8 + 2 + 480 + 240 bytes fit; of 40 bytes each they do not.
    var long = Array(directory(40, 0))
    for entry in 0..<40 { long[10 + 12 * entry + 7] = 40 }
    #expect(!isShown(long[...]))
  }
}
