/// Reads only those fragments of a movie that a stretch of its presentation needs.
///
/// An index (`sidx` or `mfra`) only says where to begin. The fragments that were read decide
/// whether that was early enough, and how far to read:
///
/// - At the start, a sample must have been read that is shown at or before the start of the
///   stretch, and later than any sample that was not read can be shown: such samples are decoded
///   before the first sample read, and are shown at most `FragmentExtent.margin` after it is
///   decoded. Everything that the stretch shows must be decodable from an entry point that was
///   read and, of audio, with as many samples before it as a decoder needs. Otherwise earlier fragments are read too.
/// - At the end, a sample must have been read that is decoded after the stretch by at least the
///   margin plus the longest duration of a sample, so that no later sample is shown within the
///   stretch, and the end of every sample is known. Otherwise reading goes on.
///
/// Each track is checked by itself, since the fragments of different tracks need not begin at the
/// same times. If fragments have no `tfdt`, times count from the first fragment, so all fragments
/// are read.
struct FragmentSeek {
  /// The outcome of a search.
  enum Result {
    /// No fragment follows `moov`: this is the whole file.
    case withoutFragments(AtomFile)
    /// The file as far as it was read, and the IDs of the wanted tracks.
    case part(AtomFile, of: Set<UInt32>)
    /// All fragments must be read; the diagnostic says why, if the reason is odd.
    case all(Diagnostic?)
  }

  private let source: any ByteSource
  private let schema: Schema
  private let limits: Limits
  private let range: MediaTimeRange
  /// Everything before the first fragment.
  private let opening: AtomFile
  private let moov: Atom
  private let first: UInt64
  private let wanted: Set<UInt32>
  /// The media of those wanted tracks that the stretch shows.
  private let needs: [NeededMedia]
  /// The media of all tracks, wanted or not, by track ID.
  private let known: [UInt32: NeededMedia]

  private var parser: AtomParser
  private var scan: TopLevelScan
  /// The atoms that were read, one after another from `start` on.
  private var atoms: [Atom] = []
  private var start: UInt64 = 0
  private var isAtEnd = false
  private var fragments: FragmentReader
  /// The extent of the first runs of a track, so that every run is read only once.
  private var extents: [UInt32: (runs: Int, extent: FragmentExtent)] = [:]
  /// For each track, the time up to which samples must have been read.
  private var goals: [UInt32: Int64] = [:]
  /// Where what is needed of each track ends, in ticks.
  private var ends: [UInt32: Int64] = [:]

  /// Reads the part of a file that some tracks need. Throws `ReadingError` if the source cannot be
  /// read, or is not a movie.
  static func read(
    _ source: any ByteSource, during range: MediaTimeRange, of isWanted: (Track) -> Bool,
    schema: Schema, limits: Limits
  ) throws(ReadingError) -> Result {
    var scan = TopLevelScan(source: source, schema: schema, limits: limits)
    try scan.run(upTo: "moof")
    let hasFragments = try scan.upcomingType() == "moof"
    let opening = try AtomFile(scan, from: source, schema: schema, limits: limits)
    guard hasFragments else { return .withoutFragments(opening) }
    guard range.isValid, range.start.isNumeric, opening.storedMovie != nil else {
      return .all(nil)
    }
    let movie = try Movie(opening)
    var known: [UInt32: NeededMedia] = [:]
    var wanted: [NeededMedia] = []
    for track in movie.tracks {
      let need = NeededMedia(track, during: range)
      known[track.id] = need
      guard isWanted(track) else { continue }
      guard let need, need.trackID != 0 else { return .all(nil) }
      wanted.append(need)
    }
    var seek = FragmentSeek(
      source, schema, limits, range, opening, movie.atom, scan.end, wanted, known)
    do throws(SeekFailure) { return try seek.run() } catch {
      switch error {
      case .untrusted(let diagnostic): return .all(diagnostic)
      // If bytes that an index names are damaged, the whole file may still be readable.
      case .reading(.format): return .all(nil)
      case .reading(let error): throw error
      }
    }
  }

  private init(
    _ source: any ByteSource, _ schema: Schema, _ limits: Limits, _ range: MediaTimeRange,
    _ opening: AtomFile, _ moov: Atom,
    _ first: UInt64, _ needs: [NeededMedia], _ known: [UInt32: NeededMedia]
  ) {
    self.source = source
    self.schema = schema
    self.limits = limits
    self.range = range
    self.opening = opening
    self.moov = moov
    self.first = first
    self.needs = needs.filter { !$0.ranges.isEmpty }
    self.known = known
    wanted = Set(needs.map(\.trackID))
    parser = AtomParser(schema: schema, limits: limits)
    scan = TopLevelScan(source: source, schema: schema, limits: limits)
    fragments = FragmentReader(moov: moov, fileSize: source.size)
  }

  private mutating func run() throws(SeekFailure) -> Result {
    let index = try findIndex()
    let place = index?.start(for: starts)
    var stops = place?.stops.filter { $0 > first } ?? []
    begin(at: max(first, place?.offset ?? first))
    var step = 1
    while true {
      try readOn()
      let (file, movie) = try part()
      if try isEarlyEnough(movie) {
        if let index {
          try FoundFragments(
            atoms, from: start, to: scan.end, isAtEnd: isAtEnd, moov: moov, fileSize: source.size
          ).check(index, known)
        }
        return .part(file, of: wanted)
      }
      stops.removeAll { $0 >= start }
      stops.removeLast(min(step - 1, stops.count))
      try goBack(to: stops.last ?? first)
      step *= 2
    }
  }

  /// The time from which each wanted track is needed.
  private var starts: [UInt32: MediaTime] {
    Dictionary(
      needs.compactMap { need in need.start.map { (need.trackID, $0) } }, uniquingKeysWith: min)
  }

  // MARK: Index

  private func findIndex() throws(SeekFailure) -> FragmentIndex? {
    let lookup = TopLevelScan(source: source, schema: schema, limits: limits)
    let start = starts.values.min() ?? .zero
    let end = needs.map { MediaTime(value: $0.end, timescale: $0.timescale) }.max() ?? start
    var segments = SegmentIndexes(lookup, size: source.size, from: start, to: end)
    for sidx in opening.atoms where sidx.type == "sidx" && sidx.claimedSize == nil {
      try segments.add(sidx)
    }
    if !segments.isFarEnough {
      var (lookup, parser) = (lookup, parser)
      let index = try FragmentIndex(
        mfraBy: &lookup, size: source.size, after: first,
        timescales: known.mapValues(\.timescale), parser: &parser)
      if let index, !index.entries.isEmpty { return index }
      try segments.follow()
    }
    // An index may be about something other than a track.
    let entries = segments.entries.filter { known[$0.trackID] != nil }
    return entries.isEmpty ? nil : FragmentIndex("sidx", entries, ends: segments.ends)
  }

  // MARK: Reading

  private mutating func begin(at offset: UInt64) {
    start = offset
    scan.jump(to: offset)
    for need in needs { ends[need.trackID] = max(ends[need.trackID] ?? .min, need.end) }
    goals = ends
  }

  /// Reads past the end of the stretch, and at least one fragment.
  private mutating func readOn() throws(SeekFailure) {
    if atoms.isEmpty { try checkFirst() }
    while !isAtEnd, fragments.isEmpty || !isFarEnough() {
      guard let atom = try nextAtom() else { break }
      atoms.append(atom)
      if atom.isWholeFragment { fragments.add(atom) }
    }
  }

  /// Throws if neither a fragment nor an atom that may precede one is at the place that the index
  /// names.
  private mutating func checkFirst() throws(SeekFailure) {
    let type: FourCC?
    do { type = try scan.upcomingType() } catch { throw .reading(error) }
    guard let type, type == "moof" || FragmentIndex.aheadOfFragments.contains(type) else {
      throw misplaced(start)
    }
  }

  private func misplaced(_ offset: UInt64) -> SeekFailure {
    .contradiction("there is no fragment at \(offset)", of: "moof", at: offset)
  }

  /// Returns the next atom of the file, with its children; nil at the end.
  private mutating func nextAtom() throws(SeekFailure) -> Atom? {
    do {
      guard var atom = try scan.next() else {
        isAtEnd = true
        return nil
      }
      if scan.end >= source.size { isAtEnd = true }
      parser.parse(&atom, in: AtomContext(), at: PathComponent(type: atom.type, index: nil))
      return atom
    } catch { throw .reading(error) }
  }

  /// Whether every track has samples after everything that the stretch can show.
  private mutating func isFarEnough() -> Bool {
    for (id, goal) in goals {
      guard goal < .max, fragments.endTime(of: id) > UInt64(clamping: goal) else { return false }
      guard let extent = extent(of: id) else { return false }
      let least = (ends[id] ?? goal).addingClamping(extent.margin)
        .addingClamping(Int64(clamping: extent.longest))
      guard extent.decode.upperBound >= least else {
        // It is not worth checking again before that time is reached.
        goals[id] = max(goal, least)
        return false
      }
    }
    return true
  }

  /// Returns the extent of the samples of a track that were read; nil if there are none.
  private mutating func extent(of trackID: UInt32) -> FragmentExtent? {
    let (count, known) = (fragments.runCount(of: trackID), extents[trackID])
    let more = fragments.extent(of: trackID, runs: (known?.runs ?? 0)..<count)
    guard let more else { return known?.extent }
    let extent = known?.extent.followed(by: more) ?? more
    extents[trackID] = (count, extent)
    return extent
  }

  /// Reads earlier fragments, and puts them before those that were read.
  private mutating func goBack(to offset: UInt64) throws(SeekFailure) {
    let (later, laterStart, wasAtEnd) = (atoms, start, isAtEnd)
    let end = scan.end
    (atoms, start) = ([], offset)
    scan.jump(to: offset)
    try checkFirst()
    while scan.end < laterStart, let atom = try nextAtom() { atoms.append(atom) }
    guard scan.end == laterStart else { throw misplaced(laterStart) }
    atoms += later
    isAtEnd = wasAtEnd
    scan.jump(to: end)
    fragments = FragmentReader(moov: moov, fileSize: source.size)
    extents = [:]
    for atom in atoms where atom.isWholeFragment { fragments.add(atom) }
  }

  // MARK: What was read

  /// Returns the file as far as it was read, and its movie.
  private func part() throws(SeekFailure) -> (AtomFile, Movie) {
    var file = opening
    file.atoms += atoms
    file.trailing = isAtEnd ? scan.end..<scan.size : scan.size..<scan.size
    file.unread = [first..<start, isAtEnd ? scan.end..<scan.end : scan.end..<scan.size]
      .filter { !$0.isEmpty }
    file.diagnostics += scan.diagnostics.all + parser.diagnostics.all
    do { return (file, try Movie(file)) } catch { throw .reading(error) }
  }

  /// Whether none of the fragments before those read is needed.
  private mutating func isEarlyEnough(_ movie: Movie) throws(SeekFailure) -> Bool {
    if start == first, isAtEnd { return true }
    if start > first { try checkTimes() }
    for need in needs {
      guard let track = movie.track(need.trackID), let table = try? track.sampleTable() else {
        throw .contradiction("a fragment that it lists is damaged", of: "moof", at: start)
      }
      guard let extent = extent(of: need.trackID) else {
        if start == first { continue }
        return false
      }
      let ahead = table.movieCount > 0 ? table.times(of: table.movieCount - 1).decode : .min
      guard extent.isInOrder, ahead <= extent.decode.lowerBound else {
        throw .contradiction("the fragments are not in time order", of: "moof", at: start)
      }
      guard start > first else { continue }
      var finder = StretchFinder(PresentationIndex(table), fileSize: source.size)
      let lead = track.leadIn(table)
      guard need.ranges.allSatisfy({ Self.isComplete($0, lead: lead, in: &finder, extent) }) else {
        return false
      }
    }
    return true
  }

  /// Whether everything that a stretch of media needs at its start was read.
  /// - Parameter lead: How many samples the decoder needs before it.
  private static func isComplete(
    _ range: Range<Int64>, lead: Int, in finder: inout StretchFinder, _ extent: FragmentExtent
  ) -> Bool {
    let index = finder.index
    // After the end of the media, the last sample is decisive.
    let start = min(range.lowerBound, extent.shown.upperBound)
    let leftOut = extent.decode.lowerBound.addingClamping(extent.margin)
    let firstRead = index.samples.movieCount
    guard let current = index.index(shownAt: start), current >= firstRead,
      index.time(of: current) >= leftOut
    else { return false }
    var found: Range<Int>?
    do {
      found = try finder.span(showing: range.lowerBound, to: range.upperBound)
      if lead > 0, let span = found {
        // A span begins with the first sample at the earliest, also if more were needed.
        guard span.lowerBound - lead >= firstRead else { return false }
        found = try finder.span(showing: range.lowerBound, to: range.upperBound, lead: lead)
      }
    } catch { return false }
    guard let span = found else { return true }
    return span.lowerBound >= firstRead && index.isEntryPoint(span.lowerBound, for: current)
  }

  /// Throws if fragments do not state when they begin, because the index cannot be checked against
  /// them then. A presentation time from `tfra` is not enough: it is the time of a single sample,
  /// and writers do not agree on whether edits count.
  private func checkTimes() throws(SeekFailure) {
    for atom in atoms {
      guard let moof = atom.fragment else { continue }
      for traf in moof.all("traf") where traf.first("tfdt") == nil {
        throw .untrusted(
          Diagnostic(
            "fragment-time-missing", .note,
            "the fragments do not state their start times (tfdt); reading all of them",
            path: "\(atom.type)", at: atom.offset))
      }
    }
  }
}
