/// A file that is only read: its atoms, of which fragments are left in the file, and its movie. There
/// can be a hundred thousand fragments, and they are read one after another.
package struct MovieOutline {
  /// The atoms of the file. A `moof` is an extent; `AtomWalk` reads it in passing.
  package let file: AtomFile
  private let fragments: FragmentReader?

  /// Reads the atoms of a source.
  ///
  /// - Throws: `ReadingError` if the source cannot be read, holds no known atom, or needs more than
  ///   the limits allow.
  package init(_ source: any ByteSource) throws(ReadingError) {
    var ftyp: Atom?
    var moov: Atom?
    var fragments: FragmentReader?
    // Fragments that come before the headers are read again by the movie.
    var isInOrder = true
    file = try AtomFile(leavingFragmentsIn: source) { atom in
      switch atom.type {
      case "ftyp" where ftyp == nil:
        ftyp = atom
        if moov != nil { isInOrder = false }
      case "moov", "!mov":
        if moov == nil { moov = atom.movie }
      case "moof" where atom.isWholeFragment:
        guard let moov else {
          isInOrder = false
          break
        }
        if fragments == nil {
          fragments = FragmentReader(
            moov: moov, fileSize: source.size, isQuickTime: Movie.isQuickTime(ftyp))
        }
        fragments?.add(atom)
      default: break
      }
    }
    self.fragments = isInOrder ? fragments : nil
  }

  /// Returns the movie of the file.
  ///
  /// - Throws: `ReadingError` if there is none, or its header is damaged.
  package func movie() throws(ReadingError) -> Movie { try Movie(file, fragments: fragments) }
}
