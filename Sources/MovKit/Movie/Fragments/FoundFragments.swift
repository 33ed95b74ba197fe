/// Fragments that were read one after another, to check an index against them.
struct FoundFragments {
  private let atoms: [Atom]
  private let start: UInt64
  private let end: UInt64
  private let isAtEnd: Bool
  private let moov: Atom
  private let fileSize: UInt64

  /// - Parameters:
  ///   - atoms: all top-level atoms in the file from `start` to `end`.
  ///   - start: bytes from the start of the file.
  ///   - end: bytes from the start of the file.
  ///   - isAtEnd: whether no atom follows.
  ///   - moov: the movie that the fragments belong to.
  ///   - fileSize: bytes.
  init(
    _ atoms: [Atom], from start: UInt64, to end: UInt64, isAtEnd: Bool, moov: Atom,
    fileSize: UInt64
  ) {
    self.atoms = atoms
    self.start = start
    self.end = end
    self.isAtEnd = isAtEnd
    self.moov = moov
    self.fileSize = fileSize
  }

  /// Checks what the index says about the fragments that were read against what they say
  /// themselves.
  ///
  /// - Parameter media: the media of all tracks, by track ID.
  /// - Throws: `SeekFailure.untrusted` if they differ.
  func check(
    _ index: FragmentIndex, _ media: [UInt32: NeededMedia]
  ) throws(SeekFailure) {
    let places = Set(atoms.lazy.compactMap(\.offset))
    if let misplaced = index.ends.first(where: { start < $0 && $0 < end && !places.contains($0) }) {
      throw .contradiction("no fragment ends at byte \(misplaced)", of: index.type, at: nil)
    }
    let entries = index.entries.filter { $0.offset >= start && $0.offset < end }
    var found = fragments(of: Set(entries.map(\.trackID)))
    // From the last entry to the first, so that the fragments left at the end of the list are those
    // at or after an entry.
    var following: [UInt32: UInt64] = [:]
    for entry in entries.reversed() {
      func contradiction(_ reason: String) -> SeekFailure {
        .contradiction(
          "the fragment of track \(entry.trackID) at \(entry.offset) \(reason)", of: index.type,
          at: nil)
      }
      guard places.contains(entry.offset) else { throw contradiction("does not exist") }
      var nearest: (offset: UInt64, extent: FragmentExtent)?
      while let last = found[entry.trackID]?.last, last.offset >= entry.offset {
        nearest = last
        found[entry.trackID]?.removeLast()
      }
      let next = following.updateValue(entry.offset, forKey: entry.trackID)
      guard let nearest else {
        // The `moof` of the entry may be the first that was not read.
        if next == nil, !isAtEnd { continue }
        throw contradiction("does not exist")
      }
      guard media[entry.trackID]?.agrees(entry.time, with: nearest.extent) ?? true else {
        throw contradiction("does not start at \(entry.time.description)")
      }
    }
  }

  /// Returns the fragments of some tracks that were read, in order, by track ID.
  private func fragments(
    of trackIDs: Set<UInt32>
  ) -> [UInt32: [(offset: UInt64, extent: FragmentExtent)]] {
    var found: [UInt32: [(offset: UInt64, extent: FragmentExtent)]] = [:]
    var reader = FragmentReader(moov: moov, fileSize: fileSize)
    for atom in atoms {
      guard let moof = atom.fragment else { continue }
      let told = moof.all("traf").compactMap {
        try? $0.first("tfhd")?.decode(TrackFragmentHeader.self).trackID
      }
      let before = Set(told).intersection(trackIDs).map { ($0, reader.runCount(of: $0)) }
      reader.add(atom)
      for (id, count) in before {
        let runs = count..<max(count, reader.runCount(of: id))
        guard let extent = reader.extent(of: id, runs: runs), let offset = atom.offset else {
          continue
        }
        found[id, default: []].append((offset, extent))
      }
    }
    return found
  }
}
