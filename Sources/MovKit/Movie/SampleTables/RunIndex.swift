/// Finds the row of a run-length table that holds an item, and sums what lies before it.
///
/// One mark is kept for every 64 rows, so that a table of a million runs costs 250 KB and a
/// look-up is a binary search over marks and at most 64 rows decoded.
struct RunIndex: Sendable {
  private static let spacing = 64

  private struct Mark: Sendable {
    var items: UInt64
    var value: UInt64
  }

  /// What all rows before row `64 * n` hold.
  private var marks: [Mark] = []
  /// Items in all rows.
  private(set) var items: UInt64 = 0
  /// The sum over all items.
  private(set) var value: UInt64 = 0

  struct Place {
    var row: Int
    /// The first item of the row.
    var firstItem: UInt64
    var item: UInt64
    /// The sum over all items before the one looked for.
    var valueBefore: UInt64
  }

  /// No rows.
  init() {}

  /// A row is a run of `count` items of `step` each. nil where a sum goes beyond 64 bits.
  init?(rows: Int, run: (Int) -> (count: UInt64, step: UInt64)) {
    for row in 0..<rows {
      guard add(run(row), at: row) else { return nil }
    }
  }

  /// The same for rows that come one by one.
  init?(_ rows: some Sequence<(count: UInt64, step: UInt64)>) {
    for (row, run) in rows.enumerated() {
      guard add(run, at: row) else { return nil }
    }
  }

  /// Rows of one item each, which have these steps.
  init(steps: Table<UInt32>) {
    marks.reserveCapacity(steps.count / Self.spacing + 1)
    steps.forEachSum(of: Self.spacing) { count, sum in
      marks.append(Mark(items: items, value: value))
      // 2^32 numbers of 32 bits fit.
      items &+= UInt64(count)
      value &+= sum
    }
  }

  @inline(__always)
  private mutating func add(_ run: (count: UInt64, step: UInt64), at row: Int) -> Bool {
    if row % Self.spacing == 0 { marks.append(Mark(items: items, value: value)) }
    let (product, productOverflow) = run.count.multipliedReportingOverflow(by: run.step)
    let (sum, sumOverflow) = value.addingReportingOverflow(product)
    let (total, totalOverflow) = items.addingReportingOverflow(run.count)
    guard !productOverflow, !sumOverflow, !totalOverflow else { return false }
    (items, value) = (total, sum)
    return true
  }

  /// Where item `item` is; nil behind the last one. `run` is the one given to `init`.
  @inline(__always)
  func place(ofItem item: UInt64, run: (Int) -> (count: UInt64, step: UInt64)) -> Place? {
    guard item < items else { return nil }
    return walk(from: lastMark { $0.items <= item }) { items, _, _, count, _ in
      item - items < count ? item - items : nil
    } run: {
      run($0)
    }
  }

  /// The last item that begins at or before `value`, where steps are lengths; nil at or behind
  /// the end of all of them.
  @inline(__always)
  func place(ofValue value: UInt64, run: (Int) -> (count: UInt64, step: UInt64)) -> Place? {
    guard value < self.value else { return nil }
    return walk(from: lastMark { $0.value <= value }) { _, sum, _, count, step in
      step > 0 && (value - sum) / step < count ? (value - sum) / step : nil
    } run: {
      run($0)
    }
  }

  /// The last mark for which `isBefore` holds. The first always does.
  @inline(__always)
  private func lastMark(where isBefore: (Mark) -> Bool) -> Int {
    var low = 0
    var high = marks.count
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isBefore(marks[middle]) { low = middle } else { high = middle }
    }
    return low
  }

  /// Goes row by row from a mark until `find` tells how far into a row the place is.
  @inline(__always)
  private func walk(
    from mark: Int,
    find: (
      _ items: UInt64, _ value: UInt64, _ row: Int, _ count: UInt64, _ step: UInt64
    ) -> UInt64?,
    run: (Int) -> (count: UInt64, step: UInt64)
  ) -> Place? {
    guard mark < marks.count else { return nil }
    var (items, value) = (marks[mark].items, marks[mark].value)
    var row = mark * Self.spacing
    // `init` saw that no sum over these rows overflows.
    while items < self.items {
      let (count, step) = run(row)
      if let before = find(items, value, row, count, step) {
        return Place(
          row: row, firstItem: items, item: items &+ before,
          valueBefore: value &+ before &* step)
      }
      items &+= count
      value &+= count &* step
      row += 1
    }
    return nil
  }
}
