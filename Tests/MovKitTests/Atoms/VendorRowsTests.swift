import Testing

@testable import MovKit

/// Content Credentials, Dolby Vision, and what Canon, Avid and the iTunes Store write.
@Suite struct VendorRowsTests {
  @Test(arguments: rows) func valueBytesText(row: RecordExample) throws { try row.check() }

  static let rows: [RecordExample] = [
    RecordExample(
      "C2PA with hashes", "00000000 6d65726b6c6500 83010203",
      "version=0 flags=0 box_purpose='merkle' data=<83010203>", ContentProvenance.self
    ) {
      $0.boxPurpose = CString("merkle")
      $0.data = RawBytes(bytes: [0x83, 1, 2, 3])
    },
    RecordExample(
      "C2PA with a manifest", "00000000 6d616e696665737400 0000000000000102",
      "version=0 flags=0 box_purpose='manifest' merkle_offset=258", ContentProvenance.self
    ) { $0.merkleOffset = 258 },
    RecordExample(
      "jumd with a label", "63327061 00110010800000aa00389b71 03 6332706100",
      "content_type=<6332706100110010800000aa00389b71> toggles=3 label='c2pa'",
      JUMBFDescription.self
    ) {
      $0.contentType = RawBytes(bytes: hex("63327061 00110010800000aa00389b71")[...])
      $0.toggles = 3
      $0.label = CString("c2pa")
    },
    RecordExample(
      "jumd with an ID and a private box",
      "63626f72 00110010800000aa00389b71 14 00000007 0000000a 63327368 0102",
      "content_type=<63626f7200110010800000aa00389b71> toggles=20 id=7 "
        + "private=<0000000a633273680102>", JUMBFDescription.self
    ) {
      $0.contentType = RawBytes(bytes: hex("63626f72 00110010800000aa00389b71")[...])
      $0.toggles = 20
      $0.id = 7
      $0.privateBox = RawBytes(bytes: hex("0000000a 63327368 0102")[...])
    },
    RecordExample(
      "bfdb", "01 612f6200 6e00", "toggles=1 media_type='a/b' file_name='n'",
      EmbeddedFileDescription.self
    ) {
      $0.toggles = 1
      $0.mediaType = CString("a/b")
      $0.fileName = CString("n")
    },
    // Of a file of an EOS R6.
    RecordExample(
      "CCTP", "00000000 00000001 00000003", "version=0 flags=0 unknown=1 entry_count=3",
      CanonTrackPointers.self
    ) { $0.entryCount = 3 },
    RecordExample(
      "CCDT", "0000000000000010 00000000 00000001", "kind=16 dual_pixel=0 track_ID=1",
      CanonTrackPointer.self
    ) { $0.kind = 16 },
    RecordExample(
      "CTBO",
      "00000002 00000001 0000000000008270 0000000000010018 00000004 0000000000000000"
        + "0000000000000000",
      "entry_count=2 entries=[index=1 offset=33392 size=65560, index=4 offset=0 size=0]",
      CanonOffsets.self
    ) {
      var (xmp, none) = (CanonOffsets.Entry(), CanonOffsets.Entry())
      (xmp.index, xmp.offset, xmp.size) = (1, 33392, 65560)
      none.index = 4
      $0.entries = [xmp, none]
    },
    RecordExample(
      "THMB", "00000000 00a0 0078 00000002 0001 0000 ffd8 00",
      "version=0 flags=0 width=160 height=120 picture_size=2 unknown=1 reserved=0 picture=<ffd8> "
        + "padding=<00>", CanonThumbnail.self
    ) {
      $0.picture = RawBytes(bytes: [0xFF, 0xD8])
      $0.padding = RawBytes(bytes: [0])
    },
    RecordExample(
      "the uuid of PRVW", "00000000 00000001", "version=0 flags=0 entry_count=1",
      CountedContainer.self
    ) { $0.entryCount = 1 },
    RecordExample(
      "PRVW", "00000000 0001 0654 0438 0001 00000002 ffd8",
      "version=0 flags=0 unknown_1=1 width=1620 height=1080 unknown_2=1 picture_size=2 "
        + "picture=<ffd8> padding=<>", CanonPreview.self
    ) { $0.picture = RawBytes(bytes: [0xFF, 0xD8]) },
    RecordExample(
      "CTMD", "000000000000 0001 00000002 0000 0001 00000018 0101 0007 000024a6",
      "data_reference_index=1 entry_count=2 kinds=[form=0 type=1 size=24, form=257 type=7 "
        + "size=9382]", CanonTimedMetadata.self
    ) {
      var (time, exif) = (CanonTimedMetadata.Kind(), CanonTimedMetadata.Kind())
      time.size = 24
      (exif.form, exif.type, exif.size) = (0x101, 7, 9382)
      $0.kinds = try Table([time, exif])
    },
    RecordExample(
      "FPRF", "00000000 00000008 00000000", "version=0 flags=0 function_flags=8", FileProfile.self
    ) { $0.functionFlags = 8 },
    RecordExample(
      "APRF",
      "00000000 00000002 6d703461 0000020f 00000000 00000080 00000100 0000bb80 00000002",
      "version=0 flags=0 track_ID=2 codec='mp4a' codec_info=527 attributes=0 average_bitrate=128 "
        + "maximum_bitrate=256 sample_rate=48000 channel_count=2", AudioProfile.self
    ) {
      ($0.trackID, $0.codec, $0.codecInfo) = (2, "mp4a", 527)
      ($0.averageBitrate, $0.maximumBitrate) = (128, 256)
      ($0.sampleRate, $0.channelCount) = (48000, 2)
    },
    RecordExample(
      "VPRF",
      """
      00000000 00000001 61766331 00000042 00000001 00000400 00000800 001df853 001e0000 0780 0438
      00010001
      """,
      "version=0 flags=0 track_ID=1 codec='avc1' codec_info=66 attributes=1 average_bitrate=1024 "
        + "maximum_bitrate=2048 average_frame_rate=29.9700164794921875 maximum_frame_rate=30 "
        + "width=1920 height=1080 pixel_width=1 pixel_height=1", VideoProfile.self
    ) {
      ($0.trackID, $0.codec, $0.codecInfo, $0.attributes) = (1, "avc1", 66, 1)
      ($0.averageBitrate, $0.maximumBitrate) = (1024, 2048)
      $0.averageFrameRate = UFixed16x16(rawValue: 0x1DF853)
      $0.maximumFrameRate = UFixed16x16(rawValue: 0x1E0000)
      ($0.width, $0.height, $0.pixelWidth, $0.pixelHeight) = (1920, 1080, 1, 1)
    },
    // TIFF Revision 6.0, section 2: a directory of five entries at byte 8, and values after it.
    RecordExample(
      "CMT1, least significant byte first",
      """
      4949 2a00 08000000 0500 0001 0300 01000000 60150000 0f01 0200 06000000 4a000000
      1201 0300 01000000 06000000 9a82 0500 01000000 50000000 0192 0a00 01000000 58000000
      00000000 43616e6f6e00 01000000 64000000 fbffffff 03000000
      """,
      "tiff={byte_order='II' entries=[tag=256 type=3 count=1 numbers=[5472], tag=271 type=2 count=6 "
        + "text='Canon', tag=274 type=3 count=1 numbers=[6], tag=33434 type=5 count=1 fractions=['1/100'], "
        + "tag=37377 type=10 count=1 fractions=['-5/3']]}", CanonDirectory<PictureTags>.self
    ) {
      $0.tiff = ExifBytes(
        bytes: hex(
          """
          4949 2a00 08000000 0500 0001 0300 01000000 60150000 0f01 0200 06000000 4a000000
          1201 0300 01000000 06000000 9a82 0500 01000000 50000000 0192 0a00 01000000 58000000
          00000000 43616e6f6e00 01000000 64000000 fbffffff 03000000
          """)[...])
    },
    RecordExample(
      "CMT4, most significant byte first, with one value in two",
      "4d4d 002a 00000008 0002 0000 0001 00000004 02030000 0001 0002 00000002 4e000000 00000000",
      "tiff={byte_order='MM' entries=[tag=0 type=1 count=4 numbers=[2, 3, 0, 0], tag=1 type=2 count=2 "
        + "text='N']}", CanonDirectory<PositionTags>.self
    ) {
      $0.tiff = ExifBytes(
        bytes: hex(
          "4d4d 002a 00000008 0002 0000 0001 00000004 02030000 0001 0002 00000002 4e000000 00000000"
        )[...])
    },
    RecordExample(
      "CMT3 that is no TIFF", "4949 2a00 08000000 0500", "data=<49492a00080000000500>",
      CanonDirectory<MakerTags>.self
    ) { $0.tiff = ExifBytes(bytes: hex("4949 2a00 08000000 0500")[...]) },
    RecordExample(
      "CMP1 of a small picture",
      "ff00 0030 0100 0000 00000658 00000438 00000658 00000438 0e 40 03 80 00000070 0101",
      "marker=65280 header_size=48 format_version=256 reserved=0 width=1624 height=1080 "
        + "tile_width=1624 tile_height=1080 bit_depth=14 plane_count=4 color_layout=0 "
        + "encoding_type=0 wavelet_levels=3 has_tile_columns=1 has_tile_rows=0 "
        + "sample_header_size=112 rest=<0101>", CanonRawParameters.self
    ) {
      ($0.width, $0.height, $0.tileWidth, $0.tileHeight) = (1624, 1080, 1624, 1080)
      $0.waveletLevels = 3
      $0.hasTileColumns = 1
      $0.sampleHeaderSize = 112
      $0.rest = RawBytes(bytes: [1, 1])
    },
    RecordExample(
      "IAD1", "00000000 15c0 0e7c 0001 0002 0001 0000 0054 0032 15b3 0e71",
      "version=0 flags=0 width=5568 height=3708 unknown_1=1 kind=2 unknown_2=1 unknown_3=0 "
        + "areas=[left=84 top=50 right=5555 bottom=3697]", CanonImageAreas.self
    ) {
      ($0.width, $0.height, $0.kind) = (5568, 3708, 2)
      var area = CanonImageAreas.Area()
      (area.left, area.top, area.right, area.bottom) = (84, 50, 5555, 3697)
      $0.areas = try Table([area])
    },
    RecordExample(
      "chrm", "01 02", "top_field=1 bottom_field=2", ChromaFieldLocations.self
    ) {
      $0.topField = 1
      $0.bottomField = 2
    },
    RecordExample(
      "dvcC of profile 8.4", "01 00 10 25 40 000000 " + String(repeating: "00000000", count: 4),
      "dv_version_major=1 dv_version_minor=0 dv_profile=8 dv_level=4 rpu_present_flag=1 "
        + "el_present_flag=0 bl_present_flag=1 dv_bl_signal_compatibility_id=4 dv_md_compression=0",
      DolbyVisionConfiguration.self
    ) { ($0.profile, $0.level, $0.compatibilityID) = (8, 4, 4) },
    RecordExample(
      "APRG", "41505247 30303031 00000002 00000000", "tag='APRG' tag_version='0001' mode=2",
      AvidFieldMode.self
    ) { $0.mode = 2 },
    RecordExample(
      "ARES", "41524553 30303031 000004d5 00000780 00000438 00000001 00000005",
      "tag='ARES' tag_version='0001' compression_id=1237 width=1920 height=1080 field_count=1 "
        + "rest=<00000005>", AvidResolution.self
    ) {
      ($0.compressionID, $0.width, $0.height) = (1237, 1920, 1080)
      $0.rest = RawBytes(bytes: [0, 0, 0, 5])
    },
    RecordExample(
      "ADHR", "30303031 000004f8 0102", "tag_version='0001' compression_id=1272 rest=<0102>",
      AvidDNxHR.self
    ) {
      $0.compressionID = 1272
      $0.rest = RawBytes(bytes: [1, 2])
    },
    RecordExample("user", "0000002a", "number=42", FairPlayNumber.self) { $0.number = 42 },
    RecordExample(
      "righ", "736f6e67 00000007 00000000 00000000",
      "rights=[name='song' number=7, name='\\x00\\x00\\x00\\x00' number=0]", FairPlayRights.self
    ) {
      var row = FairPlayRights.Row()
      (row.name, row.number) = ("song", 7)
      $0.rights = try Table([row, FairPlayRights.Row()])
    },
  ]

  /// The boxes of a manifest are child atoms; hashes are not divided.
  @Test func boxesOfAManifest() throws {
    let type = hex("d8fec3d61b0e483c92975828877ec481")
    let box = atom(
      "jumb", atom("jumd", hex("63327061 00110010800000aa00389b71 03 6332706100")),
      atom("jumb", atom("json", Array("{}".utf8))))
    let file = try AtomFile(
      from: MemorySource(
        fileType + atom("uuid", type, zeros(4), Array("manifest".utf8), zeros(9), box)
          + atom("uuid", type, zeros(4), Array("merkle".utf8), zeros(1), box)))
    #expect(file.diagnostics.isEmpty)
    #expect(
      AtomWalk(file).map(\.path) == [
        "ftyp", "uuid[0]", "uuid[0]/jumb", "uuid[0]/jumb/jumd", "uuid[0]/jumb/jumb",
        "uuid[0]/jumb/jumb/json", "uuid[1]",
      ])
    #expect(file.contentCredentials != nil)
  }
}
