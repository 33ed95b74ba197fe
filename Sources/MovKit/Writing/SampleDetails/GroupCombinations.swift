/// The combinations of groups that samples are in: a group number for each kind. Most tracks have
/// few combinations, so that only the number of its combination is kept for a sample.
struct GroupCombinations: Sendable {
  /// The groups of the combinations from number 1 on, one after another, and where each ends. Number 0 is
  /// that of no groups: of most tracks the only one, and a movie can have very many tracks.
  private var groups: [UInt32] = []
  private var ends: [UInt32] = []
  /// A hash table of numbers of combinations, with 0 in each place that is free: at least half of them.
  private var slots: [UInt32] = []
  /// The number that was returned last.
  private var last = 0

  /// How many numbers are kept. Each sample can be in a combination of its own, and a few bytes can declare
  /// millions of samples and the groups of all.
  private static let mostNumbers = 1 << 20
  private static let numbersBeside = 5

  /// Returns the number of a combination.
  ///
  /// - Throws: `FormatError` of kind `limit` if there are too many.
  mutating func number(of wanted: ArraySlice<UInt32>) throws(FormatError) -> Int {
    if wanted.isEmpty { return 0 }
    // Most samples are in the groups of the one before.
    if last > 0, groups[range(of: last)] == wanted { return last }
    last = try searched(wanted)
    return last
  }

  private mutating func searched(_ wanted: ArraySlice<UInt32>) throws(FormatError) -> Int {
    if slots.isEmpty { slots = [UInt32](repeating: 0, count: 16) }
    var slot = place(of: wanted)
    while slots[slot] > 0 {
      if groups[range(of: Int(slots[slot]))] == wanted { return Int(slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    let size = groups.count + wanted.count + Self.numbersBeside * (ends.count + 1)
    guard size <= Self.mostNumbers else {
      throw FormatError(
        .limit("the samples are in more than \(ends.count) combinations of sample groups"))
    }
    groups += wanted
    ends.append(UInt32(groups.count))
    slots[slot] = UInt32(ends.count)
    if 2 * ends.count > slots.count { grow() }
    return ends.count
  }

  /// Returns the group of a kind in the combination `number`.
  func group(_ kind: Int, in number: Int) -> UInt32 {
    guard number > 0, number <= ends.count, case let range = range(of: number), kind < range.count
    else { return 0 }
    return groups[range.lowerBound + kind]
  }

  private func range(of number: Int) -> Range<Int> {
    (number > 1 ? Int(ends[number - 2]) : 0)..<Int(ends[number - 1])
  }

  /// Where the search for a combination begins. The hash is another in each process, so that no file can
  /// lead all searches to one place.
  private func place(of wanted: ArraySlice<UInt32>) -> Int {
    var hasher = Hasher()
    for group in wanted { hasher.combine(group) }
    return hasher.finalize() & (slots.count - 1)
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: 2 * slots.count)
    for number in 1...ends.count {
      var slot = place(of: groups[range(of: number)])
      while slots[slot] > 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number)
    }
  }
}
