extension MovieEditor {
  /// How to change the movie in its file: no media moves, and at every moment there is one whole
  /// movie.
  ///
  /// The new `moov` goes where no reader looks: into free atoms that are large enough, or behind the
  /// end of the file, under the head of a free atom. Flushed, its head becomes that of a `moov`, and
  /// the old one's becomes `free`. Readers take the first `moov`, so that whichever of these two
  /// writes stands further ahead in the file decides.
  ///
  /// Throws where no order of writes is safe; what to do instead is part of the reason.
  public func patchPlan() throws(FormatError) -> PatchPlan {
    let old = movie.atom
    guard let oldStart = old.offset else { throw cannot("the movie is not from a file") }
    guard movie.file.atoms.count(where: { $0.type == "moov" }) == 1 else {
      throw cannot("the file has several movies")
    }
    guard let last = movie.file.atoms.last, last.claimedSize == nil else {
      throw cannot("the last atom is cut off")
    }
    let media = try mediaAtom()
    let extent = try timecodeExtent()
    var closing: [PatchPlan.Write] = []
    for room in try rooms(closing: &closing) {
      // The sample's offset does not change how large moov is, unless it needs 64 bits.
      var moov = try self.moov(extent, sampleOffset: room.start)
      // The head that is written last is one of 8 bytes.
      moov.form = .compact
      guard let place = room.place(for: moov.size, media: UInt64(media.count)) else { continue }
      var final = try self.moov(extent, sampleOffset: place.start + moov.size + 8)
      final.form = .compact
      guard final.size == moov.size else { continue }
      return try plan(
        final, media: media, at: place, replacing: old, at: oldStart, closing: closing)
    }
    throw cannot("there is no room for a new movie header that is safe to use")
  }

  private func cannot(_ reason: String) -> FormatError {
    FormatError(
      .invalid("\(reason), so it cannot be changed in place; give -o for a copy"), path: "moov",
      at: movie.atom.offset)
  }

  /// A stretch of the file that no reader uses, or the end of the file.
  fileprivate struct Room {
    var start: UInt64
    /// nil behind the end, where there is no limit.
    var size: UInt64?
    /// Free atoms that are to become one before anything is written into them.
    var isSplit = false
  }

  /// Where a new `moov` and its media are to stand.
  fileprivate struct Place {
    var room: Room
    var start: UInt64
    /// What is left of the room: nothing, or enough for a free atom.
    var rest: UInt64
    /// Zeros at the end of the media, where what is left is too small for an atom.
    var padding: UInt64
  }

  private static let freeTypes: Set<FourCC> = ["free", "skip"]

  /// Free stretches ahead of the end, the first one first, and the end itself where atoms can be
  /// added there.
  private func rooms(closing: inout [PatchPlan.Write]) throws(FormatError) -> [Room] {
    var rooms: [Room] = []
    var run: (start: UInt64, end: UInt64, count: Int)?
    func close() {
      if let run {
        rooms.append(Room(start: run.start, size: run.end - run.start, isSplit: run.count > 1))
      }
      run = nil
    }
    // Fragments must follow the movie that they belong to.
    let firstFragment = movie.file.atoms.first { $0.type == "moof" }?.offset ?? .max
    for atom in movie.file.atoms {
      guard let offset = atom.offset, offset < firstFragment else { break }
      let isFree =
        Self.freeTypes.contains(atom.type) && atom.form == .compact && atom.claimedSize == nil
      guard isFree else {
        close()
        continue
      }
      run = (run?.start ?? offset, offset + atom.size, (run?.count ?? 0) + 1)
    }
    close()
    guard firstFragment == .max else {
      guard !rooms.isEmpty else {
        throw cannot("its fragments must follow the movie header, and there is no free space ahead")
      }
      return rooms
    }
    guard movie.file.trailing.isEmpty else { return rooms }
    if let last = movie.file.atoms.last, last.form == .toEnd {
      guard let write = try closingWrite(of: last) else { return rooms }
      closing = [write]
    }
    rooms.append(Room(start: movie.file.size))
    return rooms
  }

  /// Writes out the size of a last atom that goes on to the end of the file; nil where its head has
  /// no room for it.
  private func closingWrite(of atom: Atom) throws(FormatError) -> PatchPlan.Write? {
    guard let offset = atom.offset else { return nil }
    var closed = atom
    closed.form = .compact
    var start = offset
    if closed.size > UInt64(UInt32.max) {
      // QuickTime keeps 8 bytes ahead of the media for this.
      guard let wide = movie.file.atoms.dropLast().last, wide.type == "wide", wide.size == 8,
        let wideOffset = wide.offset
      else { return nil }
      closed.form = .extended
      start = wideOffset
    }
    let write = PatchPlan.Write(
      at: start, try closed.serializedHeader(), label: "size of the last atom, \(atom.type)")
    return write.crossesSectors ? nil : write
  }

  private func plan(
    _ moov: Atom, media: [UInt8], at place: Place, replacing old: Atom, at oldStart: UInt64,
    closing: [PatchPlan.Write]
  ) throws(FormatError) -> PatchPlan {
    var phases: [PatchPlan.Phase] = []
    func add(_ writes: [PatchPlan.Write], _ effect: String) {
      if !writes.isEmpty { phases.append(PatchPlan.Phase(writes, effect: effect)) }
    }
    add(closing, "the old movie, its last atom's size written out")
    if place.room.isSplit, let size = place.room.size {
      add(
        [try head("free", size, at: place.room.start, "size of free atoms, joined")],
        "the old movie, free space joined")
    }
    add(try hidden(moov, media, at: place), "the old movie, the new one ready in free space")
    let reveal = try head("moov", moov.size, at: place.start, "head of the new moov")
    let retire = try retiring(old, at: oldStart)
    let isAhead = place.start < oldStart
    add([reveal], isAhead ? "the new movie" : "the old movie, the new one behind it")
    var commit = phases.count - 1
    for (index, write) in retire.enumerated() {
      let isFirst = index == 0
      if isFirst, !isAhead { commit = phases.count }
      add([write], "the new movie\(isFirst ? ", the old header freed" : "")")
    }
    add(try freeingMedia(), "the new movie, the old timecode's sample freed")
    return PatchPlan(phases: phases, commit: commit, originalSize: movie.file.size)
  }

  /// Everything new, under the head of a free atom.
  private func hidden(_ moov: Atom, _ media: [UInt8], at place: Place) throws(FormatError)
    -> [PatchPlan.Write]
  {
    // A moov can be large: its bytes are put together once.
    var bytes: [UInt8] = []
    if place.start > place.room.start {
      bytes = try head("free", place.start - place.room.start, at: 0, "").bytes
    }
    let start = bytes.count
    try moov.serialize(into: &bytes)
    if !media.isEmpty {
      bytes += try mediaAtom(padding: Int(place.padding))
    }
    if place.rest > 0 {
      bytes += try head("free", place.rest, at: 0, "").bytes
    }
    guard place.room.size == nil else {
      // The head of the free atom that is there hides it.
      bytes.removeFirst(8)
      return [PatchPlan.Write(at: place.start + 8, bytes, label: "content of the new moov")]
    }
    let hiding = try head("free", UInt64(bytes.count - start), at: 0, "").bytes
    bytes.replaceSubrange(start..<start + 8, with: hiding)
    return [
      PatchPlan.Write(
        at: place.room.start, bytes, label: "the new moov, as a free atom at the end")
    ]
  }

  /// The head of an atom of 8 bytes or more.
  private func head(_ type: FourCC, _ size: UInt64, at offset: UInt64, _ label: String)
    throws(FormatError) -> PatchPlan.Write
  {
    let atom = Atom(type, .extent(offset + 8..<offset + size))
    return PatchPlan.Write(at: offset, try atom.serializedHeader(), label: label)
  }

  /// Makes the old `moov` a free atom. Where its type crosses a sector, its first letter goes
  /// first: what is left is no type that anybody knows, and skipped like any other.
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

  /// Makes the `mdat`s free that held nothing but the samples of removed timecode tracks.
  private func freeingMedia() throws(FormatError) -> [PatchPlan.Write] {
    guard removesTimecode else { return [] }
    var samples: Set<Range<UInt64>> = []
    for track in movie.tracks(ofType: "tmcd") {
      guard let table = try? track.sampleTable(), table.count == 1 else { continue }
      samples.insert(table[0].byteRange)
    }
    return movie.file.atoms.compactMap { atom in
      guard atom.type == "mdat", atom.form == .compact, let offset = atom.offset,
        case .extent(let range) = atom.content,
        samples.contains(where: {
          $0.lowerBound == range.lowerBound && range.count - $0.count < 8
            && $0.upperBound <= range.upperBound
        })
      else { return nil }
      return PatchPlan.Write(
        at: offset + 4, FourCC("free").bytes, label: "type of the old timecode's mdat: free")
    }
  }
}

extension MovieEditor.Room {
  /// Where `moov` and media fit; nil where they do not, or the head would cross a sector.
  fileprivate func place(for moov: UInt64, media: UInt64) -> MovieEditor.Place? {
    let head = { (offset: UInt64) in
      PatchPlan.Write(at: offset, [UInt8](repeating: 0, count: 8), label: "").crossesSectors
    }
    guard let size else {
      // A free atom of 8 bytes moves the head out of the way.
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
