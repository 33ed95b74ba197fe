/// Rules about pictures that are made of tiles (ISO/IEC 23008-12, 6.6.2.3).
struct GridRules {
  private let items: FileItems

  init(_ items: FileItems) { self.items = items }

  func run(_ found: inout CheckFindings, at place: CheckPlace) {
    var tiles: [UInt32: [UInt32]] = [:]
    for reference in items.references where reference.type == "dimg" {
      tiles[reference.from, default: []] += reference.to
    }
    for id in items.ids where items.item(id)?.type == "grid" {
      guard let grid = items.grid(id) else { continue }
      let tiles = tiles[id] ?? []
      let count = grid.rows * grid.columns
      if tiles.count != count {
        found.report(
          "item-grid-count",
          "grid \(id) has \(counted(grid.rows, "row")) of \(grid.columns), and is made of "
            + "\(counted(tiles.count, "item")) (dimg)", at: place)
        continue
      }
      if let reason = wrongSize(of: grid, id, tiles) {
        found.report("item-grid-size", reason, at: place)
      }
    }
  }

  /// Returns what is wrong about the sizes of a grid and its tiles; nil if nothing is, or they are not
  /// known.
  private func wrongSize(of grid: ImageGrid, _ id: UInt32, _ tiles: [UInt32]) -> String? {
    let output = "\(grid.outputWidth) by \(grid.outputHeight)"
    if let size = items.pictureSize(of: id),
      size.width != grid.outputWidth || size.height != grid.outputHeight
    {
      return "grid \(id) is \(output) pixels large, and \(size.width) by \(size.height) by its ispe"
    }
    guard let first = tiles.first, let tile = items.pictureSize(of: first) else { return nil }
    for other in tiles {
      guard let size = items.pictureSize(of: other) else { return nil }
      guard size == tile else {
        return "grid \(id) has tiles of \(tile.width) by \(tile.height) and of "
          + "\(size.width) by \(size.height) pixels"
      }
    }
    // The numbers have 32 bits, and there are at most 256 rows and columns.
    let width = UInt64(tile.width) * UInt64(grid.columns)
    let height = UInt64(tile.height) * UInt64(grid.rows)
    guard width < UInt64(grid.outputWidth) || height < UInt64(grid.outputHeight) else { return nil }
    return "grid \(id) is \(output) pixels large, and its tiles only \(width) by \(height)"
  }
}
