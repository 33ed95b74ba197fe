import MovKit

/// `movtool insert atom`
enum InsertAtom: DeclaresCommand {
  static let word = "atom"
  static let file = EditAtom.file
  static let parent = Positional(
    name: "PARENT-PATH", role: nil,
    help: "Path of the atom that gets another child, such as moov/udta; / for the top level of "
      + "the file")
  static let atom = Positional(
    name: "ATOM", role: .input,
    help:
      "File with the atom: its bytes with the header, as 'movtool extract atom' writes them, or "
      + "JSON, as 'movtool inspect --json --atom' prints it. Several atoms are all added")
  static let place = Option.number(
    "--at", in: 0...Int.max,
    help: "Put the atom after the first N children of its parent (default: after all)")

  static let command = Command(
    name: word, summary: "add an atom to a movie, in a copy or in place",
    discussion: [
      "Sizes, counts and file offsets of the movie are updated. File offsets in the new "
        + "atom are written as they are.",
      "With --in-place, only atoms inside moov can be added. A picture, or another file without "
        + "moov, is changed in a copy. A track is added with 'movtool insert track'.",
    ],
    positionals: [file, parent, atom], options: [place.declaration] + MovieChange.optionsOfOne,
    examples: [
      Example(
        line: "movtool insert atom clip.mov moov udta.bin -o named.mov",
        effect: "Write a copy with an atom that 'movtool extract atom' wrote to udta.bin."),
      Example(
        line:
          "movtool insert atom clip.mov 'moov/trak[0]/mdia/minf/stbl/stsd/avc1' colr.json --in-place",
        effect: "Add an atom that a JSON file describes, in the movie itself."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let text = try arguments.text(parent)
    let selector =
      text == "/" ? nil : try arguments.atomSelector(text, named: parent.name)
    try AtomChange.run(
      Insertion(parent: selector, source: source(arguments.file(atom)), place: arguments[place]),
      of: file, arguments, session)
  }

  private struct Insertion: AtomEdit {
    let parent: AtomSelector?
    let source: ReadOnce<Source>
    let place: Int?

    func apply(to editor: inout some AtomEditing, _ name: FilePath) throws {
      let node = try parent.map { try editor.file.require($0, in: name) }
      let path = node.flatMap { AtomPath($0.path) }
      let atoms = try atoms(
        of: source, in: node?.inner ?? AtomContext(),
        isQuickTime: Movie.isQuickTime(editor.file.first("ftyp")))
      try editor.insert(atoms, intoAtomAt: path, at: place)
    }
  }

  /// What a file has of atoms. What they mean depends on where they are put.
  private enum Source {
    case bytes([UInt8])
    case document(FieldValue)
  }

  /// A file that has the bytes of atoms or describes them. It is read once for all movies.
  private static func source(_ path: FilePath) -> ReadOnce<Source> {
    ReadOnce(path) { file in
      guard file.size > 0, file.size <= UInt64(UInt32.max) else {
        throw Failure.problem("an atom to insert has 1 byte to 4 GiB", file: path)
      }
      let bytes = try file.read(at: 0, count: Int(file.size))
      guard bytes.isLikeJSON || UTF16Text(Array(bytes.prefix(1024)))?.utf8.isLikeJSON == true
      else {
        return .bytes(bytes)
      }
      let text = try bytes.documentInUTF8(from: path)
      do throws(JSONScanner.Problem) {
        return .document(try JSONScanner.document(text).fieldValue)
      } catch {
        throw Failure.problem(error.text(in: text), file: path)
      }
    }
  }

  /// Makes the atoms of a file for a place.
  private static func atoms(
    of source: ReadOnce<Source>, in context: AtomContext, isQuickTime: Bool
  ) throws(Failure) -> [Atom] {
    let path = source.path
    do {
      let document: FieldValue
      switch try source.value {
      case .bytes(let bytes): return try Atom.atoms(of: bytes[...], in: context)
      case .document(let value): document = value
      }
      let isObject = document.givenFields != nil
      let members = document.givenFields ?? []
      var builder = AtomBuilder(ignoring: StreamFields.names, isQuickTime: isQuickTime)
      if let rows = isObject ? members.value(named: "atoms")?.givenRows : document.givenRows {
        guard rows.count > 0 else { throw Failure.problem("it describes no atom", file: path) }
        return try builder.atoms(rows, in: context)
      }
      return [try builder.atom(members, in: context)]
    } catch {
      throw Failure((error as? FormatError)?.withoutSlash ?? error, about: path)
    }
  }
}
