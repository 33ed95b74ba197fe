/// The IDs that new tracks may have.
struct NewTrackIDs {
  /// Those of tracks and of groups of tracks, and those to which tracks refer.
  private var used: Set<UInt32>
  private var greatest: UInt32
  /// No lower ID is free.
  private var lowest: UInt32 = 1

  init(of movie: Movie) {
    var ids = Set(movie.atom.children.lazy.filter { $0.type == "trak" }.compactMap(\.trackID))
    for track in movie.tracks { track.forEachReference { _, id in ids.insert(id) } }
    ids.formUnion(movie.atom.referableTrackGroups)
    used = ids
    greatest = ids.max() ?? 0
  }

  /// Returns an ID that is not taken yet: after all others if that is possible.
  mutating func take(atLeast wanted: UInt32) -> UInt32? {
    let afterAll = greatest < .max ? greatest + 1 : 1
    let wanted = max(wanted, afterAll)
    let isUsable = wanted != .max && !used.contains(wanted)
    let free = isUsable ? wanted : (lowest..<UInt32.max).first { !used.contains($0) }
    guard let free else { return nil }
    if !isUsable { lowest = free + 1 }
    used.insert(free)
    greatest = max(greatest, free)
    return free
  }
}
