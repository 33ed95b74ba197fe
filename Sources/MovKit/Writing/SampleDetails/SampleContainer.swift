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
    of track: Track, in movie: Movie, _ table: SampleTable
  ) throws(FormatError) -> [SampleContainer] {
    var found: [SampleContainer] = []
    if let stbl = track.atom.descendant("mdia", "minf", "stbl") {
      let chunks = table.sampleChunks.prefix { $0.samples.lowerBound < table.movieCount }
      found.append(
        SampleContainer(
          atom: stbl, sampleCount: table.movieCount, units: chunks.map(\.samples.count), base: 0))
    }
    // A fragment whose header is cut off was never finished.
    for moof in movie.file.atoms where moof.type == "moof" && moof.claimedSize == nil {
      for traf in moof.all("traf") {
        guard let head = try? traf.first("tfhd")?.decode(TrackFragmentHeader.self),
          head.trackID == track.id
        else { continue }
        var units: [Int] = []
        for trun in traf.all("trun") {
          units.append(try trun.decode(TrackFragmentRun.self).samples.count)
        }
        let hasBase = head.flags & TrackFragmentHeader.hasBaseDataOffset != 0
        found.append(
          SampleContainer(
            atom: traf, sampleCount: units.reduce(0, +), units: units,
            base: hasBase ? head.baseDataOffset : moof.offset ?? 0))
      }
    }
    return found
  }
}
