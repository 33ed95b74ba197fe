/// Where fragments begin, as `sidx` or `mfra` says (ISO/IEC 14496-12, 8.16.3 and 8.8.9). Both are
/// hints: the fragments, once read, are checked against them.
struct FragmentIndex: Sendable {
  struct Entry: Sendable {
    var trackID: UInt32
    /// The presentation time of the fragment's first sample, or of one of its sync samples.
    var time: MediaTime
    /// Bytes from the start of the file.
    var offset: UInt64
  }

  /// `sidx` or `mfra`.
  let type: FourCC
  /// The entries in the order of the file.
  let entries: [Entry]
  /// Where the parts of the file that the indexes describe end: an atom must begin there too.
  let ends: Set<UInt64>

  /// Entries of all tracks, in any order.
  init(_ type: FourCC, _ entries: [Entry], ends: Set<UInt64> = []) {
    self.type = type
    self.ends = ends
    self.entries = entries.sorted { ($0.offset, $0.trackID) < ($1.offset, $1.trackID) }
  }

  /// The atoms that may be between the place that an index names and the `moof`.
  static let aheadOfFragments = Set(
    ["styp", "sidx", "ssix", "prft", "emsg", "uuid"] + FourCC.freeSpace)

  /// The largest number of entries that are accepted.
  static let mostEntries = 1 << 20

  /// Returns where reading must begin so that each of some tracks is complete from a time on, and
  /// the places of the entries used. Nil if a wanted time is before all entries of its track.
  ///
  /// A track without entries of its own is read together with the others.
  func start(for wanted: [UInt32: MediaTime]) -> (offset: UInt64, stops: [UInt64])? {
    let own = Set(entries.lazy.map(\.trackID)).intersection(wanted.keys)
    let used = own.isEmpty ? entries : entries.filter { own.contains($0.trackID) }
    let earliest = wanted.values.min() ?? .zero
    var latest: [UInt32: UInt64] = [:]
    for entry in used {
      let time = wanted[entry.trackID] ?? earliest
      // Tracks that the index does not list may need the earliest time of all.
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

/// Why a movie cannot be read by its index.
enum SeekFailure: Error {
  /// The index contradicts itself or the fragments, or cannot be checked against them.
  case untrusted(Diagnostic)
  /// The source cannot be read, or what was read is damaged.
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
