/// What the headers of a movie's fragments say of gaps: in which times a track has no samples, and which fragments are
/// missing. They are gone through once for all tracks, and only if one has a gap.
struct FragmentHeads {
  private let movie: Movie
  private var areRead = false
  private var emptyTimes: [UInt32: [Range<Int64>]] = [:]
  /// The first of the missing numbers, in words.
  private var missing: [String] = []
  /// How often a number is not the one after the last.
  private var jumps = 0
  /// Whether a single number is missing.
  private var isOne = true

  /// The most places with missing numbers that a message names.
  private static let mostPlaces = 8

  init(of movie: Movie) { self.movie = movie }

  /// Returns the times in which fragments say that they have no samples of a track, in ticks of the media
  /// (`duration-is-empty`; ISO/IEC 14496-12, 8.8.7).
  mutating func emptyTimes(of trackID: UInt32) -> [Range<Int64>] {
    read()
    return emptyTimes[trackID] ?? []
  }

  /// Which numbers of fragments are missing, as a part of a sentence, or that some may be if that explains no gap: the
  /// fragments of one track may have been taken from a file with several.
  /// - Parameter gaps: The number of all gaps: a missing fragment can be as short as a frame.
  mutating func missingNumbers(_ gaps: Int) -> String {
    read()
    guard !missing.isEmpty, jumps <= gaps else { return "; a segment may be missing" }
    let listed = (missing + (jumps > missing.count ? ["others"] : [])).listed("and")
    return isOne ? "; fragment \(listed) is missing" : "; fragments \(listed) are missing"
  }

  private mutating func read() {
    guard !areRead else { return }
    areRead = true
    let defaults = FragmentDefaults.byTrack(in: movie.atom)
    var last: UInt32?
    for atom in movie.file.atoms where atom.isWholeFragment {
      guard let moof = ((try? movie.file.whole(atom)) ?? atom).fragment else { continue }
      if let number = try? moof.first("mfhd")?.decode(MovieFragmentHeader.self).sequenceNumber {
        if let last { note(number, after: last) }
        last = number
      }
      for (_, traf, header, _) in moof.trackFragments
      where header.flags & TrackFragmentHeader.durationIsEmpty != 0 {
        let own = (defaults[header.trackID] ?? FragmentDefaults()).replaced(by: header)
        note(traf, of: header.trackID, lasting: own.duration)
      }
    }
  }

  /// Takes the number of a fragment.
  private mutating func note(_ number: UInt32, after last: UInt32) {
    guard number > last, number - last > 1 else { return }
    jumps += 1
    isOne = isOne && jumps == 1 && number - last == 2
    guard jumps <= Self.mostPlaces else { return }
    missing.append(number - last == 2 ? "\(last + 1)" : "\(last + 1) to \(number - 1)")
  }

  /// Takes a `traf` that says that it is empty.
  private mutating func note(_ traf: Atom, of trackID: UInt32, lasting duration: UInt32) {
    guard let time = try? traf.first("tfdt")?.decode(TrackFragmentDecodeTime.self),
      let start = Int64(exactly: time.baseMediaDecodeTime)
    else { return }
    let end = start.addingClamping(Int64(duration))
    if let last = emptyTimes[trackID]?.last, last.upperBound == start {
      emptyTimes[trackID]?.removeLast()
      emptyTimes[trackID]?.append(last.lowerBound..<end)
    } else {
      emptyTimes[trackID, default: []].append(start..<end)
    }
  }
}
