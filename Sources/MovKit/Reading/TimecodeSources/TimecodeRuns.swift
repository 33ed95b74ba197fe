/// The runs of a source of timecode. A timecode track can have one in every few bytes, so those are made
/// when they are asked for.
package struct TimecodeRuns: Sendable {
  fileprivate enum Content: Sendable {
    case list([TimecodeRun])
    case track(TimecodeTrack, TimecodeTrack.Segments)
  }

  private let content: Content

  init(_ runs: [TimecodeRun] = []) { content = .list(runs) }

  /// What a timecode track shows, but for the segments of a counter.
  init(of track: TimecodeTrack, _ segments: TimecodeTrack.Segments) {
    content = .track(track, segments)
  }

  /// All in one list.
  var list: [TimecodeRun] {
    if case .list(let runs) = content { return runs }
    return Array(self)
  }
}

extension TimecodeRuns: Sequence {
  package struct Iterator: IteratorProtocol {
    fileprivate let content: Content
    private var place = 0

    fileprivate init(_ content: Content) { self.content = content }

    // It is large, and a copy in each loop takes long to compile.
    @inline(never)
    package mutating func next() -> TimecodeRun? {
      switch content {
      case .list(let runs):
        guard place < runs.count else { return nil }
        defer { place += 1 }
        return runs[place]
      case .track(let track, let segments):
        while place < segments.count {
          let segment = segments[place]
          place += 1
          guard case .frameNumber(let number) = segment.first else { continue }
          return TimecodeRun(
            at: segment.movieTime, duration: segment.duration,
            format: track.formats[segment.formatIndex], frameNumber: number)
        }
        return nil
      }
    }
  }

  package func makeIterator() -> Iterator { Iterator(content) }

  package var first: TimecodeRun? {
    var runs = makeIterator()
    return runs.next()
  }
}

extension TimecodeRuns: Hashable {
  package static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }

  package func hash(into hasher: inout Hasher) {
    for run in self { hasher.combine(run) }
  }
}
