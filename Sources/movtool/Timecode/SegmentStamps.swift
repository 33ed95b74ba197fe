import MovKit

/// The timecode tracks that a list of segments asks for.
struct SegmentStamps {
  private var stamps: [TimecodeStamp] = []
  /// For each of the stamps, the track that becomes it; empty if they are new tracks.
  private var replaced: [Track] = []
  private(set) var notes: [Diagnostic] = []

  /// A list of segments, which is read once for all movies.
  static func list(_ path: FilePath) -> ReadOnce<ReadList> {
    ReadOnce(path) { file in
      guard file.size <= Self.mostBytes else {
        throw Failure.problem("a list of segments has at most 1 GiB", file: path)
      }
      return ReadList(try file.read(at: 0, count: Int(file.size)))
    }
  }

  /// Takes what a list says of a movie.
  /// - Parameters:
  ///   - request: The flags and tracks of the stamps. Its label does not matter.
  ///   - rate: The rate of the timecode; nil for what the list or, if it says none, the video says.
  ///   - isOneOfSeveral: Whether the list is read for other movies too.
  init(
    _ source: ReadOnce<ReadList>, for movie: Movie, named name: FilePath, request: StampRequest,
    rate: CountingRate?, isOneOfSeveral: Bool
  ) throws {
    let (list, read) = (source.path, try source.value)
    // What the list says of labels and rates, nothing of the replaced timecode does.
    let asked = request
    var request = request
    request.dropsEverything = true
    guard let base = try Base(request, movie) else { return }
    notes = base.notes
    let trackIDs = base.trackIDs
    let old = ReplacedSettings(asked, in: movie, for: trackIDs)
    let reels = Self.reels(of: movie, old, name)
    var segments: SegmentList
    do throws(SegmentListError) {
      segments = try read.segments(
        for: SegmentList.Context(
          movieName: name.description,
          videoRate: CountingRate(lasting: base.videoFrame), rate: rate,
          wraps: request.wraps24Hours ?? old?.wraps24Hours ?? true,
          allowsNegative: request.allowsNegative ?? old?.allowsNegative ?? false,
          isOneOfSeveral: isOneOfSeveral, reels: reels,
          shortest: Self.shortestRun(of: trackIDs, in: movie)))
    } catch {
      throw Failure.problem(error.description, file: list)
    }
    if segments.stored != nil, request.wraps24Hours != nil || request.allowsNegative != nil {
      throw Failure.problem(
        "JSON of 'movtool extract timecode' says itself whether labels wrap and may be negative; leave out "
          + "--no-wrap and --allow-negative", file: list)
    }
    if segments.countsFromFirstFrame, !trackIDs.isEmpty {
      let video = try StampedVideo(of: trackIDs, in: movie)
      do throws(SegmentListError) {
        try segments.keepOneClip(
          of: name.description, lasting: video.duration, isOneOfSeveral: isOneOfSeveral,
          reels: reels)
      } catch {
        throw Failure.problem(error.description, file: list)
      }
      for index in segments.runs.indices {
        segments.runs[index].time = segments.runs[index].time + video.start
      }
    }
    self.notes += (segments.notes + Self.notes(segments, trackIDs, movie)).map {
      Diagnostic("segments-read", .warning, $0.shortened())
    }
    self.notes += Self.rateNotes(segments, request, movie, besides: base.videoFrame).filter {
      !notes.contains($0)
    }
    guard let stored = segments.stored, !stored.tracks.isEmpty else {
      guard !trackIDs.isEmpty else { throw StampError.noVideo }
      try addRuns(of: segments, to: trackIDs, old, request, list)
      return
    }
    try add(stored, to: trackIDs, of: movie, request, list)
    note(stored, insteadOf: old, in: movie, request)
  }

  /// What can be the name of the reel of a movie, the likeliest first: what it says of itself, and the names of its
  /// folders, because cards are copied to folders that are called like them.
  private static func reels(
    of movie: Movie, _ old: ReplacedSettings?, _ name: FilePath
  ) -> [String] {
    let own = [old?.reel, NamedMetadata(movie)[.reel]].compactMap(\.self).filter { !$0.isEmpty }
    return own + ListedName.parts(of: name.description).dropLast().reversed()
  }

  /// What the video that the list is for says.
  private struct Base {
    /// The tracks of the video; empty without a video.
    var trackIDs: [UInt32] = []
    /// How long a frame of it lasts; invalid if that is not known.
    var videoFrame = MediaTime.invalid
    var notes: [Diagnostic] = []

    /// Nil if the request is not for a whole video.
    init?(_ request: StampRequest, _ movie: Movie) throws(StampError) {
      let stamp: TimecodeStamp
      do throws(StampError) { (stamp, notes) = try request.stamp(for: movie) } catch {
        guard case .noVideo = error, request.trackIDs.isEmpty else { throw error }
        // What 'extract timecode' printed says how long it lasts, without a video.
        let existing = movie.timecodeTracks.map(\.id)
        guard existing.isEmpty || request.replaces else { throw .hasTimecode(existing) }
        return
      }
      guard case .wholeVideo(let format, _) = stamp.content else { return nil }
      trackIDs = stamp.trackIDs
      videoFrame = format.frameDuration
    }
  }

  /// Notes what is lost of the timecode that a document replaces, and what is odd about the new one.
  private mutating func note(
    _ stored: StoredTimecode, insteadOf old: ReplacedSettings?, in movie: Movie,
    _ request: StampRequest
  ) {
    if request.replaces, stored.tracks.count > 1 {
      // These notes say that one track takes the place of all others, and none of several does.
      let others = old?.otherPaths ?? []
      self.notes.removeAll { $0.rule == "timecode-dropped" && others.contains($0.path) }
      if replaced.isEmpty { self.notes += movie.timecodeTracks.map(\.replacedTimecode) }
    } else if replaced.isEmpty {
      self.notes += old?.dropped(by: stored.tracks.flatMap(\.formats)) ?? []
    }
    var odd = OddTimecode()
    for track in stored.tracks {
      for sample in track.samples {
        guard case .frameNumber(let number) = sample.value else { continue }
        odd.add(number, track.formats[sample.format])
      }
    }
    self.notes += odd.diagnostics(besides: self.notes)
  }

  private mutating func addRuns(
    of segments: SegmentList, to trackIDs: [UInt32], _ old: ReplacedSettings?,
    _ request: StampRequest, _ list: FilePath
  ) throws {
    // Only the kinds that are left when all times are known.
    var runs = PackedRuns(segments.runs)
    var formats: [TimecodeFormat] = []
    runs.changeFormats { format in
      old?.complete(&format, from: segments.saysFormats ? .everything : .labels)
      formats.append(format)
    }
    for run in runs where Int32(exactly: run.frameNumber) == nil {
      do throws(TimecodeError) {
        _ = try run.format.sampleBytes(frameNumber: run.frameNumber)
      } catch {
        throw Failure.problem(
          "\(run.start): \(error); to write 'tc64', give JSON, or CSV with the columns Frame Number, Quanta, Flags "
            + "and Type", file: list)
      }
    }
    notes += old?.dropped(by: formats) ?? []
    notes += OddTimecode(runs).diagnostics(besides: notes)
    stamps = [TimecodeStamp(.runs(runs), trackIDs: trackIDs, replaces: request.replaces)]
  }

  private mutating func add(
    _ stored: StoredTimecode, to trackIDs: [UInt32], of movie: Movie, _ request: StampRequest,
    _ list: FilePath
  ) throws {
    let namesTracks = request.trackIDs.isEmpty && stored.namesTracks(of: movie)
    for track in stored.tracks {
      let named = namesTracks ? track.associatedTracks : []
      stamps.append(
        TimecodeStamp(
          .media(try TimecodeMedia(track, of: stored, movieTimescale: movie.timescale, list)),
          trackIDs: named.isEmpty ? trackIDs : named,
          replaces: request.replaces && stored.tracks.count == 1))
    }
    if request.replaces, stored.tracks.count > 1, namesTracks {
      replaced = stored.tracksOfSameMovie(in: movie)
    }
  }

  /// Half of the shortest tick of the movie and of the tracks: what is shorter is rounded to nothing.
  private static func shortestRun(of trackIDs: [UInt32], in movie: Movie) -> MediaTime {
    let timescales = trackIDs.compactMap { movie.track($0)?.timescale } + [movie.timescale]
    let tick = timescales.max().flatMap { MediaTime(ticks: 1, per: $0) } ?? .zero
    return tick.multiplied(by: 1, over: 2)
  }

  /// What of the segments is not in the movie, and what of the movie has no segment.
  private static func notes(
    _ list: SegmentList, _ trackIDs: [UInt32], _ movie: Movie
  ) -> [String] {
    let end = trackIDs.compactMap { movie.track($0)?.shownEnd }.filter(\.isNumeric).max()
    guard let end, end > .zero, !list.runs.isEmpty else { return [] }
    var notes: [String] = []
    let late = list.runs.count { $0.time >= end }
    if late > 0 {
      notes.append(
        "\(counted(late, of: list.runs.count, "segment", "begins", "begin")) after the end of the video at "
          + "\(end.inSeconds), and \(late == 1 ? "is" : "are") left out")
    }
    guard let last = list.runs.last(where: { $0.time < end }), let duration = last.duration else {
      return notes
    }
    let over = last.time + duration - end
    guard over.isNumeric, last.format.frameDuration.isNumeric else { return notes }
    if over >= last.format.frameDuration {
      notes.append(
        "the last segment ends at \((end + over).inSeconds), after the video, which ends at \(end.inSeconds)"
      )
    } else if over.negated() >= last.format.frameDuration {
      let isOneFrame =
        list.endsByLabels && list.runs.count == 1
        && over.negated() < last.format.frameDuration.multiplied(by: 2)
      notes.append(
        "the segments end at \((end + over).inSeconds) and the video at \(end.inSeconds), so the last "
          + (isOneFrame
            ? "frame has no timecode: the end of a row must be the label after its last frame; if the list gives the last "
              + "frame itself, remove the column of ends" : "frames have no timecode"))
    }
    return notes
  }

  /// What is odd about the rates of the segments in a movie, besides that of the video: of the first four that
  /// differ. Each is looked at in the tables of the video.
  private static func rateNotes(
    _ list: SegmentList, _ request: StampRequest, _ movie: Movie, besides videoFrame: MediaTime
  ) -> [Diagnostic] {
    guard list.stored == nil, request.frameDuration == nil else { return [] }
    var rates = [videoFrame]
    for run in list.runs where !rates.contains(run.format.frameDuration) {
      rates.append(run.format.frameDuration)
      if rates.count == 5 { break }
    }
    return rates.dropFirst().flatMap { rate in
      var request = request
      request.frameDuration = rate
      return (try? request.stamp(for: movie))?.1 ?? []
    }
  }

  /// The limit of a list's size.
  private static let mostBytes: UInt64 = 1 << 30

  /// Adds the tracks to a movie.
  func add(to editor: inout MovieEditor, replaces: Bool) throws(FormatError) {
    guard replaced.isEmpty else {
      return try editor.replace(zip(replaced, stamps).map { ($0, $1) })
    }
    if replaces, stamps.count > 1 { try editor.removeTimecodeTracks() }
    try editor.add(stamps)
  }
}

extension StoredTimecode {
  /// Whether the tracks that refer to timecode in a document can be those of a movie. In a proxy, the same IDs
  /// can be those of other kinds of tracks.
  fileprivate func namesTracks(of movie: Movie) -> Bool {
    let named = tracks.flatMap(\.associatedTracks).map { movie.track($0) }
    guard named.allSatisfy({ $0?.isTimecode == false }) else { return false }
    return movie.tracks(.video).isEmpty || named.contains { $0?.mediaType == .video }
  }

  /// The timecode tracks of a movie that the tracks of a document are, each with the same ID and the same tracks
  /// that refer to it; empty if they are not exactly these.
  fileprivate func tracksOfSameMovie(in movie: Movie) -> [MovKit.Track] {
    let all = movie.timecodeTracks
    guard all.count == tracks.count, movie.unreadableTimecodeTrack == nil else { return [] }
    let known = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var referring: [UInt32: Set<UInt32>] = [:]
    for track in movie.tracks {
      for id in track.references(by: "tmcd") { referring[id, default: []].insert(track.id) }
    }
    let found = tracks.compactMap { track in
      Set(track.associatedTracks) == referring[track.id] ?? [] ? known[track.id] : nil
    }
    return Set(found.map(\.id)).count == all.count ? found : []
  }
}

extension CountingRate {
  /// The rate of frames that last this long; nil if it is not above 0.
  fileprivate init?(lasting duration: MediaTime) {
    guard duration.isNumeric, duration.value > 0, let divisor = Int32(exactly: duration.value)
    else {
      return nil
    }
    self.init(numerator: duration.timescale, denominator: divisor)
  }
}

extension TimecodeMedia {
  /// The media that a document says.
  fileprivate init(
    _ track: StoredTimecode.Track, of document: StoredTimecode, movieTimescale: UInt32,
    _ list: FilePath
  ) throws(Failure) {
    func problem(_ what: String, _ place: StoredTimecode.Place) -> Failure {
      .problem("\(document.problem("track \(track.id): \(what)", at: place))", file: list)
    }
    func ticks(
      _ time: MediaTime, _ scale: UInt32, _ what: @autoclosure () -> String,
      _ place: StoredTimecode.Place
    ) throws(Failure) -> Int64 {
      guard let scale = Int32(exactly: scale), scale > 0, time.isNumeric else {
        throw problem("\(what()) is not a time", place)
      }
      let converted = time.converted(to: scale)
      guard converted.isNumeric else { throw problem("\(what()) is out of range", place) }
      return converted.value
    }
    var samples: [Sample] = []
    for (index, sample) in track.samples.enumerated() {
      let duration = try ticks(
        sample.duration, track.timescale, "the duration of sample \(index)", sample.place)
      guard let duration = UInt32(exactly: duration) else {
        throw problem("sample \(index) has no valid duration", sample.place)
      }
      samples.append(Sample(formatIndex: sample.format, duration: duration, value: sample.value))
    }
    var edits: [EditList.Row] = []
    for (index, edit) in track.edits.enumerated() {
      let duration = try ticks(edit.duration, movieTimescale, "edit \(index)", edit.place)
      var start: Int64 = -1
      if let time = edit.mediaTime {
        start = try ticks(time, track.timescale, "edit \(index)", edit.place)
      }
      guard let length = UInt64(exactly: duration), let rate = Int32(exactly: edit.rate) else {
        throw problem("edit \(index) is not valid", edit.place)
      }
      edits.append(
        EditList.Row(
          segmentDuration: length, mediaTime: start, mediaRate: Fixed16x16(rawValue: rate)))
    }
    guard !samples.isEmpty else {
      throw .problem("track \(track.id) has no samples", file: list)
    }
    self.init(timescale: track.timescale, formats: track.formats, samples: samples, edits: edits)
  }
}
