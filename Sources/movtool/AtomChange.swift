import MovKit

/// Changes atoms of a movie, or of a file that has none, such as a picture.
enum AtomChange {
  /// Makes one edit, as `MovieChange` does.
  static func run(
    _ edit: some AtomEdit, of file: Positional, _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    try MovieChange.run(
      file, arguments, session, findsFaults: true,
      other: { (file, name, session) throws(Failure) in
        do {
          var editor = try AtomFileEditor(file)
          try edit.apply(to: &editor, name)
          return editor
        } catch { throw Failure(error, about: name) }
      },
      edit: { (movie, name, session) throws(Failure) in
        do {
          var editor = try MovieEditor(checking: movie)
          try edit.apply(to: &editor, name)
          return editor
        } catch { throw Failure(error, about: name) }
      })
  }
}

/// What a command changes.
protocol AtomEdit: Sendable {
  /// Makes the change. `name` is that of the file.
  func apply(to editor: inout some AtomEditing, _ name: FilePath) throws
}

/// An editor of atoms.
protocol AtomEditing {
  /// The file before the changes.
  var file: AtomFile { get }
  mutating func setFields(_ fields: [Field], ofAtomAt path: AtomPath) throws(FormatError)
  mutating func insert(
    _ atoms: [Atom], intoAtomAt path: AtomPath?, at index: Int?
  ) throws(FormatError)
  mutating func removeAtom(at path: AtomPath) throws(FormatError)
}

extension MovieEditor: AtomEditing {
  var file: AtomFile { movie.file }
}

extension AtomFileEditor: AtomEditing {}
