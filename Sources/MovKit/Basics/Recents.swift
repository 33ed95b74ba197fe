/// The last few of very many things that mostly repeat.
struct Recents<Element> {
  private static var most: Int { 8 }

  private var elements: [Element] = []
  /// The place of the one that the next takes if there is no room.
  private var oldest = 0

  mutating func add(_ element: Element) {
    guard elements.count == Self.most else { return elements.append(element) }
    elements[oldest] = element
    oldest = (oldest + 1) % Self.most
  }

  func first(where isWanted: (Element) -> Bool) -> Element? { elements.first(where: isWanted) }
}

extension Recents: Sendable where Element: Sendable {}
