import MovKit

/// Finds the rows of a list that can be about a movie, without a look at all others: a list of the clips of a day is
/// read for each of them.
///
/// A row has a few bytes here, however long its name is. What is found is compared by `ListedName`; what is not found
/// is not like the name of the movie.
struct NameIndex {
  /// The key of each name in the upper half, and its row in the lower one.
  private var entries: [UInt64] = []

  /// Adds a name in a row, from 0.
  mutating func add(_ name: String, row: Int) {
    guard let last = ListedName.parts(of: name).last else { return }
    entries.append(Self.first(ListedName.stem(of: last)) | UInt64(UInt32(clamping: row)))
  }

  /// Ends the adding of names.
  mutating func sort() { entries.sort() }

  /// The rows with names that can be like that of a movie, in their order.
  func rows(like name: ListedName) -> [Int] { rows(ofStems: name.stems) }

  /// The rows that can have a name, in their order.
  func rows(named name: String) -> [Int] {
    rows(ofStems: ListedName.parts(of: name).suffix(1).map(ListedName.stem))
  }

  private func rows(ofStems stems: [String]) -> [Int] {
    var rows: [Int] = []
    for stem in stems {
      let first = Self.first(stem)
      let start = entries.partitioningIndex { $0 >= first }
      for entry in entries[start...] {
        guard entry >> 32 == first >> 32 else { break }
        rows.append(Int(UInt32(truncatingIfNeeded: entry)))
      }
    }
    return rows.sorted().withoutRepetitions
  }

  /// The lowest entry that a name without extension can have.
  private static func first(_ stem: String) -> UInt64 {
    UInt64(UInt32(truncatingIfNeeded: stem.hashValue)) << 32
  }
}

extension [Int] {
  /// The elements of a sorted array, each once.
  fileprivate var withoutRepetitions: [Int] {
    var result: [Int] = []
    for element in self where result.last != element { result.append(element) }
    return result
  }
}
