/// Rules about fragments in any file.
struct FragmentRules {
  /// What the samples of tracks need, by track ID, and the description that a fragment has unless it says otherwise,
  /// from 1. A track whose samples need nothing is not among them.
  private var encrypted: [UInt32: (needed: NeededVectors, description: UInt32)] = [:]
  /// How many descriptions tracks have, by track ID, and which of them a fragment has unless it says otherwise (`trex`).
  private var described: [UInt32: (count: Int, usual: UInt32, place: CheckPlace)] = [:]
  /// The size of the file in bytes; nil if it is a segment without its header, whose places can be those of another file.
  private var fileSize: UInt64?
  /// The groups that the `stbl` of tracks describe, by track ID. A segment without its header does not say it.
  private var groups: [UInt32: DescribedGroups] = [:]

  /// The rules for a file that has fragments, of whose header something may be found at once; nil for a file
  /// that has none.
  init?(_ file: AtomFile, _ found: inout CheckFindings) {
    guard file.atoms.contains(where: { $0.type == "moof" }) else { return nil }
    guard let moov = file.storedMovie?.movie else { return }
    fileSize = file.source.size
    if moov.first("mvex") == nil {
      found.report(
        "fragment-announcement", "the file has fragments, and moov has no mvex",
        at: CheckPlace(path: "moov", offset: moov.offset))
    }
    // Of several tracks with one ID, a fragment is about the first.
    var seen: Set<UInt32> = []
    for trak in moov.all("trak") {
      guard let id = trak.trackID, seen.insert(id).inserted else { continue }
      groups[id] = trak.descendant("mdia", "minf", "stbl").map(DescribedGroups.init)
      if let needed = NeededVectors(trak) { encrypted[id] = (needed, 1) }
      let count = TrackRead.sampleDescriptions(of: trak).count
      if count > 0 { described[id] = (count, 1, CheckPlace(path: "moov", offset: moov.offset)) }
    }
    for (trex, place) in moov.first("mvex")?.children.placed("trex", at: "moov/mvex") ?? [] {
      guard let record = try? trex.decode(TrackExtends.self) else { continue }
      encrypted[record.trackID]?.description = record.defaultSampleDescriptionIndex
      described[record.trackID]?.usual = record.defaultSampleDescriptionIndex
      described[record.trackID]?.place = place
    }
  }

  /// Checks a `traf` of a fragment.
  func check(_ traf: AtomNode, _ found: inout CheckFindings) {
    guard traf.context.parent == "moof" else { return }
    if traf.atom.first("tfdt") == nil {
      found.report("fragment-decode-time", "traf has no tfdt", at: traf.place)
    }
    AuxiliaryRules(traf: traf.atom)?.run(traf.atom.children, in: traf.path, &found)
    let hasRoles = traf.atom.children.contains { ["sdtp", "sbgp", "csgp"].contains($0.type) }
    // Runs are read only where something is to be said of them.
    let areRead = hasRoles || !encrypted.isEmpty || found.holds("composition-offset-huge")
    let count = areRead ? checkRuns(traf, &found) : 0
    guard let tfhd = traf.atom.first("tfhd"),
      let header = try? tfhd.decode(TrackFragmentHeader.self)
    else { return }
    checkVectors(traf, header, samples: count, &found)
    checkDescription(traf, header, at: tfhd.offset, &found)
    if hasRoles { checkRoles(traf, of: header.trackID, samples: count, &found) }
  }

  /// Checks that there is the sample description that a `traf` names, or the one that it has without naming one.
  private func checkDescription(
    _ traf: AtomNode, _ header: TrackFragmentHeader, at offset: UInt64?,
    _ found: inout CheckFindings
  ) {
    guard let (count, usual, place) = described[header.trackID] else { return }
    let isNamed = header.flags & TrackFragmentHeader.hasSampleDescriptionIndex != 0
    let number = isNamed ? header.sampleDescriptionIndex : usual
    guard number == 0 || UInt64(number) > UInt64(count) else { return }
    found.report(
      "fragment-sample-description",
      "samples of track \(header.trackID) have sample description \(number) of \(count)",
      at: isNamed ? CheckPlace(path: "\(traf.path)/tfhd", offset: offset) : place)
  }

  /// Goes through the runs of a `traf` and checks their composition offsets: version 0 has none that are negative.
  /// Returns the number of samples in those that can be read.
  private func checkRuns(_ traf: AtomNode, _ found: inout CheckFindings) -> Int {
    var count = 0
    let checksOffsets = found.holds("composition-offset-huge")
    let atoms = traf.atom.children
    lazy var components = Array(atoms.pathComponents())
    for (index, atom) in atoms.enumerated() where atom.type == "trun" {
      guard let run = try? atom.decode(TrackFragmentRun.self) else { continue }
      count = count.addingClamping(run.samples.count)
      guard checksOffsets, run.version == 0,
        run.flags & TrackFragmentRun.hasSampleCompositionTimeOffset != 0
      else { continue }
      let negative = run.samples.count { $0.sampleCompositionTimeOffset < 0 }
      guard negative > 0 else { continue }
      found.report(
        "composition-offset-huge",
        counted(
          negative, "row",
          "of trun has an offset of 2^31 or more, or a negative one, in version 0",
          "of trun have offsets of 2^31 or more, or negative ones, in version 0"),
        at: CheckPlace(path: "\(traf.path)/\(components[index])", offset: atom.offset))
    }
    return count
  }

  /// Checks what a `traf` says of its samples besides places, sizes and times.
  private func checkRoles(
    _ traf: AtomNode, of trackID: UInt32, samples count: Int, _ found: inout CheckFindings
  ) {
    let atoms = traf.atom.children
    if let index = atoms.firstIndex(where: { $0.type == "sdtp" }),
      let sdtp = try? atoms[index].decode(SampleDependencies.self), sdtp.entries.count != count
    {
      found.report(
        "sample-dependency-count",
        "sdtp has \(counted(sdtp.entries.count, "row")) for \(counted(count, "sample"))",
        at: CheckPlace(
          path: "\(traf.path)/\(atoms.pathComponent(at: index))", offset: atoms[index].offset))
    }
    SampleGroupRules(traf.atom, shared: groups[trackID] ?? .unknown)
      .run(atoms, samples: UInt64(count), in: traf.path, &found)
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
        traf.children, from: place, in: "\(moof.path)/\(components[index])", fileSize: fileSize,
        &found)
    }
  }

  /// Checks that samples of a `traf` have the vectors that they need.
  private func checkVectors(
    _ traf: AtomNode, _ header: TrackFragmentHeader, samples count: Int,
    _ found: inout CheckFindings
  ) {
    guard count > 0, let (needed, usual) = encrypted[header.trackID],
      !AuxiliaryRules.haveVectors(traf.atom.children), !traf.atom.hasEncryptionGroups
    else { return }
    let number =
      header.flags & TrackFragmentHeader.hasSampleDescriptionIndex != 0
      ? header.sampleDescriptionIndex : usual
    guard number > 0, let index = Int(exactly: number - 1), index < needed.descriptions.count,
      needed.descriptions[index]
    else { return }
    found.report(
      "encryption-vectors-missing",
      AuxiliaryRules.missingVectors(of: count, inTrack: header.trackID), at: traf.place)
  }
}
