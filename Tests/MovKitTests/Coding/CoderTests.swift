import Testing

@testable import MovKit

/// Readers and writers, a primitive at a time. What random values find is in the laws.
@Suite struct CoderTests {
  /// Of the fields of a record only those are made that are looked for, and those that have others in them.
  @Test func fieldsThatAreLookedFor() throws {
    var times = TimeToSample()
    times.entries = try Table([TimeToSample.Row(sampleCount: 3, sampleDelta: 512)])
    func names(_ wanted: String...) -> [String] {
      times.described(FieldNames(wanted)).map(\.name)
    }
    #expect(names("version") == ["version", "entries"])
    #expect(names("sample_delta", "flags") == ["flags", "entries"])
    // The second of two fields of a name is shown with a number.
    #expect(names("flags_2") == ["flags", "entries"])
    #expect(names("flags_x") == ["entries"])
    #expect(times.described(nil).map(\.name) == times.described.map(\.name))
    times.entries = Table()
    #expect(names("sample_delta").isEmpty)
    #expect(names("entries") == ["entries"])
  }

  // MARK: Integers

  @Test(
    arguments: [
      ("80", 1, -128), ("7F", 1, 127), ("8000", 2, -32768), ("800000", 3, -8_388_608),
      ("FFFFFF", 3, -1), ("7FFFFF", 3, 8_388_607), ("80000000", 4, -2_147_483_648),
      ("FFFFFFFFFE", 5, -2), ("800000000000", 6, -140_737_488_355_328),
      ("FFFFFFFFFFFFFF", 7, -1), ("8000000000000000", 8, .min), ("7FFFFFFFFFFFFFFF", 8, .max),
    ] as [(String, Int, Int64)])
  func signed(digits: String, width: Int, value: Int64) throws {
    var reader = Reader(hex(digits)[...])
    var read: Int64 = 0
    try reader.integer("a", &read, bytes: width)
    #expect(read == value)
    var writer = Writer()
    try writer.integer("a", &read, bytes: width)
    #expect(writer.bytes == hex(digits))
  }

  @Test(
    arguments: [
      ("80", 1, 128), ("FFFFFF", 3, 16_777_215), ("010203", 3, 66_051),
      ("FFFFFFFFFF", 5, 1_099_511_627_775), ("FFFFFFFFFFFFFFFF", 8, .max),
    ] as [(String, Int, UInt64)])
  func unsigned(digits: String, width: Int, value: UInt64) throws {
    var reader = Reader(hex(digits)[...])
    var read: UInt64 = 0
    try reader.integer("a", &read, bytes: width)
    #expect(read == value)
    var writer = Writer()
    try writer.integer("a", &read, bytes: width)
    #expect(writer.bytes == hex(digits))
  }

  /// The first value too large for a width and the first too small, at every width.
  @Test(arguments: 1...7)
  func doesNotFitInBytes(width: Int) throws {
    let bits = 8 * width
    var limits: [Int64] = [1 << Int64(bits - 1), -(1 << Int64(bits - 1)) - 1]
    for index in limits.indices {
      var writer = Writer()
      let error = #expect(throws: FormatError.self) {
        try writer.integer("a", &limits[index], bytes: width)
      }
      #expect(error == FormatError(.doesNotFit(bits: bits), path: "a"))
      #expect(writer.bytes.isEmpty)
    }
    var fits: [Int64] = [(1 << Int64(bits - 1)) - 1, -(1 << Int64(bits - 1))]
    for index in fits.indices {
      var writer = Writer()
      try writer.integer("a", &fits[index], bytes: width)
      #expect(writer.bytes.count == width)
    }
    var unsigned = UInt64(1) << UInt64(bits)
    var writer = Writer()
    #expect(throws: FormatError(.doesNotFit(bits: bits), path: "a")) {
      try writer.integer("a", &unsigned, bytes: width)
    }
    var negative: Int64 = -1
    try writer.integer("a", &negative, bytes: width)
    #expect(writer.bytes == [UInt8](repeating: 0xFF, count: width))
  }

  @Test(arguments: 1...63)
  func doesNotFitInBits(width: Int) throws {
    var value = UInt64(1) << UInt64(width)
    var writer = Writer()
    #expect(throws: FormatError(.doesNotFit(bits: width), path: "a")) {
      try writer.bits("a", &value, width)
    }
    value -= 1
    var rest: UInt64 = 0
    try writer.bits("a", &value, width)
    try writer.bits("rest", &rest, 64 - width)
    var reader = Reader(writer.bytes[...])
    var read: UInt64 = 0
    try reader.bits("a", &read, width)
    #expect(read == value)
    #expect(writer.bytes.count == 8)
  }

  @Test func flagsHave24Bits() {
    var record = Everything()
    record.flags = 0x100_0000
    #expect(throws: FormatError(.doesNotFit(bits: 24), path: "flags")) { try record.serialized() }
  }

  @Test func bitFields() throws {
    // 101 00111 | 0 1111111 | 11110000, read as 3, 5, 1, 7+4 signed, 4.
    var reader = Reader(hex("A7 7F F0")[...])
    var a: UInt8 = 0
    var b: UInt8 = 0
    var c: UInt8 = 0
    var d: Int16 = 0
    var e: UInt64 = 9
    try reader.bits("a", &a, 3)
    try reader.bits("b", &b, 5)
    try reader.bits("c", &c, 1)
    try reader.bits("d", &d, 11)
    try reader.bits("e", &e, 4)
    #expect((a, b, c, d, e) == (5, 7, 0, -1, 0))
    #expect(reader.remaining.isEmpty)
    let error = #expect(throws: FormatError.self) { try reader.bits("f", &a, 1) }
    #expect(error?.reason == .truncated(needed: 1, available: 0))
    var writer = Writer()
    try writer.bits("a", &a, 3)
    try writer.bits("b", &b, 5)
    try writer.bits("c", &c, 1)
    try writer.bits("d", &d, 11)
    try writer.bits("e", &e, 4)
    #expect(writer.bytes == hex("A7 7F F0"))
  }

  // MARK: Errors

  @Test func errorsSayWhere() {
    struct Inner: Record {
      var a: UInt16 = 0
      mutating func fields(_ f: inout some FieldCoder) throws(FormatError) { try f("a", &a) }
    }
    struct Outer: Record {
      var version: UInt8 = 0
      var flags: UInt32 = 0
      var inners: [Inner] = []
      mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
        try f.version(&version, upTo: 0, flags: &flags)
        var count = inners.count
        try f.count("count", &count, bytes: 1)
        try f.list("inners", &inners, count: count)
      }
    }
    var atom = Atom("abcd", .bytes(hex("00000000 03 0001 0002 00")[...]))
    atom.offset = 0x1000
    let error = #expect(throws: FormatError.self) { try atom.decode(Outer.self) }
    #expect(error?.path == "abcd/inners[2]/a")
    #expect(error?.offset == 0x1000 + 8 + 9)
    #expect(error?.reason == .truncated(needed: 2, available: 1))
    #expect(error?.description == "abcd/inners[2]/a at 4113: 2 bytes needed, but only 1 left")

    atom.content = .bytes(hex("02000000")[...])
    let version = #expect(throws: FormatError.self) { try atom.decode(Outer.self) }
    #expect(version?.description == "abcd/version at 4104: unknown version 2")

    atom.content = .bytes(hex("00000000 FF 0001")[...])
    let count = #expect(throws: FormatError.self) { try atom.decode(Outer.self) }
    #expect(count?.description == "abcd/inners at 4109: 255 bytes needed, but only 2 left")

    atom.content = .extent(0..<9)
    #expect(throws: FormatError.self) { try atom.decode(Outer.self) }
  }

  @Test(
    arguments: [
      (FormatError(.truncated(needed: 1, available: 0)), "1 byte needed, but only 0 left"),
      (FormatError(.doesNotFit(bits: 8), path: "a"), "a: the value does not fit in 8 bits"),
      (FormatError(.limit("too much"), at: 255), "at 255: too much"),
      (FormatError(.invalid("odd"), path: "a/b", at: 0), "a/b at 0: odd"),
    ])
  func errorsInWords(error: FormatError, text: String) { #expect(error.description == text) }

  /// A layout that derives a length from another may arrive below zero.
  @Test func lengthsBelowZero() {
    var reader = Reader(zeros(8)[...], at: 16)
    var raw = RawBytes()
    let error = #expect(throws: FormatError.self) { try reader.bytes("a", &raw, count: -1) }
    #expect(error == FormatError(.invalidValue("invalid length: -1"), path: "a", at: 16))
    var table = Table<Wide>()
    #expect(throws: FormatError.self) {
      try reader.rows("a", &table, count: -1, layout: FixedLayout())
    }
    var list: [Matrix] = []
    #expect(throws: FormatError.self) { try reader.list("a", &list, count: -1) }
    var reserved = Reserved()
    #expect(throws: FormatError.self) { try reader.reserved(&reserved, .min) }
    #expect(reader.remaining.count == 8)
    var writer = Writer()
    var count = -1
    #expect(throws: FormatError.self) { try writer.count("a", &count, bytes: 4) }
    var eight = 0
    var large = Reader([UInt8](repeating: 0xFF, count: 8)[...])
    #expect(throws: FormatError.self) { try large.count("a", &eight, bytes: 8) }
  }

  @Test func wrongNumberOfBytes() {
    var writer = Writer()
    var raw = RawBytes(bytes: [1, 2, 3])
    let error = #expect(throws: FormatError.self) { try writer.bytes("a", &raw, count: 4) }
    #expect(error?.path == "a")
    #expect(writer.bytes.isEmpty)
  }

  // MARK: Reserved

  @Test func reservedBytesAreKept() throws {
    var reader = Reader(hex("000000 00AB00")[...], at: 100)
    var zero = Reserved()
    var used = Reserved()
    try reader.reserved(&zero, 3)
    try reader.reserved(&used, 3)
    #expect(zero.isZero && zero.bytes.isEmpty)
    #expect(Array(used.bytes) == hex("00AB00"))
    #expect(reader.reservedInUse == [103])
    var writer = Writer()
    try writer.reserved(&zero, 3)
    try writer.reserved(&used, 3)
    #expect(writer.bytes == hex("000000 00AB00"))
    // Kept for one layout, written in another.
    #expect(throws: FormatError.self) { try writer.reserved(&used, 2) }
    #expect(writer.bytes.count == 6)
  }

  // MARK: Tables

  struct Wide: TableRow {
    var a: UInt32 = 0
    mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
      try f("a", &a)
    }
  }

  struct Nothing: TableRow {
    mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {}
  }

  private func readTable<Row: TableRow>(_: Row.Type, _ bytes: [UInt8]) throws -> Table<Row>
  where Row.Layout == FixedLayout {
    var reader = Reader(bytes[...])
    var table = Table<Row>()
    try reader.table("rows", &table)
    return table
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 16, 17])
  func rowsOf4Bits(count: Int) throws {
    let values = (0..<count).map { UInt8($0 * 7 % 16) }
    let table = try Table(values.map { Everything.Nibble(value: $0) })
    #expect(table.bytes.count == (count + 1) / 2)
    #expect(table.map(\.value) == values)
    let read = try readTable(Everything.Nibble.self, u32(UInt32(count)) + table.bytes)
    #expect(read == table)
    // Bits beyond the last row of an odd count are kept.
    if count % 2 == 1 {
      var bytes = Array(table.bytes)
      bytes[bytes.count - 1] |= 0x0D
      var odd = try readTable(Everything.Nibble.self, u32(UInt32(count)) + bytes)
      #expect(odd.map(\.value) == values)
      var writer = Writer()
      try writer.table("rows", &odd)
      #expect(writer.bytes == u32(UInt32(count)) + bytes)
    }
  }

  @Test func rowsOf4BitsAreCounted() throws {
    #expect(try readTable(Everything.Nibble.self, u32(3) + hex("1234")).map(\.value) == [1, 2, 3])
    #expect(throws: FormatError.self) {
      try readTable(Everything.Nibble.self, u32(5) + hex("1234"))
    }
    #expect(throws: FormatError.self) {
      try readTable(Everything.Nibble.self, u32(.max) + hex("1234"))
    }
  }

  @Test func aRowThatDoesNotFit() {
    #expect(throws: FormatError(.doesNotFit(bits: 4), path: "value")) {
      try Table([Everything.Nibble(value: 16)])
    }
  }

  @Test func fourBillionRowsOfNothing() throws {
    let time = try ContinuousClock().measure {
      var table = try readTable(Nothing.self, u32(.max))
      #expect(table.count == 4_294_967_295)
      #expect(table.bytes.isEmpty)
      #expect(table[4_294_967_294] == Nothing())
      var writer = Writer()
      try writer.table("rows", &table)
      #expect(writer.bytes == u32(.max))
      var describer = Describer()
      try describer.table("rows", &table)
      #expect(Laws.describingEnds(describer.fields) == nil)
    }
    #expect(time < .seconds(1))
  }

  @Test func rowsToTheEnd() throws {
    var reader = Reader(hex("00000001 00000002 0003")[...])
    var table = Table<Wide>()
    try reader.remainingRows("rows", &table, layout: FixedLayout())
    #expect(table.map(\.a) == [1, 2])
    #expect(Array(reader.remaining) == hex("0003"))
  }

  @Test func rowsAsTheyAreShown() throws {
    let table = try Table([Wide(a: 5), Wide(a: 6)])
    var describer = Describer()
    var copy = table
    try describer.table("rows", &copy)
    guard case .rows(let rows) = describer.fields.last?.value else {
      Issue.record("no rows")
      return
    }
    #expect(describer.fields.map(\.name) == ["entry_count", "rows"])
    #expect(rows.count == 2)
    guard case .unsigned(6) = rows.row(1) else {
      Issue.record("a row of one field is that field")
      return
    }
  }

  @Test func rowsOfAnotherLayout() throws {
    typealias Rows = Table<Everything.Row>
    var wide = try Rows([Everything.Row(a: 1, b: 2)], layout: .init(wide: true))
    var writer = Writer()
    #expect(throws: FormatError.self) { try writer.table("rows", &wide, layout: .init()) }
    var empty = Rows(layout: .init(wide: true))
    var second = Writer()
    try second.table("rows", &empty, layout: .init())
    #expect(second.bytes == u32(0))
  }

  // MARK: Parts that may be there

  @Test func optionalParts() throws {
    let matrix = try Matrix().serialized()
    var record = Everything()
    let without = try record.serialized()
    record.hasLast = true
    record.last = 0x1234
    let with = try record.serialized()
    #expect(with == without + hex("1234"))
    #expect(without.suffix(39).prefix(36) == matrix[...])
    var reader = Reader(with[...])
    var read = Everything()
    try read.fields(&reader)
    #expect(read == record)
  }
}
