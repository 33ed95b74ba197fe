import MovKit

/// What `list` says of one file.
@dynamicMemberLookup
struct Clip: Sendable {
  var file: FilePath
  /// The name to show: the path as it was named, or from the folder that was named.
  var name: FilePath
  /// Why the file cannot be read; nil if it can.
  var error: String?
  var flags: [ClipFlag] = []
  /// Nil if the file cannot be read. A list can name very many such files.
  @KeptApart private var facts: Facts?

  /// What is known of a movie.
  struct Facts: Sendable {
    /// Nil if the file cannot be read.
    var identity: File.Identity?
    /// Whether an atom of the file declares more bytes than there are.
    var isTruncated = false
    /// The timecode that the movie shows; nil if it has none with labels.
    var timecode: TimecodeFacts?
    /// The number of frames of the first video that are shown; without video, of all timecode. Nil if neither
    /// is known.
    var frames: Int64?
    /// The name of the reel; nil if the file names none.
    var reel: String?
    /// The first video; nil if there is none.
    var video: TrackFacts?
    /// The first audio; nil if there is none.
    var audio: TrackFacts?
    /// The channels of all audio tracks together; 0 if they are not known.
    var channels = 0
    var duration: MediaTime?
    var created = MacDate(rawValue: 0)
    /// The date with its time zone, as the camera wrote it; nil if it did not.
    var localDate: String?
    var camera = NamedMetadata.Camera()
    /// Nil if none is wanted, or there is none.
    var picture: ClipPicture?
  }

  private static let unknown = Facts()

  subscript<Value>(dynamicMember fact: KeyPath<Facts, Value>) -> Value {
    (facts ?? Self.unknown)[keyPath: fact]
  }

  /// A file that cannot be read.
  init(_ entry: FileList.Entry, error: String) {
    file = entry.path
    name = entry.name
    self.error = error
  }

  /// Reads the headers of a movie and its timecode. Errors go to `messages` as well.
  static func read(_ entry: FileList.Entry, _ messages: Messages) -> Clip {
    read(entry, picture: false, messages)
  }

  /// Reads the headers of a movie and its timecode, and decodes a picture. Errors go to `messages` as well.
  static func readWithPicture(_ entry: FileList.Entry, _ messages: Messages) -> Clip {
    read(entry, picture: true, messages)
  }

  private static func read(
    _ entry: FileList.Entry, picture: Bool, _ messages: Messages
  ) -> Clip {
    do throws(Failure) {
      return try SourceWatch.run(about: entry.path, isPart: true) { () throws(Failure) in
        try Clip(reading: entry, picture: picture, messages)
      }
    } catch {
      guard case .problem(let text, _) = error else { return Clip(entry, error: "\(error)") }
      messages.error(text, file: entry.path)
      return Clip(entry, error: text)
    }
  }

  private init(
    reading entry: FileList.Entry, picture: Bool, _ messages: Messages
  ) throws(Failure) {
    do throws(ReadingError) {
      let source: File
      do throws(IOError) { source = try Input.file(entry.path) } catch { throw .io(error) }
      let movie = try MovieOutline(source).movie()
      for finding in movie.diagnostics where finding.severity == .error {
        messages.report(finding, file: entry.path)
      }
      self.init(entry, source, movie)
      if picture { facts?.picture = ClipPicture(of: movie, entry.path, messages) }
    } catch { throw .problem(error.advised(), file: entry.path) }
  }

  /// What is known of a movie that was read.
  init(_ entry: FileList.Entry, _ source: File, _ movie: Movie) {
    file = entry.path
    name = entry.name
    facts = Facts(of: movie, in: source)
  }
}

extension Clip.Facts {
  fileprivate init(of movie: Movie, in source: File) {
    identity = source.identity
    isTruncated = movie.file.atoms.last?.claimedSize != nil
    let summary = MovieSummary(movie)
    let shown = movie.timecodeTrack(of: movie.tracks(.video).first)
    let timecode = summary.tracks.first { $0.track.path == shown?.path }?.timecode
    self.timecode = timecode?.first == nil ? nil : timecode
    video = summary.tracks.first { $0.track.mediaType == .video }?.facts
    let audios = summary.tracks.filter { $0.track.mediaType == .audio }
    audio = audios.first?.facts
    channels = audios.reduce(0) { sum, track in
      return sum.addingOrGreatest(track.facts.audio?.channels ?? 0)
    }
    frames = Self.frames(of: movie, shown)
    duration = summary.duration
    created = movie.creationTime
    let metadata = NamedMetadata(movie)
    localDate = metadata.recordingDate
    camera = metadata.camera
    reel = [timecode?.reel, metadata[.reel]].compactMap(\.self).first { !$0.isEmpty }
  }

  private static func frames(of movie: Movie, _ timecode: Track?) -> Int64? {
    if let video = movie.tracks(.video).first { return try? video.shownFrameCount() }
    guard let timecode, let track = try? TimecodeTrack(timecode) else { return nil }
    return DiffSide.Runs(TimecodeTimeline(track), until: nil).frameCount
  }
}

extension Clip.Facts {
  /// The frame rate of the video; without video, that of the timecode. `isConstant` is false if it is
  /// an average.
  var rate: (numerator: UInt64, denominator: UInt64, isConstant: Bool)? {
    if let rate = video?.frameRate { return (rate.numerator, rate.denominator, rate.isConstant) }
    return video == nil ? timecodeRate.map { ($0.numerator, $0.denominator, true) } : nil
  }

  /// The rate of the timecode, in lowest terms.
  var timecodeRate: (numerator: UInt64, denominator: UInt64)? { timecode?.format?.rate }

  /// Whether the timecode is drop frame; nil if it has no labels.
  var isDropFrame: Bool? {
    timecode?.format.flatMap { $0.isCounter ? nil : $0.isDropFrame }
  }

  /// The size of the pictures in pixels; nil if it is not known.
  var size: (width: Int, height: Int)? {
    video?.video.flatMap { $0.width > 0 && $0.height > 0 ? ($0.width, $0.height) : nil }
  }

  /// The date with its time zone if the file gives that, otherwise in UTC; nil if it is not set.
  var date: String? { localDate ?? created.iso8601 }
}
