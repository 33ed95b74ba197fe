/// Finds the numbers of the elements of a list by their hashes. A dictionary would hold each element again.
struct NumberSlots: Sendable {
  /// For each slot, the number of an element; -1 if it is free. At least half of them are.
  private var slots: [Int32] = [-1, -1]
  /// The highest bits of a hash say the slot: those that are left if it is shifted by this.
  private var shift: UInt64 = 63

  /// Returns the number of the element with a hash that `isWanted`; nil if there is none.
  @inline(__always)
  func number(_ hash: UInt64, where isWanted: (Int) -> Bool) -> Int? {
    var slot = Int(truncatingIfNeeded: hash &>> shift)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if isWanted(number) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds the last element of a list of `count`, which must not be there.
  /// - Parameter hash: Returns the hash of the element with a number.
  mutating func addLast(of count: Int, hash: (Int) -> UInt64) {
    guard 2 * count > slots.count else { return add(count - 1, hash) }
    while 2 * count > slots.count {
      slots = [Int32](repeating: -1, count: 2 * slots.count)
      shift -= 1
    }
    for number in 0..<count { add(number, hash) }
  }

  private mutating func add(_ number: Int, _ hash: (Int) -> UInt64) {
    var slot = Int(truncatingIfNeeded: hash(number) &>> shift)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(clamping: number)
  }
}
