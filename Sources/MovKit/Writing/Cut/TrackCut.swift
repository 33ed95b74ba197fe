/// What a cut keeps of a track: some samples, and the edits that show the part of them that is
/// wanted.
struct TrackCut {
  /// The samples that are copied.
  private(set) var stretches: [CopiedStretch] = []
  /// What the new track shows, in the new media and in the new movie.
  private(set) var edits = PackedMappings()

  /// - Parameter range: What is wanted, in movie time.
  /// - Throws: `FormatError` if the tables of the track are damaged, or a time is out of range.
  init(_ track: Track, to range: MediaTimeRange) throws(FormatError) {
    let media = try ReadTrack(track)
    guard media.timescale != nil else {
      throw FormatError(
        .invalidTime("invalid timescale \(track.timescale)"), path: track.path,
        at: track.atom.offset)
    }
    let pieces = try CutPieces(of: track.shownEdits(media.samples), to: range, media)
    if !shorten(pieces, of: media) { try copy(pieces, of: media) }
  }

  /// The media whose samples hold all the time that they last, and say nothing of moments in it.
  private static let text: Set<MediaType> = [.text, .subtitle, .isoSubtitle]

  /// Shortens samples of text, which hold all the time that they last, to what is shown of them: many programs
  /// ignore the edits of subtitles and chapters. Returns false if that is not possible.
  private mutating func shorten(_ pieces: CutPieces, of media: ReadTrack) -> Bool {
    guard media.track.mediaType.map(Self.text.contains) ?? false,
      media.samples.compositionOffsets == 0...0
    else { return false }
    var stretches: [CopiedStretch] = []
    var edits = PackedMappings()
    // Where the new media ends so far, and the old media that has been shown up to there.
    var position: Int64 = 0
    var last: (samples: Range<Int>, isWhole: Bool)?
    for piece in pieces {
      guard let source = piece.source else {
        edits.append(MediaTimeMapping(emptyOver: piece.target))
        continue
      }
      guard source.duration == piece.target.duration,
        let start = media.ticks(source.start, rounding: .roundHalfAwayFromZero),
        let end = media.ticks(source.end, rounding: .roundHalfAwayFromZero),
        let shift = position.subtracting(start), let next = end.adding(shift), next > position
      else { return false }
      let isWhole = media.hasMedia(in: piece.samples, during: start..<end)
      if let last {
        // Each sample is copied once, and lasts until the next.
        guard last.isWhole, isWhole.atStart, last.samples.upperBound <= piece.samples.lowerBound
        else { return false }
      }
      stretches.append(
        CopiedStretch(samples: piece.samples, shift: shift, limits: position..<next))
      let shown = MediaTimeRange(start: media.time(position), duration: piece.target.duration)
      edits.append(MediaTimeMapping(source: shown, target: piece.target))
      last = (piece.samples, isWhole.atEnd)
      position = next
    }
    guard last != nil else { return false }
    (self.stretches, self.edits) = (stretches, edits)
    return true
  }

  /// Gives the samples new times, one after another, and makes the edits that show them.
  private mutating func copy(_ pieces: CutPieces, of media: ReadTrack) throws(FormatError) {
    try layStretches(pieces, of: media)
    let earliest = try showPieces(pieces, of: media)
    // An edit cannot begin before the media. Then all samples are shown later.
    guard earliest < 0 else { return }
    guard let delay = Int64(0).subtracting(earliest) else { throw Self.outOfRange(media) }
    for index in stretches.indices { stretches[index].delay = delay }
    for index in edits.indices where !edits[index].isEmpty {
      edits[index].source.start = edits[index].source.start + media.time(delay)
    }
  }

  private static func outOfRange(_ media: ReadTrack) -> FormatError {
    FormatError(
      .invalidTime("a time of its samples is out of range"), path: media.track.path,
      at: media.track.atom.offset)
  }

  /// Gives the samples new times, one after another.
  private mutating func layStretches(
    _ pieces: CutPieces, of media: ReadTrack
  ) throws(FormatError) {
    // Where the samples so far end, in the order in which they are decoded and in that in which they
    // are shown.
    var position: Int64 = 0
    var shown = Int64.min
    let joined = pieces.joinedSamples()
    // All rows are read to know it.
    let hasOffsets = joined.count > 1 && media.samples.compositionOffsets != 0...0
    for samples in joined {
      let first = media.samples.times(of: samples.lowerBound).decode
      let last = media.samples.times(of: samples.upperBound - 1)
      guard let earliest = position.subtracting(first) else { throw Self.outOfRange(media) }
      var shift = earliest
      if hasOffsets {
        // Without the frames between them, one stretch could be shown while the one before it is.
        let presented = media.samples.presentedTicks(of: samples)
        guard
          let start = max(shown, presented.lowerBound.addingOrGreatest(earliest))
            .subtracting(presented.lowerBound)
        else { throw Self.outOfRange(media) }
        shift = start
        shown = max(shown, presented.upperBound.addingOrGreatest(shift))
        if let last = stretches.indices.last {
          stretches[last].gap = shift.subtracting(earliest) ?? 0
        }
      }
      guard let end = last.decode.adding(Int64(clamping: last.duration))?.adding(shift)
      else { throw Self.outOfRange(media) }
      stretches.append(CopiedStretch(samples: samples, shift: shift))
      position = end
    }
  }

  /// Makes the edits that show the pieces. Returns the earliest time at which one begins in the new media, which is
  /// at most 0.
  private mutating func showPieces(
    _ pieces: CutPieces, of media: ReadTrack
  ) throws(FormatError) -> Int64 {
    var earliest: Int64 = 0
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
        throw Self.outOfRange(media)
      }
      if start < 0, let gap = media.gap(before: piece.samples, from: source.start),
        mapping.rate == .one, gap < piece.target.duration
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
    return earliest
  }

  /// Returns the stretch that has a sample.
  private func stretch(with sample: Int) -> CopiedStretch? {
    let index = (0..<stretches.count).partitioningIndex {
      stretches[$0].samples.upperBound > sample
    }
    return index < stretches.count && stretches[index].samples.contains(sample)
      ? stretches[index] : nil
  }
}

extension ReadTrack {
  /// Whether some samples, in the order of their times, last from the start of a range, and until its end.
  fileprivate func hasMedia(
    in samples: Range<Int>, during ticks: Range<Int64>
  ) -> (atStart: Bool, atEnd: Bool) {
    guard !samples.isEmpty else { return (false, false) }
    let first = self.samples.times(of: samples.lowerBound)
    let last = self.samples.times(of: samples.upperBound - 1)
    return (
      first.decode <= ticks.lowerBound,
      last.decode.addingClamping(Int64(clamping: last.duration)) >= ticks.upperBound
    )
  }

  /// Returns the time from a media time to the first of some samples that is shown; nil if that is
  /// not later.
  fileprivate func gap(before samples: Range<Int>, from start: MediaTime) -> MediaTime? {
    let shown = samples.prefix(256).map { times.time(of: $0) }.min()
    guard let shown else { return nil }
    let gap = time(shown) - start
    return gap > .zero ? gap : nil
  }
}

extension SampleTable {
  /// When the first of some samples is shown and when the last one ends, without edits.
  fileprivate func presentedTicks(of samples: Range<Int>) -> Range<Int64> {
    var walk = TimesWalk()
    var (start, end) = (Int64.max, Int64.min)
    for index in samples {
      let times = times(of: index, &walk)
      let time = times.decode.addingClamping(Int64(times.offset))
      start = Swift.min(start, time)
      end = Swift.max(end, time.addingClamping(Int64(clamping: times.duration)))
    }
    return start..<Swift.max(start, end)
  }
}
