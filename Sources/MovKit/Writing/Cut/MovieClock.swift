extension Movie {
  /// Returns a timescale for the movie in which edits are as exact as in the media: a multiple of its
  /// own and of that of the first video or, without video, the first track, and of those of the other
  /// tracks as far as that is practical.
  func timescale(exactFor timescales: [UInt32]) -> UInt32 {
    exactTimescale(timescale, for: timescales)
  }

  /// The timescales of the tracks, that of the first video first.
  var mediaTimescales: [UInt32] {
    let video = tracks(.video).first
    let others = tracks.filter { $0.path != video?.path && !$0.isTimecode }
    return ([video].compactMap { $0 } + others).map(\.timescale)
  }

  /// The end of what the movie shows: of the track that is shown longest.
  func presentationEnd() throws(FormatError) -> MediaTime {
    let others = tracks.filter { !$0.isTimecode }
    return try Self.presentationEnd(of: others.isEmpty ? tracks : others)
  }

  /// The end of what some tracks show: of the one that is shown longest.
  static func presentationEnd(of tracks: [Track]) throws(FormatError) -> MediaTime {
    var end = MediaTime.zero
    for track in tracks {
      let own = track.shownEnd(try track.sampleTable())
      if own.isNumeric { end = max(end, own) }
    }
    return end
  }
}
