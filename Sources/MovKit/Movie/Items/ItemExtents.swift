/// The bytes of an item, in pieces of the file (ISO/IEC 14496-12, 8.11.3).
struct ItemExtents: Sendable {
  /// Bytes that follow each other in the file.
  struct Piece: Sendable {
    var range: Range<UInt64>
    /// Where the piece begins in the item.
    var start: UInt64
    /// The number of the item's extent that has it, from 0.
    var number: Int

    var size: UInt64 { range.length }
  }

  private(set) var pieces: [Piece] = []
  /// The number of bytes of the item.
  private(set) var size: UInt64 = 0

  /// Appends a piece. Throws if the item becomes larger than 64 bits can count.
  mutating func append(_ range: Range<UInt64>, number: Int) throws(FormatError) {
    guard !range.isEmpty else { return }
    let (next, overflow) = size.addingReportingOverflow(range.length)
    guard !overflow else { throw FormatError(.doesNotFit(bits: 64), path: "extent_length") }
    pieces.append(Piece(range: range, start: size, number: number))
    size = next
  }

  /// The index of the piece with a byte of the item, which must be one of `size`.
  func index(ofPieceWith byte: UInt64) -> Int {
    pieces.indexBeforeFirst(where: { $0.start > byte }) ?? 0
  }
}

/// Finds the bytes of items, through the items that contain them.
struct ItemExtentFinder {
  private let items: FileItems
  /// How many pieces may still be made. An item made of another one that many times has as many
  /// pieces as the product.
  private var pieces: Int
  /// The most items that are inside each other.
  private static let mostLevels = 16
  /// How many times as large as the file an item may be, by extents that share bytes.
  private static let mostTimes: UInt64 = 64

  private let mostPieces: Int

  init(_ items: FileItems, mostPieces: Int = 1 << 18) {
    self.items = items
    self.mostPieces = mostPieces
    pieces = mostPieces
  }

  /// How many pieces were made, at least 1.
  var work: Int { max(1, mostPieces - pieces) }

  /// Returns the bytes of an item.
  /// - Throws: `FormatError` if they are not in the file, contain themselves, or are too many.
  mutating func extents(of id: UInt32) throws(FormatError) -> ItemExtents {
    do { return try extents(of: id, inside: []) } catch { throw error.inside("item \(id)") }
  }

  private mutating func extents(
    of id: UInt32, inside way: [UInt32]
  ) throws(FormatError) -> ItemExtents {
    guard !way.contains(id) else {
      throw FormatError(.invalid("the item contains itself"), path: "iloc")
    }
    guard way.count < Self.mostLevels else {
      throw FormatError(
        .limit("items are inside each other more than \(Self.mostLevels) deep"), path: "iloc")
    }
    guard let location = items.location(of: id) else {
      throw FormatError(.missing("the file does not say where the item is"), path: "iloc")
    }
    try checkFile(location)
    guard location.extents.count < 2 || location.hasPlaces else {
      // Any number of them takes no bytes in the file.
      throw FormatError(.invalid("the item has several extents without numbers"), path: "iloc")
    }
    switch location.constructionMethod {
    case 0: return try extents(of: location, in: 0..<items.file.size, "the file")
    case 1:
      guard let data = items.itemData else {
        throw FormatError(.missing("the item is in idat, and there is none"), path: "iloc")
      }
      return try extents(of: location, in: data, "idat")
    case 2: return try extents(of: location, id, inside: way)
    default:
      throw FormatError(
        .unsupported("construction method \(location.constructionMethod)"), path: "iloc")
    }
  }

  /// Throws if the item is in another file.
  private func checkFile(_ location: ItemLocations.Item) throws(FormatError) {
    guard location.constructionMethod == 0 else { return }
    guard items.isThisFile(dataReference: location.dataReferenceIndex) else {
      throw FormatError(.unsupported("the item is in another file"), path: "iloc")
    }
  }

  /// The extents of an item in one range of the file.
  private mutating func extents(
    of location: ItemLocations.Item, in container: Range<UInt64>, _ name: String
  ) throws(FormatError) -> ItemExtents {
    let room = container.length
    var result = ItemExtents()
    for (number, extent) in location.extents.enumerated() {
      let range = try Self.range(of: extent, location.baseOffset, in: room, name)
      try count()
      try result.append(
        container.lowerBound + range.lowerBound..<container.lowerBound + range.upperBound,
        number: number)
      try check(result)
    }
    return result
  }

  /// The extents of an item in other items.
  private mutating func extents(
    of location: ItemLocations.Item, _ id: UInt32, inside way: [UInt32]
  ) throws(FormatError) -> ItemExtents {
    let others = items.containers(of: id)
    var known: [UInt32: ItemExtents] = [:]
    var result = ItemExtents()
    for (number, extent) in location.extents.enumerated() {
      // The first is meant if the file does not say which.
      let index = max(1, extent.extentIndex)
      guard index <= UInt64(others.count) else {
        throw FormatError(
          .missing(
            "the item is in the items that it refers to, and there is no reference \(index)"),
          path: "iloc")
      }
      let other = others[Int(index) - 1]
      let container: ItemExtents
      if let found = known[other] {
        container = found
      } else {
        container = try extents(of: other, inside: way + [id])
        known[other] = container
      }
      let range = try Self.range(
        of: extent, location.baseOffset, in: container.size, "item \(other)")
      guard !range.isEmpty else {
        try count()
        continue
      }
      for piece in container.pieces[container.index(ofPieceWith: range.lowerBound)...] {
        guard piece.start < range.upperBound else { break }
        let from = max(range.lowerBound, piece.start) - piece.start
        let to = min(range.upperBound - piece.start, piece.size)
        try count()
        try result.append(
          piece.range.lowerBound + from..<piece.range.lowerBound + to, number: number)
      }
      try check(result)
    }
    return result
  }

  /// Returns where an extent is in something of `room` bytes.
  private static func range(
    of extent: ItemLocations.Extent, _ base: UInt64, in room: UInt64, _ name: String
  ) throws(FormatError) -> Range<UInt64> {
    let start: UInt64
    do throws(ItemLocations.Excess) { start = try extent.start(from: base, in: room) } catch {
      throw FormatError(.beyondEnd("the item needs \(error) in \(name)"), path: "iloc")
    }
    // No length means all that follows.
    return start..<(extent.extentLength == 0 ? room : start + extent.extentLength)
  }

  private mutating func count() throws(FormatError) {
    guard pieces > 0 else {
      throw FormatError(.limit("the item is in too many pieces"), path: "iloc")
    }
    pieces -= 1
  }

  private func check(_ extents: ItemExtents) throws(FormatError) {
    let (most, overflow) = items.file.size.multipliedReportingOverflow(by: Self.mostTimes)
    guard overflow || extents.size <= most else {
      throw FormatError(
        .limit("the item is more than \(Self.mostTimes) times as large as the file"), path: "iloc")
    }
  }
}

extension ItemLocations {
  /// The bytes that an extent needs of something that has fewer.
  struct Excess: Error, CustomStringConvertible {
    var end: UInt64
    var room: UInt64

    var description: String { "bytes up to \(end) of \(room)" }
  }
}

extension ItemLocations.Extent {
  /// Returns where the extent begins in something of `room` bytes, all of which it can have. Its offset counts
  /// from `base`.
  func start(from base: UInt64, in room: UInt64) throws(ItemLocations.Excess) -> UInt64 {
    let (start, overflow) = base.addingReportingOverflow(extentOffset)
    guard !overflow, start <= room, extentLength <= room - start else {
      throw ItemLocations.Excess(
        end: overflow ? .max : start.addingClamping(extentLength), room: room)
    }
    return start
  }
}
