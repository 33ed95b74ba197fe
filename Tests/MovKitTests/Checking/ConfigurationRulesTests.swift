import Testing

@testable import MovKit

/// What configurations of codecs say beside the headers of the stream, and sample descriptions beside those.
@Suite struct ConfigurationRulesTests {
  /// What the rule finds that stands after the last ": ".
  private static func differences(_ check: (inout CheckFindings) -> Void) -> String? {
    var found = CheckFindings(profiles: [])
    check(&found)
    return found.all.first.map { finding in
      finding.message.firstRange(of: ": ").map { String(finding.message[$0.upperBound...]) } ?? ""
    }
  }

  private static func entry(_ media: String, _ type: FourCC) throws -> Atom {
    let file = try AtomFile(from: BrokenFile.Good.media(media).bytes())
    let stbl = file.first("moov")?.first("trak")?.descendant("mdia", "minf", "stbl", "stsd")
    return try #require(stbl?.first(type))
  }

  /// The set of this file is of profile 100 and level 1.0, without a flag, 4:2:0 and of 8 bits.
  @Test(
    arguments: [
      ([100, 10, 1, 8, 8], nil), ([66, 10, 1, 8, 8], "avcC says profile 66, the set 100"),
      // A higher level than the sets have is allowed (ISO/IEC 14496-15, 5.3.3.1.2), and 1b is higher than 1.
      ([100, 40, 1, 8, 8], nil), ([100, 9, 1, 8, 8], nil),
      ([100, 10, 2, 8, 8], "avcC says chroma format 2, the set 1"),
      (
        [100, 10, 1, 10, 10],
        "avcC says luma depth 10, the set 8; avcC says chroma depth 10, the set 8"
      ),
    ] as [([Int], String?)])
  func avc(values: [Int], message: String?) throws {
    var entry = try Self.entry("rates/25.mov", "avc1")
    let index = try #require(entry.children.firstIndex { $0.type == "avcC" })
    try entry.children[index].update(AVCConfiguration.self) {
      ($0.profileIndication, $0.levelIndication) = (UInt8(values[0]), UInt8(values[1]))
      $0.highProfile.chromaFormat = UInt8(values[2])
      $0.highProfile.bitDepthLumaMinus8 = UInt8(values[3] - 8)
      $0.highProfile.bitDepthChromaMinus8 = UInt8(values[4] - 8)
    }
    let changed = entry
    #expect(
      Self.differences { ConfigurationRules(changed).checkVideo({ .file }, &$0) } == message)
  }

  /// Level 1b is 11 with a flag in Baseline, Main and Extended (H.264, A.3.1), and the flags name profiles to which the
  /// stream conforms too (A.2).
  @Test(
    arguments: [
      // Profile, flags and level of the set, and of the record.
      ([66, 0xC0, 20], [77, 0xC0, 20], nil),
      ([66, 0x80, 20], [77, 0x80, 20], "avcC says profile 77, the set 66"),
      ([66, 0x10, 11], [66, 0x10, 9], nil),
      ([66, 0, 11], [66, 0, 9], "avcC says level 9, the set 11"),
      ([77, 0, 31], [77, 0, 10], "avcC says level 10, the set 31"),
    ] as [([UInt8], [UInt8], String?)])
  func levelsAndProfiles(set: [UInt8], record: [UInt8], message: String?) throws {
    var entry = try Self.entry("rates/25.mov", "avc1")
    var sequence = BitString()
    sequence.u(8, UInt64(set[0]))
    sequence.u(8, UInt64(set[1]))
    sequence.u(8, UInt64(set[2]))
    // Number, frame_num, order of type 2, references; then 4 by 3 macroblocks (H.264, 7.3.2.1.1).
    for value in [0, 0, 2, 1] as [UInt64] { sequence.ue(value) }
    sequence.flag(false)
    for value in [3, 2] as [UInt64] { sequence.ue(value) }
    for value in [true, true, false, false] { sequence.flag(value) }
    let unit = sequence.unit(head: [0x67])
    let index = try #require(entry.children.firstIndex { $0.type == "avcC" })
    try entry.children[index].update(AVCConfiguration.self) {
      ($0.profileIndication, $0.profileCompatibility) = (record[0], record[1])
      $0.levelIndication = record[2]
      $0.sequenceParameterSets = [ParameterSet(unit[...])]
      $0.hasHighProfileFields = false
    }
    let changed = entry
    #expect(
      Self.differences { ConfigurationRules(changed).checkVideo({ .file }, &$0) } == message)
  }

  /// The handmade set is of profile 1, which conforms to Main 10 too, level 1 (30), 4:2:0 and of 8 bits.
  @Test(
    arguments: [
      ([1, 30, 1, 8], nil), ([2, 30, 1, 8], nil), ([1, 90, 1, 8], nil),
      ([4, 30, 1, 8], "hvcC says profile 4, the set 1"),
      ([1, 29, 1, 8], "hvcC says level 29, the set 30"),
      ([1, 30, 3, 8], "hvcC says chroma format 3, the set 1"),
      ([1, 30, 1, 10], "hvcC says luma depth 10, the set 8"),
    ] as [([UInt8], String?)])
  func hevc(values: [UInt8], message: String?) throws {
    var sets = ParameterSets()
    for unit in HandmadeStream.hevcSets { try sets.insert(unit[...], codec: .hevc) }
    let format = try VideoStreamFormat(codec: .hevc, parameterSets: sets)
    var record = try format.hevcConfiguration(.description, lengthSize: 4)
    (record.generalProfileIdc, record.generalLevelIdc) = (values[0], values[1])
    (record.chromaFormat, record.bitDepthLumaMinus8) = (values[2], values[3] - 8)
    let entry = try Atom("hvc1", VideoDescription(), children: [Atom("hvcC", record)])
    #expect(Self.differences { ConfigurationRules(entry).checkVideo({ .file }, &$0) } == message)
  }

  /// AAC of one channel and 48,000 Hz: its rate may be doubled by what is found in the samples, and old files have the
  /// template of two channels, and 44,100.
  @Test(
    arguments: [
      (1, 48000, nil), (2, 48000, nil),
      (2, 96000 - 65536, "the description says 30464 Hz, the configuration 48000 Hz"),
      (1, 44100, nil), (0, 0, nil),
      (6, 48000, "the description says 6 channels, the configuration 1"),
      (1, 22050, "the description says 22050 Hz, the configuration 48000 Hz"),
    ] as [(UInt16, UInt32, String?)])
  func sound(channels: UInt16, rate: UInt32, message: String?) throws {
    var entry = try Self.entry("sound/aac.m4a", "mp4a")
    try entry.update(SoundDescription.self) {
      ($0.channelCount, $0.sampleRate) = (channels, UFixed16x16(rawValue: rate << 16))
    }
    let changed = entry
    let record = try entry.decode(SoundDescription.self)
    #expect(
      Self.differences {
        ConfigurationRules(changed).checkSound(record, timescale: 48000, { .file }, &$0)
      } == message)
  }

  /// AAC of MPEG-2 says by another object type that it is AAC (ISO/IEC 14496-1, table 5), and no more.
  @Test(arguments: [0x66, 0x67, 0x68] as [UInt8]) func soundOfMPEG2(objectType: UInt8) throws {
    var entry = try Self.entry("sound/aac.m4a", "mp4a")
    try entry.update(SoundDescription.self) { $0.channelCount = 6 }
    let index = try #require(entry.children.firstIndex { $0.type == "esds" })
    try entry.children[index].update(ElementaryStreamDescriptor.self) { esds in
      for index in esds.stream.descriptors.indices where esds.stream.descriptors[index].tag == 4 {
        var descriptor = esds.stream.descriptors[index]
        descriptor.decoderConfig.objectTypeIndication = objectType
        esds.stream.descriptors[index] = descriptor
      }
    }
    let changed = entry
    let record = try entry.decode(SoundDescription.self)
    #expect(
      Self.differences {
        ConfigurationRules(changed).checkSound(record, timescale: 48000, { .file }, &$0)
      } == "the description says 6 channels, the configuration 1")
  }

  /// AAC has packets of 1024 audio frames. Samples that last another time are wrong if all do but the first and the
  /// last, which may be incomplete. If a capture corrects drift, others last differently too.
  @Test(
    arguments: [
      ([(48, 1000)], true), ([(1, 2000), (46, 1000), (1, 896)], true),
      ([(47, 1000), (1, 0)], true),
      ([(23, 1024), (25, 1000)], false), ([(46, 1000), (2, 1024)], false),
      ([(40, 1000), (1, 1024), (7, 1000)], false), ([(1, 1000), (1, 1024), (46, 1000)], false),
      ([(1, 1000), (47, 1024)], false),
    ] as [([(count: UInt32, ticks: UInt32)], Bool)])
  func packetsThatLastAnotherTime(runs: [(count: UInt32, ticks: UInt32)], isFound: Bool) throws {
    let good = BrokenFile.Good.media("sound/aac.m4a")
    var bytes = try good.bytes()
    try BrokenFile.record("", good, "moov/trak/mdia/minf/stbl/stts", TimeToSample.self) {
      $0.entries = try Table(
        runs.map { TimeToSample.Row(sampleCount: $0.count, sampleDelta: $0.ticks) })
    }.change(&bytes)
    #expect(try BrokenFile.rules(bytes, []).contains("sound-rate") == isFound)
  }
}
