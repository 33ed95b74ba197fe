/// How the times that an input was given become times of its media, and what the movie shows of them.
///
/// The media begins with the first decode time. In a fragmented movie, whose fragments tell their
/// times themselves, it begins with the movie unless samples are decoded before.
struct TrackTimeline {
  /// The tick of the input that is 0 in the media.
  let mediaStart: Int64
  /// Ticks that are added to every composition offset.
  let bias: Int64
  /// The input's tick that is shown at the start of the movie.
  private let start: Int64
  private let times: InputTimes
  private let timescale: Int32
  private let isFragmented: Bool
  private let edits: [MediaTimeMapping]?
  /// Whether there is an edit list even where it says no more than the track does: of a timecode
  /// track AVFoundation always writes one, as does a track that is put into a movie.
  private let alwaysHasEdits: Bool
  private let kept: KeptTrack?

  /// Throws where the writer's start time is none.
  init(_ input: MovieWriter.Input, _ options: MovieWriter.Options) throws(FormatError) {
    let start = options.startTime.converted(to: input.timescale)
    guard start.isNumeric, start.value.magnitude < 1 << 61 else {
      throw FormatError(.invalid("invalid start time \(options.startTime)"))
    }
    self.start = start.value
    times = input.times
    timescale = input.timescale
    isFragmented = options.isFragmented
    edits = input.settings.edits
    alwaysHasEdits = input.settings.isTimecode
    kept = input.settings.kept
    let first = times.first ?? start.value
    mediaStart = isFragmented ? min(first, start.value) : first
    let isReordered = (input.tables.offsetRange ?? 0...0) != 0...0
    if kept != nil {
      bias = 0
    } else if !options.isSigned {
      // Of a fragmented movie only the first fragment is known; later offsets may be negative still.
      bias = -times.leastOffset
    } else if input.settings.mediaType == "vide", isFragmented {
      bias = mediaStart - start.value
    } else if isReordered, input.settings.mediaType == "vide" {
      bias = mediaStart - times.presentationStart
    } else {
      bias = 0
    }
  }

  /// When the first sample is shown and the last ends, in ticks of the media.
  var presentation: Range<Int64> {
    guard times.first != nil else { return 0..<0 }
    let begin = times.presentationStart - mediaStart + bias
    return begin..<max(begin, times.presentationEnd - mediaStart + bias)
  }

  /// Ticks from a time of the media to that of the movie that shows it.
  ///
  /// Throws where edits show the media otherwise than once and as it is: then no one number tells.
  func movieShift() throws(FormatError) -> Int64 {
    guard let edits else { return mediaStart - bias - start }
    let shown = edits.filter { !$0.isEmpty }
    guard shown.count == 1, let edit = shown.first, edit.rate.map({ $0 == (1, 1) }) ?? true else {
      throw FormatError(
        .invalid(
          "an index (sidx) cannot describe edits that show part of the media or change its rate"),
        path: "sidx")
    }
    let target = edit.target.start.converted(to: timescale)
    let source = edit.source.start.converted(to: timescale)
    guard target.isNumeric, source.isNumeric, target.value.magnitude < 1 << 61,
      source.value.magnitude < 1 << 61
    else {
      throw FormatError(.invalid("invalid edit: media time \(edit.source.start)"), path: "elst")
    }
    return target.value - (source.value - mediaStart + bias)
  }

  /// How long a fragmented movie shows the track, in ticks of the movie: to the end of the edits that
  /// were asked for, or else to that of the media.
  func shownDuration(movieTimescale: Int32) -> UInt64 {
    guard times.first != nil else { return 0 }
    let media = MediaTime(value: max(0, times.presentationEnd - start), timescale: timescale)
    let shown = edits?.last?.target.end ?? media
    let ticks = shown.converted(to: movieTimescale, rounding: .awayFromZero)
    return ticks.isNumeric ? UInt64(clamping: ticks.value) : 0
  }

  /// The edit list, where there must be one, and how long it is: both in ticks of the movie.
  func edits(movieTimescale: Int32) throws(FormatError) -> (rows: [EditList.Row], duration: UInt64)
  {
    func movieTicks(_ ticks: Int64) -> Int64 {
      MediaTime(value: ticks, timescale: timescale).converted(to: movieTimescale).value
    }
    if let edits { return try rows(edits, movieTimescale: movieTimescale) }
    let shown = presentation
    let begin = start - mediaStart + bias
    if isFragmented {
      // Without a length it goes on to the end of the fragments (ISO/IEC 14496-12, 8.6.6.1).
      let isNeeded = begin != 0 || alwaysHasEdits
      return (isNeeded ? [EditList.Row(segmentDuration: 0, mediaTime: begin)] : [], 0)
    }
    let from = max(begin, shown.lowerBound)
    let gap = movieTicks(from - begin)
    let end = movieTicks(max(from, shown.upperBound) - begin)
    let isNeeded = from != 0 || gap != 0 || alwaysHasEdits
    var rows: [EditList.Row] = []
    if gap > 0 {
      rows.append(EditList.Row(segmentDuration: UInt64(clamping: gap), mediaTime: -1))
    }
    if isNeeded, end > gap {
      rows.append(EditList.Row(segmentDuration: UInt64(clamping: end - gap), mediaTime: from))
    }
    return (rows, UInt64(clamping: end))
  }

  /// How a track that stands for one of another movie is shown: the edit list, nil where the old one
  /// holds, and how long the track is, in ticks of the movie.
  func keptEdits(
    movieTimescale: Int32
  ) throws(FormatError) -> (rows: [EditList.Row]?, duration: UInt64) {
    if isFragmented { return (nil, 0) }
    let media = MediaTime(value: Int64(clamping: times.duration), timescale: timescale)
    guard mediaStart > 0 else {
      guard let edits else {
        let ticks = media.converted(to: movieTimescale, rounding: .awayFromZero)
        return (nil, UInt64(clamping: ticks.value))
      }
      let (rows, duration) = try rows(edits, movieTimescale: movieTimescale)
      return (kept?.hasOpenEdits == true ? rows : nil, duration)
    }
    // The media of fragments can begin later than at 0, where that of others always does.
    let start = MediaTime(value: mediaStart, timescale: timescale)
    let whole = MediaTimeRange(start: .zero, duration: start + media)
    var late: [MediaTimeMapping] = []
    for edit in edits ?? [MediaTimeMapping(source: whole, target: whole)] {
      late += try edit.beginning(notBefore: start)
    }
    return try rows(late, movieTimescale: movieTimescale)
  }

  /// Edits as they were asked for.
  private func rows(
    _ edits: [MediaTimeMapping], movieTimescale: Int32
  ) throws(FormatError) -> (rows: [EditList.Row], duration: UInt64) {
    var rows: [EditList.Row] = []
    var position: Int64 = 0
    for edit in edits {
      // Ends are rounded and not lengths, so that no error adds up.
      let end = edit.target.end.converted(to: movieTimescale)
      guard end.isNumeric, end.value >= position else {
        throw FormatError(.invalid("invalid edit: it ends at \(edit.target.end)"), path: "elst")
      }
      var row = EditList.Row(segmentDuration: UInt64(end.value - position), mediaTime: -1)
      position = end.value
      if !edit.isEmpty {
        let source = edit.source.start.converted(to: timescale)
        guard source.isNumeric, source.value.magnitude < 1 << 61 else {
          throw FormatError(.invalid("invalid edit: media time \(edit.source.start)"), path: "elst")
        }
        row.mediaTime = source.value - mediaStart + bias
        if let rate = edit.rate {
          let fixed = (rate.numerator << 16) / rate.denominator
          row.mediaRate = Fixed16x16(rawValue: Int32(clamping: fixed))
        }
      }
      rows.append(row)
    }
    return (rows, isFragmented ? 0 : UInt64(position))
  }
}

extension MediaTimeMapping {
  /// The same edit of media that has nothing before `start`: what it would show of that is empty.
  ///
  /// Throws where the edit changes the speed.
  fileprivate func beginning(
    notBefore start: MediaTime
  ) throws(FormatError) -> [MediaTimeMapping] {
    guard !isEmpty, source.start < start else { return [self] }
    guard rate.map({ $0 == (1, 1) }) ?? true else {
      throw FormatError(
        .invalid("an edit at another speed begins before the media"), path: "elst")
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
