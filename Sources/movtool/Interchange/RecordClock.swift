import MovKit

/// The clock of a record, from which a list says when its parts begin, such as 01:00:00:00 for the first: it begins
/// again after 24 hours, and says nothing of when the record itself begins.
struct RecordClock {
  /// When a part begins on the clock.
  struct Start {
    /// The number of its first frame.
    var frame: Int64
    /// The frames after which the clock begins again; drop frame and non-drop frame can be mixed. `Int64.max` if it
    /// never does.
    var framesPerDay: Int64
  }

  /// The first frame of the record.
  private let beginning: Int64

  /// A clock by the parts of a record, in the order of the list. The record begins with the first one or, in a list that
  /// is not in its order (mode C of CMX 3600 sorts by source) or has a gap of half a day, after the longest stretch of
  /// the clock in which no part begins.
  init(_ starts: [Start]) {
    beginning = Self.beginning(of: starts)
  }

  /// Returns how many frames after the beginning of the record a part of it begins; the record goes on after midnight.
  func place(of start: Start) -> Int64 {
    Int64(clamping: Self.frames(from: beginning, to: start))
  }

  /// The frames up to a part, over midnight if it is earlier on the clock.
  private static func frames(from first: Int64, to start: Start) -> Int128 {
    let frames = Int128(start.frame) - Int128(first)
    return frames < 0 ? frames + Int128(start.framesPerDay) : frames
  }

  private static func beginning(of starts: [Start]) -> Int64 {
    guard let first = starts.first else { return 0 }
    let half = Int128(first.framesPerDay / 2)
    let places = starts.map { start in
      let place = Int128(start.frame) - Int128(first.frame)
      let day = Int128(start.framesPerDay)
      return place < -(day / 2) ? place + day : place
    }
    if zip(places, places.dropFirst()).allSatisfy({ $0 <= $1 && $1 - $0 <= half }) {
      return first.frame
    }
    let frames = starts.map(\.frame).sorted()
    guard var beginning = frames.first, let last = frames.last else { return first.frame }
    // Over midnight.
    var longest = Int128(first.framesPerDay) - Int128(last) + Int128(beginning)
    for (before, frame) in zip(frames, frames.dropFirst())
    where Int128(frame) - Int128(before) > longest {
      (beginning, longest) = (frame, Int128(frame) - Int128(before))
    }
    return beginning
  }
}
