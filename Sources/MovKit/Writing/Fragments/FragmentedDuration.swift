/// The place in the header of a fragmented movie where the duration of the movie is written once it
/// is known.
///
/// Until then there is free space of the same size: a duration of 0 would be wrong. A movie that is
/// never finished states no duration, so readers add up its fragments.
struct FragmentedDuration {
  /// The file offset in bytes.
  private let offset: UInt64

  /// Returns the atom that is in `mvex` while the movie is written.
  static func space() throws(FormatError) -> Atom {
    let size = try header(0).size
    return Atom("free", .bytes([UInt8](repeating: 0, count: Int(size) - 8)[...]))
  }

  /// Nil if the `moov`, which begins at `start`, has no such space.
  init?(in moov: Atom, at start: UInt64) {
    var offset = start + UInt64(moov.headerSize)
    for child in moov.children {
      guard child.type == "mvex" else {
        offset += child.size
        continue
      }
      guard child.children.first?.type == "free" else { return nil }
      self.offset = offset + UInt64(child.headerSize)
      return
    }
    return nil
  }

  /// Writes the duration in ticks of the movie. The duration is on disk before the space becomes an
  /// atom that readers look at, so that at any moment the movie states either no duration or the
  /// right one.
  func write(_ ticks: UInt64, to output: OutputFile) throws(WritingError) {
    let bytes = try atoms { () throws(FormatError) in try Self.header(ticks).serialized() }
    try io { () throws(IOError) in
      try output.rewrite(Array(bytes[8...]), at: offset + 8)
      try output.sync()
      try output.rewrite(Array(bytes[4..<8]), at: offset + 4)
    }
  }

  private static func header(_ ticks: UInt64) throws(FormatError) -> Atom {
    var header = MovieExtendsHeader()
    header.version = 1
    header.fragmentDuration = ticks
    return try Atom("mehd", header)
  }
}
