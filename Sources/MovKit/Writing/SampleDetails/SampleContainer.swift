/// An atom that describes some of a track's samples: the track's `stbl`, or a `traf`.
struct SampleContainer {
  var atom: Atom
  var sampleCount: Int
  /// The number of samples in each run that is contiguous in the file: in each chunk, or in each
  /// `trun`.
  var units: [Int]
  /// The file offset, in bytes, that offsets are relative to.
  var base: UInt64

  /// Returns the containers of a track in the order of its samples: the `stbl`, then those of every
  /// fragment.
  static func all(
    of track: Track, in fragments: TrackFragments, _ table: SampleTable
  ) throws(FormatError) -> [SampleContainer] {
    var found: [SampleContainer] = []
    if let stbl = track.atom.descendant("mdia", "minf", "stbl") {
      let chunks = table.sampleChunks.prefix { $0.samples.lowerBound < table.movieCount }
      found.append(
        SampleContainer(
          atom: stbl, sampleCount: table.movieCount, units: chunks.map(\.samples.count), base: 0))
    }
    for part in fragments[track.id] {
      var units: [Int] = []
      for trun in part.traf.all("trun") {
        units.append(try trun.decode(TrackFragmentRun.self).samples.count)
      }
      found.append(
        SampleContainer(
          atom: part.traf, sampleCount: units.reduce(0, +), units: units, base: part.base))
    }
    return found
  }
}

/// The `traf` of each track, which are looked for in all fragments once.
struct TrackFragments {
  struct Part {
    var traf: Atom
    /// The file offset, in bytes, that offsets are relative to.
    var base: UInt64
  }

  private var parts: [UInt32: [Part]] = [:]

  init(_ movie: Movie) {
    // A fragment whose header is cut off was never finished.
    for moof in movie.file.atoms where moof.type == "moof" && moof.claimedSize == nil {
      for traf in moof.all("traf") {
        guard let head = try? traf.first("tfhd")?.decode(TrackFragmentHeader.self) else { continue }
        let hasBase = head.flags & TrackFragmentHeader.hasBaseDataOffset != 0
        let base = hasBase ? head.baseDataOffset : moof.offset ?? 0
        parts[head.trackID, default: []].append(Part(traf: traf, base: base))
      }
    }
  }

  /// Those of a track, in the order of the file.
  subscript(trackID: UInt32) -> [Part] { parts[trackID] ?? [] }
}
