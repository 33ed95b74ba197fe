/// The formats of the samples of a stream, of which one that comes back is found again.
///
/// A set of a format has a number, and its bytes are compared with others only when the stream has carried it. So a
/// large set that many small pictures need does not cost time for each of them.
struct StreamFormats: Sendable {
  /// The formats in the order in which samples first needed them.
  private(set) var all: [VideoStreamFormat] = []
  /// The index of the format of the last sample.
  private var current = 0
  /// Sets that this format is known to have: mostly those of the next picture too.
  private var lastNeeded: ParameterSets?
  /// For each format the numbers of its sets, in ascending order.
  private var contents: [[Int]] = []
  /// The number of each set that a format has.
  private var numbers: [Bytes: Int] = [:]
  private var indices: [Key: Int] = [:]
  /// The set that was last asked for under each number of its kind.
  private var recent: [Slot: (unit: Bytes, number: Int?)] = [:]

  /// What makes formats equal: the sets to compare, and those by which the format is described.
  private struct Key: Hashable {
    var sets: [Int]
    var sequences: [Int]
  }

  private struct Slot: Hashable {
    var kind: ParameterSetKind
    var id: UInt32
  }

  /// Returns the index of the format of the last sample if it has all these sets.
  mutating func last(with needed: ParameterSets) -> Int? {
    guard current < all.count else { return nil }
    if needed == lastNeeded {
      // Sets that the stream repeats are elsewhere in memory.
      lastNeeded = needed
      return current
    }
    for entry in needed.entries {
      guard let number = number(of: entry), Self.contains(number, contents[current]) else {
        return nil
      }
    }
    lastNeeded = needed
    return current
  }

  /// Returns the index of the format that was added with the same sets, whatever their order, and makes it the last.
  mutating func find(_ sets: ParameterSets, active: ParameterSets) -> Int? {
    guard let key = key(sets, active), let index = indices[key] else { return nil }
    current = index
    lastNeeded = nil
    return index
  }

  /// Adds a format, which becomes the last, and returns its index.
  /// - Parameters:
  ///   - sets: the sets by which to find it again, all of which it has.
  ///   - active: the sets of the picture by which it is described, all of which it has.
  mutating func add(
    _ format: VideoStreamFormat, for sets: ParameterSets, active: ParameterSets
  ) -> Int {
    contents.append(
      format.parameterSets.entries.map { entry in
        let number = number(of: entry) ?? numbers.count
        numbers[entry.unit] = number
        recent[Slot(kind: entry.kind, id: entry.id)] = (entry.unit, number)
        return number
      }.sorted())
    all.append(format)
    current = all.count - 1
    lastNeeded = nil
    if let key = key(sets, active) { indices[key] = current }
    return current
  }

  private mutating func key(_ sets: ParameterSets, _ active: ParameterSets) -> Key? {
    guard let sequences = sortedNumbers(of: active.sequences), let sets = sortedNumbers(of: sets)
    else { return nil }
    return Key(sets: sets, sequences: sequences)
  }

  /// Returns nil if no format has one of the sets.
  private mutating func sortedNumbers(of sets: ParameterSets) -> [Int]? {
    var found: [Int] = []
    found.reserveCapacity(sets.entries.count)
    for entry in sets.entries {
      guard let number = number(of: entry) else { return nil }
      found.append(number)
    }
    return found.sorted()
  }

  /// Returns the number of a set; nil if no format has it.
  private mutating func number(of entry: ParameterSets.Entry) -> Int? {
    let slot = Slot(kind: entry.kind, id: entry.id)
    if let known = recent[slot], known.unit == entry.unit {
      // Bytes that are the same in memory are not compared again, which matters if there are many.
      if entry.unit.count > 256 { recent[slot] = (entry.unit, known.number) }
      return known.number
    }
    let number = numbers[entry.unit]
    recent[slot] = (entry.unit, number)
    return number
  }

  /// Returns whether a number is among others in ascending order.
  private static func contains(_ number: Int, _ sorted: [Int]) -> Bool {
    let place = sorted.partitioningIndex { $0 >= number }
    return place < sorted.count && sorted[place] == number
  }
}
