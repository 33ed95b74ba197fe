import MovKit

/// An open file with its atoms and diagnostics.
struct InspectedFile: Sendable {
  /// The name that documents show: most often as it was given.
  var path: FilePath
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
  private(set) var root: AtomNode?

  init(_ path: FilePath, showing atom: AtomSelector?) throws(Failure) {
    try self.init(path, Self.source(path), showing: atom)
  }

  /// Reads the atoms of a file that is open.
  init(_ path: FilePath, _ source: File, showing atom: AtomSelector?) throws(Failure) {
    let outline = try Self.outline(of: source, path)
    self.init(path, source, outline.file, outline.examined())
    let atoms = outline.file
    root = try atom.map { (atom) throws(Failure) in try atoms.require(atom, in: path) }
  }

  /// A file that was read.
  init(
    _ path: FilePath, _ source: File, _ atoms: AtomFile, _ examined: MovieOutline.Examination
  ) {
    self.path = path
    self.source = source
    self.atoms = atoms
    isNeitherMovieNorItems = atoms.missingMovie?.severity == .error
    movie = examined.movie
    diagnostics = examined.findings
  }

  static func open(_ path: FilePath) throws(Failure) -> (File, MovieOutline) {
    let source = try source(path)
    return (source, try outline(of: source, path))
  }

  static func source(_ path: FilePath) throws(Failure) -> File {
    do { return try Input.open(path) } catch { throw Failure(error, about: path) }
  }

  private static func outline(of source: File, _ path: FilePath) throws(Failure) -> MovieOutline {
    do { return try MovieOutline(source) } catch { throw .problem(error.advised(), file: path) }
  }

  /// Returns the atoms to show, down to `levels` levels.
  func nodes(levels: Int) -> AtomWalk {
    root.map { AtomWalk(from: $0, levels: levels) } ?? AtomWalk(atoms, levels: levels)
  }

  /// The fragments, if several threads are to show them. What is shown of each atom has to be little,
  /// because it waits for what comes before it.
  func fragmentParts(_ options: InspectOptions) -> FragmentParts? {
    guard root == nil, options.queries.isEmpty, options.bytes == nil, !options.showsRaw else {
      return nil
    }
    return FragmentParts(of: atoms, levels: options.depth)
  }

  /// The depth of the outermost atoms that are shown.
  var baseDepth: Int { root?.depth ?? 0 }
}
