extension MovieEditor {
  /// Reads a written copy back, and returns it. The new track must be as requested, and the samples of every other
  /// track must be where the plan put their bytes.
  ///
  /// Throws a `ReadingError` that says what is wrong. The cause is then a fault of this library, or
  /// another program changed the file.
  @discardableResult
  package func check(_ result: any ByteSource, against source: any ByteSource, plan: WritePlan)
    throws(ReadingError) -> Movie
  {
    if let whole = try? planOfCopy(fastStart: false), plan == whole {
      try PlannedCopy.checked.check(result, against: source, plan: plan)
      return try MovieOutline(result, as: movie.file.reading).movie()
    }
    return try CopyExpectation(self, plan).check(result, against: source)
  }

  /// Reads back a movie that was changed in place. Checks its tracks, the new timecode, and the
  /// sample tables and offsets of the tracks that were kept.
  /// - Parameter result: The changed file.
  /// - Throws: `ReadingError` if the file cannot be read, or is not as planned.
  package func checkInPlace(_ result: any ByteSource) throws(ReadingError) {
    try InPlaceExpectation(self).check(result)
  }

  /// The tracks of the old movie that are kept as they are.
  var keptTracks: [Track] {
    let changed = Set(written.compactMap { $0.old?.track.atom.place }).union(removedTracks)
    return movie.tracks.filter { $0.atom.place.map { !changed.contains($0) } ?? true }
  }

  /// Returns for each of some tracks of the old movie whether atoms of its sample tables, or of
  /// fragments, are changed as such. Then its samples are others.
  func changesTables(of tracks: [Track]) -> [Bool] {
    let children = remainingMovie.children
    var next = 0
    return tracks.map { track in
      func isTrack(_ child: Atom) -> Bool {
        child.type == "trak" && child.place == track.atom.place
      }
      // Tracks that remain are in the order that they had, and there can be very many.
      let found =
        children[next...].firstIndex(where: isTrack) ?? children[..<next].firstIndex(where: isTrack)
      next = found.map { $0 + 1 } ?? next
      let new = found.map { children[$0] }
      return changesFragments
        || new?.descendant("mdia", "minf") != track.atom.descendant("mdia", "minf")
    }
  }
}
