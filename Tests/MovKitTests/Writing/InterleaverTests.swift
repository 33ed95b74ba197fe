import TestSupport
import Testing

@testable import MovKit

/// The order of the chunks of several inputs.
@Suite struct InterleaverTests {
  private func samples(_ count: UInt32, at decode: Int64, in lane: Int) -> InputSamples {
    InputSamples(
      count: count, size: 1, data: .bytes([UInt8](repeating: UInt8(lane), count: Int(count))[...]),
      decode: decode,
      duration: 1, timescale: 100, compositionOffset: 0, attachments: SampleAttachments(),
      descriptionIndex: 0)
  }

  /// Chunks come in the order of their times, and those of the same time in the order of the inputs.
  @Test(arguments: 0..<40 as Range<UInt64>) func orderOfManyInputs(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let laneCount = Int.random(in: 1...30, using: &random)
    var interleaver = Interleaver()
    let lengths = (0..<laneCount).map { _ in Int64.random(in: 1...9, using: &random) }
    for length in lengths { interleaver.addLane(chunkTicks: length, start: .zero) }
    var ends = [Int64](repeating: 0, count: laneCount)
    var appended = [UInt32](repeating: 0, count: laneCount)
    var open = Set(0..<laneCount)
    var found: [(start: MediaTime, lane: Int, count: UInt32)] = []
    func drain() {
      while let (lane, chunk) = interleaver.next() {
        found.append((chunk.start, lane, chunk.samples))
      }
    }
    while let lane = open.sorted().filter({ interleaver.isReady($0) }).randomElement(using: &random)
    {
      if ends[lane] > 50 {
        interleaver.finish(lane)
        open.remove(lane)
      } else {
        // Some inputs have gaps.
        ends[lane] += Int64.random(in: 0...1, using: &random) * 3
        let count = UInt32.random(in: 1...UInt32(lengths[lane]), using: &random)
        interleaver.append(samples(count, at: ends[lane], in: lane), to: lane)
        appended[lane] += count
        ends[lane] += Int64(count)
      }
      drain()
    }
    #expect(open.isEmpty)
    drain()
    #expect(zip(found, found.dropFirst()).allSatisfy { ($0.start, $0.lane) < ($1.start, $1.lane) })
    let taken = (0..<laneCount).map { lane in
      found.reduce(0) { $0 + ($1.lane == lane ? $1.count : 0) }
    }
    #expect(taken == appended)
  }

  /// An input that does not wait for the others is not blocked, and neither are they.
  @Test func anInputThatDoesNotWait() {
    var interleaver = Interleaver()
    for _ in 0..<2 { interleaver.addLane(chunkTicks: 10, start: .zero) }
    interleaver.append(samples(100, at: 0, in: 1), to: 1)
    var lanes: [Int] = []
    while let (lane, _) = interleaver.next() { lanes.append(lane) }
    #expect(lanes == [Int](repeating: 1, count: 9))
    interleaver.append(samples(10, at: 0, in: 0), to: 0)
    interleaver.finish(0)
    interleaver.finish(1)
    while let (lane, _) = interleaver.next() { lanes.append(lane) }
    #expect(lanes == [Int](repeating: 1, count: 9) + [0, 1])
  }
}
