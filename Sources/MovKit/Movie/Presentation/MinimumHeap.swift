/// A binary heap that returns its smallest element first.
struct MinimumHeap<Element: Comparable & Sendable>: Sendable {
  private var elements: [Element] = []

  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0, elements[child] < elements[(child - 1) / 2] {
      elements.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func popFirst() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let least = elements.first else { return last }
    elements[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < elements.count && elements[child] < elements[least] {
        least = child
      }
      if least == parent { break }
      elements.swapAt(parent, least)
      parent = least
    }
    return least
  }
}
