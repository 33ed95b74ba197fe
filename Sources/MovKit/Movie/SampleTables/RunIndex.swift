/// Finds the row of a run-length table that contains an item, and sums what is before it.
///
/// One mark is kept for every 64 rows. A table of a million runs costs 250 KB, and a look-up is a
/// binary search over marks and at most 64 rows decoded.
struct RunIndex: Sendable {
  /// The number of rows between two marks.
  static let spacing = 64

  private struct Mark: Sendable {
    var items: UInt64
    var value: UInt64
  }

  /// The sums over the rows before rows 64, 128, …. A table of fewer rows has none, and takes no memory
  /// for them: there can be one in every 28 bytes.
  private var marks: [Mark] = []
  /// The number of items in all rows.
  private(set) var items: UInt64 = 0
  /// The sum over all items.
  private(set) var value: UInt64 = 0

  /// Where an item is.
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

  /// Indexes `rows` rows. A row is a run of `count` items of `step` each. Nil if a sum exceeds 64
  /// bits.
  init?(rows: Int, run: (Int) -> (count: UInt64, step: UInt64)) {
    for row in 0..<rows {
      guard add(run(row), at: row) else { return nil }
    }
  }

  /// Indexes the rows of a table. Nil if a sum exceeds 64 bits.
  @inline(__always)
  init?<Row>(_ rows: Table<Row>, run: (Row) -> (count: UInt64, step: UInt64)) {
    var row = 0
    var isWhole = true
    rows.forEachRow { next in
      isWhole = add(run(next), at: row)
      row += 1
      return isWhole
    }
    guard isWhole else { return nil }
  }

  /// Indexes rows of one item each with the steps given.
  init(steps: Table<UInt32>) {
    marks.reserveCapacity(steps.count / Self.spacing)
    steps.forEachSum(of: Self.spacing) { count, sum in
      if items > 0 { marks.append(Mark(items: items, value: value)) }
      // 2^32 numbers of 32 bits fit.
      items &+= UInt64(count)
      value &+= sum
    }
  }

  @inline(__always)
  private mutating func add(_ run: (count: UInt64, step: UInt64), at row: Int) -> Bool {
    if row % Self.spacing == 0, row > 0 { marks.append(Mark(items: items, value: value)) }
    let (product, productOverflow) = run.count.multipliedReportingOverflow(by: run.step)
    let (sum, sumOverflow) = value.addingReportingOverflow(product)
    let (total, totalOverflow) = items.addingReportingOverflow(run.count)
    guard !productOverflow, !sumOverflow, !totalOverflow else { return false }
    (items, value) = (total, sum)
    return true
  }

  /// Returns where item `item` is; nil after the last item. `run` is the closure given to `init`.
  @inline(__always)
  func place(ofItem item: UInt64, run: (Int) -> (count: UInt64, step: UInt64)) -> Place? {
    guard item < items else { return nil }
    return walk(from: marksBefore { $0.items <= item }) { items, _, _, count, _ in
      item - items < count ? item - items : nil
    } run: {
      run($0)
    }
  }

  /// Returns the sum over the first `count` items; that over all if there are not as many. `run` is the closure given
  /// to `init`.
  func value(ofFirst count: UInt64, run: (Int) -> (count: UInt64, step: UInt64)) -> UInt64 {
    place(ofItem: count, run: run)?.valueBefore ?? value
  }

  /// Returns the last item that begins at or before `value`, if steps are lengths; nil at or after
  /// the end of all items.
  @inline(__always)
  func place(ofValue value: UInt64, run: (Int) -> (count: UInt64, step: UInt64)) -> Place? {
    guard value < self.value else { return nil }
    return walk(from: marksBefore { $0.value <= value }) { _, sum, _, count, step in
      step > 0 && (value - sum) / step < count ? (value - sum) / step : nil
    } run: {
      run($0)
    }
  }

  /// Returns the number of marks for which `isBefore` holds, which are the first ones.
  @inline(__always)
  private func marksBefore(where isBefore: (Mark) -> Bool) -> Int {
    var low = 0
    var high = marks.count
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(marks[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Reads rows from the last of `mark` marks on until `find` returns how far into a row the place is.
  @inline(__always)
  private func walk(
    from mark: Int,
    find: (
      _ items: UInt64, _ value: UInt64, _ row: Int, _ count: UInt64, _ step: UInt64
    ) -> UInt64?,
    run: (Int) -> (count: UInt64, step: UInt64)
  ) -> Place? {
    var (items, value) = mark > 0 ? (marks[mark - 1].items, marks[mark - 1].value) : (0, 0)
    var row = mark * Self.spacing
    // `init` checked that no sum over these rows overflows.
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
