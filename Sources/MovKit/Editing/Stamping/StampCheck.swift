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
      return try MovieOutline(result, schema: movie.file.schema).movie()
    }
    return try CopyExpectation(self, plan).check(result, against: source)
  }

  /// Reads back a movie that was changed in place. Checks its tracks, the new timecode, and the
  /// sample tables and offsets of the tracks that were kept.
  /// - Parameter result: The changed file.
  /// - Throws: `ReadingError` if the file cannot be read, or is not as planned.
  public func checkInPlace(_ result: any ByteSource) throws(ReadingError) {
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

/// The tracks that a changed movie must have.
struct WrittenTracks: Sendable {
  /// The IDs of the tracks that are kept, in order.
  var kept: [UInt32]
  /// The timecode tracks that were added or changed.
  var timecode: [WrittenTimecode]
  /// The ID of a track that was inserted. The code that inserts it also checks it.
  var insertedID: UInt32?

  /// Returns the tracks that were kept, as they are now. Throws if one is missing, there are too
  /// many, or the new track is not as requested.
  func check(_ written: Movie) throws(ReadingError) -> [Track] {
    if !timecode.isEmpty {
      let found = Found(timecode, in: written)
      for new in timecode { try check(new, in: written, found) }
    }
    let new = Set(timecode.map(\.trackID) + [insertedID].compactMap { $0 })
    let others = written.tracks.filter { !new.contains($0.id) }
    guard kept == others.map(\.id) else { throw .notAsPlanned("tracks are missing", nil) }
    return others
  }

  /// What a movie says of the tracks that were written.
  private struct Found {
    /// The number of its timecode tracks.
    var count: Int
    /// The IDs of the tracks that refer to each of them.
    var referring: [UInt32: Set<UInt32>]

    init(_ timecode: [WrittenTimecode], in written: Movie) {
      count =
        written.tracks.count(where: \.isTimecode)
        + written.unreadableTracks.timecode.count
      referring = written.atom.tracksReferring(toTimecode: Set(timecode.map(\.trackID)))
    }
  }

  private func check(
    _ new: WrittenTimecode, in written: Movie, _ found: Found
  ) throws(ReadingError) {
    let id = new.trackID
    guard let track = written.track(id), track.isTimecode else {
      throw .notAsPlanned("there is no timecode track \(id)", nil)
    }
    guard !new.isAlone || found.count == 1 else {
      throw .notAsPlanned("another timecode track is left", nil)
    }
    let timecode = try TimecodeTrack(track)
    let samples = new.media.samples
    guard timecode.sampleCount == samples.count, timecode.formats == new.media.formats,
      samples.indices.allSatisfy({ TimecodeMedia.Sample(timecode.sample($0)) == samples[$0] })
    else { throw .notAsPlanned("the timecode differs", track) }
    // That a timecode track refers to itself says nothing, and some do.
    guard (found.referring[id] ?? []).subtracting([id]) == new.referring.subtracting([id]) else {
      throw .notAsPlanned("the references to it differ", track)
    }
  }
}

extension ReadingError {
  static func notAsPlanned(_ what: String, _ track: Track?) -> ReadingError {
    .format(
      FormatError(
        .notAsPlanned(what), path: track?.path ?? ""))
  }
}

extension [Atom] {
  /// Returns the end of the innermost atom that contains a byte of the file. The atoms are in the
  /// order in which they are in the file.
  func endOfInnermost(at byte: UInt64) -> UInt64? {
    let next = indices.partitioningIndex { self[$0].offset ?? 0 > byte }
    guard next > 0, let start = self[next - 1].offset, byte - start < self[next - 1].size else {
      return nil
    }
    return self[next - 1].children.endOfInnermost(at: byte) ?? start + self[next - 1].size
  }
}

extension Atom {
  /// Whether both atoms have the same bytes when written, regardless of their offsets.
  func isWritten(as other: Atom) -> Bool {
    guard type == other.type, form == other.form, claimedSize == other.claimedSize else {
      return false
    }
    if case .bytes(let bytes) = content, case .bytes(let others) = other.content {
      return bytes == others
    }
    guard let bytes = try? serialized(), let others = try? other.serialized() else { return false }
    return bytes == others
  }
}
