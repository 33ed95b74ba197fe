extension MovieEditor {
  /// Reads a written copy back: the new track must say what was asked, and every other track's
  /// samples must stand where the plan put their bytes.
  ///
  /// Throws what is wrong; that is a fault of this library, or somebody changed the file.
  package func check(_ result: any ByteSource, against source: any ByteSource, plan: WritePlan)
    throws(ReadingError)
  {
    let map = plan.sourceMap
    let written = try Movie(from: result)
    try check(written, in: result) {
      map.destination(of: $0)
    } comparing: { old, new, size, track throws(ReadingError) in
      try self.compare(old, new, size, track, result, source)
    }
    let before: OffsetCheck
    do { before = try OffsetCheck(self) } catch { throw .format(error) }
    let new = Set([added?.trackID, insertedID].compactMap { $0 })
    try before.check(OffsetCheck(in: written.file.atoms, without: new), map: map, source, result)
  }

  /// Reads a movie back that was changed in place, as `InPlaceExpectation` does.
  public func checkInPlace(_ result: any ByteSource) throws(ReadingError) {
    try InPlaceExpectation(self).check(result)
  }

  /// `moved` tells where a byte of the source is now; `comparing` looks at the bytes of a chunk.
  private typealias Comparison = (_ old: UInt64, _ new: UInt64, _ size: UInt64, _ track: Track)
    throws(ReadingError) -> Void

  private func check(
    _ written: Movie, in result: any ByteSource, moved: (UInt64) -> UInt64?, comparing: Comparison
  ) throws(ReadingError) {
    for (old, new) in try tracksReadBack(written, result) {
      try check(new, against: old, moved: moved, comparing: comparing)
    }
  }

  /// The tracks that were to stay, before and after.
  private func tracksReadBack(
    _ written: Movie, _ result: any ByteSource
  ) throws(ReadingError) -> [(old: Track, new: Track)] {
    let kept = keptTracks
    let others = try WrittenTracks(kept: kept.map(\.id), added: added, insertedID: insertedID)
      .check(written, from: result)
    return zip(kept, others).map { ($0, $1) }
  }

  /// The tracks of the old movie that stay.
  var keptTracks: [Track] {
    movie.tracks.filter { !removesTimecode || !$0.isTimecode }
  }

  private func check(
    _ track: Track, against old: Track, moved: (UInt64) -> UInt64?, comparing: Comparison
  ) throws(ReadingError) {
    guard let before = try? old.sampleTable() else { return }
    let after: SampleTable
    do { after = try track.sampleTable() } catch { throw .format(error) }
    guard before.count == after.count else { throw .notAsPlanned("samples are missing", track) }
    let minf = old.atom.descendant("mdia", "minf")
    let isInside = old.sampleDescriptions.map { minf?.holdsMedia(of: $0) ?? true }
    var chunks = after.sampleChunks.makeIterator()
    var last: (old: UInt64, new: UInt64, size: UInt64)?
    for chunk in before.sampleChunks {
      guard let now = chunks.next(), now.size == chunk.size else {
        throw .notAsPlanned("chunks are missing", track)
      }
      let stays =
        chunk.descriptionIndex < isInside.count && !isInside[chunk.descriptionIndex]
      guard let place = stays ? chunk.offset : moved(chunk.offset) else {
        // Bytes that the file never had are nowhere in the new one. What stood in an atom that was
        // written anew is, at a place that only the new table tells.
        if chunk.offset < old.fileSize, chunk.size > 0 {
          try comparing(chunk.offset, now.offset, chunk.size, track)
        }
        continue
      }
      guard now.offset == place else {
        throw .notAsPlanned(
          "the chunk at \(chunk.offset) is now expected at "
            + "\(now.offset), not at \(place)", track)
      }
      guard !stays else { continue }
      if last == nil { try comparing(chunk.offset, place, chunk.size, track) }
      last = (chunk.offset, place, chunk.size)
    }
    if let last { try comparing(last.old, last.new, last.size, track) }
  }

  /// The first 64 KiB of a chunk, as far as they lie in one atom: damaged tables claim more.
  private func compare(
    _ old: UInt64, _ new: UInt64, _ size: UInt64, _ track: Track, _ result: any ByteSource,
    _ source: any ByteSource
  ) throws(ReadingError) {
    let end = movie.file.atoms.endOfInnermost(at: old) ?? source.size
    let there = result.size - min(new, result.size)
    let count = Int(min(size, 65536, there, end > old ? end - old : 0))
    do {
      guard try source.read(at: old, count: count) == result.read(at: new, count: count) else {
        throw ReadingError.format(FormatError(.invalid("the bytes of a chunk differ")))
      }
    } catch let error as IOError {
      throw .io(error)
    } catch {
      throw .notAsPlanned("the bytes of the chunk at \(old) differ", track)
    }
  }
}

/// Which tracks a changed movie must have.
struct WrittenTracks: Sendable {
  /// IDs of the tracks that stay, in order.
  var kept: [UInt32]
  var added: AddedTimecode?
  /// A track that was put in, which is looked at by whoever did that.
  var insertedID: UInt32?

  /// The tracks that stayed, as they read now. Throws where one is missing or too many are there,
  /// and where the new track does not say what was asked.
  func check(_ written: Movie, from result: any ByteSource) throws(ReadingError) -> [Track] {
    if let added { try check(added, in: written, from: result) }
    let others = written.tracks.filter { $0.id != added?.trackID && $0.id != insertedID }
    guard kept == others.map(\.id) else { throw .notAsPlanned("tracks are missing", nil) }
    return others
  }

  private func check(
    _ added: AddedTimecode, in written: Movie, from result: any ByteSource
  ) throws(ReadingError) {
    let (stamp, id) = (added.stamp, added.trackID)
    guard let track = written.track(id), track.isTimecode else {
      throw .notAsPlanned("there is no timecode track \(id)", nil)
    }
    let others = written.timecodeTracks.count + written.unreadableTracks.count(where: \.isTimecode)
    guard !stamp.replaces || others == 1 else {
      throw .notAsPlanned("another timecode track is left", nil)
    }
    let timecode = try TimecodeTrack(track)
    guard timecode.sampleCount == 1, timecode.formats == [stamp.format],
      timecode.sample(0).value == .frameNumber(stamp.startFrame)
    else { throw .notAsPlanned("the timecode differs", track) }
    let referring = Set(written.tracks(referringTo: id, by: "tmcd").map(\.id))
    guard referring == added.referring else {
      throw .notAsPlanned("the references to it differ", track)
    }
  }
}

extension ReadingError {
  static func notAsPlanned(_ what: String, _ track: Track?) -> ReadingError {
    .format(
      FormatError(
        .invalid("verification of the written movie failed: \(what)"), path: track?.path ?? ""))
  }
}

extension [Atom] {
  /// Where the innermost atom ends that holds a byte of the file.
  fileprivate func endOfInnermost(at byte: UInt64) -> UInt64? {
    for atom in self {
      guard let start = atom.offset, start <= byte, byte - start < atom.size else { continue }
      return atom.children.endOfInnermost(at: byte) ?? start + atom.size
    }
    return nil
  }
}

extension Atom {
  /// Whether both are written as the same bytes, wherever they stand.
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
