/// The groups of the samples of one `stbl` or `traf`, asked for mostly in the order of the samples.
///
/// Only the tables in which a run ends are looked at for a sample, so many tables cost no more than
/// their runs and the groups that are found.
struct ContainerSampleGroups: Sendable {
  private let tables: [SampleGroupTable]
  /// For each table, the group of samples that it does not cover; 0 means none.
  private let defaults: [UInt32]
  /// The groups by default of the types that have no table.
  private let others: [TrackSampleGroups.Group]
  private var walks: [SampleGroupTable.Walk]
  /// For each table, the group of the current sample; 0 means none.
  private var groups: [UInt32]
  /// The tables that have a group for the current sample, in order.
  private var found: [Int] = []
  /// Where the group of each table can change next.
  private var changes = MinimumHeap<Change>()
  /// The sample that was asked for last, from the first of the container; nil before the first.
  private var current: Int?

  private struct Change: Comparable, Sendable {
    var sample: UInt64
    var table: Int

    static func < (a: Self, b: Self) -> Bool {
      (a.sample, a.table) < (b.sample, b.table)
    }
  }

  /// No tables.
  init() { self.init([], defaults: []) }

  /// Reads the tables of a `stbl` or a `traf`. Samples that they do not cover are in the groups in
  /// `defaults`, of which the first of a type counts for its tables.
  init(in container: Atom, defaults: [(type: FourCC, index: UInt32)]) {
    self.init(Array(SampleGroupTable.all(in: container)), defaults: defaults)
  }

  private init(_ tables: [SampleGroupTable], defaults: [(type: FourCC, index: UInt32)]) {
    self.tables = tables
    let byType = Dictionary(defaults.map { ($0.type, $0.index) }) { first, _ in first }
    self.defaults = tables.map { byType[$0.type] ?? 0 }
    let types = Set(tables.map(\.type))
    others = defaults.filter { !types.contains($0.type) }
      .map { TrackSampleGroups.Group($0.type, nil, number: $0.index) }
    walks = tables.map { _ in SampleGroupTable.Walk() }
    groups = tables.map { _ in 0 }
  }

  /// Returns the groups of a sample, in the order of their tables. `sample` counts from the first of
  /// the container.
  mutating func groups(of sample: Int) -> [TrackSampleGroups.Group] {
    move(to: sample)
    return found.map {
      TrackSampleGroups.Group(tables[$0].type, tables[$0].parameter, number: groups[$0])
    } + others
  }

  private mutating func move(to sample: Int) {
    let changed = changed(before: sample)
    current = sample
    guard !changed.isEmpty else { return }
    for table in changed {
      let (group, end) = tables[table].run(of: sample, &walks[table])
      groups[table] = group ?? defaults[table]
      if let end { changes.insert(Change(sample: end, table: table)) }
    }
    let isChanged = Set(changed)
    let stay = found.filter { !isChanged.contains($0) }
    found = (stay + changed.filter { groups[$0] > 0 }).sorted()
  }

  /// Takes the tables whose group can be another one than at the sample that was asked for last.
  private mutating func changed(before sample: Int) -> [Int] {
    guard let current, current <= sample else {
      changes = MinimumHeap()
      found = []
      return Array(tables.indices)
    }
    var changed: [Int] = []
    while let next = changes.first, next.sample <= UInt64(clamping: sample) {
      changed.append(next.table)
      _ = changes.popFirst()
    }
    return changed
  }
}
