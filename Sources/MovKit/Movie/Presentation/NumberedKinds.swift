/// Gives each value a number, from 0: the same to equal ones. There can be as many kinds as values.
struct NumberedKinds<Kind: Hashable & Sendable>: Sendable {
  /// The kinds, in the order of their numbers.
  private(set) var kinds: [Kind] = []
  /// The numbers, each at the place that the hash of its kind says or, if that is taken, after it; -1 where
  /// there is none. A dictionary would hold each kind again. Empty as long as there are few.
  private var numbers: [Int32] = []
  private static var few: Int { 4 }
  /// The number that was asked for last.
  private var latest = 0

  mutating func number(of kind: Kind) -> Int {
    if latest < kinds.count, kinds[latest] == kind { return latest }
    if let number = known(kind) {
      latest = number
    } else {
      latest = kinds.count
      kinds.append(kind)
      note(latest)
    }
    return latest
  }

  /// Returns the number of a kind; nil if it has none.
  func known(_ kind: Kind) -> Int? {
    guard !numbers.isEmpty else { return kinds.firstIndex(of: kind) }
    let number = Int(numbers[place(of: kind)])
    return number < 0 ? nil : number
  }

  /// The place of the number of a kind, or where it would be.
  private func place(of kind: Kind) -> Int {
    // Their number is a power of two, and some are always free.
    var place = kind.hashValue & (numbers.count - 1)
    while numbers[place] >= 0, kinds[Int(numbers[place])] != kind {
      place = (place + 1) & (numbers.count - 1)
    }
    return place
  }

  private mutating func note(_ number: Int) {
    guard kinds.count > Self.few else { return }
    if 2 * kinds.count > numbers.count {
      numbers = Array(repeating: -1, count: max(16, 2 * numbers.count))
      for number in 0..<kinds.count { put(number) }
    } else {
      put(number)
    }
  }

  private mutating func put(_ number: Int) {
    numbers[place(of: kinds[number])] = Int32(truncatingIfNeeded: number)
  }

  subscript(number: Int) -> Kind { kinds[number] }
}
