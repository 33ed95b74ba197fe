/// A field of a record, and which bits of the record's bytes it takes.
struct FieldPlace: Sendable {
  /// The name with those of the records and rows that the field is in, as in `entries[3].media_time`.
  var name: String
  /// What the field holds; nil for several rows together.
  var value: FieldValue?
  /// The bits from the start of the record, most significant bit of a byte first; not empty.
  var bits: Range<Int>
}

/// A coder that finds where the fields of a record are. Fields have the names and the values that
/// `Describer` gives them.
struct FieldPlacer: FieldCoder {
  /// The fields that were asked for, in the order they are stored.
  private(set) var fields: [FieldPlace] = []
  /// The end of the fields that were visited, in bits from the start of the record.
  private(set) var bit = 0
  /// The bits whose fields are wanted; nil for all fields.
  private let wanted: Range<Int>?
  /// Without `wanted`, how many rows of each table have fields of their own.
  private let mostRows: Int
  /// Whether values are wanted.
  private let hasValues: Bool
  /// What the names begin with.
  private var prefix = ""
  /// The names given in this record, without the numbers that make them unique. A record has few.
  private var names: [String] = []

  /// Finds the fields that have some of the bits `wanted` or, if that is nil, all fields, with the
  /// first `mostRows` rows of each table or list apart and the others together; with their values, or
  /// without, which takes far less time.
  init(wanted: Range<Int>? = nil, rows mostRows: Int = .max, values: Bool = true) {
    self.wanted = wanted
    self.mostRows = mostRows
    hasValues = values
    fields.reserveCapacity(8)
  }

  /// Returns `name`, with a number if a field of the record already has it.
  private mutating func unused(_ name: String) -> String {
    let count = names.reduce(1) { $1 == name ? $0 + 1 : $0 }
    names.append(name)
    return count == 1 ? name : "\(name)_\(count)"
  }

  private func isWanted(_ bits: Range<Int>) -> Bool {
    !bits.isEmpty && (wanted.map { $0.overlaps(bits) } ?? true)
  }

  /// Adds a field of `width` bits, with the name and the value that `describe` gives it; it has none
  /// if that adds nothing.
  private mutating func add(
    _ name: String, _ width: Int, _ describe: (inout Describer) -> Void
  ) {
    let bits = bit..<bit + max(0, width)
    bit = bits.upperBound
    let own = unused(name)
    guard isWanted(bits) else { return }
    var value: FieldValue?
    if hasValues {
      var describer = Describer()
      describe(&describer)
      value = describer.fields.last?.value
    }
    fields.append(FieldPlace(name: prefix + own, value: value, bits: bits))
  }

  mutating func integer<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int
  ) {
    add(name, 8 * bytes) { [value] in
      var value = value
      $0.integer(name, &value, bytes: bytes)
    }
  }

  mutating func scalar<S: FieldScalar>(_ name: String, _ value: inout S, bytes: Int) {
    add(name, 8 * bytes) { [value] in
      var value = value
      $0.scalar(name, &value, bytes: bytes)
    }
  }

  mutating func bits<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int
  ) {
    add(name, width) { [value] in
      var value = value
      $0.bits(name, &value, width)
    }
  }

  mutating func bits<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int, named names: ValueNames
  ) {
    add(name, width) { [value] in
      var value = value
      $0.bits(name, &value, width, named: names)
    }
  }

  mutating func flags<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, named names: FlagNames
  ) {
    add(name, 8 * bytes) { [value] in
      var value = value
      $0.flags(name, &value, bytes: bytes, named: names)
    }
  }

  mutating func choice<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, named names: ValueNames
  ) {
    add(name, 8 * bytes) { [value] in
      var value = value
      $0.choice(name, &value, bytes: bytes, named: names)
    }
  }

  mutating func code(_ name: String, _ value: inout FourCC, of kind: CodeKind) {
    add(name, 32) { [value] in
      var value = value
      $0.code(name, &value, of: kind)
    }
  }

  mutating func time<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, of clock: FieldTime.Clock,
    orAllBitsSet absence: String?
  ) {
    add(name, 8 * bytes) { [value] in
      var value = value
      $0.time(name, &value, bytes: bytes, of: clock, orAllBitsSet: absence)
    }
  }

  mutating func fileOffset<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, from origin: OffsetOrigin, isAtom: Bool
  ) {
    add(name, 8 * bytes) { [value] in
      var value = value
      $0.fileOffset(name, &value, bytes: bytes, from: origin, isAtom: isAtom)
    }
  }

  mutating func fileOffsetBase(
    _ name: String, _ value: inout UInt64, bytes: Int, isInFile: Bool
  ) {
    guard bytes > 0 else { return }
    add(name, 8 * bytes) { [value] in
      var value = value
      $0.fileOffsetBase(name, &value, bytes: bytes, isInFile: isInFile)
    }
  }

  mutating func reservedBits(_ value: inout UInt8, _ width: Int) {
    addReserved(width, value: .unsigned(UInt64(value)))
  }

  mutating func reserved(_ value: inout Reserved, _ count: Int) {
    guard value.isZero else {
      return add("reserved", 8 * count) { [value] in
        var value = value
        $0.reserved(&value, count)
      }
    }
    addReserved(8 * count, value: .unsigned(0))
  }

  /// Adds bits that a `Describer` does not show.
  private mutating func addReserved(_ width: Int, value: FieldValue) {
    let bits = bit..<bit + max(0, width)
    bit = bits.upperBound
    if isWanted(bits) {
      fields.append(FieldPlace(name: prefix + "reserved", value: value, bits: bits))
    }
  }

  mutating func bytes<B: FieldBytes>(_ name: String, _ value: inout B, count: Int?) {
    let size = count ?? value.bytes.count
    add(name, 8 * size) { [value] in
      var value = value
      $0.bytes(name, &value, count: size)
    }
  }

  mutating func terminated(_ name: String, _ value: inout CString) {
    add(name, 8 * (value.text.count + (value.isTerminated ? 1 : 0))) { [value] in
      var value = value
      $0.terminated(name, &value)
    }
  }

  mutating func version(_ version: inout UInt8, upTo newest: UInt8) {
    integer("version", &version, bytes: 1)
  }

  mutating func count(_ name: String, _ value: inout Int, bytes: Int) {
    add(name, 8 * bytes) { [value] in
      var value = value
      $0.count(name, &value, bytes: bytes)
    }
  }

  mutating func optional(
    _ isPresent: inout Bool, bytes: Int, if looksPresent: (Bytes) -> Bool
  ) {}

  mutating func children() {}

  // MARK: Rows and records

  mutating func rows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, count: Int, layout: Row.Layout
  ) {
    let (table, start) = (value, bit)
    bit += 8 * table.bytes.count
    let name = prefix + unused(name)
    let stride = table.strideBits
    guard stride > 0, isWanted(start..<bit) else { return }
    if let wanted {
      let first = (max(wanted.lowerBound, start) - start) / stride
      let last = (min(wanted.upperBound, bit) - 1 - start) / stride
      for index in first..<max(first, min(table.count, last + 1)) {
        place(table[index], at: start + index * stride, as: "\(name)[\(index)]", table.layout)
      }
      return
    }
    var described: FieldValue.Rows?
    if hasValues {
      var describer = Describer()
      var copy = table
      describer.rows("row", &copy, count: table.count, layout: table.layout)
      if case .rows(let rows)? = describer.fields.first?.value { described = rows }
    }
    for index in 0..<min(table.count, mostRows) {
      fields.append(
        FieldPlace(
          name: "\(name)[\(index)]", value: described?.row(index),
          bits: start + index * stride..<start + (index + 1) * stride))
    }
    if table.count > mostRows {
      fields.append(
        FieldPlace(
          name: "\(name)[\(mostRows)…]", value: nil, bits: start + mostRows * stride..<bit))
    }
  }

  /// Adds the wanted fields of a row that starts at a bit.
  private mutating func place<Row: TableRow>(
    _ row: Row, at start: Int, as name: String, _ layout: Row.Layout
  ) {
    var row = row
    var inner = FieldPlacer(wanted: wanted)
    inner.bit = start
    // A placer never throws.
    try? row.fields(&inner, layout: layout)
    var describer = Describer()
    try? row.fields(&describer, layout: layout)
    // A row that always has just one field is shown as the value of that field.
    let isValue = describer.fields.count == 1 && !Row.isVaried
    for var field in inner.fields {
      field.name = isValue && field.name != "reserved" ? name : "\(name).\(field.name)"
      fields.append(field)
    }
  }

  mutating func remainingRows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, layout: Row.Layout
  ) { rows(name, &value, count: value.count, layout: layout) }

  mutating func fileOffsets<T: FixedWidthInteger & TableRow>(
    _ name: String, _ value: inout Table<T>, count: Int
  ) where T.Layout == FixedLayout { rows(name, &value, count: count, layout: FixedLayout()) }

  mutating func list<R: Record>(
    _ name: String, _ value: inout [R], count: Int
  ) throws(FormatError) {
    try list(name, value) { [value] first in
      value[first...].reduce(0) { $0 + Self.width(of: $1) }
    }
  }

  mutating func list<R: Record>(
    _ name: String, _ value: inout RecordList<R>, count: Int?, like prototype: R
  ) throws(FormatError) {
    try list(name, value) { [value] in 8 * value.size(from: $0) }
  }

  /// `width` returns the number of bits of the items from one on.
  private mutating func list<Items: RandomAccessCollection>(
    _ name: String, _ value: Items, width: (_ first: Int) -> Int
  ) throws(FormatError) where Items.Element: Record, Items.Index == Int {
    let name = prefix + unused(name)
    let start = bit
    for index in value.indices {
      if wanted == nil, index == mostRows {
        let before = bit
        bit += width(index)
        if bit > before {
          fields.append(FieldPlace(name: "\(name)[\(index)…]", value: nil, bits: before..<bit))
        }
        return
      }
      if let wanted, bit >= wanted.upperBound, start < bit {
        // Nothing that is wanted follows, but the end of the list has to be known.
        bit += width(index)
        return
      }
      var item = value[index]
      try nest(&item, as: "\(name)[\(index)]")
    }
  }

  mutating func remainingList<R: Record>(
    _ name: String, _ value: inout [R]
  ) throws(FormatError) { try list(name, &value, count: value.count) }

  mutating func record<R: Record>(_ name: String, _ value: inout R) throws(FormatError) {
    try nest(&value, as: prefix + unused(name))
  }

  /// The number of bits of a record.
  private static func width(of record: some Record) -> Int {
    var measurer = Measurer()
    var copy = record
    // A measurer never throws.
    try? copy.fields(&measurer)
    return measurer.bits
  }

  /// Adds the fields of a record, or the one value that it is shown as.
  private mutating func nest<R: Record>(_ record: inout R, as name: String) throws(FormatError) {
    if let summary = record.summary {
      let bits = bit..<bit + Self.width(of: record)
      bit = bits.upperBound
      if isWanted(bits) { fields.append(FieldPlace(name: name, value: summary, bits: bits)) }
      return
    }
    let outer = (prefix, names)
    (prefix, names) = (name + ".", [])
    defer { (prefix, names) = outer }
    try record.fields(&self)
  }
}
