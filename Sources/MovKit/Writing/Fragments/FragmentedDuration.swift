/// Where the header of a fragmented movie tells how long the movie is, when that is known.
///
/// Until then free space of the same size stands there: a duration of 0 would be wrong, and a movie
/// that is never finished tells none, so that readers add up its fragments.
struct FragmentedDuration {
  /// In bytes from the start of the file.
  private let offset: UInt64

  /// What stands in `mvex` while the movie is written.
  static func space() throws(FormatError) -> Atom {
    let size = try header(0).size
    return Atom("free", .bytes([UInt8](repeating: 0, count: Int(size) - 8)[...]))
  }

  /// Nil where a header that begins at `start` keeps no such space.
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

  /// Writes the duration, in ticks of the movie. It is on the medium before the space becomes an
  /// atom that readers look into: at every moment the movie tells none, or the right one.
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
