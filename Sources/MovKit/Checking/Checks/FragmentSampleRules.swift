/// Rules about the samples of a track that fragments hold. They are walked once.
struct FragmentSampleRules {
  private let track: Track
  private let movie: Movie
  /// The indexes of the file that are about the track.
  private let indexes: [IndexedParts.Index]

  init(_ track: Track, of movie: Movie, indexes: [IndexedParts.Index] = []) {
    self.track = track
    self.movie = movie
    self.indexes = indexes
  }

  /// - Parameter heads: What the movie's fragments say of gaps.
  func run(_ found: inout CheckFindings, _ heads: inout FragmentHeads) {
    guard track.hasFragments, let table = try? track.sampleTable() else { return }
    let commonest = table.commonestDuration?.ticks
    var gaps = FragmentGaps(longerThan: commonest ?? 0)
    var descriptions: Set<Int> = []
    var latest: Int?
    var empty = 0
    var moments = track.mediaType == .video ? SharedMoments(in: table, lasting: commonest) : nil
    var (instants, endsInInstant) = (0, false)
    var parts = indexes.isEmpty ? nil : IndexedParts(of: track, in: movie.file, indexes)
    // The first fragment follows the last sample of the header.
    var walk = SampleTable.Iterator(table, at: max(table.movieCount, 1) - 1)
    while let (sample, count, _) = walk.next(atMost: 1 << 14) {
      gaps.add(sample, count: count)
      guard sample.index >= table.movieCount else { continue }
      parts?.add(sample, count: count)
      moments?.add(
        SampleTable.TimesRun(
          index: sample.index, count: count, decodeTime: sample.decodeTime,
          duration: sample.duration, offset: sample.compositionOffset))
      if sample.size == 0 { empty += count }
      endsInInstant = sample.duration == 0
      if endsInInstant { instants += count }
      if sample.descriptionIndex != latest {
        latest = sample.descriptionIndex
        descriptions.insert(sample.descriptionIndex)
      }
    }
    if empty > 0, track.mediaType == .video {
      found.report(
        "sample-empty",
        "\(counted(empty, "frame", "in fragments has", "in fragments have")) no bytes",
        at: track.place("mdia", "minf", "stbl"))
    }
    // The last sample may have no duration.
    if endsInInstant { instants -= 1 }
    if instants > 0, track.mediaType == .video {
      found.report(
        "sample-duration-zero",
        "\(counted(instants, "frame", "in fragments has", "in fragments have")) no duration",
        at: track.place("mdia", "minf", "stbl"))
    }
    checkFirst(table, &found)
    moments?.report(track, at: track.place("mdia", "minf", "stbl"), &found)
    // Text and metadata are often there only where there is something to say.
    if gaps.count > 0, track.mediaType == .video || track.mediaType == .audio {
      report(unstated(gaps, in: table, longerThan: commonest ?? 0, &heads), &heads, &found)
    }
    parts?.report(&found)
    report(descriptions, &found)
  }

  /// Checks that decoding can begin at the first sample, if a fragment has it.
  private func checkFirst(_ table: SampleTable, _ found: inout CheckFindings) {
    guard track.mediaType == .video || track.mediaType == .audio, table.movieCount == 0,
      let first = table.first, !first.attachments.isEntryPoint
    else { return }
    found.report(
      "sync-sample-first",
      "decoding cannot begin at the first sample of track \(track.id), which is in a fragment",
      at: track.place())
  }

  /// Returns gaps without those that a fragment states: it is there, and says that it has no samples.
  private func unstated(
    _ gaps: FragmentGaps, in table: SampleTable, longerThan ticks: UInt64,
    _ heads: inout FragmentHeads
  ) -> FragmentGaps {
    let stated = heads.emptyTimes(of: track.id)
    guard !stated.isEmpty else { return gaps }
    var rest = FragmentGaps(longerThan: ticks, exceptIn: stated)
    var walk = SampleTable.Iterator(table, at: max(table.movieCount, 1) - 1)
    while let (sample, count, _) = walk.next(atMost: 1 << 14) { rest.add(sample, count: count) }
    return rest
  }

  private func report(
    _ gaps: FragmentGaps, _ heads: inout FragmentHeads, _ found: inout CheckFindings
  ) {
    guard let first = gaps.first else { return }
    func text(_ ticks: Int64) -> String {
      RightDurations.text(UInt64(clamping: ticks), track.timescale)
    }
    found.report(
      "fragment-gap",
      "track \(track.id) has no samples from \(text(first.lowerBound)) to \(text(first.upperBound))"
        + (gaps.count == 1 ? "" : " (the first of \(gaps.text) between its fragments)")
        + heads.missingNumbers(gaps.countOfAll), at: track.place())
  }

  /// Reports that samples in fragments have other descriptions than the first, if decoders must know it.
  private func report(_ used: Set<Int>, _ found: inout CheckFindings) {
    let descriptions = track.sampleDescriptions
    guard let first = descriptions.first else { return }
    let others = used.filter { $0 > 0 && $0 < descriptions.count }
    guard others.contains(where: { !descriptions[$0].isDecoded(like: first) }) else { return }
    found.report(
      "fragment-descriptions",
      "samples in fragments use \(used.count == 1 ? "another sample description than the first" : "\(used.count) sample descriptions"); "
        + "many players use the first for all fragments",
      at: track.place("mdia", "minf", "stbl", "stsd"))
  }
}

extension Atom {
  /// For two entries of `stsd`: whether they set up a decoder alike, because only protection or the bit rate differs,
  /// as where encryption begins after some clear fragments.
  fileprivate func isDecoded(like other: Atom) -> Bool {
    func form(_ entry: Atom) -> [UInt8]? {
      var entry = entry
      entry.type = CodecFacts(entry, handler: nil).format
      entry.children.removeAll { $0.type == "sinf" || $0.type == "btrt" }
      return try? entry.serialized()
    }
    guard let one = form(self), let second = form(other) else { return false }
    return one == second
  }
}
