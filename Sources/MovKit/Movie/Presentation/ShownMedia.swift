/// Finds the first edit of a list that shows something of a stretch of the media.
///
/// Edits may show the media in any order and several times. Their ranges are therefore cut into
/// pieces that do not overlap, each with its first edit, so that a look-up is a binary search and the
/// least number of a range, however many edits there are.
struct ShownMedia: Sendable {
  private struct Piece {
    var start: MediaTime
    var end: MediaTime
    var edit: UInt32
  }

  private let edits: EditMappings
  /// The numbers of the pieces' edits.
  private let numbers: BlockTree<UInt32>
  /// Nil if the edits show different media, so that each is a piece.
  private let cutPieces: [Piece]?

  init(_ all: EditMappings) {
    // Of one edit that is shown, which most tracks have, nothing has to be made for each look-up.
    let edits = all.onlyShown.map { EditMappings(one: $0) } ?? all
    self.edits = edits
    var shown: [UInt32] = []
    // A list that grows by itself would take up to three times as much.
    shown.reserveCapacity(edits.count)
    for (number, edit) in edits.enumerated() {
      guard !edit.isEmpty, edit.source.isValid, edit.source.end.isNumeric,
        edit.target.duration > .zero
      else { continue }
      shown.append(UInt32(truncatingIfNeeded: number))
    }
    let whole = shown.lazy.map { Self.piece(of: edits, $0) }
    let isInOrder = zip(whole, whole.dropFirst()).allSatisfy { $0.end <= $1.start }
    if let ordered = isInOrder ? shown : Self.inOrder(shown, of: edits) {
      cutPieces = nil
      numbers = BlockTree(ordered)
    } else {
      let pieces = Self.cut(shown, of: edits)
      cutPieces = pieces
      numbers = BlockTree(pieces.map(\.edit))
    }
  }

  /// Returns the numbers of edits in the order of the media that they show; nil if some show the same
  /// media, or a moment.
  private static func inOrder(_ shown: [UInt32], of edits: EditMappings) -> [UInt32]? {
    var starts = shown.map { (time: edits[Int($0)].source.start, edit: $0) }
    starts.sort { $0.time < $1.time }
    var end: MediaTime?
    for (start, edit) in starts {
      let ownEnd = edits[Int(edit)].source.end
      guard start < ownEnd, end.map({ $0 <= start }) ?? true else { return nil }
      end = ownEnd
    }
    return starts.map(\.edit)
  }

  private static func piece(of edits: EditMappings, _ edit: UInt32) -> Piece {
    let source = edits[Int(edit)].source
    return Piece(start: source.start, end: source.end, edit: edit)
  }

  private func piece(_ number: Int) -> Piece {
    cutPieces?[number] ?? Self.piece(of: edits, numbers.numbers[number])
  }

  /// Returns where the movie first shows something of a stretch of media; nil if no edit does.
  func targetRange(of media: MediaTimeRange) -> MediaTimeRange? {
    guard media.start.isNumeric else { return nil }
    let first = firstPiece(from: 0) { $0.end > media.start || holds($0, media.start) }
    let end = firstPiece(from: first) {
      media.isEmpty ? $0.start > media.start : $0.start >= media.end
    }
    guard let number = numbers.extremes(at: first..<end)?.lowerBound else { return nil }
    let edit = edits[Int(number)]
    return edit.movedRange(of: media) ?? edit.targetRange(of: media)
  }

  /// Returns the first piece from one on of which a condition holds, which then holds of all that follow.
  private func firstPiece(from start: Int, where isReached: (Piece) -> Bool) -> Int {
    var (low, high) = (start, numbers.numbers.count)
    while low < high {
      let middle = low + (high - low) / 2
      if isReached(piece(middle)) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Whether a piece without length, which is a dwell, is at `time`.
  private func holds(_ piece: Piece, _ time: MediaTime) -> Bool {
    piece.start == piece.end && piece.start == time
  }

  /// The moment at which an edit begins.
  private struct Start {
    var time: MediaTime
    /// The number of the edit among those that are shown.
    var number: UInt32
  }

  /// Cuts the media that edits show at every start and end, in order of time, with the edits that are open
  /// in a heap. There can be a million edits, so little is kept of each.
  private static func cut(_ shown: [UInt32], of edits: EditMappings) -> [Piece] {
    var starts: [Start] = []
    var ends: [MediaTime] = []
    var endOf: [MediaTime] = []
    starts.reserveCapacity(shown.count)
    ends.reserveCapacity(shown.count)
    endOf.reserveCapacity(shown.count)
    for (number, edit) in shown.enumerated() {
      let piece = piece(of: edits, edit)
      starts.append(Start(time: piece.start, number: UInt32(truncatingIfNeeded: number)))
      ends.append(piece.end)
      endOf.append(piece.end)
    }
    starts.sort { ($0.time, $0.number) < ($1.time, $1.number) }
    ends.sort()
    var result: [Piece] = []
    var open = MinimumHeap<UInt32>()
    var (nextStart, nextEnd) = (0, 0)
    /// Passes over all that begins or ends at the next moment, and returns it.
    func takeMoment() -> MediaTime? {
      guard nextEnd < ends.count else { return nil }
      var moment = ends[nextEnd]
      if nextStart < starts.count { moment = min(moment, starts[nextStart].time) }
      while let number = open.first, endOf[Int(number)] <= moment { _ = open.popFirst() }
      while nextStart < starts.count, starts[nextStart].time <= moment {
        let (start, number) = (starts[nextStart].time, starts[nextStart].number)
        nextStart += 1
        let end = endOf[Int(number)]
        if start != end {
          open.insert(number)
        } else if open.first.map({ number < $0 }) ?? true {
          result.append(Piece(start: start, end: end, edit: shown[Int(number)]))
        }
      }
      while nextEnd < ends.count, ends[nextEnd] <= moment { nextEnd += 1 }
      return moment
    }
    while let moment = takeMoment() {
      guard let number = open.first, nextEnd < ends.count else { continue }
      var next = ends[nextEnd]
      if nextStart < starts.count { next = min(next, starts[nextStart].time) }
      let edit = shown[Int(number)]
      if let last = result.last, last.edit == edit, last.end == moment {
        result[result.count - 1].end = next
      } else {
        result.append(Piece(start: moment, end: next, edit: edit))
      }
    }
    return result
  }
}

extension MediaTimeMapping {
  /// What `targetRange(of:)` returns for media of which all is shown, at its own speed; nil for other
  /// media. Nearly all samples are of this kind, and no fraction is needed for them.
  fileprivate func movedRange(of media: MediaTimeRange) -> MediaTimeRange? {
    let elapsed = media.start - source.start
    let end = elapsed + media.duration
    guard source.duration == target.duration, source.duration > .zero, elapsed.isNumeric,
      end.isNumeric, !end.hasBeenRounded, elapsed >= .zero, media.duration > .zero,
      end <= source.duration
    else { return nil }
    let start = target.start + elapsed
    guard start.isNumeric, !start.hasBeenRounded else { return nil }
    return MediaTimeRange(start: start, duration: media.duration)
  }
}
