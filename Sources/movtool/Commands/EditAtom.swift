import MovKit

/// `movtool edit atom`
enum EditAtom: DeclaresCommand {
  static let word = "atom"
  static let file = Positional(
    name: "FILE|DIR", role: .input,
    help: "Movie or picture (HEIF, AVIF), or a folder of movies; -o leaves them unchanged")
  static let path = ExtractAtom.path
  static let fields = Positional(
    name: "FIELD=VALUE", role: nil,
    help: "A field as 'movtool inspect' names it, or a part of one such as "
      + "entries[0].media_time, and its value: a number, a text, the names of flags with commas "
      + "between them, hexadecimal bytes, or JSON in the form of 'movtool inspect --json'",
    repeats: true)

  static let command = Command(
    name: word, summary: "change fields of an atom, in a copy or in place",
    discussion: [
      "Sizes, counts and file offsets are updated, so that what moves is still found. A count "
        + "of rows cannot be set, nor the ID of a track. If samples are lost by a change of their "
        + "tables, a warning says how many are left.",
      "With --in-place, only atoms inside moov can be changed. A picture, or another file without "
        + "moov, is changed in a copy.",
    ],
    positionals: [file, path, fields], options: MovieChange.optionsOfOne,
    examples: [
      Example(
        line: "movtool edit atom clip.mov 'moov/trak[0]/tkhd' layer=-1 volume=0.5 -o front.mov",
        effect: "Write a copy in which two fields of the first track's header are changed."),
      Example(
        line: "movtool edit atom clip.mov 'trak[1]/mdia/hdlr' component_name='Boom' --in-place",
        effect: "Give a handler another name, in the movie itself."),
      Example(
        line:
          "movtool edit atom clip.mov moov/trak/edts/elst 'entries[0].media_time=1001' --dry-run",
        effect: "Show what would be written if the first edit began later."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let selector = try arguments.atomSelector(try arguments.text(path), named: path.name)
    let changes = try arguments.fieldChanges(fields)
    try AtomChange.run(
      FieldEdit(selector: selector, changes: changes), of: file, arguments, session)
  }

  private struct FieldEdit: AtomEdit {
    let selector: AtomSelector
    let changes: [(path: FieldPath, text: String)]

    func apply(to editor: inout some AtomEditing, _ name: FilePath) throws {
      let node = try editor.file.require(selector, in: name)
      var describer = AtomDescriber()
      let shown = describer.describe(node).fields
      var given: [Field] = []
      for (path, text) in changes {
        if case .name(let name)? = path.steps.first, StreamFields.names.contains(name) {
          throw FormatError(
            .notEditable("it says what the other fields mean, and changes with them"), path: name)
        }
        let value: FieldValue
        do throws(FormatError) { value = try Self.value(text, of: shown.value(at: path)) } catch {
          throw error.inside("\(path)")
        }
        try given.set(path, to: value, in: shown)
      }
      if let place = AtomPath(node.path) { try editor.setFields(given, ofAtomAt: place) }
    }

    /// Arrays, objects and null are JSON, unless the field is a text. Everything else is read as what its
    /// field is.
    private static func value(
      _ text: String, of field: FieldValue?
    ) throws(FormatError) -> FieldValue {
      if case .text? = field { return .text(text) }
      guard text.first == "[" || text.first == "{" || text == "null" else { return .text(text) }
      let bytes = Array(text.utf8)
      do throws(JSONScanner.Problem) { return try JSONScanner.document(bytes).fieldValue } catch {
        switch field {
        // These are given as JSON only, so it was meant.
        case .fields?, .list?, .rows?: throw FormatError(.invalidValue(error.text(in: bytes)))
        default: return .text(text)
        }
      }
    }
  }
}

extension Arguments {
  /// The values that fields are to get.
  fileprivate func fieldChanges(
    _ positional: Positional
  ) throws(Failure) -> [(path: FieldPath, text: String)] {
    var changes: [(path: FieldPath, text: String)] = []
    var paths: Set<FieldPath> = []
    for word in files(positional) {
      guard let text = String(validating: word.bytes, as: UTF8.self),
        let equals = text.firstIndex(of: "="), let path = FieldPath(String(text[..<equals]))
      else {
        throw usage(
          "'\(word)' is not FIELD=VALUE, such as volume=0.5 or entries[0].media_time=0")
      }
      guard paths.insert(path).inserted else {
        throw usage("the field '\(path)' is given twice")
      }
      changes.append((path, String(text[text.index(after: equals)...])))
    }
    return changes
  }
}
