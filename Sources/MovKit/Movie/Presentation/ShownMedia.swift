/// Finds the first edit of a list that shows a moment of the media.
///
/// Edits may show the media in any order and several times. Their ranges are therefore cut into
/// pieces that do not overlap, each with its first edit, so that a look-up is one binary search
/// however many edits there are.
struct ShownMedia: Sendable {
  private struct Piece {
    var start: MediaTime
    var end: MediaTime
    var edit: Int
  }

  private let edits: [MediaTimeMapping]
  private let pieces: [Piece]

  init(_ edits: [MediaTimeMapping]) {
    self.edits = edits
    pieces = Self.pieces(of: edits)
  }

  /// Returns where the movie first shows a stretch of media; nil if no edit shows its start.
  func targetRange(of media: MediaTimeRange) -> MediaTimeRange? {
    guard media.start.isNumeric else { return nil }
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = low + (high - low) / 2
      if pieces[middle].end <= media.start, !holds(pieces[middle], media.start) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < pieces.count else { return nil }
    return edits[pieces[low].edit].targetRange(of: media)
  }

  /// Whether a piece without length, which is a dwell, is at `time`.
  private func holds(_ piece: Piece, _ time: MediaTime) -> Bool {
    piece.start == piece.end && piece.start == time
  }

  private static func pieces(of edits: [MediaTimeMapping]) -> [Piece] {
    let shown = edits.indices.filter {
      !edits[$0].isEmpty && edits[$0].source.isValid && edits[$0].source.end.isNumeric
    }
    // Most lists show the media in order, so there is nothing to cut.
    let whole = shown.map {
      Piece(start: edits[$0].source.start, end: edits[$0].source.end, edit: $0)
    }
    if zip(whole, whole.dropFirst()).allSatisfy({ $0.end <= $1.start }) { return whole }
    return cut(whole)
  }

  /// Cuts the pieces at every start and end, in order of time, with the edits that are open in a
  /// heap.
  private static func cut(_ whole: [Piece]) -> [Piece] {
    let starts = whole.sorted { ($0.start, $0.edit) < ($1.start, $1.edit) }
    let moments = (whole.map(\.start) + whole.map(\.end)).sorted()
    var result: [Piece] = []
    var open = MinimumHeap<Int>()
    var ends: [Int: MediaTime] = [:]
    var upcoming = 0
    for (number, moment) in moments.enumerated() {
      while upcoming < starts.count, starts[upcoming].start <= moment {
        let piece = starts[upcoming]
        upcoming += 1
        if piece.start == piece.end {
          if open.first == nil { result.append(piece) }
        } else {
          open.insert(piece.edit)
          ends[piece.edit] = piece.end
        }
      }
      while let edit = open.first, let end = ends[edit], end <= moment { _ = open.popFirst() }
      guard let edit = open.first, number + 1 < moments.count, moment < moments[number + 1] else {
        continue
      }
      if let last = result.last, last.edit == edit, last.end == moment {
        result[result.count - 1].end = moments[number + 1]
      } else {
        result.append(Piece(start: moment, end: moments[number + 1], edit: edit))
      }
    }
    return result
  }
}
