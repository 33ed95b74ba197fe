/// Gives each value a number, from 0: the same to equal ones.
struct NumberedKinds<Kind: Hashable & Sendable>: Sendable {
  private var kinds: [Kind] = []
  private var numbers: [Kind: Int] = [:]
  /// The number that was asked for last.
  private var latest = 0

  mutating func number(of kind: Kind) -> Int {
    if latest < kinds.count, kinds[latest] == kind { return latest }
    if let number = numbers[kind] {
      latest = number
    } else {
      latest = kinds.count
      numbers[kind] = latest
      kinds.append(kind)
    }
    return latest
  }

  subscript(number: Int) -> Kind { kinds[number] }
}
