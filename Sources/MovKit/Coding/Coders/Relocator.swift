/// What a field points at that holds a place in the file.
struct OffsetTarget {
  enum Role {
    /// What stands there is meant.
    case data
    /// Other offsets count from there; nothing need stand there.
    case base
    /// An atom or a stretch of the file begins there.
    case start
    /// A stretch of the file ends there, and none follows it.
    case end
  }

  var field: StaticString
  /// In a table, from 0.
  var row: Int?
  /// Bytes from the start of the file.
  var place: UInt64
  /// Bytes from there on that are meant, where the record says so; `max` for all that follow.
  var length: UInt64?
  var role = Role.data
}

/// Says which bytes an offset counts from and points into.
protocol OffsetMover {
  /// Bytes from the start of the changed file.
  mutating func moved(_ target: OffsetTarget) throws(FormatError) -> UInt64
}

/// Visits the fields that hold file offsets, and sets them to what a mover returns.
struct Relocator<Mover: OffsetMover>: FieldCoder {
  /// A place that offsets count from: in the file as it was, and in the changed one.
  struct Base {
    var old: UInt64
    var new: UInt64

    static var file: Base { Base(old: 0, new: 0) }
  }

  var mover: Mover
  /// nil where it is not known: then what counts from it is not looked at.
  private let fragmentBase: Base?
  /// nil where nobody knows where the atom ends.
  private let ownEnd: Base?
  private var base: Base?
  /// Where the next stretch begins.
  private var stretch: Base?
  private var row: Int?
  private var isLastRow = false
  /// Whether a field was met that holds a place in the file.
  private(set) var hasMet = false
  /// Whether a field has too few bits for its new value; it then holds the old one.
  private(set) var isTooNarrow = false

  init(_ mover: Mover, fragmentBase: Base? = .file, ownEnd: Base? = nil) {
    self.mover = mover
    self.fragmentBase = fragmentBase
    self.ownEnd = ownEnd
  }

  private func start(of origin: OffsetOrigin) -> Base? {
    switch origin {
    case .file: .file
    case .base: base
    case .fragmentBase: fragmentBase
    case .ownEnd: ownEnd
    }
  }

  /// The place that `value` bytes from `origin` are; nil where no file has it.
  private func place<T: FixedWidthInteger>(_ value: T, from start: Base) -> UInt64? {
    guard T.isSigned, value < 0 else {
      let (place, overflow) = start.old.addingReportingOverflow(UInt64(truncatingIfNeeded: value))
      return overflow ? nil : place
    }
    let (place, overflow) = start.old.subtractingReportingOverflow(UInt64(value.magnitude))
    return overflow ? nil : place
  }

  /// Gives a field of so many bits the distance from `base` to `place`.
  private mutating func store<T: FixedWidthInteger>(
    _ place: UInt64, from base: UInt64, in value: inout T, bits: Int
  ) {
    let isNegative = place < base
    let distance = isNegative ? base - place : place - base
    if T.isSigned {
      guard let magnitude = Int64(exactly: distance) else {
        isTooNarrow = true
        return
      }
      let signed = isNegative ? -magnitude : magnitude
      guard signed >> Int64(bits - 1) == (isNegative ? -1 : 0) else {
        isTooNarrow = true
        return
      }
      value = T(truncatingIfNeeded: signed)
    } else {
      guard !isNegative || distance == 0, bits > 63 || distance >> UInt64(bits) == 0 else {
        isTooNarrow = true
        return
      }
      value = T(truncatingIfNeeded: distance)
    }
  }

  // MARK: Offsets

  mutating func fileOffset<T: FixedWidthInteger & Sendable>(
    _ name: StaticString, _ value: inout T, bytes: Int, from origin: OffsetOrigin, isAtom: Bool
  ) throws(FormatError) {
    hasMet = true
    guard let start = start(of: origin), let old = place(value, from: start) else { return }
    let role = isAtom || origin == .ownEnd ? OffsetTarget.Role.start : .data
    let new = try mover.moved(OffsetTarget(field: name, row: row, place: old, role: role))
    store(new, from: start.new, in: &value, bits: 8 * bytes)
    if origin == .ownEnd { stretch = Base(old: old, new: new) }
  }

  mutating func fileExtent(
    offset name: StaticString, _ offset: inout UInt64, bytes offsetBytes: Int,
    length lengthName: StaticString, _ length: inout UInt64, bytes lengthBytes: Int,
    from origin: OffsetOrigin
  ) throws(FormatError) {
    hasMet = true
    guard let start = start(of: origin), let old = place(offset, from: start) else { return }
    let new = try mover.moved(
      OffsetTarget(field: name, row: row, place: old, length: length > 0 ? length : .max))
    store(new, from: start.new, in: &offset, bits: 8 * offsetBytes)
  }

  mutating func fileOffsetBase(
    _ name: StaticString, _ value: inout UInt64, bytes: Int, isInFile: Bool
  ) throws(FormatError) {
    hasMet = true
    base = nil
    guard isInFile else { return }
    guard bytes > 0, value > 0 else {
      base = .file
      return
    }
    let new = try mover.moved(OffsetTarget(field: name, row: row, place: value, role: .base))
    base = Base(old: value, new: new)
    store(new, from: 0, in: &value, bits: 8 * bytes)
  }

  mutating func fileStretch(
    _ name: StaticString, _ value: inout UInt32, bits width: Int
  ) throws(FormatError) {
    hasMet = true
    guard let start = stretch, let end = place(value, from: start) else { return }
    let new = try mover.moved(
      OffsetTarget(field: name, row: row, place: end, role: isLastRow ? .end : .start))
    store(new, from: start.new, in: &value, bits: width)
    stretch = Base(old: end, new: new)
  }

  mutating func fileOffsets<T: FixedWidthInteger & TableRow>(
    _ name: StaticString, _ value: inout Table<T>, count: Int
  ) throws(FormatError) where T.Layout == FixedLayout {
    hasMet = true
    let width = MemoryLayout<T>.size
    var changed: [UInt8] = []
    for index in 0..<value.count {
      let old = UInt64(truncatingIfNeeded: value[index])
      let new = try mover.moved(OffsetTarget(field: name, row: index, place: old))
      guard new != old else { continue }
      guard let fitting = T(exactly: new) else {
        isTooNarrow = true
        return
      }
      if changed.isEmpty { changed = Array(value.bytes) }
      for byte in 0..<width {
        changed[index * width + byte] =
          UInt8(truncatingIfNeeded: fitting >> T(8 * (width - 1 - byte)))
      }
    }
    guard !changed.isEmpty else { return }
    value = Table(
      bytes: changed[...], count: value.count, layout: value.layout, strideBits: value.strideBits)
  }

  // MARK: Rows and records that may hold some

  mutating func rows<Row: TableRow>(
    _ name: StaticString, _ value: inout Table<Row>, count: Int, layout: Row.Layout
  ) throws(FormatError) {
    var probe = Relocator<Staying>(Staying())
    var blank = Row()
    try blank.fields(&probe, layout: layout)
    guard probe.hasMet else { return }
    hasMet = true
    let outer = row
    defer {
      row = outer
      isLastRow = false
    }
    var rows: [Row] = []
    rows.reserveCapacity(value.count)
    var isChanged = false
    for old in value {
      var new = old
      row = rows.count
      isLastRow = rows.count == value.count - 1
      try new.fields(&self, layout: layout)
      if new != old { isChanged = true }
      rows.append(new)
    }
    if isChanged { value = try Table(rows, layout: layout) }
  }

  mutating func remainingRows<Row: TableRow>(
    _ name: StaticString, _ value: inout Table<Row>, layout: Row.Layout
  ) throws(FormatError) { try rows(name, &value, count: value.count, layout: layout) }

  mutating func list<R: Record>(
    _ name: StaticString, _ value: inout [R], count: Int
  ) throws(FormatError) {
    for index in value.indices { try value[index].fields(&self) }
  }

  mutating func remainingList<R: Record>(
    _ name: StaticString, _ value: inout [R]
  ) throws(FormatError) { try list(name, &value, count: value.count) }

  mutating func record<R: Record>(
    _ name: StaticString, _ value: inout R
  ) throws(FormatError) { try value.fields(&self) }

  // MARK: What is no offset

  mutating func integer<T: FixedWidthInteger & Sendable>(
    _ name: StaticString, _ value: inout T, bytes: Int
  ) {}

  mutating func scalar<S: FieldScalar>(_ name: StaticString, _ value: inout S, bytes: Int) {}

  mutating func bits<T: FixedWidthInteger & Sendable>(
    _ name: StaticString, _ value: inout T, _ width: Int
  ) {}

  mutating func reservedBits(_ value: inout UInt8, _ width: Int) {}

  mutating func reserved(_ value: inout Reserved, _ count: Int) {}

  mutating func bytes<B: FieldBytes>(_ name: StaticString, _ value: inout B, count: Int?) {}

  mutating func terminated(_ name: StaticString, _ value: inout CString) {}

  mutating func version(_ version: inout UInt8, upTo newest: UInt8) {}

  mutating func count(_ name: StaticString, _ value: inout Int, bytes: Int) {}

  mutating func optional(
    _ isPresent: inout Bool, bytes: Int, if looksPresent: (Bytes) -> Bool
  ) {}

  mutating func children() {}
}

/// Leaves every offset as it is.
struct Staying: OffsetMover {
  func moved(_ target: OffsetTarget) -> UInt64 { target.place }
}
