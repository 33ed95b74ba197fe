/// Finds rows of a run-length table for items that are asked for mostly one after the other: the
/// item behind the last one costs no search, any other is looked up in the table's `RunIndex`.
struct RunWalk: Sendable {
  /// The row that holds the item asked for last.
  private(set) var row = -1
  /// The first item of the row.
  private(set) var first: UInt64 = 0
  /// The first item behind the row.
  private(set) var end: UInt64 = 0
  /// The sum over all items before the row.
  private var valueBefore: UInt64 = 0
  /// What each item of the row adds.
  private(set) var step: UInt64 = 0

  /// Goes to the row of an item; false behind the last one. `run` is the one that the index was
  /// made with.
  @inline(__always)
  mutating func move(
    to item: UInt64, in index: RunIndex, run: (Int) -> (count: UInt64, step: UInt64)
  ) -> Bool {
    if item >= first, item < end { return true }
    guard item < index.items else { return false }
    guard item == end else { return jump(to: item, in: index, run: run) }
    // A row that holds the item is ahead, and `RunIndex` saw that no sum overflows.
    repeat {
      valueBefore &+= (end &- first) &* step
      row += 1
      let (count, step) = run(row)
      self.step = step
      first = end
      end &+= count
    } while item >= end
    return true
  }

  private mutating func jump(
    to item: UInt64, in index: RunIndex, run: (Int) -> (count: UInt64, step: UInt64)
  ) -> Bool {
    guard let place = index.place(ofItem: item, run: run) else { return false }
    let (count, step) = run(place.row)
    row = place.row
    first = place.firstItem
    end = first &+ count
    valueBefore = place.valueBefore &- (item &- first) &* step
    self.step = step
    return true
  }

  /// The sum over all items before one of the row.
  func value(before item: UInt64) -> UInt64 { valueBefore &+ (item &- first) &* step }
}
