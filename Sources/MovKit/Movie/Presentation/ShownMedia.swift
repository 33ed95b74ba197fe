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

  private enum Pieces: Sendable {
    /// The numbers of edits that show different media, in the order of the media, so that each is a
    /// piece.
    case edits([Int])
    case cut([Piece])

    var count: Int {
      switch self {
      case .edits(let numbers): numbers.count
      case .cut(let pieces): pieces.count
      }
    }
  }

  private let edits: EditMappings
  private let pieces: Pieces

  init(_ all: EditMappings) {
    // Of one edit that is shown, which most tracks have, nothing has to be made for each look-up.
    let edits = all.onlyShown.map { EditMappings(one: $0) } ?? all
    self.edits = edits
    let shown = edits.indices.filter {
      let edit = edits[$0]
      return !edit.isEmpty && edit.source.isValid && edit.source.end.isNumeric
    }
    let whole = shown.lazy.map { Self.piece(of: edits, $0) }
    let isInOrder = zip(whole, whole.dropFirst()).allSatisfy { $0.end <= $1.start }
    if isInOrder {
      pieces = .edits(shown)
    } else if let ordered = Self.inOrder(shown, of: edits) {
      pieces = .edits(ordered)
    } else {
      pieces = .cut(Self.cut(shown, of: edits))
    }
  }

  /// Returns the numbers of edits in the order of the media that they show; nil if some show the same
  /// media, or a moment.
  private static func inOrder(_ shown: [Int], of edits: EditMappings) -> [Int]? {
    var starts = shown.map { (time: edits[$0].source.start, edit: $0) }
    starts.sort { $0.time < $1.time }
    var end: MediaTime?
    for (start, edit) in starts {
      let ownEnd = edits[edit].source.end
      guard start < ownEnd, end.map({ $0 <= start }) ?? true else { return nil }
      end = ownEnd
    }
    return starts.map(\.edit)
  }

  private static func piece(of edits: EditMappings, _ edit: Int) -> Piece {
    let source = edits[edit].source
    return Piece(start: source.start, end: source.end, edit: edit)
  }

  private func piece(_ number: Int) -> Piece {
    switch pieces {
    case .edits(let numbers): Self.piece(of: edits, numbers[number])
    case .cut(let pieces): pieces[number]
    }
  }

  /// Returns where the movie first shows a stretch of media; nil if no edit shows its start.
  func targetRange(of media: MediaTimeRange) -> MediaTimeRange? {
    guard media.start.isNumeric else { return nil }
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = low + (high - low) / 2
      let piece = piece(middle)
      if piece.end <= media.start, !holds(piece, media.start) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < pieces.count else { return nil }
    let edit = edits[piece(low).edit]
    return edit.movedRange(of: media) ?? edit.targetRange(of: media)
  }

  /// Whether a piece without length, which is a dwell, is at `time`.
  private func holds(_ piece: Piece, _ time: MediaTime) -> Bool {
    piece.start == piece.end && piece.start == time
  }

  /// A moment at which an edit begins or ends.
  private struct Moment {
    var time: MediaTime
    /// The number of the edit among those that are shown.
    var number: UInt32
  }

  /// Cuts the media that edits show at every start and end, in order of time, with the edits that are open
  /// in a heap. There can be a million edits, so little is kept of each.
  private static func cut(_ shown: [Int], of edits: EditMappings) -> [Piece] {
    var starts: [Moment] = []
    var ends: [Moment] = []
    var endOf: [MediaTime] = []
    starts.reserveCapacity(shown.count)
    ends.reserveCapacity(shown.count)
    endOf.reserveCapacity(shown.count)
    for (number, edit) in shown.enumerated() {
      let piece = piece(of: edits, edit)
      starts.append(Moment(time: piece.start, number: UInt32(truncatingIfNeeded: number)))
      ends.append(Moment(time: piece.end, number: UInt32(truncatingIfNeeded: number)))
      endOf.append(piece.end)
    }
    starts.sort { ($0.time, $0.number) < ($1.time, $1.number) }
    ends.sort { $0.time < $1.time }
    var result: [Piece] = []
    var open = MinimumHeap<UInt32>()
    var (nextStart, nextEnd) = (0, 0)
    /// Passes over all that begins or ends at the next moment, and returns it.
    func takeMoment() -> MediaTime? {
      guard nextEnd < ends.count else { return nil }
      var moment = ends[nextEnd].time
      if nextStart < starts.count { moment = min(moment, starts[nextStart].time) }
      while nextStart < starts.count, starts[nextStart].time <= moment {
        let (start, number) = (starts[nextStart].time, starts[nextStart].number)
        nextStart += 1
        let end = endOf[Int(number)]
        if start != end {
          open.insert(number)
        } else if open.first == nil {
          result.append(Piece(start: start, end: end, edit: shown[Int(number)]))
        }
      }
      while nextEnd < ends.count, ends[nextEnd].time <= moment { nextEnd += 1 }
      while let number = open.first, endOf[Int(number)] <= moment { _ = open.popFirst() }
      return moment
    }
    while let moment = takeMoment() {
      guard let number = open.first, nextEnd < ends.count else { continue }
      var next = ends[nextEnd].time
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
