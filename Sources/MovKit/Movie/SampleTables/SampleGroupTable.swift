/// One `sbgp` or `csgp`: the groups of samples, found without a search for each.
struct SampleGroupTable: Sendable {
  let type: FourCC
  /// Nil where the table has none.
  let parameter: UInt32?
  private let rows: Rows
  private let index: RunIndex

  private enum Rows: Sendable {
    case runs(Table<SampleToGroup.Row>)
    /// `starts` has the first index of each pattern.
    case patterns(CompactSampleToGroup, starts: [Int])

    var count: Int {
      switch self {
      case .runs(let rows): rows.count
      case .patterns(let table, _): table.patterns.count
      }
    }

    func run(_ row: Int) -> (count: UInt64, step: UInt64) {
      switch self {
      case .runs(let rows): (UInt64(rows[row].sampleCount), 0)
      case .patterns(let table, _): (UInt64(table.patterns[row].sampleCount), 0)
      }
    }
  }

  private init(_ type: FourCC, _ parameter: UInt32?, _ rows: Rows) {
    self.type = type
    self.parameter = parameter
    self.rows = rows
    // Counts of 32 bits in a table that memory holds add up to far less than 64.
    index = RunIndex(rows: rows.count, run: { rows.run($0) }) ?? RunIndex()
  }

  /// Those of a `stbl` or a `traf` that can be read.
  static func all(in container: Atom) -> some Sequence<SampleGroupTable> {
    container.children.lazy.compactMap { SampleGroupTable($0) }
  }

  /// Nil where the atom is none, or cannot be read.
  init?(_ atom: Atom) {
    switch atom.type {
    case "sbgp":
      guard let record = try? atom.decode(SampleToGroup.self) else { return nil }
      let parameter = record.version == 1 ? record.groupingTypeParameter : nil
      self.init(record.groupingType, parameter, .runs(record.entries))
    case "csgp":
      guard let record = try? atom.decode(CompactSampleToGroup.self) else { return nil }
      let hasParameter = record.flags & CompactSampleToGroup.hasGroupingTypeParameter != 0
      var starts: [Int] = []
      var start = 0
      for pattern in record.patterns {
        starts.append(start)
        // There are as many indexes as the lengths of all patterns add up to.
        start += Int(pattern.length)
      }
      self.init(
        record.groupingType, hasParameter ? record.groupingTypeParameter : nil,
        .patterns(record, starts: starts))
    default: return nil
    }
  }

  /// The group of a sample, counted from 1, and from 0x10001 in a fragment's own descriptions; 0
  /// where it is in none. Nil where the table does not reach it.
  func group(of sample: Int, _ walk: inout RunWalk) -> UInt32? {
    guard walk.move(to: UInt64(sample), in: index, run: { rows.run($0) }) else { return nil }
    switch rows {
    case .runs(let rows): return rows[walk.row].groupDescriptionIndex
    case .patterns(let table, let starts):
      let length = UInt64(table.patterns[walk.row].length)
      guard length > 0 else { return 0 }
      let place = Int((UInt64(sample) - walk.first) % length)
      return table.group(at: starts[walk.row] + place)
    }
  }
}

extension CompactSampleToGroup {
  /// The group that an index names, as `sbgp` would.
  fileprivate func group(at place: Int) -> UInt32 {
    let number = groupDescriptionIndexes[place].groupDescriptionIndex
    let highest: UInt32 = 1 << UInt32(indexWidth - 1)
    guard flags & Self.highestBitMeansFragment != 0, number & highest != 0 else { return number }
    return (number & ~highest) + SampleToGroup.ownGroups
  }
}
