import Foundation
import Testing

@testable import MovKit

/// Everything in a movie that says a timecode, by movies made by hand.
@Suite struct TimecodeSourcesTests {
  /// A track with one chunk.
  private struct Part {
    var handler: FourCC
    var description: [UInt8]
    var samples: [[UInt8]]
    var timescale: UInt32 = 30000
    var delta: UInt32 = 1001
    var edits: [UInt8] = []
    var userData: [UInt8] = []
  }

  private static func entry(_ type: FourCC, _ more: [UInt8] = []) -> [UInt8] {
    atom(type, zeros(6), u16(1), more)
  }

  /// 30 frames of video at 30000/1001 of a codec that says nothing.
  private static func video(
    _ samples: [[UInt8]] = Array(repeating: [1], count: 30), type: FourCC = "jpeg",
    boxes: [UInt8] = [], timescale: UInt32 = 30000, delta: UInt32 = 1001
  ) -> Part {
    Part(
      handler: "vide", description: entry(type, zeros(70) + boxes), samples: samples,
      timescale: timescale, delta: delta)
  }

  private static func rtmd(_ samples: [[UInt8]], timescale: UInt32 = 30000, delta: UInt32 = 1001)
    -> Part
  {
    Part(
      handler: "meta", description: entry("rtmd"), samples: samples, timescale: timescale,
      delta: delta)
  }

  private static func timecode(
    _ frame: Int32, quanta: UInt8 = 30, flags: UInt32 = 1, name: String? = nil
  ) -> Part {
    let reel = name.map { atom("name", u16(UInt16($0.utf8.count)), u16(0), ascii($0)) } ?? []
    return Part(
      handler: "tmcd",
      description: entry(
        "tmcd", u32(0) + u32(flags) + u32(30000) + u32(1001) + [quanta, 0] + reel),
      samples: [u32(UInt32(bitPattern: frame))], delta: 30030)
  }

  private static func movie(
    _ parts: [Part], header: [UInt8] = [], file: [UInt8] = [], created: UInt32 = 0
  ) -> [UInt8] {
    var media: [UInt8] = []
    var tracks: [UInt8] = []
    for (index, part) in parts.enumerated() {
      let count = UInt32(part.samples.count)
      let stbl = atom(
        "stbl", atom("stsd", u32(0), u32(1), part.description),
        atom("stts", u32(0), u32(1), u32(count), u32(part.delta)),
        atom("stsc", u32(0), u32(1), u32(1), u32(count), u32(1)),
        atom("stsz", u32(0), u32(0), u32(count), part.samples.flatMap { u32(UInt32($0.count)) }),
        atom("stco", u32(0), u32(1), u32(28 + UInt32(media.count))))
      media += part.samples.joined()
      tracks += atom(
        "trak",
        atom(
          "tkhd", u32(3), zeros(8), u32(UInt32(index + 1)), zeros(24), MovieBytes.matrix(), zeros(8)
        ),
        part.edits,
        atom(
          "mdia",
          atom("mdhd", u32(0), zeros(8), u32(part.timescale), u32(count * part.delta), zeros(4)),
          handler(part.handler), atom("minf", stbl)),
        part.userData)
    }
    let mvhd = atom(
      "mvhd", u32(0), u32(created), zeros(4), u32(600), u32(0), u32(0x10000), u16(0x100), zeros(10),
      MovieBytes.matrix(), zeros(24), u32(9))
    return fileType + atom("mdat", media) + atom("moov", mvhd, tracks, header) + file
  }

  private func sources(
    _ bytes: [UInt8], _ options: TimecodeSources.Options = TimecodeSources.Options()
  ) throws -> TimecodeSources {
    try Movie(from: bytes).timecodeSources(options)
  }

  private func labels(_ count: Int, from frame: Int64, drops: Bool) throws -> [[UInt8]] {
    let format = try #require(
      TimecodeFormat.counting(MediaTime(value: 1001, timescale: 30000), isDropFrame: drops))
    return try (0..<count).map { index in
      let label = try #require(format.timecode(forFrameNumber: frame + Int64(index)))
      return EmbeddedTimecodeTests.rtmd(
        UInt8(label.hours), UInt8(label.minutes), UInt8(label.seconds), 0, UInt8(label.frames))
    }
  }

  // MARK: Each kind

  @Test func timecodeTrackThroughItsEdits() throws {
    // An empty edit of a second, then the media from its start.
    var track = Self.timecode(107_892, name: "A001")
    track.edits = MovieBytes.edits((600, -1, 0x10000), (600, 0, 0x10000))
    let found = try sources(Self.movie([Self.video(), track]))
    let source = try #require(found.sources.first)
    #expect(source.kind == .timecodeTrack && source.trackID == 2 && source.path == "moov/trak[1]")
    #expect(source.start == "01:00:00;00" && source.reel == "A001")
    #expect(try #require(source.offset) == 28 + 30)
    #expect(source.runs.map(\.time) == [MediaTime(value: 1, timescale: 1)])
    #expect(found.runs(of: .timecodeTrack).first?.frameNumber == 107_892)
    #expect(found.disagreements.isEmpty)
  }

  /// A file whose only timecode is in user data (snickers#47).
  @Test func userData() throws {
    func text(_ type: FourCC, _ text: String) -> [UInt8] {
      atom(type, u16(UInt16(text.utf8.count)), u16(0), ascii(text))
    }
    let udta = atom(
      "udta", text("©TIM", "01:00:00;02"), text("©TSC", "30000"), text("©TSZ", "1001"))
    let found = try sources(Self.movie([Self.video()], header: udta))
    let source = try #require(found.sources.first)
    #expect(source.kind == .userData && source.path == "moov/udta/©TIM")
    #expect(source.start == "01:00:00;02" && source.runs[0].frameNumber == 107_894)
    #expect(source.certainty == .stated && source.notes.isEmpty)
    // A label before midnight keeps its sign.
    let negative = atom(
      "udta", text("©TIM", "-00:00:01:05"), text("©TSC", "25"), text("©TSZ", "1"))
    let early = try #require(
      try sources(Self.movie([Self.video()], header: negative)).sources.first)
    #expect(early.label == "-00:00:01:05" && early.start == "-00:00:01:05")
    #expect(early.runs[0].frameNumber == -30)
    // Without its rate, that of the video is used.
    let bare = try sources(
      Self.movie([Self.video()], header: atom("udta", text("©TIM", "01:00:00:02"))))
    #expect(bare.sources[0].certainty == .assumed && bare.sources[0].runs[0].frameNumber == 108_002)
  }

  @Test func reelKeys() throws {
    func meta(_ value: String) -> [UInt8] {
      let key = ascii("com.apple.proapps.reel")
      return atom(
        "meta", handler("mdta"),
        atom("keys", u32(0), u32(1), u32(UInt32(key.count + 8)), ascii("mdta"), key),
        atom(
          "ilst", u32(UInt32(24 + value.utf8.count)), u32(1),
          atom("data", u32(1), u32(0), ascii(value))))
    }
    let found = try sources(Self.movie([Self.video()], header: meta("A012")))
    #expect(found.reel == "A012" && found.sources[0].kind == .reel && found.sources[0].runs.isEmpty)
    // DaVinci Resolve writes an identifier.
    let umid = try sources(Self.movie([Self.video()], header: meta("060A2B340101")))
    #expect(umid.reel == nil && umid.sources[0].notes.count == 1)
  }

  /// The flag for drop frame is 0 in drop-frame recordings (palmier-io/palmier-pro#361,
  /// MediaInfoLib#2656): where the labels cross a minute, they say it themselves.
  @Test(arguments: [true, false]) func sonyMetadataAcrossAMinute(_ drops: Bool) throws {
    // Nine frames before 00:01:00.
    let found = try sources(
      Self.movie([Self.video(), Self.rtmd(try labels(30, from: 1791, drops: drops))]))
    let source = try #require(found.sources.first)
    #expect(source.kind == .sonyMetadata && source.trackID == 2 && source.sampleIndex == 0)
    #expect(source.start == (drops ? "00:00:59;21" : "00:00:59:21"))
    #expect(source.certainty == .stated && source.runs.count == 1)
  }

  @Test func sonyMetadataWithoutEvidence() throws {
    let found = try sources(
      Self.movie([Self.video(), Self.rtmd(try labels(30, from: 100, drops: false))]))
    #expect(found.sources[0].start == "00:00:03;10" && found.sources[0].certainty == .assumed)
    // At 50 frames per second nothing is dropped, and frames count to 49 (MediaInfoLib#2094, #1966).
    let fifty = try sources(
      Self.movie([
        Self.video(timescale: 50, delta: 1),
        Self.rtmd([EmbeddedTimecodeTests.rtmd(1, 2, 3, 0, 44)], timescale: 50, delta: 1),
      ]))
    #expect(fifty.sources[0].start == "01:02:03:44" && fifty.sources[0].certainty == .stated)
  }

  /// Two jumps among 3000 samples are found by few reads.
  @Test func jumpsOfSonyMetadata() throws {
    let samples =
      try labels(1000, from: 1000, drops: true) + labels(1500, from: 90_000, drops: true)
      + labels(500, from: 50, drops: true)
    let video = Self.video(Array(repeating: [1], count: 3000))
    let found = try sources(Self.movie([video, Self.rtmd(samples)]))
    #expect(found.sources[0].runs.map(\.frameNumber) == [1000, 90_000, 50])
    #expect(
      found.sources[0].runs.map(\.time) == [
        .zero, MediaTime(value: 1_001_000, timescale: 30000),
        MediaTime(value: 2_502_500, timescale: 30000),
      ])
    #expect(found.sources[0].notes.filter { $0.hasPrefix("only") }.isEmpty)
    // Labels that never count on are cut short.
    var options = TimecodeSources.Options()
    options.mostSamples = 50
    let frozen = Array(repeating: EmbeddedTimecodeTests.rtmd(1, 0, 0, 0, 0), count: 3000)
    let cut = try sources(Self.movie([video, Self.rtmd(frozen)]), options)
    #expect(cut.sources[0].runs.count < 50)
    #expect(cut.sources[0].notes.contains { $0.hasPrefix("only") })
    options.mostSamples = 1
    #expect(
      try sources(Self.movie([video, Self.rtmd(samples)]), options).sources[0].runs.count == 1)
  }

  private static let sonyXML = ascii(
    "<NonRealTimeMeta><LtcChangeTable tcFps=\"30\" halfStep=\"true\"><LtcChange frameCount=\"0\" "
      + "value=\"52023422\" status=\"increment\"/><LtcChange frameCount=\"2039\" value=\"51B63422\" "
      + "status=\"end\"/></LtcChangeTable></NonRealTimeMeta>")

  /// CommandPost#3154: 22:34:02;24, and 2039 frames later 22:34:36;23.
  @Test func sonyXML() throws {
    let video = Self.video(timescale: 60000)
    let meta = atom("meta", u32(0), handler("nrtm"), atom("xml ", u32(0), Self.sonyXML))
    let found = try sources(Self.movie([video], file: meta))
    let source = try #require(found.sources.first)
    #expect(source.kind == .sonyXML && source.path == "meta/xml ")
    #expect(source.start == "22:34:02;24" && source.notes.isEmpty)
    #expect(source.runs[0].format.frameDuration == MediaTime(value: 1001, timescale: 60000))
    // The file beside the movie says the same, and that its metadata drops numbers.
    var options = TimecodeSources.Options()
    options.sidecars = [.init(name: "C0001M01.XML", bytes: Self.sonyXML)]
    let label = EmbeddedTimecodeTests.rtmd(22, 34, 2, 0, 25)
    let both = try sources(
      Self.movie([video, Self.rtmd([label, label], timescale: 60000)]), options)
    #expect(both.sources.map(\.kind) == [.sonyMetadata, .sonyXML])
    #expect(both.sources[0].start == "22:34:02;25" && both.sources[0].certainty == .stated)
    #expect(both.disagreements.map(\.frames) == [-1])
    let message = try #require(both.diagnostics.last)
    #expect(message.rule == "timecode-sources-disagree")
    #expect(message.message.hasSuffix("1 frame earlier"), "\(message.message)")
  }

  @Test func xmp() throws {
    let packet = ascii(
      "<xmpDM:startTimecode xmpDM:timeFormat='25Timecode' xmpDM:timeValue='01:00:00:05'/>"
        + "<xmpDM:altTimecode xmpDM:timeFormat='25Timecode' xmpDM:timeValue='09:00:00:00'/>")
    let uuid = atom("uuid", hex("BE7ACFCB97A942E89C71999491E3AFAC"), packet)
    for (header, file, path) in [
      (atom("udta", atom("XMP_", packet)), [UInt8](), "moov/udta/XMP_"), ([], uuid, "uuid"),
    ] {
      let found = try sources(Self.movie([Self.video()], header: header, file: file))
      #expect(found.sources.map(\.start) == ["01:00:00:05", "09:00:00:00"])
      #expect(found.sources.map(\.field) == ["xmpDM:startTimecode", "xmpDM:altTimecode"])
      #expect(found.sources[0].path == path)
      let frames: [Int64] = [8 * 3600 * 25 - 5]
      #expect(found.disagreements.map(\.frames) == frames)
    }
  }

  private static func wave(_ reference: UInt64, text: String = "", ixml: String = "") -> [UInt8] {
    func little(_ value: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      ascii(name) + little(UInt64(content.count), 4) + content + zeros(content.count % 2)
    }
    let bext = ascii(text) + zeros(338 - text.utf8.count) + little(reference, 8) + zeros(256)
    let format =
      little(1, 2) + little(1, 2) + little(48000, 4) + little(96000, 4) + little(2, 2)
      + little(16, 2)
    let body =
      ascii("WAVE") + chunk("bext", bext) + chunk("fmt ", format) + chunk("data", zeros(8))
      + (ixml.isEmpty ? [] : chunk("iXML", ascii(ixml)))
    return ascii("RIFF") + little(UInt64(body.count), 4) + body
  }

  /// The time is exact, although it is between two frames.
  @Test func waveFile() throws {
    let found = try TimecodeSources(
      wave: MemorySource(Self.wave(172_800_960, text: "sSPEED=025.000-ND\r\nsTAPE=R7\r\n")))
    let source = try #require(found.sources.first)
    #expect(source.kind == .broadcastExtension && source.path == "bext" && source.offset == 12)
    #expect(source.timeOfDay == MediaTime(value: 172_800_960, timescale: 48000))
    #expect(source.start == "01:00:00:00" && source.reel == "R7")
    #expect(source.notes.count == 1)
    // Without a rate it has no frames, until a rate is given.
    let bare = try TimecodeSources(wave: MemorySource(Self.wave(172_800_000)))
    #expect(bare.sources[0].runs.isEmpty)
    #expect(
      bare.runs(of: .broadcastExtension, counting: MediaTime(value: 1, timescale: 24))
        .map(\.frameNumber) == [86_400])
    #expect(throws: ReadingError.self) { try TimecodeSources(wave: MemorySource(zeros(100))) }
  }

  /// At 30000/1001 a frame lasts 1601.6 samples, so recorders round its beginning to one. 10:00:00;12 is frame 1078932,
  /// which begins at sample 1728017491.2, and the next ones at 19092.8, 20694.4, 22296 and 23897.6.
  @Test(
    arguments: [
      // The sample nearest to the frame, and the one before it.
      (1_728_017_491, "10:00:00;12", false), (1_728_019_093, "10:00:00;13", false),
      (1_728_019_092, "10:00:00;13", false), (1_728_020_694, "10:00:00;14", false),
      (1_728_022_296, "10:00:00;15", false), (1_728_023_898, "10:00:00;16", false),
      (1_728_023_897, "10:00:00;16", false), (1_728_017_492, "10:00:00;12", false),
      // More than a sample before it or after it, and in its middle.
      (1_728_017_490, "10:00:00;11", true), (1_728_017_493, "10:00:00;12", true),
      (1_728_018_292, "10:00:00;12", true), (1_728_022_295, "10:00:00;14", true),
    ] as [(UInt64, String, Bool)])
  func samplesNearAFrame(reference: UInt64, start: String, isBetween: Bool) throws {
    let ixml =
      "<BWFXML><SPEED><TIMECODE_RATE>30000/1001</TIMECODE_RATE><TIMECODE_FLAG>DF</TIMECODE_FLAG>"
      + "</SPEED></BWFXML>"
    let found = try TimecodeSources(wave: MemorySource(Self.wave(reference, ixml: ixml)))
    let source = try #require(found.sources.first)
    #expect(source.kind == .broadcastExtension && source.start == start)
    #expect(source.notes.isEmpty == !isBetween, "\(source.notes)")
    // The same where only the rate of the video is known.
    let bare = try TimecodeSources(wave: MemorySource(Self.wave(reference))).sources[0]
    let frame = MediaTime(value: 1001, timescale: 30000)
    #expect(bare.runs(counting: frame, isDropFrame: true).map(\.start) == [start])
  }

  /// Timecode and the time of a recorder that began with the same frame do not disagree.
  @Test func samplesOfTheSameFrame() throws {
    let frame = MediaTime(value: 1001, timescale: 30000)
    let format = try #require(TimecodeFormat.counting(frame, isDropFrame: true))
    var track = TimecodeSource(.timecodeTrack, path: "moov/trak[1]")
    track.runs = [TimecodeRun(at: .zero, format: format, frameNumber: 1_078_932)]
    for (reference, apart) in [
      (1_728_017_491, []), (1_728_017_492, []), (1_728_019_092, [1]), (1_728_017_490, [-1]),
    ] as [(Int64, [Int64])] {
      var sound = TimecodeSource(.broadcastExtension, path: "bext")
      sound.timeOfDay = MediaTime(value: reference, timescale: 48000)
      sound.runs = sound.runs(counting: frame, isDropFrame: true)
      let found = TimecodeDisagreement.all(in: [track, sound])
      #expect(found.map(\.frames) == apart, "\(reference)")
    }
  }

  @Test func waveFileWithXML() throws {
    let ixml =
      "<BWFXML><SPEED><TIMECODE_RATE>25/1</TIMECODE_RATE><TIMECODE_FLAG>NDF</TIMECODE_FLAG>"
      + "<TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>0</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>"
      + "<TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO>172803840</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO>"
      + "</SPEED></BWFXML>"
    let found = try TimecodeSources(wave: MemorySource(Self.wave(172_800_000, ixml: ixml)))
    #expect(found.sources.map(\.kind) == [.broadcastExtension, .broadcastXML])
    // 3840 samples are two frames of 1920.
    #expect(found.sources.map(\.start) == ["01:00:00:00", "01:00:00:02"])
    #expect(found.disagreements.map(\.frames) == [2])
  }

  /// Audio of a recorder in the user data of a movie.
  @Test func broadcastAtom() throws {
    var chunk = zeros(346)
    chunk[338...341] = [0x00, 0xB8, 0x4C, 0x0A]
    let sound = Part(
      handler: "soun", description: Self.entry("sowt", zeros(20)), samples: [[0, 0]],
      timescale: 48000, delta: 1)
    let found = try sources(
      Self.movie(
        [Self.video(timescale: 25, delta: 1), sound], header: atom("udta", atom("bext", chunk))))
    #expect(found.sources[0].kind == .broadcastExtension)
    #expect(found.sources[0].start == "01:00:00:00" && found.sources[0].certainty == .assumed)
  }

  /// Sound of a rate in hertz and a timescale, and where the chunk is: in the movie or in a track. Ten hours
  /// since midnight of the rate that counts.
  @Test(
    arguments: [
      ([(48000, 48000)], nil, 48000), ([(48000, 96000)], nil, 48000), ([(48000, 600)], nil, 48000),
      ([(48000, 48000), (32000, 32000)], 1, 32000), ([(48000, 48000), (32000, 96000)], 1, 32000),
      ([(48000, 96000), (32000, 32000)], 0, 48000), ([(32000, 32000), (48000, 48000)], nil, 32000),
      // Without a rate in the description, ticks count.
      ([(0, 44100)], nil, 44100),
    ] as [([(UInt32, UInt32)], Int?, UInt64)])
  func broadcastAtomCountsTheSamplesOfItsSound(
    sounds: [(UInt32, UInt32)], owner: Int?, rate: UInt64
  ) throws {
    let reference = rate * 36000
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: reference >> (8 * $0)) }
    let chunk = atom("udta", atom("bext", zeros(338) + bytes))
    var parts = sounds.map { rate, timescale in
      Part(
        handler: "soun",
        description: Self.entry(
          "sowt", zeros(8) + u16(1) + u16(16) + zeros(4) + u32(rate << 16)),
        samples: [[0, 0]], timescale: timescale, delta: 1)
    }
    if let owner { parts[owner].userData = chunk }
    let found = try sources(
      Self.movie(
        [Self.video(timescale: 25, delta: 1)] + parts, header: owner == nil ? chunk : []))
    #expect(found.sources.map(\.start) == ["10:00:00:00"])
    #expect(found.sources.first?.timeOfDay == MediaTime(value: 36000, timescale: 1))
  }

  private static func avc(_ messages: [UInt8]) -> Part {
    // A sequence parameter set of Baseline, 16 by 16, with pic_struct_present_flag and nothing else.
    var bits = BitString()
    bits.u(8, 66)
    bits.u(8, 0)
    bits.u(8, 30)
    for value in [0, 0, 0, 0, 1] as [UInt64] { bits.ue(value) }
    bits.flag(false)
    bits.ue(0)
    bits.ue(0)
    bits.u(2, 3)
    bits.flag(false)
    bits.flag(true)
    // Aspect ratio, overscan, signal type, chroma, timing, two buffers: none.
    bits.u(7, 0)
    bits.flag(true)
    bits.flag(false)
    let set = bits.unit(head: [0x67])
    let avcC = atom(
      "avcC", [1, 66, 0, 30, 0xFF, 0xE1], u16(UInt16(set.count)), set, [1], u16(4),
      [0x68, 0xCE, 0x38, 0x80])
    let sei = [6] + messages + [0x80]
    let slice = [0x65, 0x88, 0x80] as [UInt8]
    let sample = u32(UInt32(sei.count)) + sei + u32(UInt32(slice.count)) + slice
    return video(
      [u32(UInt32(slice.count)) + slice, sample, sample], type: "avc1", boxes: avcC)
  }

  /// The first picture has no message, the second has one.
  @Test func pictureTiming() throws {
    var bits = BitString()
    bits.u(4, 0)
    bits.flag(true)
    bits.u(2, 0)
    bits.flag(true)
    bits.u(5, 4)
    bits.flag(true)
    bits.u(2, 0)
    bits.u(8, 5)
    bits.u(6, 3)
    bits.u(6, 2)
    bits.u(5, 1)
    bits.u(24, 0)
    let payload = bits.unit(head: [])
    let found = try sources(Self.movie([Self.avc([1, UInt8(payload.count)] + payload)]))
    let source = try #require(found.sources.first)
    #expect(source.kind == .h264 && source.sampleIndex == 1)
    #expect(source.start == "01:02:03;05")
    #expect(source.runs[0].time == MediaTime(value: 1001, timescale: 30000))
  }

  /// Other user data comes first, as x264 writes it.
  @Test func userDataOfAVCHD() throws {
    let pack = EmbeddedTimecodeTests.mdpm
    let other = [5, 17] + [UInt8](repeating: 0x41, count: 17)
    let found = try sources(Self.movie([Self.avc(other + [5, UInt8(pack.count)] + pack)]))
    #expect(found.sources.map(\.kind) == [.modifiedDVPack, .creationDate])
    #expect(found.sources[0].start == "01:22:33;04")
    #expect(found.sources[1].clock == "2010-03-07T12:00:31+01:00")
    #expect(found.disagreements.isEmpty)
  }

  @Test func codedVideo() throws {
    let mpeg2 = try sources(
      Self.movie([Self.video([EmbeddedTimecodeTests.mpeg2, [0]], type: "xdv2")]))
    // The picture is the third of its group.
    #expect(mpeg2.sources[0].kind == .mpeg2 && mpeg2.sources[0].start == "01:02:03;06")
    #expect(mpeg2.sources[0].label == "01:02:03;04" && mpeg2.sources[0].offset == 40)
    // After a second of nothing, there is time for the two that come before it.
    var late = Self.video([EmbeddedTimecodeTests.mpeg2, [0]], type: "xdv2")
    late.edits = MovieBytes.edits((600, -1, 0x10000), (600, 0, 0x10000))
    let shown = try sources(Self.movie([late])).sources[0]
    #expect(shown.start == "01:02:03;04")
    #expect(shown.runs[0].time == MediaTime(value: 27_998, timescale: 30000))
    let dv = try sources(Self.movie([Self.video([EmbeddedTimecodeTests.dv], type: "dvc ")]))
    #expect(dv.sources[0].kind == .dv && dv.sources[0].start == "01:22:33;04")
  }

  /// A clock is not compared with timecode: the timecode of one camera drops numbers, and that of
  /// another does not (gopro/labs#1284).
  @Test func satellites() throws {
    let gpmd = Part(
      handler: "meta", description: Self.entry("gpmd"), samples: [EmbeddedTimecodeTests.gpmf])
    let found = try sources(Self.movie([Self.video(), gpmd, Self.timecode(0)]))
    #expect(found.sources.map(\.kind) == [.timecodeTrack, .satellites])
    let clock = found.sources[1]
    #expect(clock.clock == "2019-11-18T23:45:15.470Z" && clock.kind.isClock)
    // 0.470 of 30 frames are 14.
    #expect(clock.start == "23:45:15;14" && clock.certainty == .assumed)
    #expect(clock.timeOfDay == MediaTime(value: 85_515_470, timescale: 1000))
    #expect(found.disagreements.isEmpty)
  }

  @Test func creationDate() throws {
    // 3 600 000 000 seconds after 1904, as `date -u -d '1904-01-01 +3600000000 sec'` says.
    let found = try sources(Self.movie([Self.video()], created: 3_600_000_000))
    #expect(found.sources.map(\.kind) == [.creationDate])
    #expect(found.sources[0].clock == "2018-01-28T16:00:00Z")
    #expect(found.sources[0].path == "moov/mvhd")
    #expect(found.sources[0].start == "16:00:00;00")
  }

  // MARK: Disagreement

  private func differences(_ a: TimecodeRun, _ b: TimecodeRun) -> [TimecodeDisagreement] {
    var first = TimecodeSource(.timecodeTrack, path: "a")
    var second = TimecodeSource(.sonyMetadata, path: "b")
    (first.runs, second.runs) = ([a], [b])
    return TimecodeDisagreement.all(in: [first, second])
  }

  private func run(
    _ frame: Int64, _ value: Int64 = 1001, _ scale: Int32 = 30000, drops: Bool = false,
    at time: MediaTime = .zero
  ) throws -> TimecodeRun {
    let format = try #require(
      TimecodeFormat.counting(MediaTime(value: value, timescale: scale), isDropFrame: drops))
    return TimecodeRun(at: time, format: format, frameNumber: frame)
  }

  @Test func disagreements() throws {
    let start = try run(108_000)
    #expect(differences(start, start).isEmpty)
    // A frame later in the movie and in the timecode.
    let later = try run(108_001, at: MediaTime(value: 1001, timescale: 30000))
    #expect(differences(start, later).isEmpty)
    #expect(differences(start, try run(107_990)).map(\.frames) == [-10])
    // The same label, 01:00:00:00, counted otherwise.
    let dropping = differences(start, try run(107_892, drops: true))
    #expect(dropping.map(\.frames) == [0] && dropping.map(\.differsInDropFrame) == [true])
    // At 60 frames, a label of 30 stands for two; 01:00:00:01 is frames 2 and 3.
    let half = try run(108_001)
    #expect(differences(try run(216_002, 1001, 60000), half).isEmpty)
    #expect(differences(try run(216_003, 1001, 60000), half).isEmpty)
    #expect(differences(try run(216_004, 1001, 60000), half).map(\.frames) == [-2])
    // The shorter way around midnight.
    #expect(differences(try run(0), try run(2_591_999)).map(\.frames) == [-1])
  }

  /// Samples since midnight are compared as time: at 30000/1001, 01:00:00;00 is 3599.9964 s after
  /// midnight, or 172 799 827.2 samples at 48 kHz, which is less than a sample after 172 799 827.
  @Test func disagreementWithATimeOfDay() throws {
    var track = TimecodeSource(.timecodeTrack, path: "a")
    track.runs = [try run(107_892, drops: true)]
    var chunk = TimecodeSource(.broadcastExtension, path: "b")
    chunk.certainty = .assumed
    chunk.runs = [try run(107_892)]
    for samples: Int64 in [172_799_827, 172_799_828] {
      chunk.timeOfDay = MediaTime(value: samples, timescale: 48000)
      #expect(TimecodeDisagreement.all(in: [track, chunk]).isEmpty)
      #expect(TimecodeDisagreement.all(in: [chunk, track]).isEmpty)
    }
    chunk.timeOfDay = MediaTime(value: 172_799_826, timescale: 48000)
    #expect(TimecodeDisagreement.all(in: [track, chunk]).map(\.frames) == [-1])
  }

  // MARK: Damage

  @Test func damage() throws {
    let samples = try labels(3, from: 0, drops: true)
    let movie = Self.movie(
      [
        Self.avc([5, UInt8(EmbeddedTimecodeTests.mdpm.count)] + EmbeddedTimecodeTests.mdpm),
        Self.video([EmbeddedTimecodeTests.dv], type: "dvc "), Self.rtmd(samples),
        Self.timecode(5),
        Part(
          handler: "meta", description: Self.entry("gpmd"), samples: [EmbeddedTimecodeTests.gpmf]),
      ],
      header: atom("udta", atom("XMP_", ascii("<startTimecode timeValue='1:2:3:4'/>"))),
      file: atom("meta", u32(0), handler("nrtm"), atom("xml ", u32(0), Self.sonyXML)))
    for count in stride(from: 0, to: movie.count, by: 7) {
      _ = try? sources(Array(movie.prefix(count)))
    }
    for index in 28..<movie.count {
      var changed = movie
      changed[index] ^= index % 3 == 0 ? 0xFF : index % 3 == 1 ? 0x80 : 0x01
      _ = try? sources(changed)
    }
    let wave = Self.wave(1, ixml: EmbeddedTimecodeTests.ixml)
    for index in wave.indices {
      var changed = wave
      changed[index] ^= 0xFF
      _ = try? TimecodeSources(wave: MemorySource(changed))
      _ = try? TimecodeSources(wave: MemorySource(wave.prefix(index)))
    }
  }

  /// No movie of the test media makes it trap, and those with a timecode track have their start.
  @Test func realMovies() throws {
    var found: Set<TimecodeSource.Kind> = []
    var compared = 0
    for file in MediaFiles.all() {
      guard let movie = try? Movie(path: file.path) else { continue }
      let sources = try movie.timecodeSources()
      found.formUnion(sources.sources.map(\.kind))
      guard let start = try? movie.timecode?.start, movie.timecodeTracks.count == 1,
        Int(start) == nil
      else { continue }
      let first = sources.sources.first
      #expect(first?.kind == .timecodeTrack, "\(file.path)")
      guard let first, !first.runs.isEmpty else { continue }
      #expect(first.start == start, "\(file.path)")
      compared += 1
    }
    #expect(compared > 50, "\(compared)")
    #expect(found.isSuperset(of: [.timecodeTrack, .creationDate]))
  }
}
