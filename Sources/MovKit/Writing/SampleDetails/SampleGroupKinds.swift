/// The kinds of sample groups of a track, and the descriptions of the groups (ISO/IEC 14496-12,
/// 8.9).
struct SampleGroupKinds: Sendable {
  struct Kind: Hashable, Sendable {
    var type: FourCC
    /// The grouping type parameter of `sbgp` version 1; nil in version 0.
    var parameter: UInt32?
  }

  var kinds: [Kind]
  /// New `sgpd` atoms that also have descriptions which were only in fragments. Each replaces the
  /// one of the same type.
  var descriptions: [(type: FourCC, atom: Atom)] = []
  /// For each kind, the group of the samples that no `sbgp` mentions.
  var defaults: [UInt32]

  /// Returns the `sbgp` of one kind. `counted` says how many consecutive samples are in which
  /// group.
  func membership(
    _ kind: Int, _ counted: some Sequence<(count: UInt64, group: UInt32)>
  ) throws(FormatError) -> Atom {
    var record = head(kind)
    record.entries = try Table(Array(GroupRows(counted: counted)))
    return try Atom("sbgp", record)
  }

  /// Returns the same as a table that is written in pieces.
  func streamedMembership(
    _ kind: Int, _ counted: some Sequence<(count: UInt64, group: UInt32)>
  ) throws(FormatError) -> StreamedTable {
    let rows = GroupRows(counted: counted)
    let count = rows.reduce(UInt64(0)) { count, _ in count + 1 }
    return try StreamedTable("sbgp", head(kind), count: count, rows: rows)
  }

  /// Returns the `sbgp` of one kind without rows.
  private func head(_ kind: Int) -> SampleToGroup {
    var record = SampleToGroup()
    record.groupingType = kinds[kind].type
    if let parameter = kinds[kind].parameter {
      record.version = 1
      record.groupingTypeParameter = parameter
    }
    return record
  }
}

/// The rows of an `sbgp`: one for consecutive samples that are in the same group.
private struct GroupRows<Counted: Sequence<(count: UInt64, group: UInt32)>>: Sequence {
  let counted: Counted

  struct Iterator: IteratorProtocol {
    var counted: Counted.Iterator
    var upcoming: SampleToGroup.Row?

    mutating func next() -> SampleToGroup.Row? {
      guard var row = upcoming.take() ?? read() else { return nil }
      while let following = read() {
        let (count, overflow) = row.sampleCount.addingReportingOverflow(following.sampleCount)
        guard following.groupDescriptionIndex == row.groupDescriptionIndex, !overflow else {
          upcoming = following
          break
        }
        row.sampleCount = count
      }
      return row
    }

    private mutating func read() -> SampleToGroup.Row? {
      counted.next().map {
        SampleToGroup.Row(sampleCount: UInt32(clamping: $0.count), group: $0.group)
      }
    }
  }

  func makeIterator() -> Iterator { Iterator(counted: counted.makeIterator()) }
}
