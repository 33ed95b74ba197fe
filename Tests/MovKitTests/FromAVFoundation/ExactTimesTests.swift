import Foundation
import MovKit
import Testing

/// Representations of time, as in the AV Foundation Programming Guide.
@Suite struct ExactTimesTests {
  /// Two timescales, a third of a second from floating point, and back.
  @Test func timesInDifferentTimescales() {
    let time1 = MediaTime(value: 200, timescale: 2)  // 200 half-seconds
    let time2 = MediaTime(value: 400, timescale: 4)  // 400 quarter-seconds
    #expect(time1 == time2 && !(time1 < time2))
    var time3 = MediaTime(seconds: 200.0 / 3, preferredTimescale: 3)
    time3 = time3 * 3 - time1
    #expect(time3 == time2 && !time3.hasBeenRounded)
    #expect(time3.description == "600/6" && time3.seconds == 100)
  }

  @Test func whatIsNotANumber() {
    let unknown = MediaTime.indefinite
    #expect(!MediaTime.invalid.isValid && MediaTime.positiveInfinity.isPositiveInfinity)
    #expect(MediaTime.negativeInfinity.isNegativeInfinity && unknown.isIndefinite)
    #expect(!unknown.isNumeric && (MediaTime.zero + unknown).isIndefinite)
    // There are many ways to be invalid, and all are equal here.
    #expect(MediaTime(value: 5, timescale: 0) == .invalid)
  }

  /// A loop counted in the epoch: time 3 of the first turn is not time 3 of the second.
  @Test func epochs() {
    let first = MediaTime(value: 3, timescale: 1, flags: .valid, epoch: 1)
    let second = MediaTime(value: 3, timescale: 1, flags: .valid, epoch: 2)
    #expect(first != second && first < second && !(second - first).isValid)
  }

  @Test func ranges() {
    let second = MediaTime(value: 1, timescale: 1)
    let range = MediaTimeRange(start: second, duration: second * 4)
    let other = MediaTimeRange(start: second * 3, end: second * 9)
    #expect(!range.contains(range.end))
    #expect(range.contains(second * 2) && !range.contains(other))
    #expect(range.union(other) == MediaTimeRange(start: second, end: second * 9))
    #expect(range.intersection(other).duration == second * 2)
    #expect(range.isValid && !range.isIndefinite && !range.isEmpty && range != other)
    #expect(MediaTimeRange.zero.isEmpty && !MediaTimeRange.invalid.isValid)
    #expect(MediaTimeRange(start: second, duration: .indefinite).isIndefinite)
    #expect((second * 7).clamped(to: range) == second * 5)
    #expect(
      (second * 2).mapped(from: range, to: other) == second * 3 + second.multiplied(by: 3, over: 2))
    #expect((second * 7).folded(into: range) == second * 3)
    #expect(range.description == "[1/1, 5/1)")
  }

  /// As an object: with the keys of Core Media's dictionaries.
  @Test func asADictionary() throws {
    let range = MediaTimeRange(start: .zero, duration: MediaTime(value: 1001, timescale: 30000))
    let data = try JSONEncoder().encode(range)
    let object = try JSONSerialization.jsonObject(with: data) as? [String: [String: Int]]
    #expect(object?["duration"] == ["value": 1001, "timescale": 30000, "flags": 1, "epoch": 0])
    #expect(try JSONDecoder().decode(MediaTimeRange.self, from: data) == range)
  }
}
