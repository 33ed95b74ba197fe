import MovKit

/// An open file with its atoms and diagnostics.
struct InspectedFile {
  let path: FilePath
  let source: File
  let atoms: AtomFile
  /// The movie; nil if the file has none, or none that can be read.
  let movie: Movie?
  /// The diagnostics of the file and its movie. Those of a single atom are found when the atom is
  /// shown.
  let diagnostics: [Diagnostic]
  /// Whether the file contains nothing that can be shown or played.
  let isNeitherMovieNorItems: Bool
  /// The only atom to show; nil for all.
  let root: AtomNode?

  init(_ path: FilePath, showing atom: AtomSelector?) throws(Failure) {
    self.path = path
    let (source, outline) = try Self.open(path)
    self.source = source
    let atoms = outline.file
    self.atoms = atoms
    root = try atom.map { (atom) throws(Failure) in try atoms.require(atom, in: path) }
    var diagnostics = atoms.diagnostics
    var movie: Movie?
    if let moov = atoms.storedMovie {
      do throws(ReadingError) {
        let read = try outline.movie()
        movie = read
        diagnostics = read.findings().filter { !Self.rulesOfAtoms.contains($0.rule) }
      } catch {
        diagnostics.append(Self.unreadable(moov, error))
      }
    }
    let missing = atoms.missingMovie
    if let missing { diagnostics.append(missing) }
    isNeitherMovieNorItems = missing?.severity == .error
    self.movie = movie
    self.diagnostics = diagnostics
  }

  /// The rules of diagnostics that the movie reports about an atom, and that are reported again
  /// when the atom is shown.
  private static let rulesOfAtoms: Set = ["table-cut", "undecodable"]

  static func open(_ path: FilePath) throws(Failure) -> (File, MovieOutline) {
    let source: File
    do { source = try Input.open(path) } catch { throw Failure(error, about: path) }
    do { return (source, try MovieOutline(source)) } catch {
      throw .problem(error.advised(), file: path)
    }
  }

  private static func unreadable(_ moov: Atom, _ error: ReadingError) -> Diagnostic {
    guard case .format(let format) = error else {
      return Diagnostic("movie-unreadable", .error, error.description, path: "moov")
    }
    return Diagnostic(
      "movie-unreadable", .error, "\(format.reason)",
      path: format.path.isEmpty ? "moov" : format.path, at: format.offset ?? moov.offset)
  }

  /// Returns the atoms to show, down to `levels` levels.
  func nodes(levels: Int) -> AtomWalk {
    root.map { AtomWalk(from: $0, levels: levels) } ?? AtomWalk(atoms, levels: levels)
  }

  /// The depth of the outermost atoms that are shown.
  var baseDepth: Int { root?.depth ?? 0 }
}
