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
    checkPartialSync(stbl, count, &found)
    checkMoments(table, &found)
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
    SampleGroupRules(stbl).run(
      stbl.children, samples: UInt64(count), in: track.place("mdia", "minf", "stbl").path, &found)
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
      stbl.children, from: 0, in: track.place("mdia", "minf", "stbl").path,
      fileSize: track.isInMovieFile ? track.fileSize : nil, &found)
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
    if track.mediaType == .video, count > 0, numbers.isEmpty, !table[0].attachments.isEntryPoint {
      found.report(
        "sync-sample-first",
        Self.entryPoint(in: table).map {
          "stss is empty, and the first sample at which decoding can begin is sample \($0 + 1)"
        } ?? "stss is empty, so decoding can begin at none of \(counted(count, "frame"))",
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

  /// The first sample of `moov` at which decoding can begin; nil if there is none.
  private static func entryPoint(in table: SampleTable) -> Int? {
    var walk = SampleTable.Iterator(table)
    while walk.index < table.movieCount, let sample = walk.next() {
      if sample.attachments.isEntryPoint { return sample.index }
    }
    return nil
  }

  private func checkPartialSync(_ stbl: Atom, _ count: Int, _ found: inout CheckFindings) {
    guard let stps = try? stbl.first("stps")?.decode(PartialSyncSamples.self),
      let outside = stps.sampleNumbers.first(where: { $0 == 0 || UInt64($0) > UInt64(count) })
    else { return }
    found.report(
      "sync-sample-range", "stps names sample \(outside) of \(count)", at: place("stps"))
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

  private func checkMoments(_ table: SampleTable, _ found: inout CheckFindings) {
    guard track.mediaType == .video, table.movieCount > 1,
      var moments = SharedMoments(in: table, lasting: table.commonestDuration?.ticks)
    else { return }
    var walk = SampleTable.Iterator(table)
    while walk.index < table.movieCount, let run = walk.nextTimes() {
      moments.add(run)
    }
    moments.report(track, at: place("ctts"), &found)
  }

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
}
