/// The columns of a table: where in a row each field is, and what it holds. Rows of one layout all have
/// the same, so that many rows can be shown without a value for each of their fields.
package struct RowShape: Sendable {
  /// What a column holds.
  package enum Kind: Sendable {
    /// A number that means nothing else.
    case number
    /// A place in the file, in bytes from its start.
    case offset
    /// A place in the file, in bytes from another place.
    case distance
    /// A time or a duration of which every value is one.
    case time(FieldTime.Clock)
    /// Anything else.
    case other
  }

  /// One field of each row.
  package struct Column: Sendable {
    /// The name of the field.
    package let name: String
    /// What the field holds.
    package let kind: Kind
    /// Whether the number is in two's complement.
    package var isSigned: Bool { place.isSigned }
    fileprivate let place: Place
    fileprivate let value: @Sendable (UInt64) -> FieldValue

    /// Returns what is shown for a number that `read` has returned.
    package func value(of number: UInt64) -> FieldValue { value(number) }
  }

  /// Where in a row a field is, in bits.
  fileprivate struct Place: Sendable {
    let firstBit: Int
    let width: Int
    let isSigned: Bool
  }

  /// The columns of tables of one type of rows and one layout. It is a class so that what is known of them
  /// is kept from one table to the next: a movie can have a table in every fragment.
  package final class Columns: Sendable {
    /// The fields in the order they are stored.
    package let all: [Column]
    /// Whether a row is shown as its only field.
    package let isList: Bool
    /// Whether a field is a time, which says something else in each track.
    package let hasTimes: Bool
    fileprivate let places: [Place]
    /// What the columns are those of.
    private let row: any TableRow.Type
    private let layout: any Sendable
    private let areOffsets: Bool

    fileprivate init<Row: TableRow>(
      _ all: [Column], isList: Bool, of layout: Row.Layout, _: Row.Type, areOffsets: Bool = false
    ) {
      self.all = all
      self.isList = isList
      hasTimes = all.contains {
        if case .time = $0.value(of: 0) { true } else { false }
      }
      places = all.map(\.place)
      row = Row.self
      self.layout = layout
      self.areOffsets = areOffsets
    }

    /// Whether these are the columns of a table.
    fileprivate func areThose<Row: TableRow>(
      of table: Table<Row>, areOffsets: Bool = false
    ) -> Bool {
      row == Row.self && self.areOffsets == areOffsets && (layout as? Row.Layout) == table.layout
    }
  }

  /// The fields in the order they are stored.
  package var columns: [Column] { layout.all }
  /// Whether a row is shown as its only field.
  package var isList: Bool { layout.isList }
  /// What tables of the same rows share.
  package let layout: Columns
  private let bytes: Bytes
  private let strideBits: Int

  /// The shape of a table; nil if it cannot be known without the rows. `known` are columns of other tables.
  init?<Row: TableRow>(_ table: Table<Row>, knowing known: [Columns] = []) {
    guard table.strideBits > 0 else { return nil }
    if let columns = known.first(where: { $0.areThose(of: table) }) {
      self.init(columns, of: table)
      return
    }
    var shaper = Shaper()
    var row = Row()
    guard (try? row.fields(&shaper, layout: table.layout)) != nil, shaper.isKnown else {
      return nil
    }
    let isList = shaper.columns.count == 1 && !Row.isVaried
    self.init(
      Columns(shaper.columns, isList: isList, of: table.layout, Row.self), of: table)
  }

  /// The shape of a table of places in the file.
  init<T: FixedWidthInteger & TableRow>(offsets table: Table<T>, knowing known: [Columns] = []) {
    if let columns = known.first(where: { $0.areThose(of: table, areOffsets: true) }) {
      self.init(columns, of: table)
      return
    }
    let column = Column(
      name: "", kind: .offset, place: Place(firstBit: 0, width: T.bitWidth, isSigned: false)
    ) { .offset($0) }
    self.init(
      Columns([column], isList: true, of: table.layout, T.self, areOffsets: true), of: table)
  }

  private init<Row: TableRow>(_ layout: Columns, of table: Table<Row>) {
    self.layout = layout
    bytes = table.bytes
    strideBits = table.strideBits
  }

  /// Replaces `numbers` by the fields of some rows, row after row. Negative numbers are those of an
  /// `Int64` with the same bits. The rows must be rows of the table.
  package func read(_ rows: Range<Int>, into numbers: inout [UInt64]) {
    numbers.removeAll(keepingCapacity: true)
    let allPlaces = layout.places[...]
    let (all, places) = (bytes.span, allPlaces.span)
    numbers.append(addingCapacity: rows.count * places.count) { output in
      for row in rows {
        let start = row * strideBits
        for column in places.indices {
          output.append(Self.number(places[column], ofRowAt: start, in: all))
        }
      }
    }
  }

  @inline(__always)
  private static func number(_ place: Place, ofRowAt start: Int, in bytes: Span<UInt8>) -> UInt64 {
    let (bit, width) = (start + place.firstBit, place.width)
    var word: UInt64 = 0
    if (bit | width) & 7 == 0 {
      let (start, count) = (bit >> 3, width >> 3)
      if start >= 0, count > 0, bytes.count - start >= 8 {
        // One load. The bits after the field are shifted out.
        let loaded = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
        word = UInt64(bigEndian: loaded) >> UInt64(64 - width)
      } else {
        for index in start..<start + count { word = word << 8 | UInt64(bytes[index]) }
      }
    } else {
      for index in bit..<bit + width {
        word = word << 1 | UInt64(bytes[index >> 3] >> UInt8(7 - index & 7) & 1)
      }
    }
    guard place.isSigned, width < 64, width > 0 else { return word }
    let unused = UInt64(64 - width)
    return UInt64(bitPattern: Int64(bitPattern: word << unused) >> Int64(unused))
  }
}

/// A coder that collects the columns of a row.
private struct Shaper: FieldCoder {
  private(set) var columns: [RowShape.Column] = []
  /// Whether the columns are the same whatever a row holds.
  private(set) var isKnown = true
  private var bit = 0

  private mutating func add(
    _ name: String, _ width: Int, _ kind: RowShape.Kind = .other, isSigned: Bool = false,
    _ value: @escaping @Sendable (UInt64) -> FieldValue
  ) {
    // A name that two fields share is shown with a number.
    if width > 64 || columns.contains(where: { $0.name == name }) { isKnown = false }
    columns.append(
      RowShape.Column(
        name: name, kind: kind,
        place: RowShape.Place(firstBit: bit, width: width, isSigned: isSigned), value: value))
    bit += width
  }

  private mutating func addNumber<T: FixedWidthInteger & Sendable>(
    _ name: String, _: T, _ width: Int
  ) {
    add(name, width, .number, isSigned: T.isSigned) { .integer(T(truncatingIfNeeded: $0)) }
  }

  mutating func integer<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int
  ) { addNumber(name, value, 8 * bytes) }

  mutating func scalar<S: FieldScalar>(_ name: String, _ value: inout S, bytes: Int) {
    add(name, 8 * bytes, isSigned: S.RawValue.isSigned) {
      S(rawValue: S.RawValue(truncatingIfNeeded: $0)).fieldValue
    }
  }

  mutating func bits<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int
  ) { addNumber(name, value, width) }

  mutating func bits<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int, named names: ValueNames
  ) { add(name, width) { .choice($0, names) } }

  mutating func flags<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, named names: FlagNames
  ) { add(name, 8 * bytes) { .flags($0, names) } }

  mutating func choice<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, named names: ValueNames
  ) { add(name, 8 * bytes) { .choice($0, names) } }

  mutating func code(_ name: String, _ value: inout FourCC, of kind: CodeKind) {
    add(name, 32) { .code(FourCC(rawValue: UInt32(truncatingIfNeeded: $0)), kind) }
  }

  mutating func time<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, of clock: FieldTime.Clock,
    orAllBitsSet absence: String?
  ) {
    add(name, 8 * bytes, absence == nil ? .time(clock) : .other, isSigned: T.isSigned) {
      var value = T(truncatingIfNeeded: $0)
      var describer = Describer()
      describer.time(name, &value, bytes: bytes, of: clock, orAllBitsSet: absence)
      return describer.fields[0].value
    }
  }

  mutating func reservedBits(_ value: inout UInt8, _ width: Int) { bit += width }

  mutating func fileOffset<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, from origin: OffsetOrigin, isAtom: Bool
  ) {
    if origin == .file {
      add(name, 8 * bytes, .offset) { .offset($0) }
    } else {
      add(name, 8 * bytes, .distance, isSigned: T.isSigned) {
        .distance(Int128(T(truncatingIfNeeded: $0)))
      }
    }
  }

  // What has no place of its own in every row, or is shown only in some.

  mutating func reserved(_ value: inout Reserved, _ count: Int) { isKnown = false }
  mutating func bytes<B: FieldBytes>(_ name: String, _ value: inout B, count: Int?) {
    isKnown = false
  }
  mutating func terminated(_ name: String, _ value: inout CString) { isKnown = false }
  mutating func version(_ version: inout UInt8, upTo newest: UInt8) { isKnown = false }
  mutating func count(_ name: String, _ value: inout Int, bytes: Int) { isKnown = false }
  mutating func rows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, count: Int, layout: Row.Layout
  ) { isKnown = false }
  mutating func remainingRows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, layout: Row.Layout
  ) { isKnown = false }
  mutating func list<R: Record>(_ name: String, _ value: inout [R], count: Int) {
    isKnown = false
  }
  mutating func remainingList<R: Record>(_ name: String, _ value: inout [R]) {
    isKnown = false
  }
  mutating func record<R: Record>(_ name: String, _ value: inout R) { isKnown = false }
  mutating func optional(
    _ isPresent: inout Bool, bytes: Int, if looksPresent: (Bytes) -> Bool
  ) { isKnown = false }
  mutating func children() { isKnown = false }
}
