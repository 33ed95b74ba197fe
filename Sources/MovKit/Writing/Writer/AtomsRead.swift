extension [Atom] {
  /// Throws if the content of an atom, or of one in it, was left in the file that it is from.
  func mustBeRead() throws(FormatError) {
    for atom in self {
      switch atom.content {
      case .bytes: break
      case .extent: throw FormatError(.notRead, path: atom.type.description, at: atom.offset)
      case .children(let children): try children.atoms.mustBeRead()
      }
    }
  }
}
