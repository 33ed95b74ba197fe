import Foundation
import Testing

@testable import MovKit

/// Whether the first picture of a sample needs others, by its own bits.
@Suite struct FirstPictureTests {
  /// In these files of ffmpeg, each sample but those that `stss` names is predicted from others.
  @Test(arguments: [
    "h263.mov", "mpeg2.mov", "mpeg4.mp4", "h264-10-bit.mp4", "x264-intra-refresh.mov",
  ])
  func ofEncoders(name: String) throws {
    let bytes = try BrokenFile.Good.media("codecs/\(name)").bytes()
    let track = try #require(try Movie(from: MemorySource(bytes)).tracks(.video).first)
    let description = try #require(track.sampleDescriptions.first)
    var count = 0
    for sample in try track.sampleTable() {
      let data = bytes[Int(sample.offset)..<Int(sample.offset + sample.size)]
      #expect(
        FirstPicture.needsOthers(data, description) == !sample.isSync, "sample \(sample.index)")
      count += 1
    }
    #expect(count > 10)
  }

  /// No sample that is one to begin at needs others: fields, and open groups of pictures.
  @Test(arguments: ["x264-interlaced.mov", "x264-open-gop.mp4"])
  func entriesOfEncoders(name: String) throws {
    let bytes = try BrokenFile.Good.media("codecs/\(name)").bytes()
    let track = try #require(try Movie(from: MemorySource(bytes)).tracks(.video).first)
    let description = try #require(track.sampleDescriptions.first)
    for sample in try track.sampleTable() where sample.attachments.isEntryPoint {
      let data = bytes[Int(sample.offset)..<Int(sample.offset + sample.size)]
      #expect(FirstPicture.needsOthers(data, description) == false, "sample \(sample.index)")
    }
  }

  /// Types of NAL units of H.265, table 7-1, and types of slices: 0 B, 1 P, 2 I.
  @Test(
    arguments: [
      (1, 0, true), (1, 1, true), (1, 2, false), (0, 1, true), (9, 0, true), (21, 2, false),
      (19, 2, false), (16, 2, false),
    ] as [(UInt8, UInt64, Bool)])
  func hevc(type: UInt8, slice: UInt64, needs: Bool) throws {
    let description = try Self.hevcDescription()
    let unit = HandmadeStream.segment(type, sliceType: slice)
    #expect(FirstPicture.needsOthers(Self.sample([unit])[...], description) == needs)
    // A recovery point of 0 pictures (H.265, D.2.8), in a message before the picture.
    let recovery: [UInt8] = [0x4E, 1, 6, 1, 0xD0, 0x80]
    #expect(FirstPicture.needsOthers(Self.sample([recovery, unit])[...], description) == false)
  }

  /// What is not known is not found: nothing, a unit longer than its sample, codecs that are not read, and what is encrypted.
  @Test func unknown() throws {
    let description = try Self.hevcDescription()
    let sample = Self.sample([HandmadeStream.segment(1)])
    #expect(FirstPicture.needsOthers([], description) == nil)
    #expect(FirstPicture.needsOthers(sample.prefix(6)[...], description) == nil)
    #expect(FirstPicture.needsOthers(Self.sample([[]])[...], description) == nil)
    #expect(FirstPicture.needsOthers(sample.dropLast(), description) == nil)
    var encrypted = description
    encrypted.children.append(Atom("sinf", children: []))
    #expect(FirstPicture.needsOthers(sample[...], encrypted) == nil)
    let other = try Atom("apcn", VideoDescription(), children: [])
    #expect(FirstPicture.needsOthers(sample[...], other) == nil)
  }

  /// Pictures of H.263 written by hand: INTRA and INTER in the plain type (5.1.3), and in the extended one with and
  /// without its optional part (5.1.4).
  @Test(
    arguments: [
      ("0000 0000 0000 0000 1000 00 00000000 10 000 011 0 0000", false),
      ("0000 0000 0000 0000 1000 00 00000000 10 000 011 1 0000", true),
      ("0000 0000 0000 0000 1000 00 00000000 10 000 111 000 000 000001", false),
      ("0000 0000 0000 0000 1000 00 00000000 10 000 111 000 001 000001", true),
      ("0000 0000 0000 0000 1000 00 00000000 10 000 111 001 010000000000001000 000 000001", false),
      ("0000 0000 0000 0000 1000 00 00000000 10 000 111 001 010000000000001000 001 000001", true),
      ("0000 0000 0000 0000 1000 01 00000000 10 000 011 1 0000", nil),
      ("0000 0000 0000 0000 1000 00 00000000 10", nil),
    ] as [(String, Bool?)])
  func h263(bits: String, needs: Bool?) throws {
    let digits = bits.filter { $0 != " " }
    let padded = digits + String(repeating: "0", count: (8 - digits.count % 8) % 8)
    var bytes: [UInt8] = []
    for (index, digit) in padded.enumerated() {
      if index % 8 == 0 { bytes.append(0) }
      bytes[index / 8] = bytes[index / 8] << 1 | (digit == "1" ? 1 : 0)
    }
    let description = try Atom("s263", VideoDescription(), children: [])
    #expect(FirstPicture.needsOthers(bytes[...], description) == needs)
  }

  private static func hevcDescription() throws -> Atom {
    var sets = ParameterSets()
    for unit in HandmadeStream.hevcSets { try sets.insert(unit[...], codec: .hevc) }
    return try VideoStreamFormat(codec: .hevc, parameterSets: sets).sampleDescription()
  }

  private static func sample(_ units: [[UInt8]]) -> [UInt8] {
    units.flatMap { [0, 0, 0, UInt8($0.count)] + $0 }
  }
}
