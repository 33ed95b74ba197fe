/// Finds rows of a run-length table for items that are mostly requested one after another. The item
/// after the previous one costs no search; any other is looked up in the table's `RunIndex`.
struct RunWalk: Sendable {
  /// The row that contains the item requested last; -1 before the first request.
  private(set) var row = -1
  /// The first item of the row.
  private(set) var first: UInt64 = 0
  /// The first item after the row.
  private(set) var end: UInt64 = 0
  /// The sum over all items before the row.
  private var valueBefore: UInt64 = 0
  /// The step of each item of the row.
  private(set) var step: UInt64 = 0

  /// Moves to the row of an item. Returns false after the last item. `run` is the closure that the
  /// index was made with.
  @inline(__always)
  mutating func move(
    to item: UInt64, in index: RunIndex, run: (Int) -> (count: UInt64, step: UInt64)
  ) -> Bool {
    if item >= first, item < end { return true }
    guard item < index.items else { return false }
    guard item == end else { return jump(to: item, in: index, run: run) }
    // A row that contains the item follows, and `RunIndex` checked that no sum overflows.
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

  /// Returns the sum over all items before one of the row.
  func value(before item: UInt64) -> UInt64 { valueBefore &+ (item &- first) &* step }
}
