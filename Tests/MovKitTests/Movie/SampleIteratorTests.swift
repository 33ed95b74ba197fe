import TestSupport
import Testing

@testable import MovKit

/// Going through samples in order against finding each by itself.
@Suite struct SampleIteratorTests {
  @Test func anyWayIsTheSame() throws {
    for round in 0..<120 {
      var g = Seed.generator("sample iterator", round)
      let expanded = ExpandedSamples(random: &g)
      let expected = expanded.samples
      let table = try expanded.table()
      let note = Comment(rawValue: Seed.note("sample iterator", round))
      #expect(expected.indices.map { table[$0] } == expected, note)
      var found: [SampleTable.Sample] = []
      for sample in table { found.append(sample) }
      #expect(found == expected, note)
      guard !expected.isEmpty else { continue }
      var walk = SampleTable.Iterator(table)
      for _ in 0..<60 {
        if g.once(in: 2) { walk.index = Int(g.next() % UInt64(expected.count)) }
        let index = walk.index
        #expect(walk.next() == (index < expected.count ? expected[index] : nil), note)
      }
    }
  }

  @Test func samplesAtOnceCoverTheSame() throws {
    for round in 0..<120 {
      var g = Seed.generator("samples at once", round)
      var expanded = ExpandedSamples(random: &g)
      if g.once(in: 2) {
        expanded.sync = nil
        expanded.sizes = .constant(1 + UInt32(g.next() % 9), count: expanded.samples.count)
      }
      let expected = expanded.samples
      let note = Comment(rawValue: Seed.note("samples at once", round))
      var walk = try expanded.table().makeIterator()
      var index = 0
      while let (first, count, size) = walk.next(atMost: 1 + Int(g.next() % 40)) {
        guard index + count <= expected.count else {
          Issue.record("more samples than there are")
          break
        }
        let run = expected[index..<index + count]
        #expect(first == run.first, note)
        var offset = first.offset
        var time = first.decodeTime
        for sample in run {
          #expect(sample.offset == offset && sample.decodeTime == time, note)
          #expect(sample.duration == first.duration && sample.size == first.size, note)
          #expect(sample.compositionOffset == first.compositionOffset, note)
          #expect(sample.descriptionIndex == first.descriptionIndex, note)
          offset += sample.size
          time += Int64(sample.duration)
        }
        #expect(size == offset - first.offset, note)
        index += count
      }
      #expect(index == expected.count, note)
    }
  }

  /// A `stbl` of `count` samples of one byte with more atoms in it.
  private func table(_ count: Int, _ atoms: [[UInt8]], isQuickTime: Bool = false) throws
    -> SampleTable
  {
    var expanded = ExpandedSamples()
    expanded.sizes = .constant(1, count: count)
    expanded.durations = [(UInt32(count), 10)]
    expanded.runs = [(1, UInt32(count), 1)]
    expanded.chunks = [100]
    let plain = try expanded.stbl.serialized()
    let stbl =
      head(UInt32(plain.count + atoms.joined().count), "stbl") + plain[8...]
      + atoms.flatMap { $0 }
    let source = MemorySource(
      fileType + atom("moov", atom("trak", atom("mdia", atom("minf", stbl)))))
    let file = try AtomFile(from: source)
    let found = try #require(file.first("moov")?.descendant("trak", "mdia", "minf", "stbl"))
    return try SampleTable(found, fileSize: .max, isQuickTime: isQuickTime)
  }

  /// All ways to ask must agree.
  private func attachments(_ table: SampleTable) -> [SampleAttachments] {
    let found = table.indices.map { table[$0].attachments }
    var walk = table.makeIterator()
    let inOrder = table.indices.map { _ in walk.next()?.attachments }
    #expect(found == inOrder.compactMap { $0 })
    let backwards = table.indices.reversed().map { index in
      walk.index = index
      return walk.next()?.attachments
    }
    #expect(found.reversed() == backwards.compactMap { $0 })
    return found
  }

  @Test func syncAndPartialSync() throws {
    let table = try table(
      6,
      [
        atom("stss", u32(0), u32(1), u32(1)), atom("stps", u32(0), u32(2), u32(3), u32(5)),
      ])
    let found = attachments(table)
    #expect(found.map(\.isSync) == [true, false, false, false, false, false])
    #expect(found.map(\.isPartialSync) == [false, false, true, false, true, false])
    #expect((0..<6).map { table.entryPoint(atOrBefore: $0) } == [0, 0, 2, 2, 4, 4])
    #expect(table.entryPoint(atOrBefore: 6) == nil)
    #expect(table.entryPoint(atOrBefore: -1) == nil)
  }

  @Test func dependencies() throws {
    // Leading, depends on, is depended on, redundancy, in two bits each.
    let rows: [UInt8] = [0b01_01_10_01, 0b10_10_01_10, 0b11_00_00_00, 0b00_11_11_11]
    let found = attachments(try table(5, [atom("sdtp", u32(0), rows)]))
    #expect(found.map(\.isLeading) == [true, false, true, nil, nil])
    #expect(found.map(\.dependsOnOthers) == [true, false, nil, nil, nil])
    #expect(found.map(\.isDependedOn) == [false, true, nil, nil, nil])
    #expect(found.map(\.hasRedundancy) == [true, false, nil, nil, nil])
    // QuickTime has another meaning for the first two bits.
    let quickTime = attachments(try table(5, [atom("sdtp", u32(0), rows)], isQuickTime: true))
    #expect(quickTime.map(\.isLeading) == [nil, nil, nil, nil, nil])
    #expect(quickTime.map(\.dependsOnOthers) == [true, false, nil, nil, nil])
    #expect(quickTime.map(\.allowsEarlierDisplayTimes) == [true, false, true, false, false])
    #expect(found.allSatisfy { !$0.allowsEarlierDisplayTimes })
  }

  @Test func prioritiesAndPadding() throws {
    let found = attachments(
      try table(
        4,
        [
          atom("stdp", u32(0), u16(7), u16(0), u16(65535)),
          atom("padb", u32(0), u32(3), u8(0x17), u8(0x50)),
        ]))
    #expect(found.map(\.degradationPriority) == [7, 0, 65535, 0])
    #expect(found.map(\.paddingBits) == [1, 7, 5, 0])
  }

  /// Three samples of the pattern 1, 0, and three of the pattern 2, 1: both end in the middle. Here
  /// all numbers have 16 bits.
  @Test func compactGroups() throws {
    let found = attachments(
      try table(
        7,
        [
          atom("sgpd", u32(1 << 24), ascii("roll"), u32(2), u32(2), u16(5), u16(0xFFFE)),
          atom(
            "csgp", u32(0b10_10_10), ascii("roll"), u32(2), u16(2), u16(3), u16(2), u16(3),
            u16(1), u16(0), u16(2), u16(1)),
        ]))
    #expect(found.map(\.rollDistance) == [5, nil, 5, -2, 5, -2, nil])
  }

  @Test func groups() throws {
    let found = attachments(
      try table(
        7,
        [
          atom("stss", u32(0), u32(1), u32(1)),
          atom("sgpd", u32(1 << 24), ascii("rap "), u32(1), u32(1), u8(0x80)),
          atom(
            "sbgp", u32(0), ascii("rap "), u32(3), u32(3), u32(0), u32(1), u32(1), u32(1), u32(0)),
          atom("sgpd", u32(1 << 24), ascii("roll"), u32(2), u32(2), u16(5), u16(0xFFFE)),
          atom("sbgp", u32(0), ascii("roll"), u32(2), u32(2), u32(2), u32(1), u32(1)),
          atom("sgpd", u32(2 << 24), ascii("sync"), u32(1), u32(0), u32(1), u8(20)),
          atom("sbgp", u32(0), ascii("sync"), u32(2), u32(6), u32(0), u32(1), u32(1)),
        ]))
    #expect(found.map(\.isSync) == [true, false, false, false, false, false, true])
    #expect(found.map(\.isPartialSync) == [false, false, false, true, false, false, false])
    #expect(found.map(\.rollDistance) == [-2, -2, 5, nil, nil, nil, nil])
  }

  @Test func groupsByDefaultAndNotDescribed() throws {
    let found = attachments(
      try table(
        3,
        [
          atom("sgpd", u32(2 << 24), ascii("roll"), u32(2), u32(1), u32(1), u16(3)),
          atom("sbgp", u32(0), ascii("roll"), u32(1), u32(1), u32(9)),
        ]))
    #expect(found.map(\.rollDistance) == [nil, 3, 3])
  }
}
