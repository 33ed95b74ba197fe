import MovKit

/// A change of a movie in its own file, from locking the file to verifying the result.
struct InPlaceChange {
  private let path: FilePath
  /// Where the backup goes; nil for none.
  private let backup: OutputPlace?
  private let arguments: Arguments
  private let session: Session
  /// Whether to report what the change does to the samples, and what is wrong with the movie only after it.
  private let findsFaults: Bool

  init(_ job: MovieJob, _ arguments: Arguments, _ session: Session, findsFaults: Bool) {
    self.findsFaults = findsFaults
    path = job.file
    backup = job.backup
    self.arguments = arguments
    self.session = session
  }

  /// Reads the movie, writes what `edit` changes, and verifies the result. If verification fails,
  /// the old movie is restored. `line` says what became of the movie.
  func run(
    _ line: inout ChangeReport.Line, _ edit: (Movie) throws(Failure) -> MovieEditor
  ) throws {
    let file = try InPlaceChange.open(path)
    defer { if arguments[MovieChange.preserveTimes] { keepTimes(of: file) } }
    guard var work = try prepared(file, &line, edit) else {
      line.status = .unchanged
      line.after = line.before
      if let backup {
        session.messages.warning(
          "nothing was to be changed, so \(backup.path) was not written",
          rule: "backup-not-written",
          file: path)
      }
      return
    }
    let before = try checksum(of: file, work.untouched, "reading")
    if let backup = work.backup { try save(backup) }
    work.backup = nil
    let undoing = try EndingSignals.holding { isInterrupted in
      let undoing = try carryOut(work, on: file)
      if isInterrupted() {
        session.messages.error("interrupted, but the movie has already been changed", file: path)
      }
      return undoing
    }
    do {
      let result = try file.reopened()
      warnOfSize(result.size, planned: work.write.deciding.changedSize)
      try work.write.check(result)
      line.after = try line.timecode(in: try MovieOutline(result).movie())
      if !work.untouched.isEmpty { result.forgetCache() }
      guard try checksum(of: result, work.untouched, "reading again") == before else {
        throw Failure.problem("bytes outside the planned writes have changed", file: path)
      }
      try SourceWatch.checkReads()
      line.status = .written
      session.messages.detail("the change was written and read back", file: path)
      warnOfOther(than: file)
    } catch {
      throw Failure.problem(undo(undoing, on: file, because: error), file: path)
    }
  }

  /// Warns if the file does not have the planned size. Other programs may ignore the lock.
  private func warnOfSize(_ size: UInt64, planned: UInt64) {
    guard size != planned else { return }
    session.messages.warning(
      "another program has \(size < planned ? "cut" : "added to") the file in the meantime: it has "
        + "\(counted(size, "byte")), not \(planned)", rule: "changed-meanwhile", file: path)
  }

  /// Warns if the name no longer leads to the file that was changed.
  private func warnOfOther(than file: EditableFile) {
    let now = try? FoundFile(path)
    guard now?.identity != file.identity else { return }
    session.messages.warning(
      "another program has \(now == nil ? "removed or renamed" : "replaced") the file in the meantime: the "
        + "change is in the file that had this name before", rule: "changed-meanwhile", file: path)
  }

  /// What to write, and what to expect of the result. The old movie is no longer in memory.
  private struct Work {
    var write: InPlaceWrite
    /// The backup, if one is requested. It is saved after everything else is prepared, so that a
    /// failure before leaves no backup file.
    var backup: PatchBackup?
    /// The byte ranges that must not change. Empty unless full verification is requested.
    var untouched: [Range<UInt64>]
  }

  /// Reads the movie, lets `edit` change it, and plans the writes. Returns nil if nothing changes.
  private func prepared(
    _ file: EditableFile, _ line: inout ChangeReport.Line,
    _ edit: (Movie) throws(Failure) -> MovieEditor
  ) throws -> Work? {
    let movie = try MovieChange.movie(from: file, path, session)
    line.before = line.timecode(in: movie)
    let editor = try edit(consume movie)
    guard !editor.isUnchanged else { return nil }
    let (plan, findings) = try (consume editor).checkedPatch(findsFaults: findsFaults)
    session.messages.report(findings, file: path)
    return Work(
      write: InPlaceWrite(plan),
      backup: backup == nil ? nil : try PatchBackup(of: plan, from: file),
      untouched: arguments[MovieChange.verify] == .full ? plan.untouched : [])
  }

  /// Writes the new header, reads it back from the file, and only then makes it valid. Returns the backup that
  /// restores the old movie.
  private func carryOut(_ work: Work, on file: EditableFile) throws -> PatchBackup {
    do throws(InPlaceWrite.Failure) { return try work.write.carryOut(on: file) } catch {
      switch error {
      case .patch(let error):
        if error.state == .unchanged { removeBackup() }
        throw InPlaceChange.problem(error, path)
      case .reading(let error):
        removeBackup()
        throw error
      }
    }
  }

  /// Removes the backup of a change that was not made. Otherwise it would be in the way of the next
  /// backup.
  private func removeBackup() {
    if let backup { Process.remove(backup.path) }
  }

  /// Opens a movie to modify it in place.
  /// - Throws: A `Failure` that says that nothing was written if the file cannot be modified.
  static func open(_ path: FilePath) throws -> EditableFile {
    do throws(IOError) {
      let file = try EditableFile(path)
      OutputLimit.countRead(file.size)
      return file
    } catch {
      guard error.isPermissionDenied else { throw error }
      throw Failure.problem(
        "cannot modify: \(error.reason); nothing was written", file: path)
    }
  }

  /// Returns the failure to report if a plan could not be carried out, with advice.
  static func problem(_ error: PatchError, _ path: FilePath) -> Failure {
    let advice = error.error.isOutOfSpace ? "; free some space and try again" : ""
    return .problem(error.description + advice, file: path)
  }

  private func save(_ backup: PatchBackup) throws {
    guard let target = self.backup else { return }
    let bytes = try backup.serialized()
    session.messages.detail(
      "saving \(counted(bytes.count, "byte")) for 'movtool restore'", file: target.path)
    do throws(IOError) {
      let output = try OutputFile(at: target)
      try output.append(bytes)
      try output.finish()
    } catch {
      throw Failure.problem(
        "cannot write the backup: \(error.reason). The movie is unchanged", file: target.path)
    }
  }

  /// Returns a checksum of the bytes in `ranges`, and shows progress.
  private func checksum(
    of file: any ByteSource, _ ranges: [Range<UInt64>], _ verb: String
  ) throws -> UInt64 {
    let line = session.progress(verb, total: ranges.last?.upperBound ?? 0)
    return try file.checksum(of: ranges, progress: line.map { line in { line.update($0) } })
  }

  /// Restores the old movie because the new one failed verification. Returns the message to report.
  private func undo(
    _ backup: PatchBackup, on file: EditableFile, because error: any Error
  ) -> String {
    func words(_ error: any Error) -> String {
      (error as? any IdentifiedError)?.messageAboutFile ?? "\(error)"
    }
    let reason = "changed, but verification failed: \(words(error))"
    do {
      let size = try InPlaceChange.putBack(backup, on: file, path, mustBeWhole: false)
      return reason
        + (size < backup.originalSize
          ? "; what remains of the old movie was restored" : "; the old movie was restored")
    } catch {
      let advice = self.backup.map { "; try 'movtool restore' with \($0.path)" }
      return reason + "; restoring the old movie failed: \(words(error))" + (advice ?? "")
    }
  }

  /// Restores the file to its state before the change that `backup` belongs to. Returns the size of
  /// the file before it was restored.
  @discardableResult
  static func putBack(
    _ backup: PatchBackup, on file: EditableFile, _ path: FilePath, mustBeWhole: Bool = true
  ) throws -> UInt64 {
    do {
      return try EndingSignals.holding { _ in
        try InPlaceWrite.putBack(backup, on: file, mustBeWhole: mustBeWhole)
      }
    } catch InPlaceWrite.Failure.patch(let error) {
      throw error
    } catch InPlaceWrite.Failure.reading(let error) {
      throw error
    }
  }

  /// Restores the access and modification times of the file; warns if that fails.
  private func keepTimes(of file: EditableFile) {
    do throws(IOError) { try file.keepTimes() } catch {
      session.messages.report(lost: [error])
    }
  }
}
