/// The timecode that a movie is to be given, for `MovieEditor.stamp`. What is left out comes from
/// the movie.
public struct StampRequest: Hashable, Sendable {
  /// The label of the first frame, as text, such as `01:00:00:00`.
  public var start: String
  /// The duration of a frame, such as 1001/30000 seconds. If nil, it is that of the replaced
  /// timecode if that suits the video, or else that of the video.
  public var frameDuration: MediaTime?
  /// The number of labels per second, from 1 to 255. If nil, it is the frame rate, rounded.
  public var quanta: UInt32?
  /// Whether the timecode is drop frame. If nil, the separator in `start` decides; if that is a
  /// dot, it is as in the replaced timecode.
  public var dropFrame: Bool?
  /// The type of the samples. If nil, it is as in the replaced timecode, or else `timecode32`.
  public var mediaSubType: TimecodeMediaSubType?
  /// Whether labels go from 23:59:59 to 00:00:00. If nil, it is as in the replaced timecode, or
  /// else true.
  public var wraps24Hours: Bool?
  /// Whether negative times are allowed. If nil, it is as in the replaced timecode, or else false.
  public var allowsNegative: Bool?
  /// The name of the reel, tape or card. If nil, it is that of the replaced timecode, or else there
  /// is none.
  public var reel: String?
  /// Whether the reel name of the replaced timecode is dropped. Only used if `reel` is nil.
  public var dropsReel = false
  /// The IDs of the video tracks that get the timecode. If empty, they are the video tracks that
  /// refer to the replaced timecode, or else all of them. Cover art and slide shows are left out if
  /// there is other video.
  public var trackIDs: [UInt32] = []
  /// Whether the new track replaces all timecode tracks of the movie. If false, a movie that has one is refused; if
  /// `trackIDs` says which videos are meant, only if one of these has one, or there is one that no video refers to.
  public var replaces = false

  /// Whether nothing of the replaced timecode is kept, and nothing is said about it.
  package var dropsEverything = false

  /// Asks for a timecode that begins with a label. The frame rate is that of the video.
  ///
  /// - Parameters:
  ///   - start: The label of the first frame, such as `01:00:00:00`. A `;` or `,` before the frames
  ///     means drop frame.
  ///   - reel: The name of the reel, tape or card.
  ///   - replaces: Whether the timecode of the movie is replaced.
  public init(start: String, reel: String? = nil, replaces: Bool = false) {
    self.start = start
    self.reel = reel
    self.replaces = replaces
  }

  /// Returns the track to add, and notes: what is odd about it, and what it drops of the track that
  /// it replaces.
  ///
  /// Throws if the movie has no video that can be stamped, or the label does not exist.
  package func stamp(for movie: Movie) throws(StampError) -> (TimecodeStamp, [Diagnostic]) {
    let videos = try targets(in: movie)
    // No given rate would help.
    if videos.allSatisfy({ $0.timescale == 0 }) {
      throw .format(
        FormatError(
          .invalidTime("the timescale of the video is 0, so it cannot be stamped"),
          path: "\(videos[0].path)/mdia/mdhd",
          at: videos[0].atom.descendant("mdia", "mdhd")?.offset))
    }
    // The edits say which frame is shown first, and how long the last one is shown.
    if let error = videos.compactMap(\.editListError).first { throw .format(error) }
    // Tables can be large, so each is read only once.
    let tables = videos.map { video in
      Result { () throws(FormatError) in try video.sampleTable() }
    }
    guard tables.contains(where: { (try? $0.get().isEmpty) != true }) else {
      throw .noSamples(videos[0].id)
    }
    let existing = existingTimecode(of: videos, in: movie)
    guard existing.isEmpty || replaces else { throw .hasTimecode(existing) }
    var notes: [Diagnostic] = []
    let replaced = replaces ? ReplacedTimecode(in: movie, for: videos) : nil
    // Of several videos, use the first whose frames have known durations.
    let (video, counted) =
      videos.lazy.map { ($0, CountedVideo($0)) }.first { $1.cadence != nil }
      ?? (videos[0], CountedVideo(videos[0]))
    let kept = replaced?.frameDuration(suiting: counted)
    let duration =
      if let frameDuration = frameDuration ?? kept { frameDuration } else {
        try frameDuration(of: videos, tables, &notes)
      }
    let (format, frame, oddities) = try timecode(frameDuration: duration, replacing: replaced)
    notes += oddities
    if var finding = counted.rateFinding(duration, isNew: true) {
      (finding.path, finding.offset) = (video.path, video.atom.offset)
      notes.append(finding)
    }
    notes += replaced?.dropped(by: format, self) ?? []
    if replaces { notes += ReplacedTimecode.unreadable(in: movie) }
    var stamp = TimecodeStamp(
      format: format, startFrame: frame, trackIDs: videos.map(\.id), replaces: replaces)
    stamp.keepsTicks = frameDuration == nil && kept != nil
    return (stamp, notes)
  }

  /// Returns how the timecode of this request counts frames, without a movie.
  /// - Parameter duration: The duration of a frame, in seconds.
  /// - Returns: The format, the frame number of the label `start`, and what is odd about the
  ///   format.
  /// - Throws: `StampError` if the label cannot be read or does not exist at that rate, or the
  ///   format is not possible.
  public func timecode(
    frameDuration duration: MediaTime
  ) throws(StampError) -> (format: TimecodeFormat, startFrame: Int64, notes: [Diagnostic]) {
    try timecode(frameDuration: duration, replacing: nil)
  }

  private func timecode(
    frameDuration duration: MediaTime, replacing old: ReplacedTimecode?
  ) throws(StampError) -> (format: TimecodeFormat, startFrame: Int64, notes: [Diagnostic]) {
    let text: TimecodeText
    do { text = try TimecodeText(start) } catch { throw .timecode(error) }
    let (format, notes) = try format(
      frameDuration: duration,
      isDropFrame: text.separatorSaysDropFrame ?? old?.flags.contains(.dropFrame) ?? false,
      replacing: old)
    let frame: Int64
    do {
      frame = try format.frameNumber(for: text.timecode)
      _ = try format.sampleBytes(frameNumber: frame)
    } catch { throw .timecode(error) }
    return (format, frame, notes)
  }

  /// Returns the format of the timecode of this request, without its label.
  /// - Parameters:
  ///   - duration: The duration of a frame, in seconds.
  ///   - isDropFrame: Whether the timecode is drop frame if `dropFrame` is nil.
  /// - Returns: The format, and what is odd about it.
  /// - Throws: `StampError` if the format is not possible.
  public func format(
    frameDuration duration: MediaTime, isDropFrame: Bool = false
  ) throws(StampError) -> (format: TimecodeFormat, notes: [Diagnostic]) {
    try format(frameDuration: duration, isDropFrame: isDropFrame, replacing: nil)
  }

  private func format(
    frameDuration duration: MediaTime, isDropFrame: Bool, replacing old: ReplacedTimecode?
  ) throws(StampError) -> (format: TimecodeFormat, notes: [Diagnostic]) {
    var format = TimecodeFormat(
      mediaSubType: mediaSubType ?? old?.mediaSubType ?? .timecode32, frameDuration: duration,
      frameQuanta: 0,
      sourceName: reel.map(TimecodeFormat.SourceName.init(reel:)))
    if reel == nil, !dropsReel { format.sourceName = old?.format?.sourceName }
    if let quanta {
      format.frameQuanta = quanta
    } else {
      format.frameQuanta = try Self.quanta(of: format)
    }
    guard (1...255).contains(format.frameQuanta) else {
      throw .quantaOutOfRange(Int64(format.frameQuanta))
    }
    format.flags = (old?.flags ?? []).subtracting([.dropFrame])
    func set(_ flag: TimecodeFormat.Flags, _ asked: Bool?, otherwise: Bool) {
      if asked ?? old?.format?.flags.contains(flag) ?? otherwise {
        format.flags.insert(flag)
      } else {
        format.flags.remove(flag)
      }
    }
    set(.wraps24Hours, wraps24Hours, otherwise: true)
    set(.negativeTimesOK, allowsNegative, otherwise: false)
    if dropFrame ?? isDropFrame {
      format.flags.insert(.dropFrame)
      guard format.framesDroppedPerMinute > 0 else {
        throw .dropFrameRate(format.labelQuanta, duration)
      }
    }
    guard reel?.utf8.count ?? 0 <= Int(UInt16.max) else { throw .reelTooLong }
    // Unknown flags come from the old timecode, and are already a finding of the movie.
    let oddities = format.oddities.filter { $0.ruleID != TimecodeOddity.unknownFlags(0).ruleID }
    return (format, oddities.map { Diagnostic($0.ruleID, .warning, $0.message) })
  }

  /// The IDs of the timecode tracks beside which there is no room for another: those of other videos than the ones
  /// that were asked for do not matter.
  private func existingTimecode(of videos: [Track], in movie: Movie) -> [UInt32] {
    let all = movie.timecodeTracks.map(\.id) + movie.unreadableTracks.timecode.compactMap(\.id)
    guard !trackIDs.isEmpty, !all.isEmpty else { return all }
    let wanted = Set(videos.map(\.path))
    var (own, others): (Set<UInt32>, Set<UInt32>) = ([], [])
    for video in movie.tracks(.video) {
      let timecode = video.references(by: "tmcd")
      if wanted.contains(video.path) { own.formUnion(timecode) } else { others.formUnion(timecode) }
    }
    return all.filter { own.contains($0) || !others.contains($0) }
  }

  private func targets(in movie: Movie) throws(StampError) -> [Track] {
    guard !trackIDs.isEmpty else {
      let videos = movie.tracks(.video)
      guard !videos.isEmpty else {
        throw movie.unreadableTrack(.video).map { .unreadable($0) } ?? .noVideo
      }
      // Cover art and pictures of chapters are video too.
      let moving = videos.filter { $0.pictureDuration == nil }
      if moving.isEmpty, frameDuration == nil, let duration = videos[0].pictureDuration {
        throw .slideShow(videos[0].id, duration)
      }
      let candidates = moving.isEmpty ? videos : moving
      let old = Set(replaces ? movie.timecodeTracks.map(\.id) : [])
      let referring = candidates.filter { !old.isDisjoint(with: $0.references(by: "tmcd")) }
      return referring.isEmpty ? candidates : referring
    }
    var videos: [Track] = []
    var known: Set<UInt32> = []
    for id in trackIDs {
      guard let track = movie.track(id) else {
        throw movie.unreadableTrack(id).map { .unreadable($0) } ?? .noTrack(id)
      }
      guard track.mediaType == .video else { throw .notVideo(id) }
      if frameDuration == nil, let duration = track.pictureDuration {
        throw .slideShow(id, duration)
      }
      if known.insert(id).inserted { videos.append(track) }
    }
    return videos
  }

  /// Returns the frame duration of the first video that has one. Adds a note if the frames of other
  /// videos, or other frames of the same video, have another duration.
  private func frameDuration(
    of videos: [Track], _ tables: [Result<SampleTable, FormatError>], _ notes: inout [Diagnostic]
  ) throws(StampError) -> MediaTime {
    var found: MediaTime?
    for (video, table) in zip(videos, tables) {
      let timing: FrameTiming?
      do { timing = try video.frameTiming(table.get()) } catch {
        throw .format(error)
      }
      guard let timing else { continue }
      let taken = found ?? timing.frameDuration
      func note(_ rule: String, _ message: String) {
        notes.append(
          Diagnostic(rule, .warning, message, path: video.path))
      }
      if timing.frameDuration != taken {
        note(
          "frame-rate-differs",
          "frames of track \(video.id) last \(timing.frameDuration) s; using \(taken) s, as in the "
            + "previous track")
      } else if !timing.isConstant {
        note(
          "frame-rate-varies",
          "variable frame rate; using the most common frame duration, \(taken) s")
      }
      found = taken
    }
    guard let found else { throw .noRate }
    return found
  }

  private static func quanta(of format: TimecodeFormat) throws(StampError) -> UInt32 {
    // A rate below one frame in two seconds still counts one label per second.
    let quanta = format.nominalQuanta ?? 1
    guard quanta <= 255 else { throw .quantaOutOfRange(Int64(quanta)) }
    return quanta
  }
}
