/// Gives each value a number, from 0: the same to equal ones.
struct NumberedKinds<Kind: Hashable & Sendable>: Sendable {
  private var kinds: [Kind] = []
  /// Empty as long as there are few.
  private var numbers: [Kind: Int] = [:]
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
      if !numbers.isEmpty {
        numbers[kind] = latest
      } else if kinds.count > Self.few {
        for (number, kind) in kinds.enumerated() { numbers[kind] = number }
      }
    }
    return latest
  }

  private func known(_ kind: Kind) -> Int? {
    kinds.count > Self.few ? numbers[kind] : kinds.firstIndex(of: kind)
  }

  subscript(number: Int) -> Kind { kinds[number] }
}
