import Testing

@testable import MovKit

/// Where items are: in the file, by a data reference, or in `idat`.
@Suite struct ItemPlacesTests {
  /// An item as a row of `iloc` has it, with one extent.
  private struct Row {
    var method: UInt16 = 0
    var reference: UInt16
    var offset: UInt32
    var length: UInt32
  }

  private static let thisFile = atom("url ", u32(1))
  private static let elsewhere = atom("url ", u32(0), ascii("file:x"), u8(0))

  /// The items 1, 2, … of a file whose `meta` has what `parts` says beside them.
  private func items(
    _ rows: [Row], references: [[UInt8]]? = nil, _ parts: [UInt8] = []
  ) throws -> FileItems {
    let count = UInt32(rows.count)
    let entries = (1...count).flatMap {
      atom("infe", u32(0x200_0000), u16(UInt16($0)), u16(0), ascii("Exif"), u8(0))
    }
    let locations = zip(1...count, rows).flatMap { id, row in
      u16(UInt16(id)) + u16(row.method) + u16(row.reference) + u16(1) + u32(row.offset)
        + u32(row.length)
    }
    let dinf = references.map {
      atom("dinf", atom("dref", u32(0), u32(UInt32($0.count)), Array($0.joined())))
    }
    let meta = atom(
      "meta", u32(0), handler("pict"), dinf ?? [],
      atom("iinf", u32(0x100_0000), u32(count), entries),
      atom("iloc", u32(0x100_0000), u16(0x4400), u16(UInt16(count)), locations), parts)
    return try #require(FileItems(AtomFile(from: MemorySource(fileType + meta))))
  }

  /// Items that are all of the file, as a damaged file can have many of, are compared as far as they are four times as
  /// large as it: what that costs does not grow with their number.
  @Test func comparisonOfSharedBytes() throws {
    let rows = Array(repeating: Row(reference: 0, offset: 0, length: 0), count: 6)
    var comparison = ItemComparison(try items(rows), try items(rows))
    var compared: [Bool] = []
    while let result = try comparison.next() {
      #expect(result.isSame)
      compared.append(result.problem == nil)
    }
    #expect(compared == [true, true, true, true, false, false])
    var others = ItemComparison(try items(rows), try items(rows), after: comparison)
    #expect(try others.next()?.problem != nil)
  }

  /// An item whose data reference is not to the file itself, or to nothing, has no bytes here. Free space has no
  /// index.
  @Test func dataReferences() throws {
    let found = try items(
      [
        Row(reference: 0, offset: 0, length: 1), Row(reference: 1, offset: 0, length: 2),
        Row(reference: 2, offset: 0, length: 3), Row(reference: 3, offset: 0, length: 4),
        Row(reference: 4, offset: 0, length: 5), Row(reference: 0xFFFF, offset: 0, length: 6),
      ], references: [Self.elsewhere, atom("free"), Self.thisFile, Self.elsewhere])
    #expect(found.sizes() == [1: 1, 3: 3])
    for id: UInt32 in [2, 4, 5, 6] {
      let error = #expect(throws: FormatError.self) { try found.size(of: id) }
      #expect(error?.reason == .unsupported("the item is in another file"))
    }
  }

  /// Without `dref`, only index 0 means something.
  @Test func noDataReferences() throws {
    let rows = [
      Row(reference: 0, offset: 4, length: 4), Row(reference: 1, offset: 4, length: 4),
    ]
    #expect(try items(rows).sizes() == [1: 4])
    #expect(try items(rows, references: []).sizes() == [1: 4])
  }

  /// Of items in `idat`, offsets count from its content, in which they end. A data reference means nothing to them.
  @Test func itemData() throws {
    let rows = [
      Row(method: 1, reference: 0, offset: 1, length: 2),
      Row(method: 1, reference: 9, offset: 2, length: 0),
      Row(method: 1, reference: 0, offset: 3, length: 3),
    ]
    let parts = atom("free") + atom("idat", ascii("abcde")) + atom("idat", ascii("other"))
    let found = try items(rows, parts)
    #expect(found.sizes() == [1: 2, 2: 3])
    #expect(try ItemData(of: 1, in: found).read(at: 0, upTo: 9) == ascii("bc"))
    #expect(try ItemData(of: 2, in: found).read(at: 0, upTo: 9) == ascii("cde"))
    #expect(try items(rows).sizes() == [:])
  }

  /// The references are read once, and not for each item.
  @Test func manyDataReferences() throws {
    let count: UInt16 = 20_000
    let rows = (1...count).map { Row(reference: $0, offset: 0, length: 1) }
    let found = try items(rows, references: Array(repeating: Self.thisFile, count: Int(count)))
    var sizes: [UInt32: UInt64] = [:]
    let time = ProcessorTime.measure { sizes = found.sizes() }
    #expect(sizes.count == 20_000 && sizes.values.allSatisfy { $0 == 1 })
    // It took 7 s when it was optimized.
    #expect(time < .seconds(5))
  }
}
