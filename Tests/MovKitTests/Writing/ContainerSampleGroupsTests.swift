import TestSupport
import Testing

@testable import MovKit

/// The groups that many tables give samples, which are asked for in several orders.
@Suite struct ContainerSampleGroupsTests {
  private static let count = 60
  private static let type = FourCC("gr00")

  private struct Table {
    var bytes: [UInt8]
    /// The group of each sample; nil if the table does not cover it.
    var groups: [UInt32?]
  }

  /// Runs, as `sbgp` has them (ISO/IEC 14496-12, 8.9.2).
  private static func runs(_ type: FourCC, upTo end: Int, _ random: inout SplitMix64) -> Table {
    var table = Table(bytes: [], groups: [])
    var rows: UInt32 = 0
    while table.groups.count < end {
      let (length, group) = (UInt32(random.next() % 9), UInt32(random.next() % 3))
      table.bytes += u32(length) + u32(group)
      for _ in 0..<length { table.groups.append(group) }
      rows += 1
    }
    table.bytes = atom("sbgp", u32(0), type.bytes, u32(rows), table.bytes)
    return table
  }

  /// Patterns with lengths, counts and numbers of 8 bits, as `csgp` has them (8.9.5).
  private static func patterns(_ type: FourCC, upTo end: Int, _ random: inout SplitMix64) -> Table {
    var table = Table(bytes: [], groups: [])
    var numbers: [UInt8] = []
    var rows: UInt32 = 0
    while table.groups.count < end {
      let pattern = random.bytes(1 + Int(random.next() % 4)).map { $0 % 2 }
      let samples = 1 + Int(random.next() % 20)
      table.bytes += [UInt8(pattern.count), UInt8(samples)]
      numbers += pattern
      for sample in 0..<samples { table.groups.append(UInt32(pattern[sample % pattern.count])) }
      rows += 1
    }
    table.bytes = atom("csgp", u32(0x15), type.bytes, u32(rows), table.bytes, numbers)
    return table
  }

  @Test(arguments: 0..<20)
  func inAnyOrder(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var tables: [(type: FourCC, table: Table)] = []
    for number in UInt32(0)..<12 {
      let type = FourCC(rawValue: Self.type.rawValue + number)
      let end = Self.count - Int(number)
      tables.append(
        (
          type,
          number % 2 == 0
            ? Self.runs(type, upTo: end, &random) : Self.patterns(type, upTo: end, &random)
        ))
    }
    let bytes = atom(
      "moov", atom("trak", atom("mdia", atom("minf", atom("stbl", tables.flatMap(\.table.bytes))))))
    let file = try AtomFile(from: MemorySource(bytes))
    let stbl = try #require(
      file.first("moov")?.first("trak")?.descendant("mdia", "minf", "stbl"))
    // The first table has a group by default, and so has a type without a table.
    let defaults = [(tables[0].type, UInt32(7)), (FourCC("none"), 9), (tables[0].type, 8)]
    var groups = ContainerSampleGroups(in: stbl, defaults: defaults)
    func expected(_ sample: Int) -> [String] {
      var found: [String] = []
      for (index, (type, table)) in tables.enumerated() {
        let group = sample < table.groups.count ? table.groups[sample] : nil
        let number = group ?? (index == 0 ? 7 : 0)
        if number > 0 { found.append("\(type) \(number)") }
      }
      return found + ["none 9"]
    }
    let jumps = (0..<40).map { _ in Int(random.next() % UInt64(Self.count + 20)) }
    for sample in Array(0..<Self.count + 20) + jumps + [3, 3, 2] {
      let found = groups.groups(of: sample).map { "\($0.type) \($0.index)" }
      #expect(found == expected(sample), "sample \(sample)")
    }
  }

  /// A table of several hundred patterns, some without a sample, read forwards, backwards and across.
  @Test(arguments: 0..<10)
  func patternsOfManyRows(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var rows: [UInt8] = []
    var numbers: [UInt8] = []
    var groups: [UInt32] = []
    for _ in 0..<300 {
      let pattern = random.bytes(1 + Int(random.next() % 4)).map { $0 % 3 }
      let samples = random.next() % 4 == 0 ? 0 : Int(random.next() % 9)
      rows += [UInt8(pattern.count), UInt8(samples)]
      numbers += pattern
      for sample in 0..<samples { groups.append(UInt32(pattern[sample % pattern.count])) }
    }
    let bytes = atom("stbl", atom("csgp", u32(0x15), Self.type.bytes, u32(300), rows, numbers))
    let file = try AtomFile(from: MemorySource(bytes))
    let stbl = try #require(file.first("stbl"))
    let table = try #require(SampleGroupTable.all(in: stbl).first { _ in true })
    var walk = SampleGroupTable.Walk()
    let jumps = (0..<400).map { _ in Int(random.next() % UInt64(groups.count)) }
    for sample in Array(groups.indices) + groups.indices.reversed() + jumps {
      #expect(table.group(of: sample, &walk) == groups[sample], "sample \(sample)")
    }
    #expect(table.group(of: groups.count, &walk) == nil)
  }
}
