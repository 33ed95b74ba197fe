/// Media data to be written: bytes, or a range of another file, which the operating system copies.
enum MediaPiece {
  case bytes(Bytes)
  /// One sample, which is never divided.
  case spooled(SpooledBytes)
  case range(Range<UInt64>, File)

  var size: UInt64 {
    switch self {
    case .bytes(let bytes): UInt64(bytes.count)
    case .spooled(let bytes): UInt64(bytes.count)
    case .range(let range, _): range.length
    }
  }

  /// Whether the data is in no other file except perhaps a scratch file.
  var isOwn: Bool {
    if case .range = self { false } else { true }
  }

  /// Removes and returns the first `count` bytes. There must be as many.
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

  /// Returns `count` bytes from a place on. There must be as many, and if it is a spooled sample, all of it.
  func part(from start: UInt64, count: UInt64) -> MediaPiece {
    switch self {
    case .bytes(let bytes):
      .bytes(bytes.dropFirst(Int(clamping: start)).prefix(Int(clamping: count)))
    case .spooled: self
    case .range(let range, let file):
      .range(range.lowerBound + start..<range.lowerBound + start + count, file)
    }
  }

  /// Appends a piece that directly follows in the same file. Returns false if it does not follow.
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
  /// A range shorter than this is read and written, because having the operating system copy it
  /// takes longer.
  private static let leastCopy: UInt64 = 1 << 16
  /// The number of bytes written at once: enough for few system calls, and little memory for what
  /// was spooled to a file.
  private static let writtenAtOnce = 1 << 20

  /// Appends media at the end.
  func append(media: some Sequence<MediaPiece>) throws(IOError) {
    var gathered = Pieces()
    var media = media.makeIterator()
    var following = media.next()
    while var piece = following {
      following = media.next()
      // What follows in the same file is read, or copied, at once.
      while let next = following, piece.join(next) { following = media.next() }
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
