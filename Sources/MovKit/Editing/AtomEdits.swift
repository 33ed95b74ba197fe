extension MovieEditor: AtomTreeEditing {
  /// Returns the atom at a path, with its children, as changed so far; nil if there is no such atom.
  ///
  /// File offsets in it mean the file as it was. Timecode tracks that are added or changed are made when the
  /// movie is written, so no path leads to them before.
  public func atom(at path: AtomPath) -> Atom? { node(at: path)?.atom }

  /// Returns the description of the atom at a path, as changed so far; nil if there is no such atom.
  ///
  /// Its fields are those that `setFields` sets. A value within a table or a record has a `FieldPath`:
  ///
  /// ```swift
  /// let edits: AtomPath = "moov/trak/edts/elst"
  /// if let shown = editor.description(ofAtomAt: edits)?.fields {
  ///   var fields: [Field] = []
  ///   try fields.set("entries[0].media_time", to: .signed(0), in: shown)
  ///   try editor.setFields(fields, ofAtomAt: edits)
  /// }
  /// ```
  public func description(ofAtomAt path: AtomPath) -> AtomDescription? { described(path) }

  /// Sets fields of the atom at a path. Its children stay, and so does what no field says.
  ///
  /// All paths mean the atoms as changed so far.
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
  ///   - path: The path of the parent; nil, or a path without steps, for the top level of the file.
  ///   - index: The number of children that come before it; nil for all.
  /// - Throws: `FormatError` if there is no such atom, if it can have no children, if it has fewer than
  ///   `index`, or if the movie cannot be changed.
  public mutating func insert(
    _ atom: Atom, intoAtomAt path: AtomPath?, at index: Int? = nil
  ) throws(FormatError) {
    try insert([atom], intoAtomAt: path, at: index)
  }

  /// Adds atoms as `insert` adds one, all of them or none.
  package mutating func insert(
    _ atoms: [Atom], intoAtomAt path: AtomPath?, at index: Int? = nil
  ) throws(FormatError) {
    try add(atoms, toAtomAt: path, at: index)
  }

  /// Removes the atom at a path, with its children.
  /// - Throws: `FormatError` if there is no such atom, if it is the movie header or a track, or if the
  ///   movie cannot be changed. Whether something else points into it is found when the movie is
  ///   written.
  public mutating func removeAtom(at path: AtomPath) throws(FormatError) { try takeOut(path) }

  var atomFile: AtomFile { movie.file }
  var changedMovie: Atom? { remainingMovie }
  var storedMovie: Atom? { movie.storedAtom }

  mutating func noteChange(of types: [FourCC]) {
    if types.contains("moof") || types.contains("mvex") { changesFragments = true }
  }

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

extension Atom {
  /// Reads the atoms that bytes are, as they are in a context.
  ///
  /// - Throws: `FormatError` if the bytes are not whole atoms.
  package static func atoms(
    of bytes: Bytes, in context: AtomContext, as reading: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> [Atom] {
    var atoms: [Atom] = []
    var rest = bytes
    while !rest.isEmpty {
      var header = AtomHeader()
      var reader = Reader(rest)
      do { try header.fields(&reader) } catch {
        throw FormatError(
          .wrongKind("the bytes at \(rest.startIndex - bytes.startIndex) are not an atom"))
      }
      let claimed = header.claimedSize ?? UInt64(rest.count)
      guard claimed >= UInt64(header.length), claimed <= UInt64(rest.count),
        header.type.isPlausibleType || header.claimedSize != nil
      else {
        throw FormatError(
          .wrongKind(
            "the atom at byte \(rest.startIndex - bytes.startIndex) declares \(counted(claimed, "byte")), and "
              + "\(rest.count) are there"))
      }
      let end = rest.startIndex + Int(claimed)
      var atom = Atom(
        header, .bytes(rest[(rest.startIndex + header.length)..<end]), in: nil, at: nil,
        claimedSize: nil)
      if atom.form == .toEnd { atom.form = .compact }
      var parser = AtomParser(schema: reading.schema, limits: reading.limits)
      parser.parse(&atom, in: context, at: PathComponent(type: atom.type, index: nil))
      atoms.append(atom)
      rest = rest[end...]
    }
    return atoms
  }
}
