/// The group of one type that each sample is in: `sbgp` or `csgp`, with `sgpd` (ISO/IEC 14496-12,
/// 8.9.2, 8.9.3 and 8.9.5).
///
/// A class, because a fragment can have one of each type, and mostly has none.
final class GroupMembership: Sendable {
  private let groups: SampleGroupTable?
  /// The group of samples that the table does not cover.
  private let defaultGroup: UInt32
  /// The descriptions in the same atom as the table, and for a fragment those of the movie.
  private let own: GroupDescriptions?
  private let shared: GroupDescriptions?

  /// Nil if the atom, a `stbl` or a `traf`, has no such groups.
  ///
  /// - Parameters:
  ///   - parameter: the grouping type parameter that selects one of several tables of the type; nil
  ///     means the first table.
  ///   - shared: for a fragment, the groups of the type that its track's `stbl` describes. They are
  ///     read once for all fragments, of which each could otherwise cost as much as all of them.
  init?(
    _ type: FourCC, parameter: UInt32? = nil, in container: Atom, shared: GroupDescriptions? = nil
  ) {
    groups = SampleGroupTable.all(in: container, of: type).first {
      parameter == nil || ($0.parameter ?? 0) == parameter
    }
    own = GroupDescriptions(type, in: container)
    self.shared = shared
    defaultGroup = (own ?? shared)?.defaultGroup ?? 0
    if groups == nil, defaultGroup == 0 { return nil }
  }

  /// Returns the group of a sample, from 1; 0 if it is in no group.
  func group(of sample: Int, _ walk: inout SampleGroupTable.Walk) -> UInt32 {
    groups?.group(of: sample, &walk) ?? defaultGroup
  }

  /// Returns the roll distance of a group of type `roll`; nil for group 0, and if the group is not
  /// described.
  func rollDistance(ofGroup group: UInt32) -> Int16? {
    guard group > 0 else { return nil }
    if let shared, group <= SampleToGroup.ownGroups { return shared.rollDistance(ofGroup: group) }
    return own?.rollDistance(
      ofGroup: group > SampleToGroup.ownGroups ? group - SampleToGroup.ownGroups : group)
  }
}
