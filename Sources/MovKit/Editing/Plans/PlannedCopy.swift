/// What must be true of a changed copy of a movie, and how much of it is known of its plan.
package enum PlannedCopy {
  case unchecked(CopyExpectation)
  /// The bytes that the plan would write were checked.
  case checked

  /// Reads a written copy back. It must be as `CopyExpectation.check` says, or have the bytes that were checked.
  ///
  /// Throws as that does.
  /// - Parameters:
  ///   - source: The file that was copied.
  ///   - plan: The plan by which the copy was written.
  /// - Returns: The movie, if it was read for this; nil if only bytes were compared.
  @discardableResult
  package consuming func check(
    _ result: any ByteSource, against source: any ByteSource, plan: WritePlan
  ) throws(ReadingError) -> Movie? {
    switch consume self {
    case .unchecked(let expected): return try expected.check(result, against: source)
    case .checked:
      try plan.check(written: result, from: source)
      return nil
    }
  }
}

extension MovieEditor {
  /// Returns the plan of a copy, and what must be true of the copy. A reader finds the movie in it, with
  /// the same media: bytes before the first atom may read as another atom once other bytes follow them,
  /// and media may lie among bytes that change. The editor ends, so that its changes, which can be to a
  /// list of a million atoms, are not copied.
  ///
  /// Throws if no such plan can be made, or the source cannot be read.
  /// - Parameter source: The file that the movie was read from.
  package consuming func copy(
    from source: any ByteSource, fastStart: Bool = false
  ) throws(ReadingError) -> (plan: WritePlan, expected: PlannedCopy) {
    try (consume self).planned(from: source, fastStart: fastStart).checked(from: source)
  }

  /// Returns the same, and what the change does to the samples and what is wrong with the movie only then. For
  /// that, what the plan would write is read, and it is checked at once.
  ///
  /// Throws as `copy` does, and if the changed movie cannot be read or a track of it, or is not as expected.
  package consuming func copyWithFindings(
    from source: any ByteSource, fastStart: Bool = false
  ) throws(ReadingError) -> (plan: WritePlan, expected: PlannedCopy, findings: [Diagnostic]) {
    let editor = consume self
    let before = MovieBeforeChange(editor)
    let copy = try (consume editor).planned(from: source, fastStart: fastStart)
    let plan = copy.plan
    // What stays as it is is not read again.
    guard let map = copy.expected?.map else { return (plan, .checked, []) }
    let result = PlannedSource(plan, from: source)
    let findings = try before.findings(in: result, map) { movie throws(ReadingError) in
      try copy.check(movie, result, from: source)
    }
    return (plan, .checked, findings)
  }

  /// A plan, and what must be true of the copy that it makes.
  private struct Planned {
    let plan: WritePlan
    /// Nil if nothing of the file is changed.
    var expected: CopyExpectation?
    /// Whether media is where bytes change, so that the plan must be checked.
    let isMisplaced: Bool
    /// Where the `moov` was.
    let place: UInt64?
    /// How the movie was read.
    let reading: ReadingOptions

    /// Checks what the plan would write if media is where bytes change.
    consuming func checked(
      from source: any ByteSource
    ) throws(ReadingError) -> (plan: WritePlan, expected: PlannedCopy) {
      let plan = plan
      guard isMisplaced, expected != nil else {
        return (plan, expected.take().map(PlannedCopy.unchecked) ?? .checked)
      }
      let result = PlannedSource(plan, from: source)
      let written = try MovieOutline(result, as: reading).movie()
      try (consume self).check(written, result, from: source)
      return (plan, .checked)
    }

    /// Checks the movie that was read from what the plan would write.
    consuming func check(
      _ written: Movie, _ result: PlannedSource, from source: any ByteSource
    ) throws(ReadingError) {
      let (place, isMisplaced) = (place, isMisplaced)
      guard let expected = expected.take() else { return }
      do throws(ReadingError) {
        try (consume expected).check(written, result, against: source)
      } catch { throw isMisplaced ? error.ofPlan(path: "moov", at: place) : error }
    }
  }

  private consuming func planned(
    from source: any ByteSource, fastStart: Bool
  ) throws(ReadingError) -> Planned {
    var editor = consume self
    let (place, reading) = (editor.movie.atom.offset, editor.movie.file.reading)
    do throws(FormatError) {
      if let plan = try editor.planOfCopy(fastStart: fastStart) {
        return Planned(
          plan: plan, expected: nil, isMisplaced: false, place: place, reading: reading)
      }
    } catch { throw .format(error) }
    editor.findRemovedStretches()
    let placement = MediaPlacement(editor.movie)
    // What it has of the old movie is let go while the plan is checked.
    var expected = CopyExpectation(editor, placement.reaches)
    let plan: WritePlan
    if editor.isAlwaysFound {
      do throws(FormatError) {
        plan = try editor.takePlan(fastStart: fastStart, placement.reaches)
      } catch {
        throw .format(error)
      }
    } else {
      plan = try editor.foundPlan(from: source, fastStart: fastStart)
    }
    _ = consume editor
    expected.map = plan.sourceMap
    return Planned(
      plan: plan, expected: expected, isMisplaced: placement.isMisplaced, place: place,
      reading: reading)
  }
}
