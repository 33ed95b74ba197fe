/// `stss`: which samples a decoder can start at. Without the table, all of them.
struct SyncTable: Sendable {
  private let numbers: Table<UInt32>?
  /// The same in order, where the file has them out of order.
  private let sorted: [UInt32]?

  init(_ stbl: Atom) throws(FormatError) {
    numbers = try stbl.first("stss")?.decode(SyncSamples.self).sampleNumbers
    guard let numbers else {
      sorted = nil
      return
    }
    var last: UInt32 = 0
    let isSorted = numbers.allSatisfy { number in
      defer { last = number }
      return number >= last
    }
    sorted = isSorted ? nil : numbers.sorted()
  }

  func contains(_ index: Int) -> Bool {
    guard let numbers else { return true }
    guard let number = UInt32(exactly: index + 1) else { return false }
    var low = 0
    var high = numbers.count
    while low < high {
      let middle = low + (high - low) / 2
      let found = sorted?[middle] ?? numbers[middle]
      if found == number { return true }
      if found < number { low = middle + 1 } else { high = middle }
    }
    return false
  }
}
