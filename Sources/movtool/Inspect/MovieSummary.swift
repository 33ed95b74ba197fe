import MovKit

/// What a movie and its tracks are, gathered once for the heading and for JSON.
struct MovieSummary {
  struct OneTrack {
    let track: Track
    /// Whether the movie may go on in fragments.
    let isFragmented: Bool
    let facts: TrackFacts
    /// Of a timecode track that can be read.
    let timecode: TimecodeFacts?
  }

  let movie: Movie
  let tracks: [OneTrack]

  /// Nil where the file has no movie that can be read.
  init?(_ file: InspectedFile) {
    guard let movie = file.movie else { return nil }
    self.movie = movie
    tracks = movie.tracks.map { track in
      var timecode: TimecodeFacts?
      if track.isTimecode, let read = try? TimecodeTrack(track, from: file.source) {
        timecode = TimecodeFacts(read, for: movie.video(of: track))
      }
      return OneTrack(
        track: track, isFragmented: movie.isFragmented, facts: track.facts, timecode: timecode)
    }
  }

  /// How long the movie is; nil where nothing says. The header of a fragmented movie may not count
  /// what came after it.
  var duration: MediaTime? {
    let header = movie.duration
    let isTold = movie.atom.descendant("mvex", "mehd") != nil
    guard movie.isFragmented, !isTold || !header.isNumeric || header == .zero else {
      return header.isNumeric ? header : nil
    }
    return (movie.tracks.map(\.mediaDuration) + [header]).filter(\.isNumeric).max()
  }
}

extension MovieSummary.OneTrack {
  /// How long the track is in the movie: what its edits show, whatever its header says (ISO/IEC
  /// 14496-12, 8.3.2). Without edits, what the header says, or where that does not count all samples,
  /// how long the media is. Nil where nothing says.
  var duration: MediaTime? {
    let (shown, header, media) = (track.editedDuration, track.duration, track.mediaDuration)
    if track.hasEditList, shown.isNumeric, shown > .zero { return shown }
    let countsAll = header.isNumeric && header > .zero && !isFragmented
    return (countsAll ? [header] : [media, header]).first(where: \.isNumeric)
  }
}
