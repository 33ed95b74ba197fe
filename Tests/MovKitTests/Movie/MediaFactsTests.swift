import Testing

@testable import MovKit

/// What tracks say of their media: expectations come from the standards' tables, and of files from
/// ffprobe.
@Suite struct MediaFactsTests {
  // MARK: Audio

  /// An AudioSpecificConfig, object type, channels and rate put out, and the RFC 6381 string.
  static let configurations: [(String, UInt8, Int, UInt32, String)] = [
    // 00010 0011 0010 000: AAC-LC, 48 kHz, two channels.
    ("1190", 2, 2, 48000, "mp4a.40.2"),
    // 00010 0100 0110 000: 44.1 kHz, 5.1.
    ("1230", 2, 6, 44100, "mp4a.40.2"),
    // 00010 0100 0111 000: 7.1.
    ("1238", 2, 8, 44100, "mp4a.40.2"),
    // 00101 0110 0010 0011 00010 000: SBR, core 24 kHz, out 48 kHz.
    ("2b11 8800", 5, 2, 48000, "mp4a.40.5"),
    // 11101 0110 0001 0011 00010 000: parametric stereo of one channel.
    ("eb09 8800", 29, 2, 48000, "mp4a.40.29"),
    // 00010 0110 0010 000, then 01010110111 00101 1 0011: SBR said behind the rest.
    ("1310 56e5 98", 2, 2, 48000, "mp4a.40.2"),
    // As before with one channel, and 10101001000 1: parametric stereo.
    ("1308 56e5 9d48 80", 2, 2, 48000, "mp4a.40.2"),
    // SBR said not to be there.
    ("1310 56e5 00", 2, 2, 24000, "mp4a.40.2"),
    // 00010 1111 (48001 in 24 bits) 0001 000: a rate of its own.
    ("1780 5dc0 88", 2, 1, 48001, "mp4a.40.2"),
    // 00010 0011 0000 000, a program config element: two front elements, one of a pair, one back
    // pair, one of low frequencies.
    ("1180 04c8 0500 0108 80", 2, 6, 48000, "mp4a.40.2"),
    // 11111 001010 0011 0010: USAC.
    ("f946 40", 42, 2, 48000, "mp4a.40.42"),
  ]

  @Test(arguments: configurations.indices) func audioSpecificConfigs(number: Int) throws {
    let (bytes, type, channels, rate, codecs) = Self.configurations[number]
    let config = try AudioSpecificConfig(hex(bytes)[...])
    #expect(config.objectType == type)
    #expect(config.channels == channels)
    #expect(config.sampleRate == rate)
    let facts = try Self.track(Self.mp4a(hex(bytes), channels: 1, rate: 8000)).facts
    #expect(facts.codec?.codecs == codecs)
    #expect(facts.audio?.channels == config.channels)
    #expect(facts.audio?.sampleRate == Double(rate))
  }

  @Test func truncatedAudioSpecificConfigsThrow() {
    for bytes in ["", "13", "f9", "1180 04"] {
      #expect(throws: FormatError.self) { try AudioSpecificConfig(hex(bytes)[...]) }
    }
  }

  /// By ffmpeg's encoders; the facts are what ffprobe says of the same files, but for the last, of which
  /// each bit is from ISO/IEC 14496-2, 6.2.3: Advanced Simple, pixels of 12:11, 25 ticks a second, each
  /// picture one of them, 720×576, interlaced.
  @Test(
    arguments: [
      (
        "000001b001000001b58913000001000000012000c48d8800c50a041e1443", 1, 1, 1, 24, nil, 320, 240,
        false
      ),
      (
        "000001b0f3 000001b509 00000100 00000120 08c8f86058800ce18b42240e", 0xF3, 17, 15, 25, 1,
        720, 576, true
      ),
    ] as [(String, UInt8, UInt8, UInt8, UInt16, UInt16?, UInt16, UInt16, Bool)])
  func visualConfigs(
    bytes: String, level: UInt8, type: UInt8, aspect: UInt8, resolution: UInt16, increment: UInt16?,
    width: UInt16, height: UInt16, isInterlaced: Bool
  ) throws {
    let config = try #require(try MPEG4VisualConfig(hex(bytes)[...]))
    #expect(config.profileAndLevel == level)
    #expect(config.objectType == type)
    #expect(config.aspectRatioInfo == aspect)
    #expect(config.timeIncrementResolution == resolution)
    #expect(config.fixedTimeIncrement == increment)
    #expect(config.width == width)
    #expect(config.height == height)
    #expect(config.isInterlaced == isInterlaced)
  }

  /// Of ffmpeg's encoder with `-s 720x576 -r 25 -flags +ilme`: Main profile at main level.
  @Test func mpeg2SequenceHeader() throws {
    let bytes = hex("000001b32d024033ffffe018000001b5148200010000")
    let header = try #require(try MPEG2SequenceHeader(bytes[...]))
    #expect(header.width == 720 && header.height == 576)
    #expect(header.aspectRatioInformation == 3)
    #expect(header.frameDuration == MediaTime(value: 1, timescale: 25))
    #expect(header.profileAndLevel == 0x48)
    #expect(header.isProgressive == false && header.chromaFormat == 1)
    #expect(try MPEG2SequenceHeader(bytes[4...]) == nil)
    #expect(throws: FormatError.self) { try MPEG2SequenceHeader(bytes[..<6]) }
  }

  /// Where nothing is said of SBR, the entry's double rate is what comes out.
  @Test func implicitBandReplication() throws {
    #expect(try Self.track(Self.mp4a(hex("1310"), rate: 48000)).facts.audio?.sampleRate == 48000)
    #expect(try Self.track(Self.mp4a(hex("1310"), rate: 44100)).facts.audio?.sampleRate == 24000)
  }

  /// Entry, atoms in it; channels, layout, rate and bits.
  static let sounds: [(FourCC, [UInt8], Int, String?, Double, Int?)] = [
    ("ac-3", atom("dac3", hex("103d60")), 6, "5.1", 48000, nil),
    ("ec-3", atom("dec3", hex("0600 200f 00")), 6, "5.1", 48000, nil),
    ("ec-3", atom("dec3", hex("0600 200f 0202")), 8, "7.1", 48000, nil),
    (
      "fLaC",
      atom(
        "dfLa", hex("00000000 80000022 10001000 000000 000000 177003700000bb80") + zeros(16)), 2,
      "stereo", 96000, 24
    ),
    ("Opus", atom("dOps", hex("00 01 0138 00003e80 0000 00")), 1, "mono", 48000, nil),
    (
      "alac",
      atom("alac", hex("00000000 00001000 00 18 28 0a 0e 01 00ff 00000000 00000000 0000ac44")), 1,
      "mono", 44100, 24
    ),
    ("samr", atom("damr", hex("46464d50 00 81ff 00 01")), 1, "mono", 8000, nil),
    ("mhm1", atom("mhaC", hex("01 0c 06 0000")), 6, "5.1", 32000, nil),
    ("sowt", [], 2, "stereo", 32000, 16),
    ("sowt", atom("chan", u32(0), u32(100 << 16 | 1), zeros(8)), 2, "stereo", 32000, 16),
    ("sowt", atom("chan", u32(0), u32(102 << 16 | 2), zeros(8)), 2, "stereo", 32000, 16),
    // Mid and side; centre and low frequencies; unknown.
    ("sowt", atom("chan", u32(0), u32(104 << 16 | 2), zeros(8)), 2, nil, 32000, 16),
    ("sowt", atom("chan", u32(0), u32(149 << 16 | 2), zeros(8)), 2, "1.1", 32000, 16),
    ("sowt", atom("chan", u32(0), u32(0xFFFF_0002), zeros(8)), 2, "stereo", 32000, 16),
  ]

  @Test(arguments: sounds.indices) func codecsDecide(number: Int) throws {
    let (type, children, channels, layout, rate, bits) = Self.sounds[number]
    // A template's numbers.
    let audio = try #require(
      try Self.track(Self.sound(type, channels: 2, rate: 32000, children)).facts.audio)
    #expect(audio.channels == channels)
    #expect(audio.channelLayout == layout)
    #expect(audio.sampleRate == rate)
    #expect(audio.bitsPerSample == bits)
  }

  /// A rate of 0 says nothing, so that of the entry counts.
  @Test func noRateOfDTS() throws {
    let none = atom("ddts", hex("00000000 00177000 00177000 18 03 243ee0 000f 00"))
    #expect(
      try Self.track(Self.sound("dtsc", rate: 32000, none)).facts.audio?.sampleRate == 32000)
    let some = atom("ddts", hex("0000bb80 00177000 00177000 18 03 243ee0 000f 00"))
    #expect(
      try Self.track(Self.sound("dtsc", rate: 32000, some)).facts.audio?.sampleRate == 48000)
  }

  /// Labels of Core Audio beside left, right, centre and low frequencies (CoreAudioBaseTypes.h), and the layout.
  @Test(
    arguments: [
      ([5, 6], "5.1"), ([33, 34], "5.1"), ([35, 36], "5.1"), ([55, 56], "5.1"), ([63, 64], "5.1"),
      ([65, 66], "5.1"), ([10, 11], "5.1"), ([9, 44], "5.1"), ([37, 62], "3.3"),
      ([49, 51], "3.1.2"),
      ([52, 54], "3.1.2"), ([13, 53], "3.1.2"), ([57, 58], "3.1.2"), ([59, 60], "3.1.2"),
      ([61, 12], "3.1.2"), ([5, 50], nil), ([40, 41], nil), ([0, 67], nil),
    ] as [([UInt32], String?)])
  func labelsOfCoreAudio(labels: [UInt32], layout: String?) throws {
    let all = [1, 2, 3, 4] + labels
    let chan = atom(
      "chan", u32(0), u32(0), u32(0), u32(UInt32(all.count)),
      all.flatMap { u32($0) + zeros(16) })
    let audio = try #require(
      try Self.track(Self.sound("sowt", channels: 6, rate: 48000, chan)).facts.audio)
    #expect(audio.channels == 6 && audio.channelLayout == layout)
  }

  /// Layouts of codecs and of Dolby Atmos (CoreAudioBaseTypes.h): a tag, channels, the layout, and positions of ISO/IEC
  /// 23091-3.
  @Test(
    arguments: [
      (151, 4, "4.0", [0, 2, 1, 10]), (154, 5, "4.1", [0, 2, 1, 10, 3]),
      (162, 8, "7.1", [0, 2, 1, 4, 5, 3, 11, 12]), (168, 4, "3.1", [2, 0, 1, 3]),
      (183, 8, "7.1", [2, 0, 1, 4, 5, 8, 9, 3]), (184, 8, "5.1.2", [2, 0, 1, 4, 5, 3, 17, 18]),
      (188, 7, "6.1", [0, 1, 2, 3, 10, 4, 5]), (194, 8, "5.1.2", [0, 1, 2, 3, 4, 5, 23, 24]),
      (192, 12, "7.1.4", [0, 1, 2, 3, 4, 5, 8, 9, 17, 18, 20, 21]),
    ] as [(UInt32, UInt16, String, [UInt8])])
  func layoutsOfCodecs(tag: UInt32, channels: UInt16, layout: String, positions: [UInt8]) throws {
    let chan = atom("chan", u32(0), u32(tag << 16 | UInt32(channels)), zeros(8))
    let track = try Self.track(Self.sound("sowt", channels: channels, chan))
    #expect(track.facts.audio?.channelLayout == layout)
    let format = LinearPCMFormat(
      description: try #require(track.sampleDescriptions.first), timescale: track.timescale)
    #expect(format?.positions == positions)
  }

  /// The type of `lpcm` does not say what the values are: flags of version 2 do (CoreAudioBaseTypes.h: 1 floating point,
  /// 2 most significant byte first, 4 signed, 8 packed).
  @Test(
    arguments: [
      (64, 9, "PCM (64-bit little-endian floating point)"), (32, 14, "PCM (32-bit big-endian)"),
      (16, 12, "PCM (16-bit little-endian)"), (8, 12, "PCM (8-bit signed)"),
      (8, 8, "PCM (8-bit unsigned)"),
    ] as [(UInt32, UInt32, String)])
  func namesOfPCM(bits: UInt32, flags: UInt32, name: String) throws {
    // 72 bytes, 48 kHz as Float64, two channels, and what is always the same.
    let version2 =
      u32(72) + hex("40e7700000000000") + u32(2) + u32(0x7F00_0000) + u32(bits) + u32(flags)
      + u32(bits / 4) + u32(1)
    let entry = atom(
      "lpcm", zeros(6), u16(1), u16(2), zeros(6), u16(3), u16(16), u16(0xFFFE), u16(0),
      u32(0x1_0000), version2)
    #expect(try Self.track(entry).facts.codec?.name == name)
  }

  // MARK: Codecs

  @Test func protectionHidesTheCodec() throws {
    let sinf = atom(
      "sinf", atom("frma", ascii("mp4a")),
      atom("schm", u32(0), ascii("cenc"), u32(0x10000)))
    let facts = try Self.track(Self.mp4a(hex("1190"), as: "enca", sinf)).facts
    let codec = try #require(facts.codec)
    #expect(codec.entryType == "enca" && codec.format == "mp4a")
    #expect(codec.protectionScheme == "cenc" && codec.isProtected)
    #expect(codec.name == "AAC-LC" && codec.codecs == "mp4a.40.2")
    #expect(facts.audio?.sampleRate == 48000)
  }

  /// Configurations and their strings, as ISO/IEC 14496-15, annex E, and the bindings of AV1 and VP9
  /// write them.
  @Test(
    arguments: [
      ("avc1", "avcC", "01 64001f ff e0 00", "avc1.64001f"),
      (
        "hvc1", "hvcC", "01 01 60000000 900000000000 5d f000 fc fd f8 f8 0000 0f 00",
        "hvc1.1.6.L93.90"
      ),
      (
        "hev1", "hvcC", "01 22 20000000 b00000000001 99 f000 fc fd fa fa 0000 0f 00",
        "hev1.2.4.H153.B0.0.0.0.0.1"
      ),
      ("av01", "av1C", "81 04 0c 00", "av01.0.04M.08"),
      ("vp09", "vpcC", "01000000 00 1f 80 02 02 02 0000", "vp09.00.31.08"),
      // 4:4:4, and colours of HDR.
      ("av01", "av1C", "81 20 00 00", "av01.1.00M.08.0.000.02.02.02.0"),
      ("av01", "av1C", "81 04 1c 00", "av01.0.04M.08.1.110.02.02.02.0"),
      (
        "av01", "av1C", "81 00 0c 00 0a0e 0000002cd59f3fc02f8509120904",
        "av01.0.00M.08.0.110.09.18.09.0"
      ),
      ("vp09", "vpcC", "01000000 01 0a 86 02 02 02 0000", "vp09.01.10.08.03.02.02.02.00"),
      ("vp09", "vpcC", "01000000 02 0a a2 09 10 09 0000", "vp09.02.10.10.01.09.16.09.00"),
      ("dvh1", "dvcC", "01 00 0a 35 00000000 00000000 00000000 00000000 00000000", "dvh1.05.06"),
    ] as [(FourCC, FourCC, String, String)])
  func codecsParameters(type: FourCC, box: FourCC, bytes: String, codecs: String) throws {
    let track = try Self.track(
      Self.picture(type, atom(box, hex(bytes))), handler: "vide")
    #expect(track.facts.codec?.codecs == codecs)
  }

  // MARK: Video

  /// Profile 8.4 of a telephone (0001000 000100 1 0 1, 0100); primaries of P3 and white of D65 in units of 0.00002,
  /// luminance in units of 0.0001 (ISO/IEC 23008-2, D.3.28, where green comes first).
  @Test func dynamicRange() throws {
    let vision = "01 00 10 25 40 000000 " + String(repeating: "00000000 ", count: 4)
    let display = "33c2 86c4  1d4c 0bb8  84d0 3e80  3d13 4042  00989680 00000032"
    let entry = Self.picture(
      "hvc1",
      atom("dvvC", hex(vision)) + atom("mdcv", hex(display)) + atom("clli", hex("03e8 0190")))
    let facts = try #require(try Self.track(entry, handler: "vide").facts.video)
    let stated = try #require(facts.dolbyVision)
    #expect([stated.profile, stated.level, stated.compatibilityID] == [8, 4, 4])
    let mastered = try #require(facts.masteringDisplay)
    #expect([mastered.green.x, mastered.green.y] == [13250, 34500])
    #expect([mastered.blue.x, mastered.blue.y] == [7500, 3000])
    #expect([mastered.red.x, mastered.red.y] == [34000, 16000])
    #expect([mastered.whitePoint.x, mastered.whitePoint.y] == [15635, 16450])
    #expect([mastered.maxLuminance, mastered.minLuminance] == [10_000_000, 50])
    let light = try #require(facts.contentLight)
    #expect([light.maxContentLightLevel, light.maxPicAverageLightLevel] == [1000, 400])
  }

  /// The same of VP9, whose chromaticities are 16.16ths and whose luminances have 8 and 14 bits after the point (VP Codec
  /// ISO Media File Format Binding): red (0.5, 0.25), green (0.25, 0.75), blue (0.125, 0.0625), white (20493/65536 =
  /// 0.3127, 0.328125), and luminances of 1000 and 64/16384 = 0.0039.
  @Test func dynamicRangeOfVP9() throws {
    let display = "00000000 8000 4000 4000 c000 2000 1000 500d 5400 0003e800 00000040"
    let entry = Self.picture(
      "vp09", atom("SmDm", hex(display)) + atom("CoLL", hex("00000000 03e8 0190")))
    let facts = try #require(try Self.track(entry, handler: "vide").facts.video)
    let mastered = try #require(facts.masteringDisplay)
    #expect([mastered.red.x, mastered.red.y] == [25000, 12500])
    #expect([mastered.green.x, mastered.green.y] == [12500, 37500])
    #expect([mastered.blue.x, mastered.blue.y] == [6250, 3125])
    #expect([mastered.whitePoint.x, mastered.whitePoint.y] == [15635, 16406])
    #expect([mastered.maxLuminance, mastered.minLuminance] == [10_000_000, 39])
    let light = try #require(facts.contentLight)
    #expect([light.maxContentLightLevel, light.maxPicAverageLightLevel] == [1000, 400])
  }

  /// Without `colr`, the sequence header of AV1 says the colours: those of a file of androidx, which ffprobe
  /// shows as bt2020, arib-std-b67 and bt2020nc.
  @Test(
    arguments: [
      ("81 00 0c 00 0a0e 0000002cd59f3fc02f8509120904", [9, 18, 9]),
      // The same, cut short before the colours.
      ("81 00 0c 00 0a08 0000002cd59f3fc0", nil),
    ] as [(String, [UInt16]?)])
  func coloursOfAV1(bytes: String, codes: [UInt16]?) throws {
    let track = try Self.track(
      Self.picture("av01", atom("av1C", hex(bytes))), handler: "vide")
    let colour = try #require(track.facts.video).colour
    #expect(
      colour.map { [$0.primaries, $0.transferCharacteristics, $0.matrixCoefficients] } == codes)
  }

  @Test func shapeOfPicturesAndPixels() throws {
    let track = try Self.track(
      Self.picture(
        "apcn", atom("pasp", u32(4), u32(3)), atom("colr", ascii("nclc"), u16(9), u16(16), u16(9))),
      handler: "vide")
    let facts = track.facts
    let video = try #require(facts.video)
    #expect((video.width, video.height) == (1440, 1080))
    #expect((video.displayWidth, video.displayHeight) == (1920, 1080))
    #expect(video.colour?.name == "BT.2020 PQ" && video.colour?.isFullRange == nil)
  }

  @Test func orientations() {
    #expect(Matrix().orientation == Orientation(a: 1, b: 0, c: 0, d: 1))
    #expect(Orientation(a: 0, b: 1, c: -1, d: 0)?.rotation == 90)
    #expect(Orientation(a: -1, b: 0, c: 0, d: 1)?.isMirrored == true)
    #expect(Orientation(a: 1, b: 1, c: -1, d: 1) == nil)
  }

  @Test func averageOfVariableRate() throws {
    var movie = MovieBytes()
    movie.videoDurations = [(2, 100), (1, 50), (3, 100)]
    let rate = try #require(try movie.movie().track(1)?.frameRate)
    // Six frames in 550 of 2400 ticks a second.
    #expect((rate.numerator, rate.denominator, rate.isConstant) == (288, 11, false))
    movie.videoDurations = [(47, 100), (1, 7)]
    let constant = try #require(try movie.movie().track(1)?.frameRate)
    #expect((constant.numerator, constant.denominator, constant.isConstant) == (24, 1, true))
  }

  /// Frames that edits hide at an end, as after a cut, do not make the rate of the others variable. Edits count
  /// ticks of the movie, of which there are 600 in a second.
  @Test(
    arguments: [
      ([], nil), ([(1200, 0)], nil), ([(960, 40)], 50), ([(240, 0)], 25), ([(240, 40)], 50),
      // One of the hidden durations is still shown, or only as that of the last frame.
      ([(984, 36)], nil), ([(276, 0)], nil), ([(252, 0)], 25),
      // Only a part of the first frame is shown.
      ([(954, 41)], 50),
      // What was cut at both ends and joined.
      ([(240, 40), (240, 120)], 50), ([(24, -1), (720, 80)], 50), ([(240, 40), (240, 0)], nil),
    ] as [([(UInt32, Int32)], UInt64?)])
  func rateOfShownFrames(edits: [(UInt32, Int32)], constant: UInt64?) throws {
    var source = TinyMovie()
    source.tracks[0].timescale = 100
    source.tracks[0].mediaDuration = 200
    source.tracks[0].times = [(10, 4), (80, 2)]
    source.tracks[0].edits = edits.map { ($0.0, $0.1, 0x1_0000) }
    let movie = try Movie(from: MemorySource(source.bytes))
    let track = try #require(movie.track(1))
    let rate = try #require(track.frameRate)
    #expect(rate.isConstant == (constant != nil))
    if let constant { #expect((rate.numerator, rate.denominator) == (constant, 1)) }
    #expect(try track.frameTiming()?.isConstant == rate.isConstant)
  }

  // MARK: Timecode

  /// 24 frames a second from frame 1000 on, for a video of two seconds.
  @Test func firstAndLastTimecode() throws {
    var bytes = MovieBytes()
    let whole = try bytes.timecode()
    let video = try #require(try bytes.movie().track(1))
    let facts = TimecodeFacts(whole, for: video)
    #expect(facts.first == "00:00:41:16" && facts.last == "00:00:43:15")
    #expect(facts.segmentCount == 1 && facts.sampleCount == 1)
    // Timecode that goes on behind the video, as in a trimmed copy.
    bytes.timecodes = [(1000, 9600)]
    #expect(TimecodeFacts(try bytes.timecode(), for: video).last == "00:00:43:15")
    #expect(TimecodeFacts(try bytes.timecode(), for: nil).last == "00:00:45:15")
    bytes.timecodes = [(1000, 2400), (0, 2400)]
    let two = TimecodeFacts(try bytes.timecode(), for: video)
    #expect(two.segmentCount == 2 && two.first == "00:00:41:16" && two.last == "00:00:00:23")
  }

  // MARK: Movies of one track

  private static func sound(
    _ type: FourCC, channels: UInt16 = 2, rate: UInt32 = 48000, _ children: [UInt8]
  ) -> [UInt8] {
    atom(
      type, zeros(6), u16(1), zeros(8), u16(channels), u16(16), zeros(4), u32(rate << 16), children)
  }

  private static func mp4a(
    _ config: [UInt8], channels: UInt16 = 2, rate: UInt32 = 48000, as type: FourCC = "mp4a",
    _ more: [UInt8] = []
  ) -> [UInt8] {
    let specific = [5, UInt8(config.count)] + config
    let decoder = [4, UInt8(13 + specific.count), 0x40, 0x15] + zeros(11) + specific
    let stream = [3, UInt8(3 + decoder.count)] + zeros(3) + decoder
    return sound(type, channels: channels, rate: rate, atom("esds", u32(0), stream) + more)
  }

  private static func picture(_ type: FourCC, _ children: [UInt8]...) -> [UInt8] {
    atom(
      type, zeros(6), u16(1), zeros(16), u16(1440), u16(1080), u32(72 << 16), u32(72 << 16),
      zeros(4), u16(1), zeros(32), u16(24), u16(0xFFFF), children.flatMap { $0 })
  }

  private static func track(_ entry: [UInt8], handler: FourCC = "soun") throws -> Track {
    let bytes =
      fileType
      + atom(
        "moov", MovieBytes.movieHeader(timescale: 600),
        MovieBytes().track(
          1, handler, edits: nil, description: entry, durations: [(1, 1)], size: 4, at: 8))
    return try #require(try Movie(from: MemorySource(bytes)).tracks.first)
  }
}
