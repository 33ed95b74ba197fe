import MovKit

/// The facts about a movie and its tracks, collected once for the heading and for JSON.
struct MovieSummary {
  struct OneTrack {
    let track: Track
    /// Whether the movie may have fragments.
    let isFragmented: Bool
    let facts: TrackFacts
    /// The facts about the timecode; nil if the track is not a timecode track or cannot be read.
    let timecode: TimecodeFacts?
  }

  let movie: Movie
  /// The tracks, or the first of them.
  let tracks: [OneTrack]

  /// Nil if the file has no movie that can be read.
  init?(_ file: InspectedFile, tracks most: Int = .max) {
    guard let movie = file.movie else { return nil }
    self.init(movie, tracks: most)
  }

  /// - Parameter most: The number of tracks of which facts are collected.
  init(_ movie: Movie, tracks most: Int = .max) {
    self.movie = movie
    var times = ShownTimes()
    tracks = movie.tracks.prefix(most).map { track in
      var timecode: TimecodeFacts?
      if track.isTimecode, let read = try? TimecodeTrack(track) {
        let end = movie.video(of: track).map { times.end(of: $0) }
        timecode = TimecodeFacts(TimecodeTimeline(read), until: end)
      }
      return OneTrack(
        track: track, isFragmented: movie.isFragmented, facts: track.facts, timecode: timecode)
    }
  }

  /// The duration of the movie; nil if nothing states it. The movie header of a fragmented movie may not
  /// include the fragments, or state a time that they do not have.
  var duration: MediaTime? {
    let header = movie.duration
    let isTold = movie.atom.descendant("mvex", "mehd") != nil
    if let longest = movie.durationOfFragments { return longest }
    guard movie.isFragmented, !isTold || !header.isNumeric || header == .zero else {
      return header.isNumeric ? header : nil
    }
    let ends = movie.tracks.map { track in
      let shown = track.editedDuration
      return track.hasEditList && shown.isNumeric && shown > .zero ? shown : track.mediaDuration
    }
    return (ends + [header]).filter(\.isNumeric).max()
  }
}

extension MovieSummary.OneTrack {
  /// The duration of the track in the movie: with an edit list, the duration of its edits, whatever
  /// the track header states (ISO/IEC 14496-12, 8.3.2). Without one, the duration in the track
  /// header, or, if that does not include all samples, the duration of the media. Nil if nothing
  /// states it.
  var duration: MediaTime? {
    let (shown, header, media) = (track.editedDuration, track.duration, track.mediaDuration)
    if track.hasEditList, shown.isNumeric, shown > .zero { return shown }
    let countsAll = header.isNumeric && header > .zero && !isFragmented
    return (countsAll ? [header] : [media, header]).first(where: \.isNumeric)
  }
}
