extension MovieEditor {
  /// Returns the plan for changing the movie in its file: no media moves, and at every moment the
  /// file contains one complete movie.
  ///
  /// The new `moov` is written where no reader looks: into free atoms that are large enough, or
  /// after the end of the file, inside a free atom. Once it is flushed, the header of that atom is
  /// changed to that of a `moov`, and the type of the old `moov` to `free`. Readers use the first
  /// `moov`, so the decisive one of these two writes is the one at the lower file offset.
  ///
  /// Throws if no order of writes is safe, or offsets would point at other bytes afterwards.
  package func patchPlan() throws(FormatError) -> PatchPlan {
    do throws(ReadingError) { return try patch(findsFaults: false, checks: false).plan } catch {
      guard case .format(let error) = error else { throw cannot(ReadingError.misplacedMedia) }
      throw error
    }
  }

  /// Returns the plan as `patchPlan` does, after the movie that it makes was read and checked, and what the
  /// change does to the samples and what is wrong with the movie only then. The editor ends, so that its changes
  /// are not copied.
  ///
  /// Throws as `patchPlan` does, if a table cannot be written as it was read, and if the changed movie cannot be
  /// read or is not as expected.
  /// - Parameter findsFaults: Whether what the change does is found; otherwise the result has nothing of it.
  package consuming func checkedPatch(
    findsFaults: Bool = false
  ) throws(ReadingError) -> (plan: PatchPlan, findings: [Diagnostic]) {
    try (consume self).patch(findsFaults: findsFaults, checks: true)
  }

  /// Plans the change. The result is checked if media is where bytes change, or if `checks` is true.
  private consuming func patch(
    findsFaults: Bool, checks: Bool
  ) throws(ReadingError) -> (plan: PatchPlan, findings: [Diagnostic]) {
    var editor = self
    let source = editor.movie.source
    let refusal = editor.cannot(ReadingError.misplacedMedia)
    let plan: PatchPlan
    let (before, expected): (MovieBeforeChange?, InPlaceExpectation)
    // Where a chunk begins is what the check looks at.
    let isMisplaced = MediaPlacement(
      editor.movie, measuresChunks: false, findsReaches: false
    ).isMisplaced
    do throws(FormatError) {
      guard checks || isMisplaced else { return (try editor.takeSafeWrites(), []) }
      before = findsFaults ? MovieBeforeChange(editor) : nil
      // Reasons against a change in place come first.
      let expectation: Result<InPlaceExpectation, FormatError>
      do throws(FormatError) {
        expectation = .success(try InPlaceExpectation(checking: editor))
      } catch { expectation = .failure(error) }
      plan = try editor.takeSafeWrites()
      _ = consume editor
      expected = try expectation.get()
    } catch { throw .format(error) }
    let result: PatchedSource
    do throws(IOError) { result = try PatchedSource(source, after: plan) } catch {
      throw .io(error)
    }
    if let before {
      let stays = SourceMap(plan.untouched.map { ($0, $0.lowerBound) })
      let findings = try before.findings(in: result, stays) { written throws(ReadingError) in
        do throws(ReadingError) { try expected.check(written) } catch {
          throw isMisplaced ? .format(refusal) : error
        }
      }
      return (plan, findings)
    }
    do throws(ReadingError) { try expected.check(result) } catch {
      throw isMisplaced ? .format(refusal) : error
    }
    return (plan, [])
  }

  private mutating func takeSafeWrites() throws(FormatError) -> PatchPlan {
    let old = movie.storedAtom
    guard let oldStart = old.offset else { throw cannot("the movie was not read from a file") }
    guard !changesTopLevel else { throw cannot("atoms beside moov are changed", "") }
    let others = movie.file.atoms.filter { $0.type.isMovie && $0.offset != oldStart }
    guard others.allSatisfy(isLeftOver) else { throw cannot("the file has several headers (moov)") }
    guard let last = movie.file.atoms.last, last.claimedSize == nil else {
      let last = movie.file.atoms.last
      throw cannot("it is truncated", "\(last?.type ?? "moov")", last?.offset)
    }
    guard movie.file.leading.isEmpty else {
      throw cannot("the file starts with bytes that are not an atom", "", 0)
    }
    for atom in movie.file.atoms where !removed.isEmpty {
      guard try changed(atom) == nil else {
        throw cannot("it replaces or removes what is in fragments")
      }
    }
    let media = try mediaAtom()
    let usedMedia = readsFreeSpace ? usedRanges() : MediaRanges()
    var unmoved = try takeMoovWithTimecode()
    // The header that is written last has 8 bytes.
    unmoved.form = .compact
    for room in try rooms(avoiding: usedMedia) {
      if let (moov, place) = try fit(&unmoved, media: UInt64(media.count), into: room) {
        return try plan(
          moov, media: media, at: place, replacing: old, at: oldStart, besides: others,
          avoiding: usedMedia)
      }
    }
    throw cannot(
      "no free space is large enough for the new header (moov), and it cannot go at the end")
  }

  /// Returns the new `moov` as it will be in a room; nil if it does not fit. If it does, `moov` itself is
  /// changed, so that what is in it is not copied, and gone afterwards.
  private func fit(
    _ moov: inout Atom, media: UInt64, into room: Room
  ) throws(FormatError) -> (Atom, Place)? {
    // What is tried here is not for another room.
    var wide: Atom?
    while let place = room.place(for: (wide ?? moov).size, media: media) {
      // Media stays. What was in the old `moov` is also in the new one, and offsets must point
      // there, because the old one becomes free space.
      let old = movie.storedAtom
      let start = old.offset ?? 0
      let relocation = Relocation(
        map: SourceMap(
          (wide ?? moov).stretches(
            keptOf: old, at: place.start, schema: movie.file.schema) + [
              (0..<start, 0), (start + old.size..<UInt64.max, start + old.size),
            ]), starts: [start: place.start],
        ends: [start + old.size: place.start + (wide ?? moov).size], fileSize: movie.file.size,
        newMedia: media > 0 ? place.start + (wide ?? moov).size : 0,
        leavesUnreadable: true, schema: movie.file.schema)
      let (replacements, tooNarrow) = try relocation.changes(
        in: wide ?? moov, at: place.start, original: movie.atom)
      guard tooNarrow.isEmpty else {
        var wider = wide ?? moov
        try wider.widenOffsets(at: tooNarrow, schema: relocation.schema)
        wide = wider
        continue
      }
      var moved = wide ?? moov
      moov = Atom("moov", children: [])
      wide = nil
      moved.replace(by: replacements)
      return (moved, place)
    }
    return nil
  }

  /// Whether anything within the file is free, or may become free.
  private var readsFreeSpace: Bool {
    !removedTracks.isEmpty || movie.file.atoms.contains { FourCC.reusableSpace.contains($0.type) }
  }

  /// Whether another `moov` was left by a change in place that was interrupted between its last two
  /// writes: it then describes the same media, except timecode. Readers use the first `moov`.
  private func isLeftOver(_ other: Atom) -> Bool {
    func media(_ moov: Atom) -> [Atom?] {
      moov.all("trak").filter { !$0.isTimecodeTrack }.map {
        var stbl = $0.descendant("mdia", "minf", "stbl")
        // Its offsets may point into the `moov` itself, and so be different in each.
        stbl?.children.removeAll { $0.type == "saio" }
        return stbl
      }
    }
    let (mine, others) = (media(movie.atom), media(other.movie ?? other))
    // A movie without other tracks has nothing by which it could be recognized.
    return !mine.isEmpty && mine.count == others.count
      && zip(mine, others).allSatisfy { mine, other in
        guard let mine, let other else { return false }
        return mine.isWritten(as: other)
      }
  }

  private func cannot(
    _ reason: String, _ path: String = "moov", _ offset: UInt64? = nil
  ) -> FormatError {
    FormatError(
      .notEditableInPlace(reason),
      path: path, at: offset ?? movie.storedAtom.offset)
  }

  /// A range of the file that no reader uses, or the end of the file.
  fileprivate struct Room {
    var start: UInt64
    /// The size in bytes; nil after the end of the file, where there is no limit.
    var size: UInt64?
    /// Whether it consists of several free atoms, which must be joined before anything is written
    /// into them.
    var isSplit = false
    /// What must be written before atoms can be added at the end.
    var closing: [PatchPlan.Write] = []
  }

  /// The place for a new `moov` and its media.
  fileprivate struct Place {
    var room: Room
    var start: UInt64
    /// The number of bytes left in the room: 0, or enough for a free atom.
    var rest: UInt64
    /// The number of zeros at the end of the media, if what is left is too small for an atom.
    var padding: UInt64
  }

  /// Returns the free ranges within the file, in order, and then the end of the file if atoms can
  /// be added there. None is before `ftyp`, which must come first.
  private func rooms(avoiding used: MediaRanges) throws(FormatError) -> [Room] {
    // Fragments must come after the movie that they belong to.
    let firstFragment = movie.file.atoms.first { $0.type.isFragment }?.offset ?? .max
    let fileType = movie.file.first("ftyp")?.offset ?? 0
    let ahead = movie.file.atoms.filter { ($0.offset ?? 0) >= fileType }
    let rooms = freeRooms(ahead.prefix { ($0.offset ?? .max) < firstFragment }, avoiding: used)
    let isUsable = { (reason: String) throws(FormatError) in
      guard !rooms.isEmpty else { throw self.cannot(reason) }
      return rooms
    }
    guard firstFragment == .max else {
      return try isUsable(
        "its fragments must follow the header (moov), and there is no free space before them")
    }
    guard movie.file.first("sidx") == nil else {
      return try isUsable(
        "what its index (sidx) describes must follow the index, and there is no free space before it"
      )
    }
    guard movie.file.trailing.isEmpty else {
      return try isUsable(
        "the file ends with bytes that are not an atom, and there is no free space")
    }
    var end = Room(start: movie.file.size)
    if let last = movie.file.atoms.last, last.form == .toEnd {
      guard let write = try closingWrite(of: last) else {
        return try isUsable(
          "the size of the last atom cannot be made explicit, and there is no free space")
      }
      end.closing = [write]
    }
    return rooms + [end]
  }

  /// Returns the runs of free atoms that contain no samples. Each begins where a header of 8 bytes
  /// is within one sector, and is no longer than such a header can state.
  private func freeRooms(_ atoms: some Sequence<Atom>, avoiding used: MediaRanges) -> [Room] {
    var rooms: [Room] = []
    var run: Room?
    func close() {
      if let run { rooms.append(run) }
      run = nil
    }
    for atom in atoms {
      guard let offset = atom.offset, FourCC.reusableSpace.contains(atom.type),
        atom.form == .compact, atom.claimedSize == nil, !used.overlaps(offset..<offset + atom.size)
      else {
        close()
        continue
      }
      if let size = run?.size, size + atom.size <= UInt64(UInt32.max) {
        run?.size = size + atom.size
        run?.isSplit = true
        continue
      }
      close()
      if !PatchPlan.crossesSectors(8, at: offset) { run = Room(start: offset, size: atom.size) }
    }
    close()
    return rooms
  }

  /// Returns the write that makes the size of the last atom explicit if it extends to the end of
  /// the file; nil if its header has no room for the size, or the write would cross a sector
  /// boundary.
  private func closingWrite(of atom: Atom) throws(FormatError) -> PatchPlan.Write? {
    guard let offset = atom.offset else { return nil }
    var closed = atom
    closed.form = .compact
    // Zeros at the end read as an atom without a type.
    if atom.type.rawValue == 0 { closed.type = "free" }
    guard closed.type.isPlausibleType else { return nil }
    let label = "size of the last atom, \(closed.type)"
    guard closed.size > UInt64(UInt32.max) else {
      let header = try closed.serializedHeader()
      let write = PatchPlan.Write(
        at: offset, closed.type == atom.type ? Array(header[..<4]) : header, label: label)
      return write.crossesSectors ? nil : write
    }
    // QuickTime reserves 8 bytes before the media for this.
    guard let wide = movie.file.atoms.dropLast().last, wide.type == "wide", wide.size == 8,
      let wideOffset = wide.offset
    else { return nil }
    closed.form = .extended
    let write = PatchPlan.Write(at: wideOffset, try closed.serializedHeader(), label: label)
    return write.crossesSectors ? nil : write
  }

  private func plan(
    _ moov: Atom, media: [UInt8], at place: Place, replacing old: Atom, at oldStart: UInt64,
    besides others: [Atom], avoiding used: MediaRanges
  ) throws(FormatError) -> PatchPlan {
    var phases: [PatchPlan.Phase] = []
    func add(_ writes: [PatchPlan.Write], _ effect: String) {
      if !writes.isEmpty { phases.append(PatchPlan.Phase(writes, effect: effect)) }
    }
    for other in others {
      guard let offset = other.offset else { continue }
      for write in try retiring(other, at: offset) {
        add([write], "the old movie; leftovers of an interrupted change freed")
      }
    }
    add(place.room.closing, "the old movie; the size of its last atom made explicit")
    if place.room.isSplit, let size = place.room.size {
      add(
        [try head("free", size, at: place.room.start, "size of the joined free atoms")],
        "the old movie; free space joined")
    }
    add(try hidden(moov, media, at: place), "the old movie; the new one ready in free space")
    let preparation = phases.count - 1
    let reveal = try head("moov", moov.size, at: place.start, "header of the new moov")
    let retire = try retiring(old, at: oldStart)
    let isAhead = place.start < oldStart
    add([reveal], isAhead ? "the new movie" : "the old movie; the new one follows it")
    var commit = phases.count - 1
    for (index, write) in retire.enumerated() {
      let isFirst = index == 0
      if isFirst, !isAhead { commit = phases.count }
      add([write], "the new movie\(isFirst ? "; the old header freed" : "")")
    }
    let written = phases.reduce(0) { $0 + $1.writes.count }
    let freeing = freeingMedia(avoiding: used)
    let rest = freeing.prefix(max(0, PatchBackup.mostWrites - written))
    let some = rest.count < freeing.count ? " (\(rest.count) of \(freeing.count) parts)" : ""
    add(Array(rest), "the new movie; \(nameOfRemovedMedia) freed\(some)")
    var plan = PatchPlan(phases: phases, commit: commit, originalSize: movie.file.size)
    plan.preparation = preparation
    return plan
  }

  /// Returns the writes of everything new, inside a free atom.
  private func hidden(_ moov: Atom, _ media: [UInt8], at place: Place) throws(FormatError)
    -> [PatchPlan.Write]
  {
    var new = Pieces()
    try moov.appendContent(to: &new)
    if !media.isEmpty { new.append(try mediaAtom(padding: Int(place.padding))) }
    if place.rest > 0 { new.append(try head("free", place.rest, at: 0, "").content) }
    guard place.room.size == nil else {
      // The header of the existing free atom hides it.
      return [PatchPlan.Write(at: place.start + 8, new, label: "content of the new moov")]
    }
    var all = Pieces()
    if place.start > place.room.start {
      all.append(try head("free", place.start - place.room.start, at: 0, "").content)
    }
    // Its size is 0, "to the end of the file" (ISO/IEC 14496-12, 4.2): so the file ends with a whole
    // atom however much of this was written when the program was killed.
    var hiding = Atom("free", .extent(8..<8))
    hiding.form = .toEnd
    all.append(try hiding.serializedHeader())
    all.append(new)
    return [
      PatchPlan.Write(at: place.room.start, all, label: "the new moov, as a free atom at the end")
    ]
  }

  /// Returns the write of an atom's header. The atom has 8 bytes or more.
  private func head(_ type: FourCC, _ size: UInt64, at offset: UInt64, _ label: String)
    throws(FormatError) -> PatchPlan.Write
  {
    let atom = Atom(type, .extent(offset + 8..<offset + size))
    return PatchPlan.Write(at: offset, try atom.serializedHeader(), label: label)
  }

  /// Returns the writes that turn the old `moov` into a free atom. If its type crosses a sector
  /// boundary, the first letter is written first: the result is an unknown type, which readers
  /// skip.
  private func retiring(_ old: Atom, at offset: UInt64) throws(FormatError) -> [PatchPlan.Write] {
    let type = FourCC("free").bytes
    let whole = PatchPlan.Write(at: offset + 4, type, label: "type of the old moov: free")
    guard whole.crossesSectors else { return [whole] }
    return [
      PatchPlan.Write(
        at: offset + 4, [type[0]], label: "first letter of the old moov's type"),
      PatchPlan.Write(
        at: offset + 5, Array(type[1...]), label: "rest of the old moov's type: free"),
    ]
  }

  /// Returns the writes that turn each `mdat` into a free atom that contained only samples of
  /// removed tracks.
  private func freeingMedia(avoiding used: MediaRanges) -> [PatchPlan.Write] {
    let owner = isOnlyTimecodeRemoved ? "timecode" : "track"
    return mediaOfRemovedTracks(avoiding: used).compactMap { atom in
      // Both forms of header that state a size have the type at the same place.
      guard atom.form != .toEnd, let offset = atom.offset else { return nil }
      let write = PatchPlan.Write(
        at: offset + 4, FourCC("free").bytes, label: "type of the old \(owner)'s mdat: free")
      return write.crossesSectors ? nil : write
    }
  }

  private var nameOfRemovedMedia: String {
    isOnlyTimecodeRemoved ? "the old timecode sample" : "the media of the removed track"
  }

  private var isOnlyTimecodeRemoved: Bool {
    movie.tracks.allSatisfy { track in
      track.isTimecode || track.atom.place.map { !removedTracks.contains($0) } ?? true
    }
  }
}

extension MovieEditor.Room {
  /// Returns the place where `moov` and media fit; nil if they do not fit, or the header would
  /// cross a sector boundary.
  fileprivate func place(for moov: UInt64, media: UInt64) -> MovieEditor.Place? {
    let head = { (offset: UInt64) in PatchPlan.crossesSectors(8, at: offset) }
    guard let size else {
      // A free atom of 8 bytes moves the header past the sector boundary.
      let shift: UInt64 = head(start) ? 8 : 0
      return MovieEditor.Place(room: self, start: start + shift, rest: 0, padding: 0)
    }
    guard !head(start), size >= moov + media else { return nil }
    let rest = size - moov - media
    if rest == 0 || rest >= 8 {
      return MovieEditor.Place(room: self, start: start, rest: rest, padding: 0)
    }
    return media > 0 ? MovieEditor.Place(room: self, start: start, rest: 0, padding: rest) : nil
  }
}
