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
}
