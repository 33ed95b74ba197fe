/// The bytes of an item, which are read where they are asked for.
struct ItemData: Sendable {
  private let extents: ItemExtents
  private let source: any ByteSource

  /// - Throws: `FormatError` if the bytes are not in the file.
  init(of id: UInt32, in items: FileItems) throws(FormatError) {
    var finder = ItemExtentFinder(items)
    extents = try finder.extents(of: id)
    source = items.file.source
  }

  init(_ extents: ItemExtents, of file: AtomFile) {
    self.extents = extents
    source = file.source
  }

  /// The number of bytes.
  var size: UInt64 { extents.size }

  /// Reads up to `count` bytes from byte `offset` of the item on: fewer only at its end.
  func read(at offset: UInt64, upTo count: Int) throws(IOError) -> [UInt8] {
    guard offset < size, count > 0 else { return [] }
    var rest = min(UInt64(count), size - offset)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(rest))
    var position = offset
    var index = extents.index(ofPieceWith: offset)
    while rest > 0, index < extents.pieces.count {
      let piece = extents.pieces[index]
      let skipped = position - piece.start
      let taken = min(rest, piece.size - skipped)
      // Not more than `count`.
      bytes += try source.read(exactly: Int(taken), at: piece.range.lowerBound + skipped)
      rest -= taken
      position += taken
      index += 1
    }
    return bytes
  }
}
