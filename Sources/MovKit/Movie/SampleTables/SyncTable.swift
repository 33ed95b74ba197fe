/// The table `stss` or `stps`: the numbers of certain samples, in order.
///
/// It is an object because it is asked about each sample: of a structure, all that it refers to would be
/// retained each time.
final class SyncTable: Sendable {
  private let numbers: Table<UInt32>
  /// The numbers in order, if the file has them out of order.
  private let sorted: [UInt32]?

  init(_ numbers: Table<UInt32>) {
    self.numbers = numbers
    var last: UInt32 = 0
    var isSorted = true
    numbers.forEachRow { number in
      isSorted = number >= last
      last = number
      return isSorted
    }
    sorted = isSorted ? nil : numbers.sorted()
  }

  private var count: Int { numbers.count }

  @inline(__always)
  private func number(at position: Int) -> UInt32 { sorted?[position] ?? numbers[position] }

  /// Returns the first position whose number is not less than that of a sample.
  private func position(of index: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if Int(number(at: middle)) <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func contains(_ index: Int) -> Bool {
    let place = position(of: index)
    return place < count && Int(number(at: place)) == index + 1
  }

  /// Returns the last sample of the table at or before `index`; nil if there is none.
  func last(through index: Int) -> Int? {
    let place = index == .max ? count : position(of: index + 1)
    guard place > 0 else { return nil }
    let number = number(at: place - 1)
    return number > 0 ? Int(number) - 1 : nil
  }

  /// Finds samples in the table that are mostly requested one after another.
  struct Walk: Sendable {
    private var place = 0
    private var upcoming = 0

    mutating func contains(_ index: Int, in table: SyncTable) -> Bool {
      if index != upcoming { place = table.position(of: index) }
      upcoming = index + 1
      while place < table.count {
        let found = Int(table.number(at: place)) - 1
        if found >= index { return found == index }
        place += 1
      }
      return false
    }
  }
}
