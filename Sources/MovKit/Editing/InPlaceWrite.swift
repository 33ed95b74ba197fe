/// A change of a movie in its own file, ready to be written.
package struct InPlaceWrite {
  /// The writes that prepare the change and leave the old movie valid; nil after they are made.
  private var preparing: PatchPlan?
  /// The write that makes the change effective.
  package let deciding: PatchPlan
  private let expectation: InPlaceExpectation

  /// Plans the writes of `plan`, which the editor made.
  package init(_ plan: PatchPlan, of editor: MovieEditor) throws(ReadingError) {
    (preparing, deciding) = plan.divided
    expectation = try InPlaceExpectation(editor)
  }

  /// Plans the writes that make the changes of an editor, which ends. `others` gets the plan, for what else
  /// depends on it.
  package static func planned<Other>(
    _ editor: consuming MovieEditor, _ others: (PatchPlan) throws -> Other
  ) throws -> (write: InPlaceWrite, other: Other) {
    let (plan, expected) = try editor.patch()
    return (InPlaceWrite(plan, expected), try others(plan))
  }

  private init(_ plan: PatchPlan, _ expected: InPlaceExpectation) {
    (preparing, deciding) = plan.divided
    expectation = expected
  }

  /// Why a change was not made, or not to the end.
  package enum Failure: Error {
    /// The file could not be written.
    case patch(PatchError)
    /// The new header was written, read back and found wrong before it was made valid; the movie is
    /// unchanged.
    case reading(ReadingError)
  }

  /// Writes the new header, reads it back from the file and checks it, and only then makes it valid.
  /// - Returns: The backup that restores the old movie.
  package mutating func carryOut(on file: EditableFile) throws(Failure) -> PatchBackup {
    if let preparing {
      do throws(PatchError) { try file.carryOut(preparing) } catch { throw .patch(error) }
    }
    preparing = nil
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
    let patched: PatchedSource
    do throws(IOError) {
      ready = try file.reopened()
      guard ready.size == deciding.changedSize else { throw IOError(.read, file.path, .changed) }
      patched = try PatchedSource(ready, after: deciding)
    } catch { throw .io(error) }
    try expectation.check(patched)
    let undoing = try PatchBackup(of: deciding, from: ready)
    do throws(IOError) {
      try SourceWatch.checkReads()
      try ready.checkUnchanged()
    } catch { throw .io(error) }
    return undoing
  }

  /// Reads the changed movie back, checks it, and returns it.
  @discardableResult
  package func check(_ result: any ByteSource) throws(ReadingError) -> Movie {
    try expectation.check(result)
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
