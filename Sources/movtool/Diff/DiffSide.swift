import MovKit

/// What one file of a pair says: its timecode and its video.
struct DiffSide {
  /// A stretch over which the timecode counts on evenly.
  struct Run: Sendable {
    /// When it begins, from the start of the movie.
    let time: MediaTime
    let first: Int64
    let last: Int64
    let format: TimecodeFormat

    var label: String { format.text(.frameNumber(first)) }

    /// The number of its frames; nil if it does not fit in 64 bits.
    var frameCount: Int64? { last.subtracting(first)?.adding(1) }
  }

  /// What remains of a side when its file is closed.
  struct Facts: Sendable {
    /// Whether the file is audio that says only its start.
    var isWave = false
    /// Whether it is audio whose start cannot be counted in frames, because nothing says a rate.
    var hasUncountedStart = false
    var format: TimecodeFormat?
    /// The exact duration of a frame of the timecode; nil if it has none.
    var frameDuration: MediaTime?
    var start: String?
    var last: String?
    var reel: String?
    /// The reel of timecode that names none: that of the metadata. Nil if there is none.
    var namedReel: String?
    /// Whether a run of its timecode names no reel.
    var hasRunWithoutReel = false
    var runCount = 0
    /// The number of frames of timecode in all runs; nil if it is not known.
    var timecodeFrames: Int64?
    var videoFrames: Int64?
    /// When the first frame of the video is shown; 0 without video.
    var videoStart = MediaTime.zero
    var videoDuration: MediaTime?
    /// Frames per second; of frames that last differently long, the average of those that are shown.
    var videoRate: FrameRate?
    /// How long most frames of video last, if not all last so long; nil if all do.
    var commonestFrame: MediaTime?

    var hasTimecode: Bool { start != nil }

    /// How long video is shown from its first frame on; nil if there is none.
    var shownLength: MediaTime? { videoDuration.map { $0 - videoStart } }

    /// The duration of a frame of video on average; nil if it is not known.
    var videoFrameDuration: MediaTime? {
      videoRate.flatMap { MediaTime(ticks: $0.denominator, per: $0.numerator) }
    }
  }

  private(set) var facts = Facts()
  /// Nil if it is a WAV file.
  private(set) var video: Track?
  private(set) var timeline: TimecodeTimeline?
  private(set) var runs = Runs()

  /// Reads the headers of a movie and its timecode, or the start of a WAV file.
  ///
  /// - Parameter other: The other file. A time of day is counted as that counts, if this file does not say how.
  init(_ path: FilePath, counting other: Facts? = nil) throws(Failure) {
    do {
      let source = try Input.file(path)
      if WaveFile.isWave(source) {
        try read(wave: source, other)
      } else {
        try read(try MovieOutline(source).movie())
      }
    } catch { throw Failure(error, about: path) }
  }

  private mutating func read(wave source: File, _ other: Facts?) throws(ReadingError) {
    var options = TimecodeSources.Options()
    options.frameDuration = other?.frameDuration ?? other?.videoFrameDuration
    let sources = try TimecodeSources(wave: source, options)
    facts.isWave = true
    facts.reel = sources.sources.lazy.compactMap(\.reel).first
    guard var run = sources.sources.lazy.compactMap(\.eachRun.first).first else {
      facts.hasUncountedStart = sources.sources.contains { $0.timeOfDay != nil }
      return
    }
    if other?.format?.isDropFrame == true, !run.format.isDropFrame,
      try TimecodeSources(wave: source).sources.allSatisfy({ $0.eachRun.first == nil })
    {
      run.format.flags.insert(.dropFrame)
    }
    facts.format = run.format
    facts.frameDuration = Self.exact(run.format.frameDuration)
    facts.start = run.start
  }

  private mutating func read(_ movie: Movie) throws(ReadingError) {
    let video = movie.tracks(.video).first
    self.video = video
    facts.videoFrames = try? video?.shownFrameCount()
    facts.videoStart = movie.shownStart
    facts.videoDuration = video.map(\.shownEnd).flatMap { $0.isNumeric ? $0 : nil }
    readRate()
    facts.namedReel = NamedMetadata(movie)[.reel]
    facts.reel = facts.namedReel
    guard let track = movie.timecodeTrack(of: video) else { return }
    let timecode = try TimecodeTrack(track)
    let timeline = TimecodeTimeline(timecode)
    let shown = TimecodeFacts(timeline, for: video)
    facts.reel = [shown.reel, facts.reel].compactMap(\.self).first { !$0.isEmpty }
    guard let first = shown.first, let format = shown.format else { return }
    self.timeline = timeline
    facts.format = format
    facts.frameDuration = Self.exact(format.frameDuration)
    (facts.start, facts.last) = (first, shown.last)
    runs = Runs(timeline, until: video.map(\.shownEnd).flatMap { $0.isNumeric ? $0 : nil })
    facts.runCount = runs.count
    facts.hasRunWithoutReel = runs.hasOneWithoutReel
    facts.timecodeFrames = runs.frameCount
  }

  /// Reads the rate of the video. Of frames that last differently long, an edit can hide any, and those that are not
  /// shown say nothing.
  private mutating func readRate() {
    guard let video, let rate = video.facts.frameRate else { return }
    facts.videoRate = rate
    guard !rate.isConstant, let timing = try? video.frameTiming(), !timing.isConstant else {
      return
    }
    facts.commonestFrame = timing.frameDuration
    if let count = facts.videoFrames, let length = facts.shownLength,
      let average = FrameRate(averageOf: count, in: length)
    {
      facts.videoRate = average
    }
  }

  /// Returns the duration of a frame, exactly: that of the rate in use that it was rounded from. Nil
  /// if it is not positive.
  static func exact(_ duration: MediaTime) -> MediaTime? {
    guard duration.isNumeric, duration.value > 0 else { return nil }
    return TimecodeFormat.rateInUse(near: duration) ?? duration
  }
}
