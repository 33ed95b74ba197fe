/// An editor of the atoms of a file. What `MovieEditor` and `AtomFileEditor` have in common.
protocol AtomTreeEditing {
  /// The file before the changes.
  var atomFile: AtomFile { get }
  /// The atoms of the top level as changed so far.
  var topLevel: [Atom] { get set }
  /// The atom of the top level that has the movie; nil if the file has none.
  var storedMovie: Atom? { get }

  /// Throws `FormatError` if the file cannot be changed without guessing.
  func checkIsEditable() throws(FormatError)
  /// The movie as changed so far; nil if the file has none.
  var changedMovie: Atom? { get }
  /// Changes the movie. It is called only if there is one.
  mutating func changeMovie(
    _ body: (inout Atom) throws(FormatError) -> Void
  ) throws(FormatError)
  /// Returns a path of the file as one of the atoms that are changed.
  func pathOfChange(_ path: AtomPath) -> AtomPath
  /// Notes that an atom is changed, added or removed. `types` are those of the atoms that it is in, and its own.
  mutating func noteChange(of types: [FourCC])
}

extension AtomTreeEditing {
  mutating func set(_ fields: [Field], ofAtomAt path: AtomPath) throws(FormatError) {
    let schema = atomFile.schema
    try change(path) { atom, context throws(FormatError) in
      let old = atom.type == "tkhd" ? try? atom.decode(TrackHeader.self).trackID : nil
      let hadOffset = atom.saysDataOffset
      atom = try atom.setting(fields, in: context, schema: schema)
      guard old == nil || old == (try? atom.decode(TrackHeader.self).trackID) else {
        throw FormatError(
          .notEditable("other atoms refer to the track by its ID, so the ID cannot be changed"))
      }
      // A flag takes its field out. Without this one, the samples of a run would be looked for elsewhere.
      guard !hadOffset || atom.saysDataOffset else {
        throw FormatError(
          .notEditable("it says where the samples are, and cannot go"), path: "data_offset")
      }
    }
    noteChange(of: path.steps.map(\.type))
  }

  mutating func add(
    _ atoms: [Atom], toAtomAt path: AtomPath?, at index: Int?
  ) throws(FormatError) {
    guard let first = atoms.first else { return }
    let reading = atomFile.reading
    let schema = reading.schema
    let types = atoms.map(\.type)
    guard let path, !path.steps.isEmpty else {
      try addToTopLevel(atoms.map { $0.asRead(in: AtomContext(), reading) }, at: index)
      return noteChange(of: types)
    }
    try change(path) { parent, context throws(FormatError) in
      let isParent = schema.rule(for: parent, in: context)?.hasChildren ?? false
      guard parent.isDivided, isParent else {
        throw FormatError(.notEditable("\(parent.type) has no child atoms here"))
      }
      guard parent.type != "moov" || !types.contains("trak") else {
        throw FormatError(
          .notEditable(
            "other atoms refer to tracks, so use 'insert track' and 'remove track'"))
      }
      let place = try Self.place(index, among: parent.children, of: "\(parent.type)")
      // Free space moves the numbers in `ipco` only, and other atoms do there, too.
      let mover = types.first { !$0.isFreeSpace } ?? first.type
      guard !parent.numbersMove(of: parent.children[place...], by: mover) else {
        throw FormatError(
          .notEditable(
            "other atoms refer to the children of \(parent.type) by their number, so a new one comes last"
          ))
      }
      parent.insertChildren(atoms, at: place)
      // A handler among them says what the others are.
      let inner = context.entering(parent)
      Self.read(place..<place + atoms.count, of: &parent.children, in: inner, reading)
      try parent.recount(in: context, schema)
    }
    noteChange(of: path.steps.map(\.type) + types)
  }

  /// Reads some children again, as they will be read from the changed file: only now is it known what is beside
  /// them.
  private static func read(
    _ places: Range<Int>, of atoms: inout [Atom], in context: AtomContext,
    _ reading: ReadingOptions
  ) {
    for place in places { atoms[place] = atoms[place].asRead(in: context, reading) }
  }

  private mutating func addToTopLevel(_ new: [Atom], at index: Int?) throws(FormatError) {
    try checkIsEditable()
    let movies = new.filter(\.type.isMovie)
    if movies.count + (storedMovie == nil ? 0 : 1) > 1, let movie = movies.last {
      throw FormatError(
        .notEditable("a file has only one such header"), path: "\(movie.type)")
    }
    var atoms = topLevel
    let place = try Self.place(index, among: atoms, of: "the file")
    guard place > 0 || atoms.first?.type != "ftyp" else {
      throw FormatError(
        .notEditable("the file type comes first"), path: "ftyp", at: atoms[0].offset)
    }
    // The atoms that others would follow.
    let before = (place == atoms.count ? atoms.suffix(1) : []) + new.dropLast()
    if let last = before.first(where: { $0.form == .toEnd || $0.claimedSize != nil }) {
      throw FormatError(
        .notEditable(
          last.form == .toEnd
            ? "it has no size of its own, so nothing can follow it"
            : "it declares more bytes than it has, so nothing can follow it"),
        path: "\(last.type)", at: last.offset)
    }
    atoms.insert(contentsOf: new, at: place)
    topLevel = atoms
  }

  private static func place(
    _ index: Int?, among atoms: [Atom], of parent: String
  ) throws(FormatError) -> Int {
    guard let index else { return atoms.count }
    guard (0...atoms.count).contains(index) else {
      throw FormatError(
        .invalidValue(
          "\(parent) has \(counted(atoms.count, "child atom")), so nothing can be "
            + "at place \(index)"))
    }
    return index
  }

  mutating func takeOut(_ path: AtomPath) throws(FormatError) {
    guard let last = path.steps.last else { throw FormatError(.noSuchAtom) }
    var outer = path
    outer.steps.removeLast()
    guard !outer.steps.isEmpty else {
      try checkIsEditable()
      let place = try topLevel.index(of: last, path: path.description)
      guard storedMovie == nil || topLevel[place].offset != storedMovie?.offset else {
        throw FormatError(
          .notEditable("it cannot be removed: without it, the file is not a movie"), path: "moov")
      }
      topLevel.remove(at: place)
      noteChange(of: path.steps.map(\.type))
      return
    }
    let schema = atomFile.schema
    try change(outer) { parent, context throws(FormatError) in
      let place = try parent.children.index(of: last, path: path.description)
      guard parent.type != "moov" || last.type != "trak" else {
        throw FormatError(
          .notEditable(
            "other atoms refer to tracks, so use 'insert track' and 'remove track'"))
      }
      guard !parent.numbersMove(of: parent.children[(place + 1)...], by: last.type) else {
        throw FormatError(
          .notEditable(
            "other atoms refer to the children of \(parent.type) by their number, so only the last is removed"
          ))
      }
      guard last.type != "idat" || !parent.hasItemsInItself else {
        throw FormatError(.notEditable("items have their data in it"))
      }
      parent.children.remove(at: place)
      try parent.recount(in: context, schema)
    }
    noteChange(of: path.steps.map(\.type))
  }

  // MARK: Paths

  /// Returns the atom at a path of the file as it is by now; nil if there is none.
  func node(at path: AtomPath) -> AtomNode? {
    let path = pathOfChange(path)
    guard let first = path.steps.first,
      let place = try? topLevel.index(of: first, path: path.description)
    else { return nil }
    var atom = topLevel[place]
    if let stored = storedMovie, let movie = changedMovie, atom.type.isMovie,
      atom.offset == stored.offset
    {
      atom = movie
    } else if let whole = try? atomFile.fragment(atom) {
      atom = whole
    }
    let node = AtomNode(
      atom: atom, component: topLevel.pathComponent(at: place),
      surroundings: AtomSurroundings())
    guard case .atom(let found) = node.find(path.steps.dropFirst()) else { return nil }
    return found
  }

  func described(_ path: AtomPath) -> AtomDescription? {
    var describer = AtomDescriber(schema: atomFile.schema)
    return node(at: path).map { describer.describe($0) }
  }

  /// Makes changes together: if one cannot be made, none is.
  mutating func together<Result>(
    _ changes: (inout Self) throws(FormatError) -> Result
  ) throws(FormatError) -> Result {
    var copy = self
    let result = try changes(&copy)
    self = copy
    return result
  }

  /// Changes the atom at a path of the file as it is by now.
  private mutating func change(
    _ path: AtomPath, _ body: (inout Atom, AtomContext) throws(FormatError) -> Void
  ) throws(FormatError) {
    try checkIsEditable()
    let path = pathOfChange(path)
    guard let first = path.steps.first else { throw FormatError(.noSuchAtom) }
    var atoms = topLevel
    let place = try atoms.index(of: first, path: path.description)
    let rest = path.steps.dropFirst()
    do throws(FormatError) {
      if let movie = storedMovie, atoms[place].offset == movie.offset {
        try together { editor throws(FormatError) in
          try editor.changeMovie { root throws(FormatError) in
            try root.change(rest, in: AtomContext(), body)
          }
        }
        return
      }
      var atom = try atomFile.fragment(atoms[place])
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

extension [Atom] {
  /// Returns the index of the atom that a step of a path leads to. `path` is where there is none.
  fileprivate func index(of step: AtomPath.Step, path: String) throws(FormatError) -> Int {
    let places = indices.filter { self[$0].type == step.type }
    guard places.indices.contains(step.index) else {
      throw FormatError(.noSuchAtom, path: path)
    }
    return places[step.index]
  }
}

extension AtomFile {
  /// Whether the offsets in the file may count from the end of a MacBinary header.
  var hasMacBinaryHeader: Bool { leading.count == 128 }

  static let macBinaryHeader =
    "the file starts with a MacBinary header, which may shift offsets; remove it first"
}

extension FormatError.Reason {
  fileprivate static var noSuchAtom: Self { .missing("there is no such atom") }
}

extension FormatError {
  /// Returns the error of an atom, whose path begins with its type or with a field, as one at a path.
  fileprivate func placed(at path: AtomPath) -> FormatError {
    var placed = self
    let type = path.steps.last.map { "\($0.type)" } ?? ""
    var inner = self.path
    if reason == .noSuchAtom || inner == type { inner = "" }
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
    let place = try children.index(of: step, path: "\(step.type)")
    try children[place].change(steps.dropFirst(), in: inner, body)
  }

  /// Whether some of the children get another number, by which other atoms refer to them, if an atom is added or
  /// removed before them: samples refer to their description (`stsc`), a description to its data
  /// (`data_reference_index`), items to their properties (`ipma`) and their protection. Free space among them is
  /// counted in `ipco` only.
  fileprivate func numbersMove(of later: ArraySlice<Atom>, by changed: FourCC) -> Bool {
    guard type == "ipco" else {
      return ["stsd", "dref", "ipro"].contains(type) && !changed.isFreeSpace
        && later.contains { !$0.type.isFreeSpace }
    }
    return !later.isEmpty
  }

  /// For a `meta`: whether items have their data in `idat` (ISO/IEC 14496-12, 8.11.3).
  fileprivate var hasItemsInItself: Bool {
    let locations = try? first("iloc")?.decode(ItemLocations.self)
    return locations?.items.contains { $0.constructionMethod == 1 } ?? false
  }

  /// Makes the number of children that the atom says the number that it has.
  mutating func recount(
    in context: AtomContext, _ schema: Schema
  ) throws(FormatError) {
    guard let rule = schema.rule(for: self, in: context) else { return }
    try recount(rule.record)
  }

  private mutating func recount<R: Record>(_: R.Type) throws(FormatError) {
    guard (try? decode(R.self).countedChildren) != nil else { return }
    let count = entryCount(for: R.self)
    try update(R.self) { record throws(FormatError) in try record.setCountedChildren(count) }
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

  /// Returns the atom as the library reads it after it was written in `context`. An atom whose children are
  /// not known there is bytes, even if it was made of atoms, and the bytes of any other are atoms. So the
  /// check after the change finds the same file offsets before and after.
  fileprivate func asRead(in context: AtomContext, _ reading: ReadingOptions) -> Atom {
    guard form != .toEnd, let bytes = try? serialized(),
      let atom = try? Atom.atoms(of: bytes[...], in: context, as: reading).first
    else { return withoutPlaces }
    return atom
  }
}

extension Atom {
  /// Whether this is a run of samples that says where they are.
  fileprivate var saysDataOffset: Bool {
    guard type == "trun", let run = try? decode(TrackFragmentRun.self) else { return false }
    return run.flags & TrackFragmentRun.hasDataOffset != 0
  }
}
