/// Changes the atoms of a file that has no movie, such as a picture (HEIF, AVIF) or a segment of a
/// fragmented movie, and writes the changed file. `MovieEditor` changes files that have one.
///
/// Sizes, counts and file offsets follow by themselves: what was found before is found afterwards. An
/// editor is a value. Its changes are only in memory until `write` is called.
///
/// ```swift
/// let file = try AtomFile(path: "picture.heic")
/// var editor = try AtomFileEditor(file)
/// try editor.setFields([Field("angle", .unsigned(1))], ofAtomAt: "meta/iprp/ipco/irot")
/// try editor.write(to: "rotated.heic")
/// ```
public struct AtomFileEditor: Sendable {
  /// The file before the changes.
  public let file: AtomFile
  var topLevel: [Atom]

  /// Creates an editor without changes.
  ///
  /// - Throws: `FormatError` if the file has a movie, or cannot be changed without guessing.
  public init(_ file: AtomFile) throws(FormatError) {
    guard file.storedMovie == nil else {
      throw FormatError(.notEditable("the file has a movie, which MovieEditor changes"))
    }
    self.file = file
    topLevel = file.atoms
    try checkIsEditable()
  }

  /// Returns the atom at a path, with its children, as changed so far; nil if there is no such atom.
  ///
  /// File offsets in it mean the file as it was.
  public func atom(at path: AtomPath) -> Atom? { node(at: path)?.atom }

  /// Returns the description of the atom at a path, as changed so far; nil if there is no such atom.
  ///
  /// Its fields are those that `setFields` sets.
  public func description(ofAtomAt path: AtomPath) -> AtomDescription? { described(path) }

  /// Sets fields of the atom at a path. Its children stay, and so does what no field says.
  ///
  /// All paths mean the atoms as changed so far.
  ///
  /// File offsets among the fields mean the file as it is. They are moved with the bytes that they
  /// point at.
  /// - Throws: `FormatError` if there is no such atom or field, if a value is none of its field, or if
  ///   the field follows from others.
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
  /// - Throws: `FormatError` if there is no such atom, if it can have no children, or if it has fewer
  ///   than `index`.
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
  /// - Throws: `FormatError` if there is no such atom. Whether something else points into it is found
  ///   when the file is written.
  public mutating func removeAtom(at path: AtomPath) throws(FormatError) { try takeOut(path) }

  // MARK: Writing

  /// Returns the plan of the changed file after making sure that a reader finds its atoms, and that every
  /// offset points at the same bytes as before.
  ///
  /// - Throws: `ReadingError` if it is not so, and what `writePlan` throws.
  package func checkedPlan() throws(ReadingError) -> WritePlan { try checked().plan }

  /// Returns the same plan, and what is wrong with the file only after the change.
  ///
  /// - Throws: `ReadingError` as `checkedPlan` does, and if the file cannot be read.
  package func checkedPlanWithFindings() throws(ReadingError) -> (
    plan: WritePlan, findings: [Diagnostic]
  ) {
    let (plan, outline) = try checked()
    let after = try MovieCheck(outline.file, outline.examined())
    let findings = try MovieCheck.newFindings(among: after.serious) { () throws(ReadingError) in
      let before = try MovieOutline(file.source, as: file.reading)
      return try MovieCheck(before.file, before.examined(), parts: after.seriousParts)
    }
    return (plan, findings)
  }

  private func checked() throws(ReadingError) -> (plan: WritePlan, written: MovieOutline) {
    let plan: WritePlan
    do { plan = try writePlan() } catch { throw .format(error) }
    let (source, planned) = (file.source, PlannedSource(plan, from: file.source))
    let outline = try MovieOutline(planned, as: file.reading)
    let written = outline.file
    guard written.atoms.map(\.type) == topLevel.map(\.type) else {
      throw .format(
        FormatError(.notEditable("the changed file would read as other atoms than it is to have")))
    }
    do throws(ReadingError) {
      try OffsetCheck(changed: topLevel, of: file).check(
        OffsetCheck(written.atoms, of: written), map: plan.sourceMap, source, planned)
    } catch { throw error.ofPlan() }
    return (plan, outline)
  }

  /// Returns the plan of the changed file.
  ///
  /// - Throws: `FormatError` if an offset points at bytes that are left out, cannot hold its new value,
  ///   or cannot be read.
  func writePlan() throws(FormatError) -> WritePlan {
    var assembly = FileAssembly(of: file)
    if !file.leading.isEmpty { assembly.parts.append(.bytes(file.leading)) }
    let originals = AtomPlaces(file.atoms)
    for atom in topLevel {
      if originals.atom(at: atom.offset) == atom {
        assembly.append(unchanged: atom)
      } else {
        assembly.parts.append(.atom(atom))
      }
    }
    if !file.trailing.isEmpty { assembly.parts.append(.bytes(file.trailing)) }
    return try assembly.plan()
  }

  /// Writes the changed file. It appears under its name when it is complete, is on the medium, and has
  /// been read back. Otherwise nothing is left.
  /// - Parameters:
  ///   - path: The path of the new file, a text or a `FilePath`.
  ///   - overwriting: Whether a file that exists at `path` is replaced. The file that was read never is.
  /// - Returns: Which permissions and attributes of the old file could not be kept.
  /// - Throws: `EditingError`. The file that was read is unchanged.
  @discardableResult
  public func write(
    to path: some FilePathConvertible, overwriting: Bool = false
  ) throws(EditingError) -> [IOError] {
    let source = file.source
    let plan: WritePlan
    do throws(ReadingError) { plan = try checkedPlan() } catch { throw EditingError(error) }
    do {
      return try OutputFile.write(
        plan, from: source, to: OutputPlace(path.filePath, overwrites: overwriting)
      ) { result throws(ReadingError) in try plan.check(written: result, from: source) }
    } catch { throw EditingError(error) }
  }
}

extension AtomFileEditor: AtomTreeEditing {
  var atomFile: AtomFile { file }
  var storedMovie: Atom? { nil }
  var changedMovie: Atom? { nil }

  func checkIsEditable() throws(FormatError) {
    if file.hasMacBinaryHeader { throw FormatError(.notEditable(AtomFile.macBinaryHeader)) }
  }

  func changeMovie(_ body: (inout Atom) throws(FormatError) -> Void) throws(FormatError) {}
  func pathOfChange(_ path: AtomPath) -> AtomPath { path }
  func noteChange(of types: [FourCC]) {}
}
