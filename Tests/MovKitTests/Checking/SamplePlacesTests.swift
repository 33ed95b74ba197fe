import Foundation
import Testing

@testable import MovKit

/// Samples that are said to be where no media is: what is said of them, and where.
@Suite struct SamplePlacesTests {
  private static func media(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: MediaFiles.testMedia.appending(path: name)))
  }

  private static func found(_ bytes: [UInt8], _ rule: String) throws -> [String] {
    try MovieCheck(of: MemorySource(bytes)).findings.filter { $0.rule == rule }
      .map { "\($0.path) at \($0.offset ?? 0): \($0.message)" }
  }

  /// 25.mov has ftyp in the first 20 bytes, wide up to 28, the header of mdat up to 36 and 2771 bytes of media, in one
  /// chunk of a table whose stbl is at `stbl`.
  @Test(
    arguments: [
      (12, "ftyp"), (20, "wide"), (28, "mdat"), (35, "mdat"), (36, nil), (37, "moov"),
    ] as [(UInt32, String?)])
  func offsets(offset: UInt32, type: String?) throws {
    var bytes = try Self.media("rates/25.mov")
    try BrokenFile.record(
      "", BrokenFile.plain, "moov/trak/mdia/minf/stbl/stco", ChunkOffsets.self
    ) { $0.offsets = try Table([offset]) }.change(&bytes)
    let messages = try MovieCheck(of: MemorySource(bytes)).findings
      .filter { $0.rule == "chunk-in-header" }.map(\.message)
    #expect(messages == (type.map { ["1 chunk lies in \($0)"] } ?? []))
  }

  /// The movie of which the offsets count begins after 128 bytes, with the header of mdat and 2771 bytes of media, which
  /// are one chunk at 8.
  @Test(arguments: [(8, false), (4, true), (12, true)] as [(UInt32, Bool)])
  func offsetsWithoutTheBytesBeforeTheMovie(offset: UInt32, isFound: Bool) throws {
    var bytes = try Self.media("headers/macbinary.mov")
    let count = try #require(bytes.firstRange(of: ascii("stco"))).upperBound + 4
    bytes.replaceSubrange(count + 4..<count + 8, with: u32(offset))
    let messages = try MovieCheck(of: MemorySource(bytes)).findings
      .filter { $0.rule == "chunk-in-header" }.map(\.message)
    #expect(messages == (isFound ? ["1 chunk lies in mdat"] : []))
  }

  /// Media in what a program may remove.
  @Test(arguments: ["free", "skip"]) func freeSpace(type: String) throws {
    var bytes = try Self.media("rates/25.mov")
    bytes.replaceSubrange(32..<36, with: ascii(type))
    #expect(try Self.found(bytes, "chunk-in-header") == [])
    let messages = try Self.found(bytes, "chunk-in-free-space")
    #expect(messages.map { $0.hasSuffix(": 1 chunk lies in \(type)") } == [true], "\(messages)")
  }

  /// The second fragment of a track is said to have its samples 8 bytes after the start of its header. What is wrong is
  /// its trun.
  @Test func fragments() throws {
    var bytes = try BrokenFile.Good.cmafWithoutIndex.bytes()
    let trun = try #require(
      AtomFile(from: bytes).atoms.last { $0.type == "moof" }?.descendant("traf", "trun"))
    try BrokenFile.record("", .cmafWithoutIndex, "moof[1]/traf/trun", TrackFragmentRun.self) {
      $0.dataOffset = 8
    }.change(&bytes)
    let place = "moof[1]/traf/trun at \(try #require(trun.offset)): "
    #expect(
      try Self.found(bytes, "chunk-in-header") == [
        place + "1 run of samples of track 1 lies in moof"
      ])
  }

  /// What begins in free space and reaches into the header of the media is wrong, not only at risk.
  @Test func freeSpaceAndHeader() throws {
    var bytes = try Self.media("rates/25.mov")
    bytes.replaceSubrange(24..<28, with: ascii("free"))
    try BrokenFile.record(
      "", BrokenFile.plain, "moov/trak/mdia/minf/stbl/stco", ChunkOffsets.self
    ) { $0.offsets = try Table([20]) }.change(&bytes)
    let rules = try BrokenFile.rules(bytes, [])
    #expect(rules.contains("chunk-in-header") && !rules.contains("chunk-in-free-space"))
  }

  /// The second fragment has the samples of the first.
  @Test func overlappingFragments() throws {
    var bytes = try BrokenFile.Good.cmafWithoutIndex.bytes()
    let file = try AtomFile(from: bytes)
    let starts = file.atoms.filter { $0.type == "moof" }.compactMap(\.offset)
    try BrokenFile.record("", .cmafWithoutIndex, "moof[1]/traf/trun", TrackFragmentRun.self) {
      $0.dataOffset -= Int32(starts[1] - starts[0])
    }.change(&bytes)
    let messages = try Self.found(bytes, "chunk-overlap")
    #expect(messages.count == 1 && messages[0].hasPrefix("moof[0]/traf/trun at "), "\(messages)")
  }

  /// What names a sample description that does not exist: the fragment, or the default for all of them.
  @Test func descriptionsOfFragments() throws {
    var bytes = try Self.media("fragments/default-base-moof.mp4")
    try BrokenFile.record(
      "", .media("fragments/default-base-moof.mp4"), "moov/mvex/trex[0]", TrackExtends.self
    ) { $0.defaultSampleDescriptionIndex = 5 }.change(&bytes)
    let found = try MovieCheck(of: MemorySource(bytes)).findings
      .filter { $0.rule == "fragment-sample-description" }
    #expect(found.map(\.path) == ["moov/mvex/trex[0]"])
    #expect(found.map(\.message) == ["samples of track 1 have sample description 5 of 1"])
    #expect(found.map(\.severity) == [.error])
  }

  // MARK: Times

  /// Frames that are decoded 1001 ticks after each other, and how many of them are shown when another one is.
  @Test(
    arguments: [
      ([2002, 1001, 0], 2), ([2002, 4004, 1001], 0), ([0, 1001, 1001], 0), ([0, 0, 1001, 0], 1),
    ] as [([Int32], Int)])
  func frames(offsets: [Int32], count: Int) throws {
    var movie = MovieBytes()
    movie.timecodeIDs = []
    movie.videoDurations = [(UInt32(offsets.count), 1001)]
    movie.videoOffsets = offsets.map { (1, $0) }
    let messages = try MovieCheck(of: MemorySource(movie.bytes)).findings
      .filter { $0.rule == "composition-same-time" }.map(\.message)
    #expect(messages.count == (count > 0 ? 1 : 0), "\(messages)")
    if count > 0 {
      let beginning = count == 1 ? "1 frame is" : "\(count) frames are"
      #expect(messages.first?.hasPrefix(beginning) == true, "\(messages)")
    }
  }

  /// Sequences of pictures and auxiliary video are described as video, and text is not.
  @Test(arguments: [("pict", false), ("auxv", false), ("text", true), ("soun", true)])
  func handlers(type: String, isFound: Bool) throws {
    var bytes = try Self.media("rates/25.mov")
    try BrokenFile.record("", BrokenFile.plain, "moov/trak/mdia/hdlr", HandlerReference.self) {
      $0.componentSubtype = try #require(FourCC(type))
    }.change(&bytes)
    #expect(try BrokenFile.rules(bytes, []).contains("description-kind") == isFound)
  }

  @Test func handlerOfTimecode() throws {
    var bytes = try Self.media("timecode/25.mov")
    try BrokenFile.record("", BrokenFile.timecode, "moov/trak[1]/mdia/hdlr", HandlerReference.self)
    { $0.componentSubtype = "text" }.change(&bytes)
    let found = try MovieCheck(of: MemorySource(bytes)).findings
      .filter { $0.rule == "description-kind" }.map(\.message)
    #expect(found == ["tmcd describes tmcd and the handler of the track is text"])
  }
}
