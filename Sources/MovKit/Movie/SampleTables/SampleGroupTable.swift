/// One `sbgp` or `csgp` (ISO/IEC 14496-12, 8.9.2 and 8.9.5): the groups of samples, found without a
/// search for each.
struct SampleGroupTable: Sendable {
  let type: FourCC
  /// The grouping type parameter; nil if the table has none.
  let parameter: UInt32?
  private let rows: Rows
  private let index: RunIndex

  private enum Rows: Sendable {
    /// A single run, as each of very many fragments can have.
    case one(SampleToGroup.Row)
    case runs(Runs)
    case patterns(Patterns)

    init(_ rows: Table<SampleToGroup.Row>) {
      self = rows.count == 1 ? .one(rows[0]) : .runs(Runs(rows))
    }

    var count: Int {
      switch self {
      case .one: 1
      case .runs(let runs): runs.table.count
      case .patterns(let patterns): patterns.table.patterns.count
      }
    }

    func run(_ row: Int) -> (count: UInt64, step: UInt64) {
      switch self {
      case .one(let row): (UInt64(row.sampleCount), 0)
      case .runs(let runs): (UInt64(runs.table[row].sampleCount), 0)
      case .patterns(let patterns): (UInt64(patterns.table.patterns[row].sampleCount), 0)
      }
    }
  }

  // Classes, because what is in them is large, and a copy of it would be made for each row.

  private final class Runs: Sendable {
    let table: Table<SampleToGroup.Row>

    init(_ table: Table<SampleToGroup.Row>) { self.table = table }
  }

  private final class Patterns: Sendable {
    let table: CompactSampleToGroup
    /// The first index of each pattern.
    let starts: [UInt32]

    /// Nil if there are more indexes than can be numbered.
    init?(_ table: CompactSampleToGroup) {
      // The number of indexes is the sum of the lengths of all patterns.
      guard UInt32(exactly: table.groupDescriptionIndexes.count) != nil else { return nil }
      var starts: [UInt32] = []
      starts.reserveCapacity(table.patterns.count)
      var start: UInt32 = 0
      table.patterns.forEachRow { pattern in
        starts.append(start)
        start &+= pattern.length
        return true
      }
      self.table = table
      self.starts = starts
    }

    /// Returns the group of a place in the pattern of a row, as `sbgp` numbers it.
    func group(_ row: Int, at place: Int) -> UInt32 { table.group(at: Int(starts[row]) + place) }

    /// Returns where in its pattern a sample is, and the length of the pattern; nil if that is 0.
    func place(of sample: Int, _ walk: RunWalk) -> (index: Int, length: Int)? {
      let length = UInt64(table.patterns[walk.row].length)
      guard length > 0 else { return nil }
      return (Int((UInt64(sample) - walk.first) % length), Int(length))
    }
  }

  private init(_ type: FourCC, _ parameter: UInt32?, _ rows: Rows) {
    self.type = type
    self.parameter = parameter
    self.rows = rows
    // The sum of counts of 32 bits in a table that fits in memory is far less than 64 bits.
    index = RunIndex(rows: rows.count, run: { rows.run($0) }) ?? RunIndex()
  }

  /// Returns the tables of a `stbl` or a `traf` that can be read.
  static func all(in container: Atom) -> some Sequence<SampleGroupTable> {
    container.children.lazy.compactMap { SampleGroupTable($0) }
  }

  /// Returns those of groups of one type.
  static func all(in container: Atom, of type: FourCC) -> some Sequence<SampleGroupTable> {
    container.children.lazy.compactMap { atom in
      guard atom.type == "sbgp" || atom.type == "csgp", atom.groupingType == type else {
        return nil
      }
      return SampleGroupTable(atom)
    }
  }

  /// Whether a `stbl` or a `traf` has tables of groups, or describes groups.
  static func areAny(in container: Atom) -> Bool {
    for type in ["sbgp", "csgp", "sgpd"] as [FourCC] where container.first(type) != nil {
      return true
    }
    return false
  }

  /// Nil if the atom is not such a table, or cannot be read.
  init?(_ atom: Atom) {
    switch atom.type {
    case "sbgp":
      guard let record = try? atom.decode(SampleToGroup.self) else { return nil }
      let parameter = record.version == 1 ? record.groupingTypeParameter : nil
      self.init(record.groupingType, parameter, Rows(record.entries))
    case "csgp":
      guard let record = try? atom.decode(CompactSampleToGroup.self) else { return nil }
      let hasParameter = record.flags & CompactSampleToGroup.hasGroupingTypeParameter != 0
      guard let patterns = Patterns(record) else { return nil }
      self.init(
        record.groupingType, hasParameter ? record.groupingTypeParameter : nil,
        .patterns(patterns))
    default: return nil
    }
  }

  /// Returns the group of a sample, from 1, and from 0x10001 in a fragment's own descriptions; 0 if
  /// it is in no group. Nil if the table does not cover the sample.
  func group(of sample: Int, _ walk: inout RunWalk) -> UInt32? {
    guard walk.move(to: UInt64(sample), in: index, run: { rows.run($0) }) else { return nil }
    switch rows {
    case .one(let row): return row.groupDescriptionIndex
    case .runs(let runs): return runs.table[walk.row].groupDescriptionIndex
    case .patterns(let patterns):
      guard let place = patterns.place(of: sample, walk) else { return 0 }
      return patterns.group(walk.row, at: place.index)
    }
  }

  /// Returns the group of a sample as `group(of:_:)` does, and a sample up to which all are in the same
  /// group; nil if all further ones are.
  func run(of sample: Int, _ walk: inout RunWalk) -> (group: UInt32?, end: UInt64?) {
    guard let group = group(of: sample, &walk) else { return (nil, nil) }
    guard case .patterns(let patterns) = rows, let place = patterns.place(of: sample, walk)
    else { return (group, walk.end) }
    let another = (1..<place.length).first {
      patterns.group(walk.row, at: (place.index + $0) % place.length) != group
    }
    return (group, min(walk.end, another.map { UInt64(sample) + UInt64($0) } ?? walk.end))
  }
}

extension CompactSampleToGroup {
  /// Returns the group that an index stands for, as `sbgp` numbers it.
  func group(at place: Int) -> UInt32 {
    let number = groupDescriptionIndexes[place].groupDescriptionIndex
    let highest: UInt32 = 1 << UInt32(indexWidth - 1)
    guard flags & Self.highestBitMeansFragment != 0, number & highest != 0 else { return number }
    return (number & ~highest) + SampleToGroup.ownGroups
  }
}
