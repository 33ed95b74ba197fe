/// What a `stbl` says of samples besides places and times: `stss`, `stps`, `sdtp`, `stdp`, `padb`,
/// and the groups `rap `, `roll` and `sync`. None of this is needed to find a sample, so a table
/// that is damaged, except `stss`, is ignored.
final class SampleRoleTables: Sendable {
  /// Without the table, all samples are sync samples.
  private let sync: SyncTable?
  private let partialSync: SyncTable?
  private let dependencies: Table<SampleDependencies.Row>
  private let priorities: Table<UInt16>
  private let padding: Table<PaddingBits.Row>
  private let groups: SampleGroupRoles?
  private let isQuickTime: Bool

  /// Those of all tracks that have no such table. A movie can have very many tracks.
  private static let none = SampleRoleTables()

  /// Returns what a `stbl` says.
  static func read(
    _ stbl: Atom, isQuickTime: Bool, report: (Diagnostic) -> Void
  ) throws(FormatError) -> SampleRoleTables {
    let tables = try SampleRoleTables(stbl, isQuickTime: isQuickTime, report: report)
    return tables.isUniform ? none : tables
  }

  private init() {
    (sync, partialSync, groups) = (nil, nil, nil)
    (dependencies, priorities, padding) = (Table(), Table(), Table())
    isQuickTime = false
  }

  private init(_ stbl: Atom, isQuickTime: Bool, report: (Diagnostic) -> Void) throws(FormatError) {
    sync = (try stbl.first("stss")?.decode(SyncSamples.self, readingCutTables: report)).map {
      SyncTable($0.sampleNumbers)
    }
    partialSync = (try? stbl.first("stps")?.decode(PartialSyncSamples.self))
      .map { SyncTable($0.sampleNumbers) }
    dependencies = (try? stbl.first("sdtp")?.decode(SampleDependencies.self))?.entries ?? Table()
    priorities =
      (try? stbl.first("stdp")?.decode(DegradationPriorities.self))?.priorities ?? Table()
    padding = (try? stbl.first("padb")?.decode(PaddingBits.self))?.entries ?? Table()
    groups = SampleGroupRoles(in: stbl)
    self.isQuickTime = isQuickTime
  }

  /// Whether nothing distinguishes the samples from each other.
  var isUniform: Bool {
    sync == nil && partialSync == nil && dependencies.isEmpty && priorities.isEmpty
      && padding.isEmpty && groups == nil
  }

  /// Returns the last sample at or before `index` at which decoding can begin, either a sync sample
  /// or a partial sync sample. The result means nothing if `budget`, the number of samples that are looked at
  /// at most, becomes 0.
  func lastEntryPoint(through index: Int, budget: inout Int) -> Int? {
    guard let sync else { return index >= 0 ? index : nil }
    let listed = max(sync.last(through: index) ?? -1, partialSync?.last(through: index) ?? -1)
    guard let groups else { return listed >= 0 ? listed : nil }
    var walk = SampleGroupRoles.Walk()
    var place = index
    while place > listed, budget > 0 {
      budget -= 1
      var attachments = SampleAttachments(isSync: false)
      groups.add(to: &attachments, of: place, &walk)
      if attachments.isEntryPoint { return place }
      place -= 1
    }
    return listed >= 0 ? listed : nil
  }

  /// Finds samples that are mostly requested one after another.
  struct Walk: Sendable {
    fileprivate var sync = SyncTable.Walk()
    fileprivate var partialSync = SyncTable.Walk()
    fileprivate var groups = SampleGroupRoles.Walk()
  }

  func attachments(of index: Int, _ walk: inout Walk) -> SampleAttachments {
    var result = SampleAttachments()
    if let sync { result.isSync = walk.sync.contains(index, in: sync) }
    if let partialSync, walk.partialSync.contains(index, in: partialSync) {
      result.isPartialSync = !result.isSync
    }
    if index < dependencies.count { result.take(dependencies[index], ofQuickTime: isQuickTime) }
    if index < priorities.count { result.degradationPriority = priorities[index] }
    if index < padding.count { result.paddingBits = padding[index].pad }
    groups?.add(to: &result, of: index, &walk.groups)
    return result
  }
}

/// The groups that say where decoding can begin, of a `stbl` or of a track fragment.
final class SampleGroupRoles: Sendable {
  /// Open groups of pictures (ISO/IEC 14496-12, 10.4).
  private let randomAccess: GroupMembership?
  /// Gradual refresh and pre-roll (ISO/IEC 14496-12, 10.1).
  private let roll: GroupMembership?
  /// Sync samples, with the type of their NAL unit (ISO/IEC 14496-15, "sync sample group").
  private let sync: GroupMembership?

  /// The descriptions of such groups in a `stbl`, to which its track's fragments refer.
  final class Shared: Sendable {
    fileprivate let randomAccess: GroupDescriptions?
    fileprivate let roll: GroupDescriptions?
    fileprivate let sync: GroupDescriptions?

    /// Nil if there are none.
    init?(in stbl: Atom) {
      randomAccess = GroupDescriptions("rap ", in: stbl)
      roll = GroupDescriptions("roll", in: stbl)
      sync = GroupDescriptions("sync", in: stbl)
      if randomAccess == nil, roll == nil, sync == nil { return nil }
    }
  }

  /// Nil if there are no such groups.
  init?(in container: Atom, shared: Shared? = nil) {
    // Most fragments have none, and there can be very many.
    guard shared != nil || SampleGroupTable.areAny(in: container) else { return nil }
    randomAccess = GroupMembership("rap ", in: container, shared: shared?.randomAccess)
    roll = GroupMembership("roll", in: container, shared: shared?.roll)
    sync = GroupMembership("sync", in: container, shared: shared?.sync)
    if randomAccess == nil, roll == nil, sync == nil { return nil }
  }

  struct Walk: Sendable {
    fileprivate var randomAccess = SampleGroupTable.Walk()
    fileprivate var roll = SampleGroupTable.Walk()
    fileprivate var sync = SampleGroupTable.Walk()
  }

  func add(to attachments: inout SampleAttachments, of index: Int, _ walk: inout Walk) {
    if let sync, sync.group(of: index, &walk.sync) != 0 { attachments.isSync = true }
    if let randomAccess, randomAccess.group(of: index, &walk.randomAccess) != 0 {
      attachments.isPartialSync = !attachments.isSync
    }
    if let roll {
      attachments.rollDistance = roll.rollDistance(ofGroup: roll.group(of: index, &walk.roll))
    }
  }
}
