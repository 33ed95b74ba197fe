/// A movie before a change of its atoms, to find what the change does to the samples and what is wrong only then.
struct MovieBeforeChange {
  private let movie: Movie
  /// The tracks whose tables are changed.
  private let changed: [Track]

  init(_ editor: MovieEditor) {
    movie = editor.movie
    changed = zip(movie.tracks, editor.changesTables(of: movie.tracks)).filter(\.1).map(\.0)
  }

  /// Returns what the change does to samples, and what is wrong with the movie only then. The changed movie is
  /// read once, and is not in memory any more when the one before it is checked.
  ///
  /// Throws if the changed movie cannot be read, a track of it, or the tables of a track that are changed, and
  /// what `check` throws.
  /// - Parameters:
  ///   - result: The changed file, or what will be written.
  ///   - map: Where the bytes of the old file that stay are in it.
  ///   - check: Gets the changed movie.
  func findings(
    in result: any ByteSource, _ map: SourceMap, _ check: (Movie) throws(ReadingError) -> Void
  ) throws(ReadingError) -> [Diagnostic] {
    let (samples, after, parts, old) = try findings(of: result, map, check)
    let new = try MovieCheck.newFindings(among: after) { () throws(ReadingError) in
      try MovieCheck(
        movie.file,
        MovieOutline.Examination(of: movie, findsInTracks: !old.leavesTracks), parts: parts,
        only: old)
    }
    return samples + new
  }

  private func findings(
    of result: any ByteSource, _ map: SourceMap, _ check: (Movie) throws(ReadingError) -> Void
  ) throws(ReadingError) -> (
    samples: [Diagnostic], serious: [CheckFinding], parts: MovieCheck.Parts, old: ChangedAtoms
  ) {
    let outline = try MovieOutline(result, as: movie.file.reading)
    // What is the same in both has the same findings.
    let (old, changed) = ChangedAtoms.between(
      movie.file, outline.file, copied: map.destination(of:))
    let after = try MovieCheck(
      outline.file, outline.examined(findsInTracks: !changed.leavesTracks), parts: .all,
      only: changed)
    let new: Movie
    if let movie = after.movie { new = movie } else { new = try outline.movie() }
    let samples = try findingsOfSamples(in: new)
    try check(new)
    return (samples, after.serious, after.seriousParts, old)
  }

  private func findingsOfSamples(in new: Movie) throws(ReadingError) -> [Diagnostic] {
    let kept = Dictionary(new.tracks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    if let lost = movie.tracks.first(where: { kept[$0.id] == nil }) {
      throw .format(
        FormatError(.notEditable("the change makes the track unreadable"), path: lost.path))
    }
    var findings: [Diagnostic] = []
    for old in changed {
      guard let before = try? old.sampleTable().count, let track = kept[old.id] else { continue }
      let after: Int
      do { after = try track.sampleTable().count } catch {
        throw .format(
          FormatError(
            .notEditable("the change makes the samples unreadable: \(error.reason)"),
            path: error.path.isEmpty ? old.path : error.path))
      }
      guard before != after else { continue }
      findings.append(
        Diagnostic(
          "samples-changed", .warning,
          "the track has \(counted(before, "sample")), and \(after) after the change",
          path: old.path, at: old.atom.offset))
    }
    return findings
  }
}

extension MovieCheck {
  /// The errors and warnings.
  var serious: [CheckFinding] { findings.filter { $0.severity > .note } }

  /// Returns the findings about a changed file that the file before does not have. That one is checked if
  /// there are any, in the parts that have them.
  static func newFindings(
    among after: [CheckFinding], before: () throws(ReadingError) -> MovieCheck
  ) throws(ReadingError) -> [Diagnostic] {
    guard !after.isEmpty else { return [] }
    // What was found before may have another path, because atoms are numbered.
    var known: [String: (count: Int, paths: Set<String>)] = [:]
    for finding in try before().serious {
      known[finding.rule, default: (0, [])].count += 1
      known[finding.rule]?.paths.insert(finding.path)
    }
    let counts = Dictionary(after.map { ($0.rule, 1) }, uniquingKeysWith: +)
    return after.compactMap { finding in
      if let old = known[finding.rule],
        old.paths.contains(finding.path) || counts[finding.rule, default: 0] <= old.count
      {
        return nil
      }
      return Diagnostic(
        finding.rule, finding.severity, finding.message, path: finding.path, at: finding.offset)
    }
  }
}
