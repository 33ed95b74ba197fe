import Testing

@testable import MovKit

/// The headers of compressed audio outside a movie, by hand from the standards.
@Suite struct ElementaryAudioTests {
  private func aac(_ config: [UInt8], objectType: UInt8 = 0x40) throws -> Atom {
    var decoder = ElementaryStreamDescriptor.DecoderConfig()
    decoder.objectTypeIndication = objectType
    var info = ElementaryStreamDescriptor.OpaqueDescriptor()
    info.data = RawBytes(bytes: config[...])
    decoder.descriptors = [info]
    var descriptor = ElementaryStreamDescriptor.Descriptor()
    descriptor.tag = 4
    descriptor.decoderConfig = decoder
    var esds = ElementaryStreamDescriptor()
    esds.stream.descriptors = [descriptor]
    return try Atom("mp4a", SoundDescription(), children: [try Atom("esds", esds)])
  }

  /// LC, 48 kHz, stereo: 12 bits of sync word, MPEG-4, layer 0, no error check; profile 1, index 3,
  /// channels 2; the size of the frame in 13 bits; 0x7FF; one block.
  @Test func adts() throws {
    let audio = try #require(try ElementaryAudio(description: aac([0x11, 0x90])))
    #expect(audio.form == .adts && audio.header.isEmpty && audio.headSize == 7)
    #expect(try audio.head(ofSampleOf: 100) == [0xFF, 0xF1, 0x4C, 0x80, 0x0D, 0x7F, 0xFC])
    #expect(try audio.head(ofSampleOf: 8184) == [0xFF, 0xF1, 0x4C, 0x83, 0xFF, 0xFF, 0xFC])
    #expect(throws: FormatError.self) { try audio.head(ofSampleOf: 8185) }
    #expect(try audio.head(ofSampleOf: 0).isEmpty)
    let old = try #require(try ElementaryAudio(description: aac([0x11, 0x90], objectType: 0x67)))
    #expect(try old.head(ofSampleOf: 100)[1] == 0xF9)
    // Main, 8 kHz, mono; LC under explicit band replication (24 to 48 kHz), 7.1.
    let mono = try #require(try ElementaryAudio(description: aac([0x0D, 0x88])))
    #expect(try mono.head(ofSampleOf: 1).prefix(4) == [0xFF, 0xF1, 0x2C, 0x40])
    let replicated = try #require(
      try ElementaryAudio(description: aac([0x2B, 0x39, 0x88, 0x00])))
    #expect(try replicated.head(ofSampleOf: 1).prefix(4) == [0xFF, 0xF1, 0x59, 0xC0])
  }

  @Test(
    arguments: [
      ([0x11, 0x94], "960 samples"), ([0x11, 0x80, 0, 0, 0, 0, 0, 0], "program_config_element"),
      ([0xF9, 0x46, 0x40], "audio object type is 42"),
      ([0xB9, 0x90, 0, 0], "audio object type is 23"),
      ([0x17, 0x80, 0x5D, 0xBF, 0x90, 0], "sample rate"),
    ] as [([UInt8], String)])
  func whatADTSCannotSay(config: [UInt8], reason: String) throws {
    let entry = try aac(config)
    let error = #expect(throws: FormatError.self) { try ElementaryAudio(description: entry) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test func amrAndFrames() throws {
    func form(_ type: FourCC) throws -> ElementaryAudio? {
      try ElementaryAudio(description: Atom(type, SoundDescription(), children: []))
    }
    #expect(try form("samr")?.header == Array("#!AMR\n".utf8))
    #expect(try form("sawb")?.header == Array("#!AMR-WB\n".utf8))
    #expect(try form("ac-3")?.form == .frames && form("ec-3")?.form == .frames)
    #expect(try form("mlpa")?.form == .frames && form("mhm1")?.form == .frames)
    // Not in packets that say what they are.
    #expect(try form("mha1") == nil)
    #expect(
      try form(".mp3")?.form == .frames && form(FourCC(rawValue: 0x6D73_0055))?.form == .frames)
    #expect(try form("ac-3")?.head(ofSampleOf: 5) == [] && form("alac") == nil)
    #expect(try ElementaryAudio(description: aac([], objectType: 0x6B))?.form == .frames)
    #expect(throws: FormatError.self) { try form("mp4a") }
    #expect(throws: FormatError.self) { try form("fLaC") }
  }

  /// Blocks are numbered anew: only the last one says that it is, whatever the atom says.
  @Test func flac() throws {
    var configuration = FLACConfiguration()
    var info = FLACConfiguration.Block()
    info.streamInfo.totalSamples = 7
    info.streamInfo.md5 = RawBytes(bytes: [UInt8](repeating: 9, count: 16)[...])
    var seek = FLACConfiguration.Block()
    seek.type = 3
    seek.data = RawBytes(bytes: [1, 2])
    var comment = FLACConfiguration.Block()
    (comment.isLast, comment.type, comment.data) = (0, 4, RawBytes(bytes: [5]))
    configuration.blocks = [info, seek, comment]
    let entry = try Atom("fLaC", SoundDescription(), children: [try Atom("dfLa", configuration)])
    let whole = try #require(try ElementaryAudio(description: entry)).header
    #expect(whole.prefix(8) == [0x66, 0x4C, 0x61, 0x43, 0x00, 0, 0, 34])
    #expect(whole.suffix(11) == [0x03, 0, 0, 2, 1, 2, 0x84, 0, 0, 1, 5])
    #expect(whole[8 + 17] == 7 && whole[8 + 18] == 9)
    let part = try #require(try ElementaryAudio(description: entry, isPart: true)).header
    #expect(part.count == whole.count - 6 && part[8 + 17] == 0 && part[8 + 18] == 0)
  }
}
