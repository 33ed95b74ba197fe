/// What the edits of a track show of a part of a movie. There can be a million of them, so each is made
/// when it is asked for, but for the samples that it needs.
struct CutPieces {
  /// What an edit shows of the wanted part.
  struct Piece {
    /// In the old media; nil if nothing is shown.
    var source: MediaTimeRange?
    /// In the new movie.
    var target: MediaTimeRange
    /// The samples that must be decoded.
    var samples: Range<Int> = 0..<0
  }

  private let edits: EditMappings
  private let range: MediaTimeRange
  /// The samples of each piece; none if it shows nothing.
  private var samples = PiecedList<Range<Int>>()

  /// - Parameters:
  ///   - edits: The edits of the track.
  ///   - range: What is wanted, in movie time.
  /// - Throws: `FormatError` if composition offsets move the samples too far.
  init(
    of edits: EditMappings, to range: MediaTimeRange, _ media: ReadTrack
  ) throws(FormatError) {
    self.edits = edits
    self.range = range
    let track = media.track
    let lead = track.leadIn(media.samples)
    var stretches = StretchFinder(media.times, fileSize: track.fileSize)
    func found(_ source: MediaTimeRange) throws(FormatError) -> Range<Int>? {
      guard let start = media.ticks(source.start, rounding: .towardNegativeInfinity),
        let end = media.ticks(source.end, rounding: .towardPositiveInfinity),
        let next = start.adding(1)
      else { return nil }
      do throws(FormatError) {
        return try stretches.span(showing: start, to: Swift.max(end, next), lead: lead)
      } catch { throw error.inside(track.path) }
    }
    for edit in edits {
      guard let piece = Self.piece(of: edit, in: range) else { continue }
      guard let source = piece.source, let needed = try found(source) else {
        samples.append(0..<0)
        continue
      }
      samples.append(media.samples.wholePackets(needed))
    }
  }

  /// Returns what an edit shows; nil if it is not in the wanted part.
  private static func piece(of edit: MediaTimeMapping, in range: MediaTimeRange) -> Piece? {
    let target = edit.target.intersection(range)
    guard target.isValid, !target.isEmpty else { return nil }
    return Piece(
      source: edit.sourceRange(of: range),
      target: MediaTimeRange(start: target.start - range.start, duration: target.duration))
  }

  /// Returns the samples of all pieces in order: ranges that neither overlap nor meet.
  func joinedSamples() -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    func add(_ range: Range<Int>, to ranges: inout [Range<Int>]) {
      guard let last = ranges.last, range.lowerBound <= last.upperBound,
        last.lowerBound <= range.upperBound
      else { return ranges.append(range) }
      ranges[ranges.count - 1] =
        Swift.min(last.lowerBound, range.lowerBound)..<Swift.max(last.upperBound, range.upperBound)
    }
    // Most often each meets the one before, so that there are few to put in order.
    for range in samples where !range.isEmpty { add(range, to: &ranges) }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var joined: [Range<Int>] = []
    for range in ranges { add(range, to: &joined) }
    return joined
  }
}

extension CutPieces: Sequence {
  struct Iterator: IteratorProtocol {
    private let range: MediaTimeRange
    private var edits: IndexingIterator<EditMappings>
    private var samples: IndexingIterator<PiecedList<Range<Int>>>

    fileprivate init(_ pieces: CutPieces) {
      range = pieces.range
      edits = pieces.edits.makeIterator()
      samples = pieces.samples.makeIterator()
    }

    // It is large, and a copy in each loop takes long to compile.
    @inline(never)
    mutating func next() -> Piece? {
      while let edit = edits.next() {
        guard var piece = CutPieces.piece(of: edit, in: range) else { continue }
        piece.samples = samples.next() ?? 0..<0
        if piece.samples.isEmpty { piece.source = nil }
        return piece
      }
      return nil
    }
  }

  func makeIterator() -> Iterator { Iterator(self) }
}

extension SampleTable {
  /// Returns the smallest range that includes a range of samples and divides no packet of old
  /// compressed audio.
  fileprivate func wholePackets(_ range: Range<Int>) -> Range<Int> {
    guard let packet, let most = Int(exactly: packet.samples), !range.isEmpty else { return range }
    let first = entryPoint(atOrBefore: range.lowerBound) ?? range.lowerBound
    let last = entryPoint(atOrBefore: range.upperBound - 1) ?? range.upperBound - 1
    var walk = Iterator(self, at: last)
    guard let (_, count, _) = walk.next(atMost: most) else { return first..<range.upperBound }
    return first..<Swift.max(range.upperBound, last + count)
  }
}
