/// `sbgp` and `sgpd` of one grouping type: which group each sample is in
/// (ISO/IEC 14496-12, 8.9.2 and 8.9.3).
struct GroupMembership: Sendable {
  private let rows: Table<SampleToGroup.Row>
  private let index: RunIndex
  /// The group of samples that `sbgp` does not reach.
  private let defaultGroup: UInt32
  /// Descriptions that stand beside `sbgp`, and for a fragment those of the movie.
  private let own: SampleGroupDescriptions?
  private let shared: SampleGroupDescriptions?

  /// Nil where the atom, a `stbl` or a `traf`, tells of no such groups. A fragment can name groups
  /// that its track's `stbl` describes.
  /// `parameter` says which of several `sbgp` of the type is meant; nil: the first.
  init?(
    _ type: FourCC, parameter: UInt32? = nil, in container: Atom, of stbl: Atom? = nil
  ) {
    rows =
      container.all("sbgp").lazy.compactMap { try? $0.decode(SampleToGroup.self) }
      .first {
        $0.groupingType == type && (parameter == nil || $0.groupingTypeParameter == parameter)
      }?.entries ?? Table()
    own = Self.descriptions(type, in: container)
    shared = stbl.flatMap { Self.descriptions(type, in: $0) }
    let rows = rows
    // Counts of 32 bits in a table that memory holds add up to far less than 64.
    index = RunIndex(rows: rows.count, run: { Self.run(rows[$0]) }) ?? RunIndex()
    let described = (own ?? shared).map { $0.version == 2 ? $0.defaultGroupDescriptionIndex : 0 }
    defaultGroup = described ?? 0
    if rows.isEmpty, defaultGroup == 0 { return nil }
  }

  private static func descriptions(_ type: FourCC, in container: Atom) -> SampleGroupDescriptions? {
    container.all("sgpd").lazy.compactMap { try? $0.decode(SampleGroupDescriptions.self) }
      .first { $0.groupingType == type }
  }

  private static func run(_ row: SampleToGroup.Row) -> (count: UInt64, step: UInt64) {
    (UInt64(row.sampleCount), 0)
  }

  /// The group of a sample, counted from 1; 0 where it is in none.
  func group(of sample: Int, _ walk: inout RunWalk) -> UInt32 {
    guard walk.move(to: UInt64(sample), in: index, run: { Self.run(rows[$0]) }) else {
      return defaultGroup
    }
    return rows[walk.row].groupDescriptionIndex
  }

  /// What a group of type `roll` says; nil for no group, and where it is not described.
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
