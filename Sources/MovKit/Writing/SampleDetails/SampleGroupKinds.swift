/// The kinds of sample groups of a track, and what their groups are (ISO/IEC 14496-12, 8.9).
struct SampleGroupKinds: Sendable {
  struct Kind: Hashable, Sendable {
    var type: FourCC
    /// Of `sbgp` in version 1; nil in version 0.
    var parameter: UInt32?
  }

  var kinds: [Kind]
  /// `sgpd` with descriptions that only fragments had, in place of those of the same type.
  var descriptions: [(type: FourCC, atom: Atom)] = []
  /// The group of each kind that samples are in which no `sbgp` names.
  var defaults: [UInt32]

  /// Whether groups of a type are among them.
  func has(_ type: FourCC) -> Bool { kinds.contains { $0.type == type } }

  /// `sbgp` of one kind; `counted` is how many samples in a row are in which group.
  func membership(
    _ kind: Int, _ counted: some Sequence<(count: UInt64, group: UInt32)>
  ) throws(FormatError) -> Atom {
    var rows: [SampleToGroup.Row] = []
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

/// Which groups samples are in, a number for each kind. Most tracks have few combinations of them,
/// so that a sample needs only the number of its own.
struct GroupCombinations: Sendable {
  private(set) var all: [[UInt32]] = [[]]
  private var numbers: [[UInt32]: Int] = [[]: 0]

  mutating func number(of groups: [UInt32]) -> Int {
    if let known = numbers[groups] { return known }
    all.append(groups)
    numbers[groups] = all.count - 1
    return all.count - 1
  }

  /// The group of a kind.
  func group(_ kind: Int, in number: Int) -> UInt32 {
    all.indices.contains(number) && all[number].indices.contains(kind) ? all[number][kind] : 0
  }
}
