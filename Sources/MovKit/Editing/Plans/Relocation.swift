/// Updates the file offsets in atoms when ranges of the file move, each by its own distance, and
/// others are removed.
///
/// The layouts of the records say which fields are offsets. What only the surrounding atoms know is
/// added here: the offsets of chunks and fragments in another file do not change, and neither do those of
/// chunks without samples.
final class Relocation {
  /// The new positions of what is in the file.
  private let map: SourceMap
  /// The old and new starts of atoms of the top level, even of those that have changed.
  private let starts: [UInt64: UInt64]
  /// The old and new ends of these atoms.
  private let ends: [UInt64: UInt64]
  /// The size of the old file in bytes.
  private let fileSize: UInt64
  /// The base of offsets in atoms that the old file does not have.
  private let newMedia: UInt64
  /// Whether an atom that cannot be read stays as it is. Otherwise it is an error.
  private let leavesUnreadable: Bool
  /// For atoms of the top level that have another size now: their start to their end in the old file.
  private let oldEnds: [UInt64: UInt64]
  let schema: Schema
  private let homes: FragmentHomes
  /// The ranges of the old file that the atoms have whose starts and ends are known.
  private lazy var changedAtoms: MediaRanges = {
    var ranges = MediaRanges()
    for (start, end) in zip(starts.keys.sorted(), ends.keys.sorted()) where start < end {
      ranges.insert(start, end - start)
    }
    ranges.sort()
    return ranges
  }()

  init(
    map: SourceMap, starts: [UInt64: UInt64] = [:], ends: [UInt64: UInt64] = [:], fileSize: UInt64,
    newMedia: UInt64 = 0, leavesUnreadable: Bool = false, oldEnds: [UInt64: UInt64] = [:],
    schema: Schema, homes: FragmentHomes = .here
  ) {
    self.map = map
    self.starts = starts
    self.ends = ends
    self.fileSize = fileSize
    self.newMedia = newMedia
    self.leavesUnreadable = leavesUnreadable
    self.oldEnds = oldEnds
    self.schema = schema
    self.homes = homes
  }

  /// Returns what changes in an atom of the top level, which will be at `position`, when its offsets are
  /// updated: the atoms with other offsets. Also returns the atoms in it whose offsets need more bits, as
  /// the indices that lead to each.
  ///
  /// Throws if an offset points at bytes that are not in the changed file. The error has the path
  /// in `original`, which is the atom as it is in the file.
  func changes(
    in atom: Atom, at position: UInt64, original: @autoclosure () -> Atom? = nil
  ) throws(FormatError) -> (replacements: [OffsetWalk.Replacement], tooNarrow: [[Int]]) {
    var tooNarrow: [[Int]] = []
    let walk = OffsetWalk(schema: schema, movedBase: place(ofBase:), homes: homes)
    let start = OffsetScope(atTopLevel: position)
    let found = try walk.replacements(in: atom, start) { site, record, scope throws(FormatError) in
      do throws(FormatError) {
        let (changed, fits) = try movedRecord(record, in: site, scope)
        if !fits { tooNarrow.append(scope.steps) }
        return changed
      } catch {
        var outer = error
        let known = site.offset.flatMap { original()?.path(toOffset: $0) }
        outer.path =
          (known ?? atom.path(scope.steps)) + (error.path.isEmpty ? "" : "/" + error.path)
        outer.offset = error.offset ?? site.offset
        throw outer
      }
    }
    return (found, tooNarrow)
  }

  /// Returns an atom of the top level, which will be at `position`, with its offsets updated, and the
  /// atoms in it whose offsets need more bits. Throws as `changes` does.
  func moved(
    _ atom: Atom, to position: UInt64, original: @autoclosure () -> Atom? = nil
  ) throws(FormatError) -> (atom: Atom, tooNarrow: [[Int]]) {
    let (replacements, tooNarrow) = try changes(in: atom, at: position, original: original())
    var moved = atom
    moved.replace(by: replacements)
    return (moved, tooNarrow)
  }

  private func movedRecord(
    _ record: any HoldsFileOffsets.Type, in atom: Atom, _ scope: OffsetScope
  ) throws(FormatError) -> (atom: Atom?, fits: Bool) {
    // See `OffsetSite.visitRecord`.
    if record == TrackFragmentRun.self { return try moved(TrackFragmentRun.self, in: atom, scope) }
    if record == TrackFragmentHeader.self {
      return try moved(TrackFragmentHeader.self, in: atom, scope)
    }
    if record == SampleAuxOffsets.self { return try moved(SampleAuxOffsets.self, in: atom, scope) }
    if record == ChunkOffsets.self { return try moved(ChunkOffsets.self, in: atom, scope) }
    return try moved(record, in: atom, scope)
  }

  private func moved<R: HoldsFileOffsets>(
    _: R.Type, in atom: Atom, _ scope: OffsetScope
  ) throws(FormatError) -> (atom: Atom?, fits: Bool) {
    try checkFragment(atom, scope)
    let record: R
    do { record = try atom.decode(R.self) } catch {
      guard !leavesUnreadable else { return (nil, true) }
      var inner = error
      // The path begins with the atom itself.
      inner.path = String(error.path.drop { $0 != "/" }.dropFirst())
      throw inner
    }
    let start = atom.place ?? 0
    let targets = try OffsetHomes(atom, scope)
    var relocator = Relocator(
      Mover(relocation: self, isNew: atom.place == nil, targets: targets),
      fragmentBase: scope.fragmentBase.map { .init(old: $0.old, new: $0.new) },
      ownEnd: .init(
        old: oldEnds[start] ?? start.addingClamping(atom.size),
        new: scope.position.addingClamping(atom.size)))
    var changed = record
    try changed.fields(&relocator)
    guard !relocator.isTooNarrow else { return (nil, false) }
    guard changed != record else { return (nil, true) }
    var result = atom
    try result.update(R.self) { $0 = changed }
    return (result, true)
  }

  /// Throws if a fragment moves and no field can say where its samples then are.
  private func checkFragment(_ atom: Atom, _ scope: OffsetScope) throws(FormatError) {
    guard let moof = scope.surroundings.moof, moof.old != moof.new else { return }
    if scope.continuesOtherFile {
      throw FormatError(
        .notEditable(
          "the fragment would move, and the samples of this track are counted from the end of those "
            + "of the track before, which are not in the same file"))
    }
    guard scope.isFragmentElsewhere, atom.type == "trun", scope.fragmentBase?.old == moof.old,
      scope.fragmentBase?.new == moof.new, let traf = scope.surroundings.traf?.atom,
      traf.first("trun")?.place == atom.place,
      let run = try? atom.decode(TrackFragmentRun.self),
      run.flags & TrackFragmentRun.hasDataOffset == 0
    else { return }
    throw FormatError(
      .notEditable(
        "the fragment would move, and only its own place says where its samples are in another file"
      ))
  }

  private func place(ofBase base: UInt64) -> UInt64 {
    map.destination(of: base) ?? starts[base] ?? map.destination(ofFirstFrom: base) ?? base
  }

  private struct Mover: OffsetMover {
    let relocation: Relocation
    let isNew: Bool
    let targets: OffsetHomes

    func moved(_ target: OffsetTarget) throws(FormatError) -> UInt64 {
      let map = relocation.map
      guard !isNew else { return target.place.addingClamping(relocation.newMedia) }
      if targets.isElsewhere(target) { return target.place }
      switch target.role {
      case .base: return relocation.place(ofBase: target.place)
      case .start:
        return relocation.starts[target.place] ?? map.destination(ofFirstFrom: target.place)
          ?? target.place
      case .end:
        return relocation.ends[target.place] ?? map.destination(afterLastBefore: target.place)
          ?? target.place
      case .nothing: return target.place
      case .data: break
      }
      if let place = place(of: target) { return place }
      if let row = target.row, targets.isEmpty(row) { return target.place }
      let row = target.row.map { "[\($0)]" } ?? ""
      throw FormatError(
        .notEditable(
          "\(target.field)\(row) points at byte \(target.place), which the change removes or "
            + "rewrites"))
    }

    func movedAtom(_ target: OffsetTarget, size: UInt64) -> (place: UInt64, size: UInt64)? {
      guard !isNew else { return (target.place.addingClamping(relocation.newMedia), size) }
      guard let start = relocation.starts[target.place] else {
        if let place = relocation.map.destination(of: target.place) { return (place, size) }
        // In an atom that is still there, what is at the place may only have changed.
        guard relocation.changedAtoms.overlaps(target.place..<target.place.addingClamping(1)) else {
          return nil
        }
        return (relocation.map.destination(ofFirstFrom: target.place) ?? target.place, size)
      }
      let end = size > 0 ? relocation.ends[target.place.addingClamping(size)] : nil
      return (start, end?.subtracting(start) ?? size)
    }

    private func place(of target: OffsetTarget) -> UInt64? {
      guard target.place < .max else { return nil }
      guard let length = target.length, length < .max else {
        return relocation.map.destination(of: target.place)
      }
      let (sum, overflow) = target.place.addingReportingOverflow(length)
      // Damaged records claim more than there is.
      let end = min(overflow ? .max : sum, max(relocation.fileSize, target.place))
      return relocation.map.destination(of: target.place..<end)
    }
  }
}
