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
    var found = DiagnosticList(diagnostics)
    var rows = TableRows()
    for track in tracks where isWanted(track) {
      track.checkTables(&rows, &found)
      track.checkEdits(&found)
      track.checkProtection(&found)
    }
    checkIndexes(&found)
    var read: [String: TimecodeTrack] = [:]
    for timecode in timecodes { read[timecode.track.path] = timecode }
    checkTimecode(of: tracks.filter { $0.isTimecode && isWanted($0) }, read, &found)
    return found.all
  }
}
