extension Movie {
  /// Checks timecode tracks against the videos whose frames they count.
  func checkTimecode(
    of timecodes: [Track], _ read: [String: TimecodeTrack], _ found: inout DiagnosticList
  ) {
    guard !timecodes.isEmpty else { return }
    var referring: Set<UInt32> = []
    var videos: [String: Track] = [:]
    var spans = CommonSpans()
    var times = ShownTimes()
    var edited = EditedSpans()
    let ids = Set(timecodes.map(\.id))
    let counted = timecodes.map { $0.countedVideo?.path }
    let countedPaths = Set(counted.compactMap { $0 })
    for track in tracks {
      // There can be any number of references to tracks that do not exist.
      let wanted = Set(track.references(by: "tmcd").filter(ids.contains))
      referring.formUnion(wanted)
      guard track.mediaType == .video else { continue }
      let path = track.path
      if countedPaths.contains(path) { videos[path] = track }
      spans.add(track, for: wanted)
    }
    if timecodes.count > 1 {
      // Each video may have its own timecode track.
      let owners = zip(timecodes, counted).map { $1 ?? $0.path }
      let isEach = Set(owners).count == owners.count
      found.append(
        .timecodeTracks(timecodes.count, isEach ? .note : .warning, second: timecodes[1]))
    }
    for track in timecodes {
      do throws(ReadingError) {
        let timecode =
          if let known = read[track.path] { known } else { try TimecodeTrack(track) }
        found.append(contentsOf: timecode.diagnostics)
        timecode.checkRate(&found)
      } catch {
        if case .format(let reason) = error {
          found.add(
            "track-unreadable", .error, "\(reason.reason)", path: reason.path, at: reason.offset)
        }
      }
      guard let video = track.countedVideo.flatMap({ videos[$0.path] }) else { continue }
      if !referring.contains(track.id) {
        found.add(
          "timecode-not-referenced", .warning,
          "no track refers to this timecode track (tref), so programs may not find it",
          path: track.path, at: track.atom.offset)
      }
      track.checkSpan(against: video, &spans, &times, &edited, &found)
    }
  }
}

/// When videos that refer to the same timecode track are shown, from the first frame of any to the end of the last.
private struct CommonSpans {
  private var videos: [Track] = []
  /// The indices among `videos` of those that refer to a track, by its ID.
  private var referring: [UInt32: [Int]] = [:]
  /// What was found, nil included, because many tracks can have one ID.
  private var common: [UInt32: Range<MediaTime>?] = [:]

  mutating func add(_ video: Track, for timecodeIDs: Set<UInt32>) {
    guard !timecodeIDs.isEmpty else { return }
    for id in timecodeIDs { referring[id, default: []].append(videos.count) }
    videos.append(video)
  }

  /// Nil if no more than one video refers to the track.
  mutating func span(ofID id: UInt32, _ times: inout ShownTimes) -> Range<MediaTime>? {
    if let known = common[id] { return known }
    guard let indices = referring[id], indices.count > 1 else { return nil }
    var all: [Range<MediaTime>] = []
    for index in indices {
      let end = times.end(of: videos[index])
      if let start = times.start(of: videos[index]), start.isNumeric, end.isNumeric, start < end {
        all.append(start..<end)
      }
    }
    let start = all.map(\.lowerBound).min()
    let end = all.map(\.upperBound).max()
    let span = start.flatMap { start in end.map { start..<$0 } }
    common.updateValue(span, forKey: id)
    return span
  }
}

/// What the edits of videos show. Many timecode tracks can belong to one video, whose edits are read once.
private struct EditedSpans {
  private var known: [String: (start: MediaTime, end: MediaTime)?] = [:]

  mutating func span(of video: Track) -> (start: MediaTime, end: MediaTime)? {
    let path = video.path
    if let span = known[path] { return span }
    let span = video.shownSpan
    known.updateValue(span, forKey: path)
    return span
  }
}

extension Diagnostic {
  /// A diagnostic that a movie has several timecode tracks. `second` is the second of them, or the
  /// first if another one is about to be added.
  static func timecodeTracks(_ count: Int, _ severity: Severity, second: Track) -> Diagnostic {
    Diagnostic(
      "timecode-tracks", severity,
      "there are \(count) timecode tracks; many programs read only one",
      path: second.path, at: second.atom.offset)
  }
}

extension TimecodeTrack {
  /// Checks the rate of each format against that of the video.
  fileprivate func checkRate(_ found: inout DiagnosticList) {
    guard let video = track.countedVideo else { return }
    var seen: Set<TimecodeFormat> = []
    for format in formats where !format.isCounter && seen.insert(format).inserted {
      // Of a quanta that fits the video and a frame duration that does not, one thing is wrong and not two.
      guard !format.oddities.contains(where: { video.rateThatFits($0) != nil }) else { continue }
      guard var finding = video.rateFinding(format.frameDuration) else { continue }
      (finding.path, finding.offset) = (track.path, track.atom.offset)
      found.append(finding)
    }
  }
}

extension CountedVideo {
  /// The longest that a frame lasts if they are even; nil if there are fewer than two.
  fileprivate var longestFrame: MediaTime? {
    cadence.flatMap { MediaTime(ticks: $0.ticks / $0.frames + 1, per: $0.timescale) }
  }

  /// Returns what to report, without a place, about timecode whose frames last `duration`; nil if
  /// each frame of this video has a label of its own. `isNew` means that the movie does not have
  /// the timecode yet.
  func rateFinding(_ duration: MediaTime, isNew: Bool = false) -> Diagnostic? {
    guard let cadence, let fit = TimecodeRateFit(duration, in: cadence), let effect = fit.effect
    else { return nil }
    // Frames without a constant duration contradict nothing.
    guard fit.agreement != .none || cadence.isEven else { return nil }
    let labels = decimal(
      UInt128(duration.timescale.magnitude), over: UInt128(duration.value.magnitude), places: 3)
    let message =
      "the \(isNew ? "new " : "")timecode counts \(labels) frames per second and track \(trackID) has "
      + "\(cadence.framesPerSecond), so \(effect)"
    // High frame rates are often counted like this. In the other cases, labels that no frame has are
    // lost. What mends it differs too: only between a rate and its multiple are there the same instants.
    return switch fit.agreement {
    case .framesOfVideo: Diagnostic("timecode-rate-multiple", .note, message)
    case .framesOfTimecode: Diagnostic("timecode-rate-fraction", .warning, message)
    case .none: Diagnostic("timecode-rate", .warning, message)
    }
  }
}

extension CountedVideo {
  /// Returns what to add to the message about a quanta that contradicts the duration of a frame, if the video says that
  /// the quanta is right; nil if it does not.
  func rateThatFits(_ oddity: TimecodeOddity) -> String? {
    guard case .quantaRate(let quanta, let duration) = oddity, hasQuanta(quanta), let cadence,
      TimecodeRateFit(duration, in: cadence)?.agreement != .framesOfVideo(1)
    else { return nil }
    return
      "; the quanta is right, because track \(trackID) has \(cadence.framesPerSecond) frames per second"
  }
}

extension FrameCadence {
  /// The frame rate in decimals, for display.
  fileprivate var framesPerSecond: String {
    decimal(UInt128(frames) * UInt128(timescale), over: UInt128(ticks), places: 3)
  }
}

extension Track {
  /// Checks the part of the movie that the timecode covers against the part that the video covers.
  /// A difference of one frame is tolerated, because each rounds to its own ticks. Other videos can have the same
  /// timecode, of which one begins earlier or ends later.
  fileprivate func checkSpan(
    against video: Track, _ spans: inout CommonSpans, _ times: inout ShownTimes,
    _ edited: inout EditedSpans, _ found: inout DiagnosticList
  ) {
    guard let own = shownSpan, let other = edited.span(of: video),
      let frame = countedVideo?.longestFrame ?? frameOfTimecode
    else { return }
    // Without an edit list, composition offsets can show the last frame after the end of the media.
    let shownEnd = video.hasEditList ? other.end : times.end(of: video)
    let end = shownEnd.isNumeric ? shownEnd : other.end
    if own.end - other.end > frame, own.end - times.end(of: video) > frame,
      own.end - (spans.span(ofID: id, &times)?.upperBound ?? other.end) > frame
    {
      found.add(
        "timecode-edit", .warning,
        "the timecode ends at \(own.end.inSeconds) and the video (track \(video.id)) at "
          + "\(other.end.inSeconds), so the last labels belong to no frame",
        path: path, at: atom.offset)
    } else if end - own.end > frame {
      found.add(
        "timecode-edit", .warning,
        "the timecode ends at \(own.end.inSeconds) and the video (track \(video.id)) at "
          + "\(end.inSeconds), so the last frames have no timecode", path: path,
        at: atom.offset)
    }
    func isBeside(_ start: MediaTime) -> Bool { (own.start - start).absoluteValue > frame }
    // Composition offsets can show the first frame later.
    if isBeside(other.start), times.start(of: video).map(isBeside) ?? true,
      spans.span(ofID: id, &times).map({ isBeside($0.lowerBound) }) ?? true
    {
      found.add(
        "timecode-edit", .warning,
        "the timecode begins at \(own.start.inSeconds) and the video (track \(video.id)) at "
          + "\(other.start.inSeconds)", path: path, at: atom.offset)
    }
  }

  /// The time in the movie from the first to the last moment that the edits show; nil if that is
  /// not known.
  fileprivate var shownSpan: (start: MediaTime, end: MediaTime)? {
    func isShown(_ edit: MediaTimeMapping) -> Bool { !edit.isEmpty && edit.target.start.isNumeric }
    let edits = edits
    guard let start = edits.first(where: isShown)?.target.start,
      let end = edits.last(where: isShown)?.target.end, end.isNumeric, end > start
    else { return nil }
    return (start, end)
  }

  private var frameOfTimecode: MediaTime? {
    let format = sampleDescriptions.first.flatMap { try? TimecodeFormat(sampleDescription: $0) }
    return format.flatMap { $0.frameDuration.isNumeric ? $0.frameDuration : nil }
  }
}
