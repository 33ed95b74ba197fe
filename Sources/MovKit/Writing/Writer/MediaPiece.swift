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
}

extension [MediaPiece] {
  mutating func add(_ piece: MediaPiece) {
    guard piece.size > 0 else { return }
    if isEmpty || !self[count - 1].join(piece) { append(piece) }
  }
}

extension OutputFile {
  /// A range shorter than this is read and written: to have the system copy it takes longer.
  private static let leastCopy: UInt64 = 1 << 16
  /// Bytes that are written at once: few calls, and little to hold of what waited in a file.
  private static let writtenAtOnce = 1 << 20

  /// Adds media at the end.
  func append(media: some Sequence<MediaPiece>) throws(IOError) {
    var gathered = Pieces()
    for piece in media {
      switch piece {
      case .bytes(let bytes): try gather(bytes, in: &gathered)
      case .spooled(let spooled):
        for block in spooled.blocks { try gather(block.bytes()[...], in: &gathered) }
      case .range(let range, let file):
        if piece.size < Self.leastCopy, let count = Int(exactly: piece.size) {
          try gather(file.read(at: range.lowerBound, count: count)[...], in: &gathered)
        } else {
          try append(gathered)
          gathered = Pieces()
          try append(range, of: file)
        }
      }
    }
    try append(gathered)
  }

  private func gather(_ bytes: Bytes, in gathered: inout Pieces) throws(IOError) {
    gathered.append(bytes)
    guard gathered.count >= Self.writtenAtOnce else { return }
    try append(gathered)
    gathered = Pieces()
  }
}
