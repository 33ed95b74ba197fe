extension MovieEditor {
  /// Writes the changed movie to a new file. Media is copied by the system.
  ///
  /// The file appears under its name when it is complete, is on the medium, and has been read back: the
  /// new timecode must say what was asked for, and every sample of the other tracks must have the same
  /// bytes. Otherwise nothing is left.
  /// - Parameters:
  ///   - path: The path of the new file, a text or a `FilePath`.
  ///   - overwriting: Whether a file that exists at `path` is replaced. The file that the movie was
  ///     opened from never is.
  ///   - fastStart: Whether the header comes before the media, so that a player need not have the
  ///     whole file to begin.
  ///   - verifying: Whether the result is read back.
  /// - Returns: Which permissions and attributes of the old file could not be kept.
  /// - Throws: `EditingError`. The movie is unchanged.
  @discardableResult
  public func write(
    to path: some FilePathConvertible, overwriting: Bool = false, fastStart: Bool = false,
    verifying: Bool = true
  ) throws(EditingError) -> [IOError] {
    let source = movie.source
    let (plan, expected): (WritePlan, PlannedCopy)
    do throws(ReadingError) {
      (plan, expected) = try copy(from: source, fastStart: fastStart)
    } catch { throw EditingError(error) }
    do {
      return try OutputFile.write(
        plan, from: source, to: OutputPlace(path.filePath, overwrites: overwriting)
      ) { file throws(ReadingError) in
        if verifying { try expected.check(file, against: source, plan: plan) }
      }
    } catch { throw EditingError(error) }
  }

  /// Changes the movie in its own file: the new header goes into free space or to the end, and one
  /// small write makes it valid. Media is not moved. Until that write, the old movie is valid.
  ///
  /// Before it, the new header is read back and checked; after it, the whole movie is, and restored if
  /// it is not what was planned.
  /// - Parameter verifying: Whether the movie is read back at the end.
  /// - Throws: `EditingError`.
  public func writeInPlace(verifying: Bool = true) throws(EditingError) {
    guard let opened = movie.source as? File else { throw .notAFile }
    let file: EditableFile
    do throws(IOError) {
      file = try EditableFile(opened.path)
      // The movie in memory must be the one that is changed.
      try opened.checkUnchanged()
      guard try file.reopened().identity == opened.identity else {
        throw IOError(.write, opened.path, .changed)
      }
    } catch { throw .io(error) }
    let write: InPlaceWrite
    do throws(ReadingError) { write = InPlaceWrite(try checkedPatch().plan) } catch {
      throw EditingError(error)
    }
    let undoing: PatchBackup
    do throws(InPlaceWrite.Failure) { undoing = try write.carryOut(on: file) } catch {
      throw EditingError(error)
    }
    guard verifying else { return }
    do throws(ReadingError) {
      let result: File
      do throws(IOError) { result = try file.reopened() } catch { throw .io(error) }
      try write.check(result)
    } catch {
      do throws(InPlaceWrite.Failure) {
        _ = try InPlaceWrite.putBack(undoing, on: file, mustBeWhole: false)
      } catch {
        switch error {
        case .reading(let error): throw .notRestored(error)
        case .patch(let error): throw .notRestored(.io(error.error))
        }
      }
      throw .verification(error)
    }
  }
}

extension EditingError {
  init(_ error: OutputError<ReadingError>) {
    switch error {
    case .io(let error): self = .io(error)
    case .verification(let error): self = .verification(error)
    }
  }

  init(_ error: ReadingError) {
    switch error {
    case .io(let error): self = .io(error)
    case .format(let error): self = .format(error)
    case .notStarted: self = .verification(error)
    }
  }

  fileprivate init(_ failure: InPlaceWrite.Failure) {
    switch failure {
    case .reading(let error): self = .verification(error)
    case .patch(let error):
      switch error.state {
      case .unchanged: self = .io(error.error)
      case .undecided: self = .undecided(error.error)
      case .changed: self = .changed(error.error)
      }
    }
  }
}
