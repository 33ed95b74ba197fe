import MovKit

/// The timecode that a place in a movie or a WAV file says.
struct FoundTimecode {
  /// How its frames are to be counted where the file leaves that open.
  struct Counting {
    /// The duration of a frame that the user asks for; nil for none.
    var asked: MediaTime?
    /// That of the video which is given the timecode; nil if it is not known.
    var video: MediaTime?
    /// Whether to count drop frame; nil as the source does.
    var dropFrame: Bool?

    var frameDuration: MediaTime? { asked ?? video }

    /// The duration of the frames in which a time of day is counted by a recorder of another rate; nil for
    /// the recorder's own.
    fileprivate func frame(insteadOf own: MediaTime) -> MediaTime? {
      if let asked { return asked == own ? nil : asked }
      guard let video, video.isNumeric, own.isNumeric, video.value > 0, own.value > 0 else {
        return nil
      }
      let (a, b) = (
        UInt128(video.value) * UInt128(own.timescale.magnitude),
        UInt128(own.value) * UInt128(video.timescale.magnitude)
      )
      let (long, short) = (max(a, b), min(a, b))
      let whole = (long + short / 2) / short * short
      // Rates that differ by a thousandth are others: 29.97 and 30.
      let distance = max(long, whole) - min(long, whole)
      return distance <= whole / TimecodeFormat.ratePrecision ? nil : video
    }
  }

  /// In the order of their times, which are those of the file.
  private(set) var runs: [TimecodeRun] = []
  private(set) var reel: String?
  /// What was found where.
  private(set) var notes: [Diagnostic] = []

  // MARK: Places that say labels

  /// Takes a kind of source; nil for the first that is no clock.
  init(
    _ kind: TimecodeSource.Kind?, in sources: TimecodeSources, _ counting: Counting,
    from moment: MediaTime = .zero, _ path: FilePath
  ) throws(Failure) {
    let all = sources.sources
    func isWanted(_ source: TimecodeSource) -> Bool {
      kind.map { source.kind == $0 } ?? !source.kind.isClock
    }
    // A source can have very many runs, so those of the others are not made.
    guard
      let index = all.indices.first(where: { index in
        guard isWanted(all[index]) else { return false }
        runs = Self.runs(of: all[index], counting)
        return !runs.isEmpty
      })
    else { throw .problem(Self.missing(kind, in: sources, counting), file: path) }
    let source = all[index]
    reel = source.reel ?? sources.reel
    recount(source, counting)
    try checkRate(of: source.kind.rawValue, counting, path)
    if let time = source.timeOfDay, !source.kind.isClock, runs.count == 1 {
      runs = [try Self.run(runs[0], atTimeOfDay: time, plus: moment, counting, path)]
    } else if let dropFrame = counting.dropFrame {
      runs = try runs.map { (run) throws(Failure) in
        try run.relabelled(dropFrame: dropFrame, path)
      }
    }
    if counting.dropFrame == nil { removeImpossibleFlags(source) }
    say(of: source)
    notes += sources.disagreements.filter { $0.first == index || $0.second == index }
      .map { $0.diagnostic(in: all) }
  }

  private static func runs(of source: TimecodeSource, _ counting: Counting) -> [TimecodeRun] {
    counting.frameDuration.map {
      source.runs(counting: $0, isDropFrame: counting.dropFrame ?? false)
    } ?? source.runs
  }

  /// Takes the drop-frame flag from formats whose rate has no drop frame: programs read other labels by it, or none.
  private mutating func removeImpossibleFlags(_ source: TimecodeSource) {
    var rate: String?
    for index in runs.indices
    where runs[index].format.isDropFrame && runs[index].format.framesDroppedPerMinute == 0 {
      runs[index].format.flags.remove(.dropFrame)
      rate = runs[index].format.frameDuration.rateText
    }
    guard let rate else { return }
    notes.append(
      Diagnostic(
        "timecode-assumed", .warning,
        "\(source.kind.rawValue) says drop frame, which does not exist at \(rate); its labels are taken "
          + "without it", path: source.path, at: source.offset))
  }

  /// Throws if what a source says counts at another rate than the one that is asked for.
  private func checkRate(
    of source: String, _ counting: Counting, _ path: FilePath
  ) throws(Failure) {
    guard let asked = counting.asked, let rate = runs.first?.format.frameDuration, rate != asked
    else { return }
    throw .problem(
      "\(source) counts \(rate.rateText), so '--rate' does not apply; use 'movtool edit timecode --rate' "
        + "afterwards", file: path)
  }

  /// Counts the time of day that an audio recorder says at the rate that is asked for or, if it is no multiple
  /// of the recorder's, nor that of it, at the rate of the video.
  private mutating func recount(_ source: TimecodeSource, _ counting: Counting) {
    guard let time = source.timeOfDay, !source.kind.isClock, runs.count == 1,
      let old = runs.first?.format, let wanted = counting.frame(insteadOf: old.frameDuration),
      var format = TimecodeFormat.counting(
        wanted,
        isDropFrame: counting.dropFrame
          ?? (old.isDropFrame && TimecodeFormat.dropsNumbers(at: wanted))),
      let number = format.frameNumber(atTicks: time)
    else { return }
    format.sourceName = old.sourceName
    runs = [TimecodeRun(at: .zero, format: format, frameNumber: number)]
    notes.append(
      Diagnostic(
        "timecode-assumed", .warning,
        "\(source.kind.rawValue) counts \(old.frameDuration.rateText)\(old.isDropFrame ? ", drop frame" : ""); "
          + "its time of day is counted at \(wanted.rateText)", path: source.path, at: source.offset
      ))
  }

  /// Returns a run that begins at a moment of a recording which began at a time of day.
  private static func run(
    _ run: TimecodeRun, atTimeOfDay time: MediaTime, plus moment: MediaTime,
    _ counting: Counting, _ path: FilePath
  ) throws(Failure) -> TimecodeRun {
    var run = run
    if let dropFrame = counting.dropFrame {
      run.format = try run.format.counting(dropFrame: dropFrame, path)
    }
    guard let number = run.format.frameNumber(atTicks: time, plus: moment) else {
      throw .problem("the time of day cannot be counted in frames", file: path)
    }
    run.time = moment
    run.frameNumber = number
    return run
  }

  private mutating func say(of source: TimecodeSource) {
    guard let first = runs.first else { return }
    let several = runs.count > 1 ? ", in \(runs.count) runs" : ""
    let drops = first.format.isDropFrame ? ", drop frame" : ""
    let name = source.kind.rawValue + (source.field.map { " (\($0))" } ?? "")
    notes.append(
      Diagnostic(
        "timecode-source", .note,
        "\(name) says \(first.start) (\(first.format.frameDuration.rateText)\(drops)\(several))",
        path: source.path, at: source.offset))
    guard !source.notes.isEmpty else { return }
    var note = Diagnostic(
      "timecode-assumed", .warning,
      "\(source.kind.rawValue): \(source.notes.joined(separator: "; "))", path: source.path,
      at: source.offset)
    if source.certainty == .stated { note.severity = .note }
    notes.append(note)
  }

  private static func missing(
    _ kind: TimecodeSource.Kind?, in sources: TimecodeSources, _ counting: Counting
  ) -> String {
    let of = sources.sources.filter { source in kind.map { source.kind == $0 } ?? true }
    if let source = of.first(where: { $0.timeOfDay != nil || $0.label != nil }), kind != nil {
      let why = source.notes.isEmpty ? "" : ": " + source.notes.joined(separator: "; ")
      return "the frames of \(source.kind.rawValue) cannot be counted\(why)"
        + (counting.frameDuration == nil ? "; use --rate" : "")
    }
    if let kind, let source = of.first {
      return "its \(kind.rawValue) has \(source.nothingToCount)"
    }
    var names: [String] = []
    var others: [String] = []
    for source in sources.sources where source.kind != .reel {
      if source.timeOfDay != nil || source.label != nil || source.start != nil {
        if !names.contains(source.kind.rawValue) { names.append(source.kind.rawValue) }
      } else if kind == nil, others.count < 5 {
        others.append("; its \(source.kind.rawValue) has \(source.nothingToCount)")
      }
    }
    let has =
      names.isEmpty
      ? "'--source ltc' looks for linear timecode in the audio"
      : "it has \(names.joined(separator: ", ")), which --source takes"
    return "there is no \(kind?.rawValue ?? "timecode") in it\(others.joined()); \(has)"
  }

  // MARK: Linear timecode

  /// Takes the linear timecode of the first audio track that has any.
  /// - Parameter channel: From 1; nil for the one with the most.
  init(
    linear channel: Int?, in movie: Movie, _ counting: Counting, _ path: FilePath
  ) throws(Failure) {
    var problems: [String] = []
    for track in movie.tracks(.audio) {
      if let channel, let count = track.linearPCMChannels, channel > count {
        problems.append("track \(track.id) has no channel \(channel), only \(count)")
        continue
      }
      let reading: LinearTimecodeReading
      do throws(ReadingError) {
        reading = try LinearTimecodeReading(
          track, channel: channel.map { $0 - 1 }, frameDuration: counting.asked)
      } catch {
        guard case .format = error else { throw .problem(error.advised(), file: path) }
        problems.append("track \(track.id): \(error)")
        continue
      }
      guard !reading.runs.isEmpty else {
        problems.append(
          "track \(track.id) \(reading.isBackwards ? Self.backwards : "carries none")")
        continue
      }
      try take(reading, counting, at: track.path, path)
      return
    }
    let why =
      problems.isEmpty ? "there is no audio track" : problems.joined(separator: "; ")
    throw .problem("no linear timecode was found: \(why)", file: path)
  }

  /// Takes the linear timecode of a WAV file.
  init(
    linear channel: Int?, in wave: WaveFile, _ source: File, _ counting: Counting, _ path: FilePath
  ) throws(Failure) {
    if let channel, channel > wave.format.channelCount {
      throw .problem(
        "there is no channel \(channel), only \(wave.format.channelCount)", file: path)
    }
    let reading: LinearTimecodeReading
    do throws(ReadingError) {
      reading = try wave.linearTimecode(
        in: source, channel: channel.map { $0 - 1 }, frameDuration: counting.asked)
    } catch { throw .problem(error.advised(), file: path) }
    guard !reading.runs.isEmpty else {
      throw .problem(
        reading.isBackwards
          ? "its linear timecode \(Self.backwards)" : "no linear timecode was found in its audio",
        file: path)
    }
    try take(reading, counting, at: "", path)
  }

  /// When the first frame with a label begins in the file; nil if no run has it.
  /// - Parameter end: When the file ends.
  func time(of label: TimecodeText, before end: MediaTime) -> MediaTime? {
    for (index, run) in runs.enumerated() {
      guard label.separatorSaysDropFrame != true || run.format.isDropFrame,
        let number = try? run.format.frameNumber(for: label.timecode),
        let frames = run.format.frames(from: run.frameNumber, to: number)
      else { continue }
      let time = run.time + run.format.frameDuration.multiplied(by: frames)
      let next = index + 1 < runs.count ? runs[index + 1].time : end
      if time.isNumeric, time < min(run.duration.map { run.time + $0 } ?? end, next) { return time }
    }
    return nil
  }

  private static let backwards = "was played backwards, which no timecode track can say"

  private mutating func take(
    _ reading: LinearTimecodeReading, _ counting: Counting, at place: String, _ path: FilePath
  ) throws(Failure) {
    notes += reading.diagnostics
    runs = reading.runs
    try checkRate(of: "ltc", counting, path)
    if let dropFrame = counting.dropFrame {
      runs = try runs.map { (run) throws(Failure) in
        try run.relabelled(dropFrame: dropFrame, path)
      }
    }
    guard let first = runs.first else { return }
    let drops = first.format.isDropFrame ? ", drop frame" : ""
    notes.append(
      Diagnostic(
        "timecode-source", .note,
        "ltc in channel \((reading.channel ?? 0) + 1) says \(first.start) "
          + "(\(first.format.frameDuration.rateText)\(drops)) at \(first.time.inSeconds)"
          + (runs.count > 1 ? ", and has \(runs.count) runs" : ""), path: place))
  }
}

extension LinearTimecodeReading {
  /// Whether all that was read was played backwards.
  fileprivate var isBackwards: Bool {
    !stretches.isEmpty && stretches.allSatisfy(\.isReversed)
  }
}

extension Track {
  /// The number of channels of uncompressed audio; nil for any other.
  var linearPCMChannels: Int? {
    sampleDescriptions.first.flatMap { LinearPCMFormat(description: $0, timescale: timescale) }
      .map(\.channelCount)
  }
}

// MARK: - Counting in another way

extension TimecodeFormat {
  /// Returns this format with or without drop frame.
  func counting(dropFrame: Bool, _ path: FilePath) throws(Failure) -> TimecodeFormat {
    var format = self
    format.flags.remove(.dropFrame)
    guard dropFrame else { return format }
    format.flags.insert(.dropFrame)
    guard format.framesDroppedPerMinute > 0 else {
      throw .problem(
        StampError.dropFrameRate(format.labelQuanta, format.frameDuration).description, file: path)
    }
    return format
  }
}

extension TimecodeRun {
  /// Returns a run with the same label, or the next that exists, counted with or without drop frame.
  fileprivate func relabelled(dropFrame: Bool, _ path: FilePath) throws(Failure) -> TimecodeRun {
    var run = self
    run.format = try format.counting(dropFrame: dropFrame, path)
    guard run.format.framesDroppedPerMinute != format.framesDroppedPerMinute,
      let label = format.timecode(forFrameNumber: frameNumber)
    else { return run }
    do throws(TimecodeError) {
      run.frameNumber = try run.format.frameNumber(atOrAfter: label)
    } catch {
      throw .problem("\(error)", file: path)
    }
    return run
  }
}

extension MediaTime {
  /// Of a frame duration: the rate as people call it; the duration itself if it is no positive number.
  var rateText: String {
    guard isNumeric, value > 0, let scale = UInt64(exactly: timescale) else { return "\(self)" }
    return readableRate(scale, per: UInt64(value.magnitude)) { _ in "" } ?? "\(self)"
  }
}

extension TimecodeSource {
  /// That it has no timecode that can be counted, and why.
  fileprivate var nothingToCount: String {
    "no timecode that can be counted" + (notes.isEmpty ? "" : ": " + notes.joined(separator: ", "))
  }
}
