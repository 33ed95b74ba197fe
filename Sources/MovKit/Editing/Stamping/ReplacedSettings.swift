/// What timecode that comes from another place keeps of the timecode that it replaces.
package struct ReplacedSettings {
  /// What a place says of timecode.
  package enum Source: Sendable {
    /// Labels and a rate, as a recorder or a list of edits does.
    case labels
    /// All of a format except perhaps the reel, as another movie does.
    case format
    /// All of a format, as a document of `extract timecode` does.
    case everything
  }

  private let old: ReplacedTimecode
  private let request: StampRequest

  /// - Parameter videoIDs: The IDs of the video tracks that get the timecode.
  /// - Returns: Nil if nothing is replaced, or nothing that can be read.
  package init?(_ request: StampRequest, in movie: Movie, for videoIDs: [UInt32]) {
    guard request.replaces,
      let old = ReplacedTimecode(in: movie, for: videoIDs.compactMap { movie.track($0) })
    else { return nil }
    self.old = old
    self.request = request
  }

  /// The paths of the timecode tracks that are removed besides the one whose settings these are.
  package var otherPaths: Set<String> { old.otherPaths }

  /// Whether labels wrap at 24 hours; nil if the old format cannot be read.
  package var wraps24Hours: Bool? { old.format?.flags.contains(.wraps24Hours) }

  /// The name of the old reel; nil if there is none.
  package var reel: String? { old.format?.sourceName?.text }

  /// Whether times before zero are allowed; nil if the old format cannot be read.
  package var allowsNegative: Bool? { old.format?.flags.contains(.negativeTimesOK) }

  /// Gives a format what its source does not say and no option asks for.
  package func complete(_ format: inout TimecodeFormat, from source: Source) {
    if source != .everything, format.sourceName == nil {
      format.sourceName = old.format?.sourceName
    }
    guard source == .labels, let kept = old.format else { return }
    if let type = old.mediaSubType { format.mediaSubType = type }
    var own: TimecodeFormat.Flags = .dropFrame
    if request.wraps24Hours != nil { own.insert(.wraps24Hours) }
    if request.allowsNegative != nil { own.insert(.negativeTimesOK) }
    format.flags = kept.flags.subtracting(.counter).subtracting(own)
      .union(format.flags.intersection(own))
  }

  /// Returns what of the old timecode is in none of the new formats, although that was not requested.
  package func dropped(by formats: [TimecodeFormat]) -> [Diagnostic] {
    let track = old.track
    func note(_ what: String) -> Diagnostic {
      Diagnostic("timecode-dropped", .warning, what, path: track.path)
    }
    var found: [Diagnostic] = []
    if request.reel == nil, !request.dropsReel, let reels = old.lostReels(but: formats) {
      found.append(note(reels))
    }
    guard let format = old.format else {
      return found + [
        note("the sample description of track \(track.id) cannot be read, so nothing of it is kept")
      ]
    }
    guard !format.isCounter else {
      return formats.contains(where: \.isCounter)
        ? found : found + [note("track \(track.id) is a counter; the new timecode is not")]
    }
    if request.mediaSubType == nil, format.mediaSubType == .timecode64,
      !formats.contains(where: { $0.mediaSubType == .timecode64 })
    {
      found.append(note("the type of track \(track.id), tc64, is not kept"))
    }
    func lost(_ flag: TimecodeFormat.Flags, _ asked: Bool?, _ what: String) {
      guard asked == nil, format.flags.contains(flag),
        !formats.contains(where: { $0.flags.contains(flag) })
      else { return }
      found.append(note("\(what) in track \(track.id), and not in the new timecode"))
    }
    lost(.dropFrame, request.dropFrame, "timecode is drop frame")
    lost(.wraps24Hours, request.wraps24Hours, "labels wrap at 24 hours")
    lost(.negativeTimesOK, request.allowsNegative, "times before zero are allowed")
    return found
  }
}
