extension MovieEditor {
  /// Returns the same plan as `writePlan(fastStart:)` after making sure that a reader finds the movie in
  /// the result: bytes before the first atom may read as another atom once other bytes follow them.
  ///
  /// Throws if no such plan can be made, or the source cannot be read.
  func foundPlan(
    from source: any ByteSource, fastStart: Bool
  ) throws(ReadingError) -> WritePlan {
    let plan: WritePlan
    do { plan = try writePlan(fastStart: fastStart) } catch { throw .format(error) }
    if try isFound(in: plan, from: source) { return plan }
    // With its new media on the other side, the `moov` has another position.
    let other: WritePlan
    do { other = try writePlan(fastStart: fastStart, swapsMedia: true) } catch {
      throw .format(error)
    }
    guard try isFound(in: other, from: source) else { throw .format(notFound()) }
    return other
  }

  /// Whether a reader is known to find the movie in every copy: a file that begins with a type by which
  /// readers know a movie is read from its first byte on.
  var isAlwaysFound: Bool {
    guard movie.file.leading.isEmpty, !changesTopLevel, let first = movie.file.atoms.first else {
      return false
    }
    return TopLevelScan.anchors.contains(first.type)
  }

  /// Throws if a reader of the plan's output would not find the movie in it.
  /// - Parameter others: The further sources of the plan.
  package func check(
    _ plan: WritePlan, from source: any ByteSource, others: [any ByteSource] = []
  ) throws(ReadingError) {
    guard try isFound(in: plan, from: source, others: others) else { throw .format(notFound()) }
  }

  private func notFound() -> FormatError {
    FormatError(
      .notEditable(
        "the \(counted(movie.file.leading.count, "byte")) before the first atom would read as an atom in the "
          + "changed file, and hide the movie: remove them first"), at: 0)
  }

  /// Whether a reader finds the `moov` in the plan's output where the plan puts it, after the atoms
  /// that should come before it.
  private func isFound(
    in plan: WritePlan, from source: any ByteSource, others: [any ByteSource] = []
  ) throws(ReadingError) -> Bool {
    let header = zip(plan.rows, plan.steps).first { _, step in
      guard case .bytes(let pieces, _) = step else { return false }
      return pieces.count >= 8 && Array(pieces.slices.joined().prefix(8).suffix(4)) == moovType
    }
    let place = header?.0.offset ?? plan.destination(of: movie.storedAtom.offset ?? 0)
    var scan = TopLevelScan(
      source: PlannedSource(plan, from: source, others: others), schema: movie.file.schema,
      limits: movie.file.reading.limits, leavingFragments: true)
    do { try scan.run(upTo: "moov") } catch {
      guard case .format = error else { throw error }
      return false
    }
    return scan.start == movie.file.leading.upperBound && scan.end == place
  }

  private var moovType: [UInt8] { FourCC("moov").bytes }
}

extension PatchPlan {
  /// Throws if a file that this plan was carried out on does not have what it writes.
  func check(written result: any ByteSource) throws(ReadingError) {
    let place: UInt64?
    do throws(IOError) { place = try firstDifference(in: result) } catch { throw .io(error) }
    if let place { throw .notAsPlanned("the bytes at or after \(place) differ", nil) }
  }
}

extension WritePlan {
  /// Throws if a file that this plan was written to has other bytes. Of longer stretches that were copied,
  /// only the beginning and the end are compared.
  package func check(
    written result: any ByteSource, from source: any ByteSource
  ) throws(ReadingError) {
    let place: UInt64?
    do throws(IOError) {
      place = try firstDifference(of: result, from: source, copiesUpTo: Self.comparedBytes)
    } catch { throw .io(error) }
    if let place { throw .notAsPlanned("the bytes at or after \(place) differ", nil) }
  }
}

extension ReadingError {
  /// What is thrown before anything is written if what a plan would write is not as planned: media lies at bytes
  /// that change, and offsets into them cannot be moved. Other errors stay as they are.
  func ofPlan(path: String = "", at place: UInt64? = nil) -> ReadingError {
    guard case .format(let error) = self, case .notAsPlanned(let what) = error.reason else {
      return self
    }
    return .format(
      FormatError(.notEditable("\(Self.misplacedMedia): \(what)"), path: path, at: place))
  }

  static let misplacedMedia =
    "media lies in a header or past the end of the file, at bytes that would change"
}
