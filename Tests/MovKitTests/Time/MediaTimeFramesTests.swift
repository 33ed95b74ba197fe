import Testing

@testable import MovKit

@Suite struct MediaTimeFramesTests {
  private let frame = MediaTime(value: 1001, timescale: 30_000)

  /// Half a frame of 1001 ticks is 500.5.
  @Test(
    arguments: [
      (0, 0, 0, 0), (500, 0, 0, 0), (501, 1, 0, 1), (1001, 1, 1, 1), (1501, 1, 1, 1),
      (1502, 2, 1, 2), (-500, 0, -1, 0), (-501, -1, -1, -1), (-1001, -1, -1, -1),
      (-1002, -1, -2, -1),
    ] as [(Int64, Int64, Int64, Int64)])
  func ticksOf30000(ticks: Int64, nearest: Int64, down: Int64, first: Int64) {
    let time = MediaTime(value: ticks, timescale: 30_000)
    #expect(time.frames(lasting: frame) == nearest)
    #expect(time.frames(lasting: frame, rounding: .towardNegativeInfinity) == down)
    #expect(time.firstFrame(lasting: frame) == first)
  }

  /// Of a time in the middle of a frame, the nearest number is the one away from zero; the frame whose middle it is
  /// shows what begins there.
  @Test func middleOfAFrame() {
    let second = MediaTime(value: 1, timescale: 1)
    let (early, late) = (MediaTime(value: -3, timescale: 2), MediaTime(value: 3, timescale: 2))
    #expect(late.frames(lasting: second) == 2 && early.frames(lasting: second) == -2)
    #expect(late.firstFrame(lasting: second) == 1 && early.firstFrame(lasting: second) == -2)
  }

  @Test func noNumber() {
    let time = MediaTime(value: 1, timescale: 1)
    for frame in [MediaTime.zero, .invalid, .indefinite, MediaTime(value: -1, timescale: 25)] {
      #expect(time.frames(lasting: frame) == nil && time.firstFrame(lasting: frame) == nil)
    }
    #expect(MediaTime.indefinite.frames(lasting: frame) == nil)
    let longest = MediaTime(value: .max, timescale: 1)
    #expect(longest.frames(lasting: MediaTime(value: 1, timescale: 2)) == nil)
    #expect(longest.frames(lasting: time) == .max)
  }
}
