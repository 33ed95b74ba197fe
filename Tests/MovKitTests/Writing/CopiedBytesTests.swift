import Foundation
import Testing

@testable import MovKit

/// The bytes of what was copied are compared when it is read back.
@Suite struct CopiedBytesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Many samples of uncompressed audio lie together, and are copied together.
  @Test(arguments: ["sound/pcm-s16.mov", "sound/pcm-24.mov"])
  func partsOfUncompressedAudio(name: String) throws {
    let file = try File(FilePath(MediaFiles.testMedia.appending(path: name).path))
    let range = MediaTimeRange(
      start: MediaTime(value: 1, timescale: 10), duration: MediaTime(value: 3, timescale: 10))
    let cut = try MovieCut(try Movie(from: file), in: file, during: range)
    guard case .samples(let copies) = try #require(cut.rewritten.tracks.first).content else {
      Issue.record("the audio is not copied")
      return
    }
    try cut.write(to: scratch["cut.mov"])
    let written = try scratch.bytes("cut.mov")
    func check(_ bytes: [UInt8]) throws {
      let result = try File(try scratch.file("read.mov", bytes))
      try CopyCheck(copies, try Movie(from: result).tracks[0], result).run()
    }
    try check(written)
    let samples = try Movie(from: written).tracks[0].sampleTable()
    let (first, last) = (try #require(samples.first), try #require(samples.last))
    for place in [first.offset, first.offset + 9, last.offset - 9, last.byteRange.upperBound - 1] {
      var bytes = written
      bytes[Int(place)] ^= 1
      let error = #expect(throws: ReadingError.self) { try check(bytes) }
      #expect("\(try #require(error))".contains("bytes differ"))
    }
  }

  /// A source that somebody shortens is no fault of what was written.
  @Test func aSourceThatBecomesShorter() throws {
    let bytes = TinyMovie().bytes
    func movie(_ name: String) throws -> (file: File, track: Track) {
      let file = try File(try scratch.file(name, bytes))
      return (file, try Movie(from: file).tracks[0])
    }
    let (old, new) = (try movie("old.mov"), try movie("new.mov"))
    let check = RemuxCheck(old.track, old.file, new.track, new.file)
    try check.run()
    try scratch.truncate("old.mov", to: 28)
    let error = #expect(throws: ReadingError.self) { try check.run() }
    guard case .io(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.kind == .changed)
  }

  @Test func otherBytes() throws {
    var bytes = TinyMovie().bytes
    let old = try File(try scratch.file("old.mov", bytes))
    bytes[28] ^= 1
    let new = try File(try scratch.file("new.mov", bytes))
    let check = RemuxCheck(
      try Movie(from: old).tracks[0], old, try Movie(from: new).tracks[0], new)
    let error = #expect(throws: ReadingError.self) { try check.run() }
    #expect("\(try #require(error))".contains("bytes differ"))
  }
}
