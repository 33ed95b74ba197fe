import MovKit

/// Paths by how they end: the names of files and, after each, the folders that they are in. They are simplified paths.
struct PathEndings {
  private struct Step: Hashable {
    /// The ending before which the component comes; nil for the name of a file.
    let ending: Int?
    let component: ArraySlice<UInt8>
  }

  private struct Ending {
    /// Of the paths with the ending, the one with the fewest components; nil if several have as few.
    var number: Int?
    var count: Int
    /// The components before the ending, as long as one path only has it: there are no longer endings of that path,
    /// so that the folders of a deep one cost nothing. Nil if several have it.
    var rest: BackwardComponents?
  }

  private var numbers: [Step: Int] = [:]
  private var endings: [Ending] = []

  mutating func add(_ number: Int, _ path: FilePath) {
    let count = BackwardComponents(path).reduce(0) { (count, _) in count + 1 }
    var components = BackwardComponents(path)
    var last: Int?
    while let component = components.next() {
      guard let known = numbers[Step(ending: last, component: component)] else {
        append(
          Ending(number: number, count: count, rest: components), after: last, component)
        return
      }
      splitIfAlone(known)
      last = known
      if count < endings[known].count {
        endings[known].number = number
        endings[known].count = count
      } else if count == endings[known].count {
        endings[known].number = nil
      }
    }
  }

  private mutating func append(
    _ ending: Ending, after last: Int?, _ component: ArraySlice<UInt8>
  ) {
    numbers[Step(ending: last, component: component)] = endings.count
    endings.append(ending)
  }

  /// Gives the only path with an ending one that is longer by a component, because another path has the ending too.
  private mutating func splitIfAlone(_ known: Int) {
    var longer = endings[known]
    guard let component = longer.rest?.next() else {
      endings[known].rest = nil
      return
    }
    endings[known].rest = nil
    append(longer, after: known, component)
  }

  func number(of path: FilePath) -> Int? {
    var last: Int?
    for component in BackwardComponents(path) {
      guard let next = numbers[Step(ending: last, component: component)] else { break }
      last = next
    }
    return last.flatMap { endings[$0].number }
  }
}

/// The components of a simplified path, the name of the file first. They share the bytes of the path.
private struct BackwardComponents: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  init(_ path: FilePath) { rest = path.bytes[...] }

  mutating func next() -> ArraySlice<UInt8>? {
    let slash = rest.lastIndex(of: UInt8(ascii: "/"))
    let component = rest[(slash.map { $0 + 1 } ?? rest.startIndex)...]
    rest = rest[..<(slash ?? rest.startIndex)]
    // The root has no name.
    return component.isEmpty ? nil : component
  }
}
