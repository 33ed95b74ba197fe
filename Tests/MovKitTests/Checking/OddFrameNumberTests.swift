import Testing

@testable import MovKit

/// Frame numbers that are negative, or 24 hours or more, wherever they are. A day has 2,073,600 frames at 24 per
/// second.
@Suite struct OddFrameNumberTests {
  private static let day: Int32 = 2_073_600
  private static let wraps: UInt32 = 2
  private static let negativeOK: UInt32 = 4

  private static func negative(_ number: Int) -> String {
    "frame number \(number) is negative, which the flags do not allow"
  }

  private static func over(_ number: Int) -> String {
    "frame number \(number) is 24 hours or more from zero, although labels wrap at 24 hours"
  }

  /// The flags, frame numbers after eight that are not odd, and what is found.
  @Test(
    arguments: [
      (wraps, [day], [over(2_073_600)]), (0, [day], []), (wraps, [day - 1], []),
      (0, [-5, -4, -3], [negative(-5)]),
      (wraps, [-5, -4, day, day], [negative(-5), over(2_073_600)]),
      (wraps, [day + 1, day, -1], [over(2_073_601), negative(-1)]),
      (wraps, [-day, -1, day], [negative(-2_073_600), over(-2_073_600)]),
      (wraps, [-1, -day], [negative(-1), over(-2_073_600)]),
      (negativeOK, [-1, -day, .min], []), (wraps | negativeOK, [-1, 1 - day], []),
      (wraps | negativeOK, [-1, -day, day], [over(-2_073_600)]),
      (0, Array(repeating: -7, count: 500), [negative(-7)]),
      (wraps, Array(repeating: day, count: 500), [over(2_073_600)]),
      // A counter has no labels.
      (8, [-1, day], []),
    ] as [(UInt32, [Int32], [String])])
  func eachKindOnce(flags: UInt32, numbers: [Int32], found: [String]) throws {
    for before in [0, 8] {
      var movie = MovieBytes()
      movie.flags = flags
      movie.timecodes = (Array(repeating: 5, count: before) + numbers).map { ($0, 100) }
      let timecode = try movie.timecode()
      #expect(timecode.sampleCount == before + numbers.count)
      #expect(timecode.diagnostics.map(\.message) == found)
    }
  }

  /// The same number is odd in one format and not in another.
  @Test(
    arguments: [
      ([1, 2, 1], [5, day, day + 1], [over(2_073_601)]),
      ([2, 1, 2], [day + 1, 5, day], []),
      ([1, 2, 1], [5, -1, -2], [negative(-2)]),
      ([2, 1, 2], [-3, -2, -1], [negative(-2)]),
    ] as [([UInt32], [Int32], [String])])
  func byTheFormatOfTheSample(formats: [UInt32], numbers: [Int32], found: [String]) throws {
    var movie = MovieBytes()
    movie.flags = Self.wraps
    movie.timecodes = (Array(repeating: 5, count: 8) + numbers).map { ($0, 100) }
    var bytes = movie.bytes
    try BrokenFile.atom("", BrokenFile.timecode, "moov/trak[1]/mdia/minf/stbl") { stbl in
      for index in stbl.children.indices {
        switch stbl.children[index].type {
        case "stsd":
          var second = stbl.children[index].children[0]
          try second.update(TimecodeDescription.self) { $0.flags = Self.negativeOK }
          stbl.children[index].children.append(second)
        case "stsc":
          // A chunk of eight samples, and one for each further sample.
          var rows: [(UInt32, UInt32, UInt32)] = [(1, 8, 1)]
          for (index, format) in formats.enumerated() {
            rows.append((UInt32(index) + 2, 1, format))
          }
          let table = try Table(
            rows.map {
              SampleToChunk.Row(
                firstChunk: $0.0, samplesPerChunk: $0.1, sampleDescriptionIndex: $0.2)
            })
          try stbl.children[index].update(SampleToChunk.self) { $0.entries = table }
        case "stco":
          let offsets: Table<UInt32> = try Table([28, 60, 64, 68])
          try stbl.children[index].update(ChunkOffsets.self) { $0.offsets = offsets }
        default: break
        }
      }
    }.change(&bytes)
    let track = try #require(try Movie(from: bytes).track(2))
    let timecode = try TimecodeTrack(track)
    #expect(timecode.sampleCount == 11)
    #expect(timecode.diagnostics.map(\.message) == found)
  }
}
