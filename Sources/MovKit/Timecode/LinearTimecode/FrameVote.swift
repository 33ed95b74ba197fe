/// Puts the frames of several readings of the same audio in order, and where they differ takes what
/// most of them say.
struct FrameVote {
  /// How many ticks after its beginning a frame can still be found.
  private let delay: Int64
  private var waiting: [FoundFrame] = []

  init(delay: Int64) { self.delay = delay }

  mutating func add(_ frames: [FoundFrame]) { waiting.append(contentsOf: frames) }

  /// Returns the frames that no more votes come for.
  /// - Parameter position: How far all readings are, in ticks; nil at the end.
  mutating func collect(before position: Int64?) -> [FoundFrame] {
    guard !waiting.isEmpty else { return [] }
    waiting.sort { ($0.start, $0.jitter) < ($1.start, $1.jitter) }
    var decided: [FoundFrame] = []
    var next = 0
    while next < waiting.count {
      let first = waiting[next]
      if let position, first.start > position - delay { break }
      var group = next + 1
      while group < waiting.count, waiting[group].start - first.start < first.duration / 4 {
        group += 1
      }
      decided.append(Self.winner(of: waiting[next..<group]))
      next = group
    }
    waiting.removeFirst(next)
    return decided
  }

  private static func winner(of frames: ArraySlice<FoundFrame>) -> FoundFrame {
    func isSame(_ a: FoundFrame, _ b: FoundFrame) -> Bool {
      a.frame == b.frame && a.isReversed == b.isReversed
    }
    func votes(_ frame: FoundFrame) -> Int { frames.count { isSame($0, frame) } }
    var best = frames[frames.startIndex]
    for frame in frames.dropFirst() {
      if (votes(frame), -frame.jitter) > (votes(best), -best.jitter) { best = frame }
    }
    return best
  }
}
