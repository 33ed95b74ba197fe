import TestSupport
import Testing

@testable import MovKit

@Suite struct SampleSiloTests {
  private func timing(_ index: Int) -> SampleTiming {
    let time = MediaTime(value: Int64(index), timescale: 25)
    return SampleTiming(
      duration: MediaTime(value: 1, timescale: 25), presentationTime: time, decodeTime: time)
  }

  private func range(_ frames: Range<Int>) -> MediaTimeRange {
    MediaTimeRange(
      start: MediaTime(value: Int64(frames.lowerBound), timescale: 25),
      end: MediaTime(value: Int64(frames.upperBound), timescale: 25))
  }

  /// Several passes over chosen ranges, as an encoder makes them, against a plain dictionary.
  @Test(arguments: 0..<10) func severalPasses(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let scratch = try Scratch()
    let silo = try SampleSilo(beside: scratch["out.mov"], timescale: 25)
    let count = 1 + Int(random.next() % 300)
    var model: [Int: [UInt8]] = [:]
    for frame in 0..<count {
      model[frame] = random.bytes(Int(random.next() % 100))
      try silo.append(model[frame] ?? [], timing: timing(frame))
    }
    for _ in 0..<4 {
      var ranges: [Range<Int>] = []
      var position = 0
      while position < count {
        let start = position + Int(random.next() % 60)
        let end = start + Int(random.next() % 40)
        ranges.append(start..<end)
        position = end
      }
      try silo.beginPass(replacing: ranges.map(range))
      for frame in ranges.joined() { model[frame] = nil }
      // An encoder may leave frames out.
      for frame in ranges.joined() where frame < count && !random.once(in: 5) {
        model[frame] = random.bytes(Int(random.next() % 100))
        try silo.append(model[frame] ?? [], timing: timing(frame))
      }
    }
    let file = try silo.contents()
    #expect(silo.count == model.count)
    for (index, frame) in model.keys.sorted().enumerated() {
      let sample = silo[index]
      #expect(sample.timing == timing(frame))
      let bytes = try file.read(
        at: sample.byteRange.lowerBound, count: Int(sample.byteRange.count))
      #expect(bytes == model[frame])
    }
    let middle = count / 3..<count / 2
    #expect(
      try silo.indices(in: range(middle)).count == model.keys.filter(middle.contains).count)
  }

  @Test func refusesWhatIsOutOfPlace() throws {
    let scratch = try Scratch()
    let silo = try SampleSilo(beside: scratch["out.mov"], timescale: 25)
    for frame in 0..<10 { try silo.append([UInt8(frame)], timing: timing(frame)) }
    #expect(throws: SampleSilo.Failure.decodeTimeGoesBack) {
      try silo.append([1], timing: timing(3))
    }
    #expect(throws: SampleSilo.Failure.rangesOutOfOrder) {
      try silo.beginPass(replacing: [range(5..<8), range(2..<4)])
    }
    #expect(silo.count == 10)
    try silo.beginPass(replacing: [range(2..<4), range(6..<8)])
    #expect(silo.count == 6)
    #expect(throws: SampleSilo.Failure.outsideOfPass) { try silo.append([1], timing: timing(5)) }
    try silo.append([77], timing: timing(7))
    // A range that was left behind is not gone back to.
    #expect(throws: SampleSilo.Failure.outsideOfPass) { try silo.append([1], timing: timing(2)) }
    #expect(throws: SampleSilo.Failure.decodeTimeGoesBack) {
      try silo.append([1], timing: timing(6))
    }
    #expect((0..<silo.count).map { silo[$0].timing.decodeTime.value } == [0, 1, 4, 5, 7, 8, 9])
  }

  /// What is left in the end becomes a movie, and nothing else.
  @Test func becomesAMovie() throws {
    let scratch = try Scratch()
    do {
      let silo = try SampleSilo(beside: scratch["out.mov"], timescale: 25)
      for frame in 0..<100 { try silo.append([UInt8(frame)], timing: timing(frame)) }
      try silo.beginPass(replacing: [range(10..<20)])
      for frame in 10..<20 { try silo.append([UInt8(frame), 255], timing: timing(frame)) }
      let writer = try MovieWriter(to: scratch["out.mov"])
      let input = try writer.addInput(
        MovieWriter.TrackSettings(
          mediaType: .video, timescale: 25, sampleDescriptions: [try WrittenMovie.video()]))
      try writer.append([(SampleSilo.Feed(silo), input)])
      try writer.finish()
    }
    #expect(try scratch.names == ["out.mov"])
    let file = try File(scratch["out.mov"])
    let samples = try WrittenMovie.samples(of: try Movie(from: file).tracks[0], in: file)
    var expected: [[UInt8]] = []
    for frame in 0..<100 as Range<UInt8> {
      expected.append((10..<20).contains(frame) ? [frame, 255] : [frame])
    }
    #expect(samples.map(\.bytes) == expected)
  }
}
