/// Media data that is to be written: bytes, or a range of another file that the system copies.
enum MediaPiece {
  case bytes(Bytes)
  /// One sample, which is never divided.
  case spooled(SpooledBytes)
  case range(Range<UInt64>, File)

  var size: UInt64 {
    switch self {
    case .bytes(let bytes): UInt64(bytes.count)
    case .spooled(let bytes): UInt64(bytes.count)
    case .range(let range, _): range.upperBound - range.lowerBound
    }
  }

  /// Whether it stands in no other file than perhaps a scratch file.
  var isOwn: Bool {
    if case .range = self { false } else { true }
  }

  /// Takes the first `count` bytes off; there are at least as many.
  mutating func takeFirst(_ count: UInt64) -> MediaPiece {
    switch self {
    case .bytes(let bytes):
      let first = bytes.prefix(Int(clamping: count))
      self = .bytes(bytes.dropFirst(first.count))
      return .bytes(first)
    case .spooled:
      defer { self = .bytes([]) }
      return self
    case .range(let range, let file):
      let middle = range.lowerBound + min(count, size)
      self = .range(middle..<range.upperBound, file)
      return .range(range.lowerBound..<middle, file)
    }
  }

  /// Joins what follows in the same file; false where it does not.
  mutating func join(_ other: MediaPiece) -> Bool {
    guard case .range(let range, let file) = self, case .range(let next, let same) = other,
      file === same, range.upperBound == next.lowerBound
    else { return false }
    self = .range(range.lowerBound..<next.upperBound, file)
    return true
  }

  /// A range shorter than this is read and written: to have the system copy it takes longer.
  private static let leastCopy: UInt64 = 1 << 16

  func write(to output: OutputFile) throws(IOError) {
    switch self {
    case .bytes(let bytes): try output.append(bytes)
    case .spooled(let spooled): for block in spooled.blocks { try output.append(block.bytes()) }
    case .range(let range, let file):
      guard size < Self.leastCopy, let count = Int(exactly: size) else {
        return try output.append(range, of: file)
      }
      try output.append(try file.read(at: range.lowerBound, count: count))
    }
  }
}

extension [MediaPiece] {
  mutating func add(_ piece: MediaPiece) {
    guard piece.size > 0 else { return }
    if isEmpty || !self[count - 1].join(piece) { append(piece) }
  }
}
