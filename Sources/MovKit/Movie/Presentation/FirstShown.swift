extension Movie {
  /// When the movie first shows something of its video and audio or, without any, of its other tracks; nil if it shows
  /// nothing. The tables of samples are not gone through.
  package var firstShown: MediaTime? {
    let media = tracks.filter { $0.mediaType == .video || $0.mediaType == .audio }
    let shown = media.isEmpty ? tracks.filter { !$0.isTimecode } : media
    return shown.compactMap(\.firstShown).min()
  }

  /// That a movie shows nothing for a minute or longer: mostly, it is a part of a stream, whose times count from the
  /// start of the stream or from 1970; nil for other movies.
  package var findingOfLateStart: Diagnostic? {
    guard let start = firstShown, start >= Self.lateStart else { return nil }
    return Diagnostic(
      "movie-starts-late", .warning, "nothing is shown before \(start.inSeconds)", path: "moov",
      at: atom.offset)
  }

  /// From when on a start is a late one.
  package static let lateStart = MediaTime(value: 60, timescale: 1)
}

extension Track {
  /// When the movie first shows something of the track: the start of the first edit that shows any of its media, or
  /// that of its media if this begins later; nil if there is none.
  package var firstShown: MediaTime? {
    // In broken files, times cannot be counted.
    startOfShown.flatMap { $0.isNumeric ? $0 : nil }
  }

  private var startOfShown: MediaTime? {
    // No codec reorders over so many frames.
    guard let samples = try? sampleTable(),
      let earliest = samples.indices.prefix(64).map({ samples.times(of: $0).presentation }).min(),
      let start = MediaTime(ticks: earliest, per: timescale)
    else { return nil }
    guard hasEditList else { return max(start, .zero) }
    for edit in edits where !edit.isEmpty && edit.target.duration > .zero {
      guard edit.source.end > start || edit.source.duration == .zero else { continue }
      guard start > edit.source.start, edit.source.duration > .zero else {
        return edit.target.start
      }
      return edit.targetRange(of: MediaTimeRange(start: start, end: edit.source.end))?.start
    }
    return nil
  }
}
