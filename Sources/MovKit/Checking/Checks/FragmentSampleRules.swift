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

  func run(_ found: inout CheckFindings) {
    guard track.hasFragments, let table = try? track.sampleTable() else { return }
    var gaps = FragmentGaps(longerThan: table.commonestDuration?.ticks ?? 0)
    var descriptions: Set<Int> = []
    var latest: Int?
    var empty = 0
    var parts = indexes.isEmpty ? nil : IndexedParts(of: track, in: movie.file, indexes)
    // The first fragment follows the last sample of the header.
    var walk = SampleTable.Iterator(table, at: max(table.movieCount, 1) - 1)
    while let (sample, count, _) = walk.next(atMost: 1 << 14) {
      gaps.add(sample, count: count)
      guard sample.index >= table.movieCount else { continue }
      parts?.add(sample, count: count)
      if sample.size == 0 { empty += count }
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
    report(gaps, &found)
    parts?.report(&found)
    report(descriptions, &found)
  }

  /// Reports gaps of video and audio. Text and metadata are often there only where there is something to say.
  private func report(_ gaps: FragmentGaps, _ found: inout CheckFindings) {
    guard let first = gaps.first, track.mediaType == .video || track.mediaType == .audio else {
      return
    }
    func text(_ ticks: Int64) -> String {
      RightDurations.text(UInt64(clamping: ticks), track.timescale)
    }
    found.report(
      "fragment-gap",
      "track \(track.id) has no samples from \(text(first.lowerBound)) to \(text(first.upperBound))"
        + (gaps.count == 1 ? "" : " (the first of \(gaps.text) between its fragments)")
        + missingNumbers(gaps.countOfAll), at: track.place())
  }

  /// The most tracks of a movie whose fragments are gone through for what their numbers say.
  private static let mostTracks = 16
  /// The most places with missing numbers that a message names.
  private static let mostPlaces = 8

  /// Which numbers of fragments are missing, as a part of a sentence; nothing if that explains no gap: the fragments of
  /// one track may have been taken from a file with several.
  /// - Parameter gaps: The number of all gaps: a missing fragment can be as short as a frame.
  private func missingNumbers(_ gaps: Int) -> String {
    // All fragments are gone through for each track that has a gap.
    guard movie.tracks.count <= Self.mostTracks else { return "" }
    var missing: [String] = []
    var jumps = 0
    var isOne = true
    var last: UInt32?
    for atom in movie.file.atoms where atom.isWholeFragment {
      guard let moof = ((try? movie.file.whole(atom)) ?? atom).fragment,
        let number = try? moof.first("mfhd")?.decode(MovieFragmentHeader.self).sequenceNumber
      else { continue }
      if let last, number > last, number - last > 1 {
        jumps += 1
        isOne = isOne && jumps == 1 && number - last == 2
        if jumps <= Self.mostPlaces {
          missing.append(number - last == 2 ? "\(last + 1)" : "\(last + 1) to \(number - 1)")
        }
      }
      last = number
    }
    guard !missing.isEmpty, jumps <= gaps else { return "" }
    if jumps > missing.count { missing.append("others") }
    let listed = missing.listed("and")
    return isOne ? "; fragment \(listed) is missing" : "; fragments \(listed) are missing"
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
