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

  private func checkFragments(_ found: inout CheckFindings) {
    var waiting: CheckPlace?
    for node in AtomWalk(file, levels: 1) {
      if let moof = waiting, node.atom.type != "mdat" {
        found.report("cmaf-media-data", "moof is followed by \(node.atom.type)", at: moof)
      }
      waiting = nil
      guard node.atom.type == "moof" else { continue }
      waiting = node.place
      let trafs = node.children.filter { $0.atom.type == "traf" }
      if trafs.count != 1 {
        found.report(
          "cmaf-one-fragment-track", "the fragment has \(trafs.count) tracks", at: node.place)
      }
      for traf in trafs {
        for child in traf.children { check(child, &found) }
      }
    }
    if let moof = waiting {
      found.report("cmaf-media-data", "moof is the last atom", at: moof)
    }
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
