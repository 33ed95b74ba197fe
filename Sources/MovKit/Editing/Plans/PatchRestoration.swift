extension PatchBackup {
  /// Returns the plan that restores the old file: the writes of the change in reverse, so that
  /// here, too, the file contains one complete movie at every moment. Once that is the old one, the
  /// file is truncated to its old size.
  ///
  /// The file may also be one on which a restoration was interrupted, or one that something else
  /// has truncated or appended to; appended bytes stay. If nothing is left to restore, the plan is
  /// empty.
  ///
  /// Throws if this backup is damaged, or if the bytes at its places are not those that the change
  /// wrote. Unless `mustBeWhole` is false, also throws if the header of the old movie has been
  /// truncated. Pass false if the new movie is not complete either, because then it is no reason
  /// not to restore the old one.
  package func restoringPlan(
    for changed: any ByteSource, mustBeWhole: Bool = true
  ) throws(ReadingError) -> PatchPlan {
    do throws(FormatError) { try checkItself() } catch { throw .format(error) }
    let there = writes.indices.filter { writes[$0].range.upperBound <= changed.size }
    // If a file ends before all places of the change, nothing in it shows that it is the right one.
    let isKnown = !there.isEmpty || writes.isEmpty || changed.size >= originalSize
    guard isKnown || !mustBeWhole, let made = try writesMade(of: there, in: changed) else {
      throw .format(
        FormatError(
          .wrongKind(
            "the backup belongs to another file, or the file has been changed again since (if there is "
              + "a later backup, restore that one first); nothing was restored"
          ))
      )
    }
    let plan = restoringPlan(for: changed, there: there, made: made)
    if mustBeWhole, ![originalSize, changedSize].contains(changed.size) {
      try checkMovie(of: changed, plan)
    }
    return plan
  }

  /// Returns the number of writes, from the first one, that are in the file as they were made, when
  /// all later ones are undone or were never made; nil if no number fits. Only the writes in
  /// `there` are checked.
  private func writesMade(
    of there: [Int], in changed: any ByteSource
  ) throws(ReadingError) -> Int? {
    do throws(IOError) {
      for made in there.indices.reversed().map({ $0 + 1 }) + [0] {
        if try stand(there[..<made], andNot: there[made...], in: changed) {
          return made < there.count ? there[made] : writes.count
        }
      }
    } catch { throw .io(error) }
    return nil
  }

  private func stand(
    _ made: ArraySlice<Int>, andNot undone: ArraySlice<Int>, in changed: any ByteSource
  ) throws(IOError) -> Bool {
    // Writes overlap, so each is checked after the later ones have been undone.
    var state = PatchedSource(changed)
    for index in made.reversed() {
      let write = writes[index]
      guard try state.checksum(of: [write.range]) == write.newChecksum else { return false }
      try state.apply(write.restoring)
    }
    var original = PatchedSource(changed)
    for index in undone.reversed() { try original.apply(writes[index].restoring) }
    for index in made.reversed() { try original.apply(writes[index].restoring) }
    for index in undone {
      let write = writes[index]
      let count = write.old.bytes.count
      guard
        try state.read(at: write.offset, count: count)
          == original.read(at: write.offset, count: count)
      else { return false }
    }
    return true
  }

  private func restoringPlan(
    for changed: any ByteSource, there: [Int], made: Int
  ) -> PatchPlan {
    // What was added is truncated as soon as the old movie is back: an atom whose size was made
    // explicit may then extend to the end of the file again. Bytes that something else added stay.
    let isOurs = made > 0 || there.contains { writes[$0].offset >= originalSize }
    let isCut = isOurs && changed.size > originalSize && changed.size <= changedSize
    var phases: [PatchPlan.Phase] = []
    var decisive: Int?
    if made <= commit, isCut {
      phases.append(PatchPlan.Phase([], effect: "the old movie"))
      decisive = 0
    }
    for index in there.reversed() where index < made {
      let write = writes[index]
      guard !write.old.bytes.isEmpty, write.offset < originalSize || !isCut else { continue }
      if index == commit { decisive = phases.count }
      phases.append(
        PatchPlan.Phase(
          [write.restoring], effect: index <= commit ? "the old movie" : "the new movie"))
    }
    var plan = PatchPlan(phases: phases, commit: decisive ?? 0, originalSize: changed.size)
    if isCut { plan.cutSize = originalSize }
    return plan
  }

  /// Throws if the old `moov` would not be complete because something else has changed the file's
  /// size.
  private func checkMovie(of changed: any ByteSource, _ plan: PatchPlan) throws(ReadingError) {
    let restored: PatchedSource
    do throws(IOError) { restored = try PatchedSource(changed, after: plan) } catch {
      throw .io(error)
    }
    let moov = try Movie(from: restored).atom
    // If an atom extends to the end of the file, nothing says whether it is complete.
    guard moov.claimedSize == nil, moov.form != .toEnd || changed.size >= originalSize else {
      throw .format(FormatError(.wrongKind("the file was truncated inside the old header (moov)")))
    }
  }
}

extension PatchBackup.Write {
  /// The write that restores the previous bytes.
  fileprivate var restoring: PatchPlan.Write {
    PatchPlan.Write(at: offset, Array(old.bytes), label: "previous bytes")
  }
}
