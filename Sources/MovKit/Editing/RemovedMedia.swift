extension MovieEditor {
  /// Whether nothing uses the samples of a track any more.
  private func isRemoved(_ track: Track) -> Bool {
    track.atom.place.map(removedTracks.contains) ?? false
  }

  /// Returns each `mdat` that contains only samples of removed tracks, and that nothing
  /// else points into. Up to 7 bytes after the samples count as padding.
  ///
  /// Those after a fragment stay, because indexes count their bytes.
  /// - Parameter used: What else points into the file. It is asked for only if there is such an `mdat`: to
  ///   find it, all that has offsets is read.
  func mediaOfRemovedTracks(avoiding used: @autoclosure () -> MediaRanges) -> [Atom] {
    let atoms = mediaOnlyOfRemovedTracks
    guard !atoms.isEmpty else { return [] }
    let used = used()
    return atoms.filter { atom in
      guard case .extent(let range) = atom.ownBytes else { return false }
      return !used.overlaps(range)
    }
  }

  /// The same, whatever else points into them.
  private var mediaOnlyOfRemovedTracks: [Atom] {
    guard !removedTracks.isEmpty else { return [] }
    var samples = MediaRanges()
    for track in movie.tracks where isRemoved(track) && track.isInMovieFile {
      guard let table = try? track.sampleTable() else { continue }
      for chunk in table.chunks { samples.insert(chunk.offset, chunk.size) }
    }
    samples.sort()
    let atoms = movie.file.atoms.prefix { !$0.type.isFragment }
    return atoms.filter { atom in
      guard atom.type == "mdat", atom.claimedSize == nil, case .extent(let range) = atom.ownBytes,
        let end = samples.end(from: range.lowerBound)
      else { return false }
      return end <= range.upperBound && range.upperBound - end < 8
    }
  }

  /// The ranges of the file that a copy leaves out: that media with the headers of its atoms.
  var removedStretches: [Range<UInt64>] {
    if let knownStretches { return knownStretches }
    return mediaOfRemovedTracks(avoiding: usedRanges()).compactMap { atom in
      atom.offset.map { $0..<$0 + atom.size }
    }
  }

  /// Finds `removedStretches` once, before a plan is made that asks for them several times. Nothing may be changed
  /// afterwards.
  mutating func findRemovedStretches() { knownStretches = removedStretches }

  /// The number of bytes of the samples of removed tracks that a copy keeps although nothing uses them, because they
  /// are in one `mdat` with other media.
  package var sizeOfUnusedMedia: UInt64 {
    let tables = movie.tracks.filter { isRemoved($0) && $0.isInMovieFile }.compactMap {
      try? $0.sampleTable()
    }
    // To find what else is used, all that has offsets is read.
    guard tables.contains(where: { $0.chunks.contains { $0.size > 0 } }) else { return 0 }
    let used = usedRanges()
    var gone = MediaRanges()
    for atom in mediaOfRemovedTracks(avoiding: used) {
      if let offset = atom.offset { gone.insert(offset, atom.size) }
    }
    gone.sort()
    let fileSize = movie.file.size
    var left = MediaRanges()
    for table in tables {
      for chunk in table.chunks where chunk.offset < fileSize {
        let size = min(chunk.size, fileSize - chunk.offset)
        guard size > 0, gone.end(from: chunk.offset) == nil,
          !used.overlaps(chunk.offset..<chunk.offset + size)
        else { continue }
        left.insert(chunk.offset, size)
      }
    }
    left.sort()
    return left.size
  }

  /// Returns the ranges with the samples of the tracks that stay, and with everything else that the
  /// movie points at.
  func usedRanges() -> MediaRanges {
    var used = MediaRanges()
    for track in movie.tracks where !isRemoved(track) { used.insert(track) }
    // What cannot be read may point anywhere.
    if movie.tracks.count != movie.atom.all("trak").count { used.isUnknown = true }
    // If there are several `moov` atoms, only the first counts. The others will become free space.
    let (schema, homes) = (movie.file.schema, FragmentHomes(of: movie.file))
    used.insert(targetsOf: remainingMovie, schema, homes)
    for atom in movie.file.atoms where !atom.type.isMovie {
      do throws(FormatError) {
        used.insert(targetsOf: try movie.file.fragment(atom), schema, homes)
      } catch { used.isUnknown = true }
    }
    used.sort()
    return used
  }
}
