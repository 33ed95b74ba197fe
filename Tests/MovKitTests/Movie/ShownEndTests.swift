import Testing

@testable import MovKit

/// When a movie stops showing a track whose edits are rounded to ticks of the movie.
@Suite struct ShownEndTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    /// Ticks per second of the movie.
    var timescale: UInt32 = 600
    /// Samples and their ticks, 2400 a second.
    var durations: [(UInt32, UInt32)] = [(47, 100), (1, 101)]
    /// Duration, media time and rate.
    let edits: [(UInt32, Int32, UInt32)]
    let end: MediaTime
  }

  // 47 frames of 100 ticks and one of 101 last 4801 ticks, which is 1200.25 ticks of the movie.
  static let cases = [
    Case(
      testDescription: "rounded down", edits: [(1200, 0, 0x10000)],
      end: MediaTime(value: 4801, timescale: 2400)),
    Case(
      testDescription: "rounded up", edits: [(1201, 0, 0x10000)],
      end: MediaTime(value: 4801, timescale: 2400)),
    Case(
      testDescription: "a tick and more too short", edits: [(1199, 0, 0x10000)],
      end: MediaTime(value: 1199, timescale: 600)),
    Case(
      testDescription: "exact", durations: [(48, 100)], edits: [(1200, 0, 0x10000)],
      end: MediaTime(value: 2, timescale: 1)),
    Case(
      testDescription: "exactly a tick too short", durations: [(48, 100)],
      edits: [(1199, 0, 0x10000)], end: MediaTime(value: 1199, timescale: 600)),
    Case(
      testDescription: "two edits", edits: [(600, 0, 0x10000), (600, 2400, 0x10000)],
      end: MediaTime(value: 4801, timescale: 2400)),
    Case(
      testDescription: "after a gap", edits: [(300, -1, 0x10000), (1200, 0, 0x10000)],
      end: MediaTime(value: 6001, timescale: 2400)),
    Case(
      testDescription: "half speed", edits: [(2400, 0, 0x8000)],
      end: MediaTime(value: 4, timescale: 1)),
    Case(
      testDescription: "a frame of half a tick is hidden", timescale: 25, durations: [(101, 48)],
      edits: [(50, 0, 0x10000)], end: MediaTime(value: 2, timescale: 1)),
    Case(
      testDescription: "the last frame has no duration", durations: [(47, 99), (1, 0)],
      edits: [(1164, 0, 0x10000)], end: MediaTime(value: 1164, timescale: 600)),
    Case(
      testDescription: "an edit without length", edits: [(1200, 0, 0x10000), (0, 4800, 0)],
      end: MediaTime(value: 2, timescale: 1)),
    Case(
      testDescription: "an edit after the media",
      edits: [(1200, 0, 0x10000), (1, 4805, 0x10000)],
      end: MediaTime(value: 1201, timescale: 600)),
    Case(
      testDescription: "an empty edit last", edits: [(1200, 0, 0x10000), (300, -1, 0x10000)],
      end: MediaTime(value: 5, timescale: 2)),
  ]

  @Test(arguments: cases)
  func ends(_ one: Case) throws {
    var movie = MovieBytes()
    movie.timescale = one.timescale
    movie.videoDurations = one.durations
    movie.videoEdits = atom(
      "edts",
      atom(
        "elst", u32(0), u32(UInt32(one.edits.count)),
        one.edits.flatMap { u32($0.0) + u32(UInt32(bitPattern: $0.1)) + u32($0.2) }))
    let track = try #require(Movie(from: movie.bytes).track(1))
    let table = try track.sampleTable()
    #expect(track.shownEnd == one.end)
    #expect(track.shownEnd(table) == one.end)
    let edits = track.shownEdits(table)
    #expect(edits.count == track.edits.count)
    #expect(edits.last?.target.end == one.end)
    #expect(edits.dropLast().elementsEqual(track.edits.dropLast()))
    for edit in edits { #expect(edit.target.duration >= .zero) }
  }
}
