/// Changes the tracks of a movie, and writes the changed movie to a new file or into its own file.
/// The media of the tracks that stay is never changed.
///
/// An editor is a value. Its changes are only in memory until `write` or `writeInPlace` is called,
/// and `movie` stays as it was.
///
/// ```swift
/// let movie = try Movie(path: "clip.mov")
/// var editor = MovieEditor(movie)
/// try editor.stamp(.init(start: "01:00:00:00", reel: "A001"))
/// try editor.write(to: "stamped.mov")
/// ```
public struct MovieEditor: Sendable {
  /// The movie before the changes.
  public let movie: Movie
  private var moov: Atom
  /// The timecode tracks that are added or changed, in the order of their samples in the new media.
  private(set) var written: [WrittenTimecode] = []
  /// The places of the tracks of `movie` whose samples nothing uses any more.
  private(set) var removedTracks: Set<UInt64> = []
  /// The IDs that no track has any more.
  private(set) var removed: Set<UInt32> = []
  /// Whether the movie would be written as it is.
  package var isUnchanged: Bool {
    written.isEmpty && moov == movie.atom && insertedID == nil && outline == nil
  }
  /// The ID of a track with its own media. The code that makes the plan inserts it.
  var insertedID: UInt32?
  /// The atoms of the top level if they are others than in the file. The `moov` among them is as it
  /// was.
  private var outline: [Atom]?
  /// The atoms of the top level. What is in the `moov` is in `moov`.
  var topLevel: [Atom] {
    get { outline ?? movie.file.atoms }
    set { outline = newValue }
  }
  /// Whether atoms beside the `moov` are changed.
  var changesTopLevel: Bool { outline != nil }
  /// Whether what fragments say of samples is changed as atoms.
  var changesFragments = false
  /// What `findRemovedStretches` found.
  var knownStretches: [Range<UInt64>]?
  /// Made when it is needed first.
  private var trackIndex: TrackIndex?
  /// The same.
  private var trackIDs: NewTrackIDs?

  /// Creates an editor without changes.
  public init(_ movie: Movie) {
    self.movie = movie
    moov = movie.atom
  }

  /// Creates an editor, or throws `FormatError` if the movie cannot be changed without guessing.
  package init(checking movie: Movie) throws(FormatError) {
    self.init(movie)
    try checkIsEditable()
  }

  /// Throws `FormatError` if the movie cannot be changed without guessing. Every change and every
  /// plan checks this first.
  package func checkIsEditable() throws(FormatError) {
    func refuse(_ reason: String) -> FormatError {
      FormatError(.notEditable(reason), path: "moov", at: movie.atom.offset)
    }
    guard movie.atom.claimedSize == nil, movie.storedAtom.claimedSize == nil,
      movie.storedAtom.offset != nil
    else {
      throw refuse("the header (moov) is truncated, so the movie cannot be changed")
    }
    guard movie.readRange == nil else {
      throw refuse("only some of the fragments were read, so the movie cannot be changed")
    }
    if movie.file.hasMacBinaryHeader { throw refuse(AtomFile.macBinaryHeader) }
  }

  // MARK: Changes

  /// Removes every timecode track, every reference to one, and what fragments say about it.
  /// - Throws: `FormatError` if the movie cannot be changed without guessing, for example because
  ///   its header is truncated or only some of its fragments were read.
  public mutating func removeTimecodeTracks() throws(FormatError) {
    try checkIsEditable()
    let gone = takeOutTimecodeTracks()
    if !gone.isEmpty {
      try change("trak") { trak throws(FormatError) in
        try trak.removeReferences(to: gone)
      }
      try removeFragmentDefaults(of: gone)
      _ = try removeMentions(of: gone, besideHeader: false)
    }
    if !movie.isFragmented { try shortenMovie(from: movie.timecodeTracks) }
  }

  /// Removes the timecode tracks. Returns the IDs that no track has any more.
  private mutating func takeOutTimecodeTracks() -> Set<UInt32> {
    var gone: Set<UInt32> = []
    var hasAny = false
    for atom in moov.children where atom.type == "trak" && atom.isTimecodeTrack {
      hasAny = true
      if let place = atom.place { removedTracks.insert(place) }
      if let id = atom.trackID { gone.insert(id) }
    }
    // A list that nothing is taken out of is not copied.
    guard hasAny else { return [] }
    moov.children.removeAll { $0.type == "trak" && $0.isTimecodeTrack }
    // In broken files another track may have the same ID. References to it stay.
    for atom in moov.children where atom.type == "trak" {
      if let id = atom.trackID { gone.remove(id) }
    }
    removed.formUnion(gone)
    return gone
  }

  mutating func removeFragmentDefaults(of gone: Set<UInt32>) throws(FormatError) {
    try change("mvex") { mvex throws(FormatError) in
      let kept = mvex.children.filter {
        let id =
          switch $0.type {
          case "trex": try? $0.decode(TrackExtends.self).trackID
          case "trep": try? $0.decode(TrackExtensionProperties.self).trackID
          default: nil as UInt32?
          }
        return id.map { !gone.contains($0) } ?? true
      }
      if kept.count < mvex.children.count { mvex.children = kept }
    }
  }

  /// Removes all timecode tracks to make room for a new one at the place of `old`. The new one has
  /// the ID of `old`, unless another track has that too. References to any of the removed tracks
  /// become references to the new one, but of the videos only `videoIDs` refer to it. Returns the
  /// ID, and how many children of `moov` come before it.
  private mutating func replaceTimecode(
    _ old: Track, for videoIDs: [UInt32]
  ) throws(FormatError) -> (id: UInt32, place: Int) {
    let place = moov.children.firstIndex { $0.place == old.atom.place } ?? moov.children.endIndex
    let before = moov.children[..<place].count { $0.type != "trak" || !$0.isTimecodeTrack }
    let gone = takeOutTimecodeTracks()
    let id = gone.contains(old.id) && old.id > 0 && old.id < .max ? old.id : try takeTrackID()
    let others = Set(movie.tracks.filter { $0.mediaType == .video }.map(\.id)).subtracting(videoIDs)
    try change("trak") { trak throws(FormatError) in
      if let own = trak.trackID, others.contains(own) {
        try trak.removeReferences(to: gone)
      } else {
        try trak.redirectReferences(from: gone, to: id)
      }
    }
    try removeFragmentDefaults(of: gone.subtracting([id]))
    return (id, before)
  }

  /// Adds a timecode track after the last track. If it replaces others, it takes the place of one
  /// of them, and everything from that one that the stamp does not set. Returns its ID.
  ///
  /// Throws if one of its tracks does not exist, or no ID is free.
  package mutating func add(_ stamp: TimecodeStamp) throws(FormatError) -> UInt32 {
    try add([stamp]).first ?? 0
  }

  /// Adds several timecode tracks as `add(_:)` adds one. Returns their IDs.
  @discardableResult
  package mutating func add(_ stamps: [TimecodeStamp]) throws(FormatError) -> [UInt32] {
    try checkIsEditable()
    var added: [WrittenTimecode] = []
    var references: [UInt32: [UInt32]] = [:]
    for stamp in stamps {
      let new = try track(of: stamp)
      for target in stamp.trackIDs { references[target, default: []].append(new.trackID) }
      added.append(new)
    }
    let ids = added.map(\.trackID)
    try addReferences("tmcd", references)
    try addFragmentDefaults(of: ids)
    let referring = moov.tracksReferring(toTimecode: Set(ids))
    for index in added.indices { added[index].referring = referring[ids[index]] ?? [] }
    written += added
    return ids
  }

  /// Makes room for a timecode track, to which nothing refers yet.
  private mutating func track(of stamp: TimecodeStamp) throws(FormatError) -> WrittenTimecode {
    for target in stamp.trackIDs {
      guard movie.track(target) != nil else {
        throw FormatError(.missing("there is no track \(target)"), path: "moov")
      }
    }
    var new = WrittenTimecode(try stamp.media(in: movie), isAlone: stamp.replaces)
    new.videoID = stamp.trackIDs.first
    try lengthen(for: new.media, of: stamp.trackIDs)
    if stamp.replaces, let old = movie.timecodeToReplace(for: stamp.trackIDs) {
      let (id, place) = try replaceTimecode(old, for: stamp.trackIDs)
      new.trackID = id
      new.old = WrittenTimecode.Old(track: old, place: place, kept: [old.timecodeDescription])
    } else {
      if stamp.replaces { try removeTimecodeTracks() }
      new.trackID = try takeTrackID()
    }
    return new
  }

  /// Other values, formats or times of a timecode track. Everything else of the track stays.
  struct ChangeOfTrack {
    var track: Track
    var media: TimecodeMedia
    /// What each format is a change of: the descriptions of the track, unless its times change.
    var descriptions: [Atom?]
    var kept: WrittenTimecode.Kept
  }

  /// Changes timecode tracks, all of them at once: a movie can have very many.
  ///
  /// Throws if another track has the ID of one, or the movie cannot be changed.
  mutating func change(_ changes: [ChangeOfTrack]) throws(FormatError) {
    guard !changes.isEmpty else { return }
    try checkIsEditable()
    let known = trackIndex ?? TrackIndex(movie)
    trackIndex = known
    // A movie can have very many other tracks.
    let wanted = Set(changes.compactMap(\.track.atom.place))
    var indices: [UInt64: Int] = [:]
    for (index, atom) in moov.children.enumerated() where atom.type == "trak" {
      if let place = atom.place, wanted.contains(place) { indices[place] = index }
    }
    var gone: [Int] = []
    for change in changes {
      let track = change.track
      guard let offset = track.atom.place, known.counts[track.id] == 1,
        let index = indices.removeValue(forKey: offset)
      else {
        throw FormatError(
          .notEditable("another track has the ID \(track.id)"), path: track.path,
          at: track.atom.offset)
      }
      if change.kept != .samples {
        removedTracks.insert(offset)
        removed.insert(track.id)
      }
      // Mostly, they are in the order of the file.
      let before = gone.last.map { $0 < index } ?? true ? gone.count : gone.count { $0 < index }
      gone.append(index)
      var new = WrittenTimecode(change.media, isAlone: false)
      new.trackID = track.id
      new.old = WrittenTimecode.Old(
        track: track, place: index - before, kept: change.descriptions, keeps: change.kept)
      new.referring = known.referring[track.id] ?? []
      written.append(new)
    }
    let all = Set(gone)
    var index = -1
    moov.children.removeAll { _ in
      index += 1
      return all.contains(index)
    }
  }

  /// Gives timecode tracks the samples, formats, times and edits of stamps. Everything else of the tracks stays,
  /// and so does what refers to them.
  ///
  /// Throws if another track has the ID of one, or the movie cannot be changed.
  package mutating func replace(
    _ replacements: [(track: Track, stamp: TimecodeStamp)]
  ) throws(FormatError) {
    var changes: [ChangeOfTrack] = []
    for (track, stamp) in replacements {
      let descriptions = track.sampleDescriptions.map { description in
        (try? TimecodeFormat(sampleDescription: description)).map { _ in description }
      }
      changes.append(
        ChangeOfTrack(
          track: track, media: try stamp.media(in: movie), descriptions: descriptions,
          kept: .nothing))
    }
    try change(changes)
    for (change, replacement) in zip(changes, replacements) {
      try lengthen(for: change.media, of: replacement.stamp.trackIDs)
    }
  }

  /// Lengthens the movie for timecode that is longer than all tracks. Only frames that are shown late make it
  /// longer than its video.
  private mutating func lengthen(
    for media: TimecodeMedia, of trackIDs: [UInt32]
  ) throws(FormatError) {
    let length = try media.editedDuration(movieTimescale: movie.timescale)
    guard !movie.isFragmented,
      trackIDs.contains(where: { movie.track($0)?.hasEditList == false }),
      movie.tracks.allSatisfy({ $0.atom.statedDuration.map { $0 < length } ?? false })
    else { return }
    try lengthen(to: length)
  }

  /// What changes of timecode tracks need to know of all tracks.
  private struct TrackIndex {
    /// How many tracks have an ID.
    var counts: [UInt32: Int] = [:]
    /// The IDs of the tracks that refer to each timecode track.
    var referring: [UInt32: Set<UInt32>] = [:]

    init(_ movie: Movie) {
      for id in movie.atom.all("trak").compactMap(\.trackID) { counts[id, default: 0] += 1 }
      referring = movie.atom.tracksReferring(toTimecode: Set(movie.timecodeTracks.map(\.id)))
    }
  }

  /// Adds the fragment defaults of new tracks (`trex`) to a fragmented movie, which must have them
  /// for every track. A second `mvex` is not one that readers take them from, and stays as it is.
  mutating func addFragmentDefaults(of ids: [UInt32]) throws(FormatError) {
    try change("mvex", atMost: 1) { mvex throws(FormatError) in
      var known = Set(mvex.all("trex").compactMap { try? $0.decode(TrackExtends.self).trackID })
      var new: [Atom] = []
      for id in ids where known.insert(id).inserted {
        var defaults = TrackExtends()
        defaults.trackID = id
        new.append(try Atom("trex", defaults))
      }
      mvex.insert(new, afterLast: "trex")
    }
  }

  /// Makes the duration of the movie at least that of a new track, in ticks of the movie, if the movie states its
  /// duration: the header of a fragmented movie mostly does not.
  mutating func lengthen(to duration: UInt64) throws(FormatError) {
    try lengthenFragments(to: duration)
    let isFragmented = movie.isFragmented
    try change("mvhd") { mvhd throws(FormatError) in
      try mvhd.update(MovieHeader.self) { header throws(FormatError) in
        guard !header.isDurationUnknown, !isFragmented || header.duration > 0 else { return }
        header.setDuration(max(header.duration, duration))
      }
    }
  }

  /// Makes the duration of the movie with all its fragments (`mehd`) at least `duration`, in ticks of
  /// the movie, if the header states it.
  mutating func lengthenFragments(to duration: UInt64) throws(FormatError) {
    try change("mvex") { mvex throws(FormatError) in
      for index in mvex.children.indices where mvex.children[index].type == "mehd" {
        try mvex.children[index].update(MovieExtendsHeader.self) { header throws(FormatError) in
          guard !header.isDurationUnknown else { return }
          header.setDuration(max(header.duration, duration))
        }
      }
    }
  }

  /// Changes the `moov`.
  mutating func changeMovie(
    _ body: (inout Atom) throws(FormatError) -> Void
  ) throws(FormatError) { try body(&moov) }

  /// Notes that a track is taken out.
  /// - Parameter id: Its ID if no other track has it.
  mutating func noteRemoved(trackAt offset: UInt64, id: UInt32?) {
    removedTracks.insert(offset)
    if let id { removed.insert(id) }
  }

  /// Changes the children of `moov` with a type, the first `count` of them.
  mutating func change(
    _ type: FourCC, atMost count: Int = .max, _ body: (inout Atom) throws(FormatError) -> Void
  ) throws(FormatError) {
    for index in moov.indices(of: type).prefix(count) {
      do { try body(&moov.children[index]) } catch { throw error.inside("moov/\(type)") }
    }
  }

  /// Returns an ID that no track has or had, and that nothing refers to. Most files give the next
  /// ID; 0, all ones and numbers that are too low occur.
  mutating func takeTrackID() throws(FormatError) -> UInt32 {
    var ids = trackIDs.take() ?? NewTrackIDs(of: movie)
    defer { trackIDs = ids }
    var id: UInt32?
    try change("mvhd") { mvhd throws(FormatError) in
      try mvhd.update(MovieHeader.self) { header throws(FormatError) in
        id = ids.take(atLeast: header.nextTrackID)
        // All ones mean that a free ID must be searched for (ISO/IEC 14496-12, 8.2.2.3).
        if let id, header.nextTrackID != .max {
          header.nextTrackID = max(header.nextTrackID, id + 1)
        }
      }
    }
    guard let id = id ?? ids.take(atLeast: 1) else {
      throw FormatError(.notEditable("no track ID is free"))
    }
    return id
  }

  /// Adds a reference to a track, from other tracks.
  mutating func addReference(
    _ type: FourCC, to id: UInt32, from trackIDs: [UInt32]
  ) throws(FormatError) {
    try addReferences(type, Dictionary(trackIDs.map { ($0, [id]) }, uniquingKeysWith: { $1 }))
  }

  /// Adds references to tracks that are not there yet: those from each track.
  private mutating func addReferences(
    _ type: FourCC, _ references: [UInt32: [UInt32]]
  ) throws(FormatError) {
    try change("trak") { trak throws(FormatError) in
      guard let own = trak.trackID, let ids = references[own] else { return }
      var known = trak.referredTracks(by: type)
      try trak.addReferences(type, to: ids.filter { known.insert($0).inserted })
    }
  }

  // MARK: The plan

  /// Returns the changed `moov` with one more `trak`.
  func moov(inserting trak: Atom) throws(FormatError) -> Atom {
    var result = try moovWithTimecode()
    result.insert([trak], afterLast: "trak")
    return result
  }

  /// Returns the plan of a file with the changed movie.
  ///
  /// The new `moov` is at the place of the old one or, with `fastStart`, before all media, so that
  /// a player need not have the whole file to begin. New media data is next to it: before it if no
  /// other media follows, so that `moov` stays last; otherwise after it.
  ///
  /// Throws if an offset that must change cannot be read, or cannot hold its new value.
  package func writePlan(fastStart: Bool = false) throws(FormatError) -> WritePlan {
    try writePlan(fastStart: fastStart, swapsMedia: false)
  }

  /// Returns the plan. `swapsMedia` puts the new media on the other side of the header than usual.
  func writePlan(fastStart: Bool, swapsMedia: Bool) throws(FormatError) -> WritePlan {
    var editor = self
    return try editor.takePlan(fastStart: fastStart, swapsMedia: swapsMedia)
  }

  /// Returns the plan as `writePlan` does. The changed `moov` is gone afterwards, and if nothing else has
  /// it, what is in it was not copied.
  /// - Parameter reaches: How far fragments of the movie reach, as far as that is known.
  mutating func takePlan(
    fastStart: Bool, swapsMedia: Bool = false, _ reaches: FragmentReaches = .unknown
  ) throws(FormatError) -> WritePlan {
    let start = movie.storedAtom.offset ?? 0
    let place = fastStart ? min(start, placeAheadOfMedia) : start
    let isMediaAfter = topLevel.contains {
      ($0.offset ?? 0) >= place && Self.mediaTypes.contains($0.type)
    }
    let media = WritePlan.Step.bytes(
      Pieces(try mediaAtom()), label: "mdat with the timecode sample\(hasOneSample ? "" : "s")")
    let removed = removedStretches
    var assembly = try assembly(
      try takeMoovWithTimecode(), media: [media],
      isMediaFirst: isMediaAfter == swapsMedia, at: place, without: removed)
    assembly.reaches = reaches
    return try assembly.plan()
  }

  /// The plan of a copy that has nothing of the file changed, so that a compressed header or a size of 0 stays as it
  /// is stored; nil if anything is changed.
  ///
  /// Throws if the movie cannot be changed, so that it depends on the movie alone whether a change is refused.
  /// - Parameter fastStart: Whether the header is to come before the media.
  func planOfCopy(fastStart: Bool) throws(FormatError) -> WritePlan? {
    guard isUnchanged, !fastStart || placeAheadOfMedia >= movie.storedAtom.offset ?? 0 else {
      return nil
    }
    try checkIsEditable()
    return WritePlan(steps: [.copy(0..<movie.source.size, label: "the whole file")])
  }

  private var hasOneSample: Bool { written.count == 1 && written[0].media.samples.count == 1 }

  /// The `moov` as changed so far. Content that it has from the file still has its old offset.
  var remainingMovie: Atom { moov }

  /// Returns an atom of the file with what it contains, as changed so far. Content that it has from
  /// the file still has its old offset.
  func whole(_ atom: Atom) throws(FormatError) -> Atom {
    var changed = atom.offset == movie.storedAtom.offset ? moov : try movie.file.fragment(atom)
    try changed.checkCompressedFragment(of: removed)
    try freeFragments(in: &changed)
    return changed
  }

  /// Takes what an atom of the top level says of removed tracks out of it. Of several `mfra`, readers use the last.
  private func freeFragments(in atom: inout Atom) throws(FormatError) {
    try atom.freeFragments(of: removed)
    guard atom.type == "mfra", !removed.isEmpty,
      atom.place == movie.file.atoms.last(where: { $0.type == "mfra" })?.place
    else { return }
    let places = AtomPlaces(movie.file.atoms)
    var known: [UInt64: [UInt32]] = [:]
    try atom.lowerNumbers(ofFragmentsAfter: { (offset) throws(FormatError) in
      if let numbers = known[offset] { return numbers }
      let moof = try places.atom(at: offset).map { (atom) throws(FormatError) in
        try movie.file.fragment(atom)
      }
      let numbers = moof?.fragmentNumbers(of: removed) ?? []
      known[offset] = numbers
      return numbers
    })
  }

  /// Returns an atom of the file as changed so far; nil if nothing in it changes.
  func changed(_ atom: Atom) throws(FormatError) -> Atom? {
    guard !removed.isEmpty, atom.type.isFragment || ["mfra", "sidx"].contains(atom.type) else {
      return nil
    }
    let old = try movie.file.fragment(atom)
    let new = try whole(old)
    return new == old ? nil : new
  }

  /// Returns the parts of a file with another `moov` at `place`, where an atom begins, and next to
  /// it new media. The offsets of new tracks count from that media. `gone` is `removedStretches`.
  func assembly(
    _ moov: Atom, media: [WritePlan.Step], isMediaFirst: Bool, at place: UInt64,
    without gone: [Range<UInt64>]
  ) throws(FormatError) -> FileAssembly {
    var assembly = FileAssembly(of: movie.file)
    var new = [FileAssembly.Part.atom(moov)]
    if media.contains(where: { $0.size > 0 }) {
      new.insert(.newMedia(media), at: isMediaFirst ? 0 : 1)
    }
    if !movie.file.leading.isEmpty { assembly.parts.append(.bytes(movie.file.leading)) }
    let gone = Set(gone.map(\.lowerBound))
    let originals = changesTopLevel ? AtomPlaces(movie.file.atoms) : nil
    for atom in topLevel {
      if atom.offset == place { assembly.parts += new }
      guard atom.offset != movie.storedAtom.offset, atom.offset.map({ !gone.contains($0) }) ?? true
      else {
        continue
      }
      if let originals, originals.atom(at: atom.offset) != atom {
        var whole = atom
        try freeFragments(in: &whole)
        assembly.parts.append(.atom(whole))
      } else if let changed = try changed(atom) {
        assembly.parts.append(.atom(try changed.packed()))
      } else {
        assembly.append(unchanged: atom)
      }
    }
    if !movie.file.trailing.isEmpty { assembly.parts.append(.bytes(movie.file.trailing)) }
    return assembly
  }

  /// The offset of the first media of the file, or of the room before it that is kept for a size of
  /// 64 bits; the end of the file if there is no media.
  private var placeAheadOfMedia: UInt64 {
    let atoms = topLevel.filter { $0.offset != nil }
    guard let first = atoms.firstIndex(where: { Self.mediaTypes.contains($0.type) }) else {
      return movie.file.size
    }
    var place = atoms[first].offset ?? 0
    if first > 0, Self.roomTypes.contains(atoms[first - 1].type), atoms[first - 1].size == 8 {
      place = atoms[first - 1].offset ?? place
    }
    return place
  }

  /// QuickTime uses `wide` for that room, other formats use `free`.
  private static let roomTypes: Set<FourCC> = ["wide", "free"]
  private static let mediaTypes: Set<FourCC> = ["mdat", "moof", "!mof", "idat"]

  /// Returns an `mdat` with the samples of the new tracks, followed by zeros; nothing if there are
  /// none.
  func mediaAtom(padding: Int = 0) throws(FormatError) -> [UInt8] {
    var samples: [UInt8] = []
    for new in written where new.old?.keeps != .samples { samples += try new.media.sampleBytes() }
    guard !samples.isEmpty else { return [] }
    let content = samples + [UInt8](repeating: 0, count: padding)
    return try Atom("mdat", .bytes(content[...])).serialized()
  }

  /// Returns the changed `moov`, with all offsets as they were. The offsets of new samples count
  /// from the header of their media.
  func moovWithTimecode() throws(FormatError) -> Atom {
    var editor = self
    return try editor.takeMoovWithTimecode()
  }

  /// Returns the same, which is gone from the editor afterwards.
  mutating func takeMoovWithTimecode() throws(FormatError) -> Atom {
    try checkIsEditable()
    for atom in movie.file.atoms where atom.hasFixedCompressedOffsets {
      throw FormatError(
        .notEditable(
          "a fragment in compressed form counts offsets from the start of the file, which cannot be "
            + "changed in it; remux the movie without fragments first"),
        path: "\(atom.type)", at: atom.offset)
    }
    var result = moov
    moov = Atom("moov", children: [])
    // A plan gives it another place, and other atoms may follow it there.
    if result.form == .toEnd { result.form = .compact }
    var tracks: [Atom] = []
    var sampleOffset: UInt64 = 8
    for new in written {
      tracks.append(try new.track(in: movie, sampleOffset: sampleOffset))
      if new.old?.keeps != .samples { sampleOffset += new.media.sampleByteCount }
    }
    let returning = zip(written, tracks).compactMap { new, track in
      new.old.map { (place: $0.place, track: track) }
    }
    result.putBack(returning)
    let added = zip(written, tracks).filter { $0.0.old == nil }.map(\.1)
    result.insert(added, afterLast: "trak")
    return result
  }
}
