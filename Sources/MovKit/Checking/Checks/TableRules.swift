/// Rules about the sample tables of a track. Each table is walked once, row by row.
struct TableRules {
  private let track: Track
  private let movie: Movie

  init(_ track: Track, of movie: Movie) {
    self.track = track
    self.movie = movie
  }

  func run(_ found: inout CheckFindings) {
    guard let stbl = track.atom.descendant("mdia", "minf", "stbl"),
      let table = try? track.sampleTable()
    else { return }
    let count = table.movieCount
    checkSync(stbl, table, &found)
    checkDurations(stbl, count, &found)
    checkSizes(stbl, &found)
    if let sdtp = try? stbl.first("sdtp")?.decode(SampleDependencies.self),
      sdtp.entries.count != count
    {
      found.report(
        "sample-dependency-count",
        "sdtp has \(counted(sdtp.entries.count, "row")) for \(counted(count, "sample"))",
        at: place("sdtp"))
    }
    checkGroups(stbl, count, &found)
    checkAuxiliaries(stbl, table, &found)
  }

  private func checkAuxiliaries(
    _ stbl: Atom, _ table: SampleTable, _ found: inout CheckFindings
  ) {
    if table.movieCount > 0, !AuxiliaryRules.haveVectors(stbl.children),
      let needed = NeededVectors(track.atom), !needed.descriptions.contains(false)
    {
      found.report(
        "encryption-vectors-missing",
        AuxiliaryRules.missingVectors(of: table.movieCount, inTrack: track.id),
        at: track.place("mdia", "minf", "stbl"))
    }
    guard AuxiliaryRules.types.contains(where: { stbl.first($0) != nil }) else { return }
    AuxiliaryRules.checkPlace(
      stbl.children, from: 0, in: track.place("mdia", "minf", "stbl").path, &found)
    let chunks =
      (stbl.first("stco") ?? stbl.first("co64")).flatMap { try? $0.decode(ChunkOffsets.self) }
    let rules = AuxiliaryRules(
      samples: UInt64(table.movieCount), places: UInt64(chunks?.offsets.count ?? 0), "chunks")
    rules.run(stbl.children, in: track.place("mdia", "minf", "stbl").path, &found)
  }

  private func place(_ type: FourCC) -> CheckPlace { track.place("mdia", "minf", "stbl", type) }

  // MARK: Samples to start at

  private func checkSync(_ stbl: Atom, _ table: SampleTable, _ found: inout CheckFindings) {
    let count = table.movieCount
    guard let stss = stbl.first("stss") else {
      if track.mediaType == .video, count > 1, !movie.isFragmented,
        track.sampleDescriptions.contains(where: Self.predictsFrames)
      {
        found.report(
          "sync-samples-missing", "there is no stss, so all \(count) frames count as sync samples",
          at: track.place("mdia", "minf", "stbl"))
      }
      return
    }
    guard let numbers = try? stss.decode(SyncSamples.self).sampleNumbers else { return }
    var (outside, unordered): (UInt32?, UInt32?)
    var last: UInt32 = 0
    for number in numbers {
      if number == 0 || UInt64(number) > UInt64(count) {
        outside = outside ?? number
      } else if number <= last {
        unordered = unordered ?? number
      }
      last = max(last, number)
    }
    if let outside {
      found.report(
        "sync-sample-range", "stss names sample \(outside) of \(count)", at: place("stss"))
    }
    if let unordered {
      found.report(
        "sync-sample-order", "sample \(unordered) comes after a later one in stss",
        at: place("stss"))
    }
    // Partial sync samples and groups say that decoding can begin elsewhere too (ISO/IEC 14496-12, 10.4).
    let isDecoded = track.mediaType == .video || track.mediaType == .audio
    if isDecoded, count > 0, !numbers.isEmpty, numbers[0] > 1, outside == nil,
      unordered == nil, !table[0].attachments.isEntryPoint
    {
      found.report(
        "sync-sample-first",
        "decoding cannot begin at the first sample, and the first in stss is sample \(numbers[0])",
        at: place("stss"))
    }
  }

  /// Whether a sample description is of a codec that predicts frames from others.
  private static func predictsFrames(_ entry: Atom) -> Bool {
    guard predicting.contains(entry.type) else { return false }
    return entry.type != "mp4v" || entry.decoderConfig?.kind != .picture
  }

  /// Codecs that predict frames from others.
  private static let predicting: Set<FourCC> = [
    "avc1", "avc3", "hvc1", "hev1", "av01", "vp09", "mp4v", "vvc1", "vvi1",
  ]

  // MARK: Times

  private func checkDurations(_ stbl: Atom, _ sampleCount: Int, _ found: inout CheckFindings) {
    if let stts = try? stbl.first("stts")?.decode(TimeToSample.self) {
      var zeros: UInt64 = 0
      var huge: UInt64 = 0
      var last: UInt64 = 0
      stts.entries.forEachRun(ofFirst: UInt64(sampleCount)) { count, duration in
        last = duration
        if duration == 0 {
          zeros = zeros.addingClamping(count)
        } else if duration >= 0x8000_0000 {
          huge = huge.addingClamping(count)
        }
      }
      // The last sample may have no duration.
      if last == 0, zeros > 0 { zeros -= 1 }
      if zeros > 0, track.mediaType == .video {
        found.report(
          "sample-duration-zero", "\(counted(zeros, "frame", "has", "have")) no duration",
          at: place("stts"))
      }
      if huge > 0 {
        found.report(
          "sample-duration-huge", "\(counted(huge, "sample", "lasts", "last")) 2^31 ticks or more",
          at: place("stts"))
      }
    }
    checkLimits(stbl, &found)
    if let ctts = try? stbl.first("ctts")?.decode(CompositionOffsets.self), ctts.version == 0 {
      let negative = ctts.entries.count { $0.sampleOffset < 0 }
      if negative > 0 {
        found.report(
          "composition-offset-huge",
          counted(
            negative, "row",
            "of ctts has an offset of 2^31 or more, or a negative one, in version 0",
            "of ctts have offsets of 2^31 or more, or negative ones, in version 0"),
          at: place("ctts"))
      }
    }
  }

  private func checkLimits(_ stbl: Atom, _ found: inout CheckFindings) {
    guard let cslg = try? stbl.first("cslg")?.decode(CompositionShift.self),
      let rows = try? stbl.first("ctts")?.decode(CompositionOffsets.self).entries
    else { return }
    var (least, greatest): (Int64?, Int64?)
    for row in rows where row.sampleCount > 0 {
      let offset = Int64(row.sampleOffset)
      least = min(least ?? offset, offset)
      greatest = max(greatest ?? offset, offset)
    }
    guard let least, let greatest,
      least < cslg.leastDecodeToDisplayDelta || greatest > cslg.greatestDecodeToDisplayDelta
    else { return }
    found.report(
      "composition-limits",
      "the offsets are from \(least) to \(greatest), and by cslg from \(cslg.leastDecodeToDisplayDelta) to "
        + "\(cslg.greatestDecodeToDisplayDelta)", at: place("cslg"))
  }

  private func checkSizes(_ stbl: Atom, _ found: inout CheckFindings) {
    guard track.mediaType == .video,
      let stsz = try? stbl.first("stsz")?.decode(SampleSizes.self), stsz.sampleSize == 0
    else { return }
    let empty = stsz.sizes.count { $0 == 0 }
    if empty > 0 {
      found.report(
        "sample-empty", "\(counted(empty, "frame", "has", "have")) no bytes", at: place("stsz"))
    }
  }

  // MARK: Groups

  private func checkGroups(_ stbl: Atom, _ count: Int, _ found: inout CheckFindings) {
    var descriptions: [FourCC: Int] = [:]
    // Those of which it is not known how many there are; nil stands for a type that is not known either.
    var unread: Set<FourCC?> = []
    for atom in stbl.all("sgpd") {
      guard let group = try? atom.decode(SampleGroupDescriptions.self) else {
        unread.insert(atom.groupingType)
        continue
      }
      descriptions[group.groupingType] = group.descriptionCount
    }
    lazy var path = track.place("mdia", "minf", "stbl").path
    let atoms = stbl.children
    for (atom, component) in zip(atoms, atoms.pathComponents()) {
      guard let groups = NamedGroups(atom) else { continue }
      let type = groups.type
      let known = descriptions[type] ?? 0
      let isKnown = descriptions[type] != nil || !unread.contains(type) && !unread.contains(nil)
      lazy var here = CheckPlace(path: "\(path)/\(component)", offset: atom.offset)
      if groups.sampleCount > UInt64(count) {
        found.report(
          "sample-group-count",
          "\(atom.type) of \(type) describes \(counted(groups.sampleCount, "sample")) of \(count)",
          at: here)
      }
      if isKnown, let outside = groups.first(beyond: UInt64(known)) {
        found.report(
          "sample-group-description",
          "\(atom.type) of \(type) names description \(outside) of \(known)", at: here)
      }
    }
  }
}

/// The groups that a `sbgp` or a `csgp` names (ISO/IEC 14496-12, 8.9.2 and 8.9.5).
private enum NamedGroups {
  case runs(SampleToGroup)
  case patterns(CompactSampleToGroup)

  /// Nil if the atom is none of both, or cannot be read.
  init?(_ atom: Atom) {
    switch atom.type {
    case "sbgp":
      guard let table = try? atom.decode(SampleToGroup.self) else { return nil }
      self = .runs(table)
    case "csgp":
      guard let table = try? atom.decode(CompactSampleToGroup.self) else { return nil }
      self = .patterns(table)
    default: return nil
    }
  }

  var type: FourCC {
    switch self {
    case .runs(let table): table.groupingType
    case .patterns(let table): table.groupingType
    }
  }

  /// The number of samples that the table says something of.
  var sampleCount: UInt64 {
    var sum: UInt64 = 0
    switch self {
    case .runs(let table):
      for row in table.entries { sum = sum.addingClamping(UInt64(row.sampleCount)) }
    case .patterns(let table):
      for pattern in table.patterns { sum = sum.addingClamping(UInt64(pattern.sampleCount)) }
    }
    return sum
  }

  /// Returns the first number of a group that is greater than the number of those that are described.
  func first(beyond known: UInt64) -> UInt32? {
    switch self {
    case .runs(let table):
      table.entries.first { UInt64($0.groupDescriptionIndex) > known }?.groupDescriptionIndex
    case .patterns(let table):
      table.groupDescriptionIndexes.indices.lazy.map(table.group)
        .first { UInt64($0) > known }
    }
  }
}
