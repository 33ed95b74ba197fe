import Foundation
import TestSupport
import Testing

@testable import MovKit

/// A plan is only made where a reader finds the movie in what comes of it.
@Suite struct PlanReadBackTests {
  /// A movie behind bytes that are no atom: its chunks count from the start of the file.
  private static func movie(behind junk: [UInt8], isMoovFirst: Bool = false) -> [UInt8] {
    var source = TinyMovie()
    source.isMoovFirst = isMoovFirst
    source.tracks[0].chunks = { atom("stco", u32(0), u32(1), u32($0 + UInt32(junk.count))) }
    return junk + source.bytes
  }

  private static func editor(_ movie: Movie, removes: Bool = false) throws -> MovieEditor {
    var editor = MovieEditor(movie)
    if removes {
      try editor.removeTimecodeTracks()
    } else {
      var request = StampRequest(start: "01:00:00:00")
      request.replaces = true
      request.frameDuration = MediaTime(value: 1, timescale: 25)
      let (stamp, _) = try request.stamp(for: movie)
      try editor.removeTimecodeTracks()
      _ = try editor.add(stamp)
    }
    return editor
  }

  /// Whether a plan was made. What comes of it must read back.
  private static func isPlanned(_ bytes: [UInt8], fastStart: Bool, _ note: Comment) throws -> Bool {
    let source = MemorySource(bytes)
    guard let movie = try? Movie(from: source), let editor = try? editor(movie) else {
      return false
    }
    let plan: WritePlan
    do { plan = try editor.copy(from: source, fastStart: fastStart).plan } catch { return false }
    let planned = PlannedSource(plan, from: source)
    let result = MemorySource(try plan.render(from: source))
    #expect(try planned.read(at: 0, count: Int(planned.size)) == result.bytes, note)
    for start in stride(from: 0, to: result.bytes.count, by: 37) {
      let end = min(start + 2 * (start % 400), result.bytes.count)
      #expect(
        try planned.read(at: UInt64(start), count: end - start) == Array(result.bytes[start..<end]),
        note)
    }
    #expect(throws: Never.self, note) {
      try editor.check(result, against: source, plan: plan)
    }
    return true
  }

  /// In front stands the head of an `mdat` whose end the source has nothing at. In the copy a `trak`
  /// comes to stand there, at one of these sizes.
  @Test(arguments: [false, true]) func headsInFrontThatOthersComeToFollow(fastStart: Bool) throws {
    var planned = 0
    var refused = 0
    for size in 8..<1500 {
      let junk = zeros(12) + ascii("no") + u32(UInt32(size)) + ascii("mdat") + zeros(10)
      let bytes = Self.movie(behind: junk)
      guard let movie = try? Movie(from: MemorySource(bytes)),
        movie.file.leading.count == junk.count
      else { continue }
      if try Self.isPlanned(bytes, fastStart: fastStart, "\(size)") {
        planned += 1
      } else {
        refused += 1
        let error = #expect(throws: ReadingError.self) {
          _ = try Self.editor(movie).copy(from: MemorySource(bytes), fastStart: fastStart).plan
        }
        #expect("\(error!)".contains("the 32 bytes before the first atom"), "\(size)")
      }
    }
    // Most are no harm.
    #expect(planned > 1000 && refused > 0, "planned \(planned), refused \(refused)")
  }

  /// Where media is past the end of the file, the plan is checked before anything is written. What was
  /// written must then be what was checked, byte for byte.
  @Test func whatWasWrittenIsWhatWasChecked() throws {
    var source = TinyMovie()
    source.tracks[0].chunks = { atom("stco", u32(0), u32(2), u32($0), u32(1 << 30)) }
    let bytes = MemorySource(source.bytes)
    let editor = try Self.editor(Movie(from: bytes))
    let (plan, expected) = try editor.copy(from: bytes)
    guard case .checked = expected else {
      Issue.record("the plan was not checked")
      return
    }
    let written = try plan.render(from: bytes)
    #expect(try expected.check(MemorySource(written), against: bytes, plan: plan) == nil)
    #expect(try Movie(from: written).tracks.count == 2)
    for index in written.indices {
      var damaged = written
      damaged[index] ^= 1
      #expect(throws: ReadingError.self, "\(index)") {
        try expected.check(MemorySource(damaged), against: bytes, plan: plan)
      }
    }
    #expect(throws: ReadingError.self) {
      try expected.check(MemorySource(Array(written.dropLast())), against: bytes, plan: plan)
    }
  }

  @Test func junkOfEveryKind() throws {
    let types: [FourCC] = ["mdat", "free", "ftyp", "moov", "moof", "wide", "skip", "styp"]
    var planned = 0
    for index in 0..<300 {
      var random = Seed.generator("junk", index)
      var junk = random.bytes(Int(random.next() % 300) + 1)
      for _ in 0..<random.next() % 4 {
        let head = u32(UInt32(random.next() % 3000)) + types[Int(random.next() % 8)].bytes
        let place = Int(random.next() % UInt64(junk.count))
        junk.replaceSubrange(place..<min(junk.count, place + 8), with: head)
      }
      for isMoovFirst in [false, true] {
        let bytes = Self.movie(behind: junk, isMoovFirst: isMoovFirst)
        for fastStart in [false, true]
        where try Self.isPlanned(bytes, fastStart: fastStart, "\(index)") {
          planned += 1
        }
      }
    }
    #expect(planned > 500)
  }

  @Test func testMedia() throws {
    var planned = 0
    for url in MediaFiles.files(in: MediaFiles.testMedia) {
      let bytes = try MediaFiles.bytes(of: url)
      for fastStart in [false, true] {
        let note = Comment(rawValue: url.lastPathComponent)
        if try Self.isPlanned(bytes, fastStart: fastStart, note) { planned += 1 }
      }
    }
    #expect(planned > 300)
  }
}
