/// A coder that lists the fields of a record with their values, for text and JSON.
struct Describer: FieldCoder {
  fileprivate(set) var fields: [Field] = []
  /// The fields that are wanted; nil for all. What has others in it is always listed.
  private let wanted: FieldNames?
  /// The number of fields that there are, wanted or not.
  private var count = 0

  init(_ wanted: FieldNames? = nil) { self.wanted = wanted }

  private mutating func add(_ name: String, _ value: @autoclosure () -> FieldValue) {
    count += 1
    guard wanted?.contains(name) ?? true else { return }
    fields.append(Field(unused(name), value()))
  }

  /// Adds what may have fields in it.
  private mutating func add(_ name: String, compound value: @autoclosure () -> FieldValue) {
    guard let wanted, !wanted.contains(name) else { return add(name, value()) }
    count += 1
    let value = value()
    switch value {
    case .fields, .rows: fields.append(Field(unused(name), value))
    default: break
    }
  }

  /// Adds rows that may have fields in them. Those of very many records can be empty.
  private mutating func add(
    _ name: String, _ count: Int, rows: (FieldNames?) -> FieldValue.Rows
  ) {
    guard let wanted, !wanted.contains(name) else { return add(name, .rows(rows(nil))) }
    self.count += 1
    if count > 0 { fields.append(Field(unused(name), .rows(rows(wanted)))) }
  }

  private func unused(_ name: String) -> String {
    Self.unused(name) { name in fields.contains { $0.name == name } }
  }

  /// Returns `name`, or `name` with a number if a field already has it. Reserved fields share a
  /// name, but the keys of a JSON object must differ.
  static func unused(_ name: String, isUsed: (String) -> Bool) -> String {
    guard isUsed(name) else { return name }
    var number = 2
    while isUsed("\(name)_\(number)") { number += 1 }
    return "\(name)_\(number)"
  }

  /// Returns what a row is shown as: a row that always has just one field, as the value of that.
  static func value<Row: TableRow>(
    of row: Row, layout: Row.Layout, _ wanted: FieldNames? = nil
  ) -> FieldValue {
    var row = row
    var describer = Describer(wanted)
    // A describer never throws.
    try? row.fields(&describer, layout: layout)
    guard describer.count == 1, !Row.isVaried else { return .fields(describer.fields) }
    return describer.fields.first?.value ?? .fields([])
  }

  /// Returns the names of the fields that rows of a layout have.
  static func names<Row: TableRow>(of _: Row.Type, layout: Row.Layout) -> [String] {
    var row = Row()
    var describer = Describer()
    // A describer never throws.
    try? row.fields(&describer, layout: layout)
    return describer.fields.map(\.name)
  }

  mutating func integer<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int
  ) { add(name, .integer(value)) }

  mutating func scalar<S: FieldScalar>(_ name: String, _ value: inout S, bytes: Int) {
    add(name, value.fieldValue)
  }

  mutating func bits<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int
  ) { add(name, .integer(value)) }

  mutating func bits<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int, named names: ValueNames
  ) { choice(name, &value, bytes: 1, named: names) }

  mutating func flags<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, named names: FlagNames
  ) { add(name, .flags(UInt64(truncatingIfNeeded: value), names)) }

  mutating func choice<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, named names: ValueNames
  ) { add(name, .choice(UInt64(truncatingIfNeeded: value), names)) }

  mutating func code(_ name: String, _ value: inout FourCC, of kind: CodeKind) {
    add(name, .code(value, kind))
  }

  mutating func time<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, of clock: FieldTime.Clock,
    orAllBitsSet absence: String?
  ) {
    let allBitsSet = T.isSigned ? T(truncatingIfNeeded: -1) : T.max >> T(T.bitWidth - 8 * bytes)
    add(
      name,
      .time(
        FieldTime(
          value: Int128(truncatingIfNeeded: value), clock: clock,
          absence: value == allBitsSet ? absence : nil)))
  }

  mutating func fileOffset<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, from origin: OffsetOrigin, isAtom: Bool
  ) {
    add(name, origin == .file ? .offset(UInt64(clamping: value)) : .distance(Int128(value)))
  }

  mutating func fileOffsetBase(
    _ name: String, _ value: inout UInt64, bytes: Int, isInFile: Bool
  ) {
    if bytes > 0 { add(name, isInFile ? .offset(value) : .unsigned(value)) }
  }

  mutating func fileOffsets<T: FixedWidthInteger & TableRow>(
    _ name: String, _ value: inout Table<T>, count: Int
  ) where T.Layout == FixedLayout {
    let table = value
    add(
      name,
      .rows(
        FieldValue.Rows(
          count: table.count, row: { .offset(UInt64(clamping: table[$0])) },
          shape: { RowShape(offsets: table, knowing: $0) })))
  }

  mutating func reservedBits(_ value: inout UInt8, _ width: Int) {}

  mutating func reserved(_ value: inout Reserved, _ count: Int) {
    if !value.isZero { add("reserved", .bytes(value.bytes)) }
  }

  mutating func bytes<B: FieldBytes>(_ name: String, _ value: inout B, count: Int?) {
    add(name, compound: value.fieldValue)
  }

  mutating func terminated(_ name: String, _ value: inout CString) {
    add(name, .text(value.string))
  }

  mutating func version(_ version: inout UInt8, upTo newest: UInt8) {
    add("version", .integer(version))
  }

  mutating func count(_ name: String, _ value: inout Int, bytes: Int) {
    add(name, .integer(value))
  }

  mutating func rows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, count: Int, layout: Row.Layout
  ) {
    let table = value
    // Rows of zero bits have nothing to show, and a few bytes can declare billions of them.
    let count = table.strideBits > 0 ? table.count : 0
    add(name, count) { wanted in
      FieldValue.Rows(
        count: count, row: { Self.value(of: table[$0], layout: layout, wanted) },
        shape: { RowShape(table, knowing: $0) })
    }
  }

  mutating func remainingRows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, layout: Row.Layout
  ) { rows(name, &value, count: value.count, layout: layout) }

  mutating func list<R: Record>(_ name: String, _ value: inout [R], count: Int) {
    list(name, value)
  }

  mutating func list<R: Record>(
    _ name: String, _ value: inout RecordList<R>, count: Int?, like prototype: R
  ) { list(name, value) }

  private mutating func list<Items: RandomAccessCollection & Sendable>(
    _ name: String, _ items: Items
  ) where Items.Element: Record, Items.Index == Int {
    let count = items.count
    add(name, count) { wanted in
      FieldValue.Rows(count: count, row: { Self.value(of: items[$0], wanted) })
    }
  }

  mutating func remainingList<R: Record>(_ name: String, _ value: inout [R]) {
    list(name, &value, count: value.count)
  }

  mutating func record<R: Record>(_ name: String, _ value: inout R) {
    let wanted = wanted
    add(name, compound: Self.value(of: value, wanted))
  }

  private static func value(of record: some Record, _ wanted: FieldNames?) -> FieldValue {
    record.summary ?? .fields(record.described(wanted))
  }

  mutating func optional(
    _ isPresent: inout Bool, bytes: Int, if looksPresent: (Bytes) -> Bool
  ) {}

  mutating func children() {}
}

extension Record {
  /// The record's fields with their values, in the order they are stored.
  public var described: [Field] { described(nil) }

  /// Returns the fields that are wanted, and those that have others in them; all of them if `wanted` is nil.
  func described(_ wanted: FieldNames?) -> [Field] {
    var describer = Describer(wanted)
    var copy = self
    if wanted == nil { describer.fields.reserveCapacity(8) }
    // A describer never throws.
    try? copy.fields(&describer)
    return describer.fields
  }

  /// The number of bytes of the record's own fields, without child atoms. It is not called `size`
  /// because many records have a field of that name.
  public var encodedSize: Int {
    var measurer = Measurer()
    var copy = self
    // A measurer never throws.
    try? copy.fields(&measurer)
    return measurer.bits / 8
  }

  /// Returns the bytes of the record's own fields, without child atoms. Throws `FormatError` if a
  /// value does not fit its field.
  public func serialized() throws(FormatError) -> [UInt8] {
    var copy = self
    return try copy.serialize()
  }

  /// Returns the same as `serialized()`. Because the record is changed and changed back, lists in it are
  /// not copied.
  mutating func serialize() throws(FormatError) -> [UInt8] {
    var writer = Writer()
    try fields(&writer)
    return writer.bytes
  }
}
