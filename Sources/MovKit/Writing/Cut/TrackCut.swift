/// What a cut keeps of a track: some samples, and the edits that show the part of them that is
/// wanted.
struct TrackCut {
  /// The samples that are copied.
  private(set) var stretches: [CopiedStretch] = []
  /// What the new track shows, in the new media and in the new movie.
  private(set) var edits: [MediaTimeMapping] = []

  /// What an edit shows of the wanted part.
  private struct Piece {
    /// In the old media; nil if nothing is shown.
    var source: MediaTimeRange?
    /// In the new movie.
    var target: MediaTimeRange
    /// The samples that must be decoded.
    var samples: Range<Int> = 0..<0
  }

  /// - Parameter range: What is wanted, in movie time.
  /// - Throws: `FormatError` if the tables of the track are damaged, or a time is out of range.
  init(_ track: Track, to range: MediaTimeRange) throws(FormatError) {
    let media = try ReadTrack(track)
    guard media.timescale != nil else {
      throw FormatError(
        .invalidTime("invalid timescale \(track.timescale)"), path: track.path,
        at: track.atom.offset)
    }
    var shown = track.edits
    if !track.hasEditList {
      let all = MediaTimeRange(start: .zero, end: track.shownEnd(media.samples))
      shown = [MediaTimeMapping(source: all, target: all)]
    }
    var pieces: [Piece] = []
    pieces.reserveCapacity(shown.count)
    let lead = track.leadIn(media.samples)
    var stretches = StretchFinder(media.times, fileSize: track.fileSize)
    func samples(of source: MediaTimeRange) throws(FormatError) -> Range<Int>? {
      guard let start = media.ticks(source.start, rounding: .towardNegativeInfinity),
        let end = media.ticks(source.end, rounding: .towardPositiveInfinity),
        let next = start.adding(1)
      else { return nil }
      do throws(FormatError) {
        return try stretches.span(showing: start, to: max(end, next))
      } catch { throw error.inside(track.path) }
    }
    for edit in shown {
      let target = edit.target.intersection(range)
      guard target.isValid, !target.isEmpty else { continue }
      let place = MediaTimeRange(start: target.start - range.start, duration: target.duration)
      guard let source = edit.sourceRange(of: range), let samples = try samples(of: source) else {
        pieces.append(Piece(target: place))
        continue
      }
      pieces.append(
        Piece(
          source: source, target: place,
          samples: media.samples.wholePackets(
            max(0, samples.lowerBound - lead)..<samples.upperBound)))
    }
    if !shorten(pieces, of: media) { try copy(pieces, of: media) }
  }

  /// Shortens the first and the last sample of text, which hold all the time that they last, to what
  /// is shown of them: many programs ignore the edits of subtitles and chapters. Returns false if
  /// that is not possible.
  private mutating func shorten(_ pieces: [Piece], of media: ReadTrack) -> Bool {
    let track = media.track
    guard track.mediaType == .text || track.mediaType == .subtitle,
      media.samples.compositionOffsets == 0...0,
      let piece = pieces.first(where: { $0.source != nil }), let source = piece.source,
      pieces.count(where: { $0.source != nil }) == 1, source.duration == piece.target.duration,
      let start = media.ticks(source.start, rounding: .roundHalfAwayFromZero),
      let end = media.ticks(source.end, rounding: .roundHalfAwayFromZero),
      let shift = Int64(0).subtracting(start), let length = end.subtracting(start), length > 0
    else { return false }
    stretches = [CopiedStretch(samples: piece.samples, shift: shift, limits: 0..<length)]
    edits = pieces.map { piece in
      guard piece.source != nil else { return MediaTimeMapping(emptyOver: piece.target) }
      let shown = MediaTimeRange(start: media.time(0), duration: piece.target.duration)
      return MediaTimeMapping(source: shown, target: piece.target)
    }
    return true
  }

  /// Gives the samples new times, one after another, and makes the edits that show them.
  private mutating func copy(_ pieces: [Piece], of media: ReadTrack) throws(FormatError) {
    func refuse() -> FormatError {
      FormatError(
        .invalidTime("a time of its samples is out of range"), path: media.track.path,
        at: media.track.atom.offset)
    }
    var position: Int64 = 0
    for samples in Self.joined(pieces.map(\.samples)) {
      let first = media.samples.times(of: samples.lowerBound).decode
      let last = media.samples.times(of: samples.upperBound - 1)
      guard let shift = position.subtracting(first),
        let end = last.decode.adding(Int64(clamping: last.duration))?.adding(shift)
      else { throw refuse() }
      stretches.append(CopiedStretch(samples: samples, shift: shift))
      position = end
    }
    var earliest: Int64 = 0
    edits.reserveCapacity(pieces.count)
    for piece in pieces {
      guard let source = piece.source,
        let stretch = stretch(with: piece.samples.lowerBound)
      else {
        edits.append(MediaTimeMapping(emptyOver: piece.target))
        continue
      }
      var mapping = MediaTimeMapping(
        source: MediaTimeRange(
          start: source.start + media.time(stretch.shift), duration: source.duration),
        target: piece.target)
      guard let start = media.ticks(mapping.source.start, rounding: .towardNegativeInfinity) else {
        throw refuse()
      }
      if start < 0, let gap = media.gap(before: piece.samples, from: source.start),
        mapping.rate.map({ $0 == (1, 1) }) ?? false, gap < piece.target.duration
      {
        // The old media began with a time that the new media does not have.
        let empty = MediaTimeRange(start: piece.target.start, duration: gap)
        edits.append(MediaTimeMapping(emptyOver: empty))
        let rest = piece.target.duration - gap
        mapping = MediaTimeMapping(
          source: MediaTimeRange(start: mapping.source.start + gap, duration: rest),
          target: MediaTimeRange(start: empty.end, duration: rest))
      }
      edits.append(mapping)
      earliest = min(
        earliest, media.ticks(mapping.source.start, rounding: .towardNegativeInfinity) ?? 0)
    }
    // An edit cannot begin before the media. Then all samples are shown later.
    guard earliest < 0 else { return }
    guard let delay = Int64(0).subtracting(earliest) else { throw refuse() }
    for index in stretches.indices { stretches[index].delay = delay }
    for index in edits.indices where !edits[index].isEmpty {
      edits[index].source.start = edits[index].source.start + media.time(delay)
    }
  }

  /// Returns the stretch that has a sample.
  private func stretch(with sample: Int) -> CopiedStretch? {
    var (low, high) = (0, stretches.count)
    while low < high {
      let middle = low + (high - low) / 2
      if stretches[middle].samples.upperBound <= sample { low = middle + 1 } else { high = middle }
    }
    return low < stretches.count && stretches[low].samples.contains(sample) ? stretches[low] : nil
  }

  /// Returns the ranges in order, with those joined that overlap or meet.
  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}

extension ReadTrack {
  /// Returns the time from a media time to the first of some samples that is shown; nil if that is
  /// not later.
  fileprivate func gap(before samples: Range<Int>, from start: MediaTime) -> MediaTime? {
    let shown = samples.prefix(256).map { times.time(of: $0) }.min()
    guard let shown else { return nil }
    let gap = time(shown) - start
    return gap > .zero ? gap : nil
  }
}

extension Track {
  /// How many samples before the first that is heard the decoder needs to give the same sound: what
  /// the track says (`roll`), or else two packets of compressed audio, which overlap. MP3 may take
  /// bits from nine frames before.
  fileprivate func leadIn(_ samples: SampleTable) -> Int {
    guard mediaType == .audio, let description = sampleDescriptions.first, samples.packet == nil,
      SoundMoment.frameSize(of: description, timescale) == nil,
      samples.commonestDuration?.ticks ?? 0 > 1
    else { return 0 }
    let rolls = samples.first?.attachments.rollDistance.map { Int($0.magnitude) } ?? 0
    return max(rolls, description.type == ".mp3" ? 10 : 2)
  }
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

extension Int64 {
  /// Returns the sum; nil if it does not fit.
  func adding(_ other: Int64) -> Int64? {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? nil : sum
  }

  /// Returns the difference; nil if it does not fit.
  func subtracting(_ other: Int64) -> Int64? {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? nil : difference
  }
}
