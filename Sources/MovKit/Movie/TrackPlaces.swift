/// Where the tracks of a movie are in its list, so that looking one up does not go through all.
struct TrackPlaces: Sendable {
  private var byID: [UInt32: Int] = [:]
  /// Of the videos whose frames timecode tracks count, by their paths.
  private var countedVideos: [String: Int] = [:]

  init(_ tracks: [Track]) {
    let counted = Set(tracks.compactMap { $0.countedVideo?.path })
    for (place, track) in tracks.enumerated() {
      if byID[track.id] == nil { byID[track.id] = place }
      if counted.contains(track.path) { countedVideos[track.path] = place }
    }
  }

  /// The first track with an ID.
  func track(_ id: UInt32) -> Int? { byID[id] }

  /// The video whose frames a timecode track counts.
  func video(of timecode: Track) -> Int? {
    timecode.countedVideo.flatMap { countedVideos[$0.path] }
  }
}
