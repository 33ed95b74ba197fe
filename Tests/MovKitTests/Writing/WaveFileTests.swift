import TestSupport
import Testing

@testable import MovKit

@Suite struct WaveFileTests {
  private func chunk(_ name: String, _ parts: [UInt8]..., size: UInt32? = nil) -> [UInt8] {
    let content = parts.flatMap { $0 }
    return ascii(name) + little(size ?? UInt32(content.count), 4) + content
      + (content.count % 2 == 0 ? [] : [0])
  }

  private func little(_ value: some BinaryInteger, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: UInt64(value) >> (8 * UInt64($0))) }
  }

  private func format(
    _ tag: UInt16 = 1, channels: Int = 2, rate: UInt32 = 48000, bits: Int = 16, extra: [UInt8] = []
  ) -> [UInt8] {
    let frame = channels * bits / 8
    return chunk(
      "fmt ", little(tag, 2), little(channels, 2), little(rate, 4), little(Int(rate) * frame, 4),
      little(frame, 2), little(bits, 2), extra)
  }

  private func wave(_ kind: String = "RIFF", _ chunks: [UInt8]...) -> MemorySource {
    let content = chunks.flatMap { $0 }
    return MemorySource(ascii(kind) + little(content.count + 4, 4) + ascii("WAVE") + content)
  }

  private func bext(_ reference: UInt64) -> [UInt8] {
    chunk("bext", zeros(338), little(reference, 8), zeros(256))
  }

  @Test func plain() throws {
    let read = try WaveFile(
      reading: wave("RIFF", format(), chunk("data", [1, 2, 3, 4, 5, 6, 7, 8])))
    #expect(
      read.format
        == LinearPCMFormat(.signed, bits: 16, channels: 2, sampleRate: 48000, channelMask: 3))
    #expect(read.dataRange == 44..<52)
    #expect(read.frameCount == 2)
    #expect(read.timeReference == nil)
  }

  @Test func broadcast() throws {
    // An hour, in samples: more than 32 bits would be ten hours at 192 kHz.
    let source = wave(
      "RIFF", chunk("junk", [1]), bext(48000 * 3600), format(bits: 24), chunk("data", zeros(12)))
    let read = try WaveFile(reading: source)
    #expect(read.timeReference == 172_800_000)
    #expect(read.format.bytesPerFrame == 6)
    #expect(read.frameCount == 2)
    // What stands behind the sound is found too.
    let behind = wave("RIFF", format(bits: 24), chunk("data", zeros(12)), bext(5))
    #expect(try WaveFile(reading: behind).timeReference == 5)
  }

  /// Sizes beyond 32 bits stand in `ds64`.
  @Test func large() throws {
    let sizes = chunk("ds64", zeros(8), little(16, 8), zeros(12))
    let source = wave(
      "RF64", sizes, format(), chunk("data", zeros(16), size: .max), ascii("rest of it"))
    #expect(try WaveFile(reading: source).frameCount == 4)
  }

  /// A pipe does not know the size when it begins.
  @Test(arguments: [UInt32.max, 0, 5000]) func unknownSize(size: UInt32) throws {
    let source = wave("RIFF", format(), chunk("data", zeros(18), size: size))
    let read = try WaveFile(reading: source)
    #expect(read.frameCount == 4, "whole frames only")
  }

  /// A recorder that crashed leaves the sizes of its header at 0, or at those of the header alone.
  @Test func neverFinished() throws {
    let sizes = chunk("ds64", zeros(28))
    let large = MemorySource(
      ascii("RF64") + little(UInt32.max, 4) + ascii("WAVE") + sizes + format()
        + chunk("data", zeros(16), size: .max))
    #expect(try WaveFile(reading: large).frameCount == 4)
    // The audio happens to begin like a chunk.
    let audio = ascii("LIST") + little(4, 4) + zeros(8)
    for size in [0, 36, UInt32.max] {
      let source = MemorySource(
        ascii("RIFF") + little(size, 4) + ascii("WAVE") + format()
          + chunk("data", audio, size: 0))
      let read = try WaveFile(reading: source)
      #expect(read.frameCount == 4 && read.diagnostics.isEmpty, "\(size)")
    }
  }

  /// A file without audio has none, whatever follows its empty chunk.
  @Test func withoutAudio() throws {
    let list = chunk("LIST", zeros(34))
    // ds64 of 36 bytes, fmt of 24, the header of data and LIST of 42, after WAVE.
    let sizes = chunk("ds64", little(4 + 36 + 24 + 8 + 42, 8), zeros(20))
    for source in [
      wave("RIFF", format(), chunk("data"), list), wave("RIFF", format(), chunk("data")),
      wave("RIFF", format(), chunk("data"), chunk("iXML", ascii("<BWFXML/>"))),
      MemorySource(
        ascii("RF64") + little(UInt32.max, 4) + ascii("WAVE") + sizes + format()
          + chunk("data", size: .max) + list),
    ] {
      let read = try WaveFile(reading: source)
      #expect(read.frameCount == 0 && read.diagnostics.map(\.rule) == ["no-audio"])
    }
  }

  /// The chunk begins after the 12 bytes of the file's header and the 24 of `fmt `.
  @Test(arguments: [
    (0, "the WAV file has no audio: its data chunk is empty"),
    (1, "the WAV file has no audio: its data chunk has 1 byte, and a frame 4"),
    (3, "the WAV file has no audio: its data chunk has 3 bytes, and a frame 4"),
  ])
  func lessThanAFrame(length: Int, message: String) throws {
    let read = try WaveFile(reading: wave("RIFF", format(), chunk("data", zeros(length))))
    let found = try #require(read.diagnostics.first)
    #expect(found.message == message && found.offset == 36)
  }

  @Test func extensible() throws {
    let guid = little(3, 2) + hex("00000000100080 0000aa00389b71")
    let extra = little(22, 2) + little(32, 2) + little(0x3F, 4) + guid
    let source = wave(
      "RIFF", format(0xFFFE, channels: 6, bits: 32, extra: extra), chunk("data", zeros(24)))
    let read = try WaveFile(reading: source)
    #expect(
      read.format
        == LinearPCMFormat(
          .float, bits: 32, channels: 6, sampleRate: 48000, channelMask: 0x3F))
  }

  /// A layout has a loudspeaker for each channel: further bits of a mask are ignored, and a mask of fewer is no
  /// layout.
  @Test(
    arguments: [
      (1, 3, 1), (1, 4, 4), (2, 3, 3), (2, 0x3F, 3), (4, 0x3FFFF, 0xF), (4, 0x33, 0x33),
      (6, 0x3F, 0x3F),
      (8, 0x3F, 0), (8, 0x63F, 0x63F), (2, 0, 0), (4, 0x8000_0003, 0),
    ] as [(Int, Int, UInt32)])
  func loudspeakersOfTheMask(channels: Int, mask: Int, expected: UInt32) throws {
    let guid = little(1, 2) + hex("00000000100080 0000aa00389b71")
    let extra = little(22, 2) + little(16, 2) + little(mask, 4) + guid
    let read = try WaveFile(
      reading: wave(
        "RIFF", format(0xFFFE, channels: channels, extra: extra), chunk("data", zeros(16))))
    #expect(read.format.channelMask == expected)
  }

  @Test func refusesWhatItDoesNotKnow() {
    for bad in [
      wave("RIFF", format()), wave("RIFF", chunk("data", zeros(4))), MemorySource([]),
      wave("RIFF", format(0x55), chunk("data", zeros(4))),
      wave("RIFF", format(bits: 12), chunk("data", zeros(4))),
      wave("RIFF", format(channels: 0), chunk("data", zeros(4))),
      wave("RIFF", format(rate: 0), chunk("data", zeros(4))), wave("AIFF", format()),
    ] {
      #expect(throws: ReadingError.self) { try WaveFile(reading: bad) }
    }
  }

  /// Whatever the bytes, there is an answer.
  @Test(arguments: 0..<300) func survivesDamage(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var bytes = wave("RF64", chunk("ds64", zeros(28)), bext(7), format(), chunk("data", zeros(40)))
      .bytes
    for _ in 0..<1 + Int(random.next() % 8) {
      bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
    }
    if random.once(in: 2) { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
    guard let read = try? WaveFile(reading: MemorySource(bytes)) else { return }
    #expect(read.dataRange.upperBound <= UInt64(bytes.count))
  }

  /// The descriptions are read back as the format that they were made from.
  @Test(arguments: [MovieWriter.Options.FileType.quickTime, .mp4])
  func describesSound(type: MovieWriter.Options.FileType) throws {
    for (encoding, bits) in [
      (.signed, 16), (.signed, 24), (.signed, 32), (.float, 32), (.float, 64), (.unsigned, 8),
    ] as [(LinearPCMFormat.Encoding, Int)] {
      for (channels, rate, mask) in [
        (1, 44100, 4), (2, 48000, 3), (6, 96000, 0x3F), (2, 192_000, 3), (8, 48000, 0x63F),
        (2, 48000, 0x600), (3, 48000, 0x2_8004), (1, 2_147_483_647, 4),
      ]
        as [(Int, UInt32, UInt32)]
      {
        let format = LinearPCMFormat(
          encoding, bits: bits, channels: channels, sampleRate: rate, channelMask: mask)
        guard let description = try? format.sampleDescription(type) else {
          // An ISO file has no unsigned numbers.
          #expect(type == .mp4 && encoding == .unsigned)
          continue
        }
        var read = LinearPCMFormat(description: description, timescale: rate)
        // Numbers of one byte have no order.
        if bits == 8 { read?.isBigEndian = false }
        #expect(read == format)
      }
    }
  }

  /// How Core Audio says which loudspeakers there are.
  enum Layout: Sendable, Equatable {
    case tag(UInt32)
    case bitmap(UInt32)
    case labels([UInt32])

    func atom() throws -> Atom {
      var layout = ChannelLayout()
      switch self {
      case .tag(let tag): layout.layoutTag = tag
      case .bitmap(let bitmap): (layout.layoutTag, layout.bitmap) = (0x1_0000, bitmap)
      case .labels(let labels):
        let rows = labels.map { label in
          var row = ChannelLayout.Description()
          row.label = label
          return row
        }
        layout.descriptions = try Table(rows, layout: FixedLayout())
      }
      return try Atom("chan", layout)
    }

    init(_ layout: ChannelLayout) {
      switch layout.layoutTag {
      case 0: self = .labels(layout.descriptions.map(\.label))
      case 0x1_0000: self = .bitmap(layout.bitmap)
      default: self = .tag(layout.layoutTag)
      }
    }
  }

  /// The loudspeakers of the channels are kept from kind to kind of file, in any order. Labels and
  /// positions by hand from CoreAudioTypes and ISO/IEC 23091-3, in which 4 and 5 are surround and 8
  /// and 9 rear surround: `chan`, positions in `chnl`, `chan` again, and WAVE's mask for those in
  /// its order.
  @Test(
    arguments: [
      (.tag(0x79_0006), [0, 1, 2, 3, 4, 5], .tag(0x79_0006), 0x60F),  // L R C LFE Ls Rs
      (.tag(0x7C_0006), [2, 0, 1, 4, 5, 3], .tag(0x7C_0006), 0),  // C L R Ls Rs LFE
      (.tag(0x80_0008), [0, 1, 2, 3, 4, 5, 8, 9], .tag(0x80_0008), 0),  // and rear
      (.tag(0x7D_0007), [0, 1, 2, 3, 4, 5, 10], .tag(0x7D_0007), 0x13F),  // and centre
      (.tag(0x7E_0008), [0, 1, 2, 3, 4, 5, 6, 7], .tag(0x7E_0008), 0xFF),  // and Lc Rc
      (.tag(0x71_0003), [0, 1, 2], .bitmap(7), 7),
      (.tag(0x6C_0004), [0, 1, 8, 9], .tag(0x6C_0004), 0x33),  // quadraphonic: in the back
      (.tag(0x84_0004), [0, 1, 4, 5], .tag(0x84_0004), 0x603),  // ITU 2/2: surround
      (.tag(0x6F_0008), [0, 1, 8, 9, 2, 10, 11, 12], .tag(0x6F_0008), 0),
      (.tag(0x85_0003), [0, 1, 3], .bitmap(0xB), 0xB),
      (.tag(0x83_0003), [0, 1, 10], .bitmap(0x103), 0x103),
      // The same in another form.
      (.labels([1, 2, 3, 4, 5, 6]), [0, 1, 2, 3, 4, 5], .tag(0x79_0006), 0x60F),
      (.labels([1, 2, 5, 6, 9]), [0, 1, 4, 5, 10], .labels([1, 2, 5, 6, 9]), 0x133),
      (
        .labels([1, 2, 3, 4, 10, 11]), [0, 1, 2, 3, 11, 12], .labels([1, 2, 3, 4, 10, 11]),
        0x60F
      ),
      (.labels([42]), [], .labels([]), 4),
      // A bitmap is WAVE's mask.
      (.bitmap(0x3F), [0, 1, 2, 3, 8, 9], .bitmap(0x3F), 0x3F),
      (.bitmap(0x60F), [0, 1, 2, 3, 4, 5], .tag(0x79_0006), 0x60F),
      (.bitmap(0x63F), [0, 1, 2, 3, 8, 9, 4, 5], .bitmap(0x63F), 0x63F),
    ] as [(Layout, [UInt8], Layout, UInt32)])
  func loudspeakers(layout: Layout, positions: [UInt8], written: Layout, mask: UInt32) throws {
    // One channel in the centre needs no layout.
    let isUsual = positions.isEmpty
    var sound = LinearPCMFormat(
      .signed, bits: 24, channels: isUsual ? 1 : positions.count, sampleRate: 48000,
      channelMask: 0)
    sound.isBigEndian = true
    var description = try sound.sampleDescription(.quickTime)
    description.children.append(try layout.atom())
    #expect(LinearPCMFormat(description: description, timescale: 48000)?.channelMask == mask)

    try description.adaptSound(to: .mp4, timescale: 48000)
    func positionsInFile() throws -> [UInt8] {
      try description.first("chnl")?.decode(SpeakerLayout.self).speakers.map(\.position) ?? []
    }
    #expect(try positionsInFile() == positions)

    try description.adaptSound(to: .quickTime, timescale: 48000)
    if !isUsual {
      let back = try #require(try description.first("chan")?.decode(ChannelLayout.self))
      #expect(Layout(back) == written)
    }
    let read = try #require(LinearPCMFormat(description: description, timescale: 48000))
    #expect(read.channelMask == mask)

    try description.adaptSound(to: .mp4, timescale: 48000)
    #expect(try positionsInFile() == positions)
  }

  /// A mask that is set says where the loudspeakers are, whatever was read before.
  @Test func givenMask() throws {
    let sound = LinearPCMFormat(.signed, bits: 24, channels: 6, sampleRate: 48000)
    var description = try sound.sampleDescription(.quickTime)
    description.children.append(try Layout.tag(0x7C_0006).atom())
    var read = try #require(LinearPCMFormat(description: description, timescale: 48000))
    read.channelMask = 0x3F
    let atom = try #require(try read.sampleDescription(.mp4).first("chnl"))
    #expect(
      try atom.decode(SpeakerLayout.self).speakers.map(\.position) == [0, 1, 2, 3, 8, 9])
  }

  /// The order of a layout that ISO/IEC 23091-3 defines.
  @Test func definedLayouts() throws {
    var layout = SpeakerLayout()
    layout.definedLayout = 6
    let sound = LinearPCMFormat(.signed, bits: 16, channels: 6, sampleRate: 48000)
    var description = try sound.sampleDescription(.mp4)
    description.children.append(try Atom("chnl", layout))
    try description.adaptSound(to: .quickTime, timescale: 48000)
    let back = try #require(try description.first("chan")?.decode(ChannelLayout.self))
    // C L R Ls Rs LFE, which is MPEG 5.1 D.
    #expect(Layout(back) == .tag(0x7C_0006))
  }

  /// Numbers that no file can have are refused.
  @Test(arguments: [MovieWriter.Options.FileType.quickTime, .mp4])
  func impossibleFormats(type: MovieWriter.Options.FileType) {
    for (bits, channels) in [
      (16, 0), (16, -1), (16, 65536), (16, Int.max), (0, 2), (-8, 2), (65, 2), (Int.max, 2),
      (Int.min, Int.min),
    ] {
      let format = LinearPCMFormat(.signed, bits: bits, channels: channels, sampleRate: 48000)
      #expect(throws: FormatError.self) { try format.sampleDescription(type) }
      _ = format.bytesPerFrame
    }
  }

  /// Rates of more than 16 bits stand in an atom of their own; byte by byte from ISO/IEC 14496-12, 12.2.3 and 12.2.4, and ISO/IEC 23003-5.
  @Test func highRates() throws {
    let format = LinearPCMFormat(
      .signed, bits: 24, channels: 6, sampleRate: 96000, channelMask: 0x3F)
    #expect(
      try format.sampleDescription(.mp4).serialized()
        == hex(
          """
          00000056 6970636D 000000000000 0001 0001 000000000000 0006 0018 0000 0000 00000000
          00000010 73726174 00000000 00017700
          0000000E 70636D43 00000000 01 18
          00000014 63686E6C 00000000 01 00 000102030809
          """))
  }
}
