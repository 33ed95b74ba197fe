/// The rules of CMAF: of its header, and of its fragments (ISO/IEC 23000-19, 7).
struct CMAFRules {
  let file: AtomFile
  let movie: Movie?

  func run(_ found: inout CheckFindings) {
    if let movie { checkHeader(movie, &found) }
    checkFragments(&found)
  }

  private static let brands: Set<FourCC> = [
    "cmfc", "cmf2", "cmff", "cmfl", "cmfs", "cfhd", "cfsd", "chdf", "chd1", "hhd1", "chhd", "cud1",
    "cvid", "caac", "caaa", "cwvt", "im1t", "ca4m", "ca4s", "cav1", "chh1", "cud8", "clg1",
  ]

  private func checkHeader(_ movie: Movie, _ found: inout CheckFindings) {
    let type = try? file.first("ftyp")?.decode(FileType.self)
    let place = CheckPlace(path: "moov", offset: movie.atom.offset)
    if !(type?.hasAny(of: Self.brands) ?? false) {
      found.report(
        "cmaf-brand", "ftyp has no brand of CMAF, such as cmfc",
        at: CheckPlace(path: "ftyp", offset: file.first("ftyp")?.offset))
    }
    if movie.isQuickTime {
      found.report(
        "cmaf-quicktime", "the file is a QuickTime movie",
        at: CheckPlace(path: "ftyp", offset: file.first("ftyp")?.offset))
    }
    if let mvhd = movie.atom.first("mvhd"), let header = try? mvhd.decode(MovieHeader.self),
      case let usual = MovieHeader(),
      let what = Self.unusual([
        ("rate", header.rate == usual.rate), ("volume", header.volume == usual.volume),
        ("matrix", header.matrix == usual.matrix),
      ])
    {
      found.report(
        "cmaf-header", "mvhd has another \(what) than usual",
        at: CheckPlace(path: "moov/mvhd", offset: mvhd.offset))
    }
    let count = movie.tracks.count + movie.unreadableTracks.count
    if count != 1 {
      found.report("cmaf-one-track", "the header has \(count) tracks", at: place)
    }
    if movie.atom.first("mvex") == nil {
      found.report("cmaf-not-fragmented", "moov has no mvex", at: place)
    }
    for track in movie.tracks {
      if let table = try? track.sampleTable(), table.movieCount > 0 {
        found.report(
          "cmaf-samples-in-header", "the header describes \(counted(table.movieCount, "sample"))",
          at: track.place("mdia", "minf", "stbl"))
      }
      let header = track.atom.trackHeader
      let media = track.atom.mediaHeader
      if let header, header.duration != 0 {
        found.report("cmaf-duration", "tkhd has a duration", at: track.place("tkhd"))
      }
      if let header, header.matrix != Matrix() {
        found.report(
          "cmaf-header", "tkhd has another matrix than usual", at: track.place("tkhd"))
      }
      if let header, track.mediaType == .audio,
        header.width.rawValue != 0 || header.height.rawValue != 0
      {
        found.report("cmaf-header", "tkhd gives audio a size", at: track.place("tkhd"))
      }
      if let media, media.duration != 0 {
        found.report("cmaf-duration", "mdhd has a duration", at: track.place("mdia", "mdhd"))
      }
      if let outside = track.mediaElsewhere {
        found.report(
          "cmaf-data-reference", "\(outside.type) names another file",
          at: track.place("mdia", "minf", "dinf"))
      }
      if type?.has("cmf2") ?? false, track.mediaType == .video, track.hasEditList {
        found.report("cmaf-edit-list", "the video has an edit list", at: track.place("edts"))
      }
    }
  }

  /// The names of the fields that are not as usual; nil if all are.
  private static func unusual(_ fields: [(name: String, isUsual: Bool)]) -> String? {
    let names = fields.filter { !$0.isUsual }.map(\.name)
    return names.isEmpty ? nil : names.listed("and")
  }

  private func checkFragments(_ found: inout CheckFindings) {
    let defaults = movie.map { FragmentDefaults.byTrack(in: $0.atom) } ?? [:]
    // The place of a fragment whose media comes next, and where its runs of samples begin.
    var waiting: (place: CheckPlace, runs: [UInt64])?
    for node in AtomWalk(file, levels: 1) {
      if let (moof, runs) = waiting {
        if node.atom.type != "mdat" {
          found.report("cmaf-media-data", "moof is followed by \(node.atom.type)", at: moof)
        } else if let start = node.atom.offset, let content = node.atom.contentOffset,
          // Of a file that was cut, the end may be missing.
          case let end = start.addingClamping(node.atom.claimedSize ?? node.atom.size),
          let run = runs.first(where: { $0 < content || $0 >= end })
        {
          found.report(
            "cmaf-media-data",
            "samples of moof begin at byte \(run), outside of the mdat that follows it", at: moof)
        }
      }
      waiting = nil
      guard node.atom.type == "moof" else { continue }
      let trafs = node.children.filter { $0.atom.type == "traf" }
      // What says that it has no samples needs no media.
      let fragments = node.atom.trackFragments
      if !Self.areDeclaredEmpty(fragments) {
        waiting = (node.place, Self.starts(ofRunsIn: fragments, of: node.atom, defaults))
      }
      if trafs.count != 1 {
        let ids = Set(fragments.map(\.header.trackID))
        found.report(
          "cmaf-one-fragment-track",
          ids.count == 1
            ? "the fragment has its track in \(trafs.count) parts (traf)"
            : "the fragment has \(trafs.count) tracks", at: node.place)
      }
      for traf in trafs {
        for child in traf.children { check(child, &found) }
      }
    }
    if let waiting {
      found.report("cmaf-media-data", "moof is the last atom", at: waiting.place)
    }
  }

  /// Whether a `moof` has no samples, and says so of each track (`duration-is-empty`; ISO/IEC 14496-12, 8.8.7).
  private static func areDeclaredEmpty(_ fragments: [Atom.TrackFragment]) -> Bool {
    !fragments.isEmpty
      && fragments.allSatisfy { _, traf, header, _ in
        header.flags & TrackFragmentHeader.durationIsEmpty != 0 && traf.first("trun") == nil
      }
  }

  /// Returns where runs of samples of a `moof` begin that say so, in bytes from the start of the file. Runs whose samples
  /// have no bytes begin nowhere.
  private static func starts(
    ofRunsIn fragments: [Atom.TrackFragment], of moof: Atom,
    _ defaults: [UInt32: FragmentDefaults]
  ) -> [UInt64] {
    guard let place = moof.offset else { return [] }
    var starts: [UInt64] = []
    for (_, traf, header, base) in fragments {
      let start: UInt64
      switch base {
      case .given(let given): start = given
      case .fragment: start = place
      case .endOfPrevious: continue
      }
      // A segment without its header does not say how many bytes samples have by default.
      let isKnown =
        header.flags & TrackFragmentHeader.hasDefaultSampleSize != 0
        || defaults[header.trackID] != nil
      let size =
        isKnown ? (defaults[header.trackID] ?? FragmentDefaults()).replaced(by: header).size : nil
      for trun in traf.all("trun") {
        guard let run = try? trun.decode(TrackFragmentRun.self), !run.samples.isEmpty,
          run.flags & TrackFragmentRun.hasDataOffset != 0,
          Self.hasBytes(run, size)
        else { continue }
        starts.append(start &+ UInt64(bitPattern: Int64(run.dataOffset)))
      }
    }
    return starts
  }

  /// Whether samples of a run have bytes.
  /// - Parameter size: How many those have of which the run does not say it; nil if that is not known.
  private static func hasBytes(_ run: TrackFragmentRun, _ size: UInt32?) -> Bool {
    run.flags & TrackFragmentRun.hasSampleSize != 0
      ? run.samples.contains { $0.sampleSize > 0 } : size != 0
  }

  /// Checks a child of `traf`.
  private func check(_ node: AtomNode, _ found: inout CheckFindings) {
    if node.atom.type == "tfhd", let tfhd = try? node.atom.decode(TrackFragmentHeader.self),
      tfhd.flags & TrackFragmentHeader.hasBaseDataOffset != 0
        || tfhd.flags & TrackFragmentHeader.defaultBaseIsMoof == 0
    {
      found.report(
        "cmaf-base", "tfhd does not count from the start of moof (default-base-is-moof)",
        at: node.place)
    }
    if node.atom.type == "trun", let run = try? node.atom.decode(TrackFragmentRun.self),
      run.flags & TrackFragmentRun.hasDataOffset == 0
    {
      found.report("cmaf-data-offset", "trun has no data_offset", at: node.place)
    }
  }
}
