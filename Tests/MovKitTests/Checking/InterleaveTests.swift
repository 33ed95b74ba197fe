import Testing

@testable import MovKit

/// How far apart samples of one moment of the movie are stored.
@Suite struct InterleaveTests {
  /// The seconds by which samples of one moment are apart; nil if that is not too much.
  private static func secondsApart(_ bytes: [UInt8]) throws -> Int? {
    let found = try MovieCheck(of: MemorySource(bytes)).findings
      .first { $0.rule == "interleave" }
    guard let found else { return nil }
    let words = found.message.split(separator: " ")
    let place = try #require(words.firstIndex(of: "to"))
    return Int(words[place + 1])
  }

  /// Edits in 600 ticks per second of the movie, of media with one tick per second.
  struct Edits: CustomTestStringConvertible, Sendable {
    var name: String
    var video: [UInt8]?
    var audio: [UInt8]?
    var apart: Int?

    init(_ name: String, video: [UInt8]? = nil, audio: [UInt8]? = nil, apart: Int?) {
      (self.name, self.video, self.audio, self.apart) = (name, video, audio, apart)
    }

    var testDescription: String { name }
  }

  private static let one: UInt32 = 0x10000

  static let cases: [Edits] = [
    Edits("no edits", apart: 59),
    Edits(
      "audio when the video is over", audio: MovieBytes.edits((36000, -1, one), (36000, 0, one)),
      apart: nil),
    Edits("late audio", audio: MovieBytes.edits((24000, -1, one), (36000, 0, one)), apart: 19),
    Edits("late video", video: MovieBytes.edits((6000, -1, one), (36000, 0, one)), apart: 69),
    Edits(
      "ten seconds", audio: MovieBytes.edits((29400, -1, one), (36000, 0, one)), apart: nil),
    Edits(
      "a tick more", audio: MovieBytes.edits((29399, -1, one), (36000, 0, one)), apart: 10),
    Edits(
      "two empty edits",
      audio: MovieBytes.edits((12000, -1, one), (12000, -1, one), (36000, 0, one)), apart: 19),
    Edits("video without its start", video: MovieBytes.edits((18000, 30, one)), apart: 29),
    // The audio before the edit is not shown, so nothing waits for it.
    Edits("audio without its start", audio: MovieBytes.edits((18000, 30, one)), apart: 59),
    Edits(
      "late audio without its start",
      audio: MovieBytes.edits((24000, -1, one), (18000, 30, one)), apart: 19),
    Edits("fast video", video: MovieBytes.edits((18000, 0, 0x20000)), apart: 29),
    Edits("slow video", video: MovieBytes.edits((72000, 0, 0x8000)), apart: 118),
    Edits(
      "a still before late audio", audio: MovieBytes.edits((24000, 0, 0), (36000, 0, one)),
      apart: 19),
    Edits(
      "an edit without a length", audio: MovieBytes.edits((0, 30, one), (36000, 0, one)), apart: 59),
    Edits(
      "a last edit without a length", audio: MovieBytes.edits((24000, -1, one), (0, 0, one)),
      apart: 19),
    Edits(
      "several edits", audio: MovieBytes.edits((24000, -1, one), (600, 0, one), (6000, 40, one)),
      apart: 19),
    Edits("audio that is not shown", audio: MovieBytes.edits((36000, -1, one)), apart: nil),
    Edits(
      "edits that begin later than can be counted",
      audio: MovieBytes.wideEdits((.max, -1, one), (.max, -1, one), (36000, 0, one)), apart: nil),
  ]

  /// Sixty seconds of video and sixty of audio after it, in samples of a second.
  @Test(arguments: cases)
  func comparesTimesOfTheMovie(_ edits: Edits) throws {
    var movie = MovieBytes()
    movie.mediaTimescale = 1
    movie.timecodeIDs = []
    movie.videoDurations = [(60, 1)]
    movie.videoEdits = edits.video
    movie.more = movie.track(
      3, "soun", edits: edits.audio, description: atom("sowt", zeros(6), u16(1), zeros(20)),
      durations: [(60, 1)], size: 10, at: 28 + 4 + 600)
    #expect(try Self.secondsApart(movie.bytes) == edits.apart)
  }

  /// Without ticks per second of the movie, its edits have no length.
  @Test func movieWithoutATimescale() throws {
    var movie = MovieBytes()
    movie.timescale = 0
    movie.mediaTimescale = 1
    movie.timecodeIDs = []
    movie.videoDurations = [(60, 1)]
    movie.more = movie.track(
      3, "soun", edits: MovieBytes.edits((24000, -1, 0x10000), (36000, 0, 0x10000)),
      description: atom("sowt", zeros(6), u16(1), zeros(20)), durations: [(60, 1)], size: 10,
      at: 28 + 4 + 600)
    #expect(try Self.secondsApart(movie.bytes) == 59)
  }

  /// Fragments of a long broadcast begin at an hour, and lie beside each other.
  @Test func fragmentsThatBeginLate() throws {
    let good = BrokenFile.Good.media("fragments/plain.mp4")
    var bytes = try good.bytes()
    for moof in 0...1 {
      for (traf, timescale) in [(0, UInt64(12800)), (1, 48000)] {
        try BrokenFile.record(
          "", good, "moof[\(moof)]/traf[\(traf)]/tfdt", TrackFragmentDecodeTime.self
        ) { $0.baseMediaDecodeTime += 3600 * timescale }.change(&bytes)
      }
    }
    #expect(
      try Movie(from: bytes).tracks.map { try $0.sampleTable()[0].decodeTime / 3600 } == [
        12800, 48000,
      ])
    #expect(try Self.secondsApart(bytes) == nil)
  }
}
