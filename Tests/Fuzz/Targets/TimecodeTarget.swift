@testable import MovKit

enum TimecodeTarget {
  static func run(_ bytes: [UInt8]) throws {
    guard let movie = try? Movie(from: MemorySource(bytes)) else { return }
    for track in movie.timecodeTracks.prefix(4) {
      for packed in [false, true] {
        var options = TimecodeTrack.Options()
        options.packed = packed
        guard let timecode = try? TimecodeTrack(track, options: options) else { continue }
        try walk(timecode, in: movie)
      }
    }
    guard let sources = try? movie.timecodeSources() else { return }
    _ = (sources.reel, sources.disagreements)
    for source in sources.sources {
      _ = (source.start, source.label, source.notes)
      for run in source.runs.prefix(16) { _ = (run.start, run.frameNumber) }
    }
  }

  private static func walk(_ timecode: TimecodeTrack, in movie: Movie) throws {
    for index in 0..<min(64, timecode.sampleCount) {
      let sample = timecode.sample(index)
      let text = timecode.formats[sample.formatIndex].text(sample.value)
      try law(!text.isEmpty, "a label without text")
    }
    let timeline = TimecodeTimeline(timecode)
    _ = timeline.value(at: .zero)
    for segment in timeline.segments.prefix(64) {
      let format = timecode.formats[segment.formatIndex]
      _ = (format.text(segment.first), format.text(segment.last))
      try law(segment.duration.value >= 0, "a segment of negative length")
    }
    let facts = TimecodeFacts(timecode, for: movie.video(of: timecode.track))
    _ = (facts.first, facts.last, facts.runs)
  }
}
