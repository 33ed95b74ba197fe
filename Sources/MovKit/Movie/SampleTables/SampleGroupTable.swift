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

    /// The step of the rows of `csgp` is the length of their patterns. All lengths together are
    /// fewer than 2^32 (`indexed`), and a count has 32 bits, so the sum of the products fits in 64.
    func run(_ row: Int) -> (count: UInt64, step: UInt64) {
      switch self {
      case .one(let row): (UInt64(row.sampleCount), 0)
      case .runs(let runs): (UInt64(runs.table[row].sampleCount), 0)
      case .patterns(let patterns): patterns.rows[row].run
      }
    }
  }

  // Classes, because what is in them is large, and a copy of it would be made for each row.

  private final class Runs: Sendable {
    let table: Table<SampleToGroup.Row>

    init(_ table: Table<SampleToGroup.Row>) { self.table = table }
  }

  private final class Patterns: Sendable {
    let rows: Table<CompactSampleToGroup.Pattern>
    private let indexes: Table<CompactSampleToGroup.Index>
    private let ownBit: UInt32
    /// The first index of the patterns of rows 64, 128, …: there can be a row in every byte.
    private let starts: [UInt32]

    private init(_ table: CompactSampleToGroup, starts: [UInt32]) {
      rows = table.patterns
      indexes = table.groupDescriptionIndexes
      ownBit = table.ownBit
      self.starts = starts
    }

    /// Returns the patterns of a table, and the index of their rows; nil if there are more indexes than can be
    /// numbered.
    static func indexed(_ table: CompactSampleToGroup) -> (Patterns, RunIndex)? {
      // The number of indexes is the sum of the lengths of all patterns.
      guard UInt32(exactly: table.groupDescriptionIndexes.count) != nil else { return nil }
      var starts: [UInt32] = []
      starts.reserveCapacity(table.patterns.count / RunIndex.spacing)
      var (row, start): (Int, UInt32) = (0, 0)
      let index = RunIndex(table.patterns) { pattern in
        if row % RunIndex.spacing == 0, row > 0 { starts.append(start) }
        row += 1
        start &+= pattern.length
        return pattern.run
      }
      return (Patterns(table, starts: starts), index ?? RunIndex())
    }

    /// Returns the group of a place in the pattern of a row, as `sbgp` numbers it.
    func group(at place: Int, _ walk: inout Walk) -> UInt32 {
      moveStart(to: walk.runs.row, &walk)
      return indexes[walk.start + place].group(ownBit)
    }

    /// Finds the first index of the pattern of a row, from that of the row before or of the next mark.
    private func moveStart(to row: Int, _ walk: inout Walk) {
      guard row != walk.startRow else { return }
      if row < walk.startRow || row - walk.startRow > RunIndex.spacing {
        let mark = min(row / RunIndex.spacing, starts.count)
        walk.startRow = mark * RunIndex.spacing
        walk.start = mark > 0 ? Int(starts[mark - 1]) : 0
      }
      while walk.startRow < row {
        walk.start += Int(rows[walk.startRow].length)
        walk.startRow += 1
      }
    }
  }

  /// Finds the groups of samples that are mostly requested one after another.
  struct Walk: Sendable {
    fileprivate var runs = RunWalk()
    /// The first index of the pattern of a row.
    fileprivate var (startRow, start) = (0, 0)

    /// Returns where in the pattern of the row a sample is; nil if the pattern has no length.
    fileprivate func place(of sample: Int) -> Int? {
      runs.step > 0 ? Int((UInt64(sample) - runs.first) % runs.step) : nil
    }
  }

  private init(_ type: FourCC, _ parameter: UInt32?, _ rows: Rows, _ index: RunIndex) {
    self.type = type
    self.parameter = parameter
    self.rows = rows
    self.index = index
  }

  private init(_ record: SampleToGroup) {
    let entries = record.entries
    self.init(
      record.groupingType, record.version == 1 ? record.groupingTypeParameter : nil,
      entries.count == 1 ? .one(entries[0]) : .runs(Runs(entries)),
      // The sum of counts of 32 bits in a table that fits in memory is far less than 64 bits.
      RunIndex(entries) { (UInt64($0.sampleCount), 0) } ?? RunIndex())
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
      self.init(record)
    case "csgp":
      guard let record = try? atom.decode(CompactSampleToGroup.self) else { return nil }
      let hasParameter = record.flags & CompactSampleToGroup.hasGroupingTypeParameter != 0
      guard let (patterns, index) = Patterns.indexed(record) else { return nil }
      self.init(
        record.groupingType, hasParameter ? record.groupingTypeParameter : nil,
        .patterns(patterns), index)
    default: return nil
    }
  }

  /// Returns the group of a sample, from 1, and from 0x10001 in a fragment's own descriptions; 0 if
  /// it is in no group. Nil if the table does not cover the sample.
  func group(of sample: Int, _ walk: inout Walk) -> UInt32? {
    guard walk.runs.move(to: UInt64(sample), in: index, run: { rows.run($0) }) else { return nil }
    switch rows {
    case .one(let row): return row.groupDescriptionIndex
    case .runs(let runs): return runs.table[walk.runs.row].groupDescriptionIndex
    case .patterns(let patterns):
      guard let place = walk.place(of: sample) else { return 0 }
      return patterns.group(at: place, &walk)
    }
  }

  /// Returns the group of a sample as `group(of:_:)` does, and a sample up to which all are in the same
  /// group; nil if all further ones are.
  func run(of sample: Int, _ walk: inout Walk) -> (group: UInt32?, end: UInt64?) {
    guard let group = group(of: sample, &walk) else { return (nil, nil) }
    let end = walk.runs.end
    guard case .patterns(let patterns) = rows, let place = walk.place(of: sample)
    else { return (group, end) }
    let length = Int(walk.runs.step)
    let another = (1..<length).first { patterns.group(at: (place + $0) % length, &walk) != group }
    return (group, min(end, another.map { UInt64(sample) + UInt64($0) } ?? end))
  }
}

extension CompactSampleToGroup {
  /// The bit of an index that means a group which the fragment describes; 0 if none does.
  fileprivate var ownBit: UInt32 {
    flags & Self.highestBitMeansFragment != 0 ? 1 << UInt32(indexWidth - 1) : 0
  }

  /// Returns the group that an index stands for, as `sbgp` numbers it.
  func group(at place: Int) -> UInt32 { groupDescriptionIndexes[place].group(ownBit) }
}

extension CompactSampleToGroup.Index {
  /// Returns the group that it stands for, as `sbgp` numbers it. `ownBit` is that of its table.
  fileprivate func group(_ ownBit: UInt32) -> UInt32 {
    guard groupDescriptionIndex & ownBit != 0 else { return groupDescriptionIndex }
    return (groupDescriptionIndex & ~ownBit) + SampleToGroup.ownGroups
  }
}

extension CompactSampleToGroup.Pattern {
  /// The samples of a pattern, and its length.
  fileprivate var run: (count: UInt64, step: UInt64) { (UInt64(sampleCount), UInt64(length)) }
}
