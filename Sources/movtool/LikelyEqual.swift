/// Finds values that may be equal among very many: of each, only a hash and a number are kept.
struct LikelyEqual {
  private var hashes: [(hash: Int, number: Int)] = []

  mutating func add(_ value: some Hashable, number: Int) {
    hashes.append((value.hashValue, number))
  }

  /// Returns the numbers of values that may be equal, in order. A value that is like no other is in none.
  func groups() -> [[Int]] {
    let sorted = hashes.sorted { $0 < $1 }
    var groups: [[Int]] = []
    var start = 0
    while start < sorted.count {
      let end = sorted[start...].firstIndex { $0.hash != sorted[start].hash } ?? sorted.count
      if end - start > 1 { groups.append(sorted[start..<end].map(\.number)) }
      start = end
    }
    return groups
  }
}
