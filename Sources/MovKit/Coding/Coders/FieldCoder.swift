/// Bytes of a file. A slice shares the memory of the buffer that the bytes were read into.
public typealias Bytes = ArraySlice<UInt8>

/// A value that describes its byte layout once, in `fields`. From this one description it can be
/// read, written, measured and shown, and tests can generate values of it.
public protocol Record: Equatable, Sendable {
  /// Creates a record with default values.
  init()

  /// Passes each field to `f`, in the order they are stored. An implementation changes nothing but
  /// `self`, does not ask which coder `f` is, and does the same for every coder.
  mutating func fields(_ f: inout some FieldCoder) throws(FormatError)

  /// The value that the record is shown as, if one value says more than its fields, such as a
  /// string or a matrix; nil to show the fields, which is the default.
  var summary: FieldValue? { get }

  /// Sets the record to a value as `summary` shows it. Returns false if the value is none of this
  /// record, and by default.
  mutating func take(summary: FieldValue) -> Bool

  /// The type itself if it conforms to `HoldsFileOffsets`; nil, the default, if not. This is a property
  /// because a cast makes the runtime search for a conformance, through those of the whole program.
  static var holdingFileOffsets: (any HoldsFileOffsets.Type)? { get }

  /// The number of child atoms that the record declares; nil, the default, if it declares none. Then
  /// setting it does nothing. This is a property because it is asked of every record, and a cast would
  /// be slow.
  var countedChildren: UInt32? { get set }

  /// The type of the child atoms that the number is of; nil, the default, if it is of all but free space.
  static var countedType: FourCC? { get }
}

extension Record {
  public var summary: FieldValue? { nil }
  public static var holdingFileOffsets: (any HoldsFileOffsets.Type)? { nil }
  public var countedChildren: UInt32? {
    get { nil }
    set {}
  }
  public static var countedType: FourCC? { nil }
}

/// A number in a file that has a meaning of its own: a four-character code, a fixed-point value, a
/// date.
public protocol FieldScalar: Equatable, Sendable, CustomStringConvertible {
  /// The integer type that is stored.
  associatedtype RawValue: FixedWidthInteger & Sendable
  /// Creates a value from the stored number. Every number is valid.
  init(rawValue: RawValue)
  /// The number as it is stored.
  var rawValue: RawValue { get }
  /// The value as it is shown.
  var fieldValue: FieldValue { get }
  /// What is expected of a given value, for people to read; nil if that is a number.
  static var expectation: String? { get }
  /// Creates the value that a given one means: one that `fieldValue` shows, or that was read from
  /// JSON or a command line. By default that is the stored number. Nil if it means none.
  init?(given value: FieldValue)
}

extension FieldScalar {
  public static var expectation: String? { nil }

  /// The value as text: a decimal number, a code, a date, the names of the flags that are set.
  public var description: String {
    switch fieldValue {
    case .decimal(let text), .text(let text), .meaning(_, _, let text?, _): text
    case .meaning(_, _, nil, let absence?): absence.description
    case .flags(let bits, let names): names.text(of: bits) ?? "\(rawValue)"
    case .choice(let number, let names): names[number] ?? "\(rawValue)"
    default: "\(rawValue)"
    }
  }
}

/// A run of bytes in a file that has a meaning of its own, such as text in some encoding.
public protocol FieldBytes: Equatable, Sendable {
  /// Creates a value from the stored bytes. Any bytes are valid.
  init(bytes: Bytes)
  /// The bytes as they are stored.
  var bytes: Bytes { get }
  /// The value as it is shown.
  var fieldValue: FieldValue { get }
  /// Returns the bytes that are shown as a given value, which may have been read from JSON or a
  /// command line; nil if it is none of a field of `count` bytes. What the value does not say is as in
  /// this one. By default a value is bytes, or hexadecimal digits.
  func taking(_ given: FieldValue, count: Int?) -> Self?
  /// What is expected of a given value, for people to read; nil if that depends on the field only.
  var expectation: String? { get }
}

extension FieldBytes {
  public var expectation: String? { nil }
}

/// An operation on the fields of a record, such as reading or writing, which a record applies to
/// each of its fields in the order they are stored.
///
/// The names of fields are those of ISO/IEC 14496-12 and the QuickTime File Format, in snake_case.
/// All numbers are big-endian. A `bytes` parameter of a number is its width in bytes, from 0 to 8.
/// The methods throw `FormatError` if a field cannot be read or written.
public protocol FieldCoder {
  /// Codes an integer of `bytes` bytes.
  mutating func integer<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int) throws(FormatError)
  /// Codes a number with a meaning of its own, of `bytes` bytes.
  mutating func scalar<S: FieldScalar>(
    _ name: String, _ value: inout S, bytes: Int) throws(FormatError)

  /// Codes a field of `width` bits, most significant bit first. A run of bit fields must end at the
  /// end of a byte.
  mutating func bits<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int) throws(FormatError)

  /// Codes a field of `width` bits that stands for one of some named values.
  mutating func bits<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int, named names: ValueNames
  ) throws(FormatError)

  /// Codes a number whose bits have names of their own.
  mutating func flags<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, named names: FlagNames
  ) throws(FormatError)

  /// Codes a number that stands for one of some named values.
  mutating func choice<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, named names: ValueNames
  ) throws(FormatError)

  /// Codes a four-character code that is registered as one of a kind.
  mutating func code(
    _ name: String, _ value: inout FourCC, of kind: CodeKind) throws(FormatError)

  /// Codes a time or a duration in ticks of `clock`. `absence` is the meaning of a field whose bits
  /// are all set, such as "unknown"; nil if that is a time like any other.
  mutating func time<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, of clock: FieldTime.Clock,
    orAllBitsSet absence: String?
  ) throws(FormatError)

  /// Codes `width` bits that the specification fixes. Their value in a file is kept.
  mutating func reservedBits(_ value: inout UInt8, _ width: Int) throws(FormatError)

  /// Codes `count` bytes that the specification requires to be zero. Their value in a file is kept.
  mutating func reserved(_ value: inout Reserved, _ count: Int) throws(FormatError)

  /// Codes `count` bytes that have a meaning, or all that are left if `count` is nil.
  mutating func bytes<B: FieldBytes>(
    _ name: String, _ value: inout B, count: Int?) throws(FormatError)

  /// Codes bytes that are a record of some type if they can be: then they are shown under
  /// `recordName` as its fields, and otherwise under `name` as bytes. They are kept as bytes in
  /// either case.
  mutating func bytes<R: Record>(
    _ name: String, _ value: inout RawBytes, count: Int?, as type: R.Type,
    named recordName: String
  ) throws(FormatError)

  /// Returns whether bytes that are coded under one of two names have the first one. `isShown` says whether they
  /// are shown under it. A coder that sets fields takes the one that is given.
  func takes(_ name: String, insteadOf other: String, isShown: Bool) -> Bool

  /// The version of the atom that the record's atom is in, for a coder that sets fields; nil for other coders, and if
  /// it is not known.
  func parentVersion() -> UInt8?

  /// Whether a new record is for a QuickTime file, for a coder that sets its fields; nil for other coders, if the
  /// record is not new, and if the file is not known.
  func isNewInQuickTime() -> Bool?

  /// Codes bytes up to and including a zero, or all that are left if there is no zero.
  mutating func terminated(_ name: String, _ value: inout CString) throws(FormatError)

  /// Codes text up to and including the zero that ends it, or all bytes that are left if there is no zero. The
  /// zero has two bytes if the text begins with a byte order mark of UTF-16. Some writers end such a mark without
  /// text by one byte, and only what comes after it can show that: `fits` returns whether bytes can be that.
  mutating func terminatedText<B: FieldBytes>(
    _ name: String, _ value: inout B, before fits: (Bytes) -> Bool
  ) throws(FormatError)

  /// Codes the version of a full atom, which is from 0 to `newest`.
  mutating func version(_ version: inout UInt8, upTo newest: UInt8) throws(FormatError)

  /// Codes the number of rows, items or bytes in a later field. The caller passes the actual
  /// number, which is written; a reader replaces it with the number in the file.
  mutating func count(_ name: String, _ value: inout Int, bytes: Int) throws(FormatError)

  /// Codes `count` rows of one size, which are kept as their bytes.
  mutating func rows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, count: Int, layout: Row.Layout
  ) throws(FormatError)

  /// Codes rows of one size up to the end, as many as fit whole.
  mutating func remainingRows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, layout: Row.Layout
  ) throws(FormatError)

  /// Codes `count` records of varying size.
  mutating func list<R: Record>(
    _ name: String, _ value: inout [R], count: Int) throws(FormatError)

  /// Codes `count` records of varying size whose layout depends on values outside them. Each record
  /// that is read starts as a copy of `prototype`, which knows the layout.
  mutating func list<R: Record>(
    _ name: String, _ value: inout [R], count: Int, like prototype: R) throws(FormatError)

  /// Codes `count` records of varying size, or records up to the end if `count` is nil. Each takes whole
  /// bytes, and there can be very many.
  mutating func list<R: Record>(
    _ name: String, _ value: inout RecordList<R>, count: Int?, like prototype: R
  ) throws(FormatError)

  /// Codes records of varying size up to the end.
  mutating func remainingList<R: Record>(
    _ name: String, _ value: inout [R]) throws(FormatError)

  /// Codes records of varying size up to the end. Each record that is read starts as a copy of
  /// `prototype`, which knows what lies outside it.
  mutating func remainingList<R: Record>(
    _ name: String, _ value: inout [R], like prototype: R) throws(FormatError)

  /// Codes a record as a field of another.
  mutating func record<R: Record>(
    _ name: String, _ value: inout R) throws(FormatError)

  /// Codes a place in the file, as a number of bytes from `origin`. `isAtom` says that an atom
  /// starts there. After a change of the file that can be a different atom.
  mutating func fileOffset<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, from origin: OffsetOrigin, isAtom: Bool
  ) throws(FormatError)

  /// Codes a place in the file and the number of bytes there. A length of 0 means all bytes that
  /// follow. A number of zero bytes is not stored.
  mutating func fileExtent(
    offset name: String, _ offset: inout UInt64, bytes offsetBytes: Int,
    length lengthName: String, _ length: inout UInt64, bytes lengthBytes: Int,
    from origin: OffsetOrigin
  ) throws(FormatError)

  /// Codes where an atom begins, in bytes from the start of the file, and its size. An offset of 0 means that
  /// there is none. If a change of the file removes the atom, both become 0.
  mutating func fileAtom(
    offset name: String, _ offset: inout UInt64, bytes offsetBytes: Int,
    size sizeName: String, _ size: inout UInt64, bytes sizeBytes: Int
  ) throws(FormatError)

  /// Codes the place that other offsets of the record count from, in bytes from the start of the
  /// file. Nothing need be stored at the place itself, which may be 0, for example. A number of
  /// zero bytes is not stored, and is 0.
  /// `isInFile` says whether the offsets that count from it are places in this file.
  mutating func fileOffsetBase(
    _ name: String, _ value: inout UInt64, bytes: Int, isInFile: Bool
  ) throws(FormatError)

  /// Codes the length of a part of the file. It starts at the place that the last offset of the
  /// record gives, or at the end of the part before.
  mutating func fileStretch(
    _ name: String, _ value: inout UInt32, bits width: Int) throws(FormatError)

  /// Codes `count` rows that are each a place in the file, in bytes from its start.
  mutating func fileOffsets<T: FixedWidthInteger & TableRow>(
    _ name: String, _ value: inout Table<T>, count: Int
  ) throws(FormatError) where T.Layout == FixedLayout

  /// Codes whether a part of `bytes` bytes is present, if only the bytes themselves can show it. A
  /// reader calls `looksPresent` with all bytes that are left, which may include child atoms. If it
  /// knows that no child atoms are included, it checks only that `bytes` bytes are left. After the
  /// call, `isPresent` decides the layout, for every coder.
  mutating func optional(
    _ isPresent: inout Bool, bytes: Int, if looksPresent: (Bytes) -> Bool) throws(FormatError)

  /// Codes a record that is present if it is all that is left. After the call, `isPresent` decides the
  /// layout, for every coder.
  mutating func whole<R: Record>(
    _ isPresent: inout Bool, _ name: String, _ value: inout R) throws(FormatError)

  /// Codes records that are present if they are all that is left. There can be none.
  mutating func whole<R: Record>(
    _ isPresent: inout Bool, _ name: String, _ values: inout RecordList<R>
  ) throws(FormatError)

  /// Returns the error to throw for a value that leaves the layout of the following fields unknown.
  func invalid(_ name: String, _ reason: String) -> FormatError

  /// Codes the fields in `body`, which take up the next `count` bytes. A reader does not let `body`
  /// read beyond them, and throws if it does not use them all.
  mutating func within(
    _ name: String, count: Int, _ body: (inout Self) throws(FormatError) -> Void
  ) throws(FormatError)

  /// States that the rest of the atom is child atoms. These are not part of the record; the tree of
  /// atoms has them.
  mutating func children() throws(FormatError)
}

// MARK: Defaults and shorthands

extension FieldCoder {
  public mutating func terminatedText<B: FieldBytes>(
    _ name: String, _ value: inout B, before fits: (Bytes) -> Bool
  ) throws(FormatError) { try bytes(name, &value, count: nil) }

  /// Codes text up to and including the zero that ends it, whatever comes after it.
  public mutating func terminatedText<B: FieldBytes>(
    _ name: String, _ value: inout B
  ) throws(FormatError) { try terminatedText(name, &value) { _ in true } }

  public mutating func within(
    _ name: String, count: Int, _ body: (inout Self) throws(FormatError) -> Void
  ) throws(FormatError) { try body(&self) }

  public func takes(_ name: String, insteadOf other: String, isShown: Bool) -> Bool { isShown }

  /// Whether any of these fields is given. None is to a coder that sets no fields. Asked before the fields are coded:
  /// a name that was coded stands for a further field of that name.
  func isGivenAny(of names: String...) -> Bool {
    names.contains { takes($0, insteadOf: $0, isShown: false) }
  }

  public func parentVersion() -> UInt8? { nil }

  public func isNewInQuickTime() -> Bool? { nil }

  /// Codes an integer, by default as wide as its type.
  public mutating func callAsFunction<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int = MemoryLayout<T>.size
  ) throws(FormatError) { try integer(name, &value, bytes: bytes) }

  /// The names are only for coders that show a value, or take one from a person.
  public mutating func bits<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int, named _: ValueNames
  ) throws(FormatError) { try bits(name, &value, width) }

  public mutating func flags<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, named names: FlagNames
  ) throws(FormatError) { try integer(name, &value, bytes: bytes) }

  /// Codes a number whose bits have names of their own, as wide as its type.
  public mutating func flags<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, named names: FlagNames = [:]
  ) throws(FormatError) { try flags(name, &value, bytes: MemoryLayout<T>.size, named: names) }

  public mutating func choice<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, named names: ValueNames
  ) throws(FormatError) { try integer(name, &value, bytes: bytes) }

  /// Codes a number that stands for one of some named values, as wide as its type.
  public mutating func choice<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, named names: ValueNames
  ) throws(FormatError) { try choice(name, &value, bytes: MemoryLayout<T>.size, named: names) }

  public mutating func code(
    _ name: String, _ value: inout FourCC, of kind: CodeKind
  ) throws(FormatError) { try scalar(name, &value, bytes: 4) }

  public mutating func time<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, of clock: FieldTime.Clock,
    orAllBitsSet absence: String?
  ) throws(FormatError) { try integer(name, &value, bytes: bytes) }

  /// Codes a time for which every number is valid, by default as wide as its type.
  public mutating func time<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int = MemoryLayout<T>.size,
    of clock: FieldTime.Clock
  ) throws(FormatError) { try time(name, &value, bytes: bytes, of: clock, orAllBitsSet: nil) }

  /// Codes a number with a meaning of its own, by default as wide as its type.
  public mutating func callAsFunction<S: FieldScalar>(
    _ name: String, _ value: inout S, bytes: Int = MemoryLayout<S.RawValue>.size
  ) throws(FormatError) { try scalar(name, &value, bytes: bytes) }

  /// Codes a record as a field of another.
  public mutating func callAsFunction<R: Record>(
    _ name: String, _ value: inout R
  ) throws(FormatError) { try record(name, &value) }

  /// Codes the first fields of a full atom: a version byte and three bytes of flags
  /// (ISO/IEC 14496-12, 4.2).
  public mutating func version(
    _ version: inout UInt8, upTo newest: UInt8, flags: inout UInt32, named names: FlagNames = [:]
  ) throws(FormatError) {
    try self.version(&version, upTo: newest)
    try self.flags("flags", &flags, bytes: 3, named: names)
  }

  /// Ignores `prototype`, because existing records already know their layout. Only reading makes
  /// new ones.
  public mutating func list<R: Record>(
    _ name: String, _ value: inout [R], count: Int, like prototype: R
  ) throws(FormatError) { try list(name, &value, count: count) }

  public mutating func list<R: Record>(
    _ name: String, _ value: inout RecordList<R>, count: Int?, like prototype: R
  ) throws(FormatError) {
    var records = Array(value)
    if let count {
      try list(name, &records, count: count, like: prototype)
    } else {
      try remainingList(name, &records, like: prototype)
    }
    value = RecordList(records)
  }

  /// Codes `count` records of varying size, or records up to the end if `count` is nil. Each takes whole
  /// bytes, and there can be very many.
  public mutating func list<R: Record>(
    _ name: String, _ value: inout RecordList<R>, count: Int?
  ) throws(FormatError) { try list(name, &value, count: count, like: R()) }

  public mutating func remainingList<R: Record>(
    _ name: String, _ value: inout [R], like prototype: R
  ) throws(FormatError) { try remainingList(name, &value) }

  public func invalid(_ name: String, _ reason: String) -> FormatError {
    FormatError(.invalidValue(reason), path: name)
  }

  /// Codes a 32-bit row count and that many rows.
  public mutating func table<Row: TableRow>(
    _ name: String, _ table: inout Table<Row>, layout: Row.Layout
  ) throws(FormatError) {
    var rows = table.count
    try count("entry_count", &rows, bytes: 4)
    try self.rows(name, &table, count: rows, layout: layout)
  }

  /// Codes a 32-bit row count and that many rows, of a type that has only one layout.
  public mutating func table<Row: TableRow>(
    _ name: String, _ table: inout Table<Row>
  ) throws(FormatError) where Row.Layout == FixedLayout {
    try self.table(name, &table, layout: FixedLayout())
  }

  public mutating func whole<R: Record>(
    _ isPresent: inout Bool, _ name: String, _ value: inout R
  ) throws(FormatError) {
    try optional(&isPresent, bytes: 0)
    if isPresent { try record(name, &value) }
  }

  public mutating func whole<R: Record>(
    _ isPresent: inout Bool, _ name: String, _ values: inout RecordList<R>
  ) throws(FormatError) {
    try optional(&isPresent, bytes: 0)
    if isPresent { try list(name, &values, count: nil) }
  }

  /// Codes whether a part is present: it is if at least `bytes` bytes are left.
  public mutating func optional(_ isPresent: inout Bool, bytes: Int) throws(FormatError) {
    try optional(&isPresent, bytes: bytes) { $0.count >= bytes }
  }
}
