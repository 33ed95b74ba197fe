import Foundation
import TestSupport
import Testing

@testable import MovKit

/// What was looked up before does not change the timecode of a frame.
@Suite struct RecentSegmentsTests {
  /// Every frame of all media, in order, backward and at random, from one memory and without any.
  @Test func everyOrderGivesTheSame() throws {
    var random = Seed.generator("RecentSegments", 0)
    var count = 0
    for url in MediaFiles.files(in: MediaFiles.testMedia) {
      guard let movie = try? Movie(path: url.path), let timeline = try? movie.timecode,
        let frames = try? movie.frames()
      else { continue }
      let all = Array(frames.prefix(300))
      let ends = all.dropFirst().map { MediaTime?($0.time) } + [nil]
      for order in [
        Array(all.indices), all.indices.reversed(),
        (0..<200).compactMap { _ in
          all.indices.randomElement(using: &random)
        },
      ] {
        var recent = TimecodeTimeline.RecentSegments()
        for index in order {
          let (start, end) = (all[index].time, ends[index])
          let fresh = timeline.value(ofFrameFrom: start, to: end)
          let again = timeline.value(ofFrameFrom: start, to: end, &recent)
          #expect(fresh?.value == again?.value && fresh?.formatIndex == again?.formatIndex)
          let label = timeline.value(at: start, &recent)
          #expect(
            label?.value == timeline.value(at: start)?.value, "\(url.lastPathComponent) \(index)")
          count += 1
        }
      }
    }
    #expect(count > 20_000)
  }

  /// Frames of many lengths at and around the seams of segments, in timescales that hold them and in others.
  @Test func seams() throws {
    var random = Seed.generator("RecentSegments.seams", 0)
    var count = 0
    for url in MediaFiles.files(in: MediaFiles.testMedia) {
      guard let timeline = try? Movie(path: url.path).timecode, !timeline.segments.isEmpty else {
        continue
      }
      let seams = timeline.segments.prefix(50).flatMap {
        [$0.movieTime, $0.movieTime + $0.duration]
      }
      for timescale in [600, 1000, 24_000, 30_000, 90_000, 48_000, 7] as [Int32] {
        var recent = TimecodeTimeline.RecentSegments()
        for _ in 0..<100 {
          guard let seam = seams.randomElement(using: &random)?.converted(to: timescale) else {
            continue
          }
          let distance = Int64.random(in: -Int64(timescale)...Int64(timescale), using: &random)
          let start = seam + MediaTime(value: distance, timescale: timescale)
          let length = Int64.random(in: -2...Int64(timescale) / 10 + 2, using: &random)
          let end =
            Int.random(in: 0..<8, using: &random) == 0
            ? nil : start + MediaTime(value: length, timescale: timescale)
          let fresh = timeline.value(ofFrameFrom: start, to: end)
          let again = timeline.value(ofFrameFrom: start, to: end, &recent)
          #expect(
            fresh?.value == again?.value && fresh?.formatIndex == again?.formatIndex,
            "\(url.lastPathComponent) \(start) \(length)")
          if fresh != nil { count += 1 }
        }
      }
    }
    #expect(count > 10_000)
  }
}
