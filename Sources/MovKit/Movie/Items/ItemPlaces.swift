extension FileItems {
  /// A byte of an item.
  public struct Place: Sendable {
    /// The item.
    public let item: FileItem
    /// The number of bytes of the item.
    public let size: UInt64
    /// The number of the extent that has the byte, from 0.
    public let extent: Int
    /// The byte, from the start of the item.
    public let byte: UInt64
  }

  /// Returns the items that have a byte of the file, at most `most`. An item whose place is damaged has
  /// none.
  public func places(of offset: UInt64, atMost most: Int) -> [Place] {
    var places: [Place] = []
    var work = Self.mostWork
    for id in ids {
      guard places.count < most, work > 0 else { break }
      var finder = ItemExtentFinder(self)
      let found = try? finder.extents(of: id)
      work -= finder.work
      guard let extents = found else { continue }
      guard let piece = extents.pieces.first(where: { $0.range.contains(offset) }),
        let item = item(id)
      else { continue }
      places.append(
        Place(
          item: item, size: extents.size, extent: piece.number,
          byte: piece.start + (offset - piece.range.lowerBound)))
    }
    return places
  }

  /// Returns the number of bytes of each item. Items whose bytes are not in the file are left out, and
  /// so are the last ones of a file with more pieces of items than any picture has.
  public func sizes() -> [UInt32: UInt64] {
    var sizes: [UInt32: UInt64] = [:]
    var work = Self.mostWork
    for id in ids {
      guard work > 0 else { break }
      var finder = ItemExtentFinder(self)
      sizes[id] = (try? finder.extents(of: id))?.size
      work -= finder.work
    }
    return sizes
  }

  /// How many pieces all items together may have. Damaged ones share theirs.
  static let mostWork = 1 << 22

  /// The number of bytes of an item.
  /// - Throws: `FormatError` if they are not in the file.
  public func size(of id: UInt32) throws(FormatError) -> UInt64 {
    var finder = ItemExtentFinder(self)
    return try finder.extents(of: id).size
  }
}
