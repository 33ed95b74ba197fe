extension MovieEditor {
  /// Returns the same plan as `writePlan(fastStart:)` after making sure that a reader finds the movie in
  /// the result: bytes before the first atom may read as another atom once other bytes follow them.
  ///
  /// Throws if no such plan can be made, or the source cannot be read.
  func foundPlan(
    from source: any ByteSource, fastStart: Bool
  ) throws(ReadingError) -> WritePlan {
    let plan: WritePlan
    do { plan = try writePlan(fastStart: fastStart) } catch { throw .format(error) }
    if try isFound(in: plan, from: source) { return plan }
    // With its new media on the other side, the `moov` has another position.
    let other: WritePlan
    do { other = try writePlan(fastStart: fastStart, swapsMedia: true) } catch {
      throw .format(error)
    }
    guard try isFound(in: other, from: source) else { throw .format(notFound()) }
    return other
  }

  /// Whether a reader is known to find the movie in every copy: a file that begins with a type by which
  /// readers know a movie is read from its first byte on.
  var isAlwaysFound: Bool {
    guard movie.file.leading.isEmpty, !changesTopLevel, let first = movie.file.atoms.first else {
      return false
    }
    return TopLevelScan.anchors.contains(first.type)
  }

  static let misplacedMedia =
    "media lies in a header or past the end of the file, at bytes that would change"

  /// Returns whether an offset points into an atom that may change, such as the movie header or a fragment's,
  /// or past the end of the file, and how far fragments reach. Only a damaged movie has such offsets, or one
  /// that was made by hand.
  /// - Parameter measuresChunks: Whether a chunk that only extends to there counts too.
  func mediaPlacement(
    measuresChunks: Bool = true
  ) -> (isMisplaced: Bool, reaches: FragmentReaches) {
    let file = movie.file
    let headers = file.atoms.filter { $0.type.isMovie || file.mayHaveOffsets($0) }
    var changing = MediaRanges()
    for atom in headers { changing.insert(atom.offset ?? 0, atom.size) }
    changing.sort()
    let homes = FragmentHomes(of: file)
    func isMisplaced(_ place: UInt64, _ length: UInt64?) -> Bool {
      let (sum, overflow) = place.addingReportingOverflow(max(1, length ?? 1))
      let end = overflow ? .max : sum
      return length != .max && end > file.size || changing.overlaps(place..<max(place, end))
    }
    var reaches = FragmentReaches()
    var hasRunWithoutOffset = false
    var hasMisplacedTarget = false
    // After one was found, only fragments are of interest.
    for atom in headers where !hasMisplacedTarget || atom.type == "moof" {
      let whole = atom.offset == movie.storedAtom.offset ? movie.atom : try? file.fragment(atom)
      guard let root = whole else {
        // What cannot be read may point anywhere.
        hasMisplacedTarget = true
        continue
      }
      var reach = FragmentReach(root)
      for site in OffsetSites(in: root, homes) {
        var hasTarget = false
        reach?.add(site)
        do throws(FormatError) {
          try site.forEachTarget(measuresChunks: measuresChunks) { target in
            hasTarget = true
            reach?.add(target, of: site)
            hasMisplacedTarget =
              hasMisplacedTarget || target.role == .data && isMisplaced(target.place, target.length)
          }
        } catch { reach?.addUnreadable() }
        if site.atom.type == "trun", !hasTarget { hasRunWithoutOffset = true }
        if reach == nil, hasMisplacedTarget { break }
      }
      if let reach, reach.isKnown { reaches.append(reach) }
    }
    // Such a run begins where the one before ends, or at the base of its `traf`.
    let hasMisplacedRun =
      !hasMisplacedTarget && hasRunWithoutOffset
      && movie.tracks.contains { track in
        guard let table = try? track.sampleTable() else { return true }
        return track.chunksInMovieFile(table).contains {
          $0.size > 0 && isMisplaced($0.offset, measuresChunks ? $0.size : nil)
        }
      }
    return (hasMisplacedTarget || hasMisplacedRun, reaches)
  }

  /// Throws if a reader of the plan's output would not find the movie in it.
  /// - Parameter others: The further sources of the plan.
  package func check(
    _ plan: WritePlan, from source: any ByteSource, others: [any ByteSource] = []
  ) throws(ReadingError) {
    guard try isFound(in: plan, from: source, others: others) else { throw .format(notFound()) }
  }

  private func notFound() -> FormatError {
    FormatError(
      .notEditable(
        "the \(movie.file.leading.count) bytes before the first atom would read as an atom in the "
          + "changed file, and hide the movie: remove them first"), at: 0)
  }

  /// Whether a reader finds the `moov` in the plan's output where the plan puts it, after the atoms
  /// that should come before it.
  private func isFound(
    in plan: WritePlan, from source: any ByteSource, others: [any ByteSource] = []
  ) throws(ReadingError) -> Bool {
    let header = zip(plan.rows, plan.steps).first { _, step in
      guard case .bytes(let pieces, _) = step else { return false }
      return pieces.count >= 8 && Array(pieces.slices.joined().prefix(8).suffix(4)) == moovType
    }
    let place = header?.0.offset ?? plan.destination(of: movie.storedAtom.offset ?? 0)
    var scan = TopLevelScan(
      source: PlannedSource(plan, from: source, others: others), schema: .standard,
      limits: Limits(), leavingFragments: true)
    do { try scan.run(upTo: "moov") } catch {
      guard case .format = error else { throw error }
      return false
    }
    return scan.start == movie.file.leading.upperBound && scan.end == place
  }

  private var moovType: [UInt8] { FourCC("moov").bytes }
}
