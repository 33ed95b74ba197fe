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
