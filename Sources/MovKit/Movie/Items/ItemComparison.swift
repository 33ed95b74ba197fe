/// Whether items of two files that have one ID have the same bytes, wherever they lie.
///
/// Items that only one file has are left out, and so are items without a place in one of the files, such as pictures
/// that are made of others: what `iinf` and `iloc` say of them is in the atoms.
package struct ItemComparison {
  /// What was found of an item.
  package struct Result: Sendable {
    /// The item, as the first file has it.
    package let item: FileItem
    /// The number of bytes in each file; nil if they cannot be read.
    package fileprivate(set) var sizes: (first: UInt64?, second: UInt64?)
    /// The first byte that differs, of those that are in both files, from 0.
    package fileprivate(set) var firstDifferent: UInt64?
    /// Why the bytes cannot be compared; nil if they were, or can be read in one file only.
    package fileprivate(set) var problem: FormatError?

    /// Whether nothing differs, as far as it could be compared.
    package var isSame: Bool { firstDifferent == nil && sizes.first == sizes.second }
  }

  private let first: FileItems
  private let second: FileItems
  private let ids: [UInt32]
  private var index = 0
  /// How many pieces of items may still be found, and how many of their bytes compared: all items of a damaged file
  /// can be the same bytes.
  private var pieces = FileItems.mostWork
  private var bytes: UInt64

  /// How many times as large as the larger file the items that are compared may be together.
  private static let mostTimes: UInt64 = 4
  /// The size of a piece in bytes.
  private static let piece = 1 << 16

  /// - Parameter previous: The comparison of other items of the same files, with which this one shares its limits.
  package init(_ first: FileItems, _ second: FileItems, after previous: ItemComparison? = nil) {
    (self.first, self.second) = (first, second)
    ids = first.ids
    if let previous {
      (pieces, bytes) = (previous.pieces, previous.bytes)
      return
    }
    let (most, overflow) = max(first.file.size, second.file.size)
      .multipliedReportingOverflow(by: Self.mostTimes)
    bytes = overflow ? .max : most
  }

  /// Compares the next item, in the order of their IDs; nil at the end. Memory does not grow with the item.
  package mutating func next() throws(IOError) -> Result? {
    while index < ids.count {
      let id = ids[index]
      index += 1
      guard let item = first.item(id), second.item(id) != nil, first.location(of: id) != nil,
        second.location(of: id) != nil
      else { continue }
      return try compare(item)
    }
    return nil
  }

  private mutating func compare(_ item: FileItem) throws(IOError) -> Result {
    var result = Result(item: item, sizes: (nil, nil))
    let (a, b): (ItemExtents, ItemExtents)
    switch (extents(of: item.id, in: first), extents(of: item.id, in: second)) {
    case (.success(let one), .success(let two)): (a, b) = (one, two)
    case (.success(let one), .failure):
      result.sizes.first = one.size
      return result
    case (.failure, .success(let two)):
      result.sizes.second = two.size
      return result
    case (.failure(let error), .failure):
      result.problem = error
      return result
    }
    result.sizes = (a.size, b.size)
    let common = min(a.size, b.size)
    guard common <= bytes else {
      let reason = "the items are more than \(Self.mostTimes) times as large as the file"
      result.problem = FormatError(.limit(reason), path: "iloc")
      return result
    }
    bytes -= common
    result.firstDifferent = try Self.firstDifference(
      ItemData(a, of: first.file), ItemData(b, of: second.file), common)
    return result
  }

  private mutating func extents(
    of id: UInt32, in items: FileItems
  ) -> Swift.Result<ItemExtents, FormatError> {
    guard pieces > 0 else {
      return .failure(FormatError(.limit("the items are in too many pieces"), path: "iloc"))
    }
    var finder = ItemExtentFinder(items)
    defer { pieces -= finder.work }
    do throws(FormatError) { return .success(try finder.extents(of: id)) } catch {
      return .failure(error)
    }
  }

  /// Returns the first of the first `count` bytes that differs; nil if they are the same.
  private static func firstDifference(
    _ a: ItemData, _ b: ItemData, _ count: UInt64
  ) throws(IOError) -> UInt64? {
    var position: UInt64 = 0
    while position < count {
      let wanted = Int(min(UInt64(piece), count - position))
      let (one, two) = (
        try a.read(at: position, upTo: wanted), try b.read(at: position, upTo: wanted)
      )
      if !one[...].hasSameBytes(as: two[...]) {
        let place = zip(one, two).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        return position + UInt64(place ?? 0)
      }
      position += UInt64(wanted)
    }
    return nil
  }
}
