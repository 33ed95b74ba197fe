/// The group of one type that each sample is in: `sbgp` or `csgp`, with `sgpd` (ISO/IEC 14496-12,
/// 8.9.2, 8.9.3 and 8.9.5).
struct GroupMembership: Sendable {
  private let groups: SampleGroupTable?
  /// The group of samples that the table does not cover.
  private let defaultGroup: UInt32
  /// The descriptions in the same atom as the table, and for a fragment those of the movie.
  private let own: SampleGroupDescriptions?
  private let shared: SampleGroupDescriptions?

  /// Nil if the atom, a `stbl` or a `traf`, has no such groups. A fragment can refer to groups that
  /// its track's `stbl` describes.
  ///
  /// - Parameter parameter: the grouping type parameter that selects one of several tables of the
  ///   type; nil means the first table.
  init?(
    _ type: FourCC, parameter: UInt32? = nil, in container: Atom, of stbl: Atom? = nil
  ) {
    groups = SampleGroupTable.all(in: container).first {
      $0.type == type && (parameter == nil || ($0.parameter ?? 0) == parameter)
    }
    own = Self.descriptions(type, in: container)
    shared = stbl.flatMap { Self.descriptions(type, in: $0) }
    let described = (own ?? shared).map { $0.version == 2 ? $0.defaultGroupDescriptionIndex : 0 }
    defaultGroup = described ?? 0
    if groups == nil, defaultGroup == 0 { return nil }
  }

  private static func descriptions(_ type: FourCC, in container: Atom) -> SampleGroupDescriptions? {
    container.all("sgpd").lazy.compactMap { try? $0.decode(SampleGroupDescriptions.self) }
      .first { $0.groupingType == type }
  }

  /// Returns the group of a sample, from 1; 0 if it is in no group.
  func group(of sample: Int, _ walk: inout RunWalk) -> UInt32 {
    groups?.group(of: sample, &walk) ?? defaultGroup
  }

  /// Returns the roll distance of a group of type `roll`; nil for group 0, and if the group is not
  /// described.
  func rollDistance(ofGroup group: UInt32) -> Int16? {
    guard group > 0 else { return nil }
    let (descriptions, number) =
      shared != nil && group <= SampleToGroup.ownGroups
      ? (shared, group)
      : (own, group > SampleToGroup.ownGroups ? group - SampleToGroup.ownGroups : group)
    guard let entries = descriptions?.entries, Int(number) <= entries.count else { return nil }
    return entries[Int(number) - 1].rollDistance
  }
}
