import Testing

@testable import MovKit

/// The parsers of timecode in metadata and in video, on bytes written by hand.
@Suite struct EmbeddedTimecodeTests {
  private func label(
    _ hours: Int, _ minutes: Int, _ seconds: Int, _ frames: Int, drop: Bool? = nil
  ) -> EmbeddedLabel {
    EmbeddedLabel(hours, minutes, seconds, frames, isDropFrame: drop)
  }

  // MARK: Sony

  /// A header of 28 bytes: binary numbers, with 44 of 50 frames per second (MediaInfoLib#1966).
  static func rtmd(
    _ hours: UInt8, _ minutes: UInt8, _ seconds: UInt8, _ drop: UInt8, _ frames: UInt8
  ) -> [UInt8] {
    [0, 0x1C, 1, 0] + zeros(9) + [hours, minutes, seconds, drop, frames] + zeros(10)
  }

  @Test func sonyMetadata() {
    #expect(SonyRealTimeMetadata.label(Self.rtmd(10, 59, 7, 0, 44)[...]) == label(10, 59, 7, 44))
    #expect(
      SonyRealTimeMetadata.label(Self.rtmd(1, 2, 3, 1, 4)[...]) == label(1, 2, 3, 4, drop: true))
    #expect(SonyRealTimeMetadata.label(Self.rtmd(24, 0, 0, 0, 0)[...]) == nil)
    #expect(SonyRealTimeMetadata.label(Self.rtmd(1, 2, 3, 0, 4)[..<27]) == nil)
    #expect(SonyRealTimeMetadata.label(zeros(28)[...]) == nil)
  }

  private func tableDocument(
    _ fps: Int, _ half: Bool, _ first: String, _ count: Int, _ last: String
  )
    -> SonyTimecodeTable?
  {
    SonyTimecodeTable(
      ascii(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <NonRealTimeMeta xmlns="urn:schemas-professionalDisc:nonRealTimeMeta:ver.2.00">
          <TargetMaterial umidRef="060A2B340101010501010D43130000"/>
          <LtcChangeTable tcFps="\(fps)" halfStep="\(half)">
            <LtcChange frameCount="0" value="\(first)" status="increment"/>
            <LtcChange frameCount="\(count)" value="\(last)" status="end"/>
          </LtcChangeTable>
        </NonRealTimeMeta>
        """)[...])
  }

  /// The digits are frames, seconds, minutes, hours (CommandPost).
  @Test func sonyTable() throws {
    let table = try #require(tableDocument(25, false, "17305719", 4379, "21250020"))
    #expect(table.quanta == 25)
    #expect(table.changes.map(\.frame) == [0, 4379])
    #expect(
      table.changes.map(\.label)
        == [label(19, 57, 30, 17, drop: false), label(20, 0, 25, 21, drop: false)])
    #expect(table.changes.map(\.isEnd) == [false, true])
  }

  /// At 59.94, a label stands for two frames, and the flags are among the digits: `B6` is 36 seconds
  /// and the field mark (CommandPost#3154).
  @Test func sonyTableOfHalfSteps() throws {
    let table = try #require(tableDocument(30, true, "52023422", 2039, "51B63422"))
    #expect(table.quanta == 60)
    #expect(
      table.changes.map(\.label)
        == [label(22, 34, 2, 24, drop: true), label(22, 34, 36, 23, drop: true)])
    // 34 seconds of 60 frames less one are 2039.
    let format = try #require(
      TimecodeFormat.counting(MediaTime(value: 1001, timescale: 60000), isDropFrame: true))
    let numbers = try table.changes.map { try format.frameNumber(for: $0.label.timecode) }
    #expect(numbers[1] - numbers[0] == 2039)
  }

  // MARK: XMP

  @Test(arguments: [
    """
    <xmpDM:startTimecode xmpDM:timeFormat="2997DropTimecode" xmpDM:timeValue="01:00:00;02"/>
    """,
    """
    <xmpDM:startTimecode rdf:parseType="Resource"><xmpDM:timeFormat>2997DropTimecode
    </xmpDM:timeFormat><xmpDM:timeValue>01:00:00;02</xmpDM:timeValue></xmpDM:startTimecode>
    """,
    """
    <xmpDM:startTimecode>
      <rdf:Description xmpDM:timeFormat='2997DropTimecode' xmpDM:timeValue='01:00:00;02'/>
    </xmpDM:startTimecode>
    """,
  ])
  func xmp(_ property: String) {
    let packet =
      "<?xpacket begin=''?><x:xmpmeta><!-- <xmpDM:startTimecode> --><rdf:RDF><rdf:Description "
      + "xmpDM:tapeName='A&amp;B'>\(property)</rdf:Description></rdf:RDF></x:xmpmeta>"
    let read = XMPTimecode(ascii(packet)[...])
    #expect(read.reel == "A&B")
    #expect(
      read.starts == [
        XMPTimecode.Start(
          property: "startTimecode", label: label(1, 0, 0, 2, drop: true),
          frameDuration: MediaTime(value: 1001, timescale: 30000))
      ])
  }

  @Test func xmpOfUnknownFormat() {
    let packet = "<a:altTimecode a:timeFormat='7Timecode' a:timeValue='10:11:12:13'/>"
    #expect(
      XMPTimecode(ascii(packet)[...]).starts == [
        XMPTimecode.Start(
          property: "altTimecode", label: label(10, 11, 12, 13, drop: false), frameDuration: nil)
      ])
  }

  @Test func xmpBeforeMidnight() {
    let packet = "<a:startTimecode a:timeFormat='25Timecode' a:timeValue='-00:00:01:05'/>"
    let start = XMPTimecode(ascii(packet)[...]).starts.first
    #expect(start?.label.text == "-00:00:01:05" && start?.label.timecode.isNegative == true)
  }

  // MARK: Broadcast WAV

  @Test func broadcastExtension() throws {
    // Lines of a Sound Devices recorder (ltcsync#18).
    let text = "sSPEED=029.970-DF\r\nsUBITS=$00000000\r\nsTAPE=19Y05M23\r\n"
    let reference: [UInt8] = [0x00, 0xB8, 0x4C, 0x0A, 0, 0, 0, 0]
    let chunk = ascii(text) + zeros(338 - text.utf8.count) + reference + zeros(256)
    let read = try #require(BroadcastExtension(chunk[...]))
    // An hour at 48 kHz.
    #expect(read.timeReference == 172_800_000)
    #expect(read.reel == "19Y05M23")
    #expect(read.rate?.frameDuration == MediaTime(value: 1001, timescale: 30000))
    #expect(read.rate?.isDropFrame == true)
    #expect(BroadcastExtension(chunk[..<345]) == nil)
  }

  static let ixml = """
    <?xml version="1.0" encoding="UTF-8"?><BWFXML><IXML_VERSION>1.5</IXML_VERSION>
    <TAPE>S01</TAPE><SPEED><TIMECODE_RATE>24000/1001</TIMECODE_RATE>
    <TIMECODE_FLAG>NDF</TIMECODE_FLAG><FILE_SAMPLE_RATE>48000</FILE_SAMPLE_RATE>
    <TIMESTAMP_SAMPLE_RATE>48048</TIMESTAMP_SAMPLE_RATE>
    <TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>1</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>
    <TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO>16</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO>
    </SPEED></BWFXML>
    """

  @Test func broadcastXML() throws {
    let read = try #require(BroadcastXML(ascii(Self.ixml)[...]))
    #expect(read.timeReference == 0x1_0000_0010)
    #expect(read.sampleRate == 48048)
    #expect(read.rate?.frameDuration == MediaTime(value: 1001, timescale: 24000))
    #expect(read.rate?.isDropFrame == false)
    #expect(read.reel == "S01")
    #expect(BroadcastXML(ascii("<other/>")[...]) == nil)
  }

  @Test(arguments: [
    ("29970/1000", "DF", 1001, 30000), ("25/1", "NDF", 1, 25), ("23.98", "NDF", 1001, 24000),
    ("24", "", 1, 24),
  ])
  func recorderRates(_ rate: String, _ flag: String, _ value: Int64, _ scale: Int32) {
    let read = RecorderRate(ixml: rate, flag: flag)
    #expect(read?.frameDuration == MediaTime(value: value, timescale: scale))
    #expect(read?.isDropFrame == (flag == "DF"))
    for bad in ["", "0/1", "25/0", "-25", "x", "2500/1", "."] {
      #expect(RecorderRate(ixml: bad, flag: nil) == nil, "\(bad)")
    }
  }

  // MARK: Video

  /// A picture timing message after the tables of D.1.3: a frame of two fields with 5 + 3 bits of
  /// delays, the second timestamp of which is full.
  @Test func pictureTiming() throws {
    var bits = BitString()
    bits.u(8, 0xA5)
    bits.u(4, 3)
    bits.flag(false)
    bits.flag(true)
    bits.u(2, 0)
    bits.flag(true)
    bits.u(5, 4)
    bits.flag(true)
    bits.flag(false)
    bits.flag(false)
    bits.u(8, 29)
    bits.u(6, 58)
    bits.u(6, 57)
    bits.u(5, 23)
    bits.u(24, 0)
    let payload = bits.unit(head: [])
    let unit = [6, 1, UInt8(payload.count)] + payload + [0x80]
    var usability = VideoUsability()
    usability.hasPictureStructure = true
    usability.delayBits = 8
    let found = try #require(SEIMessage.payload(1, in: unit[...], codec: .h264))
    let stamp = try #require(ClockTimestamp.first(inPictureTiming: found, usability))
    #expect(stamp.label == label(23, 57, 58, 29, drop: true))
    #expect(stamp.countsPairs)
    for count in 3..<unit.count {
      guard let cut = SEIMessage.payload(1, in: unit[..<count], codec: .h264) else { continue }
      _ = ClockTimestamp.first(inPictureTiming: cut, usability)
    }
  }

  /// A time code message after the tables of H.265, D.2.27, with the hours by their own flags.
  @Test func timeCodeMessage() throws {
    var bits = BitString()
    bits.u(2, 1)
    bits.flag(true)
    bits.flag(true)
    bits.u(5, 0)
    bits.flag(false)
    bits.u(2, 0)
    bits.u(9, 300)
    bits.flag(true)
    bits.u(6, 4)
    bits.flag(true)
    bits.u(6, 3)
    bits.flag(true)
    bits.u(5, 2)
    bits.u(5, 0)
    let payload = bits.unit(head: [])
    let unit = [39 << 1, 1, 136, UInt8(payload.count)] + payload + [0x80]
    let found = try #require(SEIMessage.payload(136, in: unit[...], codec: .hevc))
    #expect(
      ClockTimestamp.first(inTimeCode: found)?.label == label(2, 3, 4, 300, drop: false))
  }

  static let mdpm =
    hex("17EE8C60F84D11D98CD60800200C9A66 4D44504D 03")
    + hex("13 44 33 22 01") + hex("18 42 20 10 03") + hex("19 07 12 00 31")

  /// Frames, seconds, minutes, hours, and the date of exiftool's list: zone, century, year, month,
  /// day, hour, minute, second.
  @Test func modifiedDVPack() throws {
    let pack = try #require(ModifiedDVPack(Self.mdpm))
    #expect(pack.label == label(1, 22, 33, 4, drop: true))
    #expect(pack.clock?.text == "2010-03-07T12:00:31+01:00")
    #expect(ModifiedDVPack(Array(Self.mdpm.dropFirst())) == nil)
    for count in 0..<Self.mdpm.count { _ = ModifiedDVPack(Array(Self.mdpm.prefix(count))) }
  }

  /// A sequence of 30000/1001, a group of 01:02:03;04, and an intra picture that two others precede.
  static let mpeg2 =
    hex("000001B3 14 00 F0 14 FFFFE018")
    + hex("000001B8") + Array(groupBits.prefix(4)) + hex("00000100 008F FFF8")
  private static let groupBits: [UInt8] = {
    var bits = BitString()
    bits.flag(true)
    bits.u(5, 1)
    bits.u(6, 2)
    bits.flag(true)
    bits.u(6, 3)
    bits.u(6, 4)
    bits.u(7, 0)
    return bits.unit(head: [])
  }()

  @Test func groupHeader() throws {
    let group = try #require(MPEG2GroupHeader(Self.mpeg2[...]))
    #expect(group.label == label(1, 2, 3, 4, drop: true))
    #expect(group.frameDuration == MediaTime(value: 1001, timescale: 30000))
    #expect(group.picturesBefore == 2)
    #expect(group.offset == 12)
  }

  /// A header block of 525 lines, and a subcode block with a timecode in its second sync block.
  static let dv: [UInt8] = {
    var frame = hex("1F 07 00 3F") + zeros(76)
    frame += hex("3F 07 00") + hex("8F F0 FF 00 FFFFFFFF") + hex("8F F1 FF 13 44 33 22 01")
    frame += zeros(240 - frame.count)
    return frame
  }()

  @Test func subcode() throws {
    let subcode = try #require(DVSubcode(Self.dv[...]))
    #expect(subcode.label == label(1, 22, 33, 4, drop: true))
    #expect(subcode.frameDuration == MediaTime(value: 1001, timescale: 30000))
    #expect(subcode.offset == 80 + 3 + 8 + 3)
    var pal = Self.dv
    pal[3] = 0xBF
    #expect(try #require(DVSubcode(pal[...])).label == label(1, 22, 33, 4, drop: false))
    var empty = Self.dv
    for index in 95..<99 { empty[index] = 0xFF }
    #expect(DVSubcode(empty[...]) == nil)
  }

  // MARK: GoPro

  private static func klv(
    _ key: String, _ type: String, _ size: UInt8, _ count: UInt16,
    _ value: [UInt8]
  ) -> [UInt8] {
    ascii(key) + (type.isEmpty ? [0] : ascii(type)) + [size] + u16(count) + value
      + zeros((4 - value.count % 4) % 4)
  }

  static let gpmf: [UInt8] = {
    let stream = klv("GPSF", "L", 4, 1, u32(3)) + klv("GPSU", "U", 16, 1, ascii("191118234515.470"))
    let device =
      klv("TZON", "s", 2, 1, u16(UInt16(bitPattern: -480)))
      + klv("STRM", "", 1, UInt16(stream.count), stream)
    return klv("DEVC", "", 1, UInt16(device.count), device)
  }()

  @Test func satelliteTime() throws {
    let data = try #require(GoProClock(Self.gpmf[...]))
    #expect(data.clock?.text == "2019-11-18T23:45:15.470Z")
    #expect(data.hasFix == true)
    #expect(data.zone == -480)
    #expect(data.key == "GPSU")
    #expect(data.offset == 8 + 12 + 8 + 12)
  }

  /// GPS9: 8766 days after 2000-01-01 are 2024-01-01, as `date -d '2000-01-01 +8766 days'` says.
  @Test func satelliteTimeOfNineParts() throws {
    let scale = [10_000_000, 10_000_000, 1000, 1000, 100, 1, 1000, 100, 1].flatMap { u32($0) }
    let record = zeros(20) + u32(8766) + u32(45_296_789) + u16(150) + u16(0)
    let payload =
      Self.klv("SCAL", "l", 4, 9, scale) + Self.klv("TYPE", "c", 1, 9, ascii("lllllllSS"))
      + Self.klv("GPS9", "?", 32, 1, record)
    let data = try #require(GoProClock(payload[...]))
    #expect(data.clock?.text == "2024-01-01T12:34:56.789Z")
    #expect(data.hasFix == false)
  }

  // MARK: Clocks

  @Test func clocks() {
    let read = WallClock(iso8601: "2024-05-31T10:11:12.5+0200")
    #expect(read?.text == "2024-05-31T10:11:12.500+0200")
    #expect(read?.label(quanta: 24) == label(10, 11, 12, 12))
    for bad in ["", "2024-05-31", "2024-05-31T25:00:00Z", "2024-05-31T1:2", "x-05-31T10:11:12Z"] {
      #expect(WallClock(iso8601: bad) == nil, "\(bad)")
    }
    // 2024-05-31T08:11:12.500Z is 1717143072.5 s after 1970, which is 2082844800 s after 1904.
    for text in [
      "2024-05-31T10:11:12.5+0200", "2024-05-31T10:11:12.5+02:00", "2024-05-31T10:11:12.5+02",
      "2024-05-31T08:11:12.5Z", "2024-05-31T08:11:12.5", "2024-05-31T04:41:12.5-0330",
    ] {
      #expect(WallClock(iso8601: text)?.moment == 3_799_987_872_500, "\(text)")
    }
    #expect(WallClock(iso8601: "2024-05-31T10:11:12+2")?.moment == nil)
    #expect(WallClock(iso8601: "2024-13-31T10:11:12Z")?.moment == nil)
  }

  // MARK: Damage

  /// Every parser on cut and on changed bytes: none traps.
  @Test func damage() {
    let xml = ascii(Self.ixml)
    let sony = ascii(
      "<m><LtcChangeTable tcFps='25' halfStep='true'><LtcChange frameCount='0' value='51B63422' "
        + "status='increment'/></LtcChangeTable></m>")
    let xmp = ascii(
      "<r xmpDM:tapeName='&amp;x'><!-- c --><xmpDM:startTimecode xmpDM:timeFormat='25Timecode' "
        + "xmpDM:timeValue='01:00:00:00'/></r>")
    let parsers: [(bytes: [UInt8], parse: (Bytes) -> Void)] = [
      (Self.rtmd(1, 2, 3, 0, 4), { _ = SonyRealTimeMetadata.label($0) }),
      (sony, { _ = SonyTimecodeTable($0) }), (xmp, { _ = XMPTimecode($0) }),
      (xml, { _ = BroadcastXML($0) }), (Self.mdpm, { _ = ModifiedDVPack(Array($0)) }),
      (Self.mpeg2, { _ = MPEG2GroupHeader($0) }), (Self.dv, { _ = DVSubcode($0) }),
      (Self.gpmf, { _ = GoProClock($0) }),
    ]
    for (bytes, parse) in parsers {
      // The bytes of a slice need not begin at index 0.
      let padded = [9, 9, 9] + bytes
      for count in 3...padded.count { parse(padded[3..<count]) }
      for index in 3..<padded.count {
        for value in [0, 1, 0x7F, 0x80, 0xFF, 0x3C, 0x3E, 0x22] as [UInt8] {
          var changed = padded
          changed[index] = value
          parse(changed[3...])
        }
      }
    }
  }

  /// The time that a document takes grows with its length, whatever is open in it.
  @Test(.timeLimit(.minutes(2))) func longDocuments() {
    for piece in ["<", "<a", "<a b='", "<!--", "<a>", "&", "<a b=\"c\" ", "<?", "</"] {
      let bytes = ascii(String(repeating: piece, count: 100_000))
      _ = XMPTimecode(bytes[...])
      _ = SonyTimecodeTable(bytes[...])
      _ = BroadcastXML(bytes[...])
    }
  }
}
