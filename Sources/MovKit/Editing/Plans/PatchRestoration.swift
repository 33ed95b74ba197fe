extension PatchBackup {
  /// What puts the file back as it was: the writes of the change in reverse, so that at every
  /// moment there is one whole movie here too. Once it is the old one, the file is cut to its old
  /// size.
  ///
  /// The file may also be one that a restoration was interrupted on, or one that somebody else has
  /// cut or has added to; bytes that were added stay. Where there is nothing left to put back, the
  /// plan is empty.
  ///
  /// Throws where this backup is damaged, where anything else than what the change wrote stands in
  /// its places, and where somebody has cut the old movie's header off, unless it need not be whole:
  /// a new movie that is not whole either is no reason to keep it.
  package func restoringPlan(
    for changed: some ByteSource, mustBeWhole: Bool = true
  ) throws(ReadingError) -> PatchPlan {
    do throws(FormatError) { try checkItself() } catch { throw .format(error) }
    let there = writes.indices.filter { writes[$0].range.upperBound <= changed.size }
    // A file that ends before all places of the change has nothing that tells it is the right one.
    let isKnown = !there.isEmpty || writes.isEmpty || changed.size >= originalSize
    guard isKnown || !mustBeWhole, let made = try writesMade(of: there, in: changed) else {
      throw .format(
        FormatError(
          .invalid(
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

  /// How many writes, from the first on, stand in the file as they were made, all behind them being
  /// undone or never made; nil where that is so of no number. Only those in `there` are looked at.
  private func writesMade(
    of there: [Int], in changed: some ByteSource
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
    _ made: ArraySlice<Int>, andNot undone: ArraySlice<Int>, in changed: some ByteSource
  ) throws(IOError) -> Bool {
    // Writes overlap, so that each is looked at once those behind it are taken back.
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
    for changed: some ByteSource, there: [Int], made: Int
  ) -> PatchPlan {
    // What was added is cut off as soon as the old movie is back: atoms whose size was written out
    // may go on to the end of the file again behind that. Somebody else's bytes stay.
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

  /// Throws where the old movie header would not be whole: somebody has changed the file's size.
  private func checkMovie(of changed: some ByteSource, _ plan: PatchPlan) throws(ReadingError) {
    let restored: PatchedSource
    do throws(IOError) { restored = try PatchedSource(changed, after: plan) } catch {
      throw .io(error)
    }
    let moov = try Movie(reading: restored).atom
    // Of an atom that goes on to the end of the file, nothing tells whether it is whole.
    guard moov.claimedSize == nil, moov.form != .toEnd || changed.size >= originalSize else {
      throw .format(FormatError(.invalid("the file was truncated inside the old movie header")))
    }
  }
}

extension PatchBackup.Write {
  /// The write that puts back what stood there.
  fileprivate var restoring: PatchPlan.Write {
    PatchPlan.Write(at: offset, Array(old.bytes), label: "previous bytes")
  }
}
