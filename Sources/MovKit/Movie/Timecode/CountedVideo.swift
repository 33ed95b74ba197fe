/// What a timecode track needs to know of the video whose frames it counts.
struct CountedVideo: Sendable {
  /// Such as `moov/trak[0]`.
  let path: String
  let trackID: UInt32
  /// nil where the video has fewer than two frames.
  let cadence: FrameCadence?
  /// Ticks a second of the video's media and of its edits.
  let timescales: [UInt32]

  init(_ video: Track) {
    path = video.path
    trackID = video.id
    cadence = FrameCadence(timescale: video.timescale, forEachRun: video.forEachDurationRun)
    timescales = [video.timescale] + video.editTimescales
  }

  /// Gives each timecode track its video: the first that refers to it, or else the first of all.
  static func assign(in tracks: inout [Track]) {
    let timecodes = tracks.indices.filter { tracks[$0].isTimecode }
    guard !timecodes.isEmpty else { return }
    let videos = tracks.indices.filter { tracks[$0].mediaType == "vide" }
    var referring: [UInt32: Int] = [:]
    for index in videos.reversed() {
      for id in tracks[index].references["tmcd"] ?? [] { referring[id] = index }
    }
    // However many timecode tracks count the same frames, those are looked at once.
    var known: [Int: CountedVideo] = [:]
    for timecode in timecodes {
      guard let index = referring[tracks[timecode].id] ?? videos.first else { continue }
      let video = known[index] ?? CountedVideo(tracks[index])
      known[index] = video
      tracks[timecode].countedVideo = video
    }
  }
}

extension Track {
  /// In which times of the movie other than 0 are written by the edits.
  var editTimescales: [UInt32] {
    let scale = edits.first { $0.target.start.isNumeric && $0.target.start.value > 0 }
    return scale.map { [$0.target.start.timescale.magnitude] } ?? []
  }
}

extension Movie {
  /// The video whose frames a timecode track counts: the first that refers to it by `tmcd`, or else
  /// the first of all.
  public func video(of timecode: Track) -> Track? {
    guard let path = timecode.countedVideo?.path else { return nil }
    return tracks.first { $0.path == path }
  }
}
