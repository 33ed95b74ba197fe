import Testing

@testable import MovKit

@Suite struct WaveHeaderTests {
  private func format(_ type: FourCC, _ head: [UInt8], _ more: [UInt8] = []) throws
    -> LinearPCMFormat?
  {
    LinearPCMFormat(description: try entry(type, head, more), timescale: 96000)
  }

  private func entry(_ type: FourCC, _ head: [UInt8], _ more: [UInt8] = []) throws -> Atom {
    let entry = atom(type, zeros(6), u16(1), head, more)
    let stbl = atom("stbl", atom("stsd", u32(0), u32(1), entry))
    let minf = atom("minf", stbl)
    let source = MemorySource(
      fileType
        + atom("moov", atom("trak", atom("mdia", handler("soun"), minf))))
    let file = try AtomFile(from: source)
    return try #require(
      file.first("moov")?.descendant("trak", "mdia", "minf", "stbl", "stsd")?.children.first)
  }

  /// Version, revision, vendor, channels, bits, compression, packet size, rate.
  private func head(_ version: UInt16, channels: UInt16, bits: UInt16, rate: UInt32) -> [UInt8] {
    u16(version) + zeros(6) + u16(channels) + u16(bits) + zeros(4) + u32(rate)
  }

  @Test func formats() throws {
    let plain = head(0, channels: 2, bits: 16, rate: 48000 << 16)
    let sowt = try #require(try format("sowt", plain))
    #expect(!sowt.isBigEndian && sowt.encoding == .signed && sowt.bytesPerFrame == 4)
    #expect(sowt.sampleRate == 48000 && sowt.channelMask == 3)
    #expect(try format("twos", plain)?.isBigEndian == true)
    #expect(try format("raw ", head(0, channels: 1, bits: 8, rate: 0))?.encoding == .unsigned)
    // A rate that has no room is the media's.
    #expect(try format("raw ", head(0, channels: 1, bits: 8, rate: 0))?.sampleRate == 96000)
    let enda = atom("wave", atom("frma", ascii("in24")), atom("enda", u16(1)))
    #expect(try format("in24", plain, enda)?.isBigEndian == false)
    #expect(try format("in24", plain)?.isBigEndian == true)
    #expect(try format("fl64", plain)?.bytesPerFrame == 16)
    let pcmC = atom("pcmC", u32(0), u8(1), u8(24))
    #expect(try format("ipcm", plain, pcmC)?.bytesPerFrame == 6)
    #expect(try format("ipcm", plain, pcmC)?.isBigEndian == false)
    #expect(try format("ipcm", plain) == nil)
    #expect(try format("mp4a", plain) == nil)
    #expect(try format("sowt", head(0, channels: 0, bits: 16, rate: 0)) == nil)
    #expect(try format("sowt", head(0, channels: 1, bits: 0, rate: 0)) == nil)
  }

  /// From the RIFF and WAVE specifications, byte by byte.
  @Test func aPlainHeader() throws {
    let sowt = try #require(
      try format("sowt", head(0, channels: 2, bits: 16, rate: 48000 << 16)))
    #expect(
      WaveHeader(sowt, dataSize: 1000).header
        == hex(
          """
          52494646 0C040000 57415645 666D7420 10000000 0100 0200 80BB0000 00EE0200 0400 1000
          64617461 E8030000
          """))
  }

  @Test func anExtensibleHeader() throws {
    let in24 = try #require(
      try format("in24", head(0, channels: 1, bits: 16, rate: 48000 << 16)))
    let wave = WaveHeader(in24, dataSize: 3)
    #expect(
      wave.header
        == hex(
          """
          52494646 40000000 57415645 666D7420 28000000 FEFF 0100 80BB0000 80320200 0300 1800
          1600 1800 04000000 01000000000010008000 00AA00389B71 64617461 03000000
          """))
    #expect(wave.trailer == [0])
    var bytes: [UInt8] = [1, 2, 3, 4, 5]
    wave.convert(&bytes)
    #expect(bytes == [3, 2, 1, 4, 5])
  }

  /// Version 2 of a sound description: two channels at 96,000 Hz.
  private func lpcm(bits: UInt32, flags: UInt32, frame: UInt32, perPacket: UInt32 = 1) -> [UInt8] {
    let rate = Float64(96000).bitPattern
    return head(2, channels: 3, bits: 16, rate: 1 << 16) + u32(72)
      + u32(UInt32(rate >> 32)) + u32(UInt32(truncatingIfNeeded: rate)) + u32(2) + u32(0x7F00_0000)
      + u32(bits) + u32(flags) + u32(frame) + u32(perPacket)
  }

  /// The last number of each is wValidBitsPerSample. Where it is fewer bytes than a sample has, ffmpeg reads samples
  /// of that many bytes, which are noise.
  @Test(
    arguments: [
      (24, 8, "2000", "2000"), (20, 8, "2000", "2000"), (16, 8, "2000", "2000"),
      (32, 8, "2000", "2000"), (28, 8, "2000", "1C00"), (24, 6, "1800", "1800"),
      (20, 6, "1800", "1400"),
    ] as [(UInt32, UInt32, String, String)])
  func upperBitsOfLongerWords(bits: UInt32, frame: UInt32, size: String, valid: String) throws {
    let found = try #require(
      try format("lpcm", lpcm(bits: bits, flags: 0x14, frame: frame)))
    #expect(found.bitsPerChannel == bits && found.bytesPerFrame == frame)
    let header = WaveHeader(found, dataSize: 0).header
    #expect(header[20..<24].elementsEqual(hex("FEFF 0200")))
    #expect(header[34..<36].elementsEqual(hex(size)) && header[38..<40].elementsEqual(hex(valid)))
  }

  private static let impossible =
    "its sample description has values that are impossible for uncompressed audio"

  /// `lpcm` that is not as WAVE files have it says why, and nothing else does. 0x20: the channels are one after
  /// another. Without 0x10, unused bits are the upper ones.
  @Test(
    arguments: [
      (24, 0x14, 8, 1, nil), (32, 0x4, 8, 1, nil),
      (32, 0x2C, 8, 1, "the values of its channels are not interleaved"),
      (24, 0x4, 8, 1, "its values are 24 bits in the lower part of 32"),
      (24, 0x14, 7, 1, "its sample description gives no number of bytes for a value"),
      (24, 0x14, 8, 2, "its sample description gives no number of bytes for a value"),
      (0, 0x14, 8, 1, Self.impossible), (40, 0x4, 8, 1, Self.impossible),
    ] as [(UInt32, UInt32, UInt32, UInt32, String?)])
  func obstacles(
    bits: UInt32, flags: UInt32, frame: UInt32, perPacket: UInt32, obstacle: String?
  ) throws {
    let head = lpcm(bits: bits, flags: flags, frame: frame, perPacket: perPacket)
    #expect((try format("lpcm", head) == nil) == (obstacle != nil))
    #expect(LinearPCMFormat.obstacle(in: try entry("lpcm", head)) == obstacle)
    #expect(LinearPCMFormat.obstacle(in: try entry("mp4a", head)) == nil)
  }

  /// 16 bits have the size of a frame, and 32 the bytes of a second.
  @Test(
    arguments: [
      (8191, 48000, nil), (8192, 1, "65536 bytes"), (8191, 65544, nil),
      (8191, 65545, "4295032760 bytes"), (.max, .max, "bytes"),
    ] as [(Int, UInt32, String?)])
  func whatTheHeaderCannotSay(channels: Int, rate: UInt32, obstacle: String?) {
    let format = LinearPCMFormat(.float, bits: 64, channels: channels, sampleRate: rate)
    let found = WaveHeader.obstacle(in: format)
    #expect(found.map { $0.contains(obstacle ?? "nothing") } ?? (obstacle == nil), "\(found ?? "")")
  }

  @Test func beyond32Bits() throws {
    let sowt = try #require(
      try format("sowt", head(0, channels: 2, bits: 16, rate: 48000 << 16)))
    let size: UInt64 = 5 << 30
    let header = WaveHeader(sowt, dataSize: size).header
    #expect(header.count == 80)
    #expect(
      header
        == hex(
          """
          52463634 FFFFFFFF 57415645 64733634 1C000000 4800004001000000 0000004001000000
          0000005000000000 00000000 666D7420 10000000 0100 0200 80BB0000 00EE0200 0400 1000
          64617461 FFFFFFFF
          """))
    // The most that RIFF holds, and one frame more.
    #expect(WaveHeader(sowt, dataSize: 0xFFFF_FFFF - 36 - 3).header.prefix(4) == ascii("RIFF")[...])
    #expect(WaveHeader(sowt, dataSize: 0xFFFF_FFFF - 35).header.prefix(4) == ascii("RF64")[...])
  }

  @Test func signsOf8Bits() throws {
    let twos = try #require(try format("twos", head(0, channels: 1, bits: 8, rate: 1 << 16)))
    var bytes: [UInt8] = [0, 0x80, 0x7F]
    WaveHeader(twos, dataSize: 3).convert(&bytes)
    #expect(bytes == [0x80, 0, 0xFF])
  }
}
