/// What is kept of a movie that is written in another layout: every atom except those that say
/// where its samples are.
struct KeptMovie: Sendable {
  /// The old movie's file, which still has the content of large atoms of the top level.
  var file: File
  /// The atoms of the top level that come before all media, `ftyp` first, and those that come after
  /// it.
  var head: [Atom] = []
  var tail: [Atom] = []
  /// The old `moov` with the tracks that stay, and without `mvex`. Its `trak` atoms belong to the
  /// inputs of the writer in the same order.
  var moov: Atom
  /// Whether the new file gets the permissions, owner and extended attributes of the old one.
  var isCopy: Bool
  /// Whether tracks of the old movie are not in the new one, which may then be shorter.
  var lacksTracks = false
  /// What the header says besides durations if the new movie is not as long as the old one; nil if
  /// that stays.
  var clock: KeptClock?

  /// Releases the old `moov`, which is not needed after the new one is written.
  mutating func releaseHeader() { moov = Atom("moov", children: []) }

  /// The IDs that a new track may not have.
  var usedTrackIDs: Set<UInt32> {
    var used: Set<UInt32> = []
    for trak in moov.children where trak.type == "trak" {
      if let id = trak.trackID { used.insert(id) }
      for reference in trak.first("tref")?.children ?? [] {
        used.formUnion((try? reference.decode(TrackReferenceType.self).trackIDs) ?? Table())
      }
    }
    return used
  }

  /// Returns the new `moov`.
  /// - Parameters:
  ///   - tracks: The tracks of the inputs, in their order.
  ///   - ids: The IDs of the tracks.
  ///   - duration: The duration of the movie, in ticks of the movie.
  ///   - mayBeShorter: Whether the duration may be less than before.
  ///   - extends: The `mvex` if the samples are in fragments.
  func movie(
    _ tracks: [Atom], ids: [UInt32], duration: UInt64, mayBeShorter: Bool, extends: Atom?
  ) throws(FormatError) -> Atom {
    var movie = moov
    movie.children = children(with: tracks, extends)
    movie.claimedSize = nil
    if movie.form == .toEnd { movie.form = .compact }
    try movie.updateFirst("mvhd") { mvhd throws(FormatError) in
      try mvhd.update(MovieHeader.self) { header throws(FormatError) in
        clock?.change(&header, to: duration)
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

  /// Returns the children of the new `moov`.
  private func children(with tracks: [Atom], _ extends: Atom?) -> [Atom] {
    var children: [Atom] = []
    // Growing by doubling would take three times the memory.
    children.reserveCapacity(moov.children.count + tracks.count + 1)
    let place =
      moov.children.lastIndex { $0.type == "trak" }
      ?? moov.children.firstIndex { $0.type == "mvhd" }
    var rest = tracks[...]
    for (index, var child) in moov.children.enumerated() {
      if child.type == "trak", let track = rest.popFirst() { child = track }
      // An atom that claims more bytes than there were would include what now follows it.
      child.claimedSize = nil
      children.append(child)
      if index == place { children += rest + (extends.map { [$0] } ?? []) }
    }
    return children
  }
}

/// The timescale of a movie of which a part is kept, and what its header says about moments.
struct KeptClock: Sendable {
  /// The new timescale, in ticks per second.
  var timescale: UInt32
  /// The time of the old movie at which the new one begins.
  var start: MediaTime

  /// Gives a header the new timescale. The poster stays the same picture if it is still there; the
  /// preview, the selection and the current position belong to the old movie.
  /// - Parameter duration: The duration of the new movie, in its ticks.
  func change(_ header: inout MovieHeader, to duration: UInt64) {
    let poster = MediaTime(ticks: header.posterTime, per: header.timescale).map { $0 - start }
    header.timescale = timescale
    header.previewTime = 0
    header.previewDuration = 0
    header.selectionTime = 0
    header.selectionDuration = 0
    header.currentTime = 0
    header.posterTime = 0
    guard let poster, poster.isNumeric, poster > .zero, let scale = Int32(exactly: timescale) else {
      return
    }
    let ticks = poster.converted(to: scale)
    guard ticks.isNumeric, let time = UInt32(exactly: ticks.value), time < duration else { return }
    header.posterTime = time
  }
}

/// What is kept of a track that is written in another layout.
struct KeptTrack: Sendable {
  /// Which of the tables of `stbl` are written again.
  enum Tables: Sendable {
    /// Those that say where samples are in the file. The others count samples, whose number does
    /// not change.
    case places
    /// All tables.
    case all
  }

  var trak: Atom
  var trackID: UInt32
  var tables: Tables
  /// Whether the edit list is written again: other media is shown, or an edit of the old one has no duration of its
  /// own.
  var rewritesEdits = false
  var groups: SampleGroupKinds?
  var extras = SampleExtraKinds()

  /// The duration that the header states, in ticks of the movie; 0 if it states none.
  var statedDuration: UInt64 { trak.statedDuration ?? 0 }

  /// Whether the new duration is known: that of samples whose times are written again or, if that is enough, the
  /// one that the header states.
  func hasKnownDuration(ifStated: Bool) -> Bool {
    tables != .places || ifStated && statedDuration > 0
  }

  /// The tables that say where samples are in the file (ISO/IEC 14496-12, 8.7.4, 8.7.5, 8.7.8 and
  /// 8.7.9).
  private static let places: Set<FourCC> = ["stsc", "stco", "co64"]
  /// The tables that say everything else about samples.
  private static let others: Set<FourCC> = [
    "stts", "ctts", "stss", "stps", "sdtp", "stsz", "stz2", "padb", "stdp", "sbgp", "csgp",
    "subs",
  ]
  /// The table that counts only samples of the `moov`, of which a fragmented movie has none.
  static let ofHeader: FourCC = "stsh"
  private static let auxiliary: Set<FourCC> = ["saiz", "saio", "senc"]

  /// Whether a table of `stbl` is made from the samples, in whole or in part.
  static func isMadeFromSamples(_ type: FourCC) -> Bool {
    places.contains(type) || others.contains(type)
  }

  /// Returns the types of atoms of `stbl` and `trak` that are not kept.
  private func replaced(inFragments: Bool) -> Set<FourCC> {
    var types = Self.places
    if tables == .all { types.formUnion(Self.others) }
    if inFragments { types.insert(Self.ofHeader) }
    types.formUnion(Self.auxiliary)
    return types
  }

  /// Returns the new `trak`.
  /// - Parameters:
  ///   - sampleTable: The atoms that come after `stsd`.
  ///   - edits: What replaces the atom of edits; nil if the old ones stay.
  ///   - durations: The durations of the track, in ticks of the movie, and of the media, in ticks
  ///     of the media; nil if the old ones stay.
  ///   - references: References that are added to the old ones.
  func track(
    sampleTable: [Atom], isFragmented: Bool, edits: [Atom]?,
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
    if let edits { track.setEdits(edits) }
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
  /// For a `trak`: replaces `edts`.
  fileprivate mutating func setEdits(_ edits: [Atom]) {
    children.removeAll { $0.type == "edts" }
    let place = children.firstIndex { $0.type == "tkhd" }.map { $0 + 1 } ?? 0
    insertChildren(edits, at: place)
  }

  fileprivate func isGroupDescription(of groupingType: FourCC) -> Bool {
    type == "sgpd"
      && (try? decode(SampleGroupDescriptions.self))?.groupingType == groupingType
  }
}
