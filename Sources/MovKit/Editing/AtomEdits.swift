extension MovieEditor: AtomTreeEditing {
  /// Sets fields of the atom at a path. Its children stay, and so does what no field says.
  ///
  /// File offsets among the fields mean the file as it is. They are moved with the bytes that they
  /// point at.
  /// - Throws: `FormatError` if there is no such atom or field, if a value is none of its field, if the
  ///   field follows from others or is the ID of a track, or if the movie cannot be changed.
  public mutating func setFields(
    _ fields: [Field], ofAtomAt path: AtomPath
  ) throws(FormatError) {
    try set(fields, ofAtomAt: path)
  }

  /// Adds an atom to the children of the atom at a path.
  /// - Parameters:
  ///   - atom: The atom. Its file offsets are written as they are.
  ///   - path: The path of the parent; nil for the top level of the file.
  ///   - index: The number of children that come before it; nil for all.
  /// - Throws: `FormatError` if there is no such atom, if it can have no children, if it has fewer than
  ///   `index`, or if the movie cannot be changed.
  public mutating func insert(
    _ atom: Atom, intoAtomAt path: AtomPath?, at index: Int? = nil
  ) throws(FormatError) {
    try add(atom, toAtomAt: path, at: index)
  }

  /// Removes the atom at a path, with its children.
  /// - Throws: `FormatError` if there is no such atom, if it is the movie header or a track, or if the
  ///   movie cannot be changed. Whether something else points into it is found when the movie is
  ///   written.
  public mutating func removeAtom(at path: AtomPath) throws(FormatError) { try takeOut(path) }

  var atomFile: AtomFile { movie.file }
  var storedMovie: Atom? { movie.storedAtom }

  /// What the file has in its `moov` in compressed form is in the `moov` itself.
  func pathOfChange(_ path: AtomPath) -> AtomPath {
    guard movie.atom.isInCompressedForm, let first = path.steps.first,
      first.type == movie.storedAtom.type,
      let inner = path.steps.dropFirst().firstIndex(where: { $0.type == "moov" })
    else { return path }
    var result = path
    result.steps = [first] + path.steps[(inner + 1)...]
    return result
  }
}

extension MovieEditor {
  /// What a change of atoms does to the samples, and what is wrong with the movie only then.
  ///
  /// - Throws: `ReadingError` if the changed movie cannot be read, a track of it, or the tables of a track
  ///   that are changed.
  package func findingsOfChange() throws(ReadingError) -> [Diagnostic] {
    let plan: WritePlan
    do { plan = try writePlan() } catch { throw .format(error) }
    let (tables, after) = try findings(after: plan)
    return tables + (try MovieCheck.newFindings(among: after, before: movie.source))
  }

  /// What the change does to samples, and what is wrong afterwards. The changed movie is read once for both,
  /// and is not in memory any more when the one before it is read again.
  private func findings(
    after plan: WritePlan
  ) throws(ReadingError) -> (tables: [Diagnostic], serious: [CheckFinding]) {
    let outline = try MovieOutline(PlannedSource(plan, from: movie.source))
    let check = try MovieCheck(outline.file, outline.examined())
    let new: Movie
    if let movie = check.movie { new = movie } else { new = try outline.movie() }
    return (try findings(of: new), check.serious)
  }

  private func findings(of new: Movie) throws(ReadingError) -> [Diagnostic] {
    let kept = Dictionary(new.tracks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    if let lost = movie.tracks.first(where: { kept[$0.id] == nil }) {
      throw .format(
        FormatError(.notEditable("the change makes the track unreadable"), path: lost.path))
    }
    return try findingsOfChangedTables(kept)
  }

  private func findingsOfChangedTables(
    _ new: [UInt32: Track]
  ) throws(ReadingError) -> [Diagnostic] {
    let changed = zip(movie.tracks, changesTables(of: movie.tracks)).filter(\.1).map(\.0)
    var findings: [Diagnostic] = []
    for old in changed {
      guard let before = try? old.sampleTable().count, let track = new[old.id] else { continue }
      let after: Int
      do { after = try track.sampleTable().count } catch {
        throw .format(
          FormatError(
            .notEditable("the change makes the samples unreadable: \(error.reason)"),
            path: error.path.isEmpty ? old.path : error.path))
      }
      guard before != after else { continue }
      findings.append(
        Diagnostic(
          "samples-changed", .warning,
          "the track has \(before) sample\(before == 1 ? "" : "s"), and \(after) after the change",
          path: old.path, at: old.atom.offset))
    }
    return findings
  }
}

extension AtomFileEditor {
  /// What is wrong with the file only after the change.
  ///
  /// - Throws: `ReadingError` if the changed file cannot be read, or there is no plan of it.
  package func findingsOfChange() throws(ReadingError) -> [Diagnostic] {
    let plan: WritePlan
    do { plan = try writePlan() } catch { throw .format(error) }
    let after = try MovieCheck(of: PlannedSource(plan, from: file.source)).serious
    return try MovieCheck.newFindings(among: after, before: file.source)
  }
}

extension MovieCheck {
  /// The errors and warnings.
  fileprivate var serious: [CheckFinding] { findings.filter { $0.severity > .note } }

  /// Returns the findings about a changed file that the file before does not have.
  fileprivate static func newFindings(
    among after: [CheckFinding], before source: any ByteSource
  ) throws(ReadingError) -> [Diagnostic] {
    guard !after.isEmpty else { return [] }
    // What was found before may have another path, because atoms are numbered.
    var known: [String: (count: Int, paths: Set<String>)] = [:]
    for finding in try MovieCheck(of: source).serious {
      known[finding.rule, default: (0, [])].count += 1
      known[finding.rule]?.paths.insert(finding.path)
    }
    let counts = Dictionary(after.map { ($0.rule, 1) }, uniquingKeysWith: +)
    return after.compactMap { finding in
      if let old = known[finding.rule],
        old.paths.contains(finding.path) || counts[finding.rule, default: 0] <= old.count
      {
        return nil
      }
      return Diagnostic(
        finding.rule, finding.severity, finding.message, path: finding.path, at: finding.offset)
    }
  }
}

extension Atom {
  /// Reads the atoms that bytes are, as they are in a context.
  ///
  /// - Throws: `FormatError` if the bytes are not whole atoms.
  package static func atoms(
    of bytes: Bytes, in context: AtomContext, schema: Schema = .standard
  ) throws(FormatError) -> [Atom] {
    var atoms: [Atom] = []
    var rest = bytes
    while !rest.isEmpty {
      var header = AtomHeader()
      var reader = Reader(rest)
      do { try header.fields(&reader) } catch {
        throw FormatError(.wrongKind("the bytes at \(rest.startIndex) are not an atom"))
      }
      let claimed = header.claimedSize ?? UInt64(rest.count)
      guard claimed >= UInt64(header.length), claimed <= UInt64(rest.count),
        header.type.isPlausibleType || header.claimedSize != nil
      else {
        throw FormatError(
          .wrongKind(
            "the atom at byte \(rest.startIndex - bytes.startIndex) declares \(claimed) bytes, and "
              + "\(rest.count) are there"))
      }
      let end = rest.startIndex + Int(claimed)
      var atom = Atom(
        header, .bytes(rest[(rest.startIndex + header.length)..<end]), in: nil, at: nil,
        claimedSize: nil)
      if atom.form == .toEnd { atom.form = .compact }
      var parser = AtomParser(schema: schema, limits: .standard)
      parser.parse(&atom, in: context, at: PathComponent(type: atom.type, index: nil))
      atoms.append(atom)
      rest = rest[end...]
    }
    return atoms
  }
}
