/// Rules about fragments in any file.
struct FragmentRules {
  /// What the samples of tracks need, by track ID, and the description that a fragment has unless it says otherwise,
  /// from 1. A track whose samples need nothing is not among them.
  private var encrypted: [UInt32: (needed: NeededVectors, description: UInt32)] = [:]

  /// The rules for a file that has fragments, of whose header something may be found at once; nil for a file
  /// that has none.
  init?(_ file: AtomFile, _ found: inout CheckFindings) {
    guard file.atoms.contains(where: { $0.type == "moof" }) else { return nil }
    guard let moov = file.storedMovie?.movie else { return }
    if moov.first("mvex") == nil {
      found.report(
        "fragment-announcement", "the file has fragments, and moov has no mvex",
        at: CheckPlace(path: "moov", offset: moov.offset))
    }
    // Of several tracks with one ID, a fragment is about the first.
    var seen: Set<UInt32> = []
    for trak in moov.all("trak") {
      guard let id = trak.trackID, seen.insert(id).inserted, let needed = NeededVectors(trak) else {
        continue
      }
      encrypted[id] = (needed, 1)
    }
    guard !encrypted.isEmpty else { return }
    for trex in moov.first("mvex")?.all("trex") ?? [] {
      guard let record = try? trex.decode(TrackExtends.self) else { continue }
      encrypted[record.trackID]?.description = record.defaultSampleDescriptionIndex
    }
  }

  /// Checks a `traf` of a fragment.
  func check(_ traf: AtomNode, _ found: inout CheckFindings) {
    guard traf.context.parent == "moof" else { return }
    if traf.atom.first("tfdt") == nil {
      found.report("fragment-decode-time", "traf has no tfdt", at: traf.place)
    }
    AuxiliaryRules(traf: traf.atom)?.run(traf.atom.children, in: traf.path, &found)
    checkVectors(traf, &found)
  }

  /// Checks where a `moof` says that the vectors of encrypted samples are.
  func checkPlaces(_ moof: AtomNode, _ found: inout CheckFindings) {
    guard moof.context.parent == nil, let start = moof.atom.offset,
      moof.atom.children.contains(where: { $0.type == "traf" && $0.first("saio") != nil })
    else { return }
    lazy var components = Array(moof.atom.children.pathComponents())
    for (index, traf, _, base) in moof.atom.trackFragments {
      let place: UInt64
      switch base {
      case .given(let given): place = given
      case .fragment: place = start
      case .endOfPrevious: continue
      }
      AuxiliaryRules.checkPlace(
        traf.children, from: place, in: "\(moof.path)/\(components[index])", &found)
    }
  }

  /// Checks that samples of a `traf` have the vectors that they need.
  private func checkVectors(_ traf: AtomNode, _ found: inout CheckFindings) {
    guard !encrypted.isEmpty, let tfhd = traf.atom.first("tfhd"),
      let header = try? tfhd.decode(TrackFragmentHeader.self),
      let (needed, usual) = encrypted[header.trackID],
      !AuxiliaryRules.haveVectors(traf.atom.children), !traf.atom.hasEncryptionGroups
    else { return }
    let number =
      header.flags & TrackFragmentHeader.hasSampleDescriptionIndex != 0
      ? header.sampleDescriptionIndex : usual
    guard number > 0, let index = Int(exactly: number - 1), index < needed.descriptions.count,
      needed.descriptions[index]
    else { return }
    let count = traf.atom.all("trun").reduce(0) { count, trun in
      count.addingClamping((try? trun.decode(TrackFragmentRun.self))?.samples.count ?? 0)
    }
    guard count > 0 else { return }
    found.report(
      "encryption-vectors-missing",
      AuxiliaryRules.missingVectors(of: count, inTrack: header.trackID), at: traf.place)
  }
}
