import MovKit

extension UnreadableTrack {
  /// Why the track cannot be taken, and what shows what there is of it.
  var problem: String { "\(self); run movtool inspect --atom '\(path)' to see it" }
}

extension Movie {
  /// Which tracks cannot be read: the first, and how many more; nil where all can.
  var unreadableProblem: String? {
    guard let first = unreadableTracks.first else { return nil }
    let others = unreadableTracks.count - 1
    return others == 0 ? first.problem : "\(first.problem); \(others) more tracks cannot be read"
  }
}
