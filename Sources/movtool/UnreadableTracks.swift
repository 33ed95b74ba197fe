import MovKit

extension UnreadableTrack {
  /// Why the track cannot be read, and the command that shows what can be read of it.
  var problem: String {
    // The problem may be in a fragment instead of the track's header.
    let fragment = error.path.split(separator: "/").first { $0.hasPrefix("moof") }
    return "\(self); 'movtool inspect FILE --atom \(fragment.map(String.init) ?? path)' shows it"
  }
}

extension Movie {
  /// The problem of the first track that cannot be read, and how many more there are; nil if all
  /// tracks can be read.
  var unreadableProblem: String? {
    guard let first = unreadableTracks.first else { return nil }
    let others = unreadableTracks.count - 1
    return others == 0
      ? first.problem : "\(first.problem); \(counted(others, "more track")) cannot be read"
  }
}
