/// What a `traf` says of its samples besides what `trun` says: `sdtp` and sample groups.
final class TrackFragmentRoles: Sendable {
  private let dependencies: Table<SampleDependencies.Row>
  private let groups: SampleGroupRoles?
  private let isQuickTime: Bool

  /// Nil if the `traf` has neither. `shared` are the groups that the track's `stbl` describes.
  private init?(_ traf: Atom, shared: SampleGroupRoles.Shared?, isQuickTime: Bool) {
    dependencies = (try? traf.first("sdtp")?.decode(SampleDependencies.self))?.entries ?? Table()
    groups = SampleGroupRoles(in: traf, shared: shared)
    self.isQuickTime = isQuickTime
    if dependencies.isEmpty, groups == nil { return nil }
  }

  struct Walk: Sendable {
    fileprivate var groups = SampleGroupRoles.Walk()
  }

  /// Adds what is known of a sample. `index` counts from the first sample of the fragment.
  func add(to attachments: inout SampleAttachments, of index: Int, _ walk: inout Walk) {
    if index < dependencies.count {
      attachments.take(dependencies[index], ofQuickTime: isQuickTime)
    }
    groups?.add(to: &attachments, of: index, &walk.groups)
  }
}

extension TrackFragmentRoles {
  /// Returns the atoms of a `traf` that roles are made of.
  static func details(of traf: Atom) -> [Atom] {
    traf.children(of: ["sdtp", "sbgp", "csgp", "sgpd"])
  }

  /// Makes the roles of one track's fragments in turn. Most fragments say the same as one of the few before,
  /// and there can be very many.
  struct Maker: Sendable {
    /// The atoms that roles are made of, and the roles; nil if they say nothing.
    private var known = Recents<(details: [Atom], roles: TrackFragmentRoles?)>()

    /// Returns what a `traf` with these `details` says of its samples; nil if that is nothing. `shared` and
    /// `isQuickTime` are the same for all of a track.
    mutating func roles(
      of details: [Atom], shared: SampleGroupRoles.Shared?, isQuickTime: Bool
    ) -> TrackFragmentRoles? {
      if let (_, roles) = known.first(where: { details.areSame(as: $0.details) }) { return roles }
      let apart = details.apart
      let roles = TrackFragmentRoles(
        Atom("traf", children: apart), shared: shared, isQuickTime: isQuickTime)
      known.add((apart, roles))
      return roles
    }
  }
}
