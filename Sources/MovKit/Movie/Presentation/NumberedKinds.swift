/// Gives each value a number, from 0: the same to equal ones. There can be as many kinds as values.
struct NumberedKinds<Kind: Hashable & Sendable>: Sendable {
  /// The kinds, in the order of their numbers.
  private(set) var kinds: [Kind] = []
  private var numbers = NumberSlots()
  /// The number that was asked for last.
  private var latest = 0

  mutating func number(of kind: Kind) -> Int {
    if latest < kinds.count, kinds[latest] == kind { return latest }
    if let number = known(kind) {
      latest = number
    } else {
      latest = kinds.count
      kinds.append(kind)
      let kinds = kinds
      numbers.addLast(of: kinds.count) { Self.hash(of: kinds[$0]) }
    }
    return latest
  }

  /// Returns the number of a kind; nil if it has none.
  func known(_ kind: Kind) -> Int? {
    // A few are compared sooner than one is hashed.
    guard kinds.count > 4 else { return kinds.firstIndex(of: kind) }
    return numbers.number(Self.hash(of: kind)) { kinds[$0] == kind }
  }

  private static func hash(of kind: Kind) -> UInt64 { UInt64(truncatingIfNeeded: kind.hashValue) }

  subscript(number: Int) -> Kind { kinds[number] }
}
