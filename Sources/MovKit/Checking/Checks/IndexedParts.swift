/// What the segment indexes of a file (`sidx`) say of the parts of a track, and what the samples in these are
/// (ISO/IEC 14496-12, 8.16.3).
struct IndexedParts {
  /// A `sidx` among the atoms of a file.
  struct Index {
    let number: Int
    let place: CheckPlace
  }

  /// A part of the media that an index refers to.
  fileprivate struct Part {
    var bytes: Range<UInt64>
    /// The place of the index among those that are about the track.
    var index: Int
    /// The number of the reference in the index.
    var number: Int
    /// The times that the index states are in ticks of this.
    var timescale: UInt32
    /// The earliest presentation time, which only the first part of an index has.
    var start: UInt64?
    var duration: UInt32
    /// Whether the first sample is said to be one from which decoding can begin, and before which nothing is shown that
    /// follows it.
    var startsWithSync: Bool
    var samples: Samples?
  }

  /// Samples of a part, with times in ticks of the media.
  fileprivate struct Samples {
    var decode: Int64
    var shown: Int64
    /// The end of what is shown last.
    var end: Int64
    var duration: UInt64
    var longest: UInt64
    /// Whether the first can be decoded without those before.
    var isSync: Bool
  }

  /// Parts one after another in the file, and the one that the last sample was in.
  fileprivate struct Layer {
    var parts: [Part] = []
    var current = 0
  }

  /// An index of a whole file, and one before each segment, may say the same of the same bytes.
  private static let mostLayers = 2
  /// The number of parts of a track that are compared, a day of one second each and more: a file can state one in every
  /// twelve bytes.
  private static let mostParts = 1 << 17

  private let track: Track
  private let indexes: [Index]
  private var layers: [Layer] = []

  /// The parts of a track; nil if there is nothing to compare, because no index is about the track, its media is in
  /// another file, or its times cannot be counted.
  init?(of track: Track, in file: AtomFile, _ indexes: [Index]) {
    guard track.timescale > 0, track.holdsMedia.allSatisfy({ $0 }) else { return nil }
    (self.track, self.indexes) = (track, indexes)
    var count = 0
    for (index, place) in indexes.enumerated() {
      let atom = file.atoms[place.number]
      guard let record = try? atom.decode(SegmentIndex.self), record.timescale > 0,
        let parts = Self.parts(of: record, in: atom, numbered: index, file.atoms)
      else { continue }
      count += parts.count
      guard count <= Self.mostParts else { break }
      add(parts)
    }
    guard !layers.isEmpty else { return nil }
  }

  /// The indexes of a file, by the ID of what they are about.
  static func indexes(of file: AtomFile) -> [UInt32: [Index]] {
    var found: [UInt32: [Index]] = [:]
    guard file.unread.isEmpty, file.first("sidx") != nil else { return found }
    for (number, (atom, name)) in zip(file.atoms, file.atoms.pathComponents()).enumerated()
    where atom.type == "sidx" {
      guard let record = try? atom.decode(SegmentIndex.self) else { continue }
      found[record.referenceID, default: []].append(
        Index(number: number, place: CheckPlace(path: "\(name)", offset: atom.offset)))
    }
    return found
  }

  /// Reports indexes about a track that the movie does not have.
  /// - Parameter indexes: what `indexes(of:)` returns.
  static func reportUnknown(
    _ indexes: [UInt32: [Index]], in movie: Movie, _ found: inout CheckFindings
  ) {
    // A track that cannot be read is none of the movie, and is reported as such.
    guard !indexes.isEmpty, movie.atom.count(of: ["trak"]) == movie.tracks.count else { return }
    for (id, indexes) in indexes.sorted(by: { $0.key < $1.key }) where movie.track(id) == nil {
      guard let first = indexes.first else { continue }
      found.report(
        "fragment-index", "reference_ID is \(id), and there is no track \(id)", at: first.place)
    }
  }

  /// The media that an index refers to; nil if a part does not begin where an atom does, which
  /// `AtomFile.checkIndexes` reports.
  private static func parts(
    of record: SegmentIndex, in atom: Atom, numbered index: Int, _ atoms: [Atom]
  ) -> [Part]? {
    guard let offset = atom.offset,
      var place = offset.adding(atom.size)?.adding(record.firstOffset)
    else { return nil }
    var parts: [Part] = []
    for (number, row) in record.references.enumerated() {
      guard let end = place.adding(UInt64(row.referencedSize)), atoms.begin(at: place) else {
        return nil
      }
      if row.referenceType == 0 {
        parts.append(
          Part(
            bytes: place..<end, index: index, number: number, timescale: record.timescale,
            start: number == 0 ? record.earliestPresentationTime : nil,
            duration: row.subsegmentDuration,
            startsWithSync: row.startsWithSAP == 1 && (row.sapType == 1 || row.sapType == 2)))
      }
      place = end
    }
    return parts
  }

  private mutating func add(_ parts: [Part]) {
    guard let first = parts.first else { return }
    let layer = layers.firstIndex { layer in
      layer.parts.last.map { $0.bytes.upperBound <= first.bytes.lowerBound } ?? true
    }
    if let layer {
      layers[layer].parts += parts
    } else if layers.count < Self.mostLayers {
      layers.append(Layer(parts: parts))
    }
  }

  // MARK: Samples

  /// Adds samples of the track that differ in nothing but place and time, in decode order.
  mutating func add(_ sample: SampleTable.Sample, count: Int) {
    for number in layers.indices { layers[number].add(sample, count: count) }
  }

  // MARK: Comparison

  /// Reports what the indexes say that is not so, once for each index and kind of contradiction.
  func report(_ found: inout CheckFindings) {
    let edit = OneEdit(track)
    for layer in layers {
      var first = 0
      while first < layer.parts.count {
        let index = layer.parts[first].index
        var next = first
        while next < layer.parts.count, layer.parts[next].index == index { next += 1 }
        for message in messages(layer.parts, first..<next, edit) {
          found.report("fragment-index", message, at: indexes[index].place)
        }
        first = next
      }
    }
  }

  /// What the parts of one index contradict.
  private func messages(_ parts: [Part], _ range: Range<Int>, _ edit: OneEdit?) -> [String] {
    var start: String?
    var (long, unsynced) = (Tally(), Tally())
    for place in range {
      let part = parts[place]
      guard let samples = part.samples else { continue }
      let following = place + 1 < parts.count ? parts[place + 1].samples : nil
      if let edit {
        if let stated = part.start,
          !samples.begins(at: ticks(stated, part), edit, within: part, track)
        {
          start =
            "the index begins at \(RightDurations.text(stated, part.timescale)), and the samples of track "
            + "\(track.id) in its first part at \(RightDurations.text(UInt64(clamping: samples.shown), track.timescale))"
        }
        let stated = ticks(UInt64(part.duration), part)
        if !samples.lasts(stated, edit, until: following?.shown, within: part, track) {
          long.add(part.number) {
            "the index says that part \(part.number) lasts \(RightDurations.text(UInt64(part.duration), part.timescale)), but its "
              + "samples of track \(track.id) last \(RightDurations.text(samples.duration, track.timescale))"
          }
        }
      }
      // Other media rarely says what its first sample is.
      if part.startsWithSync, !samples.isSync, track.mediaType == .video {
        unsynced.add(part.number) {
          "SAP_type says that part \(part.number) begins with a sync sample, but in track \(track.id) it does not"
        }
      }
    }
    return [start, long.text, unsynced.text].compactMap { $0 }
  }

  /// Times of an index in ticks of the media.
  private func ticks(_ value: UInt64, _ part: Part) -> Int128 {
    Int128(value) * Int128(track.timescale) / Int128(part.timescale)
  }

  /// The first of several contradictions of one kind, and their number.
  private struct Tally {
    private var first: String?
    private var count = 0

    mutating func add(_ number: Int, _ message: () -> String) {
      if first == nil { first = message() }
      count += 1
    }

    var text: String? {
      first.map { $0 + (count > 1 ? " (the first of \(count) such parts)" : "") }
    }
  }
}

extension [Atom] {
  /// Whether one of these begins at a place of the file, of which they are all.
  fileprivate func begin(at place: UInt64) -> Bool {
    indexBeforeFirst(where: { ($0.offset ?? 0) > place }).map { self[$0].offset == place } ?? false
  }
}

extension IndexedParts.Layer {
  fileprivate mutating func add(_ sample: SampleTable.Sample, count: Int) {
    if !parts[current].bytes.contains(sample.offset) {
      guard let place = parts.indexBeforeFirst(where: { $0.bytes.lowerBound > sample.offset }),
        parts[place].bytes.contains(sample.offset)
      else { return }
      current = place
    }
    parts[current].add(sample, count: count)
  }
}

extension IndexedParts.Part {
  fileprivate mutating func add(_ sample: SampleTable.Sample, count: Int) {
    let length = sample.duration.timesOrGreatest(UInt64(count))
    let shown = sample.presentationTime
    let end = shown.addingClamping(Int64(clamping: length))
    guard var all = samples else {
      samples = IndexedParts.Samples(
        decode: sample.decodeTime, shown: shown, end: end, duration: length,
        longest: sample.duration, isSync: sample.isSync)
      return
    }
    all.decode = min(all.decode, sample.decodeTime)
    all.shown = min(all.shown, shown)
    all.end = max(all.end, end)
    all.duration = all.duration.addingClamping(length)
    all.longest = max(all.longest, sample.duration)
    samples = all
  }
}

/// The only edit of a track that shows something, in ticks of the media.
private struct OneEdit {
  /// Where the media that it shows begins and ends.
  let start: Int128
  let end: Int128
  /// When the movie begins to show it.
  let target: Int128

  /// Nil if there are several, or none: the times of an index cannot be compared then.
  init?(_ track: Track) {
    guard let edit = track.edits.onlyShown, edit.rateIn65536 == 1 << 16 else { return nil }
    func ticks(_ time: MediaTime) -> Int128? {
      let converted = time.converted(
        to: Int32(clamping: track.timescale), rounding: .towardNegativeInfinity)
      return converted.isNumeric ? Int128(converted.value) : nil
    }
    guard let start = ticks(edit.source.start), let target = ticks(edit.target.start) else {
      return nil
    }
    (self.start, self.target) = (start, target)
    end = ticks(edit.source.end) ?? Int128(Int64.max)
  }
}

extension IndexedParts.Samples {
  /// What a time may be rounded by: a sample, and a tick of the index.
  private func tolerance(_ part: IndexedParts.Part, _ track: Track) -> Int128 {
    Int128(longest) + Int128(track.timescale / part.timescale) + 1
  }

  /// Whether the samples may be said to begin at a time. Some writers state it in the media, others in the movie, and
  /// some take the time at which samples are decoded.
  fileprivate func begins(
    at stated: Int128, _ edit: OneEdit, within part: IndexedParts.Part, _ track: Track
  ) -> Bool {
    let inMovie = [Int128(shown), Int128(decode)].map { $0 - edit.start + edit.target }
    let all = [Int128(shown), Int128(decode)] + inMovie + [max(edit.target, inMovie[0])]
    let tolerance = tolerance(part, track)
    return all.contains { ($0 - stated).magnitude <= tolerance }
  }

  /// Whether the samples may be said to last a time: their durations together, or from when the first is shown to the
  /// end of the last or to the first of the next part. What an edit does not show may be left out.
  fileprivate func lasts(
    _ stated: Int128, _ edit: OneEdit, until next: Int64?, within part: IndexedParts.Part,
    _ track: Track
  ) -> Bool {
    let first = Int128(shown)
    let untilNext = next.map { Int128($0) - first }
    let whole = [Int128(duration), Int128(end) - first, untilNext].compactMap { $0 }
    let before = max(0, edit.start - first)
    let after = max(0, Int128(end) - edit.end)
    let tolerance = 2 * tolerance(part, track)
    return whole.contains { length in
      [length, length - before, length - after, length - before - after].contains {
        (max(0, $0) - stated).magnitude <= tolerance
      }
    }
  }
}
