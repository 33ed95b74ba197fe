/// The timecode that a movie has before it is replaced, and what of it the new one does not keep.
struct ReplacedTimecode {
  let track: Track
  /// Nil if it cannot be read.
  let format: TimecodeFormat?
  private let others: [Track]
  /// The IDs of other videos that have timecode, and will have none.
  private let left: [UInt32]

  /// Nil if the movie has no timecode track that can be read.
  init?(in movie: Movie, for videos: [Track]) {
    guard let track = movie.timecodeToReplace(for: videos.map(\.id)) else { return nil }
    self.track = track
    format = track.timecodeFormat
    others = movie.timecodeTracks.filter { $0.path != track.path }
    let (wanted, all) = (Set(videos.map(\.id)), Set(movie.timecodeTracks.map(\.id)))
    left = movie.tracks(.video).filter { video in
      !wanted.contains(video.id) && video.references(by: "tmcd").contains(where: all.contains)
    }.map(\.id)
  }

  /// The paths of the timecode tracks that are removed besides the one that is replaced.
  var otherPaths: Set<String> { Set(others.map(\.path)) }

  /// The kind of its samples; nil if it is a counter or cannot be read.
  var mediaSubType: TimecodeMediaSubType? {
    format.flatMap { $0.isCounter ? nil : $0.mediaSubType }
  }

  /// Its flags except those that follow from the request. Unknown flags are kept.
  var flags: TimecodeFormat.Flags { format?.flags.subtracting(.counter) ?? [] }

  /// Returns the duration of the frames that it counts if these are the frames of the video, or a
  /// multiple or fraction of them, such as timecode of 30000/1001 on video of 60000/1001 frames per
  /// second. Nil otherwise.
  func frameDuration(suiting video: CountedVideo) -> MediaTime? {
    guard let format, !format.isCounter, format.nominalQuanta.map({ $0 <= 255 }) ?? false,
      let fit = TimecodeRateFit(format.frameDuration, in: video.cadence)
    else { return nil }
    // A single frame does not contradict any rate.
    return fit.agreement != .none || video.cadence == nil ? format.frameDuration : nil
  }

  /// Returns a diagnostic for each timecode track that cannot be read, because none of its settings
  /// are kept.
  static func unreadable(in movie: Movie) -> [Diagnostic] {
    movie.unreadableTracks.timecode.map {
      Diagnostic(
        "timecode-dropped", .warning, "none of its settings are kept: \($0)", path: $0.path)
    }
  }

  /// Returns what of the old timecode is not in `new`, although that was not requested.
  func dropped(by new: TimecodeFormat, _ request: StampRequest) -> [Diagnostic] {
    var found: [Diagnostic] = []
    func note(_ what: String, _ path: String? = nil) {
      found.append(
        Diagnostic("timecode-dropped", .warning, what, path: path ?? track.path))
    }
    for other in others {
      let name = other.timecodeFormat?.sourceName.map { " (source name '\($0.text)')" } ?? ""
      note(
        "timecode track \(other.id)\(name) is removed; track \(track.id) is replaced", other.path)
    }
    if !left.isEmpty {
      note(
        "video track\(left.count == 1 ? "" : "s") \(left.listed) had timecode, and will have none")
    }
    guard !request.dropsEverything else { return found }
    if let samples = try? track.sampleTable().count, samples > 1 {
      note("the \(samples) timecode samples of track \(track.id) become one")
    }
    if request.reel == nil, !request.dropsReel, let reels = lostReels(but: [new]) { note(reels) }
    if track.edits.count(where: { !$0.isEmpty }) > 1 || track.edits.contains(where: { !$0.isPlain })
    {
      note("the edits of track \(track.id) are replaced by those of the video")
    }
    guard let format else {
      note("the sample description of track \(track.id) cannot be read, so nothing of it is kept")
      return found
    }
    guard !format.isCounter else {
      note("track \(track.id) is a counter; the new timecode is not")
      return found
    }
    if format.isDropFrame, !new.isDropFrame, request.dropFrame == nil {
      var kept = new
      kept.flags.insert(.dropFrame)
      let hint = kept.framesDroppedPerMinute > 0 ? ": write ';' before the frames to keep it" : ""
      note("track \(track.id) was drop frame; '\(request.start)' is not\(hint)")
    }
    if request.frameDuration == nil, format.frameDuration != new.frameDuration {
      let isValid = format.frameDuration.isNumeric && format.frameDuration.value > 0
      note(
        isValid
          ? "the frame duration of track \(track.id), \(format.frameDuration) s, does not suit the "
            + "video; \(new.frameDuration) s is written"
          : "track \(track.id) has no valid frame duration; \(new.frameDuration) s is written")
    } else if request.frameDuration == nil, request.quanta == nil,
      format.frameQuanta != new.frameQuanta
    {
      note(
        "the frame quanta of track \(track.id), \(format.frameQuanta), does not suit the frame "
          + "duration; \(new.frameQuanta) is written")
    }
    return found
  }

  /// A text that names the reels of its sample descriptions that new formats do not have; nil if there are none.
  func lostReels(but new: [TimecodeFormat]) -> String? {
    var names: [String] = []
    var known = Set(new.map { $0.sourceName?.text ?? "" } + [""])
    for description in track.sampleDescriptions {
      let name = (try? TimecodeFormat(sampleDescription: description))?.sourceName?.text ?? ""
      if known.insert(name).inserted { names.append("'\(name)'") }
    }
    guard !names.isEmpty else { return nil }
    let list = names.prefix(4).joined(separator: ", ")
    let more = names.count > 4 ? " and \(names.count - 4) more" : ""
    return names.count == 1
      ? "the reel \(list) of track \(track.id) is not kept"
      : "the reels \(list)\(more) of track \(track.id) are not kept"
  }
}

extension MediaTimeMapping {
  /// Whether it shows nothing, or media at its own rate.
  fileprivate var isPlain: Bool { isEmpty || (rate ?? .one) == .one }
}

extension Track {
  /// For a timecode track: a diagnostic which says that another track replaces it, and what is lost
  /// with it.
  public var replacedTimecode: Diagnostic {
    var details: [String] = []
    let format = timecodeFormat
    if let name = format?.sourceName?.text { details.append("source name '\(name)'") }
    if format?.isDropFrame == true { details.append("drop frame") }
    if format?.isCounter == true { details.append("a counter") }
    if let count = try? sampleTable().count, count > 1 { details.append("\(count) samples") }
    let list = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
    return Diagnostic(
      "timecode-dropped", .warning, "timecode track \(id)\(list) is replaced", path: path,
      at: atom.offset)
  }
}
