// All that is odd about a movie: the one place that says it, for every command and for whoever
// uses the library. Each file beside this one has the rules of one subject.

extension Movie {
  /// What is odd about the movie and some of its tracks: `diagnostics`, and what only the sample
  /// tables, the edits, the fragments and the timecode samples tell. Nothing of it keeps the movie
  /// from being read. Of each rule the first few are listed and the others counted.
  ///
  /// It costs a pass over the sample tables, but not of media whose tables have more than 16 million
  /// rows: a note `tables-not-checked` says so.
  ///
  /// - Parameters:
  ///   - source: the file that the movie was read from.
  ///   - isWanted: which tracks are asked about.
  ///   - timecodes: timecode tracks that were read already; the others are read here.
  public func findings(
    in source: some ByteSource, of isWanted: (Track) -> Bool = { _ in true },
    timecodes: [TimecodeTrack] = []
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
    checkTimecode(of: tracks.filter { $0.isTimecode && isWanted($0) }, read, in: source, &found)
    return found.all
  }
}
