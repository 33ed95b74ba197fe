/// Numbers types in the order in which they are added, and finds the number of a type. A file can have
/// an atom in every eight bytes, and the type of each is looked up several times; hashing as
/// dictionaries do takes longer than all else.
package struct FourCCTable: Sendable {
  private var types: [FourCC] = []
  /// For each slot, the number of a type; -1 if it is free. At least half of them are.
  private var slots: [Int32] = [-1, -1]
  /// By how many bits a product is shifted, so that those are left that number a slot.
  private var shift: UInt64 = 63
  /// A number that no file can know, so that none can have types that all belong in the same slot.
  private let multiplier: UInt64

  package init() {
    var hasher = Hasher()
    hasher.combine(0)
    multiplier = UInt64(truncatingIfNeeded: hasher.finalize()) | 1
  }

  /// Adds a type if it is not there. Returns its number.
  @discardableResult
  package mutating func insert(_ type: FourCC) -> Int {
    if let index = index(of: type) { return index }
    types.append(type)
    if 2 * types.count > slots.count {
      slots = [Int32](repeating: -1, count: 2 * slots.count)
      shift -= 1
      for number in types.indices { slots[slot(of: types[number])] = Int32(number) }
    } else {
      slots[slot(of: type)] = Int32(types.count - 1)
    }
    return types.count - 1
  }

  /// Returns the number of a type, from 0; nil if it was not added.
  package func index(of type: FourCC) -> Int? {
    let number = slots[slot(of: type)]
    return number < 0 ? nil : Int(number)
  }

  func contains(_ type: FourCC) -> Bool { index(of: type) != nil }

  /// Returns the slot that has a type, or that is free for it.
  private func slot(of type: FourCC) -> Int {
    // The highest bits depend on all of a type.
    var slot = Int(truncatingIfNeeded: (UInt64(type.rawValue) &* multiplier) &>> shift)
    while slots[slot] >= 0, types[Int(slots[slot])] != type {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}

extension FourCCTable: Sequence {
  /// The types with their numbers.
  package func makeIterator() -> AnyIterator<(FourCC, Int)> {
    AnyIterator(zip(types, types.indices).makeIterator())
  }
}
