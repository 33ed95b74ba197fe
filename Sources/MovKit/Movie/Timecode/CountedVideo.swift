/// What a timecode track needs to know about the video whose frames it counts.
struct CountedVideo: Sendable {
  /// The path of the video's `trak`, such as `moov/trak[0]`.
  let path: String
  let trackID: UInt32
  /// Nil if the video has fewer than two frames.
  let cadence: FrameCadence?
  /// The timescales of the video's media and of its edits, in ticks per second.
  let timescales: [UInt32]
  /// The video itself, for what is asked for rarely.
  private let video: Track
  private let foundLastFrame = FoundOnce<MediaTimeRange?>()

  /// When the movie shows the last frame; nil if that is not known.
  var lastFrame: MediaTimeRange? { foundLastFrame.value { video.lastFrameShown } }

  /// Half of what a frame lasts, if the frames are even: a timescale moves it by far less.
  var halfOfFrame: MediaTime? {
    guard let cadence, cadence.isEven, cadence.frames <= UInt64(Int64.max) else { return nil }
    return MediaTime(ticks: cadence.ticks / (2 * max(1, cadence.frames)), per: cadence.timescale)
  }

  /// Whether frames are even, and so many of them last a second, rounded.
  func hasQuanta(_ quanta: UInt32) -> Bool {
    guard let cadence, cadence.isEven, cadence.ticks > 0 else { return false }
    let ticks = UInt128(cadence.ticks)
    return (UInt128(cadence.frames) * UInt128(cadence.timescale) + ticks / 2) / ticks
      == UInt128(quanta)
  }

  init(_ video: Track) {
    path = video.path
    trackID = video.id
    cadence = video.frameCadence
    timescales = [video.timescale] + video.editTimescales
    self.video = video
  }

  /// Gives each timecode track its video: the first video that refers to it, or else the first
  /// video of all.
  static func assign(in tracks: inout [Track]) {
    let timecodes = tracks.indices.filter { tracks[$0].isTimecode }
    guard !timecodes.isEmpty else { return }
    let videos = tracks.indices.filter { tracks[$0].mediaType == .video }
    // A video can refer to a million tracks that do not exist.
    let ids = Set(timecodes.map { tracks[$0].id })
    var referring: [UInt32: Int] = [:]
    for index in videos.reversed() {
      for id in tracks[index].references(by: "tmcd") where ids.contains(id) {
        referring[id] = index
      }
    }
    // However many timecode tracks count the frames of one video, its frames are counted once.
    var known: [Int: Boxed<CountedVideo>] = [:]
    for timecode in timecodes {
      guard let index = referring[tracks[timecode].id] ?? videos.first else { continue }
      let video = known[index] ?? Boxed(CountedVideo(tracks[index]))
      known[index] = video
      tracks[timecode].counted = video
    }
  }
}

extension Track {
  /// The timescale in which the edits write times of the movie other than 0; none if there is no
  /// such time.
  var editTimescales: [UInt32] {
    let scale = edits.first { $0.target.start.isNumeric && $0.target.start.value > 0 }
    return scale.map { [$0.target.start.timescale.magnitude] } ?? []
  }

  /// The timescale in which an edit list writes how long its edits are; none without an edit list.
  var editEndTimescales: [UInt32] {
    guard hasEditList, let length = edits.first?.target.duration, length.isNumeric else {
      return []
    }
    return [length.timescale.magnitude]
  }
}

extension Movie {
  /// Returns the video whose frames a timecode track counts: the first that refers to it by `tmcd`,
  /// or else the first video of all. Nil if there is no video or it is not among `tracks`, and if
  /// `timecode` is not a timecode track.
  public func video(of timecode: Track) -> Track? {
    places.video(of: timecode).map { tracks[$0] }
  }
}
