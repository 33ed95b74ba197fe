/// Finds the first edit of a list that shows something of a stretch of the media.
///
/// Edits may show the media in any order and several times. Their ranges are therefore cut into
/// pieces that do not overlap, each with its first edit, so that a look-up is a binary search and the
/// least number of a range, however many edits there are.
struct ShownMedia: Sendable {
  /// It ends where its edit ends, or where the next one begins.
  private struct Piece {
    var start: MediaTime
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
    let whole = shown.lazy.map { edits[Int($0)].source }
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

  private func start(_ piece: Int) -> MediaTime {
    cutPieces?[piece].start ?? edits[Int(numbers.numbers[piece])].source.start
  }

  private func end(_ piece: Int) -> MediaTime {
    let end = edits[Int(numbers.numbers[piece])].source.end
    guard let cutPieces, piece + 1 < cutPieces.count else { return end }
    return min(end, cutPieces[piece + 1].start)
  }

  /// Returns where the movie first shows something of a stretch of media; nil if no edit does.
  func targetRange(of media: MediaTimeRange) -> MediaTimeRange? {
    guard media.start.isNumeric else { return nil }
    var first = firstPiece(from: 0) { $0 >= media.start }
    if first > 0, end(first - 1) > media.start { first -= 1 }
    let end = firstPiece(from: first) { media.isEmpty ? $0 > media.start : $0 >= media.end }
    guard let number = numbers.extremes(at: first..<end)?.lowerBound else { return nil }
    let edit = edits[Int(number)]
    return edit.movedRange(of: media) ?? edit.targetRange(of: media)
  }

  /// Returns the first piece from one on of whose start a condition holds, which then holds of all that follow.
  private func firstPiece(from first: Int, where isReached: (MediaTime) -> Bool) -> Int {
    (first..<numbers.numbers.count).partitioningIndex { isReached(start($0)) }
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
    starts.reserveCapacity(shown.count)
    ends.reserveCapacity(shown.count)
    for (number, edit) in shown.enumerated() {
      let source = edits[Int(edit)].source
      starts.append(Start(time: source.start, number: UInt32(truncatingIfNeeded: number)))
      ends.append(source.end)
    }
    starts.sort { ($0.time, $0.number) < ($1.time, $1.number) }
    ends.sort()
    var result: [Piece] = []
    var lastEnd: MediaTime?
    var open = MinimumHeap<UInt32>()
    // The first of the open edits is mostly asked for several times.
    var known: (number: UInt32, end: MediaTime)?
    func end(of number: UInt32) -> MediaTime {
      if let known, known.number == number { return known.end }
      let end = edits[Int(shown[Int(number)])].source.end
      known = (number, end)
      return end
    }
    var (nextStart, nextEnd) = (0, 0)
    /// Passes over all that begins or ends at the next moment, and returns it.
    func takeMoment() -> MediaTime? {
      guard nextEnd < ends.count else { return nil }
      var moment = ends[nextEnd]
      if nextStart < starts.count { moment = min(moment, starts[nextStart].time) }
      while let number = open.first, end(of: number) <= moment { _ = open.popFirst() }
      while nextStart < starts.count, starts[nextStart].time <= moment {
        let (start, number) = (starts[nextStart].time, starts[nextStart].number)
        nextStart += 1
        let end = end(of: number)
        if start != end {
          open.insert(number)
        } else if open.first.map({ number < $0 }) ?? true {
          result.append(Piece(start: start, edit: shown[Int(number)]))
          lastEnd = end
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
      if result.last?.edit != edit || lastEnd != moment {
        result.append(Piece(start: moment, edit: edit))
      }
      lastEnd = next
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
