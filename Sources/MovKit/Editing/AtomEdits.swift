extension MovieEditor {
  /// Sets fields of the atom at a path. Its children stay, and so does what no field says.
  ///
  /// File offsets among the fields mean the file as it is. They are moved with the bytes that they
  /// point at.
  /// - Throws: `FormatError` if there is no such atom or field, if a value is none of its field, if the
  ///   field follows from others or is the ID of a track, or if the movie cannot be changed.
  public mutating func setFields(
    _ fields: [Field], ofAtomAt path: AtomPath
  ) throws(FormatError) {
    let schema = movie.file.schema
    try change(path) { atom, context throws(FormatError) in
      let old = atom.type == "tkhd" ? try? atom.decode(TrackHeader.self).trackID : nil
      atom = try atom.setting(fields, in: context, schema: schema)
      guard old == nil || old == (try? atom.decode(TrackHeader.self).trackID) else {
        throw FormatError(
          .notEditable("other atoms refer to the track by its ID, so the ID cannot be changed"))
      }
    }
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
    let new = atom.withoutPlaces
    guard let path else {
      try checkIsEditable()
      guard atom.type != "moov" else {
        throw FormatError(.notEditable("a file has only one movie header"), path: "moov")
      }
      var atoms = topLevel
      let place = try Self.place(index, among: atoms, of: "the file")
      guard place > 0 || atoms.first?.type != "ftyp" else {
        throw FormatError(
          .notEditable("the file type comes first"), path: "ftyp", at: atoms[0].offset)
      }
      if place == atoms.count, let last = atoms.last, last.form == .toEnd {
        throw FormatError(
          .notEditable("the last atom has no size of its own, so nothing can follow it"),
          path: "\(last.type)", at: last.offset)
      }
      atoms.insert(new, at: place)
      topLevel = atoms
      return
    }
    let schema = movie.file.schema
    try change(path) { parent, context throws(FormatError) in
      let isParent = schema.rule(for: parent, in: context)?.hasChildren ?? false
      guard case .children = parent.content, isParent else {
        throw FormatError(.notEditable("\(parent.type) has no child atoms here"))
      }
      guard parent.type != "moov" || new.type != "trak" else {
        throw FormatError(.notEditable("a track is more than its atom"))
      }
      let place = try Self.place(index, among: parent.children, of: "\(parent.type)")
      if place > 0 { parent.children[place - 1].claimedSize = nil }
      parent.children.insert(new, at: place)
      try parent.recount(in: context, schema)
    }
  }

  private static func place(
    _ index: Int?, among atoms: [Atom], of parent: String
  ) throws(FormatError) -> Int {
    guard let index else { return atoms.count }
    guard (0...atoms.count).contains(index) else {
      throw FormatError(
        .invalidValue(
          "\(parent) has \(atoms.count) child atom\(atoms.count == 1 ? "" : "s"), so nothing can be "
            + "at place \(index)"))
    }
    return index
  }

  /// Removes the atom at a path, with its children.
  /// - Throws: `FormatError` if there is no such atom, if it is the movie header or a track, or if the
  ///   movie cannot be changed. Whether something else points into it is found when the movie is
  ///   written.
  public mutating func removeAtom(at path: AtomPath) throws(FormatError) {
    guard let last = path.steps.last else { return }
    var outer = path
    outer.steps.removeLast()
    func index(in atoms: [Atom]) throws(FormatError) -> Int {
      let places = atoms.indices.filter { atoms[$0].type == last.type }
      guard places.indices.contains(last.index) else {
        throw FormatError(.missing("there is no such atom"), path: path.description)
      }
      return places[last.index]
    }
    guard !outer.steps.isEmpty else {
      try checkIsEditable()
      let place = try index(in: topLevel)
      guard topLevel[place].offset != movie.storedAtom.offset else {
        throw FormatError(.notEditable("without its header the movie is none"), path: "moov")
      }
      topLevel.remove(at: place)
      return
    }
    let schema = movie.file.schema
    try change(outer) { parent, context throws(FormatError) in
      let place = try index(in: parent.children)
      guard parent.type != "moov" || last.type != "trak" else {
        throw FormatError(.notEditable("a track is more than its atom"))
      }
      parent.children.remove(at: place)
      try parent.recount(in: context, schema)
    }
  }

  // MARK: Paths

  /// Makes changes together: if one cannot be made, none is.
  mutating func together<Result>(
    _ changes: (inout MovieEditor) throws(FormatError) -> Result
  ) throws(FormatError) -> Result {
    var copy = self
    let result = try changes(&copy)
    self = copy
    return result
  }

  /// Changes the atom at a path of the movie as it is by now.
  private mutating func change(
    _ path: AtomPath, _ body: (inout Atom, AtomContext) throws(FormatError) -> Void
  ) throws(FormatError) {
    try checkIsEditable()
    let path = movie.pathInMovie(path)
    guard let first = path.steps.first else { return }
    var atoms = topLevel
    let places = atoms.indices.filter { atoms[$0].type == first.type }
    guard places.indices.contains(first.index) else {
      throw FormatError(.missing("there is no such atom"), path: path.description)
    }
    let place = places[first.index]
    let rest = path.steps.dropFirst()
    do throws(FormatError) {
      if atoms[place].offset == movie.storedAtom.offset {
        try together { editor throws(FormatError) in
          try editor.changeMovie { root throws(FormatError) in
            try root.change(rest, in: AtomContext(), body)
          }
        }
        return
      }
      var atom = try movie.file.fragment(atoms[place])
      guard !rest.isEmpty || atom.type != "mdat" else {
        throw FormatError(.notEditable("media is not changed"))
      }
      try atom.change(rest, in: AtomContext(), body)
      atoms[place] = atom
    } catch {
      throw error.placed(at: path)
    }
    topLevel = atoms
  }

}

extension FormatError {
  /// Returns the error of an atom, whose path begins with its type or with a field, as one at a path.
  fileprivate func placed(at path: AtomPath) -> FormatError {
    var placed = self
    let type = path.steps.last.map { "\($0.type)" } ?? ""
    var inner = self.path
    if reason == .missing("there is no such atom") || inner == type { inner = "" }
    if inner.hasPrefix(type + "/") { inner = String(inner.dropFirst(type.count + 1)) }
    placed.path = inner.isEmpty ? path.description : "\(path)/\(inner)"
    return placed
  }
}

extension Atom {
  /// Changes the atom that the steps lead to.
  fileprivate mutating func change(
    _ steps: ArraySlice<AtomPath.Step>, in context: AtomContext,
    _ body: (inout Atom, AtomContext) throws(FormatError) -> Void
  ) throws(FormatError) {
    guard let step = steps.first else { return try body(&self, context) }
    let inner = context.entering(self)
    let places = children.indices.filter { children[$0].type == step.type }
    guard places.indices.contains(step.index) else {
      throw FormatError(.missing("there is no such atom"), path: "\(step.type)")
    }
    try children[places[step.index]].change(steps.dropFirst(), in: inner, body)
  }

  /// Makes the number of children that the atom says the number that it has.
  fileprivate mutating func recount(
    in context: AtomContext, _ schema: Schema
  ) throws(FormatError) {
    guard let rule = schema.rule(for: self, in: context) else { return }
    try recount(rule.record)
  }

  private mutating func recount<R: Record>(_: R.Type) throws(FormatError) {
    guard let count = UInt32(exactly: entries.count) else {
      throw FormatError(.doesNotFit(bits: 32), path: "entry_count")
    }
    guard (try? decode(R.self).countedChildren) != nil else { return }
    try update(R.self) { record throws(FormatError) in
      guard var counted = record as? any CountsChildren else { return }
      counted.entryCount = count
      if let same = counted as? R { record = same }
    }
  }

  /// The atom as one that was in no file, and so were its children.
  var withoutPlaces: Atom {
    var result = self
    result.offset = nil
    if case .children(var inside) = content {
      inside.atoms = inside.atoms.map(\.withoutPlaces)
      result.content = .children(inside)
    }
    return result
  }
}

extension MovieEditor {
  /// What a change of sample tables does to the samples, and what is odd about the movie only then.
  ///
  /// - Throws: `ReadingError` if the changed movie cannot be read, or a track of it whose tables are
  ///   changed.
  package func findingsOfChangedTables() throws(ReadingError) -> [Diagnostic] {
    let changed = movie.tracks.filter(changesTables)
    guard !changed.isEmpty else { return [] }
    let plan: WritePlan
    do { plan = try writePlan() } catch { throw .format(error) }
    let new = try MovieOutline(PlannedSource(plan, from: movie.source)).movie()
    var findings: [Diagnostic] = []
    for old in changed {
      guard let before = try? old.sampleTable().count else { continue }
      guard let track = new.track(old.id) else {
        throw .format(
          FormatError(.notEditable("the change makes the track unreadable"), path: old.path))
      }
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
    let known = Set(movie.findings().map(\.rule))
    return findings + new.findings().filter { !known.contains($0.rule) }
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

extension Movie {
  /// Returns a path of the file as one of the movie: what the file has in its `moov` in compressed form
  /// is in the `moov` itself.
  fileprivate func pathInMovie(_ path: AtomPath) -> AtomPath {
    guard atom.isInCompressedForm, let first = path.steps.first, first.type == storedAtom.type,
      let inner = path.steps.dropFirst().firstIndex(where: { $0.type == "moov" })
    else { return path }
    var result = path
    result.steps = [first] + path.steps[(inner + 1)...]
    return result
  }
}
