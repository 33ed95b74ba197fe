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

  /// Whether there are groups of a type.
  func has(_ type: FourCC) -> Bool { kinds.contains { $0.type == type } }

  /// Returns the `sbgp` of one kind. `counted` says how many consecutive samples are in which
  /// group.
  func membership(
    _ kind: Int, _ counted: some Sequence<(count: UInt64, group: UInt32)>
  ) throws(FormatError) -> Atom {
    var rows = PiecedList<SampleToGroup.Row>()
    for (count, group) in counted {
      let count = UInt32(clamping: count)
      if let last = rows.last, last.groupDescriptionIndex == group,
        last.sampleCount <= .max - count
      {
        rows[rows.count - 1].sampleCount += count
      } else {
        rows.append(SampleToGroup.Row(sampleCount: count, group: group))
      }
    }
    var record = SampleToGroup()
    record.groupingType = kinds[kind].type
    if let parameter = kinds[kind].parameter {
      record.version = 1
      record.groupingTypeParameter = parameter
    }
    record.entries = try Table(rows)
    return try Atom("sbgp", record)
  }
}

/// The combinations of groups that samples are in: a group number for each kind. Most tracks have
/// few combinations, so that only the number of its combination is kept for a sample.
struct GroupCombinations: Sendable {
  /// The combinations from number 1 on. Number 0 is that of no groups: of most tracks the only one, and a
  /// movie can have very many tracks.
  private var others: [[UInt32]] = []
  private var numbers: [[UInt32]: Int] = [:]

  mutating func number(of groups: [UInt32]) -> Int {
    if groups.isEmpty { return 0 }
    if let known = numbers[groups] { return known }
    others.append(groups)
    numbers[groups] = others.count
    return others.count
  }

  /// Returns the group of a kind in the combination `number`.
  func group(_ kind: Int, in number: Int) -> UInt32 {
    guard number > 0, number <= others.count, others[number - 1].indices.contains(kind) else {
      return 0
    }
    return others[number - 1][kind]
  }
}
