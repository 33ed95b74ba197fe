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
      Insertion(parent: selector, source: arguments.file(atom), place: arguments[place]), of: file,
      arguments, session)
  }

  private struct Insertion: AtomEdit {
    let parent: AtomSelector?
    let source: FilePath
    let place: Int?

    func apply(to editor: inout some AtomEditing, _ name: FilePath) throws {
      let node = try parent.map { try editor.file.require($0, in: name) }
      let path = node.flatMap { AtomPath($0.path) }
      for (index, atom) in try read(source, in: node?.inner ?? AtomContext()).enumerated() {
        let place = place.map { $0.addingReportingOverflow(index).partialValue }
        try editor.insert(atom, intoAtomAt: path, at: place)
      }
    }
  }

  /// Reads the atoms of a file that has their bytes or describes them.
  private static func read(
    _ path: FilePath, in context: AtomContext
  ) throws(Failure) -> [Atom] {
    do {
      let file = try Input.file(path)
      guard file.size > 0, file.size <= UInt64(UInt32.max) else {
        throw Failure.problem("an atom to insert has 1 byte to 4 GiB", file: path)
      }
      let bytes = try file.read(at: 0, count: Int(file.size))
      guard bytes.isLikeJSON else { return try Atom.atoms(of: bytes[...], in: context) }
      let document: FieldValue
      do throws(JSONScanner.Problem) { document = try JSONScanner.document(bytes).fieldValue } catch
      {
        throw Failure.problem(error.text(in: bytes), file: path)
      }
      let isObject = document.givenFields != nil
      let members = document.givenFields ?? []
      var builder = AtomBuilder(ignoring: StreamFields.names)
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

extension [UInt8] {
  /// Whether the bytes begin as an object or an array of JSON, perhaps after a byte order mark. Atoms that do are
  /// longer than a gigabyte.
  fileprivate var isLikeJSON: Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let first = dropFirst(starts(with: mark) ? mark.count : 0).first { !$0.isSpace }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
