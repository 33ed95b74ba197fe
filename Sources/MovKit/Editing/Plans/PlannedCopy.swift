/// What must be true of a changed copy of a movie, and how much of it is known of its plan.
package enum PlannedCopy {
  case unchecked(CopyExpectation)
  /// The bytes that the plan would write were checked.
  case checked

  /// Reads a written copy back, and returns it. It must be as `CopyExpectation.check` says.
  ///
  /// Throws as that does.
  /// - Parameters:
  ///   - source: The file that was copied.
  ///   - plan: The plan by which the copy was written.
  @discardableResult
  package consuming func check(
    _ result: any ByteSource, against source: any ByteSource, plan: WritePlan
  ) throws(ReadingError) -> Movie {
    switch consume self {
    case .unchecked(let expected): return try expected.check(result, against: source)
    case .checked:
      try plan.check(written: result, from: source)
      return try MovieOutline(result).movie()
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

  /// Returns the same, and what the change does to the samples and what is wrong with the movie only then.
  ///
  /// Throws as `copy` does, and if the changed movie cannot be read, or a track of it.
  package consuming func copyWithFindings(
    from source: any ByteSource, fastStart: Bool = false
  ) throws(ReadingError) -> (plan: WritePlan, expected: PlannedCopy, findings: [Diagnostic]) {
    let editor = consume self
    let before = MovieBeforeChange(editor)
    let copy = try (consume editor).planned(from: source, fastStart: fastStart)
    // What stays as it is is not read again.
    let findings =
      copy.expected == nil ? [] : try before.findings(in: PlannedSource(copy.plan, from: source))
    let (plan, expected) = try (consume copy).checked(from: source)
    return (plan, expected, findings)
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

    /// Checks what the plan would write if media is where bytes change.
    consuming func checked(
      from source: any ByteSource
    ) throws(ReadingError) -> (plan: WritePlan, expected: PlannedCopy) {
      let (plan, place, isMisplaced) = (plan, place, isMisplaced)
      guard let expected = expected.take() else { return (plan, .checked) }
      guard isMisplaced else { return (plan, .unchecked(expected)) }
      do throws(ReadingError) {
        try (consume expected).check(PlannedSource(plan, from: source), against: source)
      } catch { throw error.ofPlan(path: "moov", at: place) }
      return (plan, .checked)
    }
  }

  private consuming func planned(
    from source: any ByteSource, fastStart: Bool
  ) throws(ReadingError) -> Planned {
    var editor = consume self
    let place = editor.movie.atom.offset
    do throws(FormatError) {
      if let plan = try editor.planOfCopy(fastStart: fastStart) {
        return Planned(plan: plan, expected: nil, isMisplaced: false, place: place)
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
      plan: plan, expected: expected, isMisplaced: placement.isMisplaced, place: place)
  }
}
