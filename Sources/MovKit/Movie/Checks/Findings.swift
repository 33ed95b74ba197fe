// Everything that is odd about a movie. Every command and every user of the library gets it from
// here. Each other file in this folder has the rules of one subject.

extension Movie {
  /// Returns what is odd about the movie and about some of its tracks: `diagnostics`, and what only
  /// the sample tables, the edits, the fragments and the timecode samples show. None of it keeps
  /// the movie from being read. For each rule, the first few findings are listed and the others are
  /// counted.
  ///
  /// This reads the sample tables once. The tables of a track that would bring the total past 16
  /// million rows are not read; a note with the rule `tables-not-checked` says so.
  ///
  /// - Parameters:
  ///   - isWanted: whether a track is included.
  ///   - timecodes: timecode tracks that were read already; the others are read here.
  public func findings(
    of isWanted: (Track) -> Bool = { _ in true }, timecodes: [TimecodeTrack] = []
  ) -> [Diagnostic] {
    findings(of: isWanted, timecodes: timecodes, samples: { _ in nil })
  }

  /// The same about all tracks. They are found when they are first asked for, and kept for all copies of the
  /// movie.
  package var allFindings: [Diagnostic] {
    if let known = findingsCache.known { return known }
    let found = findings()
    findingsCache.known = found
    return found
  }

  /// The same for one track whose sample tables were read already.
  package func findings(of track: Track, with samples: SampleTable) -> [Diagnostic] {
    findings(of: { $0.path == track.path }, timecodes: [], samples: { _ in samples })
  }

  /// `read` returns the sample tables of a track that were read already; nil to read them here.
  private func findings(
    of isWanted: (Track) -> Bool, timecodes: [TimecodeTrack],
    samples read: (Track) -> SampleTable?
  ) -> [Diagnostic] {
    var found = DiagnosticList(diagnostics)
    var rows = TableRows()
    for track in tracks where isWanted(track) {
      track.checkTables(&rows, &found, read: read(track))
      track.checkEdits(&found)
      track.checkProtection(&found)
    }
    if isFragmented { file.checkIndexes(&found) }
    var known: [String: TimecodeTrack] = [:]
    for timecode in timecodes { known[timecode.track.path] = timecode }
    checkTimecode(of: tracks.filter { $0.isTimecode && isWanted($0) }, known, &found)
    return found.all
  }
}
