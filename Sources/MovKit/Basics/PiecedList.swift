/// A list that grows without being copied, so that it never takes twice the room of its elements.
struct PiecedList<Element: Sendable>: Sendable {
  private static var pieceSize: Int { 4096 }

  private var pieces: [[Element]] = []
  private(set) var count = 0

  mutating func append(_ element: Element) {
    if count % Self.pieceSize == 0 {
      var piece: [Element] = []
      // A short list stays short.
      if count > 0 { piece.reserveCapacity(Self.pieceSize) }
      pieces.append(piece)
    }
    pieces[pieces.count - 1].append(element)
    count += 1
  }

  mutating func removeLast() {
    pieces[pieces.count - 1].removeLast()
    count -= 1
    if count % Self.pieceSize == 0 { pieces.removeLast() }
  }

  subscript(index: Int) -> Element {
    get { pieces[index / Self.pieceSize][index % Self.pieceSize] }
    _modify { yield &pieces[index / Self.pieceSize][index % Self.pieceSize] }
  }
}

extension PiecedList: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }
}
