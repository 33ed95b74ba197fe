import Testing

@testable import MovKit

@Suite struct SampleDescriptionTests {
  @Test(arguments: rows) func valueBytesText(row: RecordExample) throws { try row.check() }

  static let rows: [RecordExample] = [
    RecordExample(
      "29.97 drop frame as ffmpeg writes it, without the two bytes behind it",
      "000000000000 0001 00000000 00000001 00007530 000003e9 1e 00",
      "data_reference_index=1 flags=1 time_scale=30000 frame_duration=1001 number_of_frames=30",
      TimecodeDescription.self
    ) {
      $0.flags = 1
      $0.timeScale = 30000
      $0.frameDuration = 1001
      $0.numberOfFrames = 30
    },
    RecordExample(
      "24 at 24/1, negative allowed, as AVFoundation writes it",
      "000000000000 0001 00000000 00000004 00000018 00000001 18 00",
      "data_reference_index=1 flags=4 time_scale=24 frame_duration=1 number_of_frames=24",
      TimecodeDescription.self
    ) {
      $0.flags = 4
      $0.timeScale = 24
      $0.frameDuration = 1
      $0.numberOfFrames = 24
    },
    RecordExample(
      "29.97 as GoPro writes it, with a quanta of 29",
      "000000000000 0001 00000000 00000002 00015f90 00000bbb 1d 00",
      "data_reference_index=1 flags=2 time_scale=90000 frame_duration=3003 number_of_frames=29",
      TimecodeDescription.self
    ) {
      $0.flags = 2
      $0.timeScale = 90000
      $0.frameDuration = 3003
      $0.numberOfFrames = 29
    },
    RecordExample(
      "a reserved byte that QuickTime 7 left in use",
      "000000000000 0001 00000000 00000002 00005dc0 000003e8 18 29",
      "data_reference_index=1 flags=2 time_scale=24000 frame_duration=1000 "
        + "number_of_frames=24 reserved=<29>",
      TimecodeDescription.self
    ) {
      $0.flags = 2
      $0.timeScale = 24000
      $0.frameDuration = 1000
      $0.numberOfFrames = 24
      $0.reservedAfterFrames = Reserved(keeping: [0x29])
    },
    RecordExample(
      "the reel of a timecode", "0004 0000 54617065",
      "text_size=4 language=0(eng) text='Tape'", SourceName.self
    ) { $0 = SourceName("Tape") },
    RecordExample(
      "the reel of a timecode, in a packed language", "0002 55c4 c3a9",
      "text_size=2 language=21956(und) text='é'", SourceName.self
    ) { $0 = SourceName("é", language: .undetermined) },
    RecordExample(
      "QuickTime text with its style and font",
      """
      000000000000 0001 00000000 00000001 ffff ffff ffff 0000 0000 0078 0140
      00000000 0010 000c 0003 01 00 000c 8000 0000 ffff 05 4172 6961 6c
      """,
      "data_reference_index=1 display_flags=0 text_justification=1 "
        + "background_color={red=65535 green=65535 blue=65535} "
        + "default_text_box={top=0 left=0 bottom=120 right=320} "
        + "default_style={start_char=0 line_height=16 font_ascent=12 font_number=3 font_face=1 "
        + "font_size=12 foreground_color={red=32768 green=0 blue=65535}} text_name='Arial'",
      TextDescription.self
    ) {
      $0.textJustification = 1
      $0.backgroundColor.red = 0xFFFF
      $0.backgroundColor.green = 0xFFFF
      $0.backgroundColor.blue = 0xFFFF
      $0.defaultTextBox.bottom = 120
      $0.defaultTextBox.right = 320
      $0.defaultStyle.lineHeight = 16
      $0.defaultStyle.fontAscent = 12
      $0.defaultStyle.fontNumber = 3
      $0.defaultStyle.fontFace = 1
      $0.defaultStyle.fontSize = 12
      $0.defaultStyle.foregroundColor.red = 0x8000
      $0.defaultStyle.foregroundColor.blue = 0xFFFF
      $0.textName = PascalString("Arial")
    },
    RecordExample(
      "a Canon raw picture, as an EOS R6 has it",
      """
      000000000000 0001 0000 0000 00000000 00000000 00000000 0658 0438 00480000 00480000
      00000000 0001 00 00000000000000000000000000000000000000000000000000000000000000 0018 ffff
      0001 0001
      """,
      "data_reference_index=1 version=0 revision_level=0 vendor='\\x00\\x00\\x00\\x00' "
        + "temporal_quality=0 spatial_quality=0 width=1624 height=1080 horizresolution=72 "
        + "vertresolution=72 data_size=0 frame_count=1 compressorname='' depth=24 "
        + "color_table_id=-1 kind=1 is_raw=1",
      CanonRawDescription.self
    ) {
      $0.video.width = 1624
      $0.video.height = 1080
    },
    RecordExample(
      "video",
      """
      000000000000 0001 0000 0000 6170706c 00000200 00000200 0780 0438 00480000 00480000
      00000000 0001 05 482e323634 0000000000000000000000000000000000000000000000000000 0018 ffff
      """,
      "data_reference_index=1 version=0 revision_level=0 vendor='appl' temporal_quality=512 "
        + "spatial_quality=512 width=1920 height=1080 horizresolution=72 vertresolution=72 "
        + "data_size=0 frame_count=1 compressorname='H.264' depth=24 color_table_id=-1",
      VideoDescription.self
    ) {
      $0.vendor = "appl"
      $0.temporalQuality = 512
      $0.spatialQuality = 512
      $0.width = 1920
      $0.height = 1080
      $0.compressorName = FixedPascalString("H.264", size: 32)
    },
    RecordExample(
      "sound of version 0",
      "000000000000 0001 0000 0000 00000000 0002 0010 0000 0000 bb800000",
      "data_reference_index=1 version=0 revision_level=0 vendor='\\x00\\x00\\x00\\x00' "
        + "channelcount=2 samplesize=16 compression_id=0 packet_size=0 samplerate=48000",
      SoundDescription.self
    ) { $0.sampleRate = UFixed16x16(rawValue: 48000 << 16) },
    RecordExample(
      "sound of version 1",
      """
      000000000000 0001 0001 0000 00000000 0002 0010 fffe 0000 ac440000
      00000400 00000001 00000002 00000002
      """,
      "data_reference_index=1 version=1 revision_level=0 vendor='\\x00\\x00\\x00\\x00' "
        + "channelcount=2 samplesize=16 compression_id=-2 packet_size=0 samplerate=44100 "
        + "samples_per_packet=1024 bytes_per_packet=1 bytes_per_frame=2 bytes_per_sample=2",
      SoundDescription.self
    ) {
      $0.version = 1
      $0.compressionID = -2
      $0.sampleRate = UFixed16x16(rawValue: 44100 << 16)
      $0.hasQuickTimeFields = true
      $0.samplesPerPacket = 1024
      $0.bytesPerPacket = 1
      $0.bytesPerFrame = 2
      $0.bytesPerSample = 2
    },
    RecordExample(
      "sound of version 2",
      """
      000000000000 0001 0002 0000 00000000 0003 0010 fffe 0000 00010000
      00000048 40f7700000000000 00000006 7f000000 00000018 0000000c 00000012 00000001
      """,
      "data_reference_index=1 version=2 revision_level=0 vendor='\\x00\\x00\\x00\\x00' "
        + "channelcount=3 samplesize=16 compression_id=-2 packet_size=0 samplerate=1 "
        + "version_2={size_of_struct_only=72 audio_sample_rate=96000.0 num_audio_channels=6 "
        + "always_7f000000=2130706432 const_bits_per_channel=24 format_specific_flags=12 "
        + "const_bytes_per_audio_packet=18 const_lpcm_frames_per_audio_packet=1}",
      SoundDescription.self
    ) {
      $0.version = 2
      $0.channelCount = 3
      $0.compressionID = -2
      $0.sampleRate = UFixed16x16(rawValue: 1 << 16)
      $0.extended.audioSampleRate = Float64Bits(96000)
      $0.extended.numAudioChannels = 6
      $0.extended.constBitsPerChannel = 24
      $0.extended.formatSpecificFlags = 12
      $0.extended.constBytesPerAudioPacket = 18
      $0.extended.constLPCMFramesPerAudioPacket = 1
    },
  ]

  private static func tree(
    _ type: FourCC, handler kind: FourCC, _ content: [UInt8]...
  ) throws -> Atom {
    let file = try file(type, handler: kind, Array(content.joined()))
    let found = file.first("moov")?.descendant("trak", "mdia", "minf", "stbl", "stsd")
    return try #require(found?.children.first)
  }

  private static func file(
    _ type: FourCC, handler kind: FourCC, _ content: [UInt8]...
  ) throws -> AtomFile {
    let entry = head(UInt32(content.joined().count + 8), type) + content.joined()
    return try file(stsd: u32(0) + u32(1) + entry, handler: kind)
  }

  private static func file(stsd: [UInt8], handler kind: FourCC) throws -> AtomFile {
    let mdia = atom("mdia", handler(kind), atom("minf", atom("stbl", atom("stsd", stsd))))
    return try AtomFile(from: MemorySource(fileType + atom("moov", atom("trak", mdia))))
  }

  private static let timecode = hex("000000000000 0001 00000000 00000001 00007530 000003e9 1e 00")

  /// What each writer puts behind the 34 bytes: ffmpeg two zeros, GStreamer a name, QuickTime 7
  /// four zeros, AVFoundation nothing, older texts of the format two more reserved bytes.
  @Test(
    arguments: [
      ("", 26, 0, 0), ("0000", 26, 0, 2), ("00000000", 26, 0, 4),
      ("00000010 6e616d65 0004 0000 54617065", 26, 1, 0),
      ("0000 00000010 6e616d65 0004 0000 54617065", 28, 1, 0),
      ("2900 00000010 6e616d65 0004 0000 54617065 0000", 28, 1, 2),
    ] as [(String, Int, Int, Int)])
  func behindTheFixedPartOfATimecode(rest: String, own: Int, atoms: Int, tail: Int) throws {
    let atom = try Self.tree("tmcd", handler: "tmcd", Self.timecode, hex(rest))
    guard case .children(let children) = atom.content else {
      Issue.record("no children: \(atom)")
      return
    }
    #expect(children.preamble.count == own)
    #expect(children.atoms.count == atoms)
    #expect(children.tail.count == tail)
    #expect(try atom.decode(TimecodeDescription.self).numberOfFrames == 30)
    if let name = atom.first("name") {
      #expect(try name.decode(SourceName.self) == SourceName("Tape"))
    }
  }

  /// The same version number means two layouts.
  @Test func soundOfVersion1WithAndWithoutQuickTimeFields() throws {
    let fixed = hex("000000000000 0001 0001 0000 00000000 0002 0010 0000 0000 bb800000")
    let child = atom("btrt", u32(1), u32(2), u32(3))
    let iso = try Self.tree("mp4a", handler: "soun", fixed, child)
    #expect(try iso.decode(SoundDescription.self).hasQuickTimeFields == false)
    #expect(iso.children.map(\.type) == ["btrt"])
    let quickTime = try Self.tree("mp4a", handler: "soun", fixed, u32(1024), zeros(12), child)
    #expect(try quickTime.decode(SoundDescription.self).samplesPerPacket == 1024)
    #expect(quickTime.children.map(\.type) == ["btrt"])
    let empty = try Self.tree("twos", handler: "soun", fixed, u32(1), u32(2), u32(4), u32(2))
    #expect(try empty.decode(SoundDescription.self).bytesPerFrame == 4)
    #expect(empty.children.isEmpty)
  }

  @Test func waveEndsWithATerminator() throws {
    let fixed = hex("000000000000 0001 0001 0000 00000000 0002 0010 fffe 0000 bb800000")
    let inside =
      atom("frma", ascii("mp4a")) + atom("mp4a", u32(0)) + atom("chan", zeros(16))
      + hex("00000008 00000000")
    let entry = try Self.tree(
      "mp4a", handler: "soun", fixed, u32(1024), zeros(12), atom("wave", inside))
    let wave = try #require(entry.first("wave"))
    #expect(
      wave.children.map(\.type.description) == ["frma", "mp4a", "chan", "\\x00\\x00\\x00\\x00"])
    #expect(try wave.first("frma")?.decode(OriginalFormat.self).dataFormat == "mp4a")
    #expect(wave.first("mp4a")?.children.isEmpty == true)
  }

  /// QuickTime ends `wave` with eight zero bytes, or with an atom of type 0, and some writers leave
  /// behind it what was there before.
  @Test(arguments: ["00000008 00000000", "00000000 00000000"])
  func waveEndsAheadOfRemains(terminator: String) throws {
    let fixed = hex("000000000000 0001 0001 0000 00000000 0002 0010 fffe 0000 bb800000")
    let inside = atom("frma", ascii("mp4a")) + hex(terminator) + hex("0000ff00 00800000 00000000")
    let file = try Self.file(
      "mp4a", handler: "soun", fixed, u32(1024), zeros(12), atom("wave", inside))
    #expect(!file.diagnostics.contains { $0.severity != .note }, "\(file.diagnostics)")
    let wave = AtomWalk(file).first { $0.atom.type == "wave" }
    #expect(try wave?.atom.first("frma")?.decode(OriginalFormat.self).dataFormat == "mp4a")
  }

  /// Free space among sample descriptions is none of them.
  @Test(arguments: ["free", "skip", "wide"] as [FourCC])
  func freeSpaceIsNoDescription(type: FourCC) throws {
    let sound = atom(
      "sowt", hex("000000000000 0001 0000 0000 00000000 0002 0010 0000 0000 bb800000"))
    for entries in [atom(type, zeros(3)) + sound, sound + atom(type, zeros(28))] {
      let file = try Self.file(stsd: u32(0) + u32(1) + entries, handler: "soun")
      let stsd = try #require(AtomWalk(file).first { $0.atom.type == "stsd" })
      #expect(stsd.atom.entries.map(\.type) == ["sowt"])
      var describer = AtomDescriber()
      #expect(describer.describe(stsd).diagnostics.isEmpty)
      let free = try #require(stsd.children.first { $0.atom.type == type })
      #expect(describer.describe(free).fields.map(\.name) == ["data"])
      #expect(describer.describe(free).name != RegisteredNames.sampleEntry("sowt")?.name)
    }
  }

  /// Canon's own numbers stand ahead of the child atoms.
  @Test func canonRaw() throws {
    var video = VideoDescription()
    video.width = 5472
    let file = try Self.file(
      "CRAW", handler: "vide", try video.serialized(), hex("0003 0000"), atom("JPEG", u32(0)),
      atom("free", zeros(2)))
    #expect(file.diagnostics.isEmpty)
    let entry = try #require(AtomWalk(file).first { $0.atom.type == "CRAW" }?.atom)
    #expect(entry.children.map(\.type) == ["JPEG", "free"])
    #expect(try entry.decode(CanonRawDescription.self).kind == 3)
    #expect(try entry.decode(VideoDescription.self).width == 5472)
  }

  /// Old text without a font's name, and with child atoms in its place.
  @Test func textWithoutAName() throws {
    let fixed = zeros(6) + u16(1) + zeros(42)
    let bare = try Self.tree("text", handler: "text", fixed)
    #expect(try bare.decode(TextDescription.self).hasTextName == false)
    let child = try Self.tree("text", handler: "text", fixed, atom("free", u32(1)))
    #expect(try child.decode(TextDescription.self).hasTextName == false)
    #expect(child.children.map(\.type) == ["free"])
    let named = try Self.tree("text", handler: "text", fixed, [0], atom("free", u32(1)))
    #expect(try named.decode(TextDescription.self).hasTextName)
    #expect(named.children.map(\.type) == ["free"])
  }

  @Test func coloursFollowWhereTheirIDIsZero() throws {
    var video = VideoDescription()
    video.colorTableID = 0
    let plain = try video.serialized()
    let child = atom("pasp", u32(1), u32(1))
    #expect(
      try Self.tree("avc1", handler: "vide", plain, child).decode(VideoDescription.self)
        .hasColorTable == false)
    #expect(try Self.tree("avc1", handler: "vide", plain, u32(0)).children.isEmpty)
    let table = hex("00000000 8000 0001 0000 ffff ffff ffff 0001 0000 0000 0000")
    let atom = try Self.tree("rle ", handler: "vide", plain, table, child)
    let decoded = try atom.decode(VideoDescription.self)
    #expect(decoded.hasColorTable)
    #expect(decoded.colorTable.colors.map(\.color.red) == [65535, 0])
    #expect(atom.children.map(\.type) == ["pasp"])
  }

  /// ffmpeg's chapters: the layout of `tx3g` under the name `text`.
  @Test func textInTheLayoutOfTimedText() throws {
    let entry = try Self.tree(
      "text", handler: "text", zeros(6), u16(1), u32(1), zeros(26),
      hex("0000000d 66746162 0001 0001 00"))
    #expect(try entry.decode(TextDescription.self).isQuickTimeText == false)
    #expect(try entry.first("ftab")?.decode(FontTable.self).fonts.count == 1)
  }

  @Test func unknownFormatsKeepTheirFields() throws {
    let fields = try Self.tree(
      "abcd", handler: "abcd", zeros(6), u16(1), hex("0001 0002 0003 0004"))
    #expect(try fields.decode(GenericDescription.self).data.bytes.count == 8)
    let children = try Self.tree(
      "wvtt", handler: "text", zeros(6), u16(1), atom("vttC", ascii("WEBVTT")))
    #expect(children.children.map(\.type) == ["vttC"])
  }

  /// Formats that are registered as video and sound are so under any handler, such as that of an overlay.
  @Test func formatsUnderOtherHandlers() throws {
    let size = u16(64) + u16(48) + u32(0x48_0000) + u32(0x48_0000) + u32(0) + u16(1)
    let video = try Self.tree(
      "avc1", handler: "ovrl", zeros(6), u16(1), zeros(16), size, zeros(32), u16(24), u16(0xFFFF),
      atom("pasp", u32(1), u32(1)))
    #expect(try video.decode(VideoDescription.self).width == 64)
    #expect(video.children.map(\.type) == ["pasp"])
    let sound = try Self.tree(
      "mp4a", handler: "ovrl", zeros(6), u16(1), zeros(8), u16(2), u16(16), zeros(4),
      u32(48000 << 16))
    #expect(try sound.decode(SoundDescription.self).channelCount == 2)
  }

  /// Zeros end a list of atoms; before other bytes they are fields.
  @Test func zerosBeforeFields() throws {
    let fields = try Self.tree("abcd", handler: "abcd", zeros(6), u16(1), zeros(8), [1, 2, 3, 4])
    #expect(try fields.decode(GenericDescription.self).data.bytes.count == 12)
    let ended = try Self.tree("abcd", handler: "abcd", zeros(6), u16(1), zeros(4))
    #expect(try ended.decode(GenericDescription.self).hasChildren)
  }

  @Test func entriesAreCounted() throws {
    var entry = TimecodeDescription()
    entry.timeScale = 25
    let stsd = try Atom("stsd", SampleDescriptions(), children: [Atom("tmcd", entry, children: [])])
    #expect(try stsd.decode(SampleDescriptions.self).entryCount == 1)
    #expect(stsd.size == 50)
  }
}
