import TestSupport
import Testing

@testable import MovKit

@Suite struct CompositionQueueTests {
  /// The times of pictures, given as period and count, in decoding order.
  private func times(_ orders: [(Int, Int64)], hold: Int) -> [Int64] {
    var queue = CompositionQueue<Int>()
    var shown: [Int64] = []
    for (index, order) in orders.enumerated() {
      queue.append(
        index, order: PictureOrder(period: order.0, count: order.1), duration: 10, hold: hold,
        isRandomAccess: index == 0)
      while let entry = queue.next() {
        #expect(entry.payload == shown.count && entry.decodeTime == Int64(10 * shown.count))
        shown.append(entry.presentationTime ?? -1)
      }
    }
    queue.flush()
    while let entry = queue.next() { shown.append(entry.presentationTime ?? -1) }
    return shown
  }

  @Test func showsInOrderOfCounts() {
    // I P B B P B B, and the next group.
    let group: [(Int, Int64)] = [(0, 0), (0, 6), (0, 2), (0, 4), (0, 12), (0, 8), (0, 10), (1, 0)]
    #expect(times(group, hold: 1) == [0, 30, 10, 20, 60, 40, 50, 70])
    #expect(times(group, hold: 16) == [0, 30, 10, 20, 60, 40, 50, 70])
  }

  @Test func periodsFollowEachOther() {
    #expect(times([(0, 0), (0, 50), (1, 0), (1, -3), (2, 0)], hold: 4) == [0, 10, 30, 20, 40])
  }

  @Test func gapsCloseAndLatePicturesAreShownNext() {
    #expect(times([(0, 0), (0, 800), (0, 200)], hold: 2) == [0, 20, 10])
    // Nothing may wait, though the third comes before the second.
    #expect(times([(0, 0), (0, 8), (0, 4), (0, 12)], hold: 0) == [0, 10, 20, 30])
  }

  /// Any order that a decoder with that many pictures can show comes out as it is.
  @Test func showsWhatADecoderWould() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<300 {
      let hold = Int.random(in: 0...16, using: &random)
      var coming = Array(Int64(0)..<Int64.random(in: 1...80, using: &random))
      // Takes one of the first `hold + 1` that are to be shown, and never leaves one behind longer
      // than the decoder could hold the others.
      var decoded: [Int64] = []
      while let first = coming.first {
        let waiting = decoded.filter { $0 > first }.count
        let place =
          waiting >= hold ? 0 : Int.random(in: 0..<min(hold + 1, coming.count), using: &random)
        decoded.append(coming.remove(at: place))
      }
      let shown = times(decoded.map { (0, $0 * 3) }, hold: hold)
      #expect(shown == decoded.map { $0 * 10 })
    }
  }
}
