/// Where the media of a movie is before a change, as its offsets say.
struct MediaPlacement {
  /// Whether an offset points into an atom that may change, such as the movie header or a fragment's, or
  /// past the end of the file. Only a damaged movie has such offsets, or one that was made by hand.
  private(set) var isMisplaced = false
  /// How far fragments reach.
  private(set) var reaches = FragmentReaches()

  /// What may change.
  private let changing: MediaRanges
  private let fileSize: UInt64
  private let measuresChunks: Bool
  private let findsReaches: Bool
  private var hasRunWithoutOffset = false

  /// - Parameters:
  ///   - measuresChunks: Whether a chunk that only extends to what may change counts too.
  ///   - findsReaches: Whether it is asked how far fragments reach.
  init(_ movie: Movie, measuresChunks: Bool = true, findsReaches: Bool = true) {
    let file = movie.file
    let headers = file.atoms.filter { $0.type.isMovie || file.mayHaveOffsets($0) }
    var changing = MediaRanges()
    for atom in headers { changing.insert(atom.offset ?? 0, atom.size) }
    // A chunk that begins before the first atom may go on in one that moves.
    if measuresChunks, !file.leading.isEmpty {
      changing.insert(file.leading.lowerBound, file.leading.length)
    }
    changing.sort()
    self.changing = changing
    fileSize = file.size
    self.measuresChunks = measuresChunks
    self.findsReaches = findsReaches
    let homes = FragmentHomes(of: file)
    // After one was found, only fragments are of interest.
    for atom in headers where !isMisplaced || findsReaches && atom.type == "moof" {
      let whole = atom.offset == movie.storedAtom.offset ? movie.atom : try? file.fragment(atom)
      if let whole {
        visit(whole, file.schema, homes)
      } else {
        // What cannot be read may point anywhere.
        isMisplaced = true
      }
    }
    if !isMisplaced, hasRunWithoutOffset { isMisplaced = hasMisplacedChunk(movie) }
  }

  private mutating func visit(_ root: Atom, _ schema: Schema, _ homes: FragmentHomes) {
    var reach = findsReaches ? FragmentReach(root) : nil
    for site in OffsetSites(in: root, schema, homes) {
      var hasTarget = false
      reach?.add(site)
      do throws(FormatError) {
        try site.forEachTarget(measuresChunks: measuresChunks) { target in
          hasTarget = true
          reach?.add(target, of: site)
          isMisplaced =
            isMisplaced || target.role == .data && isMisplaced(target.place, target.length)
        }
      } catch { reach?.addUnreadable() }
      if site.atom.type == "trun", !hasTarget { hasRunWithoutOffset = true }
      if reach == nil, isMisplaced { return }
    }
    if let reach, reach.isKnown { reaches.append(reach) }
  }

  /// Whether a chunk is misplaced. A run without an offset begins where the one before ends, or at the base
  /// of its `traf`.
  private func hasMisplacedChunk(_ movie: Movie) -> Bool {
    movie.tracks.contains { track in
      guard let table = try? track.sampleTable() else { return true }
      return track.chunksInMovieFile(table).contains {
        $0.size > 0 && isMisplaced($0.offset, measuresChunks ? $0.size : nil)
      }
    }
  }

  private func isMisplaced(_ place: UInt64, _ length: UInt64?) -> Bool {
    let end = place.addingClamping(max(1, length ?? 1))
    return length != .max && end > fileSize || changing.overlaps(place..<max(place, end))
  }
}
