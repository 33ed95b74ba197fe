/// Converts the times given to an input to times of its media, and determines the edits that show
/// it in the movie.
///
/// The media begins with the first decode time. In a fragmented movie, whose fragments state their
/// own times, it begins with the movie unless samples are decoded before that.
struct TrackTimeline {
  /// The tick of the input that is tick 0 of the media.
  let mediaStart: Int64
  /// The number of ticks that is added to every composition offset.
  let bias: Int64
  /// The tick of the input that is shown at the start of the movie.
  private let start: Int64
  /// The time of the input that is.
  private let startTime: MediaTime
  private let times: InputTimes
  private let timescale: Int32
  private let isFragmented: Bool
  private let edits: EditMappings?
  /// Whether to write an edit list even if it says no more than the track does. AVFoundation always
  /// writes one for a timecode track, and so does `TimecodeTrackAtoms`.
  private let alwaysHasEdits: Bool
  private let kept: KeptTrack?

  /// Throws if the writer's start time is invalid.
  init(_ input: MovieWriter.Input, _ options: MovieWriter.Options) throws(FormatError) {
    let start = options.startTime.converted(to: input.timescale)
    guard start.isNumeric, start.value.magnitude < 1 << 61 else {
      throw FormatError(.invalidTime("invalid start time \(options.startTime)"))
    }
    self.start = start.value
    startTime = options.startTime
    times = input.times
    timescale = input.timescale
    isFragmented = options.isFragmented
    edits = input.settings.edits
    alwaysHasEdits = input.settings.isTimecode
    kept = input.settings.kept
    let first = times.first ?? times.expectedFirst ?? start.value
    mediaStart = isFragmented ? min(first, start.value) : first
    let isReordered = (input.tables.offsetRange ?? 0...0) != 0...0
    if kept != nil {
      bias = 0
    } else if !options.isSigned {
      // Only the first fragment of a fragmented movie is known, so later offsets may still be
      // negative.
      bias = -times.leastOffset
    } else if input.settings.mediaType == .video, isFragmented {
      bias = mediaStart - start.value
    } else if isReordered, input.settings.mediaType == .video {
      bias = mediaStart - times.presentationStart
    } else {
      bias = 0
    }
  }

  /// The range from the presentation time of the first sample to the end of the last one, in ticks
  /// of the media.
  var presentation: Range<Int64> {
    guard times.first != nil else { return 0..<0 }
    let begin = times.presentationStart - mediaStart + bias
    return begin..<max(begin, times.presentationEnd - mediaStart + bias)
  }

  /// Returns the number of ticks from media time to movie time.
  ///
  /// Throws if the edits do not show the media exactly once and at its own rate: then there is no
  /// single number.
  func movieShift() throws(FormatError) -> Int64 {
    guard let edits else { return mediaStart - bias - start }
    guard let edit = edits.onlyShown, (edit.rate ?? .one) == .one else {
      throw FormatError(
        .notIndexable(
          "an index (sidx) cannot describe edits that show part of the media or change its rate"),
        path: "sidx")
    }
    let target = edit.target.start.converted(to: timescale)
    let source = edit.source.start.converted(to: timescale)
    guard target.isNumeric, source.isNumeric, target.value.magnitude < 1 << 61,
      source.value.magnitude < 1 << 61
    else {
      throw FormatError(.invalidTime("invalid edit: media time \(edit.source.start)"), path: "elst")
    }
    return target.value - (source.value - mediaStart + bias)
  }

  /// Returns the number of ticks by which the edits show the media later than it is shown without them.
  ///
  /// Throws as `movieShift()` does.
  func editShift() throws(FormatError) -> Int64 {
    guard let shift = try movieShift().subtracting(mediaStart - bias - start) else {
      throw FormatError(.invalidTime("invalid edit: its times are too far apart"), path: "elst")
    }
    return shift
  }

  /// The time of the input that is time 0 of the media.
  private var mediaBegin: MediaTime { MediaTime(value: mediaStart - bias, timescale: timescale) }

  /// Returns the time in the movie at which a tick of the media is shown without edits.
  private func movieTime(_ ticks: Int64) -> MediaTime {
    MediaTime(value: ticks + mediaStart - bias, timescale: timescale) - startTime
  }

  /// Returns the duration of the track in a fragmented movie, in ticks of the movie: to the end of
  /// the requested edits, or else to the end of the media.
  func shownDuration(movieTimescale: Int32) -> UInt64 {
    guard times.first != nil else { return 0 }
    let media = MediaTime(value: max(0, times.presentationEnd - start), timescale: timescale)
    let shown = edits?.last?.target.end ?? media
    let ticks = shown.converted(to: movieTimescale, rounding: .awayFromZero)
    return ticks.isNumeric ? UInt64(clamping: ticks.value) : 0
  }

  /// Returns the edit list, which is empty if none is needed, and the duration of the track in
  /// ticks of the movie.
  func edits(movieTimescale: Int32) throws(FormatError) -> (rows: [EditList.Row], duration: UInt64)
  {
    if let edits {
      // Below 0 there is no media, and -1 means that nothing is shown.
      // The end of what comes in fragments is not known yet.
      let rows = try rows(
        edits.beginning(notBefore: mediaBegin), movieTimescale: movieTimescale,
        mediaEnd: isFragmented ? nil : mediaEnd)
      return (Array(rows), isFragmented ? 0 : rows.duration)
    }
    let shown = presentation
    let begin = start - mediaStart + bias
    if isFragmented {
      // An edit without a duration lasts to the end of the fragments (ISO/IEC 14496-12, 8.6.6.1).
      let isNeeded = begin != 0 || alwaysHasEdits
      return (isNeeded ? [EditList.Row(segmentDuration: 0, mediaTime: begin)] : [], 0)
    }
    let from = max(begin, shown.lowerBound)
    // What begins after the movie is shown when it should be, though the ticks of the track may not have its start.
    let isLate = times.first != nil && movieTime(shown.lowerBound) > .zero
    func length(to ticks: Int64) -> MediaTime {
      isLate ? movieTime(ticks) : MediaTime(value: ticks - begin, timescale: timescale)
    }
    let gap = length(to: from).converted(to: movieTimescale).value
    // No sample is cut off.
    let end = length(to: max(from, shown.upperBound))
      .converted(to: movieTimescale, rounding: .awayFromZero).value
    let isNeeded = from != 0 || gap != 0 || alwaysHasEdits
    var rows: [EditList.Row] = []
    if end <= 0, !shown.isEmpty {
      // All of it comes before the start. Without an edit list it would be shown.
      return ([EditList.Row(segmentDuration: 1, mediaTime: -1)], 1)
    }
    if gap > 0 {
      rows.append(EditList.Row(segmentDuration: UInt64(clamping: gap), mediaTime: -1))
    }
    if isNeeded, end > gap {
      rows.append(EditList.Row(segmentDuration: UInt64(clamping: end - gap), mediaTime: from))
    }
    return (rows, UInt64(clamping: end))
  }

  /// Returns the edit list of a track that replaces one of another movie, nil if the old one stays,
  /// and the duration of the track in ticks of the movie.
  func keptEdits(
    movieTimescale: Int32
  ) throws(FormatError) -> (rows: EditRows?, duration: UInt64) {
    if isFragmented { return (nil, 0) }
    guard mediaStart > 0 else {
      guard let edits else {
        let ticks = mediaEnd.converted(to: movieTimescale, rounding: .awayFromZero)
        return (nil, UInt64(clamping: ticks.value))
      }
      let rows = try rows(edits, movieTimescale: movieTimescale, mediaEnd: mediaEnd)
      return (kept?.rewritesEdits == true ? rows : nil, rows.duration)
    }
    // Media in fragments can begin later than at 0. Other media always begins at 0. Its first frame is shown later
    // still if composition offsets say so; other programs take no notice of that after an empty edit.
    let whole = MediaTimeRange(start: .zero, duration: mediaEnd)
    let start = MediaTime(value: max(mediaStart, times.presentationStart), timescale: timescale)
    let late = try (edits ?? [MediaTimeMapping(source: whole, target: whole)])
      .beginning(notBefore: start)
    let rows = try rows(late, movieTimescale: movieTimescale, mediaEnd: mediaEnd)
    return (rows, rows.duration)
  }

  /// Where the media ends. Composition offsets can show the last frame after that.
  private var mediaEnd: MediaTime {
    let decoded = Int64(clamping: times.duration)
    let shown = times.first == nil ? 0 : times.presentationEnd - mediaStart
    return MediaTime(value: mediaStart, timescale: timescale)
      + MediaTime(value: max(decoded, shown), timescale: timescale)
  }

  private func rows(
    _ edits: EditMappings, movieTimescale: Int32, mediaEnd: MediaTime?
  ) throws(FormatError) -> EditRows {
    try EditRows(
      edits, movieTimescale: movieTimescale, mediaTimescale: timescale, shift: bias - mediaStart,
      mediaEnd: mediaEnd)
  }
}

extension EditMappings {
  /// The same edits for media that has nothing before `start`.
  ///
  /// Throws if an edit that begins before that changes the rate.
  fileprivate func beginning(notBefore start: MediaTime) throws(FormatError) -> EditMappings {
    guard contains(where: { !$0.isEmpty && $0.source.start < start }) else { return self }
    var late = PackedMappings()
    for edit in self {
      for part in try edit.beginning(notBefore: start) { late.append(part) }
    }
    return EditMappings(late)
  }
}

extension MediaTimeMapping {
  /// Returns the same edit for media that has nothing before `start`: what the edit would show
  /// before that is empty.
  ///
  /// Throws if the edit changes the rate.
  func beginning(
    notBefore start: MediaTime
  ) throws(FormatError) -> [MediaTimeMapping] {
    guard !isEmpty, source.start < start else { return [self] }
    guard (rate ?? .one) == .one else {
      throw FormatError(
        .unsupported("an edit at another speed begins before the media"), path: "elst")
    }
    let gap = min(start - source.start, target.duration)
    let empty = MediaTimeMapping(
      emptyOver: MediaTimeRange(start: target.start, duration: gap))
    guard gap < target.duration else { return [empty] }
    let rest = target.duration - gap
    return [
      empty,
      MediaTimeMapping(
        source: MediaTimeRange(start: source.start + gap, duration: rest),
        target: MediaTimeRange(start: target.start + gap, duration: rest)),
    ]
  }
}
