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
    var editor = consume self
    do throws(FormatError) {
      if let plan = try editor.planOfCopy(fastStart: fastStart) { return (plan, .checked) }
    } catch { throw .format(error) }
    let place = editor.movie.atom.offset
    let placement = MediaPlacement(editor.movie)
    // What it has of the old movie is let go while the plan is checked.
    var expected: CopyExpectation? = CopyExpectation(editor, placement.reaches)
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
    expected?.map = plan.sourceMap
    if !placement.isMisplaced, let expected { return (plan, .unchecked(expected)) }
    try Self.check(plan, of: &expected, from: source, header: place)
    return (plan, .checked)
  }

  /// Checks what a plan would write. `place` is where the `moov` was.
  private static func check(
    _ plan: WritePlan, of expected: inout CopyExpectation?, from source: any ByteSource,
    header place: UInt64?
  ) throws(ReadingError) {
    guard let expectation = expected.take() else { return }
    do throws(ReadingError) {
      try (consume expectation).check(PlannedSource(plan, from: source), against: source)
    } catch { throw error.ofPlan(path: "moov", at: place) }
  }
}
