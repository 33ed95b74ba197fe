/// Where fragments begin, as `sidx` or `mfra` says. Both are hints: who reads the fragments holds
/// what they say themselves against it.
struct FragmentIndex: Sendable {
  struct Entry: Sendable {
    var trackID: UInt32
    /// When the fragment's first sample, or one of its sync samples, is shown.
    var time: MediaTime
    /// Bytes from the start of the file.
    var offset: UInt64
  }

  /// `sidx` or `mfra`.
  let type: FourCC
  /// In the order of the file.
  let entries: [Entry]
  /// Where an index ends what it tells of: an atom must begin there too.
  let ends: Set<UInt64>

  /// Entries of all tracks, in any order.
  init(_ type: FourCC, _ entries: [Entry], ends: Set<UInt64> = []) {
    self.type = type
    self.ends = ends
    self.entries = entries.sorted { ($0.offset, $0.trackID) < ($1.offset, $1.trackID) }
  }

  /// What may stand between the place that an index names and the `moof`.
  static let aheadOfFragments: Set<FourCC> = [
    "styp", "sidx", "ssix", "prft", "emsg", "free", "skip", "uuid",
  ]

  /// No index takes as many entries.
  static let mostEntries = 1 << 20

  /// Where to begin so that each of some tracks is there from a time on, and which entries tell.
  /// Nil where that is ahead of all entries.
  ///
  /// A track without entries of its own goes with the others.
  func start(for wanted: [UInt32: MediaTime]) -> (offset: UInt64, stops: [UInt64])? {
    let own = Set(entries.lazy.map(\.trackID)).intersection(wanted.keys)
    let used = own.isEmpty ? entries : entries.filter { own.contains($0.trackID) }
    let earliest = wanted.values.min() ?? .zero
    var latest: [UInt32: UInt64] = [:]
    for entry in used {
      let time = wanted[entry.trackID] ?? earliest
      // Tracks that are not told of may need the earliest of all.
      let limit = own.count == wanted.count ? time : min(time, earliest)
      if entry.time <= limit { latest[entry.trackID] = entry.offset }
    }
    guard latest.count == Set(used.lazy.map(\.trackID)).count, let offset = latest.values.min()
    else { return nil }
    var stops: [UInt64] = []
    for entry in used where stops.last != entry.offset { stops.append(entry.offset) }
    return (offset, stops)
  }
}

/// Why a movie is not read by its index.
enum SeekFailure: Error {
  /// The index contradicts itself or the fragments, or cannot be held against them.
  case untrusted(Diagnostic)
  case reading(ReadingError)

  static func contradiction(
    _ reason: String, of type: FourCC, at offset: UInt64?
  ) -> SeekFailure {
    .untrusted(
      Diagnostic(
        "fragment-index", .warning, "\(reason); reading all fragments instead", path: "\(type)",
        at: offset))
  }
}
