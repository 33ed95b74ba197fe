/// Makes atoms from what is shown of them: the inverse of `AtomDescription`, and of the JSON that
/// `inspect` prints. What the fields do not say, such as reserved bits, is as in the file that they
/// were made of, if that is given, or else in the bytes that are given beside them.
package struct AtomBuilder {
  private let schema: Schema
  private let original: AtomFile?
  private let places: AtomPlaces?
  /// What is inside the atom that is made in compressed form, by its paths.
  private var compressed: [String: Atom] = [:]
  /// The names of fields that say what others mean.
  private let derived: Set<String>
  private let isQuickTime: Bool?
  /// Where atoms were in the file that they were made of.
  package private(set) var former = FormerPlaces()

  /// - Parameters:
  ///   - original: The file that the description was made of; nil if everything is in it.
  ///   - derived: The names of given fields that say what others mean. They are ignored.
  ///   - isQuickTime: Whether the atoms are for a QuickTime file; nil if that is not known.
  package init(
    changing original: AtomFile? = nil, ignoring derived: Set<String> = [],
    isQuickTime: Bool? = nil, schema: Schema = .standard
  ) {
    self.schema = schema
    self.original = original
    self.derived = derived
    self.isQuickTime = isQuickTime
    places = original.map { AtomPlaces($0.atoms) }
  }

  /// Returns the atoms that the elements of an array describe.
  ///
  /// - Throws: `FormatError` if an element is no description of an atom, or not of one that can be
  ///   written.
  package mutating func atoms(
    _ rows: FieldValue.Rows, in context: AtomContext = AtomContext()
  ) throws(FormatError) -> [Atom] {
    var atoms: [Atom] = []
    for index in 0..<rows.count {
      guard let members = rows.row(index).givenFields else {
        throw FormatError(.invalidValue("element \(index) is not an object that describes an atom"))
      }
      atoms.append(try atom(members, in: context, named: "element \(index)"))
    }
    return atoms
  }

  /// Returns the atom that an object describes.
  ///
  /// - Throws: `FormatError` if it describes none, or none that can be written.
  package mutating func atom(
    _ members: [Field], in context: AtomContext = AtomContext()
  ) throws(FormatError) -> Atom {
    try atom(members, in: context, named: "the atom")
  }

  private mutating func atom(
    _ members: [Field], in context: AtomContext, named name: @autoclosure () -> String
  ) throws(FormatError) -> Atom {
    guard let text = members.value(named: "type")?.givenText, let type = FourCC(text) else {
      throw FormatError(.invalidValue("\(name()) has no 'type' of four characters"))
    }
    do { return try atom(type, members, in: context) } catch {
      // Inner errors have the path of their atom already.
      throw error.path.hasPrefix("/") ? error : error.inside("/\(Self.path(members) ?? text)")
    }
  }

  private static func path(_ members: [Field]) -> String? {
    members.value(named: "path")?.givenText
  }

  private mutating func atom(
    _ type: FourCC, _ members: [Field], in context: AtomContext
  ) throws(FormatError) -> Atom {
    let fields = members.value(named: "fields")?.givenFields ?? []
    let offset = members.value(named: "offset")?.givenInteger.flatMap { UInt64(exactly: $0) }
    guard offset ?? 0 < Atom.firstDecompressedPlace else {
      throw FormatError(.invalidValue("no file is so long"), path: "offset")
    }
    let old = try self.old(type, at: offset) ?? Self.path(members).flatMap { compressed[$0] }
    var result = Atom(type, .bytes([]))
    result.form = try Self.form(members)
    if type == "uuid" {
      guard let name = fields.value(named: "usertype")?.givenText.flatMap(uuidBytes),
        name.count == 16
      else { throw FormatError(.invalidValue("a uuid atom needs a UUID"), path: "usertype") }
      result.userType = name
    }
    if let claimed = fields.value(named: "claimed_size") {
      guard let number = claimed.givenInteger.flatMap({ UInt64(exactly: $0) }) else {
        throw FormatError(.invalidValue("the value is not a size"), path: "claimed_size")
      }
      result.claimedSize = number
    }
    if let old, old.isLeftInFile, Self.leavesContentOut(fields) {
      result.content = old.content
    } else {
      try fill(&result, members, fields, in: context, changing: old)
    }
    result.offset = offset
    former.note(result, members)
    if let old, old == result { return old }
    return result
  }

  /// Returns the atom that a description was made of; nil if the file is not given, or the atom is new.
  private func old(_ type: FourCC, at offset: UInt64?) throws(FormatError) -> Atom? {
    guard let places, let offset else { return nil }
    guard let old = places.atom(inAnyAt: offset), old.type == type else {
      throw FormatError(
        .notEditable(
          "the file that is given with the description has no '\(type)' here, so it is not the one that was "
            + "described"),
        at: offset)
    }
    return old
  }

  private static func form(_ members: [Field]) throws(FormatError) -> Atom.Form {
    switch members.value(named: "sizeForm")?.givenText {
    case nil, "compact": .compact
    case "extended": .extended
    case "toEnd": .toEnd
    case let other?:
      throw FormatError(
        .invalidValue("'\(other)' is none of compact, extended and toEnd"), path: "sizeForm")
    }
  }

  /// Whether the content of an atom is not among its fields.
  private static func leavesContentOut(_ fields: [Field]) -> Bool {
    fields.value(named: "data") == nil || fields.cutNames.contains("data")
  }

  private mutating func fill(
    _ atom: inout Atom, _ members: [Field], _ fields: [Field], in context: AtomContext,
    changing original: Atom?
  ) throws(FormatError) {
    let rule = schema.rule(for: atom, in: context)
    let isParent = rule?.hasChildren ?? false
    // Atoms in compressed form come from the bytes of the atom.
    let isCompressed = rule?.holdsCompressedAtom ?? false
    let given = members.value(named: "children")
    let described = given?.givenRows
    guard given == nil || described != nil else {
      throw FormatError(
        .invalidValue("the value is not an array of atoms; give one, or leave it out"),
        path: "children")
    }
    let rows = isCompressed ? nil : described
    var old = original
    if old == nil, let bytes = members.value(named: "bytes") {
      guard let bytes = bytes.givenBytes else {
        throw FormatError(.invalidValue("the value is not hexadecimal digits"), path: "bytes")
      }
      // What could not be divided into children is shown as data.
      let isDivided = rows.map { $0.count > 0 } ?? true || fields.value(named: "data") == nil
      var known = atom
      known.content =
        isParent && isDivided ? .children(Atom.Children(preamble: bytes)) : .bytes(bytes)
      old = known
    }
    if rows == nil, members.value(named: "childCount") != nil, original == nil {
      throw FormatError(
        .missing("the children are left out, and the file that they are from is not given"))
    }
    try checkContentIsGiven(members, fields, rows, old)
    let counted = rule?.record.countedType
    let oldEntries = original?.children.count(as: counted)
    let heads = rows.map { entries($0, of: counted) } ?? oldEntries ?? 0
    var own = try schema.ownBytes(
      of: atom.type, userType: atom.userType, fields: fields, in: context, changing: old,
      oldEntries: oldEntries, entries: heads, derived: derived, isQuickTime: isQuickTime)
    let children =
      try rows.map { (rows) throws(FormatError) in
        try self.children(of: atom.type, own, rows, in: context)
      } ?? original?.children ?? []
    if !children.isEmpty { own.isParent = true }
    if isCompressed, let described, described.count > 0 {
      try checkCompressed(
        described, atom, at: Self.path(members) ?? "\(atom.type)", own.preamble, context)
    }
    atom.content =
      own.isParent
      ? .children(
        Atom.Children(preamble: own.preamble, atoms: children, tail: own.tail))
      : .bytes(own.tail.isEmpty ? own.preamble : own.preamble + own.tail)
  }

  /// Checks that atoms in compressed form are described as they are: they come from the bytes, and are
  /// not compressed again.
  private func checkCompressed(
    _ rows: FieldValue.Rows, _ atom: Atom, at path: String, _ bytes: Bytes, _ context: AtomContext
  ) throws(FormatError) {
    var other = self
    var known = atom
    known.content = .bytes(bytes)
    var parser = AtomParser(schema: schema, limits: .standard)
    parser.parse(
      &known, in: context, at: PathComponent(type: atom.type, index: nil),
      method: try? Atom("dcom", DataCompression()))
    // What the description leaves out is as it was.
    let node = AtomNode(
      atom: known, component: nil, surroundings: AtomSurroundings(context, prefix: path))
    for inner in AtomWalk(from: node).dropFirst() { other.compressed[inner.path] = inner.atom }
    let described = try other.atoms(rows).map { try? $0.serialized() }
    guard described == known.compressedAtoms.map({ try? $0.serialized() }) else {
      throw FormatError(
        .notEditable(
          "the atoms in it are compressed, so they cannot be changed here; give them as a 'moov'"))
    }
  }

  private func checkContentIsGiven(
    _ members: [Field], _ fields: [Field], _ rows: FieldValue.Rows?, _ old: Atom?
  ) throws(FormatError) {
    guard old == nil, rows?.count ?? 0 == 0,
      fields.allSatisfy({ ["usertype", "claimed_size"].contains($0.name) }),
      let size = members.value(named: "size")?.givenInteger,
      let header = members.value(named: "headerSize")?.givenInteger, size > header
    else { return }
    throw FormatError(
      .missing("the content is left out, and the file that it is from is not given"))
  }

  /// The number of described children of a type, or of all without free space.
  private func entries(_ rows: FieldValue.Rows, of counted: FourCC?) -> Int {
    var count = 0
    for index in 0..<rows.count {
      let type = rows.row(index).givenFields?.value(named: "type")?.givenText.flatMap { FourCC($0) }
      if type.map({ $0.isCounted(as: counted) }) ?? true { count += 1 }
    }
    return count
  }

  private mutating func children(
    of type: FourCC, _ own: Schema.OwnBytes, _ rows: FieldValue.Rows, in context: AtomContext
  ) throws(FormatError) -> [Atom] {
    var known: [Atom] = []
    // The handler decides what other atoms are, and may come after them. It is the first that can be read.
    if type == "mdia" {
      for index in 0..<rows.count {
        guard let members = rows.row(index).givenFields,
          members.value(named: "type")?.givenText == "hdlr"
        else { continue }
        var other = self
        // What it notes is not needed, and would copy all that was noted before.
        other.former = FormerPlaces()
        known.append(
          try other.atom(
            members, in: context.entering(type, firstByte: own.preamble.first, known)))
      }
    }
    return try atoms(rows, in: context.entering(type, firstByte: own.preamble.first, known))
  }
}

/// Where atoms were in the file that they were described from, with what their headers had.
package struct FormerPlaces: Sendable {
  struct Place {
    var size: UInt64
    var headerSize: UInt64
  }

  private var places: [UInt64: Place] = [:]

  subscript(offset: UInt64) -> Place? { places[offset] }

  fileprivate mutating func note(_ atom: Atom, _ members: [Field]) {
    guard let offset = atom.offset,
      let size = members.value(named: "size")?.givenInteger.flatMap({ UInt64(exactly: $0) }),
      let header = members.value(named: "headerSize")?.givenInteger.flatMap({ UInt64(exactly: $0) }
      ),
      header <= size, !offset.addingReportingOverflow(size).overflow
    else { return }
    places[offset] = Place(size: size, headerSize: header)
  }
}

extension Atom {
  /// Returns the bytes of the atom without its header and its children, if its fields do not give them
  /// again; nil if they do. What was left in the file is given as it is.
  /// - Parameters:
  ///   - fields: What is shown of the atom.
  ///   - isQuickTime: Whether the file is a QuickTime file; nil if that is not known.
  package func bytesBeside(
    _ fields: [Field], in context: AtomContext, isQuickTime: Bool? = nil,
    schema: Schema = .standard
  ) -> Bytes? {
    guard let own = Schema.OwnBytes(of: self) else { return nil }
    let counted = schema.rule(for: self, in: context)?.record.countedType
    let again = try? schema.ownBytes(
      of: type, userType: userType, fields: fields, in: context, changing: nil,
      entries: children.count(as: counted), isQuickTime: isQuickTime)
    return again == own ? nil : own.preamble
  }
}
