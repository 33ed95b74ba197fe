/// A change of a movie in its own file, ready to be written.
package struct InPlaceWrite {
  private let plan: PatchPlan
  /// The writes that prepare the change and leave the old movie valid.
  private let preparing: PatchPlan
  /// The writes that make the change effective.
  package let deciding: PatchPlan

  /// Takes the writes of a plan. The movie that it makes was checked (`MovieEditor.checkedPatch`).
  package init(_ plan: PatchPlan) {
    self.plan = plan
    (preparing, deciding) = plan.divided
  }

  /// Why a change was not made, or not to the end.
  package enum Failure: Error {
    /// The file could not be written.
    case patch(PatchError)
    /// The new header was written, read back and found to have other bytes before it was made valid; the movie
    /// is unchanged.
    case reading(ReadingError)
  }

  /// Writes the new header, compares it with the plan as it is in the file, and only then makes it valid.
  /// - Returns: The backup that restores the old movie.
  package func carryOut(on file: EditableFile) throws(Failure) -> PatchBackup {
    do throws(PatchError) { try file.carryOut(preparing) } catch { throw .patch(error) }
    let undoing: PatchBackup
    do throws(ReadingError) {
      undoing = try checkedBackup(file)
    } catch {
      try? file.cut(deciding.originalSize...deciding.changedSize)
      throw .reading(error)
    }
    do throws(PatchError) { try deciding.apply(to: file) } catch { throw .patch(error) }
    return undoing
  }

  private func checkedBackup(_ file: EditableFile) throws(ReadingError) -> PatchBackup {
    let ready: File
    do throws(IOError) {
      ready = try file.reopened()
      guard ready.size == deciding.changedSize else { throw IOError(.read, file.path, .changed) }
    } catch { throw .io(error) }
    try preparing.check(written: ready)
    let undoing = try PatchBackup(of: deciding, from: ready)
    do throws(IOError) {
      try SourceWatch.checkReads()
      try ready.checkUnchanged()
    } catch { throw .io(error) }
    return undoing
  }

  /// Throws if the changed file does not have what was written.
  package func check(_ result: any ByteSource) throws(ReadingError) {
    try plan.check(written: result)
  }

  /// Restores the file to its state before the change that `backup` belongs to.
  /// - Parameter mustBeWhole: Whether the old movie must come back whole; otherwise as much as is
  ///   left of it is restored.
  /// - Returns: The size of the file before it was restored, in bytes.
  package static func putBack(
    _ backup: PatchBackup, on file: EditableFile, mustBeWhole: Bool = true
  ) throws(Failure) -> UInt64 {
    let size: UInt64
    let plan: PatchPlan
    do throws(ReadingError) {
      let now: File
      do throws(IOError) { now = try file.reopened() } catch { throw .io(error) }
      size = now.size
      plan = try backup.restoringPlan(for: now, mustBeWhole: mustBeWhole)
    } catch { throw .reading(error) }
    do throws(PatchError) { try plan.apply(to: file) } catch { throw .patch(error) }
    return size
  }
}
