/// A coder that visits the fields that are file offsets and sets them to what a mover returns.
struct Relocator<Mover> {
  /// A place that offsets count from, in the old file and in the changed one.
  struct Base {
    var old: UInt64
    var new: UInt64

    static var file: Base { Base(old: 0, new: 0) }
  }

  var mover: Mover
  /// The base that offsets in a fragment count from; nil if it is not known. Offsets that count
  /// from an unknown base are left as they are.
  private let fragmentBase: Base?
  /// The end of the atom; nil if it is not known.
  private let ownEnd: Base?
  /// The base that the record gave; nil if it gave none, or none in this file.
  private var base: Base?
  /// The start of the next part whose length is coded; nil if there is none.
  private var stretch: Base?
  private var row: Int?
  private var isLastRow = false
  /// Whether a field that is a file offset was visited.
  private(set) var hasMet = false
  /// Whether a field has too few bits for its new value. The field then keeps the old one.
  private(set) var isTooNarrow = false

  init(_ mover: Mover, fragmentBase: Base? = .file, ownEnd: Base? = nil) {
    self.mover = mover
    self.fragmentBase = fragmentBase
    self.ownEnd = ownEnd
  }
}

// The type itself asks nothing of `Mover`: the runtime would search all conformances of the program when it
// makes the type.
extension Relocator: FieldCoder where Mover: OffsetMover {
  private func start(of origin: OffsetOrigin) -> Base? {
    switch origin {
    case .file: .file
    case .base: base
    case .fragmentBase: fragmentBase
    case .ownEnd: ownEnd
    }
  }

  /// Returns the place that is `value` bytes from `start` in the old file; nil if it is less than 0
  /// or needs more than 64 bits.
  private func place<T: FixedWidthInteger>(_ value: T, from start: Base) -> UInt64? {
    guard T.isSigned, value < 0 else {
      return start.old.adding(UInt64(truncatingIfNeeded: value))
    }
    return start.old.subtracting(UInt64(value.magnitude))
  }

  /// Sets a field of `bits` bits to the distance from `base` to `place`, or sets `isTooNarrow` if
  /// that does not fit.
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
      guard !isNegative, bits > 63 || distance >> UInt64(bits) == 0 else {
        isTooNarrow = true
        return
      }
      value = T(truncatingIfNeeded: distance)
    }
  }

  // MARK: Offsets

  mutating func fileOffset<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, from origin: OffsetOrigin, isAtom: Bool
  ) throws(FormatError) {
    hasMet = true
    guard let start = start(of: origin), let old = place(value, from: start) else { return }
    let role = isAtom || origin == .ownEnd ? OffsetTarget.Role.start : .data
    let new = try mover.moved(OffsetTarget(field: name, row: row, place: old, role: role))
    store(new, from: start.new, in: &value, bits: 8 * bytes)
    if origin == .ownEnd { stretch = Base(old: old, new: new) }
  }

  mutating func fileExtent(
    offset name: String, _ offset: inout UInt64, bytes offsetBytes: Int,
    length lengthName: String, _ length: inout UInt64, bytes lengthBytes: Int,
    from origin: OffsetOrigin
  ) throws(FormatError) {
    hasMet = true
    guard let start = start(of: origin), let old = place(offset, from: start) else { return }
    let new = try mover.moved(
      OffsetTarget(field: name, row: row, place: old, length: length > 0 ? length : .max))
    store(new, from: start.new, in: &offset, bits: 8 * offsetBytes)
  }

  mutating func fileAtom(
    offset name: String, _ offset: inout UInt64, bytes offsetBytes: Int,
    size sizeName: String, _ size: inout UInt64, bytes sizeBytes: Int
  ) throws(FormatError) {
    hasMet = true
    guard offset > 0 else {
      _ = try mover.moved(OffsetTarget(field: name, row: row, place: 0, role: .nothing))
      return
    }
    let target = OffsetTarget(
      field: name, row: row, place: offset, length: size > 0 ? size : nil, role: .start)
    guard let new = try mover.movedAtom(target, size: size) else {
      (offset, size) = (0, 0)
      return
    }
    store(new.place, from: 0, in: &offset, bits: 8 * offsetBytes)
    store(new.size, from: 0, in: &size, bits: 8 * sizeBytes)
  }

  mutating func fileOffsetBase(
    _ name: String, _ value: inout UInt64, bytes: Int, isInFile: Bool
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
    _ name: String, _ value: inout UInt32, bits width: Int
  ) throws(FormatError) {
    hasMet = true
    guard let start = stretch, let end = place(value, from: start) else { return }
    let new = try mover.moved(
      OffsetTarget(field: name, row: row, place: end, role: isLastRow ? .end : .start))
    store(new, from: start.new, in: &value, bits: width)
    stretch = Base(old: end, new: new)
  }

  mutating func fileOffsets<T: FixedWidthInteger & TableRow>(
    _ name: String, _ value: inout Table<T>, count: Int
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

  // MARK: Rows and records that may have offsets

  mutating func rows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, count: Int, layout: Row.Layout
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
    // Rows that take no bytes are all the same, and a count can claim any number of them.
    let different = Table<Row>.strideBits(layout) > 0 ? value.count : min(1, value.count)
    var rows: [Row] = []
    rows.reserveCapacity(different)
    var isChanged = false
    for index in 0..<different {
      let old = value[index]
      var new = old
      row = index
      isLastRow = index == different - 1
      try new.fields(&self, layout: layout)
      if new != old { isChanged = true }
      rows.append(new)
    }
    if isChanged, different == value.count { value = try Table(rows, layout: layout) }
  }

  mutating func remainingRows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, layout: Row.Layout
  ) throws(FormatError) { try rows(name, &value, count: value.count, layout: layout) }

  mutating func list<R: Record>(
    _ name: String, _ value: inout [R], count: Int
  ) throws(FormatError) {
    for index in value.indices { try value[index].fields(&self) }
  }

  mutating func list<R: Record>(
    _ name: String, _ value: inout RecordList<R>, count: Int?, like prototype: R
  ) throws(FormatError) {
    try value.change { (record) throws(FormatError) in try record.fields(&self) }
  }

  mutating func remainingList<R: Record>(
    _ name: String, _ value: inout [R]
  ) throws(FormatError) { try list(name, &value, count: value.count) }

  mutating func record<R: Record>(
    _ name: String, _ value: inout R
  ) throws(FormatError) { try value.fields(&self) }

  // MARK: Fields that are not offsets

  mutating func integer<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int
  ) {}

  mutating func scalar<S: FieldScalar>(_ name: String, _ value: inout S, bytes: Int) {}

  mutating func bits<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int
  ) {}

  mutating func reservedBits(_ value: inout UInt8, _ width: Int) {}

  mutating func reserved(_ value: inout Reserved, _ count: Int) {}

  mutating func bytes<B: FieldBytes>(_ name: String, _ value: inout B, count: Int?) {}

  mutating func terminated(_ name: String, _ value: inout CString) {}

  mutating func version(_ version: inout UInt8, upTo newest: UInt8) {}

  mutating func count(_ name: String, _ value: inout Int, bytes: Int) {}

  mutating func optional(
    _ isPresent: inout Bool, bytes: Int, if looksPresent: (Bytes) -> Bool
  ) {}

  mutating func children() {}
}
