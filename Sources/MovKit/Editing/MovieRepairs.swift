extension MovieEditor {
  /// The rules whose findings `mend` mends.
  public static let mendedRules: Set<String> = [
    "media-duration", "edit-list-empty", "track-reference", "track-duration", "movie-duration",
    "next-track-id", "timecode-not-referenced", "colour-quicktime",
  ]

  /// Mends what can be mended without a guess: durations in headers that contradict the samples and the
  /// edits, an ID for the next track that is in use, empty edit lists, references to tracks and groups of
  /// tracks that do not exist, the missing reference of the only video to the only timecode track, and colours in a
  /// form that only QuickTime's files have.
  /// Samples and their tables stay as they are.
  ///
  /// - Returns: The IDs of the rules that were broken.
  /// - Throws: `FormatError` if the movie cannot be changed.
  public mutating func mend() throws(FormatError) -> Set<String> {
    try checkIsEditable()
    var mended: Set<String> = []
    try mendReferences(&mended)
    try change("trak") { trak throws(FormatError) in
      guard trak.children.contains(where: \.hasNoEdits) else { return }
      trak.children.removeAll(where: \.hasNoEdits)
      mended.insert("edit-list-empty")
    }
    try mendColours(&mended)
    if movie.isFragmented {
      try mendDurationOfFragments(&mended)
    } else {
      try mendDurations(&mended)
    }
    try mendNextID(&mended)
    return mended
  }

  private mutating func mendReferences(_ mended: inout Set<String>) throws(FormatError) {
    var targets = ReferenceTargets(
      trackIDs: Set(remainingMovie.all("trak").compactMap(\.trackID)), in: remainingMovie)
    // If a track cannot be read, its ID is not known.
    if movie.unreadableTracks.isEmpty {
      var gone: Set<UInt32> = []
      for track in movie.tracks {
        track.forEachReference { _, id in
          if id != 0, !targets.contains(id) { gone.insert(id) }
        }
      }
      var changed = false
      try change("trak") { trak throws(FormatError) in
        let before = trak
        let own = trak.trackID
        // Not a set for each track: each can name many that are gone.
        try trak.removeReferences { gone.contains($0) || $0 == own }
        if trak != before { changed = true }
      }
      if changed { mended.insert("track-reference") }
    }
    let timecodes = movie.timecodeTracks
    let videos = movie.tracks(.video)
    guard timecodes.count == 1, videos.count == 1, movie.unreadableTracks.isEmpty,
      timecodes[0].id != 0, timecodes[0].id != videos[0].id,
      movie.tracks(referringTo: timecodes[0].id, by: "tmcd").allSatisfy({ $0.id == timecodes[0].id }
      )
    else { return }
    try addReference("tmcd", to: timecodes[0].id, from: [videos[0].id])
    mended.insert("timecode-not-referenced")
  }

  /// Gives video of a file that is none of QuickTime's its colours in the form of such files.
  private mutating func mendColours(_ mended: inout Set<String>) throws(FormatError) {
    guard !movie.isQuickTime else { return }
    try change("trak") { trak throws(FormatError) in
      guard trak.handler == MediaType.video.rawValue,
        let stsd = trak.descendant("mdia", "minf", "stbl", "stsd"),
        stsd.children.contains(where: \.hasQuickTimeColours)
      else { return }
      try trak.change(["mdia", "minf", "stbl", "stsd"]) { stsd throws(FormatError) in
        for index in stsd.children.indices where stsd.children[index].hasQuickTimeColours {
          try stsd.children[index].adaptColours(toQuickTime: false)
        }
      }
      mended.insert("colour-quicktime")
    }
  }

  private mutating func mendDurations(_ mended: inout Set<String>) throws(FormatError) {
    let timescale = movie.timescale
    guard timescale > 0 else { return }
    let part = movie.gaplessPlayback
    var longest: UInt64?
    var isKnown = true
    try change("trak") { trak throws(FormatError) in
      try Self.mendMedia(of: &trak, &mended)
      guard let place = trak.children.firstIndex(where: { $0.type == "tkhd" }) else { return }
      guard let header = trak.trackHeader, !header.isDurationUnknown else {
        isKnown = false
        return
      }
      let expected = RightDurations.duration(
        of: trak, timescale: timescale, near: header.duration, playing: part)
      guard let expected, RightDurations.differs(expected, header.duration, timescale) else {
        longest = max(longest ?? 0, header.duration)
        return
      }
      longest = max(longest ?? 0, expected)
      try trak.children[place].update(TrackHeader.self) { $0.setDuration(expected) }
      mended.insert("track-duration")
    }
    guard isKnown, let longest else { return }
    try change("mvhd") { mvhd throws(FormatError) in
      try mvhd.update(MovieHeader.self) { header throws(FormatError) in
        guard !header.isDurationUnknown,
          RightDurations.differs(longest, header.duration, timescale)
        else { return }
        header.setDuration(longest)
        mended.insert("movie-duration")
      }
    }
  }

  /// Gives a fragmented movie whose header says that it is longer the duration of the longest track with all
  /// fragments.
  private mutating func mendDurationOfFragments(_ mended: inout Set<String>) throws(FormatError) {
    guard let longest = movie.durationOfFragments, try shortenFragments(to: longest) else { return }
    mended.insert("movie-duration")
  }

  /// Makes the duration of a fragmented movie at most `longest`, in all headers that state it. Returns whether one
  /// is changed.
  mutating func shortenFragments(to longest: MediaTime) throws(FormatError) -> Bool {
    guard let scale = Int32(exactly: movie.timescale), scale > 0,
      case let time = longest.converted(to: scale, rounding: .awayFromZero), time.isNumeric,
      let ticks = UInt64(exactly: time.value)
    else { return false }
    var isChanged = false
    try change("mvex") { mvex throws(FormatError) in
      guard let place = mvex.children.firstIndex(where: { $0.type == "mehd" }) else { return }
      try mvex.children[place].update(MovieExtendsHeader.self) { header throws(FormatError) in
        guard header.fragmentDuration > ticks else { return }
        header.fragmentDuration = ticks
        isChanged = true
      }
    }
    try change("mvhd") { mvhd throws(FormatError) in
      try mvhd.update(MovieHeader.self) { header throws(FormatError) in
        guard !header.isDurationUnknown, header.duration > ticks else { return }
        header.setDuration(ticks)
        isChanged = true
      }
    }
    return isChanged
  }

  /// Gives the header of the media of a `trak` the duration of its samples.
  private static func mendMedia(
    of trak: inout Atom, _ mended: inout Set<String>
  ) throws(FormatError) {
    guard let mdia = trak.children.firstIndex(where: { $0.type == "mdia" }),
      let mdhd = trak.children[mdia].children.firstIndex(where: { $0.type == "mdhd" }),
      let header = try? trak.children[mdia].children[mdhd].decode(MediaHeader.self),
      let right = RightDurations.duration(of: trak, insteadOf: header)
    else { return }
    try trak.children[mdia].children[mdhd].update(MediaHeader.self) { $0.setDuration(right) }
    mended.insert("media-duration")
  }

  private mutating func mendNextID(_ mended: inout Set<String>) throws(FormatError) {
    guard let largest = remainingMovie.all("trak").compactMap(\.trackID).max(), largest < .max - 1
    else { return }
    try change("mvhd") { mvhd throws(FormatError) in
      try mvhd.update(MovieHeader.self) { header throws(FormatError) in
        guard header.nextTrackID != .max, header.nextTrackID <= largest else { return }
        header.nextTrackID = largest + 1
        mended.insert("next-track-id")
      }
    }
  }
}

extension Atom {
  /// Whether this is an `edts` whose list is empty. Without edits, such a list means that all of the media is
  /// shown.
  fileprivate var hasNoEdits: Bool {
    guard type == "edts", let elst = first("elst"), let list = try? elst.decode(EditList.self)
    else { return false }
    return list.entries.isEmpty
  }
}
