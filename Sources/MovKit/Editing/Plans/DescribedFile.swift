/// A file that is made of atoms which were described, such as by JSON. If they are where they were in
/// the file that was described, they are written as they are; otherwise all places that they point at
/// are moved.
package struct DescribedFile {
  /// The atoms of the top level. The `offset` of each atom is its former place.
  package var atoms: [Atom]
  /// The bytes before and after them.
  package var leading: [WritePlan.Step]
  package var trailing: [WritePlan.Step]
  /// Where the atoms were, and the size of that file in bytes.
  private let former: FormerPlaces
  private let formerSize: UInt64
  private let schema: Schema

  package init(
    _ atoms: [Atom], leading: [WritePlan.Step] = [], trailing: [WritePlan.Step] = [],
    former: FormerPlaces, formerSize: UInt64, schema: Schema = .standard
  ) {
    self.atoms = atoms
    self.leading = leading
    self.trailing = trailing
    self.former = former
    self.formerSize = formerSize
    self.schema = schema
  }

  /// A plan of the file, and where what the described file had is in it.
  package struct Plan {
    /// Copies are from the file that was described.
    package let writePlan: WritePlan
    fileprivate let atoms: [Atom]
    fileprivate let former: FormerPlaces
    fileprivate let map: SourceMap
    fileprivate let schema: Schema

    /// Whether the file has a QuickTime movie; nil if it has no movie.
    package var isQuickTime: Bool? {
      guard atoms.contains(where: { $0.type == "moov" }) else { return nil }
      return Movie.isQuickTime(atoms.first { $0.type == "ftyp" })
    }
  }

  /// Returns the plan of the file.
  ///
  /// - Throws: `FormatError` if an atom cannot be written, or an offset points at bytes that are left
  ///   out or cannot hold its new value.
  package func plan() throws(FormatError) -> Plan {
    var unmoved = atoms
    for index in unmoved.indices {
      let isLast = index == unmoved.indices.last && trailing.isEmpty
      if unmoved[index].form == .toEnd, !isLast { unmoved[index].form = .compact }
      if unmoved[index].form == .compact, unmoved[index].claimedSize == nil,
        unmoved[index].size > UInt64(UInt32.max)
      {
        unmoved[index].form = .extended
      }
    }
    let (moved, map) = try moved(unmoved)
    var steps = leading
    for atom in moved { steps += try atom.writeSteps() }
    return Plan(
      writePlan: WritePlan(steps: steps + trailing), atoms: atoms, former: former, map: map,
      schema: schema)
  }

  private func moved(_ atoms: [Atom]) throws(FormatError) -> (atoms: [Atom], map: SourceMap) {
    var unmoved = atoms
    let homes = FragmentHomes(among: atoms)
    // As in `FileAssembly`: the bits of offsets only grow, so the loop ends.
    while true {
      for index in unmoved.indices {
        if let old = unmoved[index].offset.flatMap({ former[$0] }) {
          try unmoved[index].updateStatedSize(from: old.size)
        }
      }
      let start = leading.reduce(UInt64(0)) { $0.addingClamping($1.size) }
      let layout = Layout(unmoved, from: start, trailing, former, formerSize)
      let map = SourceMap(layout.stretches)
      guard layout.isMoved else { return (unmoved, map) }
      if let atom = unmoved.first(where: \.holdsCompressedAtoms) {
        throw FormatError(
          .notEditable("media is at another place, and the header that says where is compressed"),
          path: "\(atom.type)", at: atom.offset)
      }
      for atom in unmoved { try checkIsDivided(atom) }
      let relocation = Relocation(
        map: map, starts: layout.starts, ends: layout.ends,
        fileSize: formerSize, leavesUnreadable: true, oldEnds: layout.oldEnds, schema: schema,
        homes: homes)
      var moved = unmoved
      var fits = true
      for index in unmoved.indices {
        let result = try relocation.moved(unmoved[index], to: layout.positions[index])
        moved[index] = result.atom
        guard !result.tooNarrow.isEmpty else { continue }
        fits = false
        try unmoved[index].widenOffsets(at: result.tooNarrow, schema: schema)
      }
      if fits { return (moved, map) }
    }
  }

  /// Throws if the children of an atom are described as bytes that may have offsets in the file, as where
  /// there are more levels than were read.
  private func checkIsDivided(_ atom: Atom) throws(FormatError) {
    let root = AtomNode(
      atom: atom, component: PathComponent(type: atom.type, index: nil),
      surroundings: AtomSurroundings())
    for node in AtomWalk(from: root) {
      guard case .bytes(let bytes) = node.atom.ownBytes, !bytes.isEmpty,
        let rule = schema.rule(for: node.atom, in: node.context), rule.hasChildren,
        (try? node.atom.decode(rule.record)) != nil, schema.mayHaveOffsets(in: bytes)
      else { continue }
      throw FormatError(
        .notEditable(
          "the atoms in it are given as bytes and may say where media is, so nothing can get another place; "
            + "describe the file with them"), path: node.path, at: node.atom.offset)
    }
  }

  /// Where the atoms will be.
  private struct Layout {
    var positions: [UInt64] = []
    var stretches: [(source: Range<UInt64>, destination: UInt64)] = []
    var starts: [UInt64: UInt64] = [:]
    var ends: [UInt64: UInt64] = [:]
    /// The former end of each atom that had another size.
    var oldEnds: [UInt64: UInt64] = [:]
    /// Whether anything is at another place than before.
    var isMoved = false
    private let former: FormerPlaces

    init(
      _ atoms: [Atom], from start: UInt64, _ trailing: [WritePlan.Step], _ former: FormerPlaces,
      _ formerSize: UInt64
    ) {
      self.former = former
      if start > 0 { stretches.append((0..<start, 0)) }
      var position = start
      for atom in atoms {
        positions.append(position)
        if let offset = atom.offset, let old = former[offset] {
          starts[offset] = position
          ends[offset + old.size] = position.addingClamping(atom.size)
        }
        add(atom, at: position)
        position = position.addingClamping(atom.size)
      }
      let rest = trailing.reduce(UInt64(0)) { $0.addingClamping($1.size) }
      let end = position.addingClamping(rest)
      if end != formerSize { isMoved = true }
      if rest <= formerSize {
        stretches.append((formerSize - rest..<UInt64.max, position))
      } else {
        stretches.append((formerSize..<UInt64.max, end))
      }
    }

    private mutating func add(_ atom: Atom, at position: UInt64) {
      let header = UInt64(atom.headerSize)
      let inside = position.addingClamping(header)
      var oldInside: UInt64?
      if let offset = atom.offset, let old = former[offset] {
        if offset != position || old.size != atom.size || old.headerSize != header {
          isMoved = true
        }
        if old.size != atom.size { oldEnds[offset] = offset + old.size }
        let start = offset + old.headerSize
        oldInside = start
        stretches.append((offset..<offset + min(header, old.headerSize), position))
        if atom.children.isEmpty {
          let count = min(atom.size - header, old.size - old.headerSize)
          if count > 0 { stretches.append((start..<start + count, inside)) }
          return
        }
      } else {
        isMoved = true
      }
      guard case .children(let children) = atom.content else { return }
      var place = inside.addingClamping(UInt64(children.preamble.count))
      if let oldInside, !children.preamble.isEmpty {
        let next = children.atoms.first?.offset.map { $0 < oldInside ? oldInside : $0 } ?? .max
        let count = min(UInt64(children.preamble.count), next - oldInside)
        if count > 0 { stretches.append((oldInside..<oldInside + count, inside)) }
      }
      for child in children.atoms {
        add(child, at: place)
        place = place.addingClamping(child.size)
      }
    }
  }
}

extension DescribedFile.Plan {
  /// Reads a written file back: what an offset of the description points at must be where the same offset
  /// points now.
  ///
  /// - Throws: `ReadingError` that says what is wrong. The cause is then a fault of this library, or
  ///   another program changed the file.
  package func check(_ result: any ByteSource) throws(ReadingError) {
    let written: AtomFile
    do throws(ReadingError) {
      written = try MovieOutline(result, as: ReadingOptions(schema: schema)).file
    } catch {
      // A document can describe a file without atoms, or with bytes that no reader takes for atoms.
      guard case .format = error else { throw error }
      return
    }
    try OffsetCheck(described: atoms, schema, former).checkPositions(
      in: OffsetCheck(written.atoms, of: written), map: map)
  }
}

extension DescribedFile {
  /// Reads the description of a file: an object whose `atoms` is an array of descriptions of atoms,
  /// with `leading` and `trailing` bytes, as the JSON of `inspect` has them.
  /// - Parameters:
  ///   - original: The file that was described. What the description leaves out is taken from it.
  ///   - derived: The names of fields that say what others mean, and are ignored.
  /// - Throws: `FormatError` if it is no such description, if something is left out and `original` is
  ///   nil, or if `original` is another file.
  package init(
    _ document: FieldValue, changing original: AtomFile? = nil, ignoring derived: Set<String> = [],
    schema: Schema = .standard
  ) throws(FormatError) {
    guard let members = document.givenFields,
      let rows = members.value(named: "atoms")?.givenRows
    else { throw FormatError(.wrongKind("the document has no 'atoms'")) }
    let size = members.value(named: "size")?.givenInteger.flatMap { UInt64(exactly: $0) }
    if let original, let size, original.size != size {
      throw FormatError(
        .notEditable(
          "the JSON describes a file of \(counted(size, "byte")), but the given file has \(original.size), so it is not "
            + "the same file"))
    }
    var builder = AtomBuilder(
      changing: original, ignoring: derived,
      isQuickTime: Self.isQuickTime(rows, original, derived, schema), schema: schema)
    let atoms = try builder.atoms(rows)
    self.init(
      atoms, leading: try Self.bytes("leading", of: members, original?.leading),
      trailing: try Self.bytes("trailing", of: members, original?.trailing),
      former: builder.former, formerSize: size ?? 0, schema: schema)
  }

  /// Whether the described file is a QuickTime file.
  private static func isQuickTime(
    _ rows: FieldValue.Rows, _ original: AtomFile?, _ derived: Set<String>, _ schema: Schema
  ) -> Bool {
    for index in 0..<rows.count {
      guard let members = rows.row(index).givenFields,
        members.value(named: "type")?.givenText == "ftyp"
      else { continue }
      var builder = AtomBuilder(changing: original, ignoring: derived, schema: schema)
      return Movie.isQuickTime(try? builder.atom(members))
    }
    return Movie.isQuickTime(nil)
  }

  private static func bytes(
    _ name: String, of members: [Field], _ original: Range<UInt64>?
  ) throws(FormatError) -> [WritePlan.Step] {
    guard let part = members.value(named: name) else { return [] }
    guard let fields = part.givenFields else {
      throw FormatError(.invalidValue("the value is not an object with 'data'"), path: name)
    }
    let label = name == "leading" ? "bytes before the first atom" : "bytes after the last atom"
    if fields.cutNames.contains("data") || fields.value(named: "data") == nil {
      guard let original else {
        throw FormatError(
          .missing("the bytes are cut, and the file that they are from is not given"), path: name)
      }
      return original.isEmpty ? [] : [.copy(original, label: label)]
    }
    guard let bytes = fields.value(named: "data")?.givenBytes else {
      throw FormatError(
        .invalidValue("the value is not hexadecimal digits"), path: "\(name)/data")
    }
    return [.bytes(Pieces(Array(bytes)), label: label)]
  }
}
