import Testing

@testable import MovKit

/// Lists of so many records that they are kept as their bytes. Whether records read from a file and
/// records made by a program are the same is in the laws of atoms.
@Suite struct RecordListTests {
  private static let count = 40

  /// `iloc` with an extent of 16 bytes for each of the items 1 to 40, at 1000, 2000, ….
  private static let locations: [UInt8] = {
    var bytes = hex("00000000 4400 0028")
    for id in 1...UInt16(count) {
      bytes += u16(id) + u16(0) + u16(1)
      bytes += u32(UInt32(id) * 1000) + u32(16)
    }
    return bytes
  }()

  private static func read<R: Record>(_ bytes: [UInt8], as _: R.Type) throws -> R {
    var reader = Reader(bytes[...], at: 100)
    var record = R()
    try record.fields(&reader)
    try #require(reader.remaining.isEmpty)
    return record
  }

  private static func item(_ id: UInt32, at offset: UInt64) throws -> ItemLocations.Item {
    var item = ItemLocations.Item()
    item.itemID = id
    var extent = ItemLocations.Extent()
    (extent.extentOffset, extent.extentLength) = (offset, 16)
    item.layout = ItemLocations().itemLayout
    item.extents = try Table([extent], layout: item.layout)
    return item
  }

  @Test func readInAnyOrder() throws {
    let record = try Self.read(Self.locations, as: ItemLocations.self)
    #expect(record.items.count == 40)
    #expect(record.items.map(\.itemID) == Array(1...40))
    for index in [39, 0, 17, 16, 38] {
      let item = try Self.item(UInt32(index + 1), at: UInt64(index + 1) * 1000)
      #expect(record.items[index] == item)
    }
    var next: UInt32 = 1
    for item in record.items {
      #expect(item == (try Self.item(next, at: UInt64(next) * 1000)))
      next += 1
    }
    #expect(next == 41)
    #expect(record.encodedSize == 8 + 40 * 14)
    #expect(try record.serialized() == Self.locations)
  }

  /// Of records that are stored only the last is measured, of those of a program each.
  @Test func sizeFromAnyRecordOn() throws {
    var items = try Self.read(Self.locations, as: ItemLocations.self).items
    for _ in 0..<2 {
      for first in [0, 1, 17, 39, 40] { #expect(items.size(from: first) == 14 * (40 - first)) }
      items[39] = items[39]
    }
  }

  @Test func sameAsThoseOfAProgram() throws {
    let read = try Self.read(Self.locations, as: ItemLocations.self)
    var made = ItemLocations()
    for id in 1...UInt32(Self.count) {
      made.items.append(try Self.item(id, at: UInt64(id) * 1000))
    }
    #expect(read == made)
    #expect(try made.serialized() == Self.locations)
    made.items[39].itemID = 41
    #expect(read != made)
  }

  @Test func changed() throws {
    let read = try Self.read(Self.locations, as: ItemLocations.self)
    var copy = read
    copy.items[20].dataReferenceIndex = 7
    copy.items.removeFirst()
    copy.items.append(try Self.item(99, at: 5))
    #expect(copy.items.map(\.itemID) == Array(2...40) + [99])
    #expect(copy.items[19].dataReferenceIndex == 7)
    #expect(copy.items.filter { $0.dataReferenceIndex == 0 }.count == 39)
    #expect(try read.serialized() == Self.locations)
  }

  /// Version 1 of `ipma` has IDs of 32 bits: the records get the layout that the atom has now.
  @Test func layoutOfTheAtom() throws {
    var narrow = hex("00000000 00000028")
    var wide = hex("01000000 00000028")
    for id in 1...UInt16(Self.count) {
      narrow += u16(id) + [0]
      wide += u32(UInt32(id)) + [0]
    }
    var record = try Self.read(narrow, as: ItemPropertyAssociations.self)
    record.version = 1
    #expect(try record.serialized() == wide)
  }

  private struct Shift: OffsetMover {
    var from: UInt64
    var by: UInt64
    func moved(_ target: OffsetTarget) -> UInt64 {
      target.place < from ? target.place : target.place + by
    }
  }

  @Test(arguments: [0, 1000, 17_000, 40_000, 50_000] as [UInt64]) func relocated(from: UInt64)
    throws
  {
    var record = try Self.read(Self.locations, as: ItemLocations.self)
    var relocator = Relocator(Shift(from: from, by: 7))
    try record.fields(&relocator)
    let offsets: [UInt64] = record.items.compactMap { $0.extents.first?.extentOffset }
    let old: [UInt64] = (1...40).map { $0 * 1000 }
    #expect(offsets == old.map { $0 < from ? $0 : $0 + 7 })
    #expect(record.items.map(\.itemID) == Array(1...40))
    #expect(try record.serialized().count == Self.locations.count)
  }

  @Test func cutInTheLastRecord() throws {
    let error = #expect(throws: FormatError.self) {
      try Self.read(Array(Self.locations.dropLast(3)), as: ItemLocations.self)
    }
    // The rows of the last item come 6 bytes after its start, and that 39 items after the first.
    #expect(
      error
        == FormatError(
          .truncated(needed: 8, available: 5), path: "items[39]/extents", at: 100 + 8 + 39 * 14 + 6)
    )
  }

  /// A count that is more than there are records, but less than there are bytes.
  @Test func countOfMore() throws {
    var bytes = Self.locations
    bytes[7] = 41
    let error = #expect(throws: FormatError.self) {
      try Self.read(bytes, as: ItemLocations.self)
    }
    #expect(
      error
        == FormatError(
          .truncated(needed: 2, available: 0), path: "items[40]/item_ID", at: 100 + 8 + 40 * 14))
  }

  /// Descriptors of a byte each, without a count.
  @Test(arguments: [0, 1, 16, 17, 40]) func upToTheEnd(count: Int) throws {
    let bytes: [UInt8] = (0..<count).flatMap { (index: Int) -> [UInt8] in [5, 1, UInt8(index)] }
    let record = try Self.read(bytes, as: MPEG4Extensions.self)
    #expect(record.descriptors.map { Array($0.data.bytes) } == (0..<count).map { [UInt8($0)] })
    #expect(try record.serialized() == bytes)
    let error = #expect(throws: FormatError.self) {
      try Self.read(bytes + [5, 1], as: MPEG4Extensions.self)
    }
    #expect(
      error
        == FormatError(
          .truncated(needed: 1, available: 0), path: "descriptors[\(count)]/data",
          at: 100 + UInt64(count) * 3 + 2))
  }

  /// Descriptors of a tag, a length and 0, 1, 2, 3, 0, … bytes: of few, which are values, and of more, which stay as
  /// they are stored; and what is left of them without the first and the last.
  @Test(arguments: [0, 1, 16, 17, 40]) func ofDifferentSizes(count: Int) throws {
    let all: [[UInt8]] = (0..<count).map { index in
      [5, UInt8(index % 4)] + [UInt8](repeating: UInt8(index), count: index % 4)
    }
    func check(_ record: MPEG4Extensions, _ expected: [[UInt8]]) throws {
      let bytes = expected.flatMap { $0 }
      #expect(record.descriptors.count == expected.count)
      var seen: [[UInt8]] = []
      for descriptor in record.descriptors { seen.append(Array(descriptor.data.bytes)) }
      #expect(seen == expected.map { Array($0.dropFirst(2)) })
      for first in 0...expected.count {
        let size = expected[first...].reduce(0) { $0 + $1.count }
        #expect(record.descriptors.size(from: first) == size)
      }
      #expect(record.encodedSize == bytes.count)
      #expect(try record.serialized() == bytes)
    }
    var record = try Self.read(all.flatMap { $0 }, as: MPEG4Extensions.self)
    try check(record, all)
    var number = 0
    try record.descriptors.rewrite { _ in
      defer { number += 1 }
      return number > 0 && number < count - 1
    }
    try check(record, Array(all.dropFirst().dropLast()))
  }

  /// What becomes of each descriptor: it stays, goes, or changes.
  private enum Fate: CaseIterable { case kept, removed, changed }

  /// Every combination of what becomes of four descriptors, of those that are read and of those that are
  /// values.
  @Test func rewritten() throws {
    let bytes: [UInt8] = (0..<4).flatMap { (index: Int) -> [UInt8] in [5, 1, UInt8(index)] }
    let read = try Self.read(bytes, as: MPEG4Extensions.self)
    for number in 0..<81 {
      let fates = [27, 9, 3, 1].map { Fate.allCases[number / $0 % 3] }
      let expected: [UInt8] = zip(fates, 0...).flatMap { (fate, index) -> [UInt8] in
        switch fate {
        case .kept: [5, 1, UInt8(index)]
        case .removed: []
        case .changed: [5, 2, UInt8(index), 9]
        }
      }
      for isStored in [true, false] {
        var record = read
        if !isStored { record.descriptors = RecordList(Array(read.descriptors)) }
        var seen: [[UInt8]] = []
        try record.descriptors.rewrite { descriptor in
          let data = Array(descriptor.data.bytes)
          seen.append(data)
          let fate = fates[Int(data[0])]
          if fate == .changed { descriptor.data = RawBytes(bytes: (data + [9])[...]) }
          return fate != .removed
        }
        #expect(seen == [[0], [1], [2], [3]])
        #expect(try record.serialized() == expected, "\(fates)")
        #expect(record.descriptors.count == fates.count { $0 != .removed })
      }
    }
  }

  @Test func describedAndPlaced() throws {
    var record = try Self.read(Self.locations, as: ItemLocations.self)
    guard case .rows(let rows) = try #require(record.described.last).value else {
      Issue.record("the items are no rows")
      return
    }
    #expect(rows.count == 40)
    #expect(
      RecordExample.text(of: rows.row(30))
        == "item_ID=31 data_reference_index=0 extent_count=1 "
        + "extents=[extent_offset=31000 extent_length=16]")
    // The ID of the 31st item.
    let first = 8 * (8 + 30 * 14)
    var placer = FieldPlacer(wanted: first..<first + 16)
    try record.fields(&placer)
    #expect(placer.fields.map(\.name) == ["items[30].item_ID"])
  }
}
