/// A file that is only read: its atoms, of which fragments are left in the file, and its movie. There
/// can be a hundred thousand fragments, and they are read one after another.
package struct MovieOutline {
  /// The atoms of the file. A `moof` is an extent; `AtomWalk` reads it in passing.
  package let file: AtomFile
  private let fragments: FragmentReader?

  /// Reads the atoms of a source.
  ///
  /// - Parameter reading: How to read it. What was made of another file is read as that was.
  /// - Throws: `ReadingError` if the source cannot be read, holds no known atom, or needs more than
  ///   the limits allow.
  package init(
    _ source: any ByteSource, as reading: ReadingOptions = ReadingOptions()
  ) throws(ReadingError) {
    var ftyp: Atom?
    var moov: (atom: Atom, stored: Atom)?
    var fragments: FragmentReader?
    // Fragments that come before the headers are read again by the movie.
    var isInOrder = true
    file = try AtomFile(
      leavingFragmentsIn: source, schema: reading.schema, limits: reading.limits
    ) { atom in
      switch atom.type {
      case "ftyp" where ftyp == nil:
        ftyp = atom
        if moov != nil { isInOrder = false }
      case "moov", "!mov":
        if moov == nil { moov = atom.movie.map { ($0, atom) } }
      case "moof" where atom.isWholeFragment, "!mof" where atom.isWholeFragment:
        guard let moov else {
          isInOrder = false
          break
        }
        if fragments == nil {
          fragments = FragmentReader(
            moov: moov.atom, in: moov.stored, fileSize: source.size,
            isQuickTime: Movie.isQuickTime(ftyp))
        }
        fragments?.add(atom)
      default: break
      }
    }
    self.fragments = isInOrder ? fragments : nil
  }

  /// A file that was read already.
  init(_ file: AtomFile) {
    self.file = file
    fragments = nil
  }

  /// Returns the movie of the file.
  ///
  /// - Throws: `ReadingError` if there is none, or its header is damaged.
  package func movie() throws(ReadingError) -> Movie { try Movie(file, fragments: fragments) }

  /// What is known of a file after its movie was read.
  package struct Examination {
    /// The movie; nil if the file has none, or none that can be read.
    package let movie: Movie?
    /// What is odd about the file and its movie, without what is found again in each atom.
    package let findings: [Diagnostic]
    /// Why the movie cannot be read, which is among the findings; nil if it can, or there is none.
    package let failure: ReadingError?

    /// The rules of diagnostics that the movie reports about an atom, and that are found again when the
    /// atom is looked at.
    private static let rulesOfAtoms: Set = ["table-cut", "undecodable"]

    fileprivate init(movie: Movie?, findings: [Diagnostic], failure: ReadingError?) {
      self.movie = movie
      self.findings = findings.filter { !Self.rulesOfAtoms.contains($0.rule) }
      self.failure = failure
    }

    /// What is known of the file of a movie that was read.
    /// - Parameter findsInTracks: Whether what is odd about tracks is wanted.
    package init(of movie: Movie, findsInTracks: Bool = true) {
      self.init(movie: movie, findings: movie.findings(inTracks: findsInTracks), failure: nil)
    }
  }

  /// Reads the movie if the file has one, and collects what is odd.
  /// - Parameter findsInTracks: Whether what is odd about tracks is wanted.
  package func examined(findsInTracks: Bool = true) -> Examination {
    var findings = file.diagnostics
    var movie: Movie?
    var failure: ReadingError?
    if let moov = file.storedMovie {
      do throws(ReadingError) {
        let read = try self.movie()
        movie = read
        findings = read.findings(inTracks: findsInTracks)
      } catch {
        failure = error
        findings.append(Self.unreadable(moov, error))
      }
    } else {
      // A segment has no header, and may have an index.
      var found = DiagnosticList()
      file.checkIndexes(&found)
      findings += found.all
    }
    if let missing = file.missingMovie { findings.append(missing) }
    return Examination(movie: movie, findings: findings, failure: failure)
  }

  private static func unreadable(_ moov: Atom, _ error: ReadingError) -> Diagnostic {
    if let movie = moov.movie, movie.isReferenceMovie {
      return .moviesInstead(movie, orOwnTracks: false)
    }
    guard case .format(let format) = error else {
      return Diagnostic("movie-unreadable", .error, error.reason, path: "moov")
    }
    return Diagnostic(
      "movie-unreadable", .error, "\(format.reason)",
      path: format.path.isEmpty ? "moov" : format.path, at: format.offset ?? moov.offset)
  }
}

extension Movie {
  /// What is odd, with or without what is odd about tracks.
  fileprivate func findings(inTracks: Bool) -> [Diagnostic] {
    inTracks ? allFindings : findings(of: { _ in false })
  }
}
