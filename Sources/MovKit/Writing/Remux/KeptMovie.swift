/// What a movie that is written in another layout keeps of the old one: every atom but those that
/// say where its samples are.
struct KeptMovie: Sendable {
  /// The old movie, in which large atoms of the top level were left.
  var file: File
  /// Atoms of the top level that come before all media, `ftyp` first, and those that come after it.
  var head: [Atom] = []
  var tail: [Atom] = []
  /// The old `moov` with the tracks that stay, and without `mvex`. Each `trak` stands for the input
  /// of the writer that has it: the first for the first, and so on.
  var moov: Atom
  /// Whether the new file gets permissions, owner and extended attributes of the old one.
  var isCopy: Bool

  /// IDs that a new track may not have.
  var usedTrackIDs: Set<UInt32> {
    var used: Set<UInt32> = []
    for trak in moov.all("trak") {
      if let id = trak.trackID { used.insert(id) }
      for reference in trak.first("tref")?.children ?? [] {
        used.formUnion((try? reference.decode(TrackReferenceType.self).trackIDs) ?? Table())
      }
    }
    return used
  }

  /// The new `moov`.
  /// - Parameters:
  ///   - tracks: those of the inputs, in their order.
  ///   - duration: of the movie, in its ticks.
  ///   - mayBeShorter: whether that can be less than it was.
  ///   - extends: `mvex` where the samples are in fragments.
  func movie(
    _ tracks: [Atom], duration: UInt64, mayBeShorter: Bool, extends: Atom?
  ) throws(FormatError) -> Atom {
    var movie = moov
    var children: [Atom] = []
    let place =
      moov.children.lastIndex { $0.type == "trak" }
      ?? moov.children.firstIndex { $0.type == "mvhd" }
    var rest = tracks[...]
    for (index, var child) in moov.children.enumerated() {
      if child.type == "trak", let track = rest.popFirst() { child = track }
      // What claimed more than there was would swallow what now follows.
      child.claimedSize = nil
      children.append(child)
      if index == place { children += rest + (extends.map { [$0] } ?? []) }
    }
    movie.children = children
    movie.claimedSize = nil
    if movie.form == .toEnd { movie.form = .compact }
    let ids = tracks.compactMap(\.trackID)
    try movie.updateFirst("mvhd") { mvhd throws(FormatError) in
      try mvhd.update(MovieHeader.self) { header throws(FormatError) in
        if mayBeShorter || duration > header.duration { header.setDuration(duration) }
        if let last = ids.max(), tracks.count > moov.all("trak").count, last < .max,
          header.nextTrackID <= last
        {
          header.nextTrackID = last + 1
        }
      }
    }
    return movie
  }
}

/// What a track that is written in another layout keeps of the old one.
struct KeptTrack: Sendable {
  /// Which of the tables of `stbl` are made anew.
  enum Tables: Sendable {
    /// Those that say where samples stand in the file: the others count samples, of which there are
    /// as many as there were.
    case places
    /// All.
    case all
  }

  var trak: Atom
  var trackID: UInt32
  var tables: Tables
  /// Whether an edit list must be written anew, because an edit of the old one has no length of its
  /// own.
  var hasOpenEdits = false
  var groups: SampleGroupKinds?
  var extras = SampleExtraKinds()

  /// Tables that say where samples stand in the file (ISO/IEC 14496-12, 8.7.4, 8.7.5, 8.7.8 and
  /// 8.7.9).
  private static let places: Set<FourCC> = ["stsc", "stco", "co64"]
  /// Those that say what the samples are besides.
  private static let others: Set<FourCC> = [
    "stts", "ctts", "stss", "stps", "sdtp", "stsz", "stz2", "padb", "stdp", "sbgp", "csgp",
    "subs",
  ]
  /// The one that counts samples of the header alone, of which a fragmented movie has none.
  static let ofHeader: FourCC = "stsh"
  private static let auxiliary: Set<FourCC> = ["saiz", "saio", "senc"]

  /// Whether a table of `stbl` is made from the samples, be it in whole or in part.
  static func isMadeFromSamples(_ type: FourCC) -> Bool {
    places.contains(type) || others.contains(type)
  }

  /// Which atoms of `stbl` and `trak` are not kept.
  private func replaced(inFragments: Bool) -> Set<FourCC> {
    var types = Self.places
    if tables == .all { types.formUnion(Self.others) }
    if inFragments { types.insert(Self.ofHeader) }
    types.formUnion(Self.auxiliary)
    return types
  }

  /// The new `trak`.
  /// - Parameters:
  ///   - sampleTable: what goes behind `stsd`.
  ///   - edits: in place of those there were; nil where these hold.
  ///   - durations: of the track in the movie's ticks and of the media in its own; nil where those
  ///     there were hold.
  ///   - references: added to those there were.
  func track(
    sampleTable: [Atom], isFragmented: Bool, edits: [EditList.Row]?,
    durations: (track: UInt64, media: UInt64)?, references: [(type: FourCC, trackID: UInt32)]
  ) throws(FormatError) -> Atom {
    var track = trak
    let replaced = replaced(inFragments: isFragmented)
    track.children.removeAll { $0.type == "senc" }
    if let durations {
      try track.updateFirst("tkhd") { tkhd throws(FormatError) in
        try tkhd.update(TrackHeader.self) { header in header.setDuration(durations.track) }
      }
    }
    if let edits { try track.setEdits(edits) }
    for (type, id) in references { try track.addReference(type, to: id) }
    try track.updateFirst("mdia") { mdia throws(FormatError) in
      if let durations {
        try mdia.updateFirst("mdhd") { mdhd throws(FormatError) in
          try mdhd.update(MediaHeader.self) { header in header.setDuration(durations.media) }
        }
      }
      try mdia.updateFirst("minf") { minf throws(FormatError) in
        try minf.updateFirst("stbl") { stbl throws(FormatError) in
          var kept = stbl.children.filter { !replaced.contains($0.type) }
          for group in groups?.descriptions ?? [] {
            kept.removeAll { $0.isGroupDescription(of: group.type) }
          }
          let place = kept.firstIndex { $0.type == "stsd" }.map { $0 + 1 } ?? 0
          let descriptions = (groups?.descriptions ?? []).map(\.atom)
          kept.insert(contentsOf: sampleTable + descriptions, at: place)
          for index in kept.indices { kept[index].claimedSize = nil }
          stbl.children = kept
        }
      }
    }
    return track
  }
}

extension Atom {
  /// Changes the first child of a type, if there is one. The atom then has the size that it takes.
  mutating func updateFirst(
    _ type: FourCC, _ change: (inout Atom) throws(FormatError) -> Void
  ) throws(FormatError) {
    var children = self.children
    guard let index = children.firstIndex(where: { $0.type == type }) else { return }
    do { try change(&children[index]) } catch { throw error.inside("\(self.type)") }
    for index in children.indices { children[index].claimedSize = nil }
    self.children = children
    claimedSize = nil
  }

  /// In a `trak`: replaces the edit list; an empty one takes `edts` away.
  fileprivate mutating func setEdits(_ rows: [EditList.Row]) throws(FormatError) {
    children.removeAll { $0.type == "edts" }
    guard !rows.isEmpty else { return }
    let edits = Atom("edts", children: [try Atom("elst", EditList(rows))])
    let place = children.firstIndex { $0.type == "tkhd" }.map { $0 + 1 } ?? 0
    children.insert(edits, at: place)
  }

  fileprivate func isGroupDescription(of groupingType: FourCC) -> Bool {
    type == "sgpd"
      && (try? decode(SampleGroupDescriptions.self))?.groupingType == groupingType
  }
}

/// A header with a duration that version 0 keeps in 32 bits.
private protocol TellsDuration {
  var version: UInt8 { get set }
  var duration: UInt64 { get set }
}

extension TellsDuration {
  fileprivate mutating func setDuration(_ ticks: UInt64) {
    duration = ticks
    // All bits set would mean that it is not known.
    if ticks >= UInt64(UInt32.max) { version = 1 }
  }
}

extension MovieHeader: TellsDuration {}
extension TrackHeader: TellsDuration {}
extension MediaHeader: TellsDuration {}
