/// What references of tracks can name: tracks, and groups of tracks whose IDs are not those of tracks
/// (ISO/IEC 14496-12, 8.3.3 and 8.3.4).
struct ReferenceTargets {
  private let trackIDs: Set<UInt32>
  private let moov: Atom
  // Mostly, all references name tracks.
  private lazy var groupIDs = moov.referableTrackGroups

  /// Those of a `moov`, with the IDs of those of its tracks that count.
  init(trackIDs: Set<UInt32>, in moov: Atom) {
    self.trackIDs = trackIDs
    self.moov = moov
  }

  /// Whether there is a track or a group with an ID.
  mutating func contains(_ id: UInt32) -> Bool {
    trackIDs.contains(id) || groupIDs.contains(id)
  }
}

extension Atom {
  /// For a `moov`: the IDs of the groups of tracks that references can name. The lowest flag of a group's atom says
  /// that no track and no other group has its ID (ISO/IEC 14496-12, 8.3.4).
  var referableTrackGroups: Set<UInt32> {
    var ids: Set<UInt32> = []
    for trak in children where trak.type == "trak" {
      for group in trak.first("trgr")?.children ?? [] {
        guard let group = try? group.decode(TrackGroupType.self), group.flags & 1 != 0 else {
          continue
        }
        ids.insert(group.trackGroupID)
      }
    }
    return ids
  }
}
