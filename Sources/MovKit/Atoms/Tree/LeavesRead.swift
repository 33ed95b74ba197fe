/// A few child atoms that have no children of their own, and the bytes before them, all as they were
/// read. A file can hold such a parent in every few bytes, so its children are made when they are asked
/// for: 12 bytes, and nothing elsewhere.
struct LeavesRead: Sendable {
  /// The bytes that were read, and how many of them are before the atoms: one of the numbers that occur.
  /// The number takes no room of its own.
  private enum Head: Sendable {
    case none(BytesRead)
    case four(BytesRead)
    case six(BytesRead)
    case eight(BytesRead)
    case timecode(BytesRead)
    case sound(BytesRead)
    case picture(BytesRead)

    init?(_ count: Int, in buffer: BytesRead) {
      switch count {
      case 0: self = .none(buffer)
      case 4: self = .four(buffer)
      case 6: self = .six(buffer)
      case 8: self = .eight(buffer)
      case 26: self = .timecode(buffer)
      case 28: self = .sound(buffer)
      case 78: self = .picture(buffer)
      default: return nil
      }
    }

    var count: Int {
      switch self {
      case .none: 0
      case .four: 4
      case .six: 6
      case .eight: 8
      case .timecode: 26
      case .sound: 28
      case .picture: 78
      }
    }

    var buffer: BytesRead {
      switch self {
      case .none(let buffer), .four(let buffer), .six(let buffer), .eight(let buffer),
        .timecode(let buffer), .sound(let buffer), .picture(let buffer):
        buffer
      }
    }
  }

  private let head: Head
  /// `start`, and in the highest bit whether one of the atoms may have file offsets: every walk over offsets asks
  /// for that.
  private let place: UInt32
  private static let mayHaveOffsets: UInt32 = 1 << 31

  /// The place in the buffer of the bytes before the atoms. Before them is a header of 8 bytes, with the
  /// number of all.
  var start: UInt32 { place & ~Self.mayHaveOffsets }

  /// Whether none of the atoms has file offsets. False also if that is not known.
  var lacksOffsets: Bool { place & Self.mayHaveOffsets == 0 }

  private static let mostAtoms = 8

  /// nil if the atoms are too many, or are not as they are in the buffer.
  init?(preamble: Bytes, _ atoms: [Atom], tail: Bytes, in buffer: BytesRead) {
    guard tail.isEmpty, atoms.count <= Self.mostAtoms,
      let head = Head(preamble.count, in: buffer),
      let start = UInt32(exactly: preamble.startIndex),
      let count = buffer.count(ofBytesAt: start)
    else { return nil }
    var end = preamble.endIndex
    guard end <= buffer.bytes.count else { return nil }
    let all = atoms[...]
    let span = all.span
    for index in span.indices {
      guard let next = span[index].endOfLeaf(at: end, in: buffer) else { return nil }
      end = next
    }
    guard end - Int(start) == count else { return nil }
    self.init(head, start, mayHaveOffsets: true)
  }

  /// Finds the atoms in the content that begins at `start`, after bytes of another kind. nil unless the atoms
  /// fill it, are at most `most`, and `isLeaf` is true of their types. Also returns their number.
  /// - Parameter mayHaveOffsets: Whether atoms of a type have file offsets.
  static func found(
    in buffer: BytesRead, at start: UInt32, after preambleCount: Int, atMost most: Int,
    _ isLeaf: (FourCC) -> Bool, _ mayHaveOffsets: (FourCC) -> Bool
  ) -> (leaves: LeavesRead, count: Int)? {
    guard let head = Head(preambleCount, in: buffer), let size = buffer.count(ofBytesAt: start)
    else { return nil }
    var place = Int(start) + preambleCount
    let end = Int(start) + size
    var (count, hasOffsets) = (0, false)
    while place < end {
      guard end - place >= 8, case let header = buffer.header(at: place), header.size >= 8,
        Int(header.size) <= end - place, count < min(most, mostAtoms), header.type != "uuid",
        isLeaf(header.type)
      else { return nil }
      hasOffsets = hasOffsets || mayHaveOffsets(header.type)
      place += Int(header.size)
      count += 1
    }
    guard place == end else { return nil }
    return LeavesRead(head, start, mayHaveOffsets: hasOffsets).map { ($0, count) }
  }

  /// nil if the place is too large.
  private init?(_ head: Head, _ start: UInt32, mayHaveOffsets: Bool) {
    guard start < Self.mayHaveOffsets else { return nil }
    self.head = head
    place = mayHaveOffsets ? start | Self.mayHaveOffsets : start
  }

  var buffer: BytesRead { head.buffer }

  /// The number of all bytes.
  var size: Int { buffer.count(ofBytesAt: start) ?? 0 }

  /// The number of bytes before the atoms.
  var preambleCount: Int { head.count }

  private var atomsStart: Int { Int(start) + head.count }

  var atoms: [Atom] { atoms { _ in true } }

  /// Returns the atoms of a type.
  func all(_ type: FourCC) -> [Atom] { atoms { $0 == type } }

  /// Returns the atoms whose types are those that are wanted.
  @inline(__always)
  private func atoms(_ isWanted: (FourCC) -> Bool) -> [Atom] {
    var count = 0
    forEachHeader { _, type in
      if isWanted(type) { count += 1 }
      return true
    }
    var atoms: [Atom] = []
    if count == 0 { return atoms }
    atoms.reserveCapacity(count)
    forEachHeader { place, type in
      if isWanted(type) { atoms.append(Atom(leafAt: place, in: buffer)) }
      return true
    }
    return atoms
  }

  /// Returns the first atom of a type; nil if there is none.
  func first(_ type: FourCC) -> Atom? {
    var found: Atom?
    forEachHeader { place, other in
      guard other == type else { return true }
      found = Atom(leafAt: place, in: buffer)
      return false
    }
    return found
  }

  /// Calls `body` with the type of each atom.
  @inline(__always)
  func forEachType(_ body: (FourCC) -> Void) {
    forEachHeader { _, type in
      body(type)
      return true
    }
  }

  /// Returns the number of atoms of one of several types.
  func count(of types: [FourCC]) -> Int {
    var count = 0
    forEachHeader { _, type in
      if types.contains(type) { count += 1 }
      return true
    }
    return count
  }

  /// Calls `body` with the place and the type of each atom until it returns false.
  @inline(__always)
  private func forEachHeader(_ body: (_ place: Int, FourCC) -> Bool) {
    let buffer = buffer
    var place = atomsStart
    let end = Int(start) + size
    while place < end {
      let header = buffer.header(at: place)
      guard body(place, header.type) else { return }
      place += Int(header.size)
    }
  }

  var children: Atom.Children { Atom.Children(preamble: preamble, atoms: atoms, tail: tail) }

  /// The bytes before the atoms, and those after them.
  var preamble: Bytes { buffer.bytes[Int(start)..<atomsStart] }
  var tail: Bytes {
    let end = Int(start) + size
    return buffer.bytes[end..<end]
  }

  /// Whether both are the same place in the same bytes.
  func isSame(as other: LeavesRead) -> Bool {
    buffer === other.buffer && start == other.start && head.count == other.head.count
  }
}
