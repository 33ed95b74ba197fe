/// The child atoms of an atom that was read, and where the bytes before and after them are. Only
/// `Atom` changes it, and only if no other atom has it too.
///
/// A track has several of these, and a movie can have very many tracks, so numbers share bytes.
@safe final class ChildrenRead: @unchecked Sendable {
  let buffer: BytesRead
  private(set) var atoms: [Atom]
  /// The place in the buffer of the bytes before the atoms.
  let start: UInt32
  /// The number of these bytes, how the header stores the size, and flags.
  private var bits: UInt16
  /// The number of bytes after the atoms, at the end of what the header in the buffer declares.
  private let tailCount: UInt16

  private enum Bit {
    static let preambleCount: UInt16 = (1 << 12) - 1
    static let extended: UInt16 = 1 << 12
    static let toEnd: UInt16 = 1 << 13
    static let lacksOffsets: UInt16 = 1 << 14
    static let isAsParsed: UInt16 = 1 << 15
  }

  /// nil if the buffer is too large, or there are many bytes beside the atoms. The bytes are slices of it.
  init?(preamble: Bytes, _ atoms: [Atom], tail: Bytes, in buffer: BytesRead, form: Atom.Form) {
    guard let start = UInt32(exactly: preamble.startIndex),
      let tailCount = UInt16(exactly: tail.count),
      let bits = Self.packed(form, preamble.count),
      tailCount == 0 || Self.end(of: start, form, in: buffer) == tail.endIndex
    else { return nil }
    self.buffer = buffer
    self.start = start
    self.bits = bits
    self.tailCount = tailCount
    // A short list that has grown by itself can have room for nearly twice as many.
    let unused = atoms.capacity - atoms.count
    self.atoms = (2...8).contains(unused) ? atoms.map(\.self) : atoms
  }

  /// nil if the bytes after the atoms can then no longer be found.
  init?(_ other: ChildrenRead, form: Atom.Form) {
    guard form == other.form || other.tailCount == 0,
      let bits = Self.packed(form, other.preambleCount)
    else { return nil }
    buffer = other.buffer
    start = other.start
    self.bits = bits
    tailCount = other.tailCount
    atoms = other.atoms
  }

  /// A copy whose atoms can be changed.
  init(_ other: ChildrenRead) {
    buffer = other.buffer
    start = other.start
    bits = other.bits
    tailCount = other.tailCount
    atoms = other.atoms
  }

  private static func packed(_ form: Atom.Form, _ preambleCount: Int) -> UInt16? {
    guard preambleCount <= Int(Bit.preambleCount) else { return nil }
    let number = UInt16(preambleCount)
    return switch form {
    case .compact: number
    case .extended: number | Bit.extended
    case .toEnd: number | Bit.toEnd
    }
  }

  /// Returns where the content that begins at `start` ends; nil if its header does not say so. Content that
  /// was read without its header is all that was read.
  private static func end(of start: UInt32, _ form: Atom.Form, in buffer: BytesRead) -> Int? {
    switch form {
    case .compact where start == 0, .extended where start == 0: buffer.bytes.count
    case .compact: buffer.count(ofBytesAt: start).map { Int(start) + $0 }
    case .extended: buffer.count(ofExtendedBytesAt: start).map { Int(start) + $0 }
    case .toEnd: nil
    }
  }

  /// The size of the content in bytes; the greatest number if it is more than that.
  var size: UInt64 {
    if isAsParsed, let end = Self.end(of: start, form, in: buffer) {
      return UInt64(end - Int(start))
    }
    return sum
  }

  private var sum: UInt64 {
    var sum = UInt64(preambleCount) + UInt64(tailCount)
    let atoms = atoms[...]
    let span = atoms.span
    for index in span.indices { sum = sum.addingClamping(span[index].size) }
    return sum
  }

  /// Whether the atoms, and all in them, are as they were read, and fill what the header in the buffer
  /// declares. Otherwise, sizes would be added up again for each of the atoms around them.
  var isAsParsed: Bool { bits & Bit.isAsParsed != 0 }

  private var areAsParsed: Bool {
    let atoms = atoms[...]
    let span = atoms.span
    for index in span.indices where !span[index].isAsParsed { return false }
    return true
  }

  /// Whether none of the atoms in it has file offsets. False also if that is not known.
  var lacksOffsets: Bool { bits & Bit.lacksOffsets != 0 }

  /// Notes what is known of atoms that were just read, and fill the content up to its end. Any change of an
  /// atom in this one ends it, since it takes out the atoms of all that are around it.
  func noteParsed(upTo end: Int, lacksOffsets: Bool) {
    guard areAsParsed, end == Self.end(of: start, form, in: buffer) else { return }
    bits |= Bit.isAsParsed | (lacksOffsets ? Bit.lacksOffsets : 0)
  }

  /// Returns the first atom of a type; nil if there is none. The list itself is not copied.
  func first(_ type: FourCC) -> Atom? {
    for index in 0..<atoms.count where atoms[index].type == type { return atoms[index] }
    return nil
  }

  /// Calls `body` with the type of each atom. The list itself is not copied.
  @inline(__always)
  func forEachType(_ body: (FourCC) -> Void) {
    let atoms = atoms[...]
    let span = atoms.span
    for index in span.indices { body(span[index].type) }
  }

  /// Removes the atoms, to be changed; `putBack` must follow.
  func takeOut() {
    atoms = []
    bits &= ~(Bit.isAsParsed | Bit.lacksOffsets)
  }

  func putBack(_ changed: [Atom]) { atoms = changed }

  /// How the header stores the size.
  var form: Atom.Form {
    bits & Bit.extended != 0 ? .extended : bits & Bit.toEnd != 0 ? .toEnd : .compact
  }

  var preambleCount: Int { Int(bits & Bit.preambleCount) }

  var children: Atom.Children { Atom.Children(preamble: preamble, atoms: atoms, tail: tail) }

  /// The bytes before the atoms, and those after them.
  var preamble: Bytes { bytes(from: Int(start), preambleCount) }
  var tail: Bytes {
    guard tailCount > 0, let end = Self.end(of: start, form, in: buffer) else { return [] }
    return bytes(from: end - Int(tailCount), Int(tailCount))
  }

  private func bytes(from start: Int, _ count: Int) -> Bytes {
    buffer.bytes[start..<start + count]
  }
}
