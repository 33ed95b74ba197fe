/// A track of a movie that is joined from others: the tracks that it consists of, one after another.
struct JoinedTrack {
  /// The track of the first movie.
  let track: Track
  private var descriptions = JoinedDescriptions()
  private var pieces: [Piece] = []
  /// Nil if it is no timecode track. There can be very many tracks, and most are others.
  private var timecode: Timecode?
  private var timescale: UInt32

  /// A track of one movie.
  private struct Piece {
    var copy: TrackCopy
    var edits: EditMappings
    /// When its movie is shown in the new one.
    var range: MediaTimeRange

    /// When the last of the media ends that the edits show, in ticks. An edit can hold the last frame
    /// longer than it lasts, and the frame after it, of the next movie, is not to be shown.
    func sourceEnd(in timescale: Int32) -> Int64? {
      let own = MediaTimeRange(start: .zero, duration: range.duration)
      let ends = edits.lazy.filter { !$0.isEmpty }.compactMap { $0.sourceRange(of: own)?.end }
      guard let end = ends.filter(\.isNumeric).max() else { return nil }
      let ticks = end.converted(to: timescale, rounding: .awayFromZero)
      return ticks.isNumeric ? ticks.value : nil
    }
  }

  /// What a timecode track consists of.
  private final class Timecode {
    var parts = TimecodeParts()
    var formats: [TimecodeFormat] = []
  }

  init(_ track: Track) {
    self.track = track
    timecode = track.isTimecode ? Timecode() : nil
    timescale = track.timescale
  }

  /// Adds the next track. Returns the label of timecode that it begins with.
  mutating func add(
    _ next: Track, in file: File, during range: MediaTimeRange
  ) throws(FormatError) -> String? {
    try track.checkContinuation(by: next)
    let indexes = try descriptions.add(next)
    timescale = try common(next)
    if let timecode { return try add(next, indexes, to: timecode, during: range) }
    var copy = try TrackCopy(next, in: file)
    let table = try next.sampleTable()
    copy.descriptions = indexes
    try copy.divideFragmentedSound(table)
    pieces.append(Piece(copy: copy, edits: next.shownEdits(table), range: range))
    return nil
  }

  /// The smallest timescale in which the times of another track are whole ticks too.
  private func common(_ next: Track) throws(FormatError) -> UInt32 {
    let (own, other) = (UInt64(timescale), UInt64(next.timescale))
    guard own > 0, other > 0 else {
      throw FormatError(.invalidTime("it has no timescale"), path: next.path, at: next.atom.offset)
    }
    let (product, overflow) = (own / greatestCommonDivisor(own, other))
      .multipliedReportingOverflow(by: other)
    guard !overflow, let scale = Int32(exactly: product) else {
      throw FormatError(
        .unsupported(
          "no timescale has both the ticks of this track, \(other) a second, and those of the first "
            + "movie, \(own) a second"),
        path: next.path, at: next.atom.offset)
    }
    return UInt32(scale)
  }

  // MARK: Timecode

  private func add(
    _ next: Track, _ indexes: [Int], to timecode: Timecode, during range: MediaTimeRange
  ) throws(FormatError) -> String? {
    let read: TimecodeTrack
    do throws(ReadingError) { read = try TimecodeTrack(next) } catch {
      throw FormatError(
        .unsupported("its timecode cannot be read: \(error.reason)"), path: next.path,
        at: next.atom.offset)
    }
    for (index, format) in zip(indexes, read.formats) where index == timecode.formats.count {
      timecode.formats.append(format)
    }
    let shown = MediaTimeRange(start: .zero, duration: range.duration)
    let parts = TimecodeTimeline(read).parts(in: shown, firstFrameEnd: nil)
    for var part in parts {
      let grid = read.grids.indices.contains(part.description) ? read.grids[part.description] : nil
      guard indexes.indices.contains(part.description) else { continue }
      part.description = indexes[part.description]
      part.target.start = part.target.start + range.start
      if let last = timecode.parts.last,
        last.isContinued(by: part, grid, timecode.formats, in: read.track)
      {
        timecode.parts.extendLast(
          shown: last.shown + part.shown,
          target: MediaTimeRange(start: last.target.start, end: part.target.end))
      } else {
        timecode.parts.append(part)
      }
    }
    return parts.first { _ in true }.map { read.formats[$0.description].text($0.value) }
  }

  // MARK: The new track

  /// Returns the new track, and for timecode the number of stretches over which it counts on.
  func part() throws(FormatError) -> (RewrittenMovie.Part, runs: Int?) {
    var trak = track.atom
    try trak.setDescriptions(descriptions.atoms)
    if let timecode {
      let media = try RewrittenTimecode(
        timecode.parts, formats: timecode.formats, timescale: timescale)
      if media.timescale != track.timescale { try trak.setMediaTimescale(media.timescale) }
      var settings = media.settings(trak, of: track)
      settings.sampleDescriptions = descriptions.atoms
      return (
        RewrittenMovie.Part(content: .timecode(Boxed(media)), settings: settings),
        timecode.parts.count
      )
    }
    if timescale != track.timescale { try trak.setMediaTimescale(timescale) }
    let (copies, edits) = try copies()
    let saysShift = copies.contains {
      $0.track.atom.descendant("mdia", "minf", "stbl", "cslg") != nil
    }
    if saysShift {
      try trak.setCompositionShift(
        of: copies.map { (copy) throws(FormatError) in
          (try copy.track.sampleTable(), copy.copiedStretches)
        })
    }
    var kept = KeptTrack(trak: trak, trackID: track.id, tables: .all)
    kept.rewritesEdits = true
    var settings = MovieWriter.TrackSettings(
      mediaType: track.mediaType ?? .unnamed, timescale: timescale,
      sampleDescriptions: descriptions.atoms)
    settings.size = track.size
    settings.kept = kept
    settings.edits = edits
    return (RewrittenMovie.Part(content: .samples(copies), settings: settings), nil)
  }

  /// Returns the copies with their new times, and the edits that show them.
  private func copies() throws(FormatError) -> ([TrackCopy], EditMappings) {
    var copies: [TrackCopy] = []
    var timeline = JoinedEdits()
    // Where the samples so far end, in the order in which they are decoded and in that in which they are shown.
    var position: Int64 = 0
    var shown = Int64.min
    var isFirst = true
    for piece in pieces {
      var copy = piece.copy
      let own = copy.track
      func refuse() -> FormatError {
        FormatError(
          .invalidTime("a time of its samples is out of range"), path: own.path,
          at: own.atom.offset)
      }
      let table = try own.sampleTable()
      let factor = Int64(timescale / max(1, own.timescale))
      let first = table.first?.decodeTime ?? 0
      let presented = table.presentedTicks
      // What is shown first comes after all that is shown of the track before.
      guard let scale = Int32(exactly: timescale), let begin = first.times(factor),
        let earliest = position.subtracting(begin),
        let start = (presented?.lowerBound ?? first).times(factor),
        let shift = max(shown, start.addingOrGreatest(earliest)).subtracting(start)
      else { throw refuse() }
      if !table.isEmpty,
        let last = copies.lastIndex(where: { $0.stretches?.last?.samples.isEmpty == false })
      {
        copies[last].stretches?[0].gap = shift.subtracting(earliest) ?? 0
      }
      copy.timescale = scale
      copy.stretches = [CopiedStretch(samples: 0..<table.count, factor: factor, shift: shift)]
      try timeline.add(
        piece.edits, during: piece.range, of: own.mediaRange(table, presented, isFirst: isFirst),
        moved: MediaTime(value: shift, timescale: scale), slack: own.seamSlack(table))
      if let last = table.last {
        isFirst = false
        guard let end = last.decodeTime.adding(Int64(clamping: last.duration))?.times(factor),
          let next = end.adding(shift), next >= position
        else { throw refuse() }
        position = next
        guard let presented, let last = presented.upperBound.times(factor)?.adding(shift) else {
          throw refuse()
        }
        shown = max(shown, last)
        if own.mediaType == .video, let end = piece.sourceEnd(in: scale)?.adding(shift) {
          shown = max(shown, end)
        }
      }
      copies.append(copy)
    }
    return (copies, EditMappings(timeline.edits))
  }
}

extension TimecodePart {
  /// Whether another part goes on where this one ends, with the next label.
  fileprivate func isContinued(
    by next: TimecodePart, _ grid: FrameGrid?, _ formats: [TimecodeFormat], in track: Track
  ) -> Bool {
    guard description == next.description, next.hidden == .zero, shown > .zero, next.shown > .zero,
      target.end == next.target.start, shown == target.duration,
      next.shown == next.target.duration, let grid
    else { return false }
    let frames: Int64?
    switch (value, next.value) {
    case (.frameNumber(let first), .frameNumber(let second)):
      let day = formats.indices.contains(description) ? formats[description].framesUntilWrap : nil
      frames = second.subtracting(first).flatMap { $0 <= 0 ? $0.adding(day ?? 0) : $0 }
    case (.counter(let first), .counter(let second)):
      frames = second >= first ? Int64(exactly: second - first) : nil
    default: frames = nil
    }
    guard let frames, frames > 0 else { return false }
    return grid.begins(frames, at: hidden + shown, in: track)
  }
}

extension Track {
  /// The greatest `seamSlack` of any track.
  static let mostSeamSlack = MediaTime(value: 1, timescale: 20)

  /// How much the end of the track may differ from that of its movie before anything is done about
  /// it: a packet of audio, or a sample of another kind, does not end with a frame of video.
  func seamSlack(_ table: SampleTable) -> MediaTime {
    let least = MediaTime(value: 1, timescale: 100)
    guard mediaType != .video, let ticks = table.commonestDuration?.ticks,
      let duration = MediaTime(ticks: ticks, per: timescale)
    else { return .zero }
    return min(max(duration, least), Self.mostSeamSlack)
  }

  /// Returns when the track has media that no other track of the new one has, in media time; nil if it has none.
  ///
  /// What a video shows before its first frame would be the last frames of the track before. Of the first track,
  /// which nothing comes before, the edits stay if its media begins at 0. The last frame of a video is held.
  fileprivate func mediaRange(
    _ table: SampleTable, _ presented: ClosedRange<Int64>?, isFirst: Bool
  ) -> MediaTimeRange? {
    guard let first = table.first?.decodeTime, let presented else { return nil }
    var begin = mediaType == .video ? presented.lowerBound : first
    if isFirst { begin = first > 0 ? max(first, begin) : first }
    guard let start = MediaTime(ticks: begin, per: timescale) else { return nil }
    let end = MediaTime(ticks: presented.upperBound, per: timescale) ?? .positiveInfinity
    return MediaTimeRange(start: start, end: mediaType == .video ? .positiveInfinity : end)
  }
}

extension SampleTable {
  /// When the first sample is shown and when the last one ends, without edits; nil if there is none.
  var presentedTicks: ClosedRange<Int64>? {
    guard let first, let last else { return nil }
    let end = last.decodeTime.addingOrGreatest(Int64(clamping: last.duration))
    let offset = Int64(compositionOffsets.lowerBound)
    if compositionOffsets.lowerBound == compositionOffsets.upperBound {
      let start = first.decodeTime.addingOrGreatest(offset)
      return start...Swift.max(start, end.addingOrGreatest(offset))
    }
    var range = first.presentationTime...first.presentationTime
    for sample in self {
      let start = sample.presentationTime
      let end = start.addingOrGreatest(Int64(clamping: sample.duration))
      range = Swift.min(range.lowerBound, start)...Swift.max(range.upperBound, end)
    }
    return range
  }
}

extension Atom {
  /// For a `trak`: replaces the sample descriptions, and removes the tables that say what the samples
  /// of one movie are.
  fileprivate mutating func setDescriptions(_ descriptions: [Atom]) throws(FormatError) {
    children.removeAll { $0.type == "load" }
    try updateSampleTable { stbl throws(FormatError) in
      stbl.children.removeAll { $0.type != "stsd" }
      try stbl.replaceDescriptions(by: descriptions)
    }
  }
}
