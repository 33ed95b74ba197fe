import Testing

@testable import MovKit

/// What old codecs, Windows, and programs that protect content put into descriptions.
@Suite struct OldFormatRowsTests {
  @Test(arguments: rows) func valueBytesText(row: RecordExample) throws { try row.check() }

  static let rows: [RecordExample] = [
    // From a file of Microsoft's PIFF.
    RecordExample(
      "wfex of Windows Media Audio",
      "6101 0200 80bb0000 803e0000 5615 1000 0a00 008800000f0000000000",
      "format_tag=353 channels=2 samples_per_second=48000 average_bytes_per_second=16000 "
        + "block_align=5462 bits_per_sample=16 extra_size=10 extra=<008800000f0000000000>",
      WaveFormat.self
    ) {
      $0.format = LittleEndian(353)
      $0.bytesPerSecond = LittleEndian(16000)
      $0.blockAlign = LittleEndian(5462)
      $0.bitsPerSample = LittleEndian(16)
      $0.extraSize = LittleEndian(10)
      $0.extra = RawBytes(bytes: [0, 0x88, 0, 0, 0x0F, 0, 0, 0, 0, 0])
    },
    RecordExample(
      "strf of a picture whose first row is the top one",
      """
      28000000 40010000 10ffffff 0100 1800 4d504734 00841300 120b0000 00000000
      00000000 00000000 0a0b
      """,
      "size=40 width=320 height=-240 planes=1 bit_count=24 compression='MPG4' size_image=1278976 "
        + "x_pixels_per_metre=2834 y_pixels_per_metre=0 colours_used=0 colours_important=0 "
        + "extra=<0a0b>",
      BitmapFormat.self
    ) {
      ($0.width, $0.height) = (LittleEndian(320), LittleEndian(-240))
      $0.compression = "MPG4"
      $0.imageSize = LittleEndian(1_278_976)
      $0.horizontalResolution = LittleEndian(2834)
      $0.extra = RawBytes(bytes: [10, 11])
    },
    // 010 1 0 0000 1 000000
    RecordExample(
      "SMI of a usual size", "53455148 00000003 5040 aa",
      "tag='SEQH' size=3 frame_size_code=2 half_pixel_motion=1 third_pixel_motion=0 low_delay=1 "
        + "rest=<aa>",
      SorensonHeader.self
    ) {
      ($0.frameSizeCode, $0.halfPixelMotion, $0.lowDelay) = (2, 1, 1)
      $0.rest = RawBytes(bytes: [0xAA])
    },
    // 111 000101000000 000011110000 1 1 0000 0 000000
    RecordExample(
      "SMI of a size of its own", "53455148 00000005 e2 80 1e 18 00",
      "tag='SEQH' size=5 frame_size_code=7 width=320 height=240 half_pixel_motion=1 "
        + "third_pixel_motion=1 low_delay=0 rest=<>",
      SorensonHeader.self
    ) {
      ($0.width, $0.height) = (320, 240)
      ($0.halfPixelMotion, $0.thirdPixelMotion) = (1, 1)
    },
    RecordExample(
      "QDCA", "00000001 00000002 0000ac44 0001f400 00010000 00000100 00000c80",
      "version=1 channels=2 sample_rate=44100 bit_rate=128000 block_size=65536 frame_size=256 "
        + "packet_size=3200",
      QDesignConfiguration.self
    ) {
      ($0.bitRate, $0.blockSize, $0.frameSize, $0.packetSize) = (128_000, 65536, 256, 3200)
    },
    RecordExample("srcq", "00000060", "quality=96", ConverterQuality.self) { $0.quality = 0x60 },
    RecordExample("odkm", "00000000", "version=0 flags=0", OMAKeyManagement.self) { _ in },
    RecordExample(
      "ohdr", "00000000 02 00 0000000000000010 0003 0002 0004 633a31 753a 613a6200",
      "version=0 flags=0 encryption_method=2 padding_scheme=0 plaintext_length=16 "
        + "content_id_length=3 rights_issuer_url_length=2 textual_headers_length=4 "
        + "content_id='c:1' rights_issuer_url='u:' textual_headers=<613a6200>",
      OMACommonHeaders.self
    ) {
      ($0.encryptionMethod, $0.plaintextLength) = (2, 16)
      $0.contentID = AssetString(bytes: [0x63, 0x3A, 0x31])
      $0.rightsIssuerURL = AssetString(bytes: [0x75, 0x3A])
      $0.textualHeaders = RawBytes(bytes: [0x61, 0x3A, 0x62, 0])
    },
    RecordExample(
      "odaf", "00000000 80 00 10",
      "version=0 flags=0 selective_encryption=1 key_indicator_length=0 IV_length=16",
      ISMASampleFormat.self
    ) { ($0.selectiveEncryption, $0.vectorLength) = (1, 16) },
    RecordExample(
      "adrm",
      "0000003800000001 \(String(repeating: "ab", count: 56)) 00000000 "
        + "\(String(repeating: "cd", count: 20)) ef",
      "header=<0000003800000001> encrypted_key=<\(String(repeating: "ab", count: 56))> "
        + "separator=<00000000> checksum=<\(String(repeating: "cd", count: 20))> rest=<ef>",
      AudibleProtection.self
    ) {
      $0.header = RawBytes(bytes: [0, 0, 0, 0x38, 0, 0, 0, 1])
      $0.key = RawBytes(bytes: Bytes(repeating: 0xAB, count: 56))
      $0.checksum = RawBytes(bytes: Bytes(repeating: 0xCD, count: 20))
      $0.rest = RawBytes(bytes: [0xEF])
    },
  ]

  @Test(arguments: [UInt32(0), 1, 2])
  func aHeaderOfSorensonThatIsTooShortIsRefused(size: UInt32) {
    var bytes = hex("53455148 00000000 e2801e1800")
    bytes[7] = UInt8(size)
    #expect(throws: FormatError.self) {
      try Atom("SMI ", .bytes(bytes[...])).decode(SorensonHeader.self)
    }
  }
}
