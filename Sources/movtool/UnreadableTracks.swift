import MovKit

extension UnreadableTrack {
  /// Why the track cannot be taken, and what shows what there is of it.
  var problem: String {
    // What is wrong may be in a fragment, and not in the track's header.
    let fragment = error.path.split(separator: "/").first { $0.hasPrefix("moof") }
    return "\(self); 'movtool inspect FILE --atom \(fragment.map(String.init) ?? path)' shows it"
  }
}

extension Movie {
  /// Which tracks cannot be read: the first, and how many more; nil where all can.
  var unreadableProblem: String? {
    guard let first = unreadableTracks.first else { return nil }
    let others = unreadableTracks.count - 1
    return others == 0 ? first.problem : "\(first.problem); \(others) more tracks cannot be read"
  }
}
