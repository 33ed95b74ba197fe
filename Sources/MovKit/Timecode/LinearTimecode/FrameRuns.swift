/// Frames of linear timecode that follow each other evenly, with consecutive labels.
struct FrameRun {
  private(set) var first: FoundFrame
  private(set) var last: FoundFrame
  /// The number of frame durations from the first frame to the last.
  private(set) var steps: Int64 = 0
  /// The number of frames that were found, with the first.
  private(set) var count: Int64 = 1
  /// The ways to count that explain all labels so far, the most likely first; not empty.
  private(set) var counts: [LinearTimecodeCount]
  /// Whether all frames have the user bits of the first.
  private(set) var hasConstantUserBits = true

  /// A run of one frame, which has a label.
  init?(_ frame: FoundFrame) {
    guard let label = frame.frame.label else { return nil }
    counts = LinearTimecodeCount.all(isDropFrame: frame.frame.isDropFrame).filter {
      $0.frameNumber(label) != nil
    }
    guard !counts.isEmpty else { return nil }
    first = frame
    last = frame
  }

  var isReversed: Bool { first.isReversed }

  /// Adds a frame. Returns the number of frames since the last one, 1 for the next; nil if the frame
  /// does not continue the run.
  mutating func add(_ frame: FoundFrame) -> Int64? {
    guard frame.isReversed == last.isReversed,
      frame.frame.isDropFrame == last.frame.isDropFrame,
      let (old, new) = last.frame.label.flatMap({ a in frame.frame.label.map { (a, $0) } })
    else { return nil }
    let duration = (frame.duration + last.duration) / 2
    let distance = frame.start - last.start
    guard duration > 0, distance > 0 else { return nil }
    let number = (distance + duration / 2) / duration
    // The speed may change a little while nothing is read.
    let tolerance = min(duration / 4 + number * duration / 100, duration * 9 / 20)
    guard number > 0, abs(distance - number * duration) <= tolerance else { return nil }
    let explaining = counts.filter {
      frame.isReversed
        ? $0.isStep(from: new, to: old, by: number) : $0.isStep(from: old, to: new, by: number)
    }
    guard !explaining.isEmpty else { return nil }
    counts = explaining
    if frame.frame.userBits != first.frame.userBits { hasConstantUserBits = false }
    last = frame
    steps += number
    count += 1
    return number
  }
}

/// Puts frames together to runs. A frame that fits neither to those before it nor to those after it
/// is an error of reading, and left out.
struct FrameRuns {
  /// What happened while runs were put together.
  enum Event {
    /// A run is complete.
    case run(FrameRun)
    /// Frames of a run are missing: so many after this one.
    case dropOut(after: FoundFrame, frames: Int64)
    /// A frame was left out.
    case stray(FoundFrame)
  }

  private var current: FrameRun?
  /// Frames that do not continue `current`, or the first of all.
  private var candidate: FrameRun?

  /// Takes the next frame in the order of the audio.
  mutating func take(_ frame: FoundFrame, _ report: (Event) -> Void) {
    if var run = current {
      let last = run.last
      if let number = run.add(frame) {
        if number > 1 { report(.dropOut(after: last, frames: number - 1)) }
        current = run
        discard(report)
        return
      }
    }
    // Two frames that follow each other are no accident.
    if var run = candidate, let number = run.add(frame) {
      if let current { report(.run(current)) }
      if number > 1 { report(.dropOut(after: run.first, frames: number - 1)) }
      current = run
      candidate = nil
      return
    }
    discard(report)
    candidate = FrameRun(frame)
  }

  /// Completes the last run.
  mutating func finish(_ report: (Event) -> Void) {
    discard(report)
    if let current { report(.run(current)) }
    current = nil
  }

  private mutating func discard(_ report: (Event) -> Void) {
    if let candidate { report(.stray(candidate.first)) }
    candidate = nil
  }
}
