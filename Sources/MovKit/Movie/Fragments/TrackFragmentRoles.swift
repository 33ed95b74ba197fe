/// What a `traf` says of its samples besides what `trun` says: `sdtp` and sample groups.
final class TrackFragmentRoles: Sendable {
  private let dependencies: Table<SampleDependencies.Row>
  private let groups: SampleGroupRoles?
  private let isQuickTime: Bool

  /// Nil if the `traf` has neither. `shared` are the groups that the track's `stbl` describes.
  init?(_ traf: Atom, shared: SampleGroupRoles.Shared?, isQuickTime: Bool) {
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
